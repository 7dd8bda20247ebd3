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
      "defaults" => [], "liquid" => { "error_mode" => "warn", "strict_filters" => false, "strict_variables" => false },
      "kramdown" => {
        "auto_ids" => true, "toc_levels" => [1, 2, 3, 4, 5, 6], "entity_output" => "as_char",
        "smart_quotes" => "lsquo,rsquo,ldquo,rdquo", "input" => "GFM", "hard_wrap" => false, "guess_lang" => true,
        "footnote_nr" => 1, "show_warnings" => false
      }
    }.freeze

    DEFAULT_EXCLUDES = %w(
      .sass-cache .jekyll-cache gemfiles Gemfile Gemfile.lock node_modules
      vendor/bundle/ vendor/cache/ vendor/gems/ vendor/ruby/
    ).freeze

    # The templates of posts for the named styles of permalinks.
    STYLES = {
      "none" => "/:categories/:title:output_ext", "date" => "/:categories/:year/:month/:day/:title:output_ext",
      "ordinal" => "/:categories/:year/:y_day/:title:output_ext", "pretty" => "/:categories/:year/:month/:day/:title/",
      "weekdate" => "/:categories/:year/W:week/:short_day/:title:output_ext"
    }.freeze
    private_constant :STYLES

    # Sets the folder that is the source by default.
    def self.hastie_set_source(folder)
      defaults = DEFAULTS.merge("source" => folder, "destination" => ::File.join(folder, "_site")).freeze
      remove_const(:DEFAULTS)
      const_set(:DEFAULTS, defaults)
    end

    def self.from(hash)
      merged = Utils.deep_merge_hashes(self[DEFAULTS], self[hash].stringify_keys)
      self[merged].add_default_collections.add_default_excludes
    end

    # The configuration that `Jekyll.configuration` returns: the files, and the given values.
    def self.hastie_load(override)
      given = self[override].stringify_keys
      empty = new
      config = given.delete("skip_config_files") ? empty : empty.read_config_files(empty.config_files(given))
      from(Utils.deep_merge_hashes(config, given))
    end

    def stringify_keys
      transform_keys(&:to_s)
    end

    %w(source quiet verbose).each do |key|
      define_method(key) { |override = {}| get_config_value_with_override(key, override) }
    end
    alias_method :quiet?, :quiet
    alias_method :verbose?, :verbose

    def get_config_value_with_override(key, override)
      override[key] || self[key] || DEFAULTS[key]
    end

    # The paths of the configuration files.
    def config_files(override)
      return Array(override["config"]) unless override["config"].to_s.empty?

      folder = source(override)
      ext = %w(yml yaml toml).find { |one| ::File.exist?(Jekyll.sanitized_path(folder, "_config.#{one}")) } || "yml"
      @hastie_searched = true
      [Jekyll.sanitized_path(folder, "_config.#{ext}")]
    end

    def safe_load_file(path)
      case ::File.extname(path)
      when /\.toml/i then Hastie.missing("reading a configuration in TOML")
      when /\.ya?ml/i then SafeYAML.load_file(path) || {}
      else raise ArgumentError, "No parser for '#{path}' is available. Use a .y(a)ml or .toml file instead."
      end
    end

    def read_config_file(path)
      path = ::File.expand_path(path)
      values = safe_load_file(path)
      raise ArgumentError, "Configuration file: (INVALID) #{path}".yellow unless values.is_a?(Hash)

      Jekyll.logger.info "Configuration file:", path
      values
    rescue SystemCallError
      hastie_report_missing(path)
    end

    def read_config_files(paths)
      config = clone
      begin
        paths.each { |path| config = Utils.deep_merge_hashes(config, read_config_file(path)) unless path.nil? || path.empty? }
      rescue ArgumentError => e
        Jekyll.logger.warn "WARNING:", "Error reading configuration. Using defaults (and options)."
        warn e
      end
      self.class[config].validate.add_default_collections
    end

    def csv_to_array(text)
      text.split(",").map(&:strip)
    end

    # A copy. Raises an error if a key that must have a list has another value.
    def validate
      kind = Errors::InvalidConfigurationError
      raise kind, "'plugins' should be set as an array, but was: #{self["plugins"].inspect}." unless hastie_list?("plugins")

      %w(include exclude).each do |key|
        raise kind, "'#{key}' should be set as an array, but was: #{self[key].inspect}." unless hastie_list?(key)
      end
      clone
    end

    def add_default_collections
      config = clone
      return config if config["collections"].nil?

      known = config["collections"]
      known = known.to_h { |name| [name, {}] } if known.is_a?(Array)
      config["collections"] = Utils.deep_merge_hashes({ "posts" => {} }, known)
      posts = config["collections"]["posts"]
      posts["output"] = true
      posts["permalink"] ||= STYLES[config["permalink"].to_s] || config["permalink"].to_s if config["permalink"]
      config
    end

    def add_default_excludes
      config = clone
      config["exclude"] = (config["exclude"] + DEFAULT_EXCLUDES).uniq unless config["exclude"].nil?
      config
    end

    private

    def hastie_list?(key)
      !key?(key) || self[key].is_a?(Array)
    end

    def hastie_report_missing(path)
      if defined?(@hastie_searched)
        Jekyll.logger.warn "Configuration file:", "none"
        return {}
      end
      Jekyll.logger.error "Fatal:", "The configuration file '#{path}' could not be found."
      raise LoadError, "The Configuration file '#{path}' could not be found."
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
