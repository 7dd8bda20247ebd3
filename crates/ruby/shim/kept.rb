# Lists, hashes and texts of a template's variables. Ruby and templates share the same objects in Jekyll: a plugin may
# get a list from the context and add to it. Here each side has a copy. A plugin's changes to its copy are sent back
# before the program reads variables again. If a variable has not changed, the plugin gets the same object again.
module Hastie
  module Kept
    # One variable: how it was requested, its object, and the object's state when both copies were last equal.
    One = Struct.new(:operation, :serial, :key, :object, :seen, :parts)

    # Requests for which the program reads variables.
    LOOKING = %w(lookup variable condition environment body render render_in native_render filter stack payload render_item).freeze

    @all = {}

    class << self
      # Set while a filter runs that changes nothing. Nothing is recorded or compared then.
      attr_accessor :calm

      # The object of a variable whose value the program has just sent.
      def fetched(operation, serial, key, value)
        return value if @calm || !keeps?(value)

        known = @all[[serial, key]]
        return known.object if known && known.operation == operation && known.seen == Fingerprint.of(value)

        note(operation, serial, key, value)
      end

      # Notes that a plugin has set a variable.
      def set(operation, serial, key, value)
        keeps?(value) ? note(operation, serial, key, value) : @all.delete([serial, key])
        value
      end

      # Sends the changes that plugins have made to the objects since the last comparison.
      def send_changes(asked = nil)
        return if @all.empty? || @sending || (asked && !LOOKING.include?(asked))

        begin
          @sending = true
          @all.values.each { |one| send_change(one) }
        ensure
          @sending = false
        end
      end

      # Forgets all variables at the end of a call of the program.
      def clear
        @all.clear unless @all.empty?
      end

      private

      def send_change(one)
        now = Fingerprint.of(one.object)
        return if now == one.seen

        one.seen = now
        one.parts ? send_page(one) : Hastie.ask(one.operation, one.serial, one.key, one.object)
      end

      # Sends the keys of the page's hash that have changed, and which of their values are still the same objects as in the front matter.
      def send_page(one)
        set = one.object.reject { |key, value| one.parts[key]&.last == Fingerprint.of(value) }
        same = set.keys.select { |key| one.parts[key]&.first.equal?(set[key]) }
        one.parts = parts(one.key, one.object)
        Hastie.ask("change_page", one.serial, set, same) unless set.empty?
      end

      def parts(key, object)
        object.transform_values { |value| [value, Fingerprint.of(value)] } if key == "page" && object.is_a?(Hash)
      end

      def note(operation, serial, key, value)
        @all.shift if @all.size > 200
        @all[[serial, key]] = One.new(operation, serial, key, value, Fingerprint.of(value), parts(key, value))
        value
      end

      def keeps?(value)
        case value
        when Array, String then !value.frozen?
        when Hash then value.size < 200
        else false
        end
      end
    end
  end
end
