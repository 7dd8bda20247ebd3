# Builders: unknown methods create elements.
module Nokogiri
  module XML
    class Builder
      DEFAULT_DOCUMENT_OPTIONS = { :namespace_inheritance => true }.freeze
      attr_accessor :doc, :parent, :context, :arity

      def self.with(root, &block)
        new({}, root, &block)
      end

      def self.hastie_document
        XML::Document.new
      end

      def initialize(options = {}, root = nil, &block)
        @doc = root ? root.document : self.class.hastie_document
        @parent = root || @doc
        @context = @arity = @namespace = nil
        DEFAULT_DOCUMENT_OPTIONS.merge(options).each { |name, value| @doc.public_send(:"#{name}=", value) }
        return unless block

        @arity = block.arity
        if @arity <= 0
          @context = block.binding.receiver
          instance_eval(&block)
        else
          yield self
        end
        @parent = @doc
      end

      def text(string)
        insert(@doc.create_text_node(string))
      end

      def cdata(string)
        insert(@doc.create_cdata(string))
      end

      def comment(string)
        insert(@doc.create_comment(string))
      end

      # Gives the next element the namespace of a prefix.
      def [](prefix)
        holders = @parent == @doc ? [] : [@parent, *@parent.ancestors.reject { |node| node == @doc }]
        holders.each do |node|
          @namespace = node.namespace_definitions.find { |one| one.prefix == prefix.to_s }
          return self if @namespace
        end
        @namespace = { :pending => prefix.to_s }
        self
      end

      def <<(markup)
        @doc.fragment(markup).children.each { |node| insert(node) }
      end

      def to_xml(*arguments)
        @doc.to_xml(*arguments)
      end

      def to_html(*arguments)
        @doc.to_html(*arguments)
      end

      def method_missing(method, *arguments, &block)
        return @context.public_send(method, *arguments, &block) if @context&.respond_to?(method)

        node = @doc.create_element(method.to_s.sub(/[_!]\z/, ""), *arguments) do |made|
          if @namespace.is_a?(Namespace)
            made.namespace = @namespace
            @namespace = nil
          end
        end
        if @namespace.is_a?(Hash)
          node.namespace = node.namespace_definitions.find { |one| one.prefix == @namespace[:pending] }
          raise ArgumentError, "Namespace #{@namespace[:pending]} has not been defined" if node.namespace.nil?

          @namespace = nil
        end
        insert(node, &block)
      end

      def respond_to_missing?(*)
        true
      end

      private

      def insert(node, &block)
        node = @parent.add_child(node)
        inside(node, &block) if block
        NodeBuilder.new(node, self)
      end

      def inside(node, &block)
        outer, @parent = @parent, node
        @arity ||= block.arity
        @arity <= 0 ? instance_eval(&block) : yield(self)
      ensure
        @parent = outer
      end

      # An element that was just built. Methods that follow set its classes, its id or its attributes.
      class NodeBuilder
        def initialize(node, builder)
          @node = node
          @builder = builder
        end

        def []=(name, value)
          @node[name] = value
        end

        def [](name)
          @node[name]
        end

        def method_missing(method, *arguments, &block)
          options = arguments.last.is_a?(Hash) ? arguments.pop : {}
          case method.to_s
          when /\A(.*)!\z/
            @node["id"] = Regexp.last_match(1)
            @node.content = arguments.first if arguments.first
          when /\A(.*)=/
            @node[Regexp.last_match(1)] = arguments.first
          else
            add("class", method.to_s)
            @node.content = arguments.first if arguments.first
          end
          options.each { |name, value| add(name.to_s, value) }
          return self unless block

          outer, @builder.parent = @builder.parent, @node
          value = @builder.instance_eval(&block)
          @builder.parent = outer
          value
        end

        def respond_to_missing?(*)
          true
        end

        private

        def add(name, word)
          @node[name] = ((@node[name] || "").split(/\s/) + [word]).join(" ")
        end
      end
    end
  end

  module HTML4
    class Builder < XML::Builder
      def self.hastie_document
        HTML4::Document.new
      end

      def to_html
        @doc.to_html
      end
    end
  end
end
