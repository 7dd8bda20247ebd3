# Layouts.
module Jekyll
  class Layout
    include Hastie::Mirror
    extend Hastie::MirrorAttributes

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

    # Takes over the fields that the program has sent.
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

    hastie_accessor :name, :path, :ext, :data, :relative_path

    hastie_content_accessor

    def to_s
      content.to_s
    end

    def inspect
      "#<Jekyll::Layout @path=#{path.inspect}>"
    end
  end
end
