# XML as a hash, as the gem multi_xml reads it: names as keys, texts as values, lists of elements with the same name.
module Hastie
  module XMLHash
    TEXT = "__content__".freeze
    TYPES = {
      "symbol" => :to_sym.to_proc, "integer" => :to_i.to_proc, "float" => :to_f.to_proc, "string" => :to_s.to_proc,
      "boolean" => ->(text) { !%w(0 false).include?(text.strip) }, "decimal" => ->(text) { BigDecimal(text) },
      "date" => ->(text) { Date.parse(text) }, "datetime" => ->(text) { Time.parse(text).utc }, "dateTime" => ->(text) { Time.parse(text).utc },
      "double" => :to_f.to_proc, "base64Binary" => ->(text) { text.unpack1("m") }
    }.freeze

    class << self
      def parse(text)
        require "rexml/document"
        text = text.dup.force_encoding(Encoding::UTF_8) if text.encoding == Encoding::BINARY
        root = REXML::Document.new(text).root
        root ? { name(root) => typed(element(root)) } : {}
      rescue REXML::ParseException => e
        raise MultiXml::ParseError, e.message.lines.first.to_s.chomp
      end

      private

      def name(node)
        node.name.tr("-", "_")
      end

      def element(node)
        found = { TEXT => node.texts.map(&:value).join }
        node.elements.each do |child|
          value = element(child)
          key = name(child)
          found[key] = found.key?(key) ? (found[key].is_a?(Array) ? found[key] << value : [found[key], value]) : value
        end
        node.attributes.each_attribute { |one| found[name(one)] = one.value unless one.expanded_name.start_with?("xmlns") }
        found.delete(TEXT) if found[TEXT].empty? || (found.size > 1 && found[TEXT].strip.empty?)
        found
      end

      def typed(value)
        return value.size > 1 ? value.map { |one| typed(one) } : typed(value.first) if value.is_a?(Array)
        return value unless value.is_a?(Hash)

        return list(value) if value["type"] == "array"
        return content(value) if value.key?(TEXT)
        return "" if value["type"] == "string" && value["nil"] != "true"
        return if value.empty? || value["nil"] == "true" || (value["type"].is_a?(String) && value.size == 1)

        value.transform_values { |one| typed(one) }
      end

      def list(value)
        inner = value.values.find { |one| one.is_a?(Array) || one.is_a?(Hash) }
        Array(inner.is_a?(Hash) ? [inner] : inner).map { |one| typed(one) }
      end

      def content(value)
        text = value[TEXT]
        parse = TYPES[value["type"]]
        return parse.call(text) if parse

        value.size > 1 ? value : text
      end
    end
  end
end

Hastie::StandIns.provide("multi_xml") do
  module MultiXml
    class ParseError < StandardError; end

    def self.parse(xml, *)
      Hastie::XMLHash.parse(xml.respond_to?(:read) ? xml.read : xml)
    end
  end
end
