# Subclasses of String, Array and Hash in which a plugin replaces methods that templates and filters call. Their objects stay in Ruby,
# because the program has no classes of plugins.
module Hastie
  module OwnValues
    METHODS = {
      String => %i(to_s to_liquid), Array => %i(to_s to_liquid join [] each first last size to_json),
      Hash => %i(to_s to_liquid [] key? each first size to_json)
    }.freeze

    @known = {}.compare_by_identity

    class << self
      # Whether a plugin has defined such a class.
      attr_reader :any

      # Notes that a plugin has added a method to a class.
      def method_added(kind, name)
        base = base_of(kind)
        return unless base && base != kind && METHODS[base].include?(name)

        @known.clear
        @any = true if own?(kind)
      end

      # Whether the value belongs to such a class.
      def stays?(value)
        return false unless @any

        kind = value.class
        @known.fetch(kind) { @known[kind] = own?(kind) }
      end

      private

      def base_of(kind)
        METHODS.keys.find { |base| kind <= base } if kind.is_a?(Class)
      end

      def own?(kind)
        base = base_of(kind) or return false
        METHODS[base].any? do |name|
          method = kind.instance_method(name)
          place = method.source_location&.first
          method.owner != base && place && !place.start_with?("hastie/", Reopening::LIBRARY) && !place.include?("/gems/")
        rescue NameError
          false
        end
      end
    end
  end
end
