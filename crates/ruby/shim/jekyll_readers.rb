# Readers of posts. The program reads the site by itself. If a plugin replaces the reading of posts, they are read once
# more here, and the objects that the program has already read are reused.
module Jekyll
  class Reader
    attr_reader :site

    def initialize(site)
      @site = site
    end

    def read; end

    def retrieve_posts(dir)
      PostReader.new(site).read_posts(dir)
    end

    def filter_entries(entries, base_directory = nil)
      EntryFilter.new(site, base_directory).filter(entries)
    end

    # The files in a folder below another that belong to the site.
    def get_entries(dir, subfolder)
      base = site.in_source_dir(dir, subfolder)
      return [] unless File.directory?(base)

      names = Dir.chdir(base) { filter_entries(Dir["**/*"].sort, base) }
      names.reject { |name| File.directory?(site.in_source_dir(base, name)) }
    end
  end

  class PostReader
    attr_reader :site, :unfiltered_content

    # All posts and drafts that the site's readers find, folder by folder.
    def self.hastie_read(site)
      reader = new(site)
      kinds = [["_posts", :read_posts]]
      kinds << ["_drafts", :read_drafts] if site.show_drafts
      kinds.flat_map do |folder, reading|
        hastie_folders(site, folder).flat_map { |dir| reader.public_send(reading, dir) }
      end
    end

    # The folders below the source that contain a folder with this name.
    def self.hastie_folders(site, name)
      parents = Dir.glob(File.join(site.source, "**", name)).sort.map { |path| File.dirname(path).delete_prefix(site.source).delete_prefix("/") }
      parents.select { |dir| dir.empty? || EntryFilter.new(site).filter([dir]).any? && dir.split("/").none? { |part| part.start_with?("_") } }
    end

    def initialize(site)
      @site = site
    end

    def read_posts(dir)
      hastie_find(dir, "_posts", Document::DATE_FILENAME_MATCHER)
    end

    def read_drafts(dir)
      hastie_find(dir, "_drafts", Document::DATELESS_FILENAME_MATCHER)
    end

    def read_publishable(dir, magic_dir, matcher)
      docs = read_content(dir, magic_dir, matcher)
      docs.each { |doc| doc.read unless doc.instance_variable_get(:@hastie_mirror) }
      docs.select { |doc| processable?(doc) }
    end

    def read_content(dir, magic_dir, matcher)
      known = site.posts.docs.to_h { |doc| [doc.path, doc] }
      site.reader.get_entries(dir, magic_dir).grep(matcher).map do |entry|
        path = site.in_source_dir(File.join(dir, magic_dir, entry))
        known[path] || Document.new(path, :site => site, :collection => site.posts)
      end
    end

    private

    # The program has already left out what Jekyll's own publisher does not publish.
    def hastie_find(dir, folder, matcher)
      Publisher.hastie_changed? ? read_publishable(dir, folder, matcher) : hastie_known(dir, folder)
    end

    def hastie_known(dir, folder)
      below = "#{File.join(*[site.source, dir, folder].reject(&:empty?))}/"
      site.posts.docs.select { |doc| doc.path.start_with?(below) }
    end

    def processable?(doc)
      return publishable?(doc) if doc.content&.valid_encoding?

      what = doc.content.nil? ? "Content in #{doc.relative_path} is nil" : "#{doc.relative_path} is not valid UTF-8"
      Jekyll.logger.debug "Skipping:", what
      false
    end

    def publishable?(doc)
      published = site.publisher.publish?(doc)
      if !published && site.publisher.hidden_in_the_future?(doc) && !hastie_reported?(doc)
        Jekyll.logger.warn "Skipping:", "#{doc.relative_path} has a future date"
      end
      published
    end

    # Whether the program has read and reported this document.
    def hastie_reported?(doc)
      !Publisher.hastie_changed? && Document::DATE_FILENAME_MATCHER.match?(doc.path)
    end
  end
end
