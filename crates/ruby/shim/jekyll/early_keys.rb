# Keys of the configuration that Hastie reads before documents are rendered. A later change would have no effect.
module Jekyll
  class Site
    # The keys that Hastie reads when the build starts.
    EARLY_KEYS = %w(commonmark defaults liquid markdown markdown_ext).freeze

    # The keys that converters read when documents are rendered.
    CONVERTER_KEYS = %w(kramdown sass).freeze

    private

    # A copy of the values, because plugins may change them in place.
    def hastie_copy_early(keys = EARLY_KEYS + CONVERTER_KEYS)
      Marshal.load(Marshal.dump(@config.slice(*keys).to_h))
    end

    # The part of a key's value that Hastie has read. Jekyll itself reads the error mode early.
    def hastie_early(key, config)
      value = config[key]
      key == "liquid" && value.is_a?(Hash) ? value.slice("strict_filters", "strict_variables") : value
    end

    # Raises an error if a plugin has changed a key that Hastie has already read.
    def hastie_check_early_keys(changes)
      return if @hastie_early.nil?

      set, gone = changes
      changed = (set.map(&:first) + gone).select { |name| hastie_early(name, @config) != hastie_early(name, @hastie_early) }
      hastie_refuse_key(changed & EARLY_KEYS, "in a hook :site, :after_init")
      hastie_refuse_key(changed & CONVERTER_KEYS, "before documents are rendered") if Hastie.model.live?
      @hastie_early.update(hastie_copy_early(CONVERTER_KEYS))
    end

    def hastie_refuse_key(keys, time)
      return if keys.empty?

      raise NotImplementedError, "changing site.config[#{keys.first.inspect}] is only supported #{time}", Hooks.hastie_place
    end
  end
end
