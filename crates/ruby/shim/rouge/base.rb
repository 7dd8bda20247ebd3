# Rouge's lexers and its formatters for HTML. The program splits the code into tokens. Mirrors `Rouge::Formatters`.
module Rouge
  # Highlights code with a lexer and a formatter, or with their names.
  def self.highlight(text, lexer, formatter, &block)
    found = lexer.is_a?(String) || lexer.is_a?(Symbol) ? Lexer.find(lexer) : lexer
    raise "unknown lexer #{lexer}" unless found

    kind = formatter.is_a?(String) || formatter.is_a?(Symbol) ? Formatter.find(formatter) : formatter
    raise "unknown formatter #{formatter}" unless kind

    (kind.is_a?(Class) ? kind.new : kind).format(found.lex(text), &block)
  end

  # Whether plugins have defined lexers, or changed how code is written. Then Ruby highlights all code.
  def self.hastie_changed?
    Lexers.hastie_natives.each(&:hastie_check_constants)
    Lexer.hastie_own? || Formatter.hastie_changed?
  end

  class Formatter
    REGISTRY = {}

    class << self
      # Whether a plugin has replaced methods of the formatters that Jekyll and kramdown use, or set its own formatter in kramdown's
      # options.
      def hastie_changed?
        return @is_changed if defined?(@is_changed) && Hastie.model.ready?

        @is_changed = !hastie_named.nil? || Formatters::USED.any? { |kind| Hastie.changed_class?(kind) }
      end

      # Registers the class under a name. Without an argument, returns the name.
      def tag(name = nil)
        return @tag unless name

        REGISTRY[name] = self
        @tag = name
      end

      def find(name)
        REGISTRY[name.to_s]
      end

      def format(tokens, *arguments, **options, &block)
        new(*arguments, **options).format(tokens, &block)
      end

      def escape_enabled?
        @escape_enabled || false
      end

      def enable_escape!
        @escape_enabled = true
      end

      def disable_escape!
        @escape_enabled = false
      end

      def with_escape
        before = escape_enabled?
        enable_escape!
        yield
      ensure
        @escape_enabled = before
      end

      private

      # A formatter of a plugin that kramdown's options name.
      def hastie_named
        options = Hastie.model.site.config.dig("kramdown", "syntax_highlighter_opts") or return
        names = [options, options["span"], options["block"]].grep(Hash).map { |one| one["formatter"].to_s }
        names.find { |name| name.match?(/\A[[:upper:]]\w*\z/) && Formatters.const_defined?(name, false) && !Formatters::OWN.include?(name.to_sym) }
      end
    end

    def initialize(_options = {}); end

    def escape?(type)
      type == Token::Tokens::Escape
    end

    # Raises an error for tokens that must be written unescaped, unless a plugin allows them.
    def filter_escapes(tokens)
      tokens.each { |type, text| yield(escape?(type) ? Token::Tokens::Error : type, text) }
    end

    def format(tokens, &block)
      tokens = enum_for(:filter_escapes, tokens) unless Formatter.escape_enabled?
      return stream(tokens, &block) if block

      result = +""
      stream(tokens) { |piece| result << piece }
      result
    end

    def render(tokens)
      warn "Formatter#render is deprecated, use #format instead."
      format(tokens)
    end

    def stream(*)
      raise "abstract"
    end

    protected

    # The tokens of each line, without line breaks.
    def token_lines(tokens)
      return enum_for(:token_lines, tokens) unless block_given?

      line = []
      tokens.each do |type, text|
        text.scan(/\n|[^\n]+/) do |part|
          next line << [type, part] unless part == "\n"

          yield line
          line = []
        end
      end
      yield line unless line.empty?
    end
  end

  module Formatters
    class HTML < Formatter
      TABLE_FOR_ESCAPE_HTML = { "&" => "&amp;", "<" => "&lt;", ">" => "&gt;" }.freeze
      ESCAPE_REGEX = /[&<>]/.freeze

      tag "html"

      def stream(tokens)
        tokens.each { |type, text| yield span(type, text) }
      end

      def span(type, text)
        escape?(type) ? text : safe_span(type, text.gsub(ESCAPE_REGEX, TABLE_FOR_ESCAPE_HTML))
      end

      def safe_span(type, escaped)
        return escaped if type == Token::Tokens::Text
        raise "unknown token: #{type.inspect} for #{escaped.inspect}" unless type.shortname

        "<span class=\"#{type.shortname}\">#{escaped}</span>"
      end
    end

    # Writes the colors of a theme in `style` attributes.
    class HTMLInline < HTML
      tag "html_inline"

      def initialize(theme)
        @theme = case theme
                 when Class then theme.new if theme < Theme
                 when Theme then theme
                 when String then Theme.find(theme).new
                 end
        raise ArgumentError, "invalid theme: #{theme.inspect}" unless @theme
      end

      def safe_span(type, escaped)
        return escaped if type == Token::Tokens::Text

        "<span style=\"#{@theme.style_for(type).rendered_rules.to_a.join(";")}\">#{escaped}</span>"
      end
    end

    class HTMLPygments < Formatter
      def initialize(inner, css_class = "codehilite")
        @inner = inner
        @css_class = css_class
      end

      def stream(tokens, &block)
        yield %(<div class="highlight"><pre class="#{@css_class}"><code>)
        @inner.stream(tokens, &block)
        yield "</code></pre></div>"
      end
    end

    # Writes line numbers and code as two cells of a table.
    class HTMLTable < Formatter
      tag "html_table"

      def initialize(inner, options = {})
        @inner = inner
        @start_line = options.fetch(:start_line, 1)
        @line_format = options.fetch(:line_format, "%i")
        @table_class = options.fetch(:table_class, "rouge-table")
        @gutter_class = options.fetch(:gutter_class, "rouge-gutter")
        @code_class = options.fetch(:code_class, "rouge-code")
      end

      def style(scope)
        yield "#{scope} .rouge-table { border-spacing: 0 }"
        yield "#{scope} .rouge-gutter { text-align: right }"
      end

      def stream(tokens)
        texts = tokens.map { |_, text| text }
        count = texts.sum { |text| text.count("\n") }
        code = @inner.format(tokens)
        unless texts.last&.end_with?("\n")
          count += 1
          code += "\n"
        end
        numbers = Array.new(count) { |index| "#{sprintf(@line_format, @start_line + index)}\n" }.join
        numbers = "\n" if count.zero?
        yield %(<table class="#{@table_class}"><tbody><tr><td class="#{@gutter_class} gl"><pre class="lineno">#{numbers}</pre></td>) +
              %(<td class="#{@code_class}"><pre>#{code}</pre></td></tr></tbody></table>)
      end
    end

    # Writes each line in an element of its own.
    class HTMLLinewise < Formatter
      def initialize(inner, options = {})
        @formatter = inner
        @tag_name = options.fetch(:tag_name, "div")
        @class_format = options.fetch(:class, "line-%i")
      end

      def stream(tokens)
        token_lines(tokens).with_index(1) do |line, number|
          yield %(<#{@tag_name} class="#{sprintf(@class_format, number)}">)
          @formatter.stream(line) { |piece| yield piece }
          yield "\n</#{@tag_name}>"
        end
      end
    end

    # Writes each line as a row of a table.
    class HTMLLineTable < Formatter
      tag "html_line_table"

      UNSELECTABLE = %w(-moz-user-select -ms-user-select -webkit-user-select user-select).map { |name| "#{name}: none;" }.join.freeze
      private_constant :UNSELECTABLE

      def initialize(inner, options = {})
        @formatter = inner
        @start_line = options.fetch(:start_line, 1)
        @table_class = options.fetch(:table_class, "rouge-line-table")
        @gutter_class = options.fetch(:gutter_class, "rouge-gutter")
        @code_class = options.fetch(:code_class, "rouge-code")
        @line_class = options.fetch(:line_class, "lineno")
        @line_id = options.fetch(:line_id, "line-%i")
      end

      def stream(tokens)
        rows = token_lines(tokens).with_index(@start_line).map { |line, number| row(line, number) }
        yield %(<table class="#{@table_class}"><tbody>#{rows.join}</tbody></table>)
      end

      private

      def row(line, number)
        code = +""
        @formatter.stream(line) { |piece| code << piece }
        %(<tr id="#{sprintf(@line_id, number)}" class="#{@line_class}"><td class="#{@gutter_class} gl" style="#{UNSELECTABLE}">) +
          %(<pre>#{number}</pre></td><td class="#{@code_class}"><pre>#{code}\n</pre></td></tr>)
      end
    end

    class HTMLLineHighlighter < Formatter
      tag "html_line_highlighter"

      def initialize(inner, options = {})
        @delegate = inner
        @highlight_lines = options[:highlight_lines] || []
        @highlight_line_class = options.fetch(:highlight_line_class, "hll")
      end

      def stream(tokens)
        token_lines(tokens).with_index(1) do |line, number|
          text = "#{@delegate.format(line)}\n"
          yield(@highlight_lines.include?(number) ? %(<span class="#{@highlight_line_class}">#{text}</span>) : text)
        end
      end
    end

    class HTMLLegacy < Formatter
      tag "html_legacy"

      def initialize(options = {})
        @formatter = options[:inline_theme] ? HTMLInline.new(options[:inline_theme]) : HTML.new
        @formatter = HTMLTable.new(@formatter, options) if options[:line_numbers]
        @formatter = HTMLPygments.new(@formatter, options.fetch(:css_class, "codehilite")) if options.fetch(:wrap, true)
      end

      def stream(tokens, &block)
        @formatter.stream(tokens, &block)
      end
    end

    # Writes each token's type and text, one token in a line.
    class Null < Formatter
      tag "null"

      def initialize(*); end

      def stream(tokens)
        tokens.each { |type, text| yield "#{type.qualname} #{text.inspect}\n" }
      end
    end

    OWN = constants.freeze
    # The formatters that Jekyll and kramdown use.
    USED = [HTML, HTMLLegacy, HTMLPygments, HTMLTable, HTMLLineHighlighter].freeze
  end
end
