# Objects and arguments that a call of the program brings along.
module Hastie
  # A filter's argument before the call.
  class Snapshot
    def self.of(value)
      case value
      when Hash then new(Fingerprint.of_each(value), {}.merge(value))
      when Array then new(Fingerprint.of(value))
      when String then new(value.hash) unless value.frozen?
      when Time then new(Fingerprint.of(value))
      end
    end

    def initialize(seen, values = nil)
      @seen = seen
      @values = values
    end

    def differs?(value)
      @values ? Fingerprint.of_each(value) != @seen : Fingerprint.of(value) != @seen
    end

    # Keys of a hash whose values are the same objects and differ all the same.
    def in_place(value)
      @values ? value.keys.select { |key| @values[key].equal?(value[key]) && @seen[key] != Fingerprint.of(value[key]) } : []
    end
  end

  module Mirror
    # Takes its parts from a call that brings them along.
    def hastie_given(fields)
      @hastie_stale = false
      @hastie_prefetched = nil
      hastie_take(fields)
      @data = fields["data"]
      hastie_defaults
      if fields.key?("content")
        @hastie_held = true
        @content = fields["content"]
      end
      @hastie_seen = Fingerprint.of_each(hastie_fields)
    end

    # The program's copy is the one that counts again.
    def hastie_forget
      @hastie_stale = true
      @hastie_round = @hastie_content_round = nil
      @hastie_prefetched = nil
      remove_instance_variable(:@content) if defined?(@content)
      remove_instance_variable(:@output) if defined?(@output)
      remove_instance_variable(:@hastie_held) if defined?(@hastie_held)
      remove_instance_variable(:@url) if defined?(@url)
    end
  end
end
