# Drops: objects with keys. Drops of plugins stay in Ruby, and the program requests their keys.
module Liquid
  class Drop
    attr_writer :context

    def liquid_method_missing(method)
      nil
    end

    def invoke_drop(key)
      if self.class.invokable?(key)
        public_send(key)
      else
        liquid_method_missing(key)
      end
    end
    alias_method :[], :invoke_drop

    def key?(_name)
      true
    end

    def inspect
      self.class.to_s
    end

    def to_liquid
      self
    end

    def to_s
      self.class.name
    end

    def _dump(_level)
      "ruby:#{Hastie.objects.keep(self)}:#{self.class.name}"
    end

    def self._load(_text)
      nil
    end

    # The methods of Enumerable that templates may call on a list.
    ENUMERABLE = %w(sort count first min max include?).freeze

    def self.invokable?(name)
      name = name.to_s
      return true if name == "to_liquid"

      public_method_defined?(name) && !Liquid::Drop.public_method_defined?(name) && name != "each" &&
        (ENUMERABLE.include?(name) || !(include?(Enumerable) && Enumerable.public_method_defined?(name)))
    end

    def self.invokable_methods
      public_instance_methods.map(&:to_s).select { |name| invokable?(name) } | ["to_liquid"]
    end
  end

  class ForloopDrop < Drop; end
  class TablerowloopDrop < Drop; end
end

module Hastie
  # An object of the program that has no class of its own here.
  class Elsewhere < Liquid::Drop
    def initialize(number, name)
      @number = number
      @name = name
    end

    attr_reader :number

    def self.of(number, name)
      case name
      when "Liquid::ForloopDrop" then Liquid::ForloopDrop.hastie(number)
      when "Jekyll::LastModifiedAt::Determinator" then Jekyll::LastModifiedAt::Determinator.hastie(number)
      else new(number, name)
      end
    end

    def [](key)
      Hastie.ask("key", @number, key.to_s)
    end
    alias_method :invoke_drop, :[]

    def method_missing(name, *arguments)
      return super unless arguments.empty? && respond_to_missing?(name)

      self[name]
    end

    # Keys are methods, but conversions are never keys: Marshal, Array() and similar methods find none.
    CONVERSIONS = %i(marshal_dump to_a to_ary to_h to_hash to_int to_io to_open to_path to_proc to_regexp to_str to_sym).freeze

    def respond_to_missing?(name, _all = false)
      !CONVERSIONS.include?(name)
    end

    def _dump(_level)
      "held:#{@number}"
    end
  end
end

class Liquid::ForloopDrop
  def self.hastie(number)
    allocate.tap { |drop| drop.instance_variable_set(:@number, number) }
  end

  def [](key)
    Hastie.ask("key", @number, key.to_s)
  end
  alias_method :invoke_drop, :[]

  %w(length parentloop name index index0 rindex rindex0 first last).each do |key|
    define_method(key) { self[key] }
  end

  def _dump(_level)
    "held:#{@number}"
  end
end
