# Pages.
module Jekyll
  class Page
    include Convertible
    include Hastie::Mirror
    extend Hastie::MirrorAttributes

    ATTRIBUTES_FOR_LIQUID = %w(content dir excerpt name path url).freeze
    HTML_EXTENSIONS = %w(.html .xhtml .htm).freeze

    attr_accessor :site
    attr_reader :pager
    attr_writer :dir

    alias_method :hastie_plain_method, :method

    def initialize(site, base, dir, name)
      @site = site
      @base = base
      @dir = dir
      @name = name
      @path = site.theme && site.theme.root == base ? File.join(base, dir, name) : site.in_source_dir(base, dir, name)
      process(name)
      read_yaml(PathManager.join(base, dir), name)
      hastie_defaults
      Hooks.trigger :pages, :post_init, self
      LastModifiedAt.hastie_mark(self) if defined?(LastModifiedAt.hastie_mark)
    end

    def hastie_kind
      "page"
    end

    hastie_accessor :name, :basename, :ext, :data
    alias_method :extname, :ext

    hastie_content_accessor
    hastie_output_accessor

    # Templates see its `to_liquid` as `paginator`.
    def pager=(pager)
      hastie_look
      @pager = pager
    end

    # Takes over the fields that the program has sent.
    def hastie_take(fields)
      @name, @basename, @ext, @dir, @base = fields.values_at("name", "basename", "ext", "dir", "base")
      @hastie_relative_path = fields["relative_path"]
      @path = nil
    end

    # Lets the front matter return defaults for missing keys.
    def hastie_defaults
      return if @data.nil? || @data.default_proc

      @data.default_proc = proc { |_, key| site.frontmatter_defaults.find(relative_path, type, key) }
    end

    # The fields whose changes are sent to the program.
    def hastie_fields
      fields = { "name" => @name, "ext" => hastie_ext, "dir" => @dir, "basename" => @basename, "data" => @data || {} }
      fields["content"] = @content if defined?(@content) && (!@hastie_mirror || !Hastie.model.live?)
      fields["output"] = @output if defined?(@output)
      fields["pager"] = @pager.to_liquid if defined?(@pager)
      @hastie_mirror ? fields : hastie_own_fields(fields)
    end

    def hastie_plain_data
      {}.merge((@hastie_mirror || hastie_own?(:data) ? @data : data) || {})
    end

    def hastie_whole
      result = { "relative_path" => relative_path, "content" => @content.to_s, "base" => @base }
      result["url_template"] = url_template_with_placeholders unless hastie_own?(:url_placeholders) && hastie_own?(:template)
      hastie_data_defaults(result)
      result
    end

    # Adds the front matter defaults that a plugin's own block for missing keys returns.
    def hastie_data_defaults(result)
      return unless @data&.default_proc
      return if Hastie.own_method?(@data.default_proc)

      extra = %w(layout permalink title published sitemap render_with_liquid).each_with_object({}) do |key, found|
        value = @data[key]
        found[key] = value unless value.nil? || @data.key?(key)
      end
      result["data_defaults"] = extra unless extra.empty?
    end

    def url_template_with_placeholders
      url
    end

    def hastie_overrides
      found = super
      # Pages are always written.
      found.delete("unwritten")
      unless hastie_own?(:url) && Hastie::Parts.own?(:places)
        found["url"] ||= url
        found["destination"] ||= hastie_destination
      end
      found["attributes"] = hastie_attributes unless hastie_own?(:to_liquid) || @hastie_not_sending
      return hastie_own_overrides(found) unless @hastie_mirror

      found["attributes"] ||= hastie_own_keys unless hastie_own_parts?(LIQUID_PARTS)
      map = SourceMapPage.hastie_fields(self) if sass_file?
      found["source_map"] = map if map
      found
    end

    # Calls the block. While it runs, methods that the page calls do not send the page's attributes again.
    def hastie_without_sending
      @hastie_not_sending = true
      yield
    ensure
      @hastie_not_sending = false
    end

    # `name=` changes neither the base name nor the extension. Only `process` does.
    def hastie_changes
      unless @hastie_mirror
        hastie_check_rendering
        Hastie.model.computed[self] = true if hastie_computes?
      end
      found = super
      found&.key?("name") ? found.merge("basename" => @basename, "ext" => hastie_ext) : found
    end

    # The data that the program needs to render a page that is in no list.
    def hastie_changes_for_rendering
      @hastie_seen = nil unless @hastie_mirror
      hastie_changes || {}
    end

    def process(name)
      return unless name

      hastie_load if @hastie_stale
      @name ||= name
      return hastie_process(name) unless hastie_own_parts?(PROCESS_PARTS)

      @ext = File.extname(name)
      @basename = name[0..-@ext.length - 1].gsub(%r!\.*\z!, "")
    end

    def hastie_read_yaml(base, name)
      Jekyll.logger.debug "Reading:", relative_path
      @content = nil
      @hastie_held = true
      # A page that Jekyll has read keeps the path of its file.
      own = @path || (site.in_source_dir(@hastie_relative_path) if @hastie_mirror && @hastie_relative_path)
      read = Hastie.ask("read_yaml", own || site.in_source_dir(base, name))
      @content = read["content"]
      @data = read["data"]
      hastie_defaults
      @data
    end

    # The folder and the name of the page's file.
    def hastie_place
      [PathManager.join(@base, @dir), @name]
    end

    def dir
      hastie_look
      url.end_with?("/") ? url : url_dir
    end

    def url_dir
      folder = File.dirname(url)
      folder.end_with?("/") ? folder : "#{folder}/"
    end
    private :url_dir

    def permalink
      data.nil? ? nil : data["permalink"]
    end

    def template
      if !html? then "/:path/:basename:output_ext"
      elsif index? then "/:path/"
      else Utils.add_permalink_suffix("/:path/:basename", site.permalink_style)
      end
    end

    def url
      @hastie_renders = true
      @url ||= hastie_unread? ? hastie_own_url : @hastie_url = hastie_clean? ? Hastie.ask("url", self) : hastie_own_url
    end

    # Whether no plugin has replaced this method, or a method that it calls.
    def hastie_own?(name)
      name == :url ? hastie_own_url_parts? && Hastie::Parts.own?(:urls) : super
    end

    # Whether no plugin has replaced a method on which the URL depends.
    def hastie_own_url_parts?
      instance_of?(Page) && !defined?(@hastie_single) ? Hastie::Parts.own?(:page_urls) : hastie_own_parts?(URL_PARTS)
    end

    def hastie_all_own?
      super && hastie_own?(:url)
    end

    # The URL by Jekyll's steps, with the methods that a plugin has replaced.
    def hastie_own_url
      URL.new(:template => template, :placeholders => url_placeholders, :permalink => permalink).to_s
    end

    # Whether the page is the same as in the program.
    def hastie_clean?
      return false unless @hastie_mirror && hastie_own?(:url)
      return true if @hastie_stale

      fields = hastie_fields.slice("name", "ext", "dir", "basename", "data")
      fields.keys.all? { |key| @hastie_seen[key] == Hastie::Fingerprint.of(fields[key]) }
    end

    def url_placeholders
      { :path => @dir, :basename => basename, :output_ext => output_ext }
    end

    def render(layouts, site_payload)
      site_payload["page"] = to_liquid
      site_payload["paginator"] = pager.to_liquid
      do_layout(site_payload, layouts)
    end

    def path
      data.fetch("path") { relative_path }
    end

    def relative_path
      hastie_load if @hastie_stale
      @hastie_relative_path ||= PathManager.join(@dir, @name).delete_prefix("/")
    end

    def output_ext
      @hastie_renders = true
      link = permalink
      return File.extname(link) if link.is_a?(String) && !link.end_with?("/") && !File.extname(link).empty?

      Hastie.output_ext(extname)
    end

    def destination(dest)
      path = site.in_dest_dir(dest, URL.unescape_path(url))
      path = File.join(path, "index") if url.end_with?("/")
      path = "#{path}#{output_ext}" unless path.end_with?(output_ext)
      path
    end

    def inspect
      "#<#{self.class} @relative_path=#{relative_path.inspect}>"
    end

    def html?
      HTML_EXTENSIONS.include?(output_ext)
    end

    def index?
      basename == "index"
    end

    # Whether the program computes the URLs and the destinations of all pages.
    def self.hastie_url_own?
      Hastie::Parts.own?(:page_urls, :urls, :places)
    end

    def write?
      true
    end

    def trigger_hooks(name, *arguments)
      Hooks.trigger :pages, name, self, *arguments
    end

    def excerpt_separator
      (data["excerpt_separator"] || site.config["excerpt_separator"]).to_s
    end

    def excerpt
      data["excerpt"]
    end

    def generate_excerpt?
      !excerpt_separator.empty? && instance_of?(Jekyll::Page) && html?
    end
  end

  class PageWithoutAFile < Page
    def read_yaml(*)
      @data ||= {}
      hastie_defaults
    end

    def inspect
      "#<#{self.class} @relative_path=#{relative_path.inspect}>"
    end
  end
end

module Hastie
  # The extension of a converted file, for the extension of its source.
  def self.output_ext(ext)
    @output_exts ||= {}
    @output_exts[ext] ||= Hastie.ask("output_ext", ext.to_s)
  end
end
