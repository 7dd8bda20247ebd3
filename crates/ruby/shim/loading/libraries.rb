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
