# frozen_string_literal: true

# {"id", "lang", "input"} -> {"id", "html", "tag"}, and with "tokens": true the list of [token, text] as well.
# A language Rouge does not know comes out as plain text.

require_relative "batch"
require "rouge"

Batch.run do |request|
  lexer = Rouge::Lexer.find_fancy(request["lang"], request["input"]) || Rouge::Lexers::PlainText.new
  tokens = lexer.lex(request["input"]).to_a
  answer = { "html" => Rouge::Formatters::HTML.new.format(tokens), "tag" => lexer.tag }
  answer["tokens"] = tokens.map { |token, text| [token.qualname, text] } if request["tokens"]
  answer
end
