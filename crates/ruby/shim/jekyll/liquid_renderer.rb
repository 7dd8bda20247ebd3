# Parses and renders templates, each under the name of a file.
module Jekyll
  # The object that `site.liquid_renderer` returns.
  class LiquidRenderer
    def initialize(site)
      @site = site
      @files = {}
    end

    def file(filename)
      @files[filename] ||= File.new(filename)
    end

    def reset
      @files = {}
    end

    class File
      def initialize(filename)
        @filename = filename
      end

      # A file is parsed once: a later text of the same name is not read.
      def parse(content)
        @template ||= Liquid::Template.parse(content, :line_numbers => true)
        self
      end

      def hastie_parsed?
        !@template.nil?
      end

      def render(*arguments)
        @template.instance_assigns.clear
        @template.render(*arguments)
      end

      def render!(*arguments)
        @template.instance_assigns.clear
        @template.render!(*arguments)
      end

      def warnings
        []
      end
    end
  end
end
