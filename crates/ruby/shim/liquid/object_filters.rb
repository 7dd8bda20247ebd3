# The program's filters for objects that stay in Ruby, such as drops, ranges of texts and BigDecimals. The results depend on
# the methods of these objects. Filters that only call `to_s` of their input are the program's.
module Hastie
  class ObjectFilters
    include Jekyll::Filters
    include PropertyFilters

    # The filters of Liquid and Jekyll of this class.
    NAMES = %w(
      abs absolute_url array_to_sentence_string at_least at_most ceil cgi_escape compact concat default divided_by find find_exp first
      floor group_by group_by_exp join jsonify last map minus modulo number_of_words plus pop push relative_url reverse round sample
      shift size slice slugify sort sort_natural strip_index times to_integer uniq unshift uri_escape where where_exp
    ).to_h { |name| [name, true] }.freeze

    # Whether the program passes a call of the filter to this class.
    def self.concern?(name, values)
      NAMES.key?(name) && values.any? { |value| value.is_a?(Array) ? value.any? { |one| stays?(one) } : stays?(value) }
    end

    # Whether the program has no equivalent of the value.
    def self.stays?(value)
      return true if OwnValues.stays?(value)

      case value
      when nil, true, false, Integer, Float, String, Symbol, Time, Date, Array, Hash, Mirror, Jekyll::Drops::Drop, Elsewhere then false
      when Range then !(value.begin.is_a?(Integer) && value.end.is_a?(Integer) && !value.exclude_end?)
      else !Liquid::Expression::MethodLiteral.===(value) && !Liquid::ForloopDrop.===(value)
      end
    end

    def initialize(context)
      @context = context
    end

    # -- numbers

    { :plus => :+, :minus => :-, :times => :*, :divided_by => :/, :modulo => :% }.each do |name, operator|
      define_method(name) do |input, operand|
        floating(Liquid::Utils.to_number(input).public_send(operator, Liquid::Utils.to_number(operand)))
      rescue ::ZeroDivisionError => e
        raise Liquid::ZeroDivisionError, e.message
      end
    end

    def abs(input)
      floating(Liquid::Utils.to_number(input).abs)
    end

    def round(input, digits = 0)
      result = with_whole { floating(Liquid::Utils.to_number(input).round(Liquid::Utils.to_number(digits))) }
      digits == 0 ? result.to_i : result
    end

    def ceil(input)
      with_whole { Liquid::Utils.to_number(input).ceil.to_i }
    end

    def floor(input)
      with_whole { Liquid::Utils.to_number(input).floor.to_i }
    end

    def at_least(input, least)
      number, least = Liquid::Utils.to_number(input), Liquid::Utils.to_number(least)
      floating(least > number ? least : number)
    end

    def at_most(input, most)
      number, most = Liquid::Utils.to_number(input), Liquid::Utils.to_number(most)
      floating(most < number ? most : number)
    end

    def to_integer(input)
      return 1 if input == true

      input == false ? 0 : input.to_i
    end

    # -- lists

    def size(input)
      input.respond_to?(:size) ? input.size : 0
    end

    def first(input)
      input.first if input.respond_to?(:first)
    end

    def last(input)
      input.last if input.respond_to?(:last)
    end

    def join(input, separator = " ")
      items(input).join(separator.to_s)
    end

    def reverse(input)
      items(input).reverse
    end

    def concat(input, list)
      raise Liquid::ArgumentError, "concat filter requires an array argument" unless list.respond_to?(:to_ary)

      items(input).concat(list)
    end

    def map(input, property)
      of_property(property) do
        items(input).map do |item|
          item = item.call if item.is_a?(Proc)
          next item if property == "to_liquid"

          value = item[property] if item.respond_to?(:[])
          value.is_a?(Proc) ? value.call : value
        end
      end
    end

    def uniq(input, property = nil)
      list = items(input)
      by_property(list, property) { property.nil? ? list.uniq : list.uniq { |item| item[property] } }
    end

    def compact(input, property = nil)
      list = items(input)
      by_property(list, property) { property.nil? ? list.compact : list.reject { |item| item[property].nil? } }
    end

    # Liquid's `sort`, which Jekyll replaces.
    def liquid_sort(input, property)
      list = items(input)
      return unless property.nil? || list.all? { |item| item.respond_to?(:[]) }

      of_property(property) do
        list.sort do |one, other|
          one, other = one[property], other[property] unless property.nil?
          one.nil? || other.nil? ? (one.nil? ? 1 : -1) : one <=> other
        end
      end
    end

    # Liquid's `where`, which Jekyll replaces.
    def liquid_where(input, property, value)
      list = items(input)
      by_property(list, property) { list.select { |item| value.nil? ? item[property] : item[property] == value } }
    end

    def sort_natural(input, property = nil)
      list = items(input)
      return unless property.nil? || list.all? { |item| item.respond_to?(:[]) }

      of_property(property) do
        list.sort do |one, other|
          one, other = one[property], other[property] unless property.nil?
          next one.nil? ? 1 : -1 if one.nil? || other.nil?

          one.to_s.casecmp(other.to_s)
        end
      end
    end

    def slice(input, offset, length = nil)
      offset = Liquid::Utils.to_integer(offset)
      length = length ? Liquid::Utils.to_integer(length) : 1
      input.is_a?(Array) ? input.slice(offset, length) || [] : input.to_s.slice(offset, length) || ""
    end

    def default(input, other = "")
      !input || (input.respond_to?(:empty?) && input.empty?) ? other : input
    end

    def pop(list, count = 1)
      list.is_a?(Array) ? list.dup.tap { |copy| copy.pop(Liquid::Utils.to_integer(count)) } : list
    end

    def push(list, item)
      list.is_a?(Array) ? list.dup.push(item) : list
    end

    def shift(list, count = 1)
      list.is_a?(Array) ? list.dup.tap { |copy| copy.shift(Liquid::Utils.to_integer(count)) } : list
    end

    def unshift(list, item)
      list.is_a?(Array) ? list.dup.unshift(item) : list
    end

    def sample(input, count = 1)
      return input unless input.respond_to?(:sample)

      count == 1 ? input.sample : input.sample(Liquid::Utils.to_integer(count))
    end

    def array_to_sentence_string(list, connector = "and")
      case list.length
      when 0 then ""
      when 1 then list[0].to_s
      when 2 then "#{list[0]} #{connector} #{list[1]}"
      else "#{list[0...-1].join(", ")}, #{connector} #{list[-1]}"
      end
    end

    # -- properties

    { "where_exp" => :select, "find_exp" => :find, "group_by_exp" => :group_by }.each do |name, method|
      define_method(name) do |input, *arguments|
        return input unless input.respond_to?(method)

        Hastie.ask("filter", @context.hastie_serial, name, input.to_a, arguments)
      end
    end

    # -- texts

    def number_of_words(input, mode = nil)
      input.is_a?(String) ? native("number_of_words", input, *mode) : input.split.length
    end

    %w(absolute_url relative_url).each do |name|
      define_method(name) do |input|
        return if input.nil?

        native(name, (input.respond_to?(:url) ? input.url : input).to_s)
      end
    end

    # These filters call methods of a text. For a text of a plugin's class, these are String's.
    %w(cgi_escape slugify strip_index uri_escape).each do |name|
      define_method(name) do |input, *arguments|
        Hastie.ask("filter", @context.hastie_serial, name, input.is_a?(String) ? String.new(input) : input, arguments)
      end
    end

    def jsonify(input)
      hastie_plain(input).to_json
    end

    private

    def native(name, *arguments)
      Hastie.ask("filter", @context.hastie_serial, name, arguments.first.to_s, arguments.drop(1))
    end

    def floating(number)
      defined?(BigDecimal) && number.is_a?(BigDecimal) ? number.to_f : number
    end

    def with_whole
      yield
    rescue ::FloatDomainError => e
      raise Liquid::FloatDomainError, e.message
    end

    # The items that a filter of Liquid reads.
    def items(input)
      list = case input
             when Array then input.flatten
             when Hash then [input]
             when Enumerable then input
             else Array(input)
             end
      [].tap { |found| list.each { |item| found << (item.respond_to?(:to_liquid) ? item.to_liquid : item) } }
    end

    def of_property(property)
      yield
    rescue ::TypeError
      raise if property.nil?

      raise Liquid::ArgumentError, "cannot select the property '#{property}'"
    end

    # Calls the block, unless the first item has no properties.
    def by_property(list, property, &block)
      return list if list.empty?

      of_property(property, &block) if property.nil? || list.first.respond_to?(:[])
    end

    def hastie_property(item, property)
      name = property.to_s
      value = if item.respond_to?(:to_liquid) then read(item.to_liquid, name)
              elsif item.respond_to?(:data) then item.data[name]
              else item[name]
              end
      text = value.to_s
      return value.to_i if text.match?(/\A\s*-?\d+\s*\z/)

      text.match?(/\A\s*-?(?:\d+\.?\d*|\.\d+)\s*\z/) ? value.to_f : value
    end

    def read(item, name)
      return item[name] unless name.include?(".")

      name.split(".").reduce(item) { |part, key| part.respond_to?(:[]) && part[key] }
    end
  end
end
