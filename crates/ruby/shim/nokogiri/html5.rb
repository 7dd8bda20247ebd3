# Documents and fragments of HTML 5.
module Nokogiri
  module HTML5
    class Document < HTML4::Document
      class << self
        def hastie_kind
          "html5"
        end

        def hastie_fragment_class
          DocumentFragment
        end

        def parse(string_or_io, url = nil, encoding = nil, **options)
          yield options if block_given?
          string_or_io ||= ""
          raise ArgumentError, "not a string or IO object" unless string_or_io.respond_to?(:read) || string_or_io.respond_to?(:to_str)

          url ||= string_or_io.path if string_or_io.respond_to?(:read) && string_or_io.respond_to?(:path)
          document = hastie_made("parse", HTML5.hastie_text(string_or_io, encoding))
          document.url = url
          document
        end

        def read_io(io, url = nil, encoding = nil, **options)
          parse(io, url, encoding, **options)
        end

        def read_memory(string, url = nil, encoding = nil, **options)
          parse(string, url, encoding, **options)
        end
      end

      def quirks_mode
        hastie_ask("facts")[3] ? 1 : 0
      end

      def to_xml(options = {}, &block)
        XML::Node.instance_method(:to_xml).bind_call(self, options, &block)
      end
    end

    class DocumentFragment < HTML4::DocumentFragment
      attr_writer :errors

      class << self
        def parse(tags, encoding = nil, options = {})
          document = HTML5::Document.new
          document.encoding = "UTF-8"
          new(document, HTML5.hastie_text(tags, encoding), nil, options)
        end

        private

        def hastie_filled(document, tags, context, *)
          return Hastie::Trees.ask("new", document.hastie_number, nil, "fragment") if tags.nil?

          Hastie::Trees.ask("fragment", document.hastie_number, context&.hastie_handle, HTML5.hastie_text(tags, nil), 0)
        end
      end

      def errors
        @errors ||= []
      end

      def serialize(*arguments, &block)
        XML::Node.instance_method(:serialize).bind_call(self, *arguments, &block)
      end
    end

    # Text in UTF-8. The encoding is the string's own, the argument, named by a `meta` element, or else Latin 1.
    def self.hastie_text(input, encoding)
      text = input.respond_to?(:read) ? input.read.to_s : input.to_s
      named = encoding || (text.encoding == Encoding::BINARY ? text.b[/<meta\b[^>]*charset\s*=\s*["']?([\w-]+)/ni, 1] : nil)
      return Hastie::Trees.text(text) if named.nil? && text.encoding != Encoding::BINARY

      found = begin
        Encoding.find(named || "ISO-8859-1")
      rescue ArgumentError
        Encoding::ISO_8859_1
      end
      Hastie::Trees.text(text.dup.force_encoding(found))
    end
  end
end
