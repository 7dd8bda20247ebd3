# frozen_string_literal: true

# Records every code block Rouge gets: {"id", "lang", "options", "input", "html"}, with the lexer's own tag as `lang`
# and `html` by the plain HTML formatter, whatever formatter the site used. A lexer inside a lexer is not recorded.

require_relative "recorder"
require "rouge"

module ObserveRouge
  @depth = 0

  class << self
    attr_accessor :depth
  end

  def lex(string, options = nil, &block)
    return super unless block && ObserveRouge.depth.zero?

    tokens = []
    ObserveRouge.depth += 1
    begin
      super do |token, text|
        tokens << [token, text]
        block.call(token, text)
      end
    ensure
      ObserveRouge.depth -= 1
    end
    Recorder.write("rouge", [self.class.tag, @options, string]) do
      html = Rouge::Formatters::HTML.new.format(tokens)
      { "lang" => self.class.tag, "options" => @options, "input" => string, "html" => html }
    end
  end
end

Rouge::Lexer.prepend(ObserveRouge)
