# Readers of posts. The program reads the site by itself. If a plugin replaces the reading of posts, they are read once
# more here, and the objects that the program has already read are reused.
module Jekyll
  class Reader
    # Adds the posts and drafts in a folder's special folders.
    def retrieve_posts(dir)
      site.posts.docs.concat(post_reader.read_posts(dir))
      site.posts.docs.concat(post_reader.read_drafts(dir)) if site.show_drafts
    end

    def filter_entries(entries, base_directory = nil)
      EntryFilter.new(site, base_directory).filter(entries)
    end

    # The files that belong to the site in the folder `subfolder` of `dir`.
    def get_entries(dir, subfolder)
      base = site.in_source_dir(dir, subfolder)
      return [] unless File.directory?(base)

      names = Dir.chdir(base) { filter_entries(Dir["**/*"].sort, base) }
      names.reject { |name| File.directory?(site.in_source_dir(base, name)) }
    end

    private

    def post_reader
      @post_reader ||= PostReader.new(site)
    end
  end

  class PostReader
    attr_reader :site, :unfiltered_content

    # The folders below the source with posts or, if the site shows them, drafts.
    def self.hastie_folders(site)
      site.show_drafts ? hastie_above(site, "_posts") | hastie_above(site, "_drafts") : hastie_above(site, "_posts")
    end

    # The folders below the source that contain a folder with this name.
    def self.hastie_above(site, name)
      parents = Dir.glob(File.join(site.source, "**", name)).sort.map { |path| File.dirname(path).delete_prefix(site.source) }
      parents.select do |dir|
        entry = dir.delete_prefix("/")
        entry.empty? || EntryFilter.new(site).filter([entry]).any? && entry.split("/").none? { |part| part.start_with?("_") }
      end
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
      docs.each { |doc| doc.instance_variable_get(:@hastie_mirror) ? hastie_reread(doc) : doc.read }
      docs.select { |doc| processable?(doc) }
    end

    def read_content(dir, magic_dir, matcher)
      known = Hastie::Rereading.known_posts(site).to_h { |doc| [doc.path, doc] }
      site.reader.get_entries(dir, magic_dir).grep(matcher).map do |entry|
        path = site.in_source_dir(File.join(dir, magic_dir, entry))
        known[path] || Document.new(path, :site => site, :collection => site.posts)
      end
    end

    private

    # If Ruby does not select posts, the program has already left out what Jekyll does not publish.
    def hastie_find(dir, folder, matcher)
      Hastie::Rereading.posts? ? read_publishable(dir, folder, matcher) : hastie_known(dir, folder)
    end

    def hastie_reread(doc)
      doc.hastie_reread if Hastie::Rereading.documents?
    end

    def hastie_known(dir, folder)
      below = "#{File.join(*[site.source, dir, folder].reject(&:empty?))}/"
      Hastie::Rereading.known_posts(site).select { |doc| doc.path.start_with?(below) }
    end

    def processable?(doc)
      return publishable?(doc) if doc.content&.valid_encoding?

      what = doc.content.nil? ? "Content in #{doc.relative_path} is nil" : "#{doc.relative_path} is not valid UTF-8"
      Jekyll.logger.debug "Skipping:", what
      false
    end

    def publishable?(doc)
      published = site.publisher.publish?(doc)
      if !published && site.publisher.hidden_in_the_future?(doc)
        Jekyll.logger.warn "Skipping:", "#{doc.relative_path} has a future date"
      end
      published
    end

  end
end
