# The class of Jekyll's drops, through which templates see the site's objects. The program provides the values of their keys.
module Jekyll
  module Drops
    class Drop < Liquid::Drop
      include Enumerable
      extend Forwardable

      NON_CONTENT_METHODS = %i(fallback_data collapse_document).freeze
      NON_CONTENT_METHOD_NAMES = NON_CONTENT_METHODS.map(&:to_s).freeze

      # The keys of Jekyll's drops, in their order.
      KEYS = {
        "CollectionDrop" => %w(label files output directory docs relative_directory),
        "DocumentDrop" => %w(name id tags collection next url relative_path excerpt previous title path content output date categories),
        "ExcerptDrop" => %w(
          name date excerpt layout id tags collection next url relative_path previous title path content output categories
        ),
        "SiteDrop" => %w(
          time config static_files collections data posts tags html_pages documents related_posts categories pages
        ),
        "StaticFileDrop" => %w(name basename extname modified_time path collection),
        "ThemeDrop" => %w(root metadata dependencies version authors description),
        "UnifiedPayloadDrop" => %w(paginator jekyll theme layout content site highlighter_prefix highlighter_suffix page),
        "UrlDrop" => %w(
          collection minute output_ext title categories path name year slug hour slugified_categories i_day second i_month
          long_month short_year short_month week w_day w_year short_day long_day y_day day month
        )
      }.freeze

      class << self
        def mutable(is_mutable = nil)
          @is_mutable = is_mutable || false
        end

        def mutable?
          @is_mutable
        end

        def delegate_methods(*names)
          names.each { |name| delegate_method(name) }
          nil
        end

        def private_delegate_methods(*names)
          names.each { |name| private delegate_method(name) }
          nil
        end

        def delegate_method(name)
          delegate_method_as(name, name)
        end

        def delegate_method_as(original, name)
          define_method(name) { @obj.send(original) }
        end

        def data_delegators(*names)
          names.each { |name| data_delegator(name) if name.is_a?(String) }
          nil
        end

        def data_delegator(name)
          define_method(name.to_sym) { @obj.data[name] }
        end

        # Jekyll's drops list their keys in this order, and a plugin's drops list their methods as they were defined. In Ruby,
        # the order depends on the symbols of the process.
        def getter_method_names
          @getter_method_names ||= begin
            names = instance_methods.map(&:to_s).reject { |name| name.end_with?("=") || name.start_with?("hastie_") }
            (hastie_order & names) | names
          end
        end

        def hastie_order
          return [] if equal?(Drop)

          (KEYS[name.to_s.delete_prefix("Jekyll::Drops::")] || @hastie_defined || []) | superclass.hastie_order
        end

        def method_added(name)
          super
          (@hastie_defined ||= []) << name.to_s
          @getter_method_names = nil
        end

        def hastie_keys(*names)
          names.each do |name|
            module_eval("def #{name}\n  hastie_key(#{name.to_s.inspect})\nend", "hastie/jekyll/drop.rb", 1)
          end
        end

        # Methods that a plugin has added or changed. The program requests the values of these keys from Ruby.
        def hastie_added
          here = ancestors.take_while { |one| one != Drop }
          methods = here.flat_map { |mod| mod.public_instance_methods(false).map { |name| [mod, name] } }
          names = methods.reject { |mod, name| Hastie.own_method?(mod.instance_method(name)) }.map { |_, name| name.to_s }
          ((@hastie_defined || []) & names) | names
        end
      end

      def initialize(obj)
        @obj = obj
      end

      def hastie_target
        @obj
      end

      def hastie_key(key)
        Hastie.model.flush
        value = Hastie.model.drop_value(hastie_name, key)
        @hastie_shares_data && (value.is_a?(Array) || value.is_a?(Hash)) ? hastie_shared(key, value) : value
      end

      # From now on, plugins can change lists and hashes of the front matter in place.
      def hastie_shares_data
        @hastie_shares_data = @obj.respond_to?(:data)
      end

      def hastie_shared(key, value)
        own = hastie_shared_data[key]
        Hastie::Fingerprint.of(own) == Hastie::Fingerprint.of(value) ? own : value
      end

      # The hash whose lists and hashes templates see.
      def hastie_shared_data
        hastie_data
      end

      def [](key)
        key = key.to_s
        return hastie_own(key) if hastie_name.nil?

        if respond_to?(key) && !Liquid::Drop.method_defined?(key) && self.class.public_method_defined?(key) && !Drop.public_method_defined?(key)
          public_send(key)
        else
          hastie_key(key)
        end
      end

      def invoke_drop(key)
        self[key]
      end

      # The value of a key in a drop with a class of a plugin.
      def hastie_own(key)
        return @mutations[key] if @mutations&.key?(key)

        self.class.invokable?(key) ? public_send(key) : fallback_data[key]
      end

      def []=(key, value)
        key = key.to_s
        if self.class.public_method_defined?("#{key}=")
          public_send("#{key}=", value)
        elsif self.class.public_method_defined?(key)
          raise Errors::DropMutationException, "Key #{key} cannot be set in the drop." unless self.class.mutable?

          (@mutations ||= {})[key] = value
        else
          fallback_data[key] = value
        end
      end

      def hastie_data
        @obj.data
      end

      def fallback_data
        hastie_data
      end

      def key?(key)
        return false if key.nil?

        keys.include?(key.to_s)
      end

      def keys
        return (content_methods | (@mutations || {}).keys | fallback_data.keys).flatten if hastie_name.nil?

        Hastie.model.flush
        names = Hastie.ask("drop_keys", hastie_name)
        hastie_stock? ? names : content_methods | names
      end

      # Whether this is one of Jekyll's own drops, not a plugin's subclass.
      def hastie_stock?
        self.class.name.to_s.start_with?("Jekyll::Drops::") && KEYS.key?(self.class.name.delete_prefix("Jekyll::Drops::"))
      end

      def content_methods
        names = self.class.getter_method_names - Drop.getter_method_names - NON_CONTENT_METHOD_NAMES
        return names if hastie_name.nil?

        # Methods that exist only in this shim are left out.
        jekyll = self.class.ancestors.filter_map { |kind| KEYS[kind.name.to_s.delete_prefix("Jekyll::Drops::")] }.flatten
        names & (jekyll | self.class.hastie_added)
      end

      def to_h
        keys.each_with_object({}) { |key, result| result[key] = self[key] }
      end
      alias_method :to_hash, :to_h
      alias_method :hash_for_json, :to_h

      def to_json(state = nil)
        JSON.generate(hash_for_json(state), state)
      end

      def hash_for_json(_state = nil)
        to_h
      end

      def inspect
        JSON.pretty_generate(hash_for_json)
      end

      def each_key(&block)
        keys.each(&block)
      end

      def each(&block)
        each_key.each { |key| block.call(key, self[key]) }
      end

      def merge(other, &block)
        dup.tap { |me| other.each { |key, value| me[key] = block ? block.call(key, me[key], value) : value } }
      end

      def merge!(other)
        other.each_key { |key| self[key] = other[key] }
        self
      end

      def fetch(key, default = nil)
        return self[key] if key?(key)
        raise KeyError, "key not found: #{key.inspect}" if default.nil? && !block_given?
        return yield(key) unless !block_given? || default

        default.nil? ? nil : default
      end

      def dig(key, *rest)
        value = self[key]
        rest.empty? || value.nil? ? value : value.dig(*rest)
      end

      # Jekyll keeps its own drops, so that each object has one.
      def ==(other)
        equal?(other) || hastie_stock? && other.class == self.class && other.hastie_target.equal?(hastie_target)
      end
      alias_method :eql?, :==

      def hash
        hastie_target.object_id.hash
      end

      def hastie_name
        nil
      end

      # A drop without a name in the program is sent with its keys.
      def _dump(_level)
        hastie_name || "#{super}+"
      end
    end
  end
end
