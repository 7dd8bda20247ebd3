# The variables of a template, as plugins read and set them.
module Jekyll
  module Drops
    # The payload that `site.site_payload` returns and that hooks of pages and documents receive.
    class UnifiedPayloadDrop < Drop
      mutable true

      # Variables that Jekyll sets for each item or layout.
      ITEM_VARIABLES = %w(page content layout paginator highlighter_prefix highlighter_suffix).freeze
      private_constant :ITEM_VARIABLES

      # Variables that the program sets itself when it renders an item.
      OF_SITE = %w(page paginator site jekyll theme content layout highlighter_prefix highlighter_suffix).freeze

      def initialize(page = nil)
        super(Hastie.model.site)
        @page = page
        @set = {}
        @read = {}
      end

      # A payload that no rendering has used: the items' variables are nil.
      def self.hastie_unused
        new.tap { |payload| payload.instance_variable_set(:@unused, true) }
      end

      # The payload after all items are rendered.
      def self.hastie_finished
        new.tap { |payload| payload.instance_variable_set(:@finished, true) }
      end

      def initialize_copy(other)
        super
        @set = other.hastie_set.dup
        @read = @read.dup
      end

      def hastie_set
        @set
      end

      def hastie_name
        "payload"
      end

      # Sets the keys that plugins have added to the class.
      def hastie_set_added
        self.class.hastie_added.each { |name| @set[name] = public_send(name) unless @set.key?(name) || method(name).arity.positive? }
      end

      def [](key)
        key = key.to_s
        return @set[key] if @set.key?(key)

        case key
        when "page" then @page || hastie_item_variable(key)
        when "site" then Hastie.model.site.hastie_drop
        when "jekyll" then JekyllDrop.global
        when *ITEM_VARIABLES then hastie_item_variable(key)
        else self.class.hastie_added.include?(key) ? public_send(key) : hastie_read(key)
        end
      end

      def []=(key, value)
        @read.delete(key.to_s)
        @set[key.to_s] = value
      end

      %w(page site jekyll content layout paginator theme highlighter_prefix highlighter_suffix).each do |name|
        module_eval("def #{name}\n  self[#{name.inspect}]\nend", "hastie/jekyll/payload.rb", 1)
      end
      ITEM_VARIABLES.each do |name|
        module_eval("def #{name}=(value)\n  self[#{name.inspect}] = value\nend", "hastie/jekyll/payload.rb", 1)
      end

      def keys
        %w(paginator jekyll theme layout content site highlighter_prefix highlighter_suffix page) | @set.keys
      end

      def key?(key)
        keys.include?(key.to_s)
      end

      # The variables that a template gets in addition to the site's, if a plugin renders it with this payload.
      def hastie_variables
        own = @unused ? {} : ITEM_VARIABLES.to_h { |name| [name, self[name]] }.compact
        own.merge(@set)
      end

      # Adds the variables that were changed in place since they were read.
      def hastie_set_changed
        @read.each { |key, (value, seen)| @set[key] = value if Hastie::Fingerprint.of(value) != seen }
      end

      private

      # A variable of the item that is being rendered.
      def hastie_item_variable(key)
        return if @unused
        raise NotImplementedError, "payload[#{key.inspect}] after all pages are rendered is not supported" if @finished && key != "page" && !@read.key?(key)

        hastie_read(key)
      end

      # The value of a key. It stays the same object, so that changes in place are found.
      def hastie_read(key)
        return @read[key].first if @read.key?(key)

        value = Hastie.ask("payload", key)
        @read[key] = [value, Hastie::Fingerprint.of(value)] if [Array, Hash, String].any? { |kind| kind === value }
        value
      end
    end
  end
end

module Hastie
  Payload = Jekyll::Drops::UnifiedPayloadDrop
end
