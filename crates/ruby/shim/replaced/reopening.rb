# Methods of Jekyll, Liquid and kramdown that a plugin replaces. Hastie does much of their work itself, so that some replacements
# would never be called. The table in `verdicts.rb` has a verdict for each method of the reference. A replacement that would
# change the output only in Ruby raises an error when it is defined.
module Hastie
  # Whether a method or block is defined in a file of the shim, and not by a plugin or library.
  def self.own_method?(method)
    method.source_location&.first.to_s.start_with?("hastie/") && !InstanceVariables.wraps?(method)
  end

  # Whether a plugin has replaced a method of a class, or put a module in front of it. Methods of `Object` do not count: libraries such
  # as json give every object further methods.
  def self.changed_class?(kind)
    owners = kind.ancestors.take_while { |one| one != Object }
    (kind.instance_methods + kind.private_instance_methods).any? do |name|
      method = kind.instance_method(name)
      owners.include?(method.owner) && !own_method?(method)
    end
  end

  module Reopening
    # Classes whose objects are always the program's: their new methods would never be called.
    CLOSED = %w(Liquid::ForloopDrop Liquid::TablerowloopDrop).freeze

    # Ruby's own classes. Libraries extend them in ways that do not change what templates print.
    CORE = %w(Array Date DateTime FalseClass Float Hash Integer NilClass Numeric Range String Symbol Time TrueClass).freeze

    # The folder of Ruby's standard library, which adds methods to these classes.
    LIBRARY = "#{File.dirname($LOADED_FEATURES.find { |file| file.end_with?("/forwardable.rb") }.to_s)}/".freeze

    NAME = Module.instance_method(:name)
    private_constant :NAME

    class << self
      # Begins to check definitions.
      def start
        read(VERDICTS + LIQUID_VERDICTS)
        Module.prepend(Notifications)
      end

      # A line of the table has the name of a class, a verdict, and methods.
      def read(table)
        @refused = Hash.new { |all, name| all[name] = {} }
        table.each_line(:chomp => true) do |line|
          name, verdict, *methods = line.split
          next unless verdict == "refused"

          methods.each { |method| @refused[name][method] = true }
        end
        @refused.default = nil
      end

      # The methods of a class or module that cannot be replaced.
      def refused(name)
        (@refused[name] || {}).keys
      end

      # A method of a class was defined, aliased or removed: `#name` or `.name`. If it is refused, raises an error with
      # the line of the definition, or of the call of `alias_method`, `prepend` and the like.
      def check(name, method, definition = nil)
        return unless @refused[name]&.key?(method) || (CLOSED.include?(name) && method.start_with?("#"))
        return if Libraries.in_ruby?(name)

        places = [definition, *caller].compact.reject { |place| place.start_with?("hastie/replaced/reopening.rb", "<internal:") }
        return if places.first.start_with?("hastie/", LIBRARY) || (CORE.include?(name) && places.first.include?("/gems/"))

        raise NotImplementedError, "replacing #{name}#{method} is not supported: Hastie does its work without Ruby", places
      end

      # Notes the constants before plugins are loaded.
      def note_constants
        @constants = constants
      end

      # Raises an error if a plugin has replaced a constant, or changed it in place. Ruby has no notification for that.
      def check_constants
        constants.each do |(name, constant), now|
          before = @constants[[name, constant]]
          next if before && before.first.equal?(now.first) && before.last == now.last

          place = Object.const_get(name).const_source_location(constant)
          next if before.nil? && place&.first.to_s.start_with?("hastie/")

          raise NotImplementedError, "replacing #{name}::#{constant} is not supported: Hastie does its work without Ruby",
                [*(place.join(":") unless place.nil? || place.first.start_with?("hastie/"))]
        end
        gone = (@constants.keys - constants.keys).first
        raise NotImplementedError, "removing #{gone.join("::")} is not supported: Hastie does its work without Ruby", [] if gone
      end

      # A module was prepended to a class, or to the singleton class of one.
      def prepended(kind, addition)
        name, mark = kind.singleton_class? ? [attached_name(kind), "."] : [kind.name, "#"]
        own = addition.instance_methods(false) + addition.private_instance_methods(false)
        own.each do |method|
          place = addition.instance_method(method).source_location
          check(name, "#{mark}#{method}", place && "#{place.join(":")}:in `#{method}'")
        end
      end

      # The name of a class or module, even if it has its own method `name`.
      def name_of(mod)
        NAME.bind_call(mod)
      end

      private

      # The constants that cannot be replaced, as far as they exist: each value, and its copy if it can change.
      def constants
        @refused.each_with_object({}) do |(name, names), found|
          next unless names.any? { |one, _| one.start_with?("::") } && Object.const_defined?(name)

          kind = Object.const_get(name)
          names.each_key do |one|
            constant = one.delete_prefix("::")
            next unless one.start_with?("::") && kind.const_defined?(constant, false)

            value = kind.const_get(constant)
            found[[name, constant]] = [value, value.is_a?(Enumerable) && !value.frozen? ? value.dup : nil]
          end
        end
      end

      # The name of the class that a singleton class belongs to.
      def attached_name(singleton)
        singleton.inspect[/\A#<Class:([\w:]+)>\z/, 1]
      end
    end

    # The notifications that Ruby sends to each class and module.
    module Notifications
      %i(method_added method_removed method_undefined).each do |event|
        define_method(event) do |method|
          super(method)
          Parts.forget
          Reopening.check(Reopening.name_of(self), "##{method}")
          next unless event == :method_added

          InstanceVariables.method_added(self, method)
          OwnValues.method_added(self, method)
        end
      end
      %i(singleton_method_added singleton_method_removed singleton_method_undefined).each do |event|
        define_method(event) do |method|
          super(method)
          Parts.forget
          Reopening.check(Reopening.name_of(self), ".#{method}")
          # The methods of a module that extends itself are called on the module.
          Reopening.check(Reopening.name_of(self), "##{method}") if !is_a?(Class) && singleton_class.include?(self)
        end
      end

      def prepended(kind)
        super
        Parts.forget
        Reopening.prepended(kind, self)
      end

      def extended(object)
        super
        Parts.forget
        Reopening.prepended(object.singleton_class, self) if object.is_a?(Module)
      end
      private(*instance_methods(false))
    end
  end
end
