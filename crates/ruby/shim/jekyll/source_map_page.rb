# Source maps of style sheets.
module Jekyll
  # The source map of a style sheet. The program creates it.
  class SourceMapPage < Page
    # The methods that a plugin must replace for all pages before the program needs results for source maps.
    PARTS = (URL_PARTS + LIQUID_PARTS + %i(destination to_liquid)).freeze
    private_constant :PARTS

    # The results of replaced methods for the source map of a style sheet. nil if there are none.
    def self.hastie_fields(sheet)
      return if sheet.hastie_own_parts?(PARTS) && Hastie::Parts.own?(:urls, :places)

      sheet.hastie_refuse(:basename) unless sheet.hastie_own?(:basename)
      new(sheet, :hooks => false).hastie_source_map_fields
    end

    def initialize(css_page, hooks: true)
      @site = css_page.site
      @dir = css_page.dir
      @data = css_page.data
      @name = "#{css_page.basename}.css.map"
      process(@name)
      Hooks.trigger :pages, :post_init, self if hooks
    end

    def hastie_source_map_fields
      keys = hastie_own?(:to_liquid) ? hastie_own_keys : to_liquid.except("content")
      { "url" => url, "destination" => hastie_destination, "attributes" => keys }
    end

    def source_map(map)
      self.content = map
    end

    def ext
      ".map"
    end

    def asset_file?
      true
    end

    def render_with_liquid?
      false
    end

    def inspect
      "#<#{self.class} @name=#{name.inspect}>"
    end
  end
end
