//! Templates written to keep a build busy. Each must reach the limit on steps, whatever it spends them on, or another
//! limit before that. The limits are small here; the tests check that all work is counted.

use crate::program::render;
use hastie_liquid::{Engine, HardLimits, Hash, ParseOptions, RenderOptions, Value};

const STEPS: &str = "more than 1000000 steps in one rendering";
const TEXT: &str = "a text is larger than 1 MB";
const ELEMENTS: &str = "an array of more than 10000 elements";

/// Checks that `source` ends with this error in its second line, with small limits.
fn ends(source: &str, expected: &str) {
    let mut engine = Engine::standard();
    let mut limits = HardLimits::default();
    (limits.steps, limits.text, limits.elements) = (1_000_000, 1 << 20, 10_000);
    engine.set_hard_limits(limits);
    let options = RenderOptions::raising(Value::hash(Hash::new()));
    match render(&engine, &format!("\n{source}"), ParseOptions::default(), options) {
        Ok(text) => panic!("it ended well, with {} bytes: {source:.200}", text.len()),
        Err(error) => {
            assert_eq!(error.to_string(), format!("Liquid error (line 2): {expected}"), "{source:.200}");
        }
    }
}

/// Doubles the text in `s` the given number of times, then repeats `repeated` a million times.
fn with_long(text: &str, doublings: u32, repeated: &str) -> String {
    format!(
        "{{% assign s = '{text}' %}}{{% for i in (1..{doublings}) %}}{{% assign s = s | append: s %}}{{% endfor %}}\
         {{% for i in (1..1000000) %}}{repeated}{{% endfor %}}"
    )
}

/// Sets `a` and `b` to arrays that contain the same arrays many times over, then repeats `repeated` a million times.
fn with_tangled(repeated: &str) -> String {
    let tangled = |name: &str| {
        format!("{{% assign {name} = 'x,y' | split: ',' %}}")
            + &format!("{{% assign p = {name} | concat: {name} %}}{{% assign {name} = p | concat: p %}}").repeat(6)
    };
    format!("{}{}{{% for i in (1..1000000) %}}{repeated}{{% endfor %}}", tangled("a"), tangled("b"))
}

#[test]
fn blocks_within_blocks() {
    ends(&("{% for i in (1..9) %}".repeat(90) + &"{% endfor %}".repeat(90)), STEPS);
    ends("{% for i in (1..1000000) %}{% for j in (i..1000000) %}{% endfor %}{% endfor %}", STEPS);
    ends("{% tablerow i in (1..1000000) %}{% tablerow j in (1..9) %}{% endtablerow %}{% endtablerow %}", STEPS);
    let parents = format!("{{{{ forloop{}.index }}}}", ".parentloop".repeat(40));
    ends(&format!("{}{parents}{}", "{% for i in (1..3) %}".repeat(41), "{% endfor %}".repeat(41)), STEPS);
}

#[test]
fn conditions_without_number() {
    let all = vec!["1 == 1"; 1000].join(" and ");
    ends(&format!("{{% for i in (1..1000000) %}}{{% if {all} %}}{{% endif %}}{{% endfor %}}"), STEPS);
    let branches = "{% elsif 1 == 2 %}".repeat(1000);
    ends(&format!("{{% for i in (1..1000000) %}}{{% if 1 == 2 %}}{branches}{{% endif %}}{{% endfor %}}"), STEPS);
    let values = vec!["'x'"; 1000].join(", ");
    ends(
        &format!("{{% for i in (1..1000000) %}}{{% case i %}}{{% when {values} %}}{{% endcase %}}{{% endfor %}}"),
        STEPS,
    );
}

#[test]
fn long_texts_that_are_compared_searched_and_measured() {
    ends(&with_long("ab", 18, "{% if s contains 'c' %}{% endif %}"), STEPS);
    ends(&with_long("ab", 18, "{% if s.size == 1 %}{% endif %}"), STEPS);
    let other = "{% assign t = s | append: 'x' %}{% assign u = s | append: 'y' %}";
    let compared = with_long("ab", 18, "{% if t == u %}{% endif %}").replacen(
        "{% for i in (1..1000000)",
        &format!("{other}{{% for i in (1..1000000)"),
        1,
    );
    ends(&compared, STEPS);
    ends(&compared.replace("t == u", "t < u"), STEPS);
    ends(&with_long("é", 16, "{{ s | slice: i }}"), STEPS);
    ends(&with_long("é", 16, "{% assign t = s | upcase %}"), STEPS);
    ends(&with_long("ab", 16, "{% assign t = s | replace: 'a', 'b' %}"), STEPS);
}

/// The preparation of a long pattern takes longer than the search, and hashing a long key takes longer than finding it.
#[test]
fn long_patterns_and_keys() {
    ends(&with_long("ab", 18, "{% if s contains s %}{% endif %}"), STEPS);
    ends(&with_long("ab", 18, "{% assign t = s | remove: s %}"), STEPS);
    ends(&with_long("ab", 18, "{% assign t = s | replace_first: s, '' %}"), STEPS);
    ends(&with_long("ab", 18, "{% assign t = s | split: s | size %}"), STEPS);
    ends(&with_long("ab", 18, "{% assign t = page[s] %}"), STEPS);
    ends(&with_long("ab", 18, "{% assign t = [s] %}"), STEPS);
}

/// A pattern that is longer than the text is not prepared.
#[test]
fn a_pattern_longer_than_the_text_costs_nothing() {
    let text = "{% if 'ab' contains s %}a{% endif %}{% assign t = 'ab' | remove: s | size %}";
    let source = with_long("ab", 18, text).replace("(1..1000000)", "(1..1000)") + "{{ t }}";
    let options = RenderOptions::raising(Value::hash(Hash::new()));
    let rendered = render(&Engine::standard(), &source, ParseOptions::default(), options);
    assert_eq!(rendered.expect("it ends"), "2");
}

#[test]
fn arrays_that_are_compared_searched_and_sorted() {
    ends(&with_tangled("{% if a == b %}{% endif %}"), STEPS);
    ends(&with_tangled("{% if a contains 'z' %}{% endif %}"), STEPS);
    ends(&with_tangled("{% assign c = a | sort %}"), STEPS);
    ends(&with_tangled("{% assign c = a | sort_natural | uniq %}"), STEPS);
    ends(&with_tangled("{% cycle a: 'x', 'y' %}"), STEPS);
    ends(&with_long("a,", 10, "{% assign c = s | split: ',' %}"), STEPS);
    ends(&with_long("a,", 10, "{% assign c = s | split: ',' | size %}"), STEPS);
    ends(&with_long("a,", 10, "{% assign c = s | split: ',' | join: '-' %}"), STEPS);
}

#[test]
fn lookups_and_arguments_in_a_row() {
    ends(&format!("{{% for i in (1..1000000) %}}{{{{ i{} }}}}{{% endfor %}}", ".size".repeat(10_000)), STEPS);
    ends(&format!("{{% for i in (1..1000000) %}}{{{{ i{} }}}}{{% endfor %}}", "[i]".repeat(10_000)), STEPS);
    let keywords: String = (0..10_000).map(|number| format!(", k{number}: i")).collect();
    ends(&format!("{{% for i in (1..1000000) %}}{{{{ i | bogus: 1{keywords} }}}}{{% endfor %}}"), STEPS);
    ends(&format!("{{{{ 'a'{} }}}}", " | append: 'a'".repeat(70_000)), STEPS);
}

#[test]
fn numbers_and_dates() {
    ends(&with_long("1", 17, "{{ s | append: '.5' | plus: 1.5 }}"), STEPS);
    ends(&with_long("9", 14, "{% assign n = s | times: s | divided_by: 7 %}"), STEPS);
    ends("{% for i in (1..1000000) %}{{ '3rd Feb 2001 04:05:06 PM' | date: '%c' }}{% endfor %}", STEPS);
    ends("{% for i in (1..1000) %}{% assign d = 'now' | date: '%999999d' %}{% endfor %}", STEPS);
    ends("{{ 'now' | date: '%9999999d' }}", "invalid format: %9999999d");
    ends(&with_long("%c", 17, "{{ 'now' | date: s }}"), TEXT);
}

#[test]
fn what_doubles() {
    ends(&with_long("ab", 100, ""), TEXT);
    ends("{% assign s = 'aa' %}{% for i in (1..100) %}{% assign s = s | replace: 'a', s %}{% endfor %}", TEXT);
    ends("{% assign s = 'aa' %}{% for i in (1..100) %}{% assign s = s | replace: '', s %}{% endfor %}", TEXT);
    ends("{% assign s = '&&' %}{% for i in (1..100) %}{% assign s = s | escape | append: s %}{% endfor %}", TEXT);
    ends("{% assign s = '%%' %}{% for i in (1..100) %}{% assign s = s | url_encode | append: s %}{% endfor %}", TEXT);
    ends("{% for i in (1..100) %}{% capture s %}a{{ s }}{{ s }}{% endcapture %}{% endfor %}", TEXT);
    let arrays = "{% assign a = 'a,b' | split: ',' %}{% for i in (1..100) %}{% assign a = a | concat: a %}{% endfor %}";
    ends(arrays, ELEMENTS);
    ends(
        &with_long("ab", 16, "")
            .replace("{% for i in (1..1000000) %}", "{% assign a = s | split: '' %}{% for i in (1..2) %}"),
        ELEMENTS,
    );
}

#[test]
fn registers_and_counters_that_grow() {
    ends("{% for i in (1..1000000) %}{% cycle i: 'a', 'b' %}{% endfor %}", ELEMENTS);
    ends("{% for i in (1..1000000) %}{% assign n = n | append: i %}{% cycle n: 'a', 'b' %}{% endfor %}", STEPS);
    ends("{% for i in (1..1000000) %}{% increment x %}{% decrement y %}{% endfor %}", STEPS);
    ends("{% for i in (1..1000000) %}{% ifchanged %}{{ i }}{% endifchanged %}{% endfor %}", STEPS);
}
