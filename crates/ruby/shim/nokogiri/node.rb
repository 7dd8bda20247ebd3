# Nodes: reading, attributes, and their place in the tree.
module Nokogiri
  module XML
    class Node
      include Searchable
      include Enumerable

      ELEMENT_NODE = 1
      ATTRIBUTE_NODE = 2
      TEXT_NODE = 3
      CDATA_SECTION_NODE = 4
      ENTITY_REF_NODE = 5
      ENTITY_NODE = 6
      PI_NODE = 7
      COMMENT_NODE = 8
      DOCUMENT_NODE = 9
      DOCUMENT_TYPE_NODE = 10
      DOCUMENT_FRAG_NODE = 11
      NOTATION_NODE = 12
      HTML_DOCUMENT_NODE = 13
      DTD_NODE = 14
      ELEMENT_DECL = 15
      ATTRIBUTE_DECL = 16
      ENTITY_DECL = 17
      NAMESPACE_DECL = 18
      HASTIE_PREFIXES = [".//"].freeze

      class << self
        # The Ruby object of a node in the tree.
        def hastie_wrap(document, handle)
          allocate.tap { |node| node.hastie_place(document, handle) }
        end

        def new(name, document, *rest, &block)
          raise ArgumentError, "document must be a Nokogiri::XML::Node" unless document.is_a?(Node)

          hastie_create(document, ["element", Hastie::Trees.string(name)], name, document, *rest, &block)
        end

        def hastie_create(document, description, *arguments)
          document = document.document
          handle = Hastie::Trees.ask("new", document.hastie_number, nil, *description.map { |text| Hastie::Trees.text(text) })
          node = (equal?(Node) ? Element : self).hastie_wrap(document, handle)
          document.hastie_note(node)
          node.send(:initialize, *arguments)
          yield node if block_given?
          node
        end
      end

      attr_reader :document, :hastie_handle

      def initialize(*); end

      def hastie_place(document, handle)
        @document, @hastie_handle = document, handle
      end

      def hastie_ask(operation, *arguments)
        Hastie::Trees.ask(operation, @document.hastie_number, @hastie_handle, *arguments)
      end

      def pointer_id
        (@document.hastie_number << 40) | (@hastie_handle >> 4)
      end

      def ==(other)
        other.respond_to?(:pointer_id) && pointer_id == other.pointer_id
      end

      def eql?(other)
        self == other
      end

      def hash
        pointer_id.hash
      end

      def <=>(other)
        return unless other.is_a?(Node) && document == other.document

        hastie_ask("compare", other.hastie_handle)
      end

      # -- kinds

      def node_type
        @hastie_handle & 15
      end
      alias_method :type, :node_type

      def element?
        node_type == ELEMENT_NODE
      end
      alias_method :elem?, :element?

      def text?
        node_type == TEXT_NODE
      end

      def cdata?
        node_type == CDATA_SECTION_NODE
      end

      def comment?
        node_type == COMMENT_NODE
      end

      def processing_instruction?
        node_type == PI_NODE
      end

      def fragment?
        node_type == DOCUMENT_FRAG_NODE
      end

      def document?
        is_a?(XML::Document)
      end

      def xml?
        node_type == DOCUMENT_NODE
      end

      def html?
        node_type == HTML_DOCUMENT_NODE
      end

      def read_only?
        false
      end

      def blank?
        return false unless text? || cdata?

        content.match?(/\A[ \t\r\n]*\z/)
      end

      # -- names and texts

      def node_name
        hastie_ask("name")
      end
      alias_method :name, :node_name

      def node_name=(name)
        hastie_ask("rename", Hastie::Trees.text(Hastie::Trees.string(name)))
      end
      alias_method :name=, :node_name=

      def content
        hastie_ask("text")
      end
      alias_method :text, :content
      alias_method :inner_text, :content
      alias_method :to_str, :content

      def content=(string)
        hastie_ask("set_text", Hastie::Trees.text(string))
      end

      # Content in which entities are resolved.
      def native_content=(string)
        content = Hastie::Trees.text(string).gsub(/&(?:#(\d+)|#x(\h+)|(amp|lt|gt|quot|apos));/) do
          number = Regexp.last_match(1)&.to_i || Regexp.last_match(2)&.to_i(16)
          number ? [number].pack("U") : { "amp" => "&", "lt" => "<", "gt" => ">", "quot" => '"', "apos" => "'" }[Regexp.last_match(3)]
        end
        hastie_ask("set_text", content)
      end

      def encode_special_chars(string)
        string.to_s.gsub(/[&<>"\r]/, "&" => "&amp;", "<" => "&lt;", ">" => "&gt;", '"' => "&quot;", "\r" => "&#13;")
      end

      def line
        hastie_ask("line")
      end

      def path
        hastie_ask("path")
      end

      def css_path
        path.split("/").reject(&:empty?).map { |part| part.gsub(/\[(\d+)\]/, ':nth-of-type(\1)') }.join(" > ")
      end

      def lang
        [self, *ancestors].each { |node| return node["xml:lang"] if node.element? && node["xml:lang"] }
        nil
      end

      def lang=(language)
        self["xml:lang"] = language
      end

      # -- parents, children and siblings

      def hastie_relative(operation)
        handle = hastie_ask(operation)
        handle && @document.hastie_node(handle)
      end

      { :parent => "parent", :next_sibling => "next", :previous_sibling => "previous", :child => "child",
        :next_element => "next_element", :previous_element => "previous_element", :last_element_child => "last_element" }.each do |name, operation|
        define_method(name) { hastie_relative(operation) }
      end
      alias_method :next, :next_sibling
      alias_method :previous, :previous_sibling

      def hastie_set(operation)
        NodeSet.hastie_of(@document, hastie_ask(operation).map { |handle| @document.hastie_node(handle) })
      end

      def children
        hastie_set("children")
      end

      def element_children
        hastie_set("elements")
      end
      alias_method :elements, :element_children

      def first_element_child
        element_children.first
      end

      def ancestors(selector = nil)
        all = hastie_set("ancestors")
        return all if selector.nil? || all.empty?

        found = all.last.search(selector)
        NodeSet.hastie_of(@document, all.to_a.select { |node| found.include?(node) })
      end

      def matches?(selector)
        ancestors.last.search(selector).include?(self)
      end

      def traverse(&block)
        children.each { |child| child.traverse(&block) }
        yield self
      end

      def accept(visitor)
        visitor.visit(self)
      end

      # Attributes

      def [](name)
        element? ? hastie_ask("get", Hastie::Trees.text(name)) : nil
      end
      alias_method :get_attribute, :[]
      alias_method :attr, :[]

      def []=(name, value)
        hastie_ask("set", Hastie::Trees.text(name), Hastie::Trees.text(value)) if element?
        value
      end
      alias_method :set_attribute, :[]=

      def key?(name)
        element? && !hastie_ask("attribute", Hastie::Trees.text(name)).nil?
      end
      alias_method :has_attribute?, :key?

      def attribute(name)
        handle = element? ? hastie_ask("attribute", Hastie::Trees.text(name)) : nil
        handle && @document.hastie_node(handle)
      end

      def attribute_with_ns(name, href)
        handle = hastie_ask("attribute_in", Hastie::Trees.text(name), href && Hastie::Trees.text(href))
        handle && @document.hastie_node(handle)
      end

      def attribute_nodes
        hastie_ask("attributes").map { |handle| @document.hastie_node(handle) }
      end

      def attributes
        attribute_nodes.to_h { |node| [node.node_name, node] }
      end

      def keys
        hastie_ask("attribute_pairs").map(&:first)
      end

      def values
        hastie_ask("attribute_pairs").map(&:last)
      end

      def value?(value)
        values.include?(value)
      end

      def each(&block)
        return to_enum unless block

        hastie_ask("attribute_pairs").each(&block)
      end

      def remove_attribute(name)
        handle = hastie_ask("unset", Hastie::Trees.text(name))
        handle && @document.hastie_node(handle)
      end
      alias_method :delete, :remove_attribute

      # -- words in attributes

      def kwattr_values(name)
        hastie_words(self[name] || [])
      end

      def kwattr_add(name, words)
        own = kwattr_values(name)
        self[name] = (own + (hastie_words(words) - own)).join(" ")
        self
      end

      def kwattr_append(name, words)
        self[name] = (kwattr_values(name) + hastie_words(words)).join(" ")
        self
      end

      def kwattr_remove(name, words)
        left = words.nil? ? [] : kwattr_values(name) - hastie_words(words)
        left.empty? ? remove_attribute(name) : self[name] = left.join(" ")
        self
      end

      def classes
        kwattr_values("class")
      end

      def add_class(names)
        kwattr_add("class", names)
      end

      def append_class(names)
        kwattr_append("class", names)
      end

      def remove_class(names = nil)
        kwattr_remove("class", names)
      end

      # -- namespaces

      def namespace
        found = hastie_ask("namespace")
        found && Namespace.new(@document, *found)
      end

      def namespace=(namespace)
        raise TypeError, "#{namespace.class} can't be coerced into Nokogiri::XML::Namespace" unless namespace.nil? || namespace.is_a?(Namespace)
        raise ArgumentError, "namespace must be declared on the same document" if namespace && namespace.document != document

        hastie_ask("set_namespace", namespace&.hastie_number)
      end

      def namespace_definitions
        hastie_ask("declarations").map { |one| Namespace.new(@document, *one) }
      end

      def namespace_scopes
        hastie_ask("scope").map { |one| Namespace.new(@document, *one) }
      end

      def namespaces
        namespace_scopes.to_h { |one| [one.prefix ? "xmlns:#{one.prefix}" : "xmlns", one.href] }
      end

      def namespaced_key?(name, href)
        !attribute_with_ns(name, href).nil?
      end

      def add_namespace_definition(prefix, href)
        found = hastie_ask("declare", prefix && Hastie::Trees.text(prefix), Hastie::Trees.text(href))
        namespace = Namespace.new(@document, *found)
        self.namespace = namespace if element? && prefix.nil?
        namespace
      end
      alias_method :add_namespace, :add_namespace_definition

      def default_namespace=(href)
        add_namespace_definition(nil, href)
      end

      # Writing

      def inspect
        "#<#{self.class.name}:#{format("0x%x", pointer_id)} name=#{name.inspect}>"
      end

      def description
        Hastie.missing("Nokogiri::XML::Node#description")
      end

      %i(canonicalize do_xinclude process_xincludes validate decorate! external_subset create_external_subset).each do |name|
        define_method(name) { |*, **, &_block| Hastie.missing("Nokogiri::XML::Node##{name}") }
      end

      private

      def hastie_contexts
        [@hastie_handle]
      end

      def hastie_words(words)
        case words
        when String then words.scan(/\S+/)
        when Enumerable then words.to_a
        else raise ArgumentError, "Keyword attributes must be passed as either a String or an Enumerable, but received #{words.class}"
        end
      end
    end
  end
end
