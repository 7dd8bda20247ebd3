# Renderings of templates that plugins have parsed, with their own registers, filters and variables.
module Hastie
  module Renderings
    # The variables that templates get, the registers and the filters.
    Frame = Struct.new(:environment, :scope, :registers, :filters) do
      # Ruby's `increment` counts in the environment.
      def keep_counters(counters, target, assigns)
        holder = target.is_a?(Liquid::Context) ? target.environments.first : target
        (holder.is_a?(Hash) ? holder : assigns).merge!(counters)
      end

      # A context with the same variables, for drops of plugins.
      def context
        @context ||= Liquid::Context.new(environment, {}, registers).tap { |context| context.scopes[0] = scope }
      end
    end

    @frames = []
    @last = 0

    class << self
      def frame(template, target, filters)
        own = target.is_a?(Liquid::Context)
        environment, scope = template.hastie_variables(target)
        filters = target.strainer.hastie_mods if own
        Frame.new(environment, scope, own ? target.registers : template.registers, filters)
      end

      def within(frame)
        @frames.push(frame)
        yield
      ensure
        @frames.pop
      end

      # The innermost rendering. nil in the site's own templates.
      def current
        @frames.last
      end

      # The number by which the program keeps the registers of Liquid's own tags.
      def number_of(registers)
        registers.instance_variable_get(:@hastie_number) || registers.instance_variable_set(:@hastie_number, @last += 1)
      end
    end
  end
end
