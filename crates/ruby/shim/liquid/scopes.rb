# `context.scopes`: the variables that templates and plugins have set, from the innermost scope to the outermost. The program has
# them, and single variables are read and set by requests.
module Hastie
  # The methods of lists and hashes that only read.
  module Reading
    LIST = (Array.instance_methods(false) + Enumerable.instance_methods).uniq.reject do |name|
      name.end_with?("!", "=") ||
        %i(<< push append pop shift unshift prepend insert concat clear replace delete delete_at delete_if keep_if fill hash eql? frozen?).include?(name)
    end
    HASH = (Hash.instance_methods(false) + Enumerable.instance_methods).uniq.reject do |name|
      name.end_with?("!", "=") ||
        %i(store update delete delete_if keep_if shift clear replace rehash compare_by_identity hash eql?).include?(name)
    end

    # Defines these methods by the object that `hastie_all` returns.
    def self.define(kind, names)
      names.each { |name| kind.define_method(name) { |*arguments, &block| hastie_all.public_send(name, *arguments, &block) } }
    end
  end

  class Scopes
    Reading.define(self, Reading::LIST)

    def initialize(context)
      @context = context
      @by_depth = []
    end

    def hastie_all
      Array.new(size) { |at| hastie_scope(size - 1 - at) }.freeze
    end

    def hastie_scope(depth)
      @by_depth[depth] ||= Scope.new(@context, depth)
    end

    def size
      Hastie.ask("scopes", @context.hastie_serial)
    end
    alias_method :length, :size
    alias_method :count, :size

    def last(*count)
      count.empty? ? hastie_scope(0) : hastie_all.last(*count)
    end

    def first(*count)
      count.empty? ? hastie_scope(size - 1) : hastie_all.first(*count)
    end

    def unshift(*scopes)
      scopes.reverse_each { |scope| @context.push(scope) }
      self
    end
    alias_method :prepend, :unshift

    def shift
      first.to_h.tap { @context.pop }
    end

    %i(<< push append pop insert concat clear replace delete delete_at delete_if keep_if fill).each do |name|
      define_method(name) do |*|
        raise NotImplementedError, "changing the list of scopes by #{name} is not supported: use push and pop of the context"
      end
    end
  end

  # Methods of a hash for scopes and environments. A class that includes them defines `hastie_all`, `[]`, `[]=` and `key?`.
  module HashMethods
    Reading.define(self, Reading::HASH)

    def fetch(key, *default)
      return self[key] if key?(key)
      return yield(key) if block_given?

      default.empty? ? {}.fetch(key) : default.first
    end

    def merge!(*others)
      others.each do |other|
        other.each { |key, value| self[key] = block_given? && key?(key) ? yield(key, self[key], value) : value }
      end
      self
    end
    alias_method :update, :merge!
  end

  # One scope. It has the methods of a hash.
  class Scope
    include HashMethods

    def initialize(context, depth)
      @context = context
      @depth = depth
    end

    def hastie_all
      Hastie.ask("scope", @context.hastie_serial, @depth) || {}
    end

    def to_h(&block)
      block ? hastie_all.to_h(&block) : hastie_all
    end
    alias_method :to_hash, :to_h
    alias_method :dup, :to_h
    alias_method :clone, :to_h

    def [](key)
      found = hastie_variable(key)
      found && VariableCopies.fetched("change_scope", @context.hastie_serial, [@depth, key], found.first)
    end

    def []=(key, value)
      raise NotImplementedError, "setting #{key.inspect} in a scope is not supported: use a string" unless key.is_a?(String)

      Hastie.ask("scope_set", @context.hastie_serial, @depth, key, value)
      VariableCopies.set("change_scope", @context.hastie_serial, [@depth, key], value)
    end
    alias_method :store, :[]=

    def key?(key)
      !hastie_variable(key).nil?
    end
    alias_method :has_key?, :key?
    alias_method :include?, :key?
    alias_method :member?, :key?

    def dig(key, *rest)
      value = self[key]
      rest.empty? || value.nil? ? value : value.dig(*rest)
    end

    def values_at(*keys)
      keys.map { |key| self[key] }
    end

    def delete(key)
      value = hastie_variable(key)&.first
      Hastie.ask("scope_delete", @context.hastie_serial, @depth, key) if key.is_a?(String)
      value
    end

    def clear
      keys.each { |key| delete(key) }
      self
    end

    def replace(other)
      clear.merge!(other)
    end

    def delete_if
      hastie_all.each { |key, value| delete(key) if yield(key, value) }
      self
    end
    alias_method :reject!, :delete_if

    def keep_if
      hastie_all.each { |key, value| delete(key) unless yield(key, value) }
      self
    end
    alias_method :select!, :keep_if
    alias_method :filter!, :keep_if

    %i(shift rehash compare_by_identity compact! transform_keys! transform_values! default= default_proc=).each do |name|
      define_method(name) { |*| raise NotImplementedError, "#{name} of a scope is not supported" }
    end

    private

    def hastie_variable(key)
      key.is_a?(String) ? Hastie.ask("scope_variable", @context.hastie_serial, @depth, key) : nil
    end
  end
end
