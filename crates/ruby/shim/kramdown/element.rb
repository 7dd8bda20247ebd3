# Elements of a document in kramdown's terms, made of the tree that the program parses.
module Kramdown
  class Element
    attr_accessor :type, :value, :attr, :options, :children

    BLOCKS = %i(blank p header blockquote codeblock ul ol li dl dt dd table td hr).freeze
    BLOCK_PARTS = %i(thead tbody tfoot tr).freeze

    def initialize(type, value = nil, attr = nil, options = nil)
      @type = type
      @value = value
      @attr = attr || {}
      @options = options || {}
      @children = []
    end

    def category
      return @options[:category] if @options[:category]

      BLOCKS.include?(@type) || BLOCK_PARTS.include?(@type) ? :block : :span
    end

    def block?
      category == :block
    end

    def span?
      category == :span
    end

    # A copy of the element with copies of everything inside of it, including texts.
    def hastie_copy
      copy = Element.new(@type, @value, @attr.dup, @options.dup)
      copy.children = @children.map(&:hastie_copy)
      copy
    end

    def inspect
      shown = { "value" => value, "attr" => attr, "options" => options, "children" => children }
      shown.reject! { |name, one| one.nil? || (name != "value" && one.empty?) }
      "<kd:#{type}#{shown.map { |name, one| " #{name}=#{one.inspect}" }.join}>"
    end
  end

  # Creates elements from a tree of the program.
  class Reading
    def initialize(tree)
      @tree = tree
      @footnotes = {}
    end

    # Creates the root with the data that a converter needs there. `given` are the options with which the document was requested.
    def root(given = {})
      root = element(@tree["root"])
      named = @tree["abbreviations"]
      root.options.update(
        :encoding      => @tree["options"]["ascii"] ? Encoding::US_ASCII : Encoding::UTF_8,
        :abbrev_defs   => named.to_h { |name, title, _| [name, title] },
        :abbrev_attr   => named.to_h { |name, _, attr| [name, attr] },
        :footnote_count => @tree["footnotes"].size,
        :options       => given.merge(options)
      )
      root
    end

    private

    def options
      found = @tree["options"].transform_keys(&:to_sym)
      %i(entity_output syntax_highlighter math_engine).each { |name| found[name] = found[name]&.to_sym }
      found[:smart_quotes] = found[:smart_quotes].map { |quote| Utils::Entities.hastie_note(part(quote)) }
      found[:typographic_symbols] = found[:typographic_symbols].transform_keys(&:to_sym)
      found[:syntax_highlighter_opts] = found[:syntax_highlighter_opts].transform_keys(&:to_sym)
      found
    end

    # Elements with an option that only kramdown's converter to Markdown reads. The program does not send it.
    MARKED = %i(ul ol codespan).freeze
    UNKNOWN = lambda do |_, name|
      Hastie.missing("kramdown's option #{name}") if %i(first_list_marker codespan_delimiter).include?(name)
    end

    def element(node)
      kind, value, attr, options, children = node
      element = Element.new(kind.to_sym, part(value), attr, options.to_h { |name, one| [name.to_sym, part(one)] })
      element.options.default_proc = UNKNOWN if MARKED.include?(element.type)
      refs = element.options.delete(:refs)
      element.options[:ial] = { :refs => refs } if refs
      element.value = footnote(value) if element.type == :footnote
      element.children = children.map { |child| element(child) }
      element
    end

    def footnote(name)
      @footnotes[name] ||= element(@tree["footnotes"][name] || ["root", nil, {}, {}, []]).tap { |content| content.type = :footnote_def }
    end

    def part(part)
      return part unless part.is_a?(Hash)
      return part["symbol"].to_sym if part.key?("symbol")
      return part["symbols"].map(&:to_sym) if part.key?("symbols")

      Utils::Entities::Entity.new(part["entity"], part["name"])
    end
  end

  module Utils
    module Entities
      Entity = Struct.new(:code_point, :name) do
        def char
          [code_point].pack("U*")
        rescue RangeError
          ""
        end
      end
      NAMED = {
        "nbsp" => 160, "laquo" => 171, "raquo" => 187, "mdash" => 8212, "ndash" => 8211, "hellip" => 8230, "lt" => 60, "gt" => 62,
        "amp" => 38, "quot" => 34, "lsquo" => 8216, "rsquo" => 8217, "ldquo" => 8220, "rdquo" => 8221
      }.freeze

      @noted = {}

      class << self
        def entity(point_or_name)
          return @noted[point_or_name] if @noted.key?(point_or_name)
          return Entity.new(point_or_name, NAMED.key(point_or_name)) if point_or_name.is_a?(Integer)

          Entity.new(NAMED.fetch(point_or_name) { Hastie.missing("Kramdown's entity #{point_or_name}") }, point_or_name)
        end

        # Notes an entity of the program. Returns the name or number that stands for it in kramdown's options.
        def hastie_note(entity)
          name = entity.name || entity.code_point
          @noted[name] = entity
          name
        end
      end
    end

    module Html
      REFERENCE = /&(?:[a-zA-Z_][\w.:-]*|#\d+|#x[0-9a-fA-F]+);/.freeze
      ESCAPE_MAP = { "<" => "&lt;", ">" => "&gt;", "&" => "&amp;", '"' => "&quot;" }.freeze
      ESCAPED = { :all => /[<>&]/, :text => /#{REFERENCE}|[<>&]/, :attribute => /#{REFERENCE}|[<>&"]/ }.freeze
      BETWEEN_CJK = /(?<=[\p{Han}\p{Hiragana}\p{Katakana}])\n(?=[\p{Han}\p{Hiragana}\p{Katakana}])/.freeze

      def escape_html(text, type = :all)
        text.gsub(ESCAPED.fetch(type)) { |found| ESCAPE_MAP.fetch(found, found) }
      end

      def html_attributes(attr)
        shown = attr.reject { |name, value| value.nil? || (name == "id" && value.strip.empty?) }
        shown.map { |name, value| " #{name}=\"#{escape_html(value.to_s, :attribute)}\"" }.join
      end

      def entity_to_str(entity, original = nil)
        output = @options[:entity_output]
        char = entity.char
        special = ESCAPE_MAP.key?(char)
        fits = @root.options[:encoding] != Encoding::US_ASCII || char.ascii_only?
        return char if output == :as_char && fits && !char.empty? && (char == '"' || !special)
        return original if original && %i(as_char as_input).include?(output)
        return "&#{entity.name};" if entity.name && (output == :symbolic || special)

        "&##{entity.code_point};"
      end

      def fix_cjk_line_break(text)
        text.gsub(BETWEEN_CJK, "")
      end
    end
  end
end
