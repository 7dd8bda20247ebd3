# Liquid's own tags, as classes that plugins inherit from. They have the variables of the originals. The program renders them, with
# the variables that a plugin has set.
module Liquid
  {
    "Assign" => %w(assign), "Break" => %w(break), "Continue" => %w(continue), "Cycle" => %w(cycle),
    "Decrement" => %w(decrement), "Include" => %w(liquid_include), "Increment" => %w(increment)
  }.each { |constant, names| Hastie.native_class(self, constant, Tag, names) }
  {
    "Comment" => %w(comment), "For" => %w(for), "Ifchanged" => %w(ifchanged), "TableRow" => %w(tablerow)
  }.each { |constant, names| Hastie.native_class(self, constant, Block, names) }

  class Assign
    attr_reader :to, :from

    def initialize(tag_name, markup, parse_context)
      super
      to, from = markup.to_s.split("=", 2)
      return unless from

      @to = to.strip
      @from = Variable.new(from.strip, parse_context)
    end

    def hastie_changed_variables
      @from&.hastie_changed? ? super.merge(:@from => @from) : super
    end

    def hastie_render_changed(context, _changed)
      context.scopes.last[@to] = @from.render(context)
      ""
    end
  end

  class Capture < Block
    def initialize(tag_name, markup, parse_context)
      super
      @to = markup.to_s[/\A\s*["']?((?:#{VariableSignature})+)/o, 1]
      raise SyntaxError, "Syntax Error in 'capture' - Valid syntax: capture [var]" unless @to
    end

    def render(context)
      context.scopes.last[@to] = super
      ""
    end

    def blank?
      true
    end
  end
  Hastie::NATIVE_TAGS["capture"] = Capture

  class Cycle
    attr_reader :variables, :name

    def initialize(tag_name, markup, parse_context)
      super
      name, values = markup.to_s.match(/(#{QuotedFragment})\s*:\s*(.*)/om)&.captures
      @variables = (values || markup.to_s).split(",").filter_map { |one| one[QuotedFragment] }.map { |one| Expression.parse(one) }.compact
      @name = name ? Expression.parse(name) : @variables.to_s
    end

    def hastie_render_changed(context, _changed)
      values = @variables.map { |one| Hastie.markup_of(one) }
      raise NotImplementedError, "a comma in a value of the tag cycle is not supported" if values.any? { |one| one.include?(",") }

      hastie_render_markup(context, "#{Hastie.markup_of(@name)}: #{values.join(", ")}")
    end
  end

  class For
    attr_reader :variable_name, :collection_name, :limit, :from

    # The form that the strict parser accepts.
    STRICT = /\A\s*[\w-]+\s+in\s+#{QuotedFragment}\s*(?:reversed\b)?\s*(?:(?:limit|offset)\s*:\s*#{QuotedFragment}\s*)*\z/o.freeze

    def initialize(tag_name, markup, parse_context)
      super
      @variable_name, collection, reversed = markup.to_s.match(/\A\s*((?:#{VariableSegment})+)\s+in\s+(#{QuotedFragment}+)\s*(reversed)?/o)&.captures
      return unless collection

      @name = "#{@variable_name}-#{collection}"
      @reversed = STRICT.match?(markup) ? reversed || false : !reversed.nil?
      @collection_name = Expression.parse(collection)
      @limit = @from = nil
      markup.scan(TagAttributes) do |key, value|
        @from = value == "continue" ? :continue : Expression.parse(value) if key == "offset"
        @limit = Expression.parse(value) if key == "limit"
      end
    end

    def hastie_render_changed(context, changed)
      hastie_ask_to_render(context, @hastie_number, changed.map { |name, value| [name.to_s.delete_prefix("@"), Hastie.parameter(value)] })
    end
  end

  class TableRow
    attr_reader :variable_name, :collection_name, :attributes

    def initialize(tag_name, markup, parse_context)
      super
      @variable_name, collection = markup.to_s.match(/(\w+)\s+in\s+(#{QuotedFragment}+)/o)&.captures
      return unless collection

      @collection_name = Expression.parse(collection)
      @attributes = markup.scan(TagAttributes).to_h { |key, value| [key, Expression.parse(value)] }
    end
  end

  [Increment, Decrement].each do |kind|
    kind.class_eval do
      def initialize(tag_name, markup, parse_context)
        super
        @variable = markup.to_s.strip
      end

      def hastie_render_changed(context, _changed)
        hastie_render_markup(context, @variable.to_s)
      end
    end
  end
end

module Hastie
  class << self
    # A variable of a tag in the form that the program expects: the markup of an expression, or a value, as the only item of a list.
    def parameter(value)
      case value
      when Liquid::VariableLookup, Liquid::RangeLookup then [value.hastie_markup]
      when String, Array then value.is_a?(String) ? value : [value]
      else value
      end
    end

    # The markup of a value or an expression.
    def markup_of(value)
      case value
      when Liquid::VariableLookup, Liquid::RangeLookup then value.hastie_markup
      when String
        quote = ["'", '"'].find { |one| !value.include?(one) }
        return "#{quote}#{value}#{quote}" if quote
      when Numeric, true, false then return value.to_s
      when nil then return "nil"
      end || raise(NotImplementedError, "the value #{value.inspect} of a variable of a tag is not supported")
    end
  end
end
