# The kinds of nodes besides documents.
module Nokogiri
  module XML
    class Element < Node; end

    class CharacterData < Node; end

    class Text < CharacterData
      def self.new(string, document, *rest, &block)
        raise ArgumentError, "document must be a Nokogiri::XML::Node" unless document.is_a?(Node)

        hastie_create(document, ["text", "", Hastie::Trees.string(string)], string, document, *rest, &block)
      end
    end

    class CDATA < Text
      def self.new(document, content, *rest, &block)
        raise ArgumentError, "document must be a Nokogiri::XML::Node" unless document.is_a?(Node)

        hastie_create(document, ["cdata", "", content], document, content, *rest, &block)
      end
    end

    class Comment < CharacterData
      def self.new(document, content, *rest, &block)
        raise ArgumentError, "document must be a Nokogiri::XML::Node" unless document.is_a?(Node)

        hastie_create(document, ["comment", "", Hastie::Trees.string(content)], document, content, *rest, &block)
      end
    end

    class ProcessingInstruction < Node
      def self.new(document, name, content, *rest, &block)
        hastie_create(document, ["instruction", name, content], document, name, content, *rest, &block)
      end
    end

    class EntityReference < Node
      def self.new(document, name, *rest, &block)
        hastie_create(document, ["entity_reference", name], document, name, *rest, &block)
      end
    end

    class Attr < Node
      def self.new(document, name, *rest, &block)
        hastie_create(document, ["attribute", name], document, name, *rest, &block)
      end

      def content
        hastie_ask("value") || ""
      end
      alias_method :value, :content
      alias_method :text, :content
      alias_method :inner_text, :content
      alias_method :to_str, :content
      alias_method :to_s, :content

      def value=(string)
        hastie_ask("set_value", Hastie::Trees.text(string))
      end
      alias_method :content=, :value=

      def children
        NodeSet.new(document)
      end
    end

    class DTD < Node
      # libxml2 prints the type of an HTML document only together with the document.
      def to_html(*)
        document.instance_of?(HTML4::Document) ? "" : super
      end

      def external_id
        document.hastie_doctype&.at(1)
      end

      def system_id
        document.hastie_doctype&.at(2)
      end

      def html_dtd?
        name.casecmp("html").zero?
      end

      def html5_dtd?
        html_dtd? && external_id.nil? && (system_id.nil? || system_id == "about:legacy-compat")
      end

      def children
        NodeSet.new(document)
      end
    end
  end
end
