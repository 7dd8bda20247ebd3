# css_parser: the rules of style sheets. Its constant appears with `require "css_parser"`.
module CssParser
  VERSION = "1.21.1"

  class RemoteFileError < IOError; end
  class CircularReferenceError < StandardError; end

  IMPORTANT = /\s*!important\b\s*/i.freeze
  CLASSES = /
    \.[\w]+ | \[\w+ | :(?:link|visited|active|hover|focus|lang|target|enabled|disabled|checked|indeterminate|root|nth-child|nth-last-child|
    nth-of-type|nth-last-of-type|first-child|last-child|first-of-type|last-of-type|only-child|only-of-type|empty|contains)
  /ix.freeze
  ELEMENTS = /(?:(?:^|[\s+>~]+)\w+|:{1,2}(?:after|before|first-letter|first-line|selection))/i.freeze

  class << self
    # The numbers of ids, classes and elements in a selector, as the digits of one number.
    def calculate_specificity(selector)
      "0#{selector.count("#")}#{selector.scan(CLASSES).length}#{selector.scan(ELEMENTS).length}".to_i
    rescue StandardError
      0
    end

    def sanitize_media_query(raw)
      text = raw.to_s.gsub(/\s+/, " ").strip
      (text.empty? ? "all" : text).to_sym
    end

    def merge(*)
      Hastie.missing("CssParser.merge")
    end
  end

  # A rule: its selectors, and its declarations in order.
  class RuleSet
    # The value of a declaration, and whether it is `!important`.
    class Value
      attr_reader :value
      attr_accessor :important

      def initialize(text)
        text = text.to_s.sub(/\s*;\s*\z/, "")
        @important = !text.slice!(IMPORTANT).nil?
        @value = text.strip.freeze
        raise ArgumentError, "value is empty" if @value.empty?
      end

      def to_s
        important ? "#{value} !important" : value
      end
    end

    attr_reader :selectors
    attr_accessor :specificity

    def initialize(selectors = nil, block = nil, specificity = nil, **options)
      @selectors = []
      @declarations = {}
      @specificity = options.fetch(:specificity, specificity)
      selectors = options.fetch(:selectors, selectors)
      @selectors = selectors.split(",").map { |one| one.gsub(/\s+/, " ").strip } if selectors
      declare(options.fetch(:block, block))
    end

    def [](property)
      value = @declarations[plain(property)]
      value ? "#{value};" : ""
    end
    alias_method :get_value, :[]

    def add_declaration!(property, value)
      name = plain(property)
      return @declarations.delete(name) if value.to_s.strip.empty?

      value = Value.new(value)
      @declarations[name] = value if !@declarations[name]&.important || value.important
    rescue ArgumentError => e
      raise e.exception, "#{name} #{e.message}"
    end
    alias_method :[]=, :add_declaration!

    def remove_declaration!(property)
      @declarations.delete(plain(property))
    end
    alias_method :delete, :remove_declaration!

    def each_declaration
      @declarations.each { |name, value| yield name, value.value, value.important }
    end

    def each_selector(options = {})
      text = declarations_to_s(options)
      @selectors.each { |selector| yield selector, text, @specificity || CssParser.calculate_specificity(selector) }
    end

    def declarations_to_s(options = {})
      all = @declarations.map { |name, value| "#{name}: #{value.value}#{" !important" if options[:force_important] || value.important};" }
      all.join(" ").gsub(/[\n\r\f\t]+/, "").strip
    end

    def to_s
      "#{@selectors.join(",")} { #{declarations_to_s} }"
    end

    %i(expand_shorthand! create_shorthand! expand_background_shorthand! expand_border_shorthand! expand_dimensions_shorthand!
       expand_font_shorthand! expand_list_style_shorthand! create_background_shorthand! create_border_shorthand! create_dimensions_shorthand!
       create_font_shorthand! create_list_style_shorthand!).each do |name|
      define_method(name) { |*| Hastie.missing("CssParser::RuleSet##{name}") }
    end

    private

    def plain(property)
      property.to_s.downcase.strip
    end

    # Adds the declarations of a block. A semicolon in parentheses does not end a declaration.
    def declare(block)
      pending = nil
      block.to_s.split(/[;$]+/m).each do |part|
        part = "#{pending};#{part}" if pending
        pending = part.count("(") > part.count(")") ? part : nil
        name, value = part.split(":", 2)
        next if pending || value.nil? || name.strip.empty? || value.strip.empty?

        add_declaration!(name.strip, value.strip)
      end
    end
  end

  class Parser
    USER_AGENT = "Ruby CSS Parser/#{VERSION} (https://github.com/premailer/css_parser)"
    IMPORT = /@import\s*(?:url\s*)?(?:\()?(?:\s*)["']?([^'"\s)]*)["']?\)?([\w\s,^\]()]*)\)?[;\n]?/.freeze
    # A string, a bracket, or the text between them.
    PIECES = /"(?:\\.|[^"\\])*"|[{}]|[^{}"]+|"/m.freeze
    MOST_REDIRECTS = 3
    attr_reader :loaded_uris

    def initialize(options = {})
      @options = { :absolute_paths => false, :import => true, :io_exceptions => true, :rule_set_exceptions => true, :user_agent => USER_AGENT }.merge(options)
      @rules = []
      @loaded_uris = []
    end

    def load_string!(source, options = {}, media_types = :all)
      options = { :base_dir => options, :media_types => media_types } unless options.is_a?(Hash)
      add_block!(source, options)
    end

    def load_file!(name, options = {}, media_types = :all)
      options = { :base_dir => options, :media_types => media_types } unless options.is_a?(Hash)
      path = File.expand_path(name, options[:base_dir])
      return unless File.readable?(path) && once?(path)

      add_block!(File.read(path), options.merge(:base_dir => File.dirname(path)))
    end

    def load_uri!(uri, options = {}, media_types = :all)
      options = { :base_uri => options, :media_types => media_types } unless options.is_a?(Hash)
      source = read(uri.to_s)
      add_block!(source, { :base_uri => uri.to_s }.merge(options.compact)) if source
    end

    def add_block!(block, options = {})
      block = block.encode("UTF-8", "UTF-8", :invalid => :replace, :undef => :replace, :replace => " ")
      block = block.gsub(%r{/\*.*?\*/}m, "").gsub(/<!--|-->/, "")
      block.scan(IMPORT) { |path, media| import(path, media, options) } if @options[:import]
      media = [options[:media_types] || :all].flatten.map { |type| CssParser.sanitize_media_query(type) }
      rules_of(block.gsub(IMPORT, ""), media)
    end

    def add_rule!(selectors = nil, declarations = nil, media = nil, **options)
      rule = RuleSet.new(options.fetch(:selectors, selectors), options.fetch(:block, declarations))
      add_rule_set!(rule, options[:media_types] || media || :all)
    rescue ArgumentError
      raise if @options[:rule_set_exceptions]
    end

    def add_rule_set!(rule, media_types = :all)
      raise ArgumentError unless rule.is_a?(RuleSet)

      @rules << { :media_types => [media_types].flatten.map { |type| CssParser.sanitize_media_query(type) }, :rules => rule }
    end

    def remove_rule_set!(rule, media_types = :all)
      media_types = [media_types].flatten.map { |type| CssParser.sanitize_media_query(type) }
      @rules.reject! { |one| one[:media_types] == media_types && one[:rules].to_s == rule.to_s }
    end

    def each_rule_set(media_types = :all)
      wanted = [media_types || :all].flatten.map { |type| CssParser.sanitize_media_query(type) }
      @rules.each do |one|
        yield(one[:rules], one[:media_types]) if wanted.include?(:all) || one[:media_types].any? { |type| wanted.include?(type) }
      end
    end

    def each_selector(media_types = :all, options = {})
      return to_enum(:each_selector, media_types, options) unless block_given?

      each_rule_set(media_types) do |rule, media|
        rule.each_selector(options) { |selector, declarations, specificity| yield selector, declarations, specificity, media }
      end
    end

    def find_by_selector(selector, media_types = :all)
      each_selector(media_types).filter_map { |one, declarations| declarations if one.strip == selector.strip }
    end
    alias_method :[], :find_by_selector

    def find_rule_sets(selectors, media_types = :all)
      wanted = selectors.map { |selector| selector.gsub(/\s+/, " ").strip }
      found = []
      wanted.each do |selector|
        each_rule_set(media_types) { |rule, _| found << rule if rule.selectors.include?(selector) && !found.include?(rule) }
      end
      found
    end

    def rules_by_media_query
      @rules.each_with_object({}) { |one, all| one[:media_types].each { |type| (all[type] ||= []) << one[:rules] } }
    end

    def to_h(which_media = :all)
      by_media(which_media).to_h do |media, styles|
        rules = styles.to_h do |selector, declarations|
          [selector.strip, declarations.split(";").to_h { |one| one.split(":", 2).map { |part| part.to_s.strip } }]
        end
        [media.to_s, rules]
      end
    end

    def to_s(which_media = :all)
      lines = by_media(which_media).flat_map do |media, styles|
        next styles.map { |selector, declarations| "#{selector} {\n#{declarations}\n}" } if media == :all

        ["@media #{media} {", *styles.map { |selector, declarations| "  #{selector} {\n    #{declarations}\n  }" }, "}"]
      end
      (lines << "").join("\n")
    end

    private

    def by_media(which_media)
      all = {}
      each_selector(which_media) do |selector, declarations, _, media|
        media.each { |type| (all[type] ||= []) << [selector, declarations] }
      end
      all
    end

    # Reads rules, and the media queries around them.
    def rules_of(block, media)
      outer = [media]
      prelude = +""
      body = nil
      depth = 0
      block.scan(PIECES) do |piece|
        if body
          depth += { "{" => 1, "}" => -1 }.fetch(piece, 0)
          next body << piece if depth.positive?

          add_rule!(:selectors => prelude.strip, :block => body.strip, :media_types => outer.last) unless body.strip.empty?
          body = nil
          prelude = +""
        elsif piece == "{"
          if prelude =~ /@media\b(.*)\z/mi
            outer.push(Regexp.last_match(1).split(",").map { |query| CssParser.sanitize_media_query(query) })
            prelude = +""
          else
            body = +""
            depth = 1
          end
        elsif piece == "}"
          outer.pop if outer.size > 1
          prelude = +""
        else
          prelude << piece.gsub(/@charset[^;]*;?/i, "")
        end
      end
      add_rule!(:selectors => prelude.strip, :block => body, :media_types => outer.last) if body
    end

    def import(path, media, options)
      types = media.to_s.split(",").map(&:strip).reject(&:empty?)
      more = { :media_types => types.empty? ? [:all] : types }
      if options[:base_uri]
        load_uri!(URI.join(options[:base_uri].to_s, path).to_s, more.merge(:base_uri => options[:base_uri]))
      elsif options[:base_dir]
        load_file!(path, more.merge(:base_dir => options[:base_dir]))
      end
    end

    def once?(place)
      return true if !@loaded_uris.include?(place) && @loaded_uris << place
      raise CircularReferenceError, "can't load #{place} more than once" if @options[:io_exceptions]

      false
    end

    # The text at an address, after redirects.
    def read(uri, redirects = 0)
      return if redirects > MOST_REDIRECTS || !once?(uri)

      address = URI.parse(uri)
      return File.read(address.path || uri) if address.scheme.nil? || address.scheme == "file"

      require "net/http"
      response = Net::HTTP.start(address.host, address.port, :use_ssl => address.scheme == "https") do |http|
        http.get(address.request_uri, "User-Agent" => @options[:user_agent])
      end
      raise IOError, uri if response.code.to_i >= 400
      return read(URI.join(uri, response["Location"]).to_s, redirects + 1) if response.code.to_i >= 300 && response["Location"]

      response.body.dup.force_encoding("UTF-8")
    rescue CircularReferenceError
      raise
    rescue StandardError
      raise RemoteFileError, uri if @options[:io_exceptions]
    end
  end
end
