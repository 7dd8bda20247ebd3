# Pages.
module Jekyll
  class Page
    include Convertible
    include Hastie::Mirror

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
    end

    def hastie_kind
      "page"
    end

    %w(name basename ext data).each do |field|
      class_eval("def #{field}\n  hastie_look unless @hastie_round.equal?($hastie_round)\n  @#{field}\nend\ndef #{field}=(value)\n  hastie_look\n  @#{field} = value\nend", "hastie/page.rb", 1)
    end
    alias_method :extname, :ext

    def content
      hastie_content
    end

    def content=(text)
      self.hastie_content = text
    end

    def output
      hastie_output
    end

    def output=(text)
      hastie_look
      @output = text
    end

    # Templates see its `to_liquid` as `paginator`.
    def pager=(pager)
      hastie_look
      @pager = pager
    end

    def hastie_take(fields)
      @name, @basename, @ext, @dir, @base = fields.values_at("name", "basename", "ext", "dir", "base")
      @hastie_relative_path = fields["relative_path"]
      @path = nil
    end

    def hastie_defaults
      return if @data.nil? || @data.default_proc

      @data.default_proc = proc { |_, key| site.frontmatter_defaults.find(relative_path, type, key) }
    end

    def hastie_fields
      fields = { "name" => @name, "ext" => @ext, "dir" => @dir, "basename" => @basename, "data" => @data || {} }
      fields["content"] = @content if defined?(@content) && (!@hastie_mirror || !Hastie.model.live?)
      fields["output"] = @output if defined?(@output)
      fields["pager"] = @pager.to_liquid if defined?(@pager)
      fields
    end

    def hastie_plain_data
      data = {}.merge(@data || {})
      data
    end

    def hastie_whole
      result = { "relative_path" => relative_path, "content" => @content.to_s, "base" => @base }
      result["url_template"] = url_template_with_placeholders unless hastie_own?(:url_placeholders) && hastie_own?(:template)
      hastie_data_defaults(result)
      result
    end

    # Defaults of another kind than a page's, which a plugin's own block looks up.
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
      unless @hastie_mirror || hastie_own_parts?(URL_PARTS)
        found["url"] ||= url
        found["destination"] ||= hastie_destination
      end
      found["attributes"] = hastie_tell { to_liquid } unless hastie_own?(:to_liquid) || @hastie_telling
      found
    end

    # The methods on which the URL and the destination of a page depend.
    URL_PARTS = %i(basename html? index? output_ext permalink template url_placeholders).freeze

    # The methods on which the rendering of a page depends.
    RENDERING_PARTS = %i(asset_file? coffeescript_file? extname no_layout? place_in_layout? render_with_liquid?).freeze

    # The methods that only matter for a page with a layout.
    LAYOUT_PARTS = %i(asset_file? no_layout? place_in_layout?).freeze

    def hastie_own_parts?(names)
      return names.all? { |name| hastie_own?(name) } if defined?(@hastie_single)

      Hastie.model.own(self.class, names) { names.all? { |name| hastie_own?(name) } }
    end

    # The program renders a page by its fields, and does not call methods that a plugin's class replaces.
    def hastie_check_rendering
      return if hastie_own_parts?(RENDERING_PARTS)

      RENDERING_PARTS.each do |name|
        next if hastie_own?(name) || (data["layout"].nil? && LAYOUT_PARTS.include?(name))
        next if public_send(name) == Page.instance_method(name).bind_call(self)

        place = method(name).source_location.join(":")
        raise NotImplementedError, "replacing #{self.class}##{name} is not supported: Hastie does its work without Ruby", ["#{place}:in `#{name}'"]
      end
    end

    # While a page tells what it is, what it asks for does not make it tell again.
    def hastie_tell
      @hastie_telling = true
      yield
    ensure
      @hastie_telling = false
    end

    # `name=` changes neither the base name nor the extension. Only `process` does.
    def hastie_changes
      hastie_check_rendering unless @hastie_mirror
      found = super
      found&.key?("name") ? found.merge("basename" => @basename, "ext" => @ext) : found
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
      @ext = File.extname(name)
      @basename = name[0..-@ext.length - 1].gsub(%r!\.*\z!, "")
    end

    def read_yaml(base, name, opts = {})
      @content = nil
      @hastie_held = true
      read = Hastie.ask("read_yaml", @path || site.in_source_dir(base, name))
      @content = read["content"]
      @data = read["data"]
      hastie_defaults
      @data
    end

    def dir
      hastie_look
      url.end_with?("/") ? url : (File.dirname(url) == "/" ? "/" : "#{File.dirname(url)}/")
    end

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
      @url ||= @hastie_url = hastie_clean? ? Hastie.ask("url", self) : URL.new(:template => template, :placeholders => url_placeholders, :permalink => permalink).to_s
    end

    # Whether it is just as the program has it.
    def hastie_clean?
      return false unless @hastie_mirror
      return true if @hastie_stale
      return false unless hastie_own?(:url_placeholders) && hastie_own?(:template)

      fields = hastie_fields.slice("name", "ext", "dir", "basename", "data")
      fields.keys.all? { |key| @hastie_seen[key] == Hastie::Fingerprint.of(fields[key]) }
    end

    def url_placeholders
      { :path => @dir, :basename => basename, :output_ext => output_ext }
    end

    def render(layouts, _payload = nil)
      renderer.layouts = layouts
      @output = renderer.run
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

      Hastie.output_ext(ext)
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

    def write?
      true
    end

    def trigger_hooks(name, *arguments)
      Hooks.trigger hook_owner, name, self, *arguments
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

    def defaults
      site.frontmatter_defaults.all(relative_path, type)
    end
    private :defaults
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
  # The extension of what converters make of a source.
  def self.output_ext(ext)
    @output_exts ||= {}
    @output_exts[ext] ||= Hastie.ask("output_ext", ext.to_s)
  end
end
