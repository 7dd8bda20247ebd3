# Calls of the program about objects that stay in Ruby, such as drops of plugins, other objects with their own `to_liquid`, and
# BigDecimals.
module Hastie
  module Server
    class << self
      # The value of an object with its own `to_liquid` in templates, and whether the value stays the same until other code runs.
      def object_in_liquid(object)
        return [proc_value(object), false] if object.is_a?(Proc)

        value = object.to_liquid
        return [Foreign.new(object, :converts => false), false] if value.equal?(object)

        [value, Collector.collects?(object)]
      end

      # The value of a proc in a template's variables. The proc is called once.
      def proc_value(block)
        @called ||= {}.compare_by_identity
        @called.fetch(block) do
          value = block.arity.zero? ? block.call : block.call(Liquid::Context.of(0, nil))
          @called[block] = value.respond_to?(:to_liquid) ? value.to_liquid : value
        end
      end

      # The value of a key that a template reads, in an array. nil if the object has no such key.
      def drop_key(object, key)
        give_context(object)
        known = key.is_a?(Integer) ? object.respond_to?(:fetch) : object.respond_to?(:key?) && object.key?(key)
        return unless known && object.respond_to?(:[])

        value = object[key]
        value = proc_value(value) if value.is_a?(Proc) && object.respond_to?(:[]=)
        [settled(value)]
      end

      # The result of `size`, `first` or `last`, in an array. nil if the object has no such method.
      def object_command(object, name)
        give_context(object)
        [settled(object.public_send(name))] if object.respond_to?(name)
      end

      # A condition in a template, or a comparison of a filter, with such an object as an operand.
      def object_condition(operator, left, right)
        case operator
        when "==" then equal?(left, right)
        when "contains" then contains?(left, right)
        when "<=>" then left <=> right
        else ordered?(left, operator, right)
        end
      end

      # A filter of the program with such an object among its arguments.
      def object_filter(name, serial, template, input, *arguments)
        settled(ObjectFilters.new(Liquid::Context.of(serial, template)).public_send(name, input, *arguments))
      end

      def object_inspect(object)
        object.inspect
      end

      # The text that templates print. `Array#join`, which prints lists, does not call `to_s` of texts.
      def object_text(object, in_array)
        return object.join if object.is_a?(Array)

        in_array && object.is_a?(String) ? String.new(object) : object.to_s
      end

      def object_keys(object)
        object.keys.map(&:to_s)
      end

      def object_items(object)
        return object.empty? ? [] : [object] if object.is_a?(String)
        return unless object.respond_to?(:each)

        items = []
        object.each { |item| items << item }
        items
      end

      private

      def give_context(object)
        object.context = Liquid::Context.of(0, nil) if object.respond_to?(:context=)
      end

      def equal?(left, right)
        left, right = right, left if left.is_a?(Liquid::Expression::MethodLiteral)
        return left == right unless right.is_a?(Liquid::Expression::MethodLiteral)

        left.respond_to?(right.method_name) && left.public_send(right.method_name)
      end

      def contains?(left, right)
        return false unless left && right && left.respond_to?(:include?)

        left.include?(left.is_a?(String) ? right.to_s : right)
      end

      def ordered?(left, operator, right)
        return false if left.is_a?(Hash) || right.is_a?(Hash)

        left.respond_to?(operator) && right.respond_to?(operator) && left.public_send(operator, right)
      rescue ::ArgumentError => e
        raise Liquid::ArgumentError, e.message
      end
    end
  end
end
