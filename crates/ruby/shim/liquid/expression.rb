# Expressions: literals become Ruby's values, and the context evaluates all others.
module Liquid
  class Expression
    class MethodLiteral
      attr_reader :method_name

      def initialize(method_name, to_s)
        @method_name = method_name
        @to_s = to_s
      end

      def to_s
        @to_s
      end
      alias_method :to_liquid, :to_s

      def _dump(_level)
        "word:#{@method_name == :empty? ? "empty" : "blank"}"
      end

      def self._load(_text)
        nil
      end
    end

    LITERALS = {
      nil => nil, "nil" => nil, "null" => nil, "" => nil, "true" => true, "false" => false,
      "blank" => MethodLiteral.new(:blank?, "").freeze, "empty" => MethodLiteral.new(:empty?, "").freeze
    }.freeze

    def self.parse(markup)
      return LITERALS[markup] if LITERALS.key?(markup)

      case markup
      when /\A'(.*)'\z/m, /\A"(.*)"\z/m then Regexp.last_match(1)
      when /\A(-?\d+)\z/ then Regexp.last_match(1).to_i
      when /\A\((\S+)\.\.(\S+)\)\z/ then RangeLookup.parse(Regexp.last_match(1), Regexp.last_match(2))
      when /\A(-?\d[\d\.]+)\z/ then Regexp.last_match(1).to_f
      else VariableLookup.parse(markup)
      end
    end
  end

  class RangeLookup
    def self.parse(first, last)
      ends = [Expression.parse(first), Expression.parse(last)]
      return new(*ends) if ends.any? { |one| one.respond_to?(:evaluate) }

      ends.first.to_i..ends.last.to_i
    end

    def initialize(first, last)
      @start_obj = first
      @end_obj = last
    end

    def hastie_markup
      "(#{Hastie.markup_of(@start_obj)}..#{Hastie.markup_of(@end_obj)})"
    end

    def evaluate(context)
      context.evaluate(@start_obj).to_i..context.evaluate(@end_obj).to_i
    end
  end

  class VariableLookup
    attr_reader :name, :lookups

    def self.parse(markup)
      new(markup)
    end

    def initialize(markup)
      @markup = markup
      parts = markup.scan(VariableParser)
      @name = parts.shift
      @lookups = parts.map { |part| part =~ /\A\[(.*)\]\z/m ? Expression.parse(Regexp.last_match(1)) : part }
    end

    def evaluate(context)
      context.hastie_lookup(@markup)
    end

    def hastie_markup
      @markup
    end

    def ==(other)
      other.is_a?(VariableLookup) && other.name == name && other.lookups == lookups
    end
  end

  class Variable
    attr_accessor :line_number, :filters, :name
    attr_reader :parse_context

    def initialize(markup, parse_context)
      @markup = markup
      @parse_context = parse_context
      name, filters = markup.to_s.match(/(#{QuotedFragment})(.*)/mo)&.captures
      @name = name && Expression.parse(name)
      parts = filters.to_s[/#{FilterSeparator}\s*(.*)/mo, 1].to_s.scan(/(?:\s+|#{QuotedFragment}|#{ArgumentSeparator})+/o)
      @filters = parts.filter_map { |part| hastie_filter(part) }
      @hastie_parsed = [@name, @filters.inspect]
    end

    def raw
      @markup
    end

    # If a plugin has changed the name or the filters, renders them here.
    def render(context)
      return context.hastie_variable(@markup, @filters.empty?) unless hastie_changed?

      @filters.reduce(context.evaluate(@name)) do |value, (filter, arguments, keywords)|
        arguments = arguments.map { |one| context.evaluate(one) }
        arguments << keywords.transform_values { |one| context.evaluate(one) } if keywords
        context.invoke(filter, value, *arguments)
      end
    end

    def nodelist
      []
    end

    def hastie_changed?
      @hastie_parsed != [@name, @filters.inspect]
    end

    private

    # The name of a filter, its arguments, and its named arguments if it has any.
    def hastie_filter(text)
      name = text[/\w+/]
      return unless name

      found = text.scan(/(?:#{FilterArgumentSeparator}|#{ArgumentSeparator})\s*((?:\w+\s*:\s*)?#{QuotedFragment}\s*)/o).flatten
      named, plain = found.partition { |one| one.match?(/\A#{TagAttributes}\z/o) }
      keywords = named.to_h { |one| one.match(TagAttributes).captures.then { |key, value| [key, Expression.parse(value)] } }
      [name, plain.map { |one| Expression.parse(one.strip) }, *(keywords unless keywords.empty?)]
    end
  end

  # A condition that Ruby code has created.
  class Condition
    @operators = {
      "=="       => ->(cond, left, right) { cond.send(:equal_variables, left, right) },
      "!="       => ->(cond, left, right) { !cond.send(:equal_variables, left, right) },
      "<>"       => ->(cond, left, right) { !cond.send(:equal_variables, left, right) },
      "<"        => :<,
      ">"        => :>,
      ">="       => :>=,
      "<="       => :<=,
      "contains" => lambda do |_cond, left, right|
        left && right && left.respond_to?(:include?) ? left.include?(left.is_a?(String) ? right.to_s : right) : false
      end
    }
    NATIVE = @operators.dup.freeze

    # The operators that plugins have added or replaced.
    def self.hastie_own_operators
      own = operators.reject { |name, operation| NATIVE[name].equal?(operation) }.keys
      raise NotImplementedError, "replacing Liquid's operator <> is not supported: replace !=" if own.include?("<>")

      own
    end

    def self.operators
      @operators
    end

    attr_reader :attachment, :child_condition
    attr_accessor :left, :operator, :right, :child_relation

    def initialize(left = nil, operator = nil, right = nil)
      @left = left
      @operator = operator
      @right = right
      @child_relation = nil
      @child_condition = nil
    end

    def evaluate(context = Context.new)
      return Hastie.ask("condition", context.hastie_serial, @hastie_markup) if @hastie_markup && !context.hastie_own? && hastie_as_written?

      result = interpret(context)
      case child_relation
      when :or then result || child_condition.evaluate(context)
      when :and then result && child_condition.evaluate(context)
      else result
      end
    end

    def or(condition)
      @child_relation = :or
      @child_condition = condition
    end

    def and(condition)
      @child_relation = :and
      @child_condition = condition
    end

    def attach(attachment)
      @attachment = attachment
    end

    def else?
      false
    end

    # Notes the markup, which the program evaluates unless a plugin changes the condition.
    def hastie_written_as(markup)
      @hastie_markup = markup
      @hastie_written = hastie_parts
      self
    end

    def hastie_parts
      [left, operator, right, child_relation, *child_condition&.hastie_parts]
    end

    private

    def hastie_as_written?
      parts = hastie_parts
      parts.size == @hastie_written.size && parts.zip(@hastie_written).all? { |one, other| one.equal?(other) }
    end

    def interpret(context)
      left = context.evaluate(self.left)
      return left if operator.nil?

      right = context.evaluate(self.right)
      operation = self.class.operators[operator] || raise(Liquid::ArgumentError, "Unknown operator #{operator}")
      return operation.call(self, left, right) if operation.respond_to?(:call)
      return unless left.respond_to?(operation) && right.respond_to?(operation) && !left.is_a?(Hash) && !right.is_a?(Hash)

      begin
        left.public_send(operation, right)
      rescue ::ArgumentError => e
        raise Liquid::ArgumentError, e.message
      end
    end

    def equal_variables(left, right)
      return left.respond_to?(right.method_name) ? left.public_send(right.method_name) : nil if right.is_a?(Expression::MethodLiteral)
      return right.respond_to?(left.method_name) ? right.public_send(left.method_name) : nil if left.is_a?(Expression::MethodLiteral)

      left == right
    end
  end

  class ElseCondition < Condition
    def else?
      true
    end

    def evaluate(_context)
      true
    end
  end
end
