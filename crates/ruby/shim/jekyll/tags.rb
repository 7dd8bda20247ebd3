# Jekyll's own tags, which the program renders.
module Jekyll
  module Tags
    Hastie.native_class(self, "IncludeTag", Liquid::Tag, %w(include))
    Hastie.native_class(self, "IncludeRelativeTag", IncludeTag, %w(include_relative), :renders => false)
    Hastie.native_class(self, "Link", Liquid::Tag, %w(link))
    Hastie.native_class(self, "PostUrl", Liquid::Tag, %w(post_url))
    Hastie.native_class(self, "OptimizedIncludeTag", IncludeTag, %w(include), :renders => false)

    # The attributes and methods that a plugin's own `render` uses.
    class Link
      include Filters::URLFilters

      def self.tag_name
        name.split("::").last.downcase
      end

      def initialize(tag_name, relative_path, tokens)
        super
        @relative_path = relative_path.strip
      end

      def hastie_render_changed(context, _changed)
        hastie_render_markup(context, @relative_path.to_s)
      end
    end

    # A post as `post_url` names it.
    class PostComparer
      MATCHER = %r!^(.+/)*(\d+-\d+-\d+)-(.*)$!.freeze

      attr_reader :path, :date, :slug, :name

      def initialize(name)
        @name = name
        all, @path, @date, @slug = name.delete_prefix("/").match(MATCHER).to_a
        raise Errors::InvalidPostNameError, "'#{name}' does not contain valid date and/or title." unless all

        part = "#{date}-#{Regexp.escape(slug)}\\.[^.]+"
        @name_regex = %r!^_posts/#{path}#{part}|^#{path}_posts/?#{part}!
      end

      def post_date
        @post_date ||= Utils.parse_date(date, "'#{date}' does not contain valid date and/or title.")
      end

      def ==(other)
        return equal?(other) || name == other.name if other.is_a?(PostComparer)

        other.relative_path.match(@name_regex)
      end
    end

    class PostUrl
      include Filters::URLFilters

      def initialize(tag_name, post, tokens)
        super
        @orig_post = post.strip
        @post = PostComparer.new(@orig_post) if PostComparer::MATCHER.match?(@orig_post)
      end

      def hastie_render_changed(context, changed)
        hastie_render_markup(context, changed.key?(:@post) ? @post.name : @orig_post)
      end
    end

    # Highlights in a class that a plugin has changed or derived. The program renders all other `highlight` tags.
    class HighlightBlock < Liquid::Block
      include Liquid::StandardFilters

      SYNTAX = %r!^([a-zA-Z0-9.+#_-]+)((\s+\w+(=(\w+|"([0-9]+\s)*[0-9]+"))?)*)$!.freeze
      LEADING_OR_TRAILING_LINE_TERMINATORS = %r!\A(\n|\r)+|(\n|\r)+\z!.freeze
      OPTIONS_REGEX = %r!(?:\w="[^"]*"|\w=\w|\w)+!.freeze

      def initialize(tag_name, markup, tokens)
        super
        parts = SYNTAX.match(markup.strip) or raise SyntaxError, hastie_problem(markup)
        @lang = parts[1].downcase
        @highlight_options = parse_options(parts[2])
      end

      def render(context)
        margin = %w(highlighter_prefix highlighter_suffix).map { |name| context[name] || "" }
        code = super.to_s.gsub(LEADING_OR_TRAILING_LINE_TERMINATORS, "")
        output = case context.registers[:site].highlighter
                 when "rouge" then render_rouge(code)
                 when "pygments" then render_pygments(code, context)
                 else render_codehighlighter(code)
                 end
        margin.first + add_code_tag(output) + margin.last
      end

      private

      def hastie_problem(markup)
        <<~MESSAGE
          Syntax Error in tag 'highlight' while parsing the following markup:

          #{markup}

          Valid syntax: highlight <lang> [linenos] [mark_lines="3 4 5"]

          See https://jekyllrb.com/docs/liquid/tags/#code-snippet-highlighting for more details.
        MESSAGE
      end

      # A name without a value is true, and a quoted value is a list.
      def parse_options(input)
        options = input.scan(OPTIONS_REGEX).to_h do |option|
          name, value = option.split("=")
          [name.to_sym, value&.include?('"') ? value.delete('"').split : value || true]
        end
        options[:linenos] = "inline" if options[:linenos] == true
        options
      end

      def render_pygments(code, _context)
        Jekyll.logger.warn "Warning:", "Highlight Tag no longer supports rendering with Pygments."
        Jekyll.logger.warn "", "Using the default highlighter, Rouge, instead."
        render_rouge(code)
      end

      def render_rouge(code)
        require "rouge"
        formatter = ::Rouge::Formatters::HTML.new
        formatter = line_highlighter_formatter(formatter) if @highlight_options[:mark_lines]
        formatter = table_formatter(formatter) if @highlight_options[:linenos]
        lexer = ::Rouge::Lexer.find_fancy(@lang, code) || ::Rouge::Lexers::PlainText
        formatter.format(lexer.lex(code))
      end

      def line_highlighter_formatter(formatter)
        ::Rouge::Formatters::HTMLLineHighlighter.new(formatter, :highlight_lines => mark_lines)
      end

      def mark_lines
        value = @highlight_options[:mark_lines]
        return value.map(&:to_i) if value.is_a?(Array)

        raise SyntaxError, "Syntax Error for mark_lines declaration. Expected a double-quoted list of integers."
      end

      def table_formatter(formatter)
        ::Rouge::Formatters::HTMLTable.new(formatter, :css_class => "highlight", :gutter_class => "gutter", :code_class => "code")
      end

      def render_codehighlighter(code)
        h(code).strip
      end

      def add_code_tag(code)
        attributes = %(class="language-#{@lang.tr("+", "-")}" data-lang="#{@lang}")
        %(<figure class="highlight"><pre><code #{attributes}>#{code.chomp}</code></pre></figure>)
      end
    end

    Hastie::NATIVE_TAGS["highlight"] = HighlightBlock
  end
end

module Hastie
  # Tags of the program whose classes a plugin has changed. They are then parsed and rendered here.
  def self.changed_native_tags
    include_texts = check_include_texts
    NATIVE_TAGS.select do |name, kind|
      next false if Liquid::Template.tags.key?(name)

      (name == "highlight" && RougeOnDemand::GEM.hastie_changed?) || (include_texts && kind <= Jekyll::Tags::IncludeTag) ||
        kind.ancestors.first != kind || changed_here?(kind)
    end
  end

  # Whether a plugin has changed the class, or one of the program's that it inherits from.
  def self.changed_here?(kind)
    ancestors = kind.ancestors.take_while { |one| one != Liquid::Tag && one != Liquid::Block }
    # The program asks for replaced filters in another way.
    (ancestors - [Jekyll::Filters::URLFilters]).any? do |one|
      (one.instance_methods(false) + one.private_instance_methods(false)).any? do |method|
        place = one.instance_method(method).source_location
        place && !place.first.start_with?("hastie/")
      end
    end
  end
end
