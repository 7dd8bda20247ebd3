# Layouts and collections.
module Jekyll
  class Layout
    include Hastie::Mirror

    include Convertible

    attr_reader :site

    def initialize(site, base, name)
      @site = site
      @base = base
      @name = name
      @path = site.in_source_dir(base, name)
      @relative_path = @path.delete_prefix(site.source)
      @data = {}
      process(name)
      read_yaml(base, name)
    end

    def process(name)
      @ext = File.extname(name)
    end

    def hastie_kind
      "layout"
    end

    # Registers a layout that a plugin has created. `name` is its key in the site's layouts.
    def hastie_named(name)
      return if @hastie_id

      @hastie_id = name
      Hastie.model.keep("layout:#{name}", self)
    end

    def hastie_whole
      { "path" => @path, "relative_path" => @relative_path }
    end

    def hastie_name
      "layout:#{@hastie_id}"
    end

    def hastie_fetched(id)
      super(id.to_s)
    end

    def hastie_take(fields)
      @name, @path, @ext, @relative_path = fields.values_at("name", "path", "ext", "relative_path")
      # A layout's path within its base begins with a slash, unlike a page's.
      @relative_path = "/#{@relative_path}" unless @relative_path.nil? || @relative_path.start_with?("/")
    end

    def hastie_fields
      fields = { "data" => @data || {} }
      fields["content"] = @content if defined?(@content)
      fields
    end

    def hastie_overrides
      {}
    end

    %w(name path ext data relative_path).each do |field|
      class_eval("def #{field}\n  hastie_look\n  @#{field}\nend\ndef #{field}=(value)\n  hastie_look\n  @#{field} = value\nend", "hastie/layout.rb", 1)
    end

    def content
      hastie_content
    end

    def content=(text)
      self.hastie_content = text
    end

    def to_s
      content.to_s
    end

    def inspect
      "#<Jekyll::Layout @path=#{path.inspect}>"
    end
  end

  class Collection
    attr_reader :site, :label, :metadata

    def initialize(site, label)
      @site = site
      @label = label.gsub(%r![^a-z0-9_\-\.]!i, "")
      found = site.config["collections"]
      @metadata = (found.is_a?(Hash) && found[@label].is_a?(Hash) ? found[@label] : {})
      @hastie_new = !Hastie.collection_labels.include?(@label)
      @hastie_meta = Hastie::Fingerprint.of(@metadata) unless @hastie_new
    end

    def hastie_new?
      @hastie_new
    end

    def hastie_list(name)
      (@hastie_lists ||= {})[name] ||= Hastie::List.new(name == :docs ? Document : StaticFile) { @hastie_new ? [] : Hastie.ask(name == :docs ? "docs" : "files", @label) }
    end

    def hastie_stale
      @hastie_lists&.each_value(&:stale) unless @hastie_new
    end

    # The changes of a collection, and the new documents in it.
    def hastie_changes
      docs = hastie_list(:docs).changed
      meta = Hastie::Fingerprint.of(@metadata)
      fields = {}
      fields["docs"] = docs if docs
      fields["metadata"] = @metadata if @hastie_meta != meta
      @hastie_meta = meta
      fields["new"] = true if @hastie_new
      fields.empty? || (@hastie_new && !docs && !fields["metadata"]) ? nil : fields
    end

    def docs
      hastie_list(:docs).array
    end

    def docs=(documents)
      hastie_list(:docs).array = documents
    end

    def files
      hastie_list(:files).array
    end

    def method_missing(name, *arguments, &block)
      return super unless docs.respond_to?(name)

      Jekyll.logger.warn "Deprecation:", "#{label}.#{name} should be changed to #{label}.docs.#{name}."
      Jekyll.logger.warn "", "Called by #{caller(1, 1)}."
      docs.public_send(name, *arguments, &block)
    end

    def respond_to_missing?(name, all = false)
      !name.to_s.start_with?("to_") && Array.public_method_defined?(name) || super
    end

    def read
      docs
    end

    # All files in the collection's folder, whether they belong to the site or not.
    def entries
      return [] unless exists?

      @entries ||= Utils.safe_glob(collection_dir, ["**", "*"], ::File::FNM_DOTMATCH).map { |entry| entry.delete_prefix("#{collection_dir}/") }
    end

    def filtered_entries
      return [] unless exists?

      @filtered_entries ||= Dir.chdir(directory) do
        entry_filter.filter(entries).reject { |entry| ::File.directory?(collection_dir(entry)) }
      end
    end

    def entry_filter
      @entry_filter ||= EntryFilter.new(site, relative_directory)
    end

    def relative_directory
      @relative_directory ||= "_#{label}"
    end

    def directory
      @directory ||= site.in_source_dir(File.join(site.config["collections_dir"].to_s, relative_directory))
    end

    def collection_dir(*files)
      files.empty? ? directory : site.in_source_dir(File.join(directory, *files))
    end

    def exists?
      File.directory?(directory)
    end

    def write?
      !!metadata.fetch("output", false)
    end

    def url_template
      @url_template ||= metadata.fetch("permalink") { Utils.add_permalink_suffix("/:collection/:path", site.permalink_style) }
    end

    def entry_filter
      @entry_filter ||= EntryFilter.new(site, relative_directory)
    end

    def sanitize_label(label)
      label.gsub(%r![^a-z0-9_\-.]!i, "")
    end

    def extract_metadata
      metadata
    end

    def inspect
      "#<#{self.class} @label=#{label} docs=#{docs}>"
    end

    def to_liquid
      Drops::CollectionDrop.new(self)
    end

    def _dump(_level)
      "collection:#{label}"
    end

    def self._load(_text)
      nil
    end
  end
end
