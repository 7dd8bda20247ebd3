# Nokogiri over the program's own trees: its modules, errors and options. A Ruby object holds the number of its document and the
# handle of its node. The program does the work. The constant appears with `require "nokogiri"`.
module Hastie
  # Calls to the program's trees.
  module Trees
    @released = []

    class << self
      def ask(operation, *arguments)
        Hastie.ask("html", operation, *arguments)
      end

      # The number of a new document. Also releases the documents that Ruby has collected as garbage.
      def create(operation, *arguments)
        released, @released = @released, []
        number, wants_collection = ask(operation, released, *arguments)
        GC.start if wants_collection
        number
      end

      # A proc that releases a document. It must not refer to the document, which would then never be garbage.
      def releaser(number)
        proc { @released << number }
      end

      # A string, or an object that converts to one without a method call. Ruby raises a TypeError for any other object.
      def string(value)
        value.is_a?(String) ? value : "".dup + value
      end

      # Text in UTF-8, as the program reads it.
      def text(value)
        value = value.to_s
        value = value.encode(Encoding::UTF_8, :invalid => :replace, :undef => :replace) unless value.encoding == Encoding::UTF_8 || value.ascii_only?
        value = value.scrub unless value.valid_encoding?
        value
      rescue EncodingError
        value.dup.force_encoding(Encoding::UTF_8).scrub
      end
    end
  end
end

module Nokogiri
  VERSION = "1.13.10"

  class SyntaxError < StandardError; end

  class << self
    # Guesses from the text whether it is HTML or XML.
    def parse(string, url = nil, encoding = nil, options = nil)
      if string.respond_to?(:read) || /^\s*<(?:!DOCTYPE\s+)?html[\s>]/i.match?(string[0, 512])
        HTML4.parse(string, url, encoding, options || XML::ParseOptions::DEFAULT_HTML)
      else
        XML.parse(string, url, encoding, options || XML::ParseOptions::DEFAULT_XML)
      end
    end

    def make(input = nil, options = {}, &block)
      input ? HTML4.fragment(input).children.first : HTML4::Builder.new(options, &block).doc.root
    end

    def HTML4(input, url = nil, encoding = nil, options = XML::ParseOptions::DEFAULT_HTML, &block)
      HTML4::Document.parse(input, url, encoding, options, &block)
    end
    alias_method :HTML, :HTML4

    def HTML5(input, url = nil, encoding = nil, **options, &block)
      HTML5::Document.parse(input, url, encoding, **options, &block)
    end

    def XML(input, url = nil, encoding = nil, options = XML::ParseOptions::DEFAULT_XML, &block)
      XML::Document.parse(input, url, encoding, options, &block)
    end

    def uses_libxml?(*)
      true
    end

    def jruby?
      false
    end

    def Slop(*)
      Hastie.missing("Nokogiri.Slop")
    end

    def XSLT(*)
      Hastie.missing("Nokogiri.XSLT")
    end
  end

  # Missing classes raise an error when they are used.
  module Absent
    def const_missing(name)
      Hastie.missing("#{self}::#{name}")
    end
  end
  extend Absent

  module CSS
    extend Absent

    class SyntaxError < Nokogiri::SyntaxError; end

    def self.xpath_for(selector, options = {})
      namespaces = options.fetch(:ns, {})
      Hastie::Trees.ask("translate", Hastie::Trees.text(selector), [options.fetch(:prefix, "//")], namespaces.key?("xmlns"), false)
    end
  end

  module XML
    extend Absent
    XML_C14N_1_0 = 0
    XML_C14N_EXCLUSIVE_1_0 = 1
    XML_C14N_1_1 = 2

    class << self
      def parse(input, url = nil, encoding = nil, options = ParseOptions::DEFAULT_XML, &block)
        Document.parse(input, url, encoding, options, &block)
      end

      def fragment(string, options = ParseOptions::DEFAULT_XML, &block)
        DocumentFragment.parse(string, options, &block)
      end
    end

    # An error with its place in the text.
    class SyntaxError < Nokogiri::SyntaxError
      attr_reader :code, :level, :line, :column, :str1, :str2, :str3, :int1, :domain, :file

      def self.hastie_of(message, code, level, line, column, first, second)
        new(message).tap { |error| error.hastie_place(code, level, line, column, first, second) }
      end

      def hastie_place(code, level, line, column, first, second)
        @code, @level, @line, @column, @str1, @str2 = code, level, line, column, first, second
        @int1 = column
        @domain = 5
      end

      def none?
        level == 0
      end

      def warning?
        level == 1
      end

      def error?
        level == 2
      end

      def fatal?
        level == 3
      end

      def to_s
        place = line.to_i.zero? && column.to_i.zero? ? nil : "#{line}:#{column}"
        [place, { 3 => "FATAL", 2 => "ERROR", 1 => "WARNING" }[level], super.chomp].compact.join(": ")
      end
    end

    module XPath
      extend Absent
      GLOBAL_SEARCH_PREFIX = "//"
      ROOT_SEARCH_PREFIX = "/"
      CURRENT_SEARCH_PREFIX = "./"
      SUBTREE_SEARCH_PREFIX = ".//"

      class SyntaxError < XML::SyntaxError
        def to_s
          [super.chomp, str1].compact.join(": ")
        end
      end
    end

    # The options of parsers, as bits.
    class ParseOptions
      STRICT = 0
      RECOVER = 1
      NOENT = 2
      DTDLOAD = 4
      DTDATTR = 8
      DTDVALID = 16
      NOERROR = 32
      NOWARNING = 64
      PEDANTIC = 128
      NOBLANKS = 256
      SAX1 = 512
      XINCLUDE = 1024
      NONET = 2048
      NODICT = 4096
      NSCLEAN = 8192
      NOCDATA = 16_384
      NOXINCNODE = 32_768
      COMPACT = 65_536
      OLD10 = 131_072
      NOBASEFIX = 262_144
      HUGE = 524_288
      BIG_LINES = 4_194_304
      DEFAULT_XML = RECOVER | NONET | BIG_LINES
      DEFAULT_XSLT = RECOVER | NONET | NOENT | DTDLOAD | DTDATTR | NOCDATA | BIG_LINES
      DEFAULT_HTML = RECOVER | NOERROR | NOWARNING | NONET | BIG_LINES
      DEFAULT_SCHEMA = NONET | BIG_LINES

      attr_accessor :options
      alias_method :to_i, :options

      def self.hastie_from(options)
        options.is_a?(Integer) ? new(options) : options
      end

      def initialize(options = STRICT)
        @options = options
      end

      constants.each do |name|
        value = const_get(name)
        next unless value.is_a?(Integer)

        small = name.to_s.downcase
        define_method(small) do
          @options |= value
          self
        end
        define_method("no#{small}") do
          @options &= ~value
          self
        end
        define_method("#{small}?") { (@options & value) == value }
      end

      def strict
        @options &= ~RECOVER
        self
      end

      def strict?
        (@options & RECOVER) == STRICT
      end

      def ==(other)
        other.to_i == to_i
      end
    end

    # A namespace that some element declares.
    class Namespace
      attr_reader :prefix, :href, :document, :hastie_number

      def initialize(document, number, prefix, href)
        @document, @hastie_number, @prefix, @href = document, number, prefix, href
      end

      def ==(other)
        other.is_a?(Namespace) && document.equal?(other.document) && hastie_number == other.hastie_number
      end
      alias_method :eql?, :==

      def hash
        hastie_number.hash
      end

      # A namespace among the nodes of a search.
      def name
        prefix
      end
      alias_method :node_name, :name

      def to_s
        href
      end
      alias_method :text, :to_s
      alias_method :content, :to_s
      alias_method :value, :to_s

      def inspect
        "#<Nokogiri::XML::Namespace#{prefix && " prefix=#{prefix.inspect}"} href=#{href.inspect}>"
      end
    end
  end

  module HTML4
    extend Absent

    class << self
      def parse(input, url = nil, encoding = nil, options = XML::ParseOptions::DEFAULT_HTML, &block)
        Document.parse(input, url, encoding, options, &block)
      end

      def fragment(string, encoding = nil, options = XML::ParseOptions::DEFAULT_HTML, &block)
        DocumentFragment.parse(string, encoding, options, &block)
      end
    end
  end
  HTML = HTML4

  module HTML5
    extend Absent

    class << self
      def parse(string, url = nil, encoding = nil, **options, &block)
        Document.parse(string, url, encoding, **options, &block)
      end

      def fragment(string, encoding = nil, **options)
        DocumentFragment.parse(string, encoding, options)
      end

      def get(*)
        Hastie.missing("Nokogiri::HTML5.get")
      end
    end
  end
end
