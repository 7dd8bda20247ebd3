# Excerpts of documents and pages.
module Jekyll
  class Excerpt
    extend Forwardable
    attr_accessor :doc

    def_delegators :@doc, :site, :name, :ext, :extname, :collection, :related_posts, :type, :coffeescript_file?, :yaml_file?, :url,
                   :next_doc, :previous_doc
    private :coffeescript_file?, :yaml_file?

    def self.hastie(doc)
      allocate.tap { |excerpt| excerpt.doc = doc }
    end

    def initialize(doc)
      @doc = doc
      @content = extract_excerpt(doc.content)
    end

    # A Liquid tag, with its name.
    LIQUID_TAG_REGEX = /\{%-?\s*(\w+)\s*.*?-?%\}/m.freeze
    # The definition of a link: its label in brackets, and the rest of the line.
    MKDWN_LINK_REF_REGEX = /^ {0,3}(?:(\[[^\]]+\])(:.+))$/.freeze

    # The methods that find the source of an excerpt. If a plugin replaces one of them, the excerpts of all documents are made in Ruby.
    HASTIE_SOURCE_METHODS = %i(
      endtag_regex_stash extract_excerpt extract_markdown_link_reference_definitions liquid_block? print_build_warning sanctify_liquid_tags
    ).freeze
    private_constant :HASTIE_SOURCE_METHODS

    def self.hastie_changed?
      HASTIE_SOURCE_METHODS.any? { |name| !Hastie::Server.own?(self, name) }
    end

    # Makes the excerpts of all documents again, with the methods of the plugin.
    def self.hastie_make(site)
      if site.config["page_excerpts"]
        place = HASTIE_SOURCE_METHODS.filter_map { |name| instance_method(name).source_location unless Hastie::Server.own?(self, name) }.first
        raise NotImplementedError, "replacing methods of Jekyll::Excerpt is not supported with page_excerpts", ["#{place.join(":")}:in `Excerpt'"]
      end

      site.documents.each do |doc|
        doc.data["excerpt"] = new(doc) if doc.data["excerpt"].is_a?(Excerpt)
      end
    end

    # The part of the content before the separator, with the ends of its open blocks and the definitions of its links.
    def extract_excerpt(content)
      return Hastie.ask("excerpt_of", content.to_s, doc.excerpt_separator, doc.relative_path) unless Excerpt.hastie_changed?

      start, _, rest = content.to_s.partition(doc.excerpt_separator)
      return start if rest.empty?

      start = sanctify_liquid_tags(start) if start.include?("{%")
      links = extract_markdown_link_reference_definitions(start, rest)
      links.empty? ? start : start << "\n\n" << links.join("\n")
    end
    protected :extract_excerpt

    def sanctify_liquid_tags(start)
      open = start.scan(LIQUID_TAG_REGEX).flatten.reverse.select { |name| liquid_block?(name) }
      ends = open.filter { |name| !endtag_regex_stash(name).match?(start) && start << "\n{% end#{name} %}" }
      print_build_warning unless ends.empty?
      start
    end
    private :sanctify_liquid_tags

    def extract_markdown_link_reference_definitions(start, rest)
      rest.scan(MKDWN_LINK_REF_REGEX).filter_map { |label, address| "#{label}#{address}" if start.include?(label) }
    end
    private :extract_markdown_link_reference_definitions

    def endtag_regex_stash(name)
      (@endtag_regex_stash ||= {})[name] ||= /\{%-?\s*end#{name}.*?\s*-?%\}/m
    end
    private :endtag_regex_stash

    def liquid_block?(name)
      kind = Liquid::Template.tags[name] if name.is_a?(String)
      kind ? kind.ancestors.include?(Liquid::Block) : false
    end
    private :liquid_block?

    def print_build_warning
      Jekyll.logger.warn("Warning:", "Excerpt modified in #{doc.relative_path}!")
      ["Found a Liquid block containing the excerpt separator #{doc.excerpt_separator.inspect}.",
       "The block has been modified with the appropriate closing tag.",
       "Feel free to define a custom excerpt or excerpt_separator in the",
       "document's Front Matter if the generated excerpt is unsatisfactory."].each { |line| Jekyll.logger.warn("", line) }
    end
    private :print_build_warning

    # The text; once the excerpt is rendered, its HTML.
    def content
      @hastie_rendered_content || hastie_source
    end

    # The content after the excerpt was rendered. nil before.
    attr_reader :hastie_rendered_content

    # The program has converted the content.
    def hastie_converted(content)
      @hastie_rendered_content = content
    end

    def hastie_source
      @content || @doc.hastie_excerpt_source
    end

    def content=(text)
      @hastie_rendered_content = nil
      @content = text
    end

    # The text that templates see: the program does not render the excerpt.
    attr_reader :hastie_fixed

    # A value that differs from the last one if the program must receive the excerpt again.
    def hastie_print
      [@hastie_fixed || hastie_source, @doc.hastie_number, hastie_output_changed?]
    end

    # Whether a plugin has changed in place what the program has rendered.
    def hastie_output_changed?
      defined?(@hastie_print) && @output.hash != @hastie_print
    end

    # The source that the program renders for a document. nil if the text is fixed.
    def hastie_sent(document)
      raise NotImplementedError, "the excerpt of #{document.relative_path} cannot change while documents are rendered", Hooks.hastie_place if hastie_output_changed?
      return if @hastie_fixed

      source = hastie_source.to_s
      return source if document.equal?(@doc) || (document.extname == @doc.extname && !Utils.has_liquid_construct?(source))
      return source if document.relative_path == @doc.relative_path && hastie_sees_data_of?(document, source)

      raise NotImplementedError, "the excerpt of #{document.relative_path} is an excerpt of #{@doc.relative_path}: this is not supported", Hooks.hastie_place
    end

    # Whether the excerpt of a copied document would be the same for the document: no front matter that the source may read
    # differs.
    def hastie_sees_data_of?(document, source)
      own = data
      others = document.data.reject { |key, _| %w(layout excerpt).include?(key) }
      return false unless own.all? { |key, value| others.key?(key) && Hastie::Fingerprint.of(value) == Hastie::Fingerprint.of(others[key]) }

      (others.keys - own.keys).none? { |key| source.include?(key.to_s) }
    end
    private :hastie_sees_data_of?

    def data
      @data ||= @doc.data.dup.tap do |data|
        data.delete("layout")
        data.delete("excerpt")
      end
    end

    def path
      File.join(@doc.path, "#excerpt")
    end

    def relative_path
      File.join(@doc.relative_path, "#excerpt")
    end

    def include?(something)
      (output && output.include?(something)) || content.include?(something)
    end

    def id
      "#{@doc.id}#excerpt"
    end

    def to_s
      output || content
    end

    def output
      @output ||= begin
        Hastie.model.flush
        text = @hastie_rendered_content = hastie_rendered
        # Jekyll renders an excerpt once. Later changes of the site have no effect.
        Hastie.model.live? ? @hastie_print = text.hash : @hastie_fixed = text
        text
      end
    end

    def hastie_rendered
      source = hastie_source.to_s
      return Hastie.ask("excerpt", @doc, source) if @doc.hastie_listed?
      return Hastie.ask("convert_all", @doc.extname, source) unless Utils.has_liquid_construct?(source)

      raise NotImplementedError, "the excerpt of #{@doc.relative_path} contains Liquid: add the document to the site before rendering the excerpt"
    end

    def output=(text)
      @hastie_fixed = @output = text
    end

    def to_liquid
      @to_liquid ||= Drops::ExcerptDrop.new(self)
    end

    def inspect
      "<#{self.class} id=#{id}>"
    end

    def place_in_layout?
      false
    end

    def render_with_liquid?
      return false if data["render_with_liquid"] == false

      !(@doc.coffeescript_file? || @doc.yaml_file? || !Utils.has_liquid_construct?(content))
    end

    def trigger_hooks(*); end

    def _dump(level)
      @doc.hastie_elsewhere? ? Hastie::Foreign.new(self)._dump(level) : "excerpt:#{@doc.hastie_number}"
    end

    def self._load(_text)
      nil
    end
  end

  class PageExcerpt < Excerpt; end
end
