# frozen_string_literal: true

# Gives the reference those intended differences of COMPATIBILITY.md that a random site often shows, so that a comparison
# finds only the others. `record.rb` and `compare_engines.py` load it.

require "liquid"

# The text without the address of the object, which differs in every process.
class Liquid::Expression::MethodLiteral
  def inspect
    "#<Liquid::Expression::MethodLiteral @method_name=#{@method_name.inspect}, @to_s=#{@to_s.inspect}>"
  end
end

module IntendedDifferences
  # The text that the drop has, without the address of the object, and in UTF-8.
  module WithoutAddress
    def to_s
      to_liquid.to_s.encode("UTF-8")
    end
  end

  # Reading any name adds no category.
  module WithoutNewKeys
    def post_attr_hash(name)
      super.tap { |hash| hash.default_proc = nil }
    end
  end

  # Pages that plugins make have no template as their content.
  module WithoutTemplate
    def to_liquid(*)
      made_of_template? ? super.merge("content" => "") : super
    end

    def to_s
      made_of_template? ? "" : super
    end

    # Whether the content still is a template, which rendering replaces.
    def made_of_template?
      content.to_s.match?(%r!\A(<\?xml[^>]*>\s*)?{% if page\.xsl!)
    end
  end

  # The filter `smartify` does not change the highlighter's options of Markdown.
  module OwnHighlighterOptions
    def initialize(config)
      super
      own = @config["syntax_highlighter_opts"]
      @config["syntax_highlighter_opts"] = own.dup if own
    end
  end

  # Conversions of texts in US-ASCII neither use nor fill Jekyll's cache, which finds them by the text without its encoding.
  module OwnConversionsOfAscii
    def convert(content)
      return super unless content.encoding == Encoding::US_ASCII

      setup
      @parser.convert(content)
    end
  end

  # An excerpt that uses itself ends the build, even if the inner rendering would come to an end.
  module WithoutItself
    def output
      raise SystemStackError, "stack level too deep" if @renders_itself

      begin
        @renders_itself = true
        super
      ensure
        @renders_itself = false
      end
    end
  end

  # In Jekyll 3, the tag `link` sets no dates of documents.
  module WithoutDates
    def render(context)
      undated = context.registers[:site].documents.reject { |document| document.data["date"] }
      super
    ensure
      undated.each { |document| document.data.delete("date") }
    end
  end

  # Source maps are never in `site.html_pages`.
  module WithoutSourceMaps
    def html_pages
      super.reject { |page| page.is_a?(Jekyll::SourceMapPage) }
    end
  end
end

if defined?(Jekyll)
  # Jekyll 3 lists the keys of drops in another method than the one that `drop_keys` replaces.
  module ContentMethods
    def content_methods
      names = super
      first = DropKeys::ORDER.fetch(self.class.name.to_s.split("::").last, []) & names
      first + (names - first)
    end
  end
  if Jekyll::VERSION.start_with?("3.")
    Jekyll::Drops::Drop.prepend(ContentMethods)
    Jekyll::Tags::Link.prepend(IntendedDifferences::WithoutDates)
  end
  Jekyll::StaticFile.prepend(IntendedDifferences::WithoutAddress)
  Jekyll::Site.prepend(IntendedDifferences::WithoutNewKeys)
  Jekyll::Excerpt.prepend(IntendedDifferences::WithoutItself)
  Jekyll::Page.prepend(IntendedDifferences::WithoutTemplate)
  Jekyll::Converters::SmartyPants.prepend(IntendedDifferences::OwnHighlighterOptions)
  Jekyll::Converters::Markdown.prepend(IntendedDifferences::OwnConversionsOfAscii) if defined?(Jekyll::Cache)
  Jekyll::Drops::SiteDrop.prepend(IntendedDifferences::WithoutSourceMaps) if defined?(Jekyll::SourceMapPage)
end
