# The methods that pages, layouts and documents share.
module Jekyll
  # Reading and rendering a file with front matter.
  module Convertible
    def to_s
      content || ""
    end

    def published?
      !(data.key?("published") && data["published"] == false)
    end

    def read_yaml(base, name, _opts = {})
      Hastie::Rereading.active ? data : hastie_read_yaml(base, name)
    end

    def hastie_read_yaml(base, name)
      file = @path || site.in_source_dir(base, name)
      read = Hastie.ask("read_yaml", File.expand_path(name, base).then { |path| File.exist?(path) ? path : file })
      self.content = read["content"]
      self.data = read["data"]
      data
    end

    def transform
      Hastie.ask("convert_all", extname_for_conversion, content)
    end

    def extname_for_conversion
      ext
    end

    def renderer
      @hastie_renders = true
      @renderer ||= Renderer.new(site, self)
    end

    def converters
      renderer.converters
    end

    def render_all_layouts(layouts, payload, info)
      renderer.layouts = layouts
      self.output = renderer.place_in_layouts(output, payload, info)
    ensure
      @renderer = nil
    end

    def do_layout(payload, layouts)
      renderer.layouts = layouts
      renderer.payload = payload
      self.output = renderer.run
    ensure
      @renderer = nil
    end

    def render_liquid(content, payload, info, path)
      renderer.render_liquid(content, payload, info, path)
    end

    def write(dest)
      path = destination(dest)
      FileUtils.mkdir_p(File.dirname(path))
      File.write(path, output, :mode => "wb")
      Hooks.trigger(hook_owner, :post_write, self)
    end

    def hook_owner
      :pages if is_a?(Page)
    end

    def type
      :pages if is_a?(Page)
    end

    def placed_in_layout?
      !(asset_file? || no_layout?)
    end
    alias_method :place_in_layout?, :placed_in_layout?

    def no_layout?
      data["layout"] == "none"
    end

    def asset_file?
      sass_file? || coffeescript_file?
    end

    def sass_file?
      %w(.sass .scss).include?(ext)
    end

    def coffeescript_file?
      ext == ".coffee"
    end

    def render_with_liquid?
      return false if data["render_with_liquid"] == false

      !(coffeescript_file? || !Utils.has_liquid_construct?(content))
    end

    def invalid_layout?(layout)
      !data["layout"].nil? && layout.nil? && !is_a?(Excerpt)
    end

    def to_liquid(attrs = nil)
      # Layouts have no attributes for templates: Jekyll raises an error, too.
      if @hastie_mirror && attrs.nil? && !hastie_unread? && is_a?(Page)
        Hastie.model.flush unless @hastie_not_sending
        page = Hastie.ask("page_hash", self)
        hastie_share_values(page) unless @hastie_not_sending
        page["content"] = content if hastie_hooked == "content"
        page.merge!(hastie_own_keys) unless hastie_own_parts?(Page::LIQUID_PARTS)
        return page
      end
      attributes = (attrs || self.class::ATTRIBUTES_FOR_LIQUID).to_h { |name| [name, hastie_attribute(name)] }
      Utils.deep_merge_hashes(Utils.deep_merge_hashes(defaults, data), attributes)
    end

    def defaults
      site.frontmatter_defaults.all(relative_path, type)
    end
    private :defaults

    def hastie_attribute(name)
      name == "excerpt" && hastie_own?(:excerpt) ? data["excerpt"] : __send__(name)
    end

    def [](property)
      self.class::ATTRIBUTES_FOR_LIQUID.include?(property) ? public_send(property) : data[property]
    end
  end

  # Renders a single page or document.
  class Renderer
    attr_reader :document, :site
    attr_writer :layouts, :payload

    def layouts
      @layouts || site.layouts
    end

    def initialize(site, document, payload = nil)
      @site = site
      @document = document
      @payload = payload
    end

    def payload
      @payload ||= site.site_payload
    end

    def converters
      @converters ||= site.converters.select { |converter| converter.matches(document.extname) }
    end

    def run
      step = Hastie::RenderSteps.original(self, :run, document.content)
      step ? step.first : render_document
    end

    def render_document
      step = Hastie::RenderSteps.original(self, :render_document, document.content)
      step ? step.first : hastie_render
    end

    # Renders a page or document that the program is not rendering at the moment.
    def hastie_render
      raise NotImplementedError, "a #{document.class}, which is no page and no document, cannot be rendered" unless document.is_a?(Hastie::Mirror)

      Hastie.model.flush
      output, body = Hastie.ask("render_item", Hastie::Named.new(document), document.hastie_changes_for_rendering, hastie_extras)
      # The result becomes the document's content. Another rendering converts it again.
      document.content = body if body
      output
    ensure
      document.hastie_unsent
    end

    def convert(content)
      step = Hastie::RenderSteps.original(self, :convert, content.to_s)
      step ? step.first : Hastie.ask("convert_all", document.extname, content)
    end

    # The variables that a plugin has added to the payload.
    def hastie_extras
      given = payload.is_a?(Hastie::Payload) ? payload.hastie_set : payload.to_h
      given.transform_keys(&:to_s).except(*Hastie::Payload::OF_SITE)
    end
    private :hastie_extras

    def render_liquid(content, payload, info, path = nil)
      step = Hastie::RenderSteps.original(self, :render_liquid, content.to_s)
      step ? step.first : site.liquid_renderer.file(path).parse(content).render!(payload, info)
    end

    def place_in_layouts(content, payload, info)
      step = Hastie::RenderSteps.original(self, :place_in_layouts, content.to_s)
      return step.first if step

      layout = layouts[document.data["layout"].to_s]
      hastie_warn_of_layout unless layout || document.data["layout"].nil? || document.is_a?(Excerpt)
      payload["layout"] = nil
      output = content.dup
      used = []
      until layout.nil? || used.include?(layout)
        used << layout
        output = hastie_place_in_layout(layout, output, info)
        layout = site.layouts[layout.data["layout"]]
      end
      output
    end

    # Layouts have the renderer's own payload, whatever the payload in `place_in_layouts`.
    def hastie_place_in_layout(layout, output, info)
      payload["content"] = output
      payload["layout"] = Utils.deep_merge_hashes(layout.data, payload["layout"] || {})
      render_liquid(layout.content, payload, info, layout.path)
    end
    private :hastie_place_in_layout

    def hastie_warn_of_layout
      Jekyll.logger.warn "Build Warning:", "Layout '#{document.data["layout"]}' requested in #{document.relative_path} does not exist."
    end
    private :hastie_warn_of_layout

    def output_ext
      Hastie.ask("output_ext", document.respond_to?(:extname) ? document.extname : document.ext)
    end
  end
end
