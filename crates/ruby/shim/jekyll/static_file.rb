# Files that are copied as they are.
module Jekyll
  class StaticFile
    include Hastie::Mirror
    extend Hastie::MirrorAttributes

    # The methods on which the URL of a file depends.
    URL_PARTS = Hastie::Parts::METHODS[:file_urls]["Jekyll::StaticFile"]
    private_constant :URL_PARTS

    class << self
      def mtimes
        @mtimes ||= {}
      end

      def reset_cache
        @mtimes = nil
      end
    end

    def initialize(site, base, dir, name, collection = nil)
      @site = site
      @base = base
      @dir = dir
      @name = name
      @collection = collection
      @relative_path = File.join(*[@dir, @name].compact)
      @extname = File.extname(@name)
      @data = @site.frontmatter_defaults.all(@relative_path, type)
      # A file that is not seen is missing, or may not be read.
      Hastie.ask("readable", path) if hastie_own?(:path) && !File.exist?(path)
    end

    def hastie_kind
      "file"
    end

    # Takes over the fields that the program has sent.
    def hastie_take(fields)
      @name, @relative_path, @extname, @dir, @base, @hastie_path = fields.values_at("name", "relative_path", "extname", "dir", "base", "path")
      @collection = Hastie.model.site.hastie_collection(fields["collection"]) if fields["collection"]
      @hastie_modified = fields["modified"]
    end

    # The program checks the path of each file that a plugin creates.
    def hastie_listed?
      true
    end

    def hastie_fields
      { "data" => @data || {} }
    end

    def hastie_changes
      hastie_check_class(StaticFile) unless @hastie_mirror
      super
    end

    def hastie_whole
      { "base" => @base, "dir" => @dir.to_s, "name" => @name, "collection" => @collection&.label }
    end

    # A subclass may copy another file. The error names its method, which is only known here.
    def hastie_overrides
      found = super
      found["path"] = hastie_checked_path unless hastie_own?(:path)
      found["modified_time"] = modified_time unless hastie_own?(:modified_time)
      found
    end

    # The source file. Raises an error if Ruby may not read it.
    def hastie_checked_path
      file = path.to_s
      Hastie.ask("readable", file) unless File.exist?(file)
      file
    rescue SecurityError => e
      raise e.class, e.message, ["#{method(:path).source_location.join(":")}:in `path'"]
    end

    hastie_reader :relative_path, :extname, :name, :data, :collection
    # Private, because Jekyll has no such method, and plugins check whether an item has it.
    private :collection

    def path
      hastie_look
      @hastie_path || File.join(*[@base, collection ? @site.config["collections_dir"] : nil, @dir, @name].compact.reject(&:empty?))
    end

    def destination(dest)
      @site.in_dest_dir(dest, URL.unescape_path(url))
    end

    def destination_rel_dir
      collection ? File.dirname(url) : @dir
    end

    def modified_time
      hastie_look
      @hastie_modified || File.stat(path).mtime
    end

    def mtime
      modified_time.to_i
    end

    def modified?
      self.class.mtimes[path] != mtime
    end

    def write?
      defaults["published"] != false && (collection.nil? || collection.write?)
    end

    # A file that is its own destination is lost, as in Jekyll.
    def write(dest)
      path_of = destination(dest)
      return false if File.exist?(path_of) && !modified?

      self.class.mtimes[path] = mtime
      FileUtils.mkdir_p(File.dirname(path_of))
      FileUtils.rm(path_of) if File.exist?(path_of)
      FileUtils.cp(path, path_of)
      true
    end

    def url
      @url ||= @hastie_mirror && hastie_own?(:url) ? (@hastie_url = Hastie.ask("url", self)) : hastie_url
    end

    # Whether no plugin has replaced this method, or a method that it calls.
    def hastie_own?(name)
      case name
      when :url then hastie_own_parts?(URL_PARTS) && (@collection.nil? || Hastie::Parts.own?(:urls, :collection_urls))
      when :destination then super && hastie_own?(:url) && Hastie::Parts.own?(:places)
      else super
      end
    end

    def hastie_all_own?
      super && hastie_own?(:destination)
    end

    # Whether the program computes the URLs and the destinations of all files.
    def self.hastie_url_own?
      Hastie::Parts.own?(:file_urls, :collection_urls, :urls, :places)
    end

    def hastie_url
      base = cleaned_relative_path
      base = URL.new(:template => @collection.url_template, :placeholders => placeholders).to_s if @collection
      base.to_s.chomp("/") + extname
    end

    def placeholders
      {
        :collection => @collection.label, :path => cleaned_relative_path,
        :output_ext => "", :name => basename, :title => ""
      }
    end

    def cleaned_relative_path
      cleaned = relative_path[0..-extname.length - 1].gsub(%r!\.*\z!, "")
      @collection ? cleaned.sub(@collection.relative_directory, "") : cleaned
    end

    def basename
      File.basename(name, extname).gsub(%r!\.*\z!, "")
    end

    def type
      collection&.label&.to_sym
    end

    def defaults
      @site.frontmatter_defaults.all(url, type)
    end

    def to_liquid
      @to_liquid ||= Drops::StaticFileDrop.new(self)
    end

    def inspect
      "#<#{self.class} @relative_path=#{relative_path.inspect}>"
    end
  end
end
