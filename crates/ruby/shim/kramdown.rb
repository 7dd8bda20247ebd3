# kramdown and Rouge, as far as plugins ask them for a text: the program's own engines answer. Where the gem lies in a gem
# folder, `require` finds it instead.
module Kramdown
  VERSION = "2.5.1"

  class Error < RuntimeError; end

  class Document
    attr_reader :options, :warnings

    def initialize(source, options = {})
      @source = source
      @options = options.transform_keys(&:to_s)
      @warnings = []
    end

    def to_html
      options = @options.transform_values { |value| value.is_a?(Symbol) ? value.to_s : value }
      Hastie.ask("kramdown", @source, options)
    end

    def to_remove_html_tags
      to_html
    end

    def method_missing(name, *)
      Hastie.missing("Kramdown::Document##{name}")
    end
  end

  module JekyllDocument; end

  # Classes of kramdown's own Ruby. The program converts without them: what a plugin made of one would change nothing, so
  # that it is refused where it is tried.
  module OwnRuby
    %i(method_added singleton_method_added inherited alias_method prepend include new convert parse).each do |name|
      define_method(name) { |*, **, &_block| Hastie.missing("#{self}, a class of kramdown's own Ruby,") }
    end
  end

  {
    :Converter => %w(Base Html Kramdown Latex RemoveHtmlTags HashAst ManPage Toc SyntaxHighlighter MathEngine),
    :Parser => %w(Base Kramdown GFM Html Markdown)
  }.each do |space, names|
    inside = const_set(space, Module.new)
    base = inside.const_set(:Base, Class.new)
    (names - %w(Base)).each { |name| inside.const_set(name, Class.new(base)) }
    names.each { |name| inside.const_get(name).extend(OwnRuby) }
  end
end

module Rouge
  class Lexer
    def self.find(name)
      return unless name

      Hastie.ask("lexer", name.to_s) ? Named.new(name.to_s) : nil
    end
    class << self
      alias_method :find_fancy, :find
    end

    # What stands for a class of Rouge's.
    class Named
      attr_reader :tag

      def initialize(tag)
        @tag = tag
      end

      def new(*)
        self
      end

      def lex(text)
        Lexed.new(@tag, text)
      end
    end

    Lexed = Struct.new(:tag, :text)
  end

  module Lexers
    PlainText = Lexer::Named.new("plaintext")

    def self.const_missing(name)
      Lexer.find(name.to_s.downcase) || super
    end
  end

  module Formatters
    class HTML
      def format(lexed)
        Hastie.ask("highlight", lexed.tag, lexed.text)
      end
      alias_method :render, :format
    end

    class HTMLLegacy < HTML
      def initialize(*)
        super()
      end
    end
  end
end
