# Rouge's lexers and its formatters for HTML. The program highlights the code.
module Rouge
  # Code in HTML.
  def self.highlight(text, lexer, formatter)
    found = lexer.is_a?(String) || lexer.is_a?(Symbol) ? Lexer.find(lexer) : lexer
    raise "unknown lexer #{lexer}" unless found

    kind = formatter.is_a?(String) || formatter.is_a?(Symbol) ? Formatter.find(formatter) : formatter
    raise "unknown formatter #{formatter}" unless kind

    (kind.is_a?(Class) ? kind.new : kind).format(found.lex(text))
  end

  class Lexer
    def self.find(name)
      return unless name

      Hastie.ask("lexer", name.to_s) ? Named.new(name.to_s) : nil
    end

    # A name may have options behind a question mark, which do not matter for HTML.
    def self.find_fancy(name, code = nil, _options = {})
      raise NotImplementedError, "Rouge guesses no languages here" if code && (name.nil? || name == "guess")

      find(name.to_s.split("?").first)
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

  class Formatter
    def self.find(name)
      { "html" => Formatters::HTML, "html_legacy" => Formatters::HTMLLegacy }[name.to_s]
    end

    def format(lexed)
      hastie_format(Formatter.parts(lexed))
    end
    alias_method :render, :format

    # The parts of highlighted code: the class and the escaped text of each.
    def self.parts(lexed)
      html = Hastie.ask("highlight", lexed.tag, lexed.text)
      html.scan(%r!<span class="([^"]*)">([^<]*)</span>|([^<]+)!).map { |name, text, plain| [name, text || plain] }
    end

    # The parts of each line, without its line break.
    def self.lines(parts)
      lines = [[]]
      parts.each do |name, text|
        text.split("\n", -1).each_with_index do |piece, at|
          lines << [] if at.positive?
          lines.last << [name, piece] unless piece.empty?
        end
      end
      lines.pop if lines.last.empty?
      lines
    end
  end

  module Formatters
    class HTML < Formatter
      def hastie_format(parts)
        parts.map { |name, text| name ? "<span class=\"#{name}\">#{text}</span>" : text }.join
      end
    end

    class HTMLPygments < Formatter
      def initialize(inner, css_class = "codehilite")
        @inner = inner
        @css_class = css_class
      end

      def hastie_format(parts)
        %(<div class="highlight"><pre class="#{@css_class}"><code>#{@inner.hastie_format(parts)}</code></pre></div>)
      end
    end

    class HTMLTable < Formatter
      def initialize(inner, options = {})
        @inner = inner
        @start = options.fetch(:start_line, 1)
        @line_format = options.fetch(:line_format, "%i")
        @classes = [[:table_class, "rouge-table"], [:gutter_class, "rouge-gutter"], [:code_class, "rouge-code"]].map { |key, name| options.fetch(key, name) }
      end

      def hastie_format(parts)
        count = parts.sum { |_, text| text.count("\n") }
        unless parts.last&.last&.end_with?("\n")
          count += 1
          parts += [[nil, "\n"]]
        end
        numbers = (@start...@start + count).map { |number| Kernel.format(@line_format, number) }.join("\n")
        table, gutter, code = @classes
        %(<table class="#{table}"><tbody><tr><td class="#{gutter} gl"><pre class="lineno">#{numbers}\n</pre></td>) +
          %(<td class="#{code}"><pre>#{@inner.hastie_format(parts)}</pre></td></tr></tbody></table>)
      end
    end

    class HTMLLinewise < Formatter
      def initialize(inner, options = {})
        @inner = inner
        @tag = options.fetch(:tag_name, "div")
        @class_format = options.fetch(:class, "line-%i")
      end

      def hastie_format(parts)
        Formatter.lines(parts).each_with_index.map do |line, at|
          %(<#{@tag} class="#{Kernel.format(@class_format, at + 1)}">#{@inner.hastie_format(line)}\n</#{@tag}>)
        end.join
      end
    end

    class HTMLLineTable < Formatter
      def initialize(inner, options = {})
        @inner = inner
        @start = options.fetch(:start_line, 1)
        @table_class = options.fetch(:table_class, "rouge-line-table")
        @gutter_class = options.fetch(:gutter_class, "rouge-gutter")
        @code_class = options.fetch(:code_class, "rouge-code")
        @line_class = options.fetch(:line_class, "lineno")
        @line_id = options.fetch(:line_id, "line-%i")
      end

      def hastie_format(parts)
        rows = Formatter.lines(parts).each_with_index.map do |line, at|
          number = @start + at
          %(<tr id="#{Kernel.format(@line_id, number)}" class="#{@line_class}"><td class="#{@gutter_class} gl" style="-moz-user-select: none;) +
            %(-ms-user-select: none;-webkit-user-select: none;user-select: none;"><pre>#{number}</pre></td>) +
            %(<td class="#{@code_class}"><pre>#{@inner.hastie_format(line)}\n</pre></td></tr>)
        end
        %(<table class="#{@table_class}"><tbody>#{rows.join}</tbody></table>)
      end
    end

    class HTMLLineHighlighter < Formatter
      def initialize(inner, options = {})
        @inner = inner
        @lines = options[:highlight_lines] || []
        @class = options[:highlight_line_class] || "hll"
      end

      def hastie_format(parts)
        Formatter.lines(parts).each_with_index.map do |line, at|
          text = "#{@inner.hastie_format(line)}\n"
          @lines.include?(at + 1) ? %(<span class="#{@class}">#{text}</span>) : text
        end.join
      end
    end

    class HTMLLegacy < Formatter
      def initialize(options = {})
        raise NotImplementedError, "Rouge has no inline styles here" if options[:inline_theme]

        @inner = HTML.new
        @inner = HTMLTable.new(@inner, options) if options[:line_numbers]
        @inner = HTMLPygments.new(@inner, options.fetch(:css_class, "codehilite")) if options.fetch(:wrap, true)
      end

      def hastie_format(parts)
        @inner.hastie_format(parts)
      end
    end
  end
end
