# Instance variables of Jekyll's objects. The objects here fetch them from the program on first use, or do not have them. Plugins
# read them in methods that they add to Jekyll's classes, and with `instance_variable_get`.
module Hastie
  module InstanceVariables
    # Jekyll's classes, each with the variables that its objects do not have. Their readers have the same names.
    CLASSES = {
      Jekyll::Site => %i(@pages @static_files @layouts @data @collections @tags @categories),
      Jekyll::Collection => %i(@docs @files),
      Jekyll::Page => %i(@content @output),
      Jekyll::Document => %i(@content @output),
      Jekyll::StaticFile => []
    }.freeze

    # The variables on which the place of a static file depends.
    FILE = %i(@base @collection @destination @dir @name @relative_path).freeze

    @originals = {}

    class << self
      # Notes that a plugin has added a method to one of the classes. If the method reads variables, they are fetched before each
      # call.
      def method_added(kind, name)
        missing = CLASSES[kind] or return
        return if name == :initialize

        method = kind.instance_method(name)
        return if Hastie.own_method?(method)

        used = used_by(method)
        wrap(kind, method, used & missing) unless used.empty?
      end

      # Whether a method is a wrapper that fetches variables before a plugin's method runs.
      def wraps?(method)
        !method.is_a?(Proc) && @originals.key?([method.owner, method.name])
      end

      # Fetches the variables of an object for a method.
      def prepare(object, missing, method)
        return if object.is_a?(Mirror) && !object.instance_variable_get(:@hastie_mirror)

        unless missing.empty?
          reader = missing.first.to_s.delete_prefix("@")
          raise NotImplementedError, "reading #{missing.first} of #{object.class} is not supported: use #{reader}", [*method.source_location&.join(":")]
        end
        object.hastie_look if object.is_a?(Mirror)
      end

      private

      def wrap(kind, method, missing)
        visibility = %i(private protected).find { |one| kind.send("#{one}_method_defined?", method.name) } || :public
        @originals[[kind, method.name]] = method
        kind.define_method(method.name) do |*arguments, **options, &block|
          InstanceVariables.prepare(self, missing, method)
          method.bind_call(self, *arguments, **options, &block)
        end
        kind.send(visibility, method.name)
      end

      def used_by(method)
        sequence = RubyVM::InstructionSequence.of(method)
        return variable_of_attribute(method) unless sequence

        instructions(sequence.to_a).uniq
      end

      # The variable that a method of `attr_reader` reads. Methods of `attr_writer` need no earlier value.
      def variable_of_attribute(method)
        method.source_location && method.arity.zero? ? [:"@#{method.name}"] : []
      end

      # The names of the variables in the code of a method and of its blocks.
      def instructions(code)
        code.flat_map do |part|
          next [] unless part.is_a?(Array)
          next [part[1]] if %i(getinstancevariable setinstancevariable).include?(part.first)

          instructions(part)
        end
      end
    end

    # Reads and sets variables by name.
    module Reflection
      def instance_variable_get(name)
        hastie_variable(name) { |reader| return public_send(reader) }
        super
      end

      def instance_variable_set(name, value)
        hastie_variable(name) { |reader| return public_send("#{reader}=", value) }
        @hastie_url_reset = true if value.nil? && name.to_sym == :@url
        if @hastie_mirror && is_a?(Jekyll::StaticFile) && FILE.include?(name.to_sym)
          raise NotImplementedError, "setting #{name} of a static file is not supported: create another file"
        end
        super
      end

      def remove_instance_variable(name)
        @hastie_url_reset = true if name.to_sym == :@url && !caller_locations(1, 1).first.path.start_with?("hastie/")
        super
      end

      def instance_variable_defined?(name)
        hastie_variable(name) { return true }
        super
      end

      def instance_eval(*)
        hastie_look if is_a?(Mirror) && @hastie_mirror
        super
      end

      def instance_exec(*)
        hastie_look if is_a?(Mirror) && @hastie_mirror
        super
      end

      private

      # Yields the name of the reader for a variable that the object does not have. Ignores the shim's own variables.
      def hastie_variable(name)
        return if name.to_s.start_with?("@hastie") || caller_locations(2, 1).first.path.start_with?("hastie/")

        is_mirror = is_a?(Mirror)
        return if is_mirror && !@hastie_mirror

        _, missing = CLASSES.find { |kind, _| is_a?(kind) }
        yield name.to_s.delete_prefix("@") if missing.include?(name.to_sym)
        hastie_look if is_mirror
      end
    end

    CLASSES.each_key { |kind| kind.prepend(Reflection) }
  end
end
