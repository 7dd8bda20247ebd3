# The class `Jekyll::Site`: its attributes, and the objects that plugins read from the program.
module Jekyll
  # The program reads files itself.
  %w(CollectionReader ThemeAssetsReader).each do |name|
    const_set(name, Class.new do
      attr_reader :site

      def initialize(site, *)
        @site = site
      end

      define_method(:read) { |*| Hastie.missing("#{name}#read") }
    end)
  end

  class Site
    attr_accessor :exclude, :include, :lsi, :highlighter, :permalink_prefix, :future, :unpublished, :safe, :show_drafts,
                  :limit_posts, :file_read_opts, :drafts, :gems, :theme, :keep_files, :baseurl
    attr_reader :time, :source, :dest, :cache_dir, :liquid_renderer, :profiler, :includes_load_paths, :filter_cache,
                :frontmatter_defaults, :reader, :regenerator, :publisher

    def initialize(config)
      @hastie_config = Hastie::Table.new("config", Configuration[config])
      @hastie_started = config.slice(*SETTINGS)
      @config = @hastie_config.hash
      hastie_settings
      @hastie_collections = {}
      @hastie_removed = {}
      @frontmatter_defaults = FrontmatterDefaults.new(self)
      @publisher = Publisher.new(self)
      @liquid_renderer = LiquidRenderer.new(self)
      @filter_cache = {}
      @reader = Reader.new(self)
      @regenerator = Regenerator.new(self)
      @file_read_opts = {}
      @file_read_opts[:encoding] = @config["encoding"] if @config["encoding"]
      @file_read_opts = Utils.merged_file_read_opts(self, {})
      @gems = @config["plugins"]
      @profiler = Profiler.new(self)
      @pages = Hastie::List.new(Page) { Hastie.ask("pages") }
      @static_files = Hastie::List.new(StaticFile) { Hastie.ask("static_files") }
      @hastie_lists = [@pages, @static_files]
      Jekyll.sites << self
    end

    # Keys that a site copies from the configuration at its start. Later, these attributes count.
    SETTINGS = %w(safe lsi highlighter exclude include future unpublished show_drafts limit_posts keep_files).freeze

    # Copies keys of the configuration to attributes.
    def hastie_settings
      [*SETTINGS, "baseurl"].each { |name| public_send("#{name}=", @config[name]) }
      # The configuration contains these paths as written. The site's attributes are absolute paths.
      @source = ::File.expand_path(@config["source"])
      @dest = ::File.expand_path(@config["destination"])
      @cache_dir = in_source_dir(@config["cache_dir"])
      Cache.cache_dir = in_cache_dir("Jekyll/Cache")
      @permalink_style = @config["permalink"].to_s.to_sym
    end

    # The values that the program computed about the site before plugins run.
    def hastie_setup(facts)
      @time = facts["time"]
      @hastie_time = Hastie::Fingerprint.of(@time)
      @hastie_includes = facts["includes"].first
      @includes_load_paths = facts["includes"]
      # Later changes would have no effect.
      @includes_load_paths.freeze if facts["destination"]
      @collection_names = facts["collections"]
      @dest = facts["destination"] || @dest
      return unless facts["config"]

      @config.update(facts["config"])
      @hastie_config.note
    end

    # In Jekyll, the time is set again after `:after_init`.
    def time=(time)
      return if time == @time || Hastie.model.stage == "load"

      raise NotImplementedError, "Site#time= is not supported: set SOURCE_DATE_EPOCH"
    end

    # Sets a reader of a plugin. Its methods run after the program has read the site.
    def reader=(reader)
      raise NotImplementedError, "Site#reader= is only supported in a hook :site, :after_init" if Hastie.model.stage != "load"

      Hastie::Rereading.check_reader(reader)
      @reader = reader
    end

    attr_reader :permalink_style

    def permalink_style=(style)
      return if style == @permalink_style
      raise NotImplementedError, "Site#permalink_style= is only supported in a hook :site, :after_init" if Hastie.model.stage != "load"

      @permalink_style = style
    end

    # Unlike lists and data, the configuration is compared after each call.
    attr_reader :config

    def inspect
      "#<#{self.class} @source=#{@source}>"
    end

    # -- pages, files, data, layouts and collections

    def pages
      @pages.array
    end

    def pages=(items)
      @pages.array = items
    end

    # The converters of style sheets have added the pages for source maps while the site was rendered.
    def hastie_add_source_maps
      @pages.hastie_add(Hastie.ask("source_maps")) if @pages.hastie_read?
    end

    def static_files
      @static_files.array
    end

    def static_files=(items)
      @static_files.array = items
    end

    def data
      Hastie.model.note_read
      unless @hastie_data
        fresh = Hastie::VariableCopies.unite("site.data", Hastie.ask("data"))
        if @data
          @data.replace(fresh)
        else
          @data = fresh
        end
        @hastie_data = Hastie::Table.new("data", @data)
      end
      @data
    end

    def data=(hash)
      data
      @data.replace(hash)
    end

    def layouts
      Hastie.model.note_read
      unless @layouts_fetched
        @layouts_fetched = true
        fresh = Hastie.ask("layouts").to_h { |name| [name, Hastie.model.find("layout:#{name}")] }
        @layouts ? @layouts.replace(fresh) : @layouts = fresh
        @layouts_sent = @layouts.dup
      end
      @layouts
    end

    def layouts=(hash)
      layouts
      @layouts = hash
    end

    # The program has created the configured collections. Plugins may add, replace and remove some.
    def collections
      @collections ||= collection_names.to_h { |name| [name, hastie_collection(name)] }.tap { |all| @hastie_labels = all.keys }
    end

    # The collection with a label, which stays the same object even if a plugin has removed it.
    def hastie_collection(label)
      @hastie_collections[label] || @hastie_removed[label] || (@hastie_collections[label] = Collection.hastie_known(self, label))
    end

    def collection_names
      return @collection_names || Hastie.collection_labels if Hastie.model.stage == "load"

      case names = config["collections"]
      when Hash then names.keys
      when Array then names
      when nil then []
      else raise ArgumentError, "Your `collections` key must be a hash or an array."
      end
    end

    def posts
      collections["posts"] ||= Collection.new(self, "posts")
    end

    def documents
      collections.each_with_object([]) { |(_, collection), all| all.concat(collection.docs).concat(collection.files) }.uniq
    end

    def docs_to_write
      documents.select(&:write?)
    end

    def static_files_to_write
      static_files.select(&:write?)
    end

    def pages_to_write
      pages
    end

    def each_site_file
      pages.each { |page| yield page }
      static_files.each { |file| yield file if file.write? }
      collections.each_value { |collection| collection.docs.each { |doc| yield doc if doc.write? } }
    end

    def tags
      Hastie.model.note_read
      @tags ||= post_attr_hash("tags")
    end

    def categories
      Hastie.model.note_read
      @categories ||= post_attr_hash("categories")
    end

    # The number of tags and categories that plugins have seen.
    def hastie_group_sizes
      (@tags&.size || 0) + (@categories&.size || 0)
    end

    def post_attr_hash(attribute)
      groups = Hash.new { |hash, key| hash[key] = [] }
      posts.docs.each { |post| Array(post.data[attribute]).each { |value| groups[value] << post } }
      groups.each_value { |list| list.sort!.reverse! }
      groups
    end

    def site_data
      config["data"] || data
    end

    def in_source_dir(*paths)
      paths.flatten.compact.reduce(source) { |base, path| Jekyll.sanitized_path(base, path) }
    end

    def in_dest_dir(*paths)
      paths.flatten.compact.reduce(dest) { |base, path| Jekyll.sanitized_path(base, path) }
    end

    def in_cache_dir(*paths)
      paths.flatten.compact.reduce(cache_dir) { |base, path| Jekyll.sanitized_path(base, path) }
    end

    def in_theme_dir(*_paths)
      nil
    end

    def collections_path
      dir = config["collections_dir"].to_s
      @collections_path ||= dir.empty? ? source : in_source_dir(dir)
    end

    attr_writer :plugin_manager

    def plugin_manager
      @plugin_manager ||= PluginManager.new(self)
    end

    def plugins
      Array(config["plugins_dir"]).map { |dir| dir == "_plugins" ? in_source_dir(dir) : ::File.expand_path(dir) }
    end

    def find_converter_instance(klass)
      @hastie_converters ||= {}
      @hastie_converters[klass] ||= hastie_converter(klass) || raise("No Converters found for #{klass}")
    end

    # The converter of this class. nil if there is none.
    def hastie_converter(klass)
      Hastie.converters.find { |converter| converter.instance_of?(klass) } ||
        (klass < Converters::Native && klass.superclass == Converter ? klass.new(config) : nil)
    end

    def converters
      @converters ||= Hastie::FixedList.of(:converters, Hastie.converters + hastie_native_converters)
    end

    # The program's converters in which no plugin has replaced a method.
    def hastie_native_converters
      all = [Converters::Markdown, Converters::SmartyPants, Converters::Sass, Converters::Scss, Converters::Identity]
      all.select(&:hastie_unchanged?).map { |one| one.new(config) }
    end

    def generators
      @generators ||= Hastie::FixedList.of(:generators, Hastie.generators.dup)
    end

    # In Jekyll, both are set again after `:after_init`.
    %i(converters generators).each do |name|
      define_method(:"#{name}=") do |items|
        next if Hastie.model.stage == "load" || public_send(name) == items

        raise NotImplementedError, "Site##{name}= is not supported: Hastie calls #{name} itself"
      end
    end

    def instantiate_subclasses(klass)
      klass.descendants.sort.map { |one| one.new(config) }
    end

    def site_payload
      Hastie::Payload.hastie_unused
    end
    alias_method :to_payload, :site_payload
    alias_method :to_liquid, :site_payload

    # The drop that templates see as `site`.
    def hastie_drop
      @drop ||= Drops::SiteDrop.new(self)
    end

    def config=(config)
      @config.replace(config)
    end

    def relative_permalinks_are_deprecated; end

    def incremental?(*)
      false
    end

    def process
      Hastie.missing("Site#process")
    end

    def render(*)
      Hastie.missing("Site#render")
    end

    def reset(*); end
  end

  class PluginManager
    attr_reader :site

    def initialize(site)
      @site = site
    end

    def plugins_path
      site.plugins
    end

    def self.require_from_bundler
      true
    end
  end

  class Profiler
    def initialize(site)
      @site = site
    end

    def profile_process
      Hastie.missing("Profiler#profile_process")
    end
  end

  class Regenerator
    def regenerate?(*)
      true
    end
  end
end
