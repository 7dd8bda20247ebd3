# The libraries that this shim has itself. They are loaded with it, but their constants appear only when a plugin requires them.
module Hastie
  # Libraries whose constants appear when a plugin requires them.
  module Libraries
    NAMES = { "nokogiri" => :Nokogiri, "css_parser" => :CssParser, "feedjira" => :Feedjira }.freeze
    @hidden = NAMES.values.select { |name| Object.const_defined?(name, false) }.to_h { |name| [name, Object.send(:remove_const, name)] }

    @later = {}

    # Removes constants that exist from the start until `require` reveals them.
    def self.hide(file, *names)
      names.select! { |name| Object.const_defined?(name, false) }
      @later[file] = names.to_h { |name| [name, Object.const_get(name)] }
      names.each { |name| Object.send(:remove_const, name) }
    end

    # Whether `require` has just revealed the constants of a library.
    def self.reveal(file)
      constants = @later.delete(file) or return false
      constants.each { |name, value| Object.const_set(name, value) }
      true
    end

    # Constants of libraries that a plugin in Ruby loads, but not the program's plugin in its place. They are loaded on first use.
    OF_PLUGINS = {
      "jekyll-avatar" => { :Zlib => "zlib" },
      "jekyll-remote-theme" => { :Tempfile => "tempfile" },
      "jekyll-scholar" => { :Nokogiri => "nokogiri", :Observable => "observer", :OpenURI => "open-uri", :PP => "pp", :REXML => "rexml/document",
                            :Shellwords => "shellwords", :Singleton => "singleton" },
      "jekyll-target-blank" => { :Nokogiri => "nokogiri" },
      "jekyll-toc" => { :Nokogiri => "nokogiri", :Shellwords => "shellwords", :Singleton => "singleton" },
    }.freeze

    def self.of_plugins(names)
      names.filter_map { |name| OF_PLUGINS[name] }.reduce({}, :merge).each do |constant, file|
        Object.autoload(constant, file) if Object.autoload?(constant) || !Object.const_defined?(constant, false)
      end
      Jekyll.send(:remove_const, :LastModifiedAt) unless names.include?("jekyll-last-modified-at")
      Jekyll.send(:remove_const, :Paginate) unless names.include?("jekyll-paginate")
      Jekyll.send(:remove_const, :CacheBust) unless names.include?("jekyll-cache-bust")
    end

    # The constants that contain the classes of plugins which the program has itself, without their classes.
    CLASSES = {
      "jekyll-archives" => "Jekyll::Archives", "jekyll-feed" => "JekyllFeed", "jekyll-paginate-v2" => "Jekyll::PaginateV2",
      "jekyll-redirect-from" => "JekyllRedirectFrom", "jekyll-seo-tag" => "Jekyll::SeoTag", "jekyll-sitemap" => "Jekyll::JekyllSitemap",
      "jekyll-toc" => "Jekyll::TableOfContents"
    }.freeze

    # Whether a class is one of such a plugin, and its gem runs here instead.
    def self.in_ruby?(name)
      plugin, = CLASSES.find { |_, constant| name&.start_with?("#{constant}::") }
      !plugin.nil? && !Gems.native.include?(plugin)
    end

    @required = []

    # Notes that a file of the site has required a plugin of the program.
    def self.note_required(name)
      @required |= [name]
      false
    end

    # Raises an error if a plugin has changed the classes of another plugin that the program runs itself. If nothing loads the other
    # plugin first, Jekyll does so later and then replaces the methods.
    def self.check_classes
      check_determinator
      (CLASSES.keys & Gems.native).each do |plugin|
        constant = CLASSES[plugin]
        next unless @required.include?(plugin) || Gems.listed?(plugin)
        next unless Object.const_defined?(constant)

        raise NotImplementedError, "changing #{constant} is not supported#{": install the gem #{plugin}, which then runs in Ruby" if plugin != "jekyll-archives"}",
              [Object.const_source_location(constant).join(":")]
      end
    end

    # jekyll-last-modified-at finds the dates of the site's own items without its class here.
    def self.check_determinator
      return unless Gems.native.include?("jekyll-last-modified-at") && Jekyll::LastModifiedAt.respond_to?(:hastie_mark)

      kind = Jekyll::LastModifiedAt::Determinator
      changed = kind.instance_methods + kind.private_instance_methods - Object.instance_methods - Object.private_instance_methods
      changed = changed.push(:initialize).map { |name| kind.instance_method(name) }.find { |method| !Hastie.own_method?(method) } or return
      raise NotImplementedError, "replacing #{kind}##{changed.name} is not supported", [changed.source_location.join(":")]
    end

    # The program's plugins whose classes another plugin has changed, with the modules of their filters. These filters then run here.
    def self.changed_plugins
      # A site may have its own module of the same name instead of the gem's.
      return {} unless defined?(Jekyll::CacheBust::CacheDigester.hastie_changed?) && Jekyll::CacheBust::CacheDigester.hastie_changed?

      { "jekyll-cache-bust" => Jekyll::CacheBust }
    end

    # Loads a library of the shim's own. Nil if there is none for the file; otherwise what `require` returns.
    def self.load(file)
      name = NAMES[file.split("/").first.delete_suffix(".rb")]
      return unless NAMES.value?(name)

      library = @hidden.delete(name) or return false
      Object.const_set(name, library)
      load("nokogiri") if name == :Feedjira
      true
    end
  end
end
