# The context of a rendering, as tags and filters see it. Most of its state is in the program. A context that a plugin has created is
# sent with each request that uses it.
module Liquid
  class Context
    attr_accessor :exception_renderer, :template_name, :partial, :global_filter
    attr_reader :errors, :hastie_serial

    # The context of a rendering in the program.
    def self.of(serial, name)
      return Hastie::Renderings.current.context if serial.zero? && Hastie::Renderings.current

      Hastie::VariableCopies.enter(serial)
      @known ||= {}
      found = @known[serial]
      unless found
        @known.shift if @known.size >= 64
        Hastie.model.forget_values
        # Only the site's own templates have names. Such a template may be rendered for a value in a plugin's template.
        frame = name.nil? && !serial.zero? ? Hastie::Renderings.current : nil
        found = allocate
        found.hastie_begin(serial, frame)
        @known[serial] = found
      end
      found.hastie_template = name
      found
    end

    attr_writer :hastie_template

    # `frame` is the rendering of a plugin's template that the context belongs to.
    def hastie_begin(serial, frame)
      @hastie_serial = serial
      @errors = []
      return unless frame

      @registers = frame.registers
      @own_filters = frame.filters unless frame.filters.empty?
    end

    def initialize(environments = {}, outer_scope = {}, registers = {}, rethrow_errors = false, resource_limits = nil)
      @environments = [environments].flatten
      @scopes = [outer_scope || {}]
      @registers = registers
      @rethrow = rethrow_errors
      @errors = []
      Hastie.squash(@scopes.first, @environments)
    end

    # In the site's templates, the configuration decides.
    %w(variables filters).each do |kind|
      define_method("strict_#{kind}") do
        strict = hastie_own? ? instance_variable_get("@strict_#{kind}") : Hastie.model.site.config.dig("liquid", "strict_#{kind}")
        strict || (kind == "variables" ? false : nil)
      end
      define_method("strict_#{kind}=") do |strict|
        same = hastie_own? || !strict == !public_send("strict_#{kind}")
        raise NotImplementedError, "setting strict_#{kind} during a rendering is not supported" unless same

        instance_variable_set("@strict_#{kind}", strict)
      end
    end

    def warnings
      @warnings ||= []
    end

    def hastie_own?
      @hastie_serial.nil?
    end

    def registers
      return @registers if @registers

      Hastie.model.registers(@hastie_template, self)
    end

    def environments
      @environments ||= [Hastie::Environment.new(self), Hastie::Assigns.of(self)]
    end

    def scopes
      @scopes ||= Hastie::Scopes.new(self)
    end

    def strainer
      @strainer ||= Strainer.create(self, @own_filters || [])
    end

    def [](expression)
      evaluate(Expression.parse(expression))
    end

    def []=(key, value)
      return @scopes[0][key] = value if hastie_own?
      # Templates find only variables whose names are texts.
      return unless key.is_a?(String)

      Hastie.ask("set", @hastie_serial, key, value)
      Hastie::VariableCopies.set("change", @hastie_serial, key, value)
    end

    def key?(key)
      !self[key].nil?
    end

    def evaluate(object)
      object.respond_to?(:evaluate) ? object.evaluate(self) : object
    end

    def find_variable(key, **)
      return hastie_lookup(key.to_s) if hastie_own?

      Hastie::VariableCopies.fetched("change", @hastie_serial, key.to_s, Hastie.ask("find_variable", @hastie_serial, key.to_s))
    end

    def lookup_and_evaluate(object, key, **)
      value = object[key]
      value.is_a?(Proc) && object.respond_to?(:[]=) ? object[key] = (value.arity.zero? ? value.call : value.call(self)) : value
    end

    def hastie_lookup(markup)
      unless hastie_own?
        value = Hastie.ask("lookup", @hastie_serial, markup)
        return Hastie.group(markup.delete_prefix("site."), value) if markup.match?(/\Asite\.(?:tags|categories)\z/)

        own = Hastie.own_of_page(markup, value) and return own

        return Hastie::VariableCopies.fetched("change", @hastie_serial, markup, value)
      end

      hastie_require(markup[VariableParser]) if @strict_variables
      Hastie.ask("lookup_in", hastie_environment, hastie_scope, markup)
    end

    def hastie_require(name)
      return if (@scopes + @environments).any? { |one| one.key?(name) }

      raise UndefinedVariable, "undefined variable #{name}"
    end

    # Without filters, the value is an object that others may share.
    def hastie_variable(markup, shared)
      unless hastie_own?
        value = Hastie.ask("variable", @hastie_serial, markup)
        return shared ? Hastie::VariableCopies.fetched("change", @hastie_serial, markup.strip, value) : value
      end

      Hastie.ask("variable_in", hastie_environment, hastie_scope, markup)
    end

    def hastie_environment
      first = @environments.first
      first.is_a?(Hash) ? @environments.reverse.reduce({}) { |all, one| all.merge(one) } : first
    end

    def hastie_scope
      @scopes.reverse.reduce({}) { |all, one| all.merge(one) }
    end

    def invoke(name, *arguments)
      strainer.invoke(name, *arguments)
    end

    def add_filters(filters)
      [filters].flatten.compact.each do |filter|
        hastie_check_filters(filter) unless hastie_own?
        strainer.hastie_extend(filter)
      end
    end

    # The program has already parsed the template that is being rendered.
    def hastie_check_filters(filter)
      return if Strainer.added.include?(filter)

      name = Strainer.hastie_names(filter).find { |one| Strainer.names.key?(one) } or return
      raise NotImplementedError, "replacing the filter #{name} for the rest of a template is not supported"
    end

    def apply_global_filter(object)
      global_filter ? global_filter.call(object) : object
    end

    # The scope opens and closes by requests, so that the block may end with `return`, `break` or `throw`.
    def stack(new_scope = nil)
      return hastie_own_stack(new_scope) { yield } if hastie_own?
      return hastie_detached_stack(new_scope) { yield } unless Hastie.ask("enter_stack", @hastie_serial, new_scope)

      begin
        yield
      ensure
        Hastie.ask("leave_stack", @hastie_serial)
      end
    end

    def hastie_own_stack(new_scope)
      push(new_scope || {})
      begin
        yield
      ensure
        pop
      end
    end

    # Outside of templates, the variables exist during one request.
    def hastie_detached_stack(new_scope)
      result = nil
      work = lambda do
        (new_scope || {}).each { |key, value| self[key] = value }
        result = yield
      end
      Hastie.ask("stack", @hastie_serial, Hastie.objects.keep(work))
      result
    end

    def push(new_scope = {})
      raise StackLevelError, "Nesting too deep" if hastie_own? && scopes.size > 100

      hastie_own? ? scopes.unshift(new_scope) : Hastie.ask("push", @hastie_serial, new_scope)
    end

    def pop
      closed = hastie_own? ? @scopes.size > 1 && @scopes.shift : Hastie.ask("pop", @hastie_serial)
      raise ContextError unless closed
    end

    def merge(new_scopes)
      scopes.first.merge!(new_scopes)
    end

    def interrupt?
      hastie_own? ? !hastie_interrupts.empty? : Hastie.ask("interrupted", @hastie_serial)
    end

    def push_interrupt(kind)
      hastie_own? ? hastie_interrupts.push(kind) : Hastie.ask("interrupt", @hastie_serial, kind.class.name)
    end

    def pop_interrupt
      return hastie_interrupts.pop if hastie_own?

      name = Hastie.ask("pop_interrupt", @hastie_serial)
      name && Liquid.const_get(name).new
    end

    def hastie_interrupts
      @interrupts ||= []
    end

    def resource_limits
      @resource_limits ||= ResourceLimits.new
    end

    def handle_error(error, _line = nil)
      raise error
    end
  end

  class Interrupt
    attr_reader :message

    def initialize(message = nil)
      @message = message || "interrupt"
    end
  end

  class BreakInterrupt < Interrupt; end
  class ContinueInterrupt < Interrupt; end
end
