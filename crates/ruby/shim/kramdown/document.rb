# The functions of kramdown and Rouge that convert a text for plugins, by the program's own engines. If the gem is in a
# gem folder, `require` finds it instead.
module Kramdown
  VERSION = "2.5.1"

  class Error < RuntimeError; end

  class Document
    attr_reader :options, :warnings

    def initialize(source, options = {})
      # Any object but a text fails here.
      source.valid_encoding? or raise "The source text contains invalid characters for the used encoding #{source.encoding}"
      @source = source
      @options = options.transform_keys(&:to_sym)
      @warnings = []
    end

    def root
      @root ||= Reading.new(Hastie.ask("kramdown_tree", @source.encode("UTF-8"), hastie_options)).root(@options)
    end

    def to_html
      # The plugin may have changed the elements that it has asked for.
      @root || Converter::Html.hastie_used? ? hastie_converted(Converter::Html) : Hastie.ask("kramdown", hastie_options, *Document.hastie_source(@source))
    end

    # A text in UTF-8, and whether its encoding has only ASCII characters: kramdown then writes all others as entities.
    def self.hastie_source(text)
      # Anything but a string fails here, as in kramdown.
      text.valid_encoding?
      return [text, false] if text.encoding == Encoding::UTF_8

      [text.encode("UTF-8"), [Encoding::US_ASCII, Encoding::BINARY].include?(text.encoding)]
    end

    def to_remove_html_tags
      to_html
    end

    # `to_own_html` asks a converter of the site's own, `OwnHtml`.
    def method_missing(name, *)
      named = name.to_s[/\Ato_(\w+)\z/, 1]&.split("_")&.map(&:capitalize)&.join
      kind = Converter.const_get(named) if named && Converter.const_defined?(named)
      kind && (kind < Converter::Html || kind <= Converter::Toc) ? hastie_converted(kind) : Hastie.missing("Kramdown::Document##{name}")
    end

    def respond_to_missing?(name, *)
      name.start_with?("to_") || super
    end

    private

    def hastie_converted(kind)
      output, warnings = kind.convert(root, @options)
      @warnings.concat(warnings)
      output
    end

    def hastie_options
      @options.to_h { |name, value| [name.to_s, Document.hastie_plain(value)] }
    end

    def self.hastie_plain(value)
      case value
      when Symbol then value.to_s
      when Hash then value.to_h { |name, one| [name.to_s, hastie_plain(one)] }
      when Range then hastie_plain(value.to_a)
      when Array then value.map { |one| hastie_plain(one) }
      when String, Integer, Float, true, false, nil then value
      end
    end
  end

  class JekyllDocument < Document; end
end

# Classes of kramdown's Ruby code that are missing here. The program converts without them. A plugin's changes to them
# would have no effect, so attempts raise an error.
module Kramdown
  module OwnRuby
    %i(method_added singleton_method_added inherited alias_method prepend include new convert parse).each do |name|
      define_method(name) { |*, **, &_block| Hastie.missing("#{self}, a class of kramdown's own Ruby,") }
    end
  end

  Parser = Module.new
  Parser.const_set(:Base, Class.new)
  {
    Converter => %w(Kramdown Latex RemoveHtmlTags HashAst ManPage),
    Parser => %w(Kramdown GFM Html Markdown)
  }.each do |space, names|
    kinds = names.map { |name| space.const_set(name, Class.new(space::Base)) }
    kinds.each { |kind| kind.extend(OwnRuby) }
  end
end

module Kramdown
  module Converter
    # The headings of a document as a tree of elements. Each has a heading as its value.
    class Toc < Base
      # The levels that a plugin passes here replace the document's own.
      def self.convert(tree, options = {})
        levels = options.transform_keys(&:to_sym)[:toc_levels]
        own = levels.is_a?(Array) || levels.is_a?(Range) ? { :toc_levels => levels } : {}
        converter = new(tree, tree.options[:options].merge(own))
        [converter.convert(tree), converter.warnings]
      end

      def initialize(root, options)
        super
        @toc = Element.new(:toc)
        @open = []
      end

      def convert(element)
        element.type == :header && in_toc?(element) ? add_heading(element) : element.children.each { |child| convert(child) }
        @toc
      end

      private

      def add_heading(element)
        id = element.attr["id"]
        id = generate_id(element.options[:raw_text]) if id.nil? && @options[:auto_ids]
        add_to_toc(element, id) if id
      end

      def add_to_toc(element, id)
        entry = Element.new(:toc, element, :id => id)
        @open.pop until @open.empty? || @open.last.value.options[:level] < element.options[:level]
        (@open.last || @toc).children << entry
        @open << entry
      end
    end
  end
end
