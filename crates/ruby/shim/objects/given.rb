# Objects that the program sends together with a call.
module Hastie
  module Mirror
    # Takes over the fields that the program has sent together with a call.
    def hastie_given(fields)
      @hastie_stale = false
      @hastie_unread = true
      @hastie_prefetched = nil
      hastie_take(fields)
      @data = fields["data"]
      hastie_defaults
      if fields.key?("content")
        @hastie_held = true
        @content = fields["content"]
      end
      hastie_note
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
      remove_instance_variable(:@hastie_unread) if defined?(@hastie_unread)
    end
  end
end
