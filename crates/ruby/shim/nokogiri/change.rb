# Nodes: changes to the tree, and writing.
module Nokogiri
  module XML
    class Node
      # Options for writing, as bits.
      class SaveOptions
        FORMAT = 1
        NO_DECLARATION = 2
        NO_EMPTY_TAGS = 4
        NO_XHTML = 8
        AS_XHTML = 16
        AS_XML = 32
        AS_HTML = 64
        DEFAULT_XML = FORMAT | AS_XML
        DEFAULT_HTML = FORMAT | NO_DECLARATION | NO_EMPTY_TAGS | AS_HTML
        DEFAULT_XHTML = FORMAT | NO_DECLARATION | AS_XHTML
        attr_reader :options
        alias_method :to_i, :options

        def initialize(options = 0)
          @options = options
        end

        constants.each do |name|
          value = const_get(name)
          define_method(name.downcase) do
            @options |= value
            self
          end
          define_method("#{name.downcase}?") { (@options & value) == value }
        end
      end

      def add_child(node_or_tags)
        node_or_tags = coerce(node_or_tags)
        hastie_each(node_or_tags) { |node| hastie_insert("last", node) }
        node_or_tags
      end

      def <<(node_or_tags)
        add_child(node_or_tags)
        self
      end

      def prepend_child(node_or_tags)
        first = children.first
        return add_child(node_or_tags) unless first
        raise "Document already has a root node" if document? && !(node_or_tags.comment? || node_or_tags.processing_instruction?)

        first.send(:add_sibling, :previous, node_or_tags)
      end

      def add_previous_sibling(node_or_tags)
        hastie_check_root(node_or_tags)
        add_sibling(:previous, node_or_tags)
      end
      alias_method :previous=, :add_previous_sibling

      def add_next_sibling(node_or_tags)
        hastie_check_root(node_or_tags)
        add_sibling(:next, node_or_tags)
      end
      alias_method :next=, :add_next_sibling

      def before(node_or_tags)
        add_previous_sibling(node_or_tags)
        self
      end

      def after(node_or_tags)
        add_next_sibling(node_or_tags)
        self
      end

      def wrap(markup)
        new_parent = document.parse(markup).first
        add_next_sibling(new_parent)
        new_parent.add_child(self)
        self
      end

      def replace(node_or_tags)
        raise "Cannot replace a node with no parent" unless parent

        # A text node that replaces a text node must not be merged with the old one's neighbours.
        if text?
          stand_in = Node.new("dummy", document)
          hastie_insert("before", stand_in)
          unlink
          return stand_in.replace(node_or_tags)
        end
        node_or_tags = parent.coerce(node_or_tags)
        if node_or_tags.is_a?(NodeSet)
          node_or_tags.each { |node| add_previous_sibling(node) }
          unlink
        else
          hastie_insert("instead", node_or_tags)
        end
        node_or_tags
      end

      def swap(node_or_tags)
        replace(node_or_tags)
        self
      end

      def children=(node_or_tags)
        node_or_tags = coerce(node_or_tags)
        hastie_ask("detach_children")
        hastie_each(node_or_tags) { |node| hastie_insert("last", node) }
      end

      def inner_html=(node_or_tags)
        self.children = node_or_tags
      end

      def parent=(node)
        node.add_child(self)
      end

      def unlink
        hastie_ask("detach")
        self
      end
      alias_method :remove, :unlink

      def dup(level = 1, new_document = document)
        handle = Hastie::Trees.ask("copy", document.hastie_number, @hastie_handle, level == 1, new_document.document.hastie_number)
        copy = self.class.hastie_wrap(new_document.document, handle)
        instance_variables.each do |name|
          copy.instance_variable_set(name, instance_variable_get(name)) unless %i(@document @hastie_handle).include?(name)
        end
        new_document.document.hastie_note(copy)
        copy
      end
      alias_method :clone, :dup

      # -- fragments

      def fragment(tags)
        document.class.hastie_fragment_class.new(document, tags, self)
      end

      def parse(string_or_io, options = nil)
        return document.parse(string_or_io, options) if !element? && !document? && (parent.nil? || parent.fragment?)

        options ||= document.html? ? ParseOptions::DEFAULT_HTML : ParseOptions::DEFAULT_XML
        options = ParseOptions.hastie_from(options)
        yield options if block_given?
        contents = string_or_io.respond_to?(:read) ? string_or_io.read : string_or_io
        return NodeSet.new(document) if contents.empty?

        handles = hastie_ask("parse_in", Hastie::Trees.text(contents))
        return NodeSet.hastie_of(document, handles.map { |handle| document.hastie_node(handle) }) if handles
        raise document.errors.last unless options.recover?

        document.class.hastie_fragment_class.parse(contents).children
      end

      # -- writing

      def serialize(*arguments, &block)
        options = arguments.first.is_a?(Hash) ? arguments.first.dup : { :encoding => arguments[0], :save_with => arguments[1] }
        options[:encoding] ||= document.encoding
        encoding = hastie_encoding(options[:encoding])
        text = hastie_written(options, &block)
        encoding == Encoding::UTF_8 ? text : text.encode(encoding, :fallback => ->(character) { "&##{character.ord};" })
      end

      def write_to(io, *arguments, &block)
        options = arguments.first.is_a?(Hash) ? arguments.first : { :encoding => arguments[0], :save_with => arguments[1] }
        encoding = hastie_encoding(options[:encoding])
        text = hastie_written(options, &block)
        io.write(encoding == Encoding::UTF_8 ? text : text.encode(encoding, :fallback => ->(character) { "&##{character.ord};" }))
        io
      end

      def to_html(options = {})
        serialize({ :save_with => SaveOptions::DEFAULT_HTML }.merge(hastie_given(options)))
      end

      def to_xhtml(options = {})
        serialize({ :save_with => SaveOptions::DEFAULT_XHTML }.merge(hastie_given(options)))
      end

      def to_xml(options = {})
        serialize({ :save_with => SaveOptions::DEFAULT_XML }.merge(hastie_given(options)))
      end

      def write_html_to(io, options = {})
        write_to(io, { :save_with => SaveOptions::DEFAULT_HTML }.merge(options))
      end

      def write_xhtml_to(io, options = {})
        write_to(io, { :save_with => SaveOptions::DEFAULT_XHTML }.merge(options))
      end

      def write_xml_to(io, options = {})
        write_to(io, { :save_with => SaveOptions::DEFAULT_XML }.merge(options))
      end

      def to_s
        document.xml? ? to_xml : to_html
      end

      def inner_html(*arguments)
        children.map { |child| child.to_html(*arguments) }.join
      end

      # These methods are public for other nodes of this library.
      def hastie_move(document, handle)
        return if document.equal?(@document) && handle == @hastie_handle

        @document.hastie_forget(self)
        @document, @hastie_handle = document, handle
        document.hastie_note(self)
      end

      protected

      def coerce(data)
        case data
        when NodeSet then return data
        when DocumentFragment then return data.children
        when String then return fragment(data).children
        when Document, Attr then nil
        when Node then return data
        end
        raise ArgumentError, <<~TEXT
          Requires a Node, NodeSet or String argument, and cannot accept a #{data.class}.
          (You probably want to select a node from the Document with at() or search(), or create a new Node via Node.new().)
        TEXT
      end

      private

      def hastie_given(options)
        options.is_a?(Hash) ? options.compact : {}
      end

      def hastie_encoding(name)
        name ? Encoding.find(name.to_s) : Encoding::UTF_8
      rescue ArgumentError
        raise ArgumentError, "unknown encoding name - #{name}"
      end

      def hastie_written(options)
        save = SaveOptions.new((options[:save_with] || SaveOptions::FORMAT).to_i)
        yield save if block_given?
        indent = (options[:indent_text] || " ") * (options[:indent] || 2)
        hastie_ask("write", save.to_i, options[:encoding]&.to_s, indent)
      end

      def hastie_each(node_or_set, &block)
        node_or_set.is_a?(NodeSet) ? node_or_set.to_a.each(&block) : block.call(node_or_set)
      end

      # Inserts a node into the tree at a position relative to this node. The node's object then refers to the inserted node.
      def hastie_insert(position, node)
        handle = Hastie::Trees.ask("insert", document.hastie_number, @hastie_handle, position, node.document.hastie_number, node.hastie_handle)
        node.hastie_move(document, handle)
        node
      end

      def hastie_check_root(node_or_tags)
        return unless parent&.document?
        return if node_or_tags.respond_to?(:comment?) && (node_or_tags.comment? || node_or_tags.processing_instruction?)

        raise ArgumentError, "A document may not have multiple root nodes."
      end

      def add_sibling(side, node_or_tags)
        raise "Cannot add sibling to a node with no parent" unless parent

        position = side == :next ? "after" : "before"
        node_or_tags = parent.coerce(node_or_tags)
        unless node_or_tags.is_a?(NodeSet)
          hastie_insert(position, node_or_tags)
          return node_or_tags
        end
        pivot = self
        if text?
          pivot = Node.new("dummy", document)
          hastie_insert(position, pivot)
        end
        list = side == :next ? node_or_tags.to_a.reverse : node_or_tags.to_a
        list.each { |node| pivot.send(:hastie_insert, position, node) }
        pivot.unlink if text?
        node_or_tags
      end
    end
  end
end
