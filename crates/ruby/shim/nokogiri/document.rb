# Documents and fragments.
module Nokogiri
  module XML
    class Document < Node
      HASTIE_PREFIXES = ["//"].freeze
      HASTIE_CLASSES = {
        1 => Element, 2 => Attr, 3 => Text, 4 => CDATA, 5 => EntityReference, 7 => ProcessingInstruction, 8 => Comment, 14 => DTD
      }.freeze
      # The handle of the document node in its own tree.
      HASTIE_HANDLE = 9
      NAMESPACE_NAME = /\Axmlns(?::([A-Za-z_][\w.-]*))?\z/.freeze

      class << self
        def new(*arguments)
          hastie_made("create").tap { |document| document.send(:initialize, *arguments) }
        end

        # An object of this class for a document that the program parses or creates.
        def hastie_made(operation, *arguments)
          hastie_numbered(Hastie::Trees.create(operation, hastie_kind, *arguments))
        end

        def hastie_numbered(number)
          document = allocate
          document.hastie_begin(number)
          ObjectSpace.define_finalizer(document, Hastie::Trees.releaser(number))
          document
        end

        def hastie_kind
          "xml"
        end

        def hastie_fragment_class
          DocumentFragment
        end

        def parse(string_or_io, url = nil, encoding = nil, options = ParseOptions::DEFAULT_XML)
          options = ParseOptions.hastie_from(options)
          yield options if block_given?
          url ||= string_or_io.respond_to?(:path) ? string_or_io.path : nil
          text = hastie_read(string_or_io)
          text = Hastie::Trees.string(text) unless text.nil?
          if text.nil? || text.empty?
            raise XML::SyntaxError, "Empty document" if options.strict?

            return new.tap { |document| document.encoding = encoding if encoding }
          end
          document = hastie_made("parse", text.b.force_encoding(Encoding::BINARY).then { |bytes| hastie_xml_text(bytes, encoding) }, options.to_i, encoding)
          document.url = url
          raise document.errors.last if options.strict? && document.errors.any?

          document
        end

        def read_memory(string, url, encoding, options)
          parse(string, url, encoding, options)
        end

        def read_io(io, url, encoding, options)
          parse(io, url, encoding, options)
        end

        private

        def hastie_read(input)
          return input.read if input.respond_to?(:read)

          input
        end

        # XML in UTF-8. The encoding is the argument, or else named by the declaration or a byte order mark.
        def hastie_xml_text(bytes, encoding)
          name = encoding || bytes[/\A(?:\xEF\xBB\xBF)?<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/n, 1]
          name = "UTF-16" if bytes.start_with?("\xFF\xFE".b, "\xFE\xFF".b)
          found = begin
            name ? Encoding.find(name) : Encoding::UTF_8
          rescue ArgumentError
            Encoding::UTF_8
          end
          Hastie::Trees.text(bytes.dup.force_encoding(found).encode(Encoding::UTF_8, :invalid => :replace, :undef => :replace)).delete_prefix("\uFEFF")
        end
      end

      attr_reader :hastie_number
      attr_accessor :namespace_inheritance, :url
      attr_writer :errors

      def initialize(*)
        @namespace_inheritance = false
      end

      def hastie_begin(number)
        @hastie_number = number
        @nodes = { HASTIE_HANDLE => self }
        hastie_place(self, HASTIE_HANDLE)
        @namespace_inheritance = false
      end

      # The Ruby object of a node.
      def hastie_node(handle)
        @nodes[handle] ||= hastie_made(handle)
      end

      def hastie_made(handle)
        return self.class.hastie_fragment_class.hastie_wrap(self, handle) if handle & 15 == DOCUMENT_FRAG_NODE

        HASTIE_CLASSES.fetch(handle & 15).hastie_wrap(self, handle)
      end

      # The Ruby object of a node or namespace that a search has found.
      def hastie_item(item)
        item.is_a?(Array) ? Namespace.new(self, *item.last) : hastie_node(item)
      end

      def hastie_note(node)
        @nodes[node.hastie_handle] ||= node
      end

      def hastie_forget(node)
        @nodes.delete(node.hastie_handle) if @nodes[node.hastie_handle].equal?(node)
      end

      def hastie_query(kind, arguments, nodes, prefixes)
        hastie_search(kind, arguments, nodes, prefixes)
      end

      def hastie_doctype
        hastie_ask("doctype")
      end

      def document
        self
      end

      def name
        "document"
      end
      alias_method :node_name, :name

      def node_type
        DOCUMENT_NODE
      end
      alias_method :type, :node_type

      def root
        hastie_relative("root")
      end

      def root=(node)
        old = root
        if node.nil?
          old&.unlink
        elsif old
          old.replace(node) unless old == node
        else
          add_child(node)
        end
        node
      end

      def errors
        @errors ||= hastie_ask("errors").map { |error| XML::SyntaxError.hastie_of(*error) }
      end

      def encoding
        hastie_ask("facts")[0]
      end

      def encoding=(name)
        hastie_ask("set_encoding", name&.to_s)
      end

      def version
        hastie_ask("facts")[1]
      end

      def canonicalize(*)
        Hastie.missing("Nokogiri::XML::Document#canonicalize")
      end

      def internal_subset
        found = hastie_doctype
        found && hastie_node(found.first)
      end

      def create_internal_subset(name, external_id, system_id)
        raise "Document already has an internal subset" if internal_subset

        hastie_node(hastie_ask("set_doctype", name.to_s, external_id, system_id))
      end

      def create_element(name, *contents_or_attributes, &block)
        element = Element.new(name, self, &block)
        contents_or_attributes.each do |one|
          next element.content = one unless one.is_a?(Hash)

          one.each do |key, value|
            match = NAMESPACE_NAME.match(key.to_s)
            match ? element.add_namespace_definition(match[1], value) : element[key.to_s] = value.to_s
          end
        end
        default = element.namespace_definitions.find { |one| one.prefix.nil? || one.prefix.empty? }
        element.namespace = default if default
        element
      end

      def create_text_node(string, &block)
        Text.new(string.to_s, self, &block)
      end

      def create_cdata(string, &block)
        CDATA.new(self, string.to_s, &block)
      end

      def create_comment(string, &block)
        Comment.new(self, string.to_s, &block)
      end

      def namespaces
        root ? root.namespaces : {}
      end

      def collect_namespaces
        xpath("//namespace::*").to_a.reject { |one| one.prefix == "xml" }.to_h { |one| [["xmlns", one.prefix].compact.join(":"), one.href] }
      end

      def remove_namespaces!
        hastie_ask("remove_namespaces")
        self
      end

      def fragment(tags = nil)
        self.class.hastie_fragment_class.new(self, tags, root)
      end

      def add_child(node_or_tags)
        is_note = node_or_tags.respond_to?(:comment?) && (node_or_tags.comment? || node_or_tags.processing_instruction?)
        raise "A document may not have multiple root nodes." if root && !is_note

        node_or_tags = coerce(node_or_tags)
        return super unless node_or_tags.is_a?(NodeSet)
        raise "A document may not have multiple root nodes." if node_or_tags.size > 1

        super(node_or_tags.first)
      end

      def <<(node_or_tags)
        add_child(node_or_tags)
        self
      end

      def to_xml(*arguments, &block)
        serialize(*arguments, &block)
      end

      def dup(level = 1)
        number, wants_collection = Hastie::Trees.ask("copy", @hastie_number, HASTIE_HANDLE, level == 1)
        GC.start if wants_collection
        self.class.hastie_numbered(number)
      end
      alias_method :clone, :dup

      def decorate(*); end

      def slop!
        Hastie.missing("Nokogiri::XML::Document#slop!")
      end

      def inspect
        "#<#{self.class.name}:#{format("0x%x", pointer_id)} name=\"document\">"
      end

      undef_method :swap, :parent, :namespace, :default_namespace=, :add_namespace_definition, :attributes, :namespace_definitions, :line,
                   :add_namespace
    end

    # A list of nodes that are in no document's tree.
    class DocumentFragment < Node
      class << self
        def new(document, tags = nil, context = nil, *options, &block)
          handle = hastie_filled(document, tags, context, *options, &block)
          fragment = hastie_wrap(document, handle)
          document.hastie_note(fragment)
          fragment.send(:initialize, document, tags, context)
          fragment
        end

        def parse(tags, options = ParseOptions::DEFAULT_XML, &block)
          new(XML::Document.new, tags, nil, options, &block)
        end

        private

        # The handle of a fragment with the nodes of a text.
        def hastie_filled(document, tags, context, options = ParseOptions::DEFAULT_XML)
          options = ParseOptions.hastie_from(options)
          yield options if block_given?
          text = Hastie::Trees.text(tags)
          return Hastie::Trees.ask("new", document.hastie_number, nil, "fragment") if tags.nil? || text.empty?

          Hastie::Trees.ask("fragment", document.hastie_number, context&.hastie_handle, text, options.to_i)
        end
      end

      def name
        "#document-fragment"
      end
      alias_method :node_name, :name

      def errors
        document.errors
      end

      def errors=(errors)
        document.errors = errors
      end

      def fragment(data)
        document.fragment(data)
      end

      def css(*arguments)
        children.css(*arguments)
      end

      def search(*arguments)
        rules = arguments.reject { |one| one.is_a?(Hash) || one.nil? }
        others = arguments - rules
        rules.inject(NodeSet.new(document)) do |found, rule|
          found | (Searchable::LOOKS_LIKE_XPATH.match?(rule.to_s) ? xpath(rule, *others) : children.css(rule, *others))
        end
      end
      alias_method :/, :search

      def dup
        copy = document.dup
        fragment = self.class.new(copy)
        children.each { |child| child.dup(1, copy).parent = fragment }
        fragment
      end
      alias_method :clone, :dup

      def to_s
        children.to_s
      end

      # A fragment takes no options.
      def serialize
        to_s
      end

      def to_html(*arguments)
        children.to_html(*arguments)
      end

      def to_xhtml(*arguments)
        children.to_xhtml(*arguments)
      end

      def to_xml(*arguments)
        children.to_xml(*arguments)
      end
    end
  end

  module HTML4
    class Document < XML::Document
      class << self
        def hastie_kind
          "html4"
        end

        def hastie_fragment_class
          DocumentFragment
        end

        def parse(string_or_io, url = nil, encoding = nil, options = XML::ParseOptions::DEFAULT_HTML)
          options = XML::ParseOptions.hastie_from(options)
          yield options if block_given?
          url ||= string_or_io.respond_to?(:path) ? string_or_io.path : nil
          is_io = string_or_io.respond_to?(:read)
          encoding ||= string_or_io.encoding.name if string_or_io.respond_to?(:encoding) && string_or_io.encoding.name != "ASCII-8BIT"
          text = hastie_read(string_or_io)
          return new.tap { |document| document.encoding = encoding if encoding } if text.nil? || text.empty?

          encoding ||= hastie_named_encoding(text)
          document = hastie_made("parse", hastie_decoded(text, encoding, is_io), options.to_i)
          document.encoding = encoding || document.meta_encoding
          document.url = url
          raise document.errors.first if !options.recover? && !is_io && document.errors.any?

          document
        end

        private

        # The encoding that a page declares.
        def hastie_named_encoding(text)
          bytes = text.b
          xml = bytes[/\A<\?xml[ \t\r\n][^>]*?encoding\s*=\s*["']([\w.:-]+)["']/n, 1]
          return xml if xml

          found = nil
          bytes.scan(/<meta\b[^>]*>/ni) do |tag|
            charset = tag[/[\s"']charset\s*=\s*["']?\s*([^\s"'\/>]+)/ni, 1]
            content = tag[/;\s*charset\s*=\s*([\w-]+)/n, 1] if tag.match?(/http-equiv\s*=\s*["']?content-type/ni)
            found = charset || content || found
          end
          found&.dup&.force_encoding(Encoding::UTF_8)
        end

        def hastie_decoded(text, name, is_io)
          encoding = begin
            name ? Encoding.find(name) : nil
          rescue ArgumentError
            nil
          end
          # Without a known encoding, text that is not UTF-8 counts as Latin 1, and so does all text that is read from an IO.
          bytes = text.dup.force_encoding(encoding || Encoding::UTF_8)
          is_latin = encoding.nil? && (is_io ? !text.b.start_with?("\xEF\xBB\xBF".b) : !bytes.valid_encoding?)
          bytes = text.dup.force_encoding(Encoding::ISO_8859_1) if is_latin
          Hastie::Trees.text(bytes).delete_prefix("\uFEFF")
        end
      end

      def node_type
        XML::Node::HTML_DOCUMENT_NODE
      end
      alias_method :type, :node_type

      def meta_encoding
        if (meta = at_xpath("//meta[@charset]"))
          meta["charset"]
        elsif (meta = hastie_content_type)
          meta["content"][/charset\s*=\s*([\w-]+)/i, 1]
        end
      end

      def meta_encoding=(encoding)
        if (meta = hastie_content_type)
          meta["content"] = format("text/html; charset=%s", encoding)
          encoding
        elsif (meta = at_xpath("//meta[@charset]"))
          meta["charset"] = encoding
        else
          meta = XML::Node.new("meta", self)
          if (subset = internal_subset) && subset.html5_dtd?
            meta["charset"] = encoding
          else
            meta["http-equiv"] = "Content-Type"
            meta["content"] = format("text/html; charset=%s", encoding)
          end
          if (head = at_xpath("//head"))
            head.prepend_child(meta)
          else
            hastie_set_metadata(meta)
          end
          encoding
        end
      end

      def title
        (found = at_xpath("//title")) && found.inner_text
      end

      def title=(text)
        node = XML::Text.new(text.to_s, self)
        if (found = at_xpath("//title"))
          found.children = node
          return text
        end
        found = XML::Node.new("title", self) << node
        if (head = at_xpath("//head"))
          head << found
        elsif (meta = at_xpath("//meta[@charset]") || hastie_content_type)
          meta.add_next_sibling(found)
        else
          hastie_set_metadata(found)
        end
      end

      def serialize(options = {}, &block)
        options = { :encoding => options } unless options.is_a?(Hash)
        super(options.key?(:save_with) && options[:save_with] ? options : options.merge(:save_with => XML::Node::SaveOptions::DEFAULT_HTML), &block)
      end

      private

      def hastie_content_type
        xpath("//meta[@http-equiv and boolean(@content)]").find { |node| node["http-equiv"].match?(/\AContent-Type\z/i) }
      end

      def hastie_set_metadata(element)
        if (head = at_xpath("//head"))
          head << element
        elsif (html = at_xpath("//html"))
          html.prepend_child(XML::Node.new("head", self)).prepend_child(element)
        elsif (first = children.find { |node| node.is_a?(XML::Element) || node.is_a?(XML::Text) })
          first.add_previous_sibling(element)
        else
          html = add_child(XML::Node.new("html", self))
          html.add_child(XML::Node.new("head", self)).prepend_child(element)
        end
      end
    end

    class DocumentFragment < XML::DocumentFragment
      class << self
        def parse(tags, encoding = nil, options = XML::ParseOptions::DEFAULT_HTML, &block)
          tags = Hastie::Trees.string(tags) unless tags.nil? || tags.is_a?(Symbol)
          document = HTML4::Document.new
          document.encoding = encoding || (tags.respond_to?(:encoding) ? hastie_encoding_of(tags) : nil)
          # libxml2 takes the bytes of binary strings as they are.
          tags = tags.dup.force_encoding(Encoding::UTF_8) if encoding.nil? && tags.is_a?(String) && tags.encoding == Encoding::BINARY
          new(document, tags, nil, options, &block)
        end

        private

        def hastie_encoding_of(tags)
          encoding = tags.encoding
          encoding == Encoding::BINARY ? "UTF-8" : encoding.name
        end

        def hastie_filled(document, tags, context, options = XML::ParseOptions::DEFAULT_HTML)
          return super unless context

          options = XML::ParseOptions.hastie_from(options)
          yield options if block_given?
          handle = Hastie::Trees.ask("new", document.hastie_number, nil, "fragment")
          return handle if tags.nil?

          fragment = hastie_wrap(document, handle)
          first = context.parse("<div>#{tags}</div>").first
          first&.children&.each { |child| fragment.add_child(child) }
          handle
        end
      end
    end
  end
end
