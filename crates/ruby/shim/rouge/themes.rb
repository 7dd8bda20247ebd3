# Rouge's themes and themes of plugins. The program has the colors of Rouge's own. Mirrors `Rouge::Theme`.
module Rouge
  class Theme
    include Token::Tokens

    # The colors and font of a token.
    class Style < Hash
      def initialize(theme, values = {})
        super()
        @theme = theme
        merge!(values)
      end

      %i(fg bg).each do |name|
        define_method(name) do
          value = self[name]
          value && @theme ? @theme.palette(value) : value
        end
      end

      def render(selector)
        return enum_for(:render, selector).to_a.join("\n") unless block_given?
        return if empty?

        yield "#{selector} {"
        rendered_rules.each { |rule| yield "  #{rule};" }
        yield "}"
      end

      def rendered_rules
        return enum_for(:rendered_rules) unless block_given?

        yield "color: #{fg}" if fg
        yield "background-color: #{bg}" if bg
        yield "font-weight: bold" if self[:bold]
        yield "font-style: italic" if self[:italic]
        yield "text-decoration: underline" if self[:underline]
        self[:rules]&.each { |rule| yield rule }
      end
    end

    class << self
      # Sets colors by their names, or returns the color with a name.
      def palette(argument = {})
        return hastie_palette.merge!(argument) if argument.is_a?(Hash)
        return argument if argument.is_a?(String) && argument.match?(/#[0-9a-f]+/i)

        found = hastie_lineage.lazy.filter_map { |theme| theme.hastie_palette[argument] }.first
        found or raise "not in palette: #{argument.inspect}"
      end

      def hastie_palette
        @palette ||= {}
      end

      # The styles of a theme, followed by the styles that it inherits.
      def styles
        hastie_lineage.map(&:hastie_styles).reduce { |all, inherited| all.merge(inherited) { |_, own, _| own } }
      end

      def hastie_styles
        @styles ||= {}
      end

      # The theme, and the themes that it inherits from.
      def hastie_lineage
        ancestors.select { |one| one.is_a?(Class) && one <= Theme }
      end

      def style(*types)
        values = types.last.is_a?(Hash) ? types.pop : {}
        types.each { |type| hastie_styles[type] = values }
      end

      def get_own_style(type)
        all = styles
        found = type.token_chain.reverse.find { |one| all[one] }
        found && Style.new(self, all[found])
      end

      def get_style(type)
        get_own_style(type) || base_style
      end

      def base_style
        get_own_style(Token::Tokens::Text)
      end

      def name(given = nil)
        return @name if given.nil?

        @name = given.to_s
        register(@name)
      end

      def register(name)
        Theme.registry[name.to_s] = self
      end

      # Rouge's own themes are made when they are first used.
      def find(name)
        Theme.registry[name.to_s] || CSSTheme.hastie_of(name.to_s)
      end

      def registry
        @registry ||= {}
      end

      def render(options = {}, &block)
        new(options).render(&block)
      end

      # The variant of the theme for `dark` or `light` pages.
      def mode(name)
        Theme.find("#{self.name.sub(/\.(dark|light)\z/, "")}.#{name}") or
          raise NoMethodError, "the theme #{self.name} has no mode #{name}"
      end
    end

    def styles
      @styles ||= self.class.styles
    end

    def palette(*arguments)
      self.class.palette(*arguments)
    end

    def get_own_style(type)
      self.class.get_own_style(type)
    end

    def get_style(type)
      self.class.get_style(type)
    end

    def name
      self.class.name
    end
  end

  # A theme that can be written as a style sheet.
  class CSSTheme < Theme
    # The class for one of Rouge's own themes. nil if no theme has the name.
    def self.hastie_of(known)
      sheet = Hastie.ask("theme", known) or return
      Class.new(self) do
        name known
        sheet.scan(/^\.(?: \.(\w+))?[^{\n]* \{\n((?:  .*;\n)*)\}/) { |shortname, rules| style hastie_type(shortname), hastie_values(rules) }
        style Token::Tokens::Text unless hastie_styles.key?(Token::Tokens::Text)
      end
    end

    # The token type with a class name of spans.
    def self.hastie_type(shortname)
      Token.cache.values.find { |type| type.shortname == shortname.to_s }
    end

    # Converts the declarations of a style to its values. A style without effects differs from an empty one.
    def self.hastie_values(rules)
      values = rules.scan(/  ([\w-]+): (.*);/).to_h
      style = { :fg => values["color"], :bg => values["background-color"] }.compact
      { "font-weight" => :bold, "font-style" => :italic }.each { |property, key| style[key] = true if values[property] }
      style.empty? ? { :bold => false } : style
    end

    def initialize(options = {})
      super()
      @scope = options[:scope] || ".highlight"
    end

    def render(&block)
      return enum_for(:render).to_a.join("\n") unless block

      yield "#{@scope} table td { padding: 5px; }"
      yield "#{@scope} table pre { margin: 0; }"
      styles.each { |type, values| Style.new(self, values).render(css_selector(type), &block) }
    end

    def render_base(selector, &block)
      self.class.base_style.render(selector, &block)
    end

    def style_for(type)
      self.class.get_style(type)
    end

    private

    def css_selector(type)
      hastie_alike(type).map { |one| one == Token::Tokens::Text ? @scope : "#{@scope} .#{one.shortname}" }.join(", ")
    end

    # A token type, and the types below it that have no style of their own.
    def hastie_alike(type)
      [type] + type.sub_tokens.values.reject { |one| styles[one] }.flat_map { |one| hastie_alike(one) }
    end
  end

  # Rouge's own themes by the names of their classes.
  module Themes
    NAMES = {
      :Base16 => "base16", :BlackWhiteTheme => "bw", :Colorful => "colorful", :Github => "github", :Gruvbox => "gruvbox",
      :IgorPro => "igorpro", :Magritte => "magritte", :Molokai => "molokai", :Monokai => "monokai",
      :MonokaiSublime => "monokai.sublime", :Pastie => "pastie", :ThankfulEyes => "thankful_eyes", :Tulip => "tulip"
    }.freeze
    private_constant :NAMES

    def self.const_missing(constant)
      NAMES.key?(constant) ? const_set(constant, Theme.find(NAMES[constant])) : super
    end
  end
end
