# language: en
@shop @slow
Feature: A basket
  As a buyer I want things
  to be kept: always # really

  Background:
    Given a user named "Ann"
    * nothing else

  Scenario Outline: Put <thing> in
    Given <count> of "<thing>" # a note
      | name  | price |
      | apple | 1.20  |
      """
      Given text
      """
    When I add it
    Then the basket has <total>
    But no error: none

    Examples: some
      | thing | count | total |
      | pear  | 2     | 2     |

  Unknown heading: x
Funktionalität: Korb
  Szenario: deutsch
    Angenommen ich habe einen Korb
    Und er ist leer
