# Methods that Ruby 3.2 removed, for plugins that were written for an older Ruby.
module Hastie
  module Removed
    class << self
      # Warns about a removed method at its first use.
      def warn(name, instead)
        return if (@warned ||= {})[name]

        @warned[name] = true
        line = caller.find { |one| !one.start_with?("hastie/") }.to_s[/\A(.*?\.rb:\d+)/, 1]
        line = line&.delete_prefix("#{Hastie.model.site&.source}/")
        Hastie.ask("log", "warn", "#{"Ruby:".rjust(20)} #{line || "a plugin"} uses #{name}, which Ruby 3.2 removed; #{instead}")
      end

      # Defines a removed method again, unless this Ruby still has it.
      def restore(owner, label, name, instead, &block)
        return if owner.method_defined?(name) || owner.private_method_defined?(name)

        owner.define_method(name) do |*arguments|
          Removed.warn(label, instead)
          instance_exec(*arguments, &block)
        end
      end
    end

    # Removed constants, with their last values.
    CONSTANTS = { :Fixnum => Integer, :Bignum => Integer }.freeze

    module Constants
      def const_missing(name)
        found = CONSTANTS[name] or return super

        Removed.warn(name.to_s, "Integer does the same")
        found
      end
    end

    { "File" => File, "Dir" => Dir, "FileTest" => FileTest }.each do |label, owner|
      restore(owner.singleton_class, "#{label}.exists?", :exists?, "#{label}.exist? does the same") { |path| owner.exist?(path) }
    end
    %i(taint untaint trust untrust).each { |name| restore(Object, "Object##{name}", name, "it does nothing") { self } }
    %i(tainted? untrusted?).each { |name| restore(Object, "Object##{name}", name, "it is always false") { false } }
    restore(Object, "Object#=~", :=~, "it is always nil for objects that are no text") { |_| nil }
  end
end

Object.singleton_class.prepend(Hastie::Removed::Constants)
