# Documents of collections.
module Jekyll
  class Document
    include Comparable
    include Hastie::Mirror
    extend Hastie::MirrorAttributes

    YAML_FRONT_MATTER_REGEXP = %r!\A(---\s*\n.*?\n?)^((---|\.\.\.)\s*$\n?)!m.freeze
    DATELESS_FILENAME_MATCHER = %r!^(?:.+/)*(.*)(\.[^.]+)$!.freeze
    DATE_FILENAME_MATCHER = %r!^(?>.+/)*?(\d{2,4}-\d{1,2}-\d{1,2})-([^/]*)(\.[^.]+)$!.freeze
    SASS_FILE_EXTS = %w(.sass .scss).freeze
    YAML_FILE_EXTS = %w(.yaml .yml).freeze

    # The methods on which the URL of a document depends.
    URL_PARTS = Hastie::Parts::METHODS[:document_urls]["Jekyll::Document"]
    private_constant :URL_PARTS

    attr_reader :site
    attr_writer :output

    def initialize(path, relations = {})
      @site = relations[:site]
      @path = path
      @collection = relations[:collection]
      @type = @collection.label.to_sym
      @extname = File.extname(path)
      @data = {}
      @content = nil
      hastie_defaults
      hastie_begin_data
      Hooks.trigger @collection.label.to_sym, :post_init, self
      Hooks.trigger :documents, :post_init, self
      LastModifiedAt.hastie_mark(self) if defined?(LastModifiedAt.hastie_mark)
    end

    def hastie_kind
      "doc"
    end

    # A document that the program has just created, not yet read. `print` is the fingerprint of its data.
    def hastie_blank(path, collection, data, print)
      @hastie_stale = false
      @hastie_unread = true
      @path = path
      @extname = File.extname(path)
      @collection = collection
      @type = collection.label.to_sym
      @content = nil
      @hastie_held = true
      @data = data
      hastie_defaults
      @hastie_seen = { "data" => print, "content" => nil.hash }
    end

    # The data of a document that is not read yet.
    def hastie_blank_data
      @data
    end

    # Sets the keys that Jekyll sets before it reads the file: `draft`, and the categories of the path.
    def hastie_begin_data
      draft = @collection.label == "posts" && !relative_path.include?(@collection.relative_directory)
      @data["draft"] = draft
      categories_from_path(draft ? "_drafts" : @collection.relative_directory)
    end

    # Takes over the fields that the program has sent.
    def hastie_take(fields)
      @path, @extname, @hastie_relative_path = fields.values_at("path", "extname", "relative_path")
      @collection = Hastie.model.site.hastie_collection(fields["collection"])
      @type = @collection.label.to_sym
      @hastie_excerpt_source = fields["excerpt"]
      data = fields["data"]
      data["excerpt"] = hastie_excerpt if @hastie_excerpt_source && data["excerpt"].nil?
      hastie_keep_late_excerpt(data) if defined?(@hastie_late_excerpt)
      @hastie_date = data["date"].is_a?(Time) ? data["date"] : nil
      @hastie_offset = @hastie_date&.utc_offset
      @hastie_separator = data["excerpt_separator"] || site.hastie_separator unless defined?(@hastie_separator)
    end

    # Lets the front matter return defaults for missing keys.
    def hastie_defaults
      return if @data.nil? || @data.default_proc

      @data.default_proc = proc { |_, key| site.frontmatter_defaults.find(relative_path, @collection.label, key) }
    end

    # The excerpt that the program has made.
    def hastie_excerpt
      @hastie_excerpt ||= Excerpt.hastie(self)
    end

    attr_reader :hastie_excerpt_source

    # The fields whose changes are sent to the program.
    def hastie_fields
      fields = { "data" => @data }
      fields["content"] = @content if defined?(@content) && (!@hastie_mirror || !Hastie.model.live?)
      fields["output"] = @output if defined?(@output)
      fields["excerpt"] = @data["excerpt"].hastie_print if @data&.key?("excerpt") && @data["excerpt"].is_a?(Excerpt)
      # Jekyll shows a document's pager as `paginator` if a plugin has defined a method for it.
      fields["pager"] = pager.to_liquid if respond_to?(:pager)
      fields
    end

    def hastie_plain_data
      data = {}.merge(@data)
      data["excerpt"] = data["excerpt"].hastie_fixed if data["excerpt"].is_a?(Excerpt)
      data
    end

    # Notes the values that may be objects of the defaults. While documents are rendered, the program replaces such objects everywhere.
    def hastie_note_data
      super
      @hastie_excerpt_state = @hastie_mirror && Hastie.model.rendering? ? hastie_excerpt_state : nil
      keys = @hastie_mirror && !Hastie.model.live? && @data ? site.frontmatter_defaults.hastie_keys : []
      @hastie_default_values = keys.empty? ? nil : keys.filter_map { |key| hastie_default_value(key, @data[key]) }
    end

    # A key, its value, the value's fingerprint, and a snapshot of a list or hash.
    def hastie_default_value(key, value)
      case value
      when String then [key, value, value.hash]
      when Array, Hash then [key, value, Hastie::Fingerprint.of(value), Hastie::Snapshot.of(value)]
      end
    end

    # Raises an error if a plugin has changed a value of the defaults in place.
    def hastie_check_defaults(values)
      values&.each do |key, value, print, snapshot|
        next if Hastie::Fingerprint.of(value) == print

        changes = snapshot ? snapshot.changes : []
        default = site.frontmatter_defaults.known(relative_path, @collection.label)[key]
        # A hash of the front matter is merged with the default into a new hash, which contains objects of the default.
        is_part = default.is_a?(Hash) && changes.any? { |path, _| default.key?(path.first) }
        site.frontmatter_defaults.hastie_refuse(key) if is_part || Hastie::Fingerprint.of(default) == print
      end
    end

    def hastie_changes
      hastie_check_class(Document) unless @hastie_mirror
      before = @hastie_default_values
      state = @hastie_excerpt_state
      found = super
      return found unless found&.key?("data") || found&.key?("excerpt")

      hastie_check_defaults(before)
      hastie_check_date
      found["data"] ||= hastie_plain_data
      found["id"] = @id if @id
      excerpt = @data["excerpt"]
      if hastie_late_excerpt?(state) || defined?(@hastie_late_excerpt) then found.delete("excerpt")
      else found["excerpt"] = excerpt.is_a?(Excerpt) ? excerpt.hastie_sent(self) : nil
      end
      found
    end

    # Raises an error if a plugin has converted the date in place, and another post has the same date: in Jekyll, both may share the
    # object.
    def hastie_check_date
      date = @data["date"]
      return unless @hastie_date && date.equal?(@hastie_date) && date.utc_offset != @hastie_offset

      other = site.posts.docs.find { |post| !post.equal?(self) && post.data["date"] == date } or return
      raise NotImplementedError, "converting a date in place that #{other.relative_path} also has is not supported: use getutc or getlocal", Hooks.hastie_place
    end

    def hastie_whole
      { "path" => @path, "collection" => @collection.label, "content" => @content, "relative_path" => relative_path }
    end

    def data
      hastie_look unless @hastie_round.equal?($hastie_round)
      @data ||= {}
    end

    hastie_content_accessor
    hastie_output_accessor

    %w(path extname collection type).each do |field|
      class_eval("def #{field}\n  hastie_load if @hastie_stale\n  @#{field}\nend", "hastie/jekyll/document.rb", 1)
    end

    def date
      data["date"] ||= (draft? ? source_file_mtime : site.time)
    end

    def renderer
      @hastie_renders = true
      @renderer ||= Renderer.new(site, self)
    end

    def source_file_mtime
      File.mtime(path)
    end

    def draft?
      data["draft"] ||= relative_path.index(collection.relative_directory).nil? && collection.label == "posts"
    end

    def relative_path
      hastie_load if @hastie_stale
      @hastie_relative_path ||= @path.sub("#{site.collections_path}/", "")
    end

    def output_ext
      @hastie_renders = true
      link = permalink
      return File.extname(link) if link.is_a?(String) && !link.end_with?("/") && !File.extname(link).empty?

      Hastie.output_ext(extname)
    end

    def basename_without_ext
      File.basename(path, ".*")
    end

    def basename
      File.basename(path)
    end

    def cleaned_relative_path
      relative_path[0..-extname.length - 1].sub(collection.relative_directory, "").gsub(%r!\.*\z!, "")
    end

    def yaml_file?
      YAML_FILE_EXTS.include?(extname)
    end

    def asset_file?
      sass_file? || coffeescript_file?
    end

    def sass_file?
      SASS_FILE_EXTS.include?(extname)
    end

    def coffeescript_file?
      extname == ".coffee"
    end

    def render_with_liquid?
      return false if data["render_with_liquid"] == false

      !(coffeescript_file? || yaml_file? || !Utils.has_liquid_construct?(content))
    end

    def place_in_layout?
      !(asset_file? || yaml_file? || no_layout?)
    end

    def no_layout?
      data["layout"] == "none"
    end

    def url_template
      collection.url_template
    end

    def url_placeholders
      @url_placeholders ||= Drops::UrlDrop.new(self)
    end

    def permalink
      data && data["permalink"]
    end

    # The URL by Jekyll's steps, with the methods that a plugin has replaced.
    def hastie_own_url
      URL.new(:template => url_template, :placeholders => url_placeholders, :permalink => permalink).to_s
    end

    def url
      @hastie_renders = true
      url_template
      @url ||= hastie_unread? ? hastie_own_url : @hastie_url = hastie_clean? ? Hastie.ask("url", self) : hastie_own_url
    end

    # Whether no plugin has replaced this method, or a method that it calls.
    def hastie_own?(name)
      case name
      when :url then hastie_own_url_parts? && Hastie::Parts.own?(:urls, :collection_urls)
      when :destination then super && hastie_own?(:url) && Hastie::Parts.own?(:places)
      when :write? then super && !Publisher.hastie_replaced?
      else super
      end
    end

    # Whether no plugin has replaced a method on which the URL depends.
    def hastie_own_url_parts?
      instance_of?(Document) && !defined?(@hastie_single) ? Hastie::Parts.own?(:document_urls) : hastie_own_parts?(URL_PARTS)
    end

    def hastie_all_own?
      super && hastie_own?(:destination) && !Publisher.hastie_replaced?
    end

    class << self
      # Whether the program computes the URLs and the destinations of all documents.
      def hastie_url_own?
        Hastie::Parts.own?(:document_urls, :collection_urls, :urls, :places)
      end
    end

    # Whether the program computes the URL from the same front matter.
    def hastie_clean?
      hastie_own?(:url) && @hastie_mirror && (@hastie_stale || @hastie_seen["data"] == Hastie::Fingerprint.of(@data))
    end

    def [](key)
      data[key]
    end

    def destination(base_directory)
      dest = site.in_dest_dir(base_directory)
      path = site.in_dest_dir(dest, URL.unescape_path(url))
      return File.join(path, "index.html") if url.end_with?("/")

      path << output_ext unless path.end_with?(output_ext)
      path
    end

    def write(dest)
      path = destination(dest)
      FileUtils.mkdir_p(File.dirname(path))
      File.write(path, output, :mode => "wb")
      trigger_hooks(:post_write)
    end

    def write?
      collection&.write? && site.publisher.publish?(self)
    end

    def published?
      !(data.key?("published") && data["published"] == false)
    end

    def hastie_read
      # The `initialize` of a subclass may not call the original.
      @data ||= {}
      fields = Hastie.ask("read_document", Hastie::Named.new(self), @path, @collection.label, hastie_plain_data)
      @hastie_held = true
      @content = fields["content"]
      data = fields["data"]
      @hastie_excerpt_source = fields["excerpt"]
      data["excerpt"] = hastie_excerpt if @hastie_excerpt_source && data["excerpt"].nil?
      @data.replace(data)
      hastie_defaults
    end

    def to_liquid
      @to_liquid ||= Drops::DocumentDrop.new(self)
    end

    def inspect
      "#<#{self.class} #{relative_path} collection=#{collection.label}>"
    end

    def to_s
      output || content || "NO CONTENT"
    end

    def <=>(other)
      return nil unless other.respond_to?(:data)

      order = data["date"] <=> other.data["date"]
      order = path <=> other.path if order.nil? || order.zero?
      order
    end

    def ==(other)
      equal?(other)
    end

    def excerpt_separator
      hastie_load if @hastie_stale
      @excerpt_separator ||= (@hastie_separator || data["excerpt_separator"] || site.config["excerpt_separator"]).to_s
    end

    def generate_excerpt?
      !excerpt_separator.empty?
    end

    def next_doc
      pos = collection.docs.index { |post| post.equal?(self) }
      pos && pos < collection.docs.length - 1 ? collection.docs[pos + 1] : nil
    end

    def previous_doc
      pos = collection.docs.index { |post| post.equal?(self) }
      pos&.positive? ? collection.docs[pos - 1] : nil
    end

    def trigger_hooks(name, *arguments)
      Hooks.trigger collection.label.to_sym, name, self, *arguments if collection
      Hooks.trigger :documents, name, self, *arguments
    end

    def id
      @id ||= File.join(File.dirname(url), (data["slug"] || basename_without_ext).to_s)
    end

    def related_posts
      RelatedPosts.new(self).build
    end

    # The data that the program needs to render a document that is in no list.
    def hastie_changes_for_rendering
      @hastie_seen = nil unless @hastie_mirror
      hastie_changes || {}
    end

    def respond_to_missing?(name, all = false)
      (@hastie_stale || @data) && data.key?(name.to_s) || super
    end

    def method_missing(name, *arguments, &block)
      return super if name.to_s.start_with?("hastie") || !arguments.empty? || !data.key?(name.to_s)

      Deprecator.deprecation_message "Document##{name} is now a key in the #data hash."
      Jekyll.logger.warn "", "Called by #{caller(1..1).first}."
      data[name.to_s]
    end
  end
end
