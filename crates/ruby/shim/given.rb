# Objects and arguments that the program sends together with a call.
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

    # The keys of a hash whose values were changed in place: they are the same objects, but have other contents.
    def in_place(value)
      @values ? value.keys.select { |key| @values[key].equal?(value[key]) && @seen[key] != Fingerprint.of(value[key]) } : []
    end
  end

  module Mirror
    # Takes over the fields that the program has sent together with a call.
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

    # Drops all fields, so that they are requested from the program again.
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
