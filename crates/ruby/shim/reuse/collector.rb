# Finds objects whose `to_liquid` only puts the object's own values into a hash. Until other code runs, its result stays the same.
module Hastie
  module Collector
    # Instructions that move values. None of them calls a method of another object.
    MOVES = %i(
      nop pop dup putnil putself putobject putobject_INT2FIX_0_ putobject_INT2FIX_1_ putstring putchilledstring duparray duphash newarray
      newhash getinstancevariable leave
    ).freeze
    CALLS = %i(opt_send_without_block send).freeze
    # The flag of a call without a receiver.
    OWN = 4

    @known = {}

    class << self
      def collects?(object)
        return false unless Kernel.instance_method(:singleton_methods).bind_call(object).empty?

        kind = Kernel.instance_method(:class).bind_call(object)
        methods = (@known[kind] ||= methods_of(kind))
        return false if methods.empty?
        return true if methods.all? { |name, method| kind.instance_method(name) == method }

        # The class is examined again, because a plugin has redefined one of these methods.
        @known.delete(kind)
        collects?(object)
      rescue TypeError, NameError
        false
      end

      private

      # `to_liquid` and the readers that it calls. Empty if `to_liquid` does anything else.
      def methods_of(kind)
        method = kind.instance_method(:to_liquid)
        sequence = RubyVM::InstructionSequence.of(method) or return {}
        code = sequence.to_a
        # Methods with exception handlers do not qualify, because handlers have instructions of their own.
        return {} unless code[-2].nil? || code[-2].empty?

        steps = code.last.select { |step| step.is_a?(Array) }
        names = steps.map { |name, *operands| MOVES.include?(name) ? nil : reader_of(name, operands) || :"" }.compact
        return {} unless names.all? { |name| reader?(kind, name) }

        names.to_h { |name| [name, kind.instance_method(name)] }.merge(:to_liquid => method)
      end

      # The name of the method that an instruction calls on the object itself, without arguments.
      def reader_of(instruction, operands)
        call, block = operands
        return unless CALLS.include?(instruction) && call.is_a?(Hash) && block.nil?

        call[:mid] if call[:flag] & OWN != 0 && call[:orig_argc].zero?
      end

      # Whether a method reads an attribute or a member of a structure.
      def reader?(kind, name)
        return false unless kind.method_defined?(name) || kind.private_method_defined?(name)

        method = kind.instance_method(name)
        return false unless method.arity.zero? && RubyVM::InstructionSequence.of(method).nil?

        # Methods of `attr_reader` and the like have a source location but no instructions. Members of structures have neither.
        !method.source_location.nil? || member?(method)
      end

      def member?(method)
        owner = method.owner
        owner.is_a?(Class) && owner < Struct && owner.members.include?(method.name) && method.name == method.original_name
      end
    end
  end
end
