# Searches, and the sets of nodes that they return.
module Nokogiri
  module XML
    # Searches below a node, a document, or each node of a set.
    module Searchable
      LOOKS_LIKE_XPATH = %r{^(\./|/|\.\.|\.$)}.freeze

      def search(*arguments)
        hastie_search("search", arguments)
      end
      alias_method :/, :search

      def css(*arguments)
        hastie_search("css", arguments)
      end

      def xpath(*arguments)
        hastie_search("xpath", arguments)
      end

      def at(*arguments)
        search(*arguments).first
      end
      alias_method :%, :at

      def at_css(*arguments)
        css(*arguments).first
      end

      def at_xpath(*arguments)
        xpath(*arguments).first
      end

      def >(selector)
        paths = CSS.xpath_for(selector, :prefix => "./", :ns => document.root&.namespaces || {})
        xpath(paths.first)
      end

      private

      def hastie_search(kind, arguments, nodes = hastie_contexts, prefixes = self.class::HASTIE_PREFIXES)
        rules, namespaces, variables = hastie_parameters(arguments)
        result = Hastie::Trees.ask("query", document.hastie_number, nodes, kind, rules, prefixes, namespaces, variables)
        return result.first.first if result.first.is_a?(Array) && result.first.size == 1

        NodeSet.hastie_of(document, result.map { |one| document.hastie_item(one) })
      end

      # Separates rules, namespaces and variables in the arguments of a search.
      def hastie_parameters(arguments)
        handler = arguments.find { |one| !one.is_a?(Hash) && !one.is_a?(String) && !one.is_a?(Symbol) && !one.nil? }
        Hastie.missing("functions of Ruby in XPath") if handler
        hashes = arguments.select { |one| one.is_a?(Hash) }
        rules = (arguments - hashes).compact.map { |rule| Hastie::Trees.text(rule) }
        namespaces, variables = hashes
        namespaces &&= namespaces.to_h { |name, href| [name.to_s, href.to_s] }
        variables &&= variables.to_h { |name, value| [name.to_s, value.is_a?(Symbol) ? value.to_s : value] }
        [rules, namespaces, variables]
      end
    end

    # A set of nodes. Its order is independent of the tree.
    class NodeSet
      include Searchable
      include Enumerable
      HASTIE_PREFIXES = [".//", "self::"].freeze
      attr_accessor :document

      def self.hastie_of(document, nodes)
        allocate.tap { |set| set.hastie_fill(document, nodes) }
      end

      def initialize(document, list = [])
        @document = document
        @nodes = []
        list.each { |node| self << node }
        yield self if block_given?
      end

      def hastie_fill(document, nodes)
        @document, @nodes = document, nodes
      end

      def initialize_copy(other)
        super
        @nodes = other.to_a
      end
      alias_method :clone, :dup

      def length
        @nodes.length
      end
      alias_method :size, :length

      def empty?
        @nodes.empty?
      end

      def [](*arguments)
        found = @nodes[*arguments]
        found.is_a?(Array) ? NodeSet.hastie_of(document, found) : found
      end
      alias_method :slice, :[]

      def first(count = nil)
        count ? @nodes.first(count) : @nodes.first
      end

      def last
        @nodes.last
      end

      def each(&block)
        return to_enum unless block

        index = 0
        while index < @nodes.length
          yield @nodes[index]
          index += 1
        end
        self
      end

      def to_a
        @nodes.dup
      end
      alias_method :to_ary, :to_a

      def push(node)
        raise ArgumentError, "node must be a Nokogiri::XML::Node or Nokogiri::XML::Namespace" unless node.is_a?(Node) || node.is_a?(Namespace)

        @nodes << node unless include?(node)
        self
      end
      alias_method :<<, :push

      def delete(node)
        @nodes.delete(node)
      end

      def include?(node)
        @nodes.include?(node)
      end

      def index(node = nil, &block)
        node ? @nodes.index(node) : (block && @nodes.index(&block))
      end

      def |(other)
        raise ArgumentError, "node_set must be a Nokogiri::XML::NodeSet" unless other.is_a?(NodeSet)

        NodeSet.hastie_of(document, @nodes | other.to_a)
      end
      alias_method :+, :|

      def &(other)
        NodeSet.hastie_of(document, @nodes & other.to_a)
      end

      def -(other)
        NodeSet.hastie_of(document, @nodes - other.to_a)
      end

      def pop
        @nodes.pop
      end

      def shift
        @nodes.shift
      end

      def reverse
        NodeSet.hastie_of(document, @nodes.reverse)
      end

      def ==(other)
        other.is_a?(NodeSet) && to_a == other.to_a
      end

      def at(*arguments)
        return self[arguments.first] if arguments.size == 1 && arguments.first.is_a?(Numeric)

        super
      end
      alias_method :%, :at

      def filter(selector)
        find_all { |node| node.matches?(selector) }
      end

      def before(datum)
        first.before(datum)
      end

      def after(datum)
        last.after(datum)
      end

      def unlink
        @nodes.each(&:unlink)
        self
      end
      alias_method :remove, :unlink

      def wrap(markup)
        map { |node| node.wrap(markup) }
      end

      %i(add_class append_class remove_class).each do |name|
        define_method(name) do |*names|
          each { |node| node.public_send(name, *names) }
          self
        end
      end

      def attr(key, value = nil, &block)
        return first&.attribute(key) unless key.is_a?(Hash) || (key && (value || block))

        (key.is_a?(Hash) ? key : { key => value }).each do |name, one|
          each { |node| node[name] = one || block.call(node) }
        end
        self
      end
      alias_method :set, :attr
      alias_method :attribute, :attr

      def remove_attr(name)
        each { |node| node.delete(name) }
        self
      end
      alias_method :remove_attribute, :remove_attr

      def children
        NodeSet.hastie_of(document, @nodes.flat_map { |node| node.children.to_a }.uniq)
      end

      def inner_text
        map(&:inner_text).join
      end
      alias_method :text, :inner_text

      def inner_html(*arguments)
        map { |node| node.inner_html(*arguments) }.join
      end

      def to_s
        map(&:to_s).join
      end

      def to_html(*arguments)
        map { |node| node.to_html(*arguments) }.join
      end

      def to_xhtml(*arguments)
        map { |node| node.to_xhtml(*arguments) }.join
      end

      def to_xml(*arguments)
        map { |node| node.to_xml(*arguments) }.join
      end

      def inspect
        "[#{map(&:inspect).join(", ")}]"
      end

      private

      # A set of nodes of several documents is searched one document at a time.
      def hastie_search(kind, arguments)
        return NodeSet.hastie_of(document, []) if @nodes.empty?

        groups = @nodes.grep(Node).chunk_while { |one, other| one.document.equal?(other.document) }
        found = groups.map do |nodes|
          nodes.first.document.hastie_query(kind, arguments, nodes.map(&:hastie_handle), HASTIE_PREFIXES)
        end
        return found.first if found.size <= 1 && found.first

        found.inject(NodeSet.hastie_of(document, [])) { |all, one| one.is_a?(NodeSet) ? all | one : all }
      end
    end
  end
end
