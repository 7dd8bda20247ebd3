# `context.environments.first`: the variables that a template got, such as the page and the site.
module Hastie
  # In Jekyll's templates this is a drop, and a hash in others. It has the methods of both.
  class Environment
    include HashMethods

    def initialize(context)
      @context = context
    end

    # The page and the site are the same for the whole rendering.
    LASTING = %w(page site).freeze

    def [](key)
      key = key.to_s
      return Trace::Page.new(@context.hastie_serial) if Trace.seen && key == "page"
      return @lasting[key] if @lasting&.key?(key)

      read = hastie_read
      return read[key] if read.key?(key)

      value = Hastie.ask("environment", @context.hastie_serial, key)
      if LASTING.include?(key) && value.is_a?(Liquid::Drop)
        (@lasting ||= {})[key] = value
      else
        hastie_read[key] = Hastie::VariableCopies.fetched("change_environment", @context.hastie_serial, key, value)
      end
    end

    # The values that were read or set since the program could last change them.
    def hastie_read
      return @read if @turn == $hastie_turn

      @turn = $hastie_turn
      @read = {}
    end

    def []=(key, value)
      @lasting&.delete(key.to_s)
      Hastie.ask("set_environment", @context.hastie_serial, key.to_s, value)
      Hastie::VariableCopies.set("change_environment", @context.hastie_serial, key.to_s, value)
    end

    def keys
      Hastie.ask("environment_keys", @context.hastie_serial)
    end

    # All variables, as a hash.
    def hastie_all
      keys.to_h { |key| [key, self[key]] }
    end

    def to_h
      hastie_all
    end
    alias_method :to_hash, :to_h

    def key?(key)
      keys.include?(key.to_s)
    end
    alias_method :has_key?, :key?
    alias_method :include?, :key?
    alias_method :member?, :key?
    alias_method :store, :[]=

    # The methods of Jekyll's drop.
    %w(page site jekyll content layout paginator theme highlighter_prefix highlighter_suffix).each do |name|
      define_method(name) { self[name] }
      define_method("#{name}=") { |value| self[name] = value }
    end
    alias_method :invoke_drop, :[]

    def dig(key, *rest)
      value = self[key]
      rest.empty? || value.nil? ? value : value.dig(*rest)
    end
  end

  # Methods of `context.environments.last`, a hash with the variables of the template object. Templates read them after the first
  # environment.
  module Assigns
    def self.of(context)
      {}.extend(self).tap { |hash| hash.instance_variable_set(:@context, context) }
    end

    def []=(key, value)
      if @context.environments.first[key].nil?
        raise NotImplementedError, "setting #{key.inspect} in the second environment is not supported: use context.environments.first"
      end

      super
    end

    def store(key, value)
      self[key] = value
    end
  end
end
