# The configuration, and the defaults of front matter.
module Jekyll
  class Configuration < Hash
    DEFAULTS = {
      "source" => nil, "destination" => nil, "collections_dir" => "", "cache_dir" => ".jekyll-cache",
      "plugins_dir" => "_plugins", "layouts_dir" => "_layouts", "data_dir" => "_data", "includes_dir" => "_includes",
      "collections" => {}, "safe" => false, "include" => [".htaccess"], "exclude" => [], "keep_files" => [".git", ".svn"],
      "encoding" => "utf-8", "markdown_ext" => "markdown,mkdown,mkdn,mkd,md", "strict_front_matter" => false,
      "show_drafts" => nil, "limit_posts" => 0, "future" => false, "unpublished" => false, "whitelist" => [], "plugins" => [],
      "markdown" => "kramdown", "highlighter" => "rouge", "lsi" => false, "excerpt_separator" => "\n\n", "incremental" => false,
      "detach" => false, "port" => "4000", "host" => "127.0.0.1", "baseurl" => nil, "show_dir_listing" => false,
      "permalink" => "date", "paginate_path" => "/page:num", "timezone" => nil, "quiet" => false, "verbose" => false,
      "defaults" => []
    }.freeze

    # Sets the folder that is the source by default.
    def self.hastie_stand(folder)
      defaults = DEFAULTS.merge("source" => folder, "destination" => ::File.join(folder, "_site")).freeze
      remove_const(:DEFAULTS)
      const_set(:DEFAULTS, defaults)
    end

    def self.from(hash)
      self[hash]
    end

    def source(override)
      override["source"] || self["source"]
    end

    def get_config_value_with_override(key, override)
      override[key] || self[key]
    end
  end

  # Defaults of front matter, which the program knows.
  class FrontmatterDefaults
    def initialize(site)
      @site = site
      @known = {}
      @hastie_read = []
    end

    def all(path, type)
      known(path, type).dup
    end

    def find(path, type, setting)
      return if Hastie.no_defaults?

      value = known(path, type)[setting]
      @hastie_read << [setting, value, Hastie::Fingerprint.of(value), caller(1, 8)] if hastie_mutable?(value)
      value
    end

    # Raises an error if a plugin has changed a value of the defaults in place. Ruby would change all pages that share it.
    def hastie_check
      return if @hastie_read.empty?

      read, @hastie_read = @hastie_read, []
      key, _, _, place = read.find { |_, value, print| Hastie::Fingerprint.of(value) != print }
      hastie_refuse(key, place) if key
    end

    def hastie_refuse(key, place = Hooks.hastie_place)
      raise NotImplementedError, "changing the default of #{key} in place is not supported: change a copy (dup)", place
    end

    # Documents have lists of their own at these keys.
    SEPARATE = %w(categories tags).freeze

    # The keys for which documents share an object with the defaults.
    def hastie_keys
      @hastie_keys ||= begin
        sets = @site.config["defaults"]
        values = sets.is_a?(Array) ? sets.filter_map { |set| set["values"] if set.is_a?(Hash) && set["values"].is_a?(Hash) } : []
        values.flat_map { |set| set.keys.select { |key| hastie_mutable?(set[key]) } }.uniq - SEPARATE
      end
    end

    def hastie_mutable?(value)
      [String, Array, Hash].any? { |type| type === value }
    end

    def known(path, type)
      (@known[type] ||= {})[path] ||= Hastie.ask("defaults", path.to_s, type&.to_s)
    end

    def reset
      @known = {}
      @hastie_keys = nil
    end
  end
end
