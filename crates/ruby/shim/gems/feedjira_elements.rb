# Reads feeds: classes declare which elements and attributes they contain, as with SAXMachine.
module Hastie
  module FeedElements
    # One declaration: an element's text, one of its attributes, or an object of a class.
    Rule = Struct.new(:name, :setter, :value, :with, :kind, :list) do
      def match?(attributes)
        with.all? { |name, wanted| wanted === attributes[name.to_s] }
      end
    end

    def self.included(base)
      base.extend(Declarations)
    end

    module Declarations
      def hastie_rules
        @hastie_rules ||= []
      end

      def hastie_attributes
        @hastie_attributes ||= {}
      end

      attr_reader :hastie_text

      def element(name, options = {})
        accessor = (options[:as] || name).to_s.tr(":-", "__")
        hastie_rules << Rule.new(name.to_s, :"#{accessor}=", options[:value]&.to_s, options[:with] || {}, options[:class], nil)
        attr_reader accessor unless method_defined?(accessor)
        attr_writer accessor unless method_defined?(:"#{accessor}=")
      end

      def elements(name, options = {})
        accessor = (options[:as] || name).to_s.tr(":-", "__")
        hastie_rules << Rule.new(name.to_s, nil, options[:value]&.to_s, options[:with] || {}, options[:class], accessor.to_sym)
        variable = :"@#{accessor}"
        define_method(accessor) { instance_variable_get(variable) || instance_variable_set(variable, []) } unless method_defined?(accessor)
        attr_writer accessor unless method_defined?(:"#{accessor}=")
      end

      def attribute(name, options = {})
        accessor = options[:as] || name
        hastie_attributes[name.to_s] = :"#{accessor}="
        attr_accessor accessor
      end

      # The text of the element itself.
      def value(name)
        @hastie_text = :"#{name}="
        attr_accessor name
      end

      # Forgets inherited declarations of an element.
      def hastie_without(name)
        hastie_rules.reject! { |rule| rule.name == name }
      end

      def parse(text)
        Reader.new(new).read(text.to_s)
      end
    end

    # Traverses a document, and fills an object and the objects inside of it.
    class Reader
      Open = Struct.new(:object, :rule, :name, :text)

      def initialize(top)
        @top = top
        @stack = [Open.new(top, nil, nil, nil)]
        @done = {}.compare_by_identity
      end

      def read(text)
        events(text).each do |kind, value, attributes|
          case kind
          when 0 then begin_element(value, attributes.to_h)
          when 1 then (@stack.last.text ||= +"") << value
          else end_element(value)
          end
        end
        @top
      end

      private

      def events(text)
        number = Trees.create("parse", "xml", Trees.text(text), 1, nil)
        begin
          Trees.ask("events", number)
        ensure
          Trees.ask("release", [number])
        end
      end

      def begin_element(name, attributes)
        object = @stack.last.object
        return unless object.class.respond_to?(:hastie_rules)

        rules = object.class.hastie_rules.select { |rule| rule.name == name && rule.match?(attributes) }
        rules.each { |rule| take_attribute(object, rule, attributes) if rule.value }
        rules.each { |rule| open(object, rule, name, attributes) if rule.value.nil? && !done?(object, rule) }
      end

      def take_attribute(object, rule, attributes)
        value = attributes[rule.value]
        return if value.nil? || done?(object, rule)

        rule.list ? object.public_send(rule.list) << value : object.send(rule.setter, value)
        done(object, rule)
      end

      def open(object, rule, name, attributes)
        made = rule.kind&.new
        rule.kind&.hastie_attributes&.each { |one, setter| made.send(setter, attributes[one]) if attributes.key?(one) }
        @stack.push(Open.new(made || object, rule, name, nil))
      end

      def end_element(name)
        while @stack.size > 1 && @stack.last.name == name
          closed = @stack.pop
          give(@stack.last.object, closed)
          break unless @stack.last.name == name && @stack.last.object.equal?(closed.object)
        end
      end

      def give(object, closed)
        rule = closed.rule
        return if done?(object, rule)

        value = closed.text
        if rule.kind
          value = closed.object
          value.send(rule.kind.hastie_text, closed.text) if rule.kind.hastie_text && closed.text
        end
        return if value.nil?

        rule.list ? object.public_send(rule.list) << value : object.send(rule.setter, value)
        done(object, rule)
      end

      # Whether an earlier element has set the value. Lists collect the values of all elements.
      def done?(object, rule)
        !rule.list && @done[object]&.include?(rule)
      end

      def done(object, rule)
        (@done[object] ||= []) << rule
      end
    end
  end
end
