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
end

# What a plugin that writes headers its own way finds in kramdown's converter. The rest of a document the program converts.
module Kramdown
  class Element
    attr_accessor :type, :value, :attr, :options, :children

    def initialize(type, value = nil, attr = nil, options = nil)
      @type = type
      @value = value
      @attr = attr || {}
      @options = options || {}
      @children = []
    end

    def self.hastie_of(node)
      element = new(node["kind"].to_sym, node["value"], node["attr"])
      element.children = node["children"].map { |child| hastie_of(child) }
      element
    end

    def inspect
      shown = { "value" => value, "attr" => attr, "options" => options, "children" => children }
      shown.reject! { |name, one| one.nil? || (name != "value" && one.empty?) }
      "<kd:#{type}#{shown.map { |name, one| " #{name}=#{one.inspect}" }.join}>"
    end
  end

  module Utils
    module Html
      REFERENCE = /&(?:[a-zA-Z_][\w.:-]*|#\d+|#x[0-9a-fA-F]+);/.freeze
      ESCAPE_MAP = { "<" => "&lt;", ">" => "&gt;", "&" => "&amp;", '"' => "&quot;" }.freeze
      ESCAPED = { :all => /[<>&]/, :text => /#{REFERENCE}|[<>&]/, :attribute => /#{REFERENCE}|[<>&"]/ }.freeze

      def escape_html(text, type = :all)
        text.gsub(ESCAPED.fetch(type)) { |found| ESCAPE_MAP.fetch(found, found) }
      end

      def html_attributes(attr)
        shown = attr.reject { |name, value| value.nil? || (name == "id" && value.strip.empty?) }
        shown.map { |name, value| " #{name}=\"#{escape_html(value.to_s, :attribute)}\"" }.join
      end
    end
  end

  module Converter
    class Base
      attr_reader :options, :data, :warnings

      def in_toc?(element)
        @options[:toc_levels].include?(element.options[:level]) && (element.attr["class"] || "") !~ /\bno_toc\b/
      end

      def output_header_level(level)
        (level + @options[:header_offset]).clamp(1, 6)
      end

      def generate_id(_text)
        @generated_id
      end
    end

    class Html < Base
      include Utils::Html

      def self.hastie_header(header, config)
        new(header, config).hastie_written
      end

      def initialize(header, config)
        super()
        levels = config["toc_levels"] || [1, 2, 3, 4, 5, 6]
        levels = Range.new(*levels.split("..").map(&:to_i)).to_a if levels.is_a?(String)
        @options = { :auto_ids => true, :header_offset => 0 }.merge(config.transform_keys(&:to_sym), :toc_levels => levels.map(&:to_i))
        @toc = []
        @generated_id = header["generated_id"]
        @inner = header["inner"]
        @indent = header["indent"]
        @element = Element.hastie_of(header["node"])
        @element.options = { :level => header["level"], :raw_text => header["raw_text"] }
      end

      def hastie_written
        html = convert_header(@element, @indent)
        [html.to_s, @toc.empty? ? nil : @toc.last[1]]
      end

      def inner(element, _indent)
        return @inner if element.equal?(@element)

        Hastie.missing("Kramdown::Converter::Html#inner of another element")
      end

      def convert_header(element, indent)
        attr = element.attr.dup
        attr["id"] = generate_id(element.options[:raw_text]) if @options[:auto_ids] && !attr["id"]
        @toc << [element.options[:level], attr["id"], element.children] if attr["id"] && in_toc?(element)
        format_as_block_html("h#{output_header_level(element.options[:level])}", attr, inner(element, indent), indent)
      end

      def method_missing(name, *)
        Hastie.missing("Kramdown::Converter::Html##{name}")
      end

      def format_as_span_html(name, attr, body)
        "<#{name}#{html_attributes(attr)}>#{body}</#{name}>"
      end

      def format_as_block_html(name, attr, body, indent)
        "#{" " * indent}#{format_as_span_html(name, attr, body)}\n"
      end

      def format_as_indented_block_html(name, attr, body, indent)
        "#{" " * indent}<#{name}#{html_attributes(attr)}>\n#{body}#{" " * indent}</#{name}>\n"
      end
    end
  end
end

# Classes of kramdown's own Ruby. The program converts without them: what a plugin made of one would change nothing, so that it
# is refused where it is tried.
module Kramdown
  module OwnRuby
    %i(method_added singleton_method_added inherited alias_method prepend include new convert parse).each do |name|
      define_method(name) { |*, **, &_block| Hastie.missing("#{self}, a class of kramdown's own Ruby,") }
    end
  end

  Parser = Module.new
  Parser.const_set(:Base, Class.new)
  {
    Converter => %w(Kramdown Latex RemoveHtmlTags HashAst ManPage Toc),
    Parser => %w(Kramdown GFM Html Markdown)
  }.each do |space, names|
    kinds = names.map { |name| space.const_set(name, Class.new(space::Base)) }
    kinds.each { |kind| kind.extend(OwnRuby) }
  end

  # Of HTML only headers are a plugin's own.
  def (Converter::Html).method_added(name)
    Hastie.missing("Kramdown::Converter::Html##{name}") if name.start_with?("convert_") && name != :convert_header
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
