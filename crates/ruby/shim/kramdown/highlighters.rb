# Syntax highlighters and math engines of kramdown's converters. The program has Rouge and MathJax, and plugins may add others.
module Kramdown
  module Converter
    @added = { :syntax_highlighter => {}, :math_engine => {} }

    class << self
      %i(syntax_highlighter math_engine).each do |part|
        define_method("add_#{part}") do |name, called = nil, &block|
          @added[part][name.to_sym] = called || block
        end

        define_method(part) do |name|
          @added[part].fetch(name.to_sym) { hastie_native(part, name) }
        end
      end

      # Whether a plugin has added a highlighter or an engine, or replaced a method of one.
      def hastie_extended?
        @added.any? { |_, parts| parts.any? } || SyntaxHighlighter::Rouge.hastie_changed? || MathEngine::Mathjax.hastie_changed?
      end

      # The highlighter or engine of a plugin with a name. nil if plugins have not added it.
      def hastie_added(part, name)
        @added[part][name]
      end

      private

      def hastie_native(part, name)
        return SyntaxHighlighter::Rouge if part == :syntax_highlighter && name.to_sym == :rouge

        MathEngine::Mathjax if part == :math_engine && name.to_sym == :mathjax
      end
    end

    # The program's own highlighter and engine. kramdown loads its files for them when it first needs them, so that methods which a
    # plugin has replaced before are lost, unless it has loaded the file itself.
    module Native
      def hastie_changed?
        hastie_load
        singleton_class.ancestors.first != singleton_class || hastie_own_names.any?
      end

      # As if kramdown loaded the file of this module.
      def hastie_load
        return if @is_loaded

        @is_loaded = true
        names = %i(call options prepare_options normalize_keys formatter_class)
        (hastie_own_names & names).each { |name| singleton_class.send(:remove_method, name) }
      end

      # The names of the methods that plugins have defined in this module.
      def hastie_own_names
        singleton_methods(false) + singleton_class.private_instance_methods(false)
      end
    end
    private_constant :Native

    module SyntaxHighlighter
      # Highlights with Rouge.
      module Rouge
        AVAILABLE = true

        # The methods of the module. Code is highlighted by the program, unless plugins have defined its lexer or changed how Rouge
        # writes code.
        module Methods
          include Native

          def call(converter, text, lang, type, call_opts)
            opts = options(converter, type)
            lang_or_default = lang || opts[:default_lang]
            return converter.hastie_native_code(text, lang, type, :rouge, call_opts) unless written_here?(lang_or_default)

            call_opts[:default_lang] = opts[:default_lang]
            lexer = Hastie::RougeOnDemand::GEM::Lexer.find_fancy(lang_or_default, text) if lang_or_default || opts[:guess_lang]
            return if opts[:disable] || !lexer || (lexer.tag == "plaintext" && !opts[:guess_lang])

            opts[:css_class] ||= "highlight"
            formatter_class(opts).new(opts).format(lexer.lex(text))
          end

          # The options for blocks or spans.
          def options(converter, type)
            all = converter.options[:syntax_highlighter_opts].transform_keys(&:to_sym)
            own = (all.delete(type) || {}).transform_keys(&:to_sym)
            found = all.except(:span, :block).merge(own)
            found[:wrap] = false if type == :span
            found
          end

          def formatter_class(opts = {})
            name = opts[:formatter]
            formatters = Hastie::RougeOnDemand::GEM::Formatters
            return name if name.is_a?(Class)
            return formatters::HTMLLegacy unless name.to_s.match?(/\A[[:upper:]][[:alnum:]_]*\z/)

            formatters.const_get(name, false)
          rescue NameError
            formatters::HTML
          end

          private

          def written_here?(lang)
            rouge = Hastie::RougeOnDemand::GEM
            rouge::Lexer.hastie_registry.key?(lang.to_s.split("?").first) || rouge::Formatter.hastie_changed? || hastie_changed?
          end
        end
        private_constant :Methods
        extend Methods
      end
    end

    module MathEngine
      # Writes formulas with the delimiters of MathJax.
      module Mathjax
        AVAILABLE = true

        # The method of the module.
        module Methods
          include Native

          def call(converter, element, opts)
            is_block = element.options[:category] == :block
            attr = element.attr
            return converter.format_as_span_html("span", attr, "$#{element.value}$") unless is_block || attr.empty?

            open, close = is_block ? ["\\[", "\\]\n"] : ["\\(", "\\)"]
            text = "#{open}#{converter.escape_html(element.value)}#{close}"
            attr.empty? ? text : "#{" " * (opts[:indent] || 0)}<div#{converter.html_attributes(attr)}>#{text}</div>\n"
          end
        end
        private_constant :Methods
        extend Methods
      end
    end
  end
end
