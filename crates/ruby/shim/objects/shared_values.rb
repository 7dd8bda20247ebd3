# Plugins may put the same text, list or hash into several places: into front matter, the data and the configuration. The program
# gets a copy for each of them, so it has to know which of them are one object.
module Hastie
  # Finds values that several holders share. A holder is an object with front matter, or a Table.
  class SharedValues
    # The places of a value (a holder and a key), and the value's last fingerprint if there are several.
    Value = Struct.new(:places, :seen)

    def initialize
      @values = {}.compare_by_identity
    end

    def several?(value)
      found = @values[value]
      !found.nil? && found.places.size > 1
    end

    # Notes the values of a holder, which are sent to the program. Adds to `same` pairs of places that have the same value. Calls the
    # block with other holders of a value that has changed.
    def note(holder, values, same, &block)
      keys = values.keys
      at = 0
      while at < keys.size
        value = values[keys[at]]
        case value
        when Array, Hash then note_value(holder, keys[at], value, same, &block)
        when String then note_value(holder, keys[at], value, same, &block) unless value.frozen?
        end
        at += 1
      end
    end

    private

    def note_value(holder, key, value, same, &block)
      found = @values[value]
      return @values[value] = Value.new([[holder, key]]) unless found

      found.places.select! { |other, name| other.hastie_value(name).equal?(value) }
      others = found.places.reject { |other, name| other.equal?(holder) && name == key }
      found.places << [holder, key] if others.size == found.places.size
      return if others.empty?

      same << [[others.first.first.hastie_name, others.first.last], [holder.hastie_name, key]]
      print = Fingerprint.of(value)
      others.each { |other, _| block.call(other) } unless print == found.seen
      found.seen = print
    end
  end
end
