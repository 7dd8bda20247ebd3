# kramdown's converter to HTML. The program has its own. This one writes documents if a plugin replaces methods of the class, or
# inherits from it.
module Kramdown
  module Converter
    class Base
      attr_reader :options, :data, :warnings, :root

      # Converts a tree. Returns the text and the warnings.
      def self.convert(tree, options = {})
        converter = new(tree, options.transform_keys(&:to_sym).merge(tree.options[:options] || {}))
        [converter.convert(tree), converter.warnings]
      end

      def initialize(root, options)
        @root = root
        @options = options
        @data = {}
        @warnings = []
      end

      def warning(text)
        @warnings << text
      end

      def in_toc?(element)
        @options[:toc_levels].include?(element.options[:level]) && (element.attr["class"] || "") !~ /\bno_toc\b/
      end

      def output_header_level(level)
        (level + @options[:header_offset]).clamp(1, 6)
      end

      def extract_code_language(attr)
        attr["class"].to_s[/\blanguage-(\S+)/, 1]
      end

      def extract_code_language!(attr)
        lang = extract_code_language(attr) or return
        rest = attr["class"].sub(/\blanguage-\S+/, "").strip
        rest.empty? ? attr.delete("class") : attr["class"] = rest
        lang
      end

      # The HTML of highlighted code. Sets `default_lang` in `opts` to the language that applies to code without a language.
      def highlight_code(text, lang, type, opts = {})
        name = @options[:syntax_highlighter] or return
        highlighter = Converter.syntax_highlighter(name)
        return hastie_native_code(text, lang, type, name, opts) unless highlighter

        highlighter.call(self, text, lang, type, opts)
      end

      def hastie_native_code(text, lang, type, name, opts)
        @hastie_how ||= Document.hastie_plain(@options[:syntax_highlighter_opts])
        html, opts[:default_lang] = Hastie.ask("kramdown_code", text, lang, name.to_s, [type == :block, @hastie_how])
        html
      end

      def format_math(element, opts = {})
        name = @options[:math_engine] or return
        engine = Converter.math_engine(name)
        return engine.call(self, element, opts) if engine

        warning("The configured math engine #{name} is not available.")
        nil
      end

      def generate_id(text)
        id = basic_generate_id(text)
        id = "section" if id.empty?
        @used_ids ||= {}
        if @used_ids.key?(id)
          @used_ids[id] += 1
          id = "#{id}-#{@used_ids[id]}"
        else
          @used_ids[id] = 0
        end
        @options[:auto_id_prefix] + id
      end

      def basic_generate_id(text)
        text.gsub(/^[^a-zA-Z]+/, "").tr("^a-zA-Z0-9 -", "").tr(" ", "-").downcase
      end

      QUOTES = %i(lsquo rsquo ldquo rdquo).freeze

      def smart_quote_entity(element)
        Utils::Entities.entity(@options[:smart_quotes][QUOTES.index(element.value)])
      end
    end

    class Html < Base
      include Utils::Html

      WITHOUT_BODY = %w(area base br col command embed hr img input keygen link meta param source track wbr).freeze
      TOC_PLACE = "\u{F8FF}toc\u{F8FF}"
      FOOTNOTE_PLACE = "\u{F8FF}footnotes\u{F8FF}"
      SYMBOLS = {
        :mdash => %w(mdash), :ndash => %w(ndash), :hellip => %w(hellip), :laquo => %w(laquo), :raquo => %w(raquo),
        :laquo_space => %w(laquo nbsp), :raquo_space => %w(nbsp raquo)
      }.freeze

      attr_accessor :indent

      # Whether this class writes documents, rather than the program.
      def self.hastie_used?
        return true if Hastie.changed_class?(self) || Converter.hastie_extended?
        return false unless Hastie::RougeOnDemand::GEM.hastie_changed?
        return true unless Hastie.model.site.config["markdown"].to_s.match?(/commonmark/i)

        raise NotImplementedError, "lexers and formatters of plugins are not supported with CommonMark"
      end

      def initialize(root, options)
        super
        @indent = 2
        @stack = []
        @toc = []
        @toc_code = nil
        @footnotes = []
        @footnotes_by_name = {}
        @footnote_location = nil
        @footnote_start = @footnote_counter = @options[:footnote_nr]
        @highlighter_class = " highlighter-#{@options[:syntax_highlighter]}"
        @dispatcher = Hash.new { |known, type| known[type] = :"convert_#{type}" }
      end

      def convert(element, indent = -@indent)
        send(@dispatcher[element.type], element, indent)
      end

      def inner(element, indent)
        @stack.push(element)
        text = element.children.map { |child| send(@dispatcher[child.type], child, indent + @indent) }.join
        @stack.pop
        text
      end

      def convert_blank(_element, _indent)
        "\n"
      end

      def convert_text(element, _indent)
        text = escape_html(element.value, :text)
        @options[:remove_line_breaks_for_cjk] ? fix_cjk_line_break(text) : text
      end
      alias_method :convert_raw_text, :convert_text

      def convert_eob(_element, _indent)
        ""
      end

      def convert_p(element, indent)
        return inner(element, indent) if element.options[:transparent]

        only = element.children.first if element.children.size == 1
        if only && only.type == :img && only.options.dig(:ial, :refs)&.include?("standalone")
          convert_standalone_image(element, indent)
        else
          format_as_block_html("p", element.attr, inner(element, indent), indent)
        end
      end

      def convert_standalone_image(element, indent)
        figure = element.attr.dup
        image = element.children.first.attr.dup
        %w(class id).each { |name| figure[name] = image.delete(name) if image.key?(name) && !figure.key?(name) }
        margin = " " * (indent + @indent)
        body = "#{margin}<img#{html_attributes(image)} />\n#{margin}<figcaption>#{image["alt"]}</figcaption>\n"
        format_as_indented_block_html("figure", figure, body, indent)
      end

      def convert_codeblock(element, indent)
        attr = element.attr.dup
        lang = extract_code_language!(attr)
        found = {}
        code = highlight_code(element.value, element.options[:lang] || lang, :block, found)
        if code
          add_syntax_highlighter_to_class_attr(attr, lang || found[:default_lang])
          return "#{" " * indent}<div#{html_attributes(attr)}>#{code}#{" " * indent}</div>\n"
        end
        code = escape_html(element.value).chomp
        code = hastie_white_space(code) if element.attr["class"].to_s.match?(/\bshow-whitespaces\b/)
        on_code = lang ? { "class" => "language-#{lang}" } : {}
        "#{" " * indent}<pre#{html_attributes(attr)}><code#{html_attributes(on_code)}>#{code}\n</code></pre>\n"
      end

      def convert_header(element, indent)
        attr = element.attr.dup
        if @options[:auto_ids] && !attr["id"]
          text = element.options[:raw_text]
          attr["id"] = generate_id(@options[:transliterated_header_ids] ? element.options[:ascii_text] || text : text)
        end
        if @options[:header_links] && !attr["id"].to_s.empty?
          element.children.unshift(Element.new(:a, nil, "href" => "##{attr["id"]}"))
        end
        @toc << [element.options[:level], attr["id"], element.children] if attr["id"] && in_toc?(element)
        format_as_block_html("h#{output_header_level(element.options[:level])}", attr, inner(element, indent), indent)
      end

      def convert_hr(element, indent)
        "#{" " * indent}<hr#{html_attributes(element.attr)} />\n"
      end

      def convert_ul(element, indent)
        refs = element.options.dig(:ial, :refs) || []
        if !@toc_code && refs.include?("toc")
          @toc_code = [element.type, element.attr, TOC_PLACE]
          TOC_PLACE
        elsif !@footnote_location && refs.include?("footnotes")
          @footnote_location = FOOTNOTE_PLACE
        else
          format_as_indented_block_html(element.type, element.attr, inner(element, indent), indent)
        end
      end
      alias_method :convert_ol, :convert_ul

      %w(blockquote dl table thead tbody tfoot tr).each do |type|
        define_method("convert_#{type}") do |element, indent|
          format_as_indented_block_html(element.type, element.attr, inner(element, indent), indent)
        end
      end

      def convert_li(element, indent)
        first = element.children.first
        tight = first.nil? || (first.type == :p && first.options[:transparent])
        body = inner(element, indent)
        body = "\n#{body}" unless tight
        body << " " * indent if !tight || body.end_with?("\n")
        "#{" " * indent}<#{element.type}#{html_attributes(element.attr)}>#{body}</#{element.type}>\n"
      end
      alias_method :convert_dd, :convert_li

      def convert_dt(element, indent)
        attr = element.attr.dup
        refs = @stack.last&.options&.dig(:ial, :refs) || []
        prefix = refs.lazy.filter_map { |ref| ref[/\Aauto_ids(?:-([\w-]+))?/] && $1.to_s }.first
        attr["id"] = "#{prefix}#{basic_generate_id(element.options[:raw_text])}".lstrip if prefix && !attr["id"]
        format_as_block_html("dt", attr, inner(element, indent), indent)
      end

      def convert_td(element, indent)
        body = inner(element, indent)
        attr = element.attr
        alignment = @stack[-3]&.options&.dig(:alignment)&.at(@stack.last.children.index(element) || 0)
        if alignment && alignment != :default
          before = attr.key?("style") ? "#{attr["style"]}; " : ""
          attr = attr.merge("style" => "#{before}text-align: #{alignment}")
        end
        body = entity_to_str(Utils::Entities.entity("nbsp")) if body.empty?
        format_as_block_html(@stack[-2]&.type == :thead ? :th : :td, attr, body, indent)
      end

      def convert_html_element(element, indent)
        body = inner(element, indent)
        name = element.value
        open = "<#{name}#{html_attributes(element.attr)}"
        if element.options[:category] == :span
          return body.empty? && WITHOUT_BODY.include?(name) ? "#{open} />" : "#{open}>#{body}</#{name}>"
        end
        text = hastie_html_block(element, open, body, indent)
        hastie_in_raw? ? text : "#{" " * indent}#{text}\n"
      end

      def convert_xml_comment(element, indent)
        return element.value unless element.options[:category] == :block && !hastie_in_raw?

        "#{" " * indent}#{element.value}\n"
      end
      alias_method :convert_xml_pi, :convert_xml_comment

      def convert_comment(element, indent)
        text = "<!-- #{element.value} -->"
        element.options[:category] == :block ? "#{" " * indent}#{text}\n" : text
      end

      def convert_br(_element, _indent)
        "<br />"
      end

      def convert_a(element, indent)
        format_as_span_html("a", element.attr, inner(element, indent))
      end

      def convert_img(element, _indent)
        "<img#{html_attributes(element.attr)} />"
      end

      def convert_em(element, indent)
        format_as_span_html(element.type, element.attr, inner(element, indent))
      end
      alias_method :convert_strong, :convert_em

      def convert_codespan(element, _indent)
        attr = element.attr.dup
        lang = extract_code_language(attr)
        found = {}
        code = highlight_code(element.value, lang, :span, found)
        add_syntax_highlighter_to_class_attr(attr, lang || found[:default_lang]) if code
        format_as_span_html("code", attr, code || escape_html(element.value))
      end

      def convert_raw(element, _indent)
        types = element.options[:type] || []
        return "" unless types.empty? || types.include?("html")

        element.options[:category] == :block ? "#{element.value}\n" : element.value
      end

      def convert_entity(element, _indent)
        entity_to_str(element.value, element.options[:original])
      end

      def convert_typographic_sym(element, _indent)
        own = @options[:typographic_symbols][element.value]
        return escape_html(own, :text) if own

        SYMBOLS.fetch(element.value).map { |name| entity_to_str(Utils::Entities.entity(name)) }.join
      end

      def convert_smart_quote(element, _indent)
        entity_to_str(smart_quote_entity(element))
      end

      def convert_math(element, indent)
        made = format_math(element, :indent => indent)
        return made if made

        attr = element.attr.merge("class" => "#{element.attr["class"]} kdmath".lstrip)
        if element.options[:category] == :block
          format_as_block_html("div", attr, "$$\n#{element.value}\n$$", indent)
        else
          format_as_span_html("span", attr, "$#{element.value}$")
        end
      end

      def convert_abbreviation(element, _indent)
        known = @root.options[:abbrev_defs]
        name = known.key?(element.value) ? element.value : element.value.gsub(/[\s\p{Z}]+/, " ")
        attr = (@root.options[:abbrev_attr][name] || {}).dup
        attr["title"] = known[name] unless known[name].to_s.empty?
        format_as_span_html("abbr", attr, element.value)
      end

      def convert_root(element, indent)
        text = inner(element, indent)
        notes = footnote_content
        text = @footnote_location ? text.sub(FOOTNOTE_PLACE) { notes } : text + notes
        return text unless @toc_code

        tree = generate_toc_tree(@toc, @toc_code[0], @toc_code[1] || {})
        contents = tree.children.empty? ? "" : convert(tree, 0)
        text.sub(TOC_PLACE) { contents }
      end

      def format_as_span_html(name, attr, body)
        "<#{name}#{html_attributes(attr)}>#{body}</#{name}>"
      end

      def format_as_block_html(name, attr, body, indent)
        "#{" " * indent}<#{name}#{html_attributes(attr)}>#{body}</#{name}>\n"
      end

      def format_as_indented_block_html(name, attr, body, indent)
        "#{" " * indent}<#{name}#{html_attributes(attr)}>\n#{body}#{" " * indent}</#{name}>\n"
      end

      def add_syntax_highlighter_to_class_attr(attr, lang = nil)
        attr["class"] = "#{attr["class"]}#{@highlighter_class}".lstrip
        return unless lang

        # If the first class is not a language, a language in another class stays, and is also put before the first
        # one.
        first = attr["class"][/\Alanguage-\S+/]
        attr["class"] = first ? "language-#{lang}#{attr["class"][first.size..]}" : "language-#{lang} #{attr["class"]}"
      end

      private

      def hastie_in_raw?
        outer = @stack.last
        outer && outer.type == :html_element && outer.options[:content_model] == :raw
      end

      def hastie_html_block(element, open, body, indent)
        name = element.value
        model = element.options[:content_model]
        return "#{open} />" if element.options[:is_closed] && model == :raw
        return "#{open}>#{body}</#{name}>" if !body.empty? && model != :block
        return "#{open}>\n#{body.chomp}\n#{" " * indent}</#{name}>" unless body.empty?

        WITHOUT_BODY.include?(name) ? "#{open} />" : "#{open}></#{name}>"
      end

      # Wraps each space and tab in a `span`. Its class is different at the start and at the end of a line.
      def hastie_white_space(code)
        code.gsub(/^(?<left>[ \t]+)|(?<right>[ \t]+)$|[ \t]+/) do |found|
          suffix = if $~[:left] then "-l" elsif $~[:right] then "-r" else "" end
          found.each_char.map do |char|
            char == "\t" ? "<span class=\"ws-tab#{suffix}\">\t</span>" : "<span class=\"ws-space#{suffix}\">&#8901;</span>"
          end.join
        end
      end
    end
  end
end
