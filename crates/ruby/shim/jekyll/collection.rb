# Collections of documents and files.
module Jekyll
  class Collection
    attr_reader :site, :label

    def initialize(site, label)
      @site = site
      @label = sanitize_label(label)
      @metadata = extract_metadata
    end

    def metadata
      Hastie.model.note_read
      @metadata
    end

    # A collection that the program has.
    def self.hastie_known(site, label)
      new(site, label).tap(&:hastie_know)
    end

    # Notes that the program has the collection, with its present metadata.
    def hastie_know
      @hastie_known = true
      @hastie_meta = Hastie::Fingerprint.of(@metadata)
    end

    # The list of documents or files, by its name.
    def hastie_list(name)
      @hastie_lists ||= {
        :docs => Hastie::List.new(Document) { @hastie_known ? Hastie.ask("docs", @label) : [] },
        :files => Hastie::List.new(StaticFile) { @hastie_known ? Hastie.ask("files", @label) : [] }
      }
      @hastie_lists[name]
    end

    # Marks the lists as outdated.
    def hastie_stale
      @hastie_lists&.each_value(&:stale) if @hastie_known
    end

    # Whether this collection has the document. If no plugin has read the collection's documents, it can only have those whose
    # `collection` it is.
    def hastie_document?(document)
      return false unless document.collection.equal?(self) || hastie_list(:docs).hastie_read?

      docs.any? { |other| other.equal?(document) }
    end

    # The changes of a collection of the site. If a plugin has created the collection, the changes contain everything.
    def hastie_changes
      is_new = !@hastie_known
      docs, files = %i(docs files).map { |name| is_new ? hastie_list(name).hastie_all : hastie_list(name).changed }
      @hastie_known = true
      meta = Hastie::Fingerprint.of(@metadata)
      fields = {}
      fields["docs"] = docs if docs
      fields["files"] = files if files
      if @hastie_meta != meta
        fields["metadata"] = @metadata
        fields["url_template"] = @url_template if @url_template
      end
      @hastie_meta = meta
      fields.empty? ? nil : fields
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
      Array.public_method_defined?(name) || super
    end

    # Reads the files in the collection's folder. The program has already read the configured collections.
    def read
      return Hastie::Rereading.original_collection_read(self) if @hastie_known && Hastie::Rereading.begun?(self)

      filtered_entries.each do |entry|
        path = collection_dir(entry)
        next if ::File.directory?(path)

        Utils.has_yaml_header?(path) ? hastie_read_document(path) : hastie_read_file(entry, path)
      end
      site.static_files.concat(files) unless files.empty?
      hastie_sort
    end

    # Reads the file as a document, which belongs to the collection if it is published.
    def hastie_read_document(path)
      document = Document.new(path, :site => site, :collection => self)
      document.read
      docs << document if site.unpublished || document.published?
    end

    # Adds the file as a static file.
    def hastie_read_file(entry, path)
      folder = Jekyll.sanitized_path(relative_directory, ::File.dirname(entry)).chomp("/.")
      files << StaticFile.new(site, site.source, folder, ::File.basename(path), self)
    end

    # Sorts the documents as the metadata say.
    def hastie_sort
      if metadata["order"].is_a?(Array) then hastie_rearrange(metadata["order"])
      elsif metadata["sort_by"].is_a?(String) then hastie_sort_by(metadata["sort_by"])
      else docs.sort!
      end
    end

    # Sorts by a list of paths. Documents that it does not name come last, in their usual order.
    def hastie_rearrange(order)
      wanted = order.map { |entry| ::File.join(relative_directory, entry) }
      docs.sort!
      docs.replace(docs.each_with_index.sort_by { |doc, at| [wanted.index(doc.relative_path) || wanted.size, at] }.map(&:first))
    end

    # Sorts by the values of a key in the front matter.
    def hastie_sort_by(key)
      rows = docs.map { |doc| [doc.data[key], doc] }
      sorted = rows.sort { |left, right| hastie_order(key, left, right) }
      docs.replace(sorted.map(&:last))
    end

    # Compares two documents by such values. A document without a value comes last, with a warning.
    def hastie_order(key, left, right)
      missing = [left, right].select { |value, _| value.nil? }
      if missing.size == 1
        Jekyll.logger.warn "Sort warning:", "'#{key}' not defined in #{missing.first.last.relative_path}"
        return missing.first.equal?(left) ? 1 : -1
      end
      order = left.first <=> right.first
      order.nil? || order.zero? ? left.last <=> right.last : order
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
      @url_template ||= begin
        # The program computes the URLs of the collection's documents.
        Hastie.model.flush if @hastie_known && @hastie_meta != Hastie::Fingerprint.of(@metadata)
        metadata.fetch("permalink") { Utils.add_permalink_suffix("/:collection/:path", site.permalink_style) }
      end
    end

    def sanitize_label(label)
      label.gsub(%r![^a-z0-9_\-.]!i, "")
    end

    def extract_metadata
      configured = site.config["collections"]
      configured.is_a?(Hash) && configured[label] || {}
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
