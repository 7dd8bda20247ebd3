# Methods of Site that are steps of a build. The program runs the steps itself. If a plugin replaces such a method, the
# replacement runs until it calls the original, waits there while the program runs the step, and then goes on.
module Hastie
  module SiteSteps
    NAMES = %i(process reset read generate render write).freeze

    @waiting = {}

    class << self
      # The steps whose methods a plugin has replaced.
      def changed
        NAMES.map(&:to_s).reject { |name| Server.own?(Jekyll::Site, name) }
      end

      # Runs a replacement until it calls the original.
      def enter(name)
        method = Hastie.model.site.method(name)
        fiber = Fiber.new do
          method.call
          nil
        end
        refuse(method, "does not call the method that it replaces") unless fiber.resume == name
        @waiting[name] = [fiber, method]
      end

      # Runs the rest of the replacement, after the step.
      def leave(name)
        fiber, method = @waiting.delete(name)
        return unless fiber

        refuse(method, "calls the method that it replaces more than once") if fiber.resume
      end

      # The original method of a step.
      def original(name)
        return Fiber.yield(name.to_s) && nil if NAMES.include?(name) && Fiber.current != @main

        raise NotImplementedError, "Hastie runs Site##{name} itself: a plugin cannot call it"
      end

      def start
        @main = Fiber.current
      end

      private

      def refuse(method, problem)
        raise NotImplementedError, "#{method.owner}##{method.name} #{problem}: Hastie does its work without Ruby",
              [*method.source_location&.join(":")]
      end
    end
  end
end

class Jekyll::Site
  Hastie::SiteSteps::NAMES.each do |name|
    module_eval("def #{name}\n  Hastie::SiteSteps.original(:#{name})\nend", "hastie/replaced/site_steps.rb", 1)
  end
end

Hastie::SiteSteps.start
