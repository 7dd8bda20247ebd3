# Jekyll's drops, through which templates see the site's objects. The program provides the values of their keys.
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
            module_eval("def #{name}\n  hastie_key(#{name.to_s.inspect})\nend", "hastie/jekyll/drops.rb", 1)
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

    class DocumentDrop < Drop
      NESTED_OBJECT_FIELD_BLACKLIST = %w(content output excerpt next previous).freeze

      # Also the keys whose methods of documents a plugin has replaced.
      def self.hastie_added
        keys = super | Hastie::Parts.note_document_keys
        Hastie::LateExcerpts.any ? keys | ["excerpt"] : keys
      end

      mutable false
      hastie_keys :name, :id, :tags, :collection, :next, :url, :relative_path, :excerpt, :previous, :title, :path, :content,
                  :output, :date, :categories

      def <=>(other)
        return nil unless other.is_a?(DocumentDrop)

        @obj <=> other.hastie_target
      end

      # nil for a document that the program does not have.
      def hastie_name
        "docdrop:#{@obj.hastie_number}" unless Hastie::Mirror === @obj && @obj.hastie_elsewhere?
      end

      def hastie_key(key)
        return @obj.public_send(key) if Hastie::Mirror === @obj && @obj.hastie_hooked == key
        return hastie_document_key(key) if Hastie::Parts.changed_document_keys.include?(key)
        return @obj.data["excerpt"].to_s if key == "excerpt" && Hastie::LateExcerpts.any
        return super if @obj.instance_variable_defined?(:@hastie_mirror) || (Hastie.model.live? && hastie_name)

        hastie_value_in_ruby(key)
      end

      # The value of a key of a document that only Ruby has.
      def hastie_value_in_ruby(key)
        case key
        when "url", "id", "date", "relative_path", "content", "output" then @obj.public_send(key)
        when "path" then @obj.relative_path
        when "next" then @obj.next_doc
        when "previous" then @obj.previous_doc
        when "collection" then @obj.collection.label
        when "name" then @obj.data["name"] || @obj.basename
        when "excerpt" then @obj.data["excerpt"]&.to_s
        else @obj.data[key]
        end
      end

      # A key whose method of documents a plugin has replaced.
      def hastie_document_key(key)
        @obj.public_send(Hastie::Parts::DOCUMENT_KEYS.fetch(key))
      end

      def to_s
        @obj.to_s
      end

      # A document below the top of the JSON text does not contain all of its neighbours.
      def hash_for_json(state = nil)
        return to_h unless state && state.depth >= 2

        to_h.tap { |hash| %w(next previous).each { |key| hash[key] = collapse(hash[key]) if hash[key] } }
      end

      def collapse(document)
        document.keys.each_with_object({}) do |key, result|
          result[key] = document[key] unless NESTED_OBJECT_FIELD_BLACKLIST.include?(key)
        end
      end
    end

    class ExcerptDrop < DocumentDrop
      hastie_keys :layout, :date, :excerpt, :name

      def hastie_name
        "excerptdrop:#{@obj.doc.hastie_number}" unless @obj.doc.hastie_elsewhere?
      end

      def hastie_key(key)
        return hastie_document_key(key) if Hastie::Parts.changed_document_keys.include?(key)

        return hastie_value_in_ruby(key) unless hastie_name

        (@obj.hastie_rendered_content if key == "content") || Hastie.ask("drop_key", hastie_name, key)
      end

      def hastie_value_in_ruby(key)
        case key
        when "layout" then @obj.doc.data["layout"]
        when "date" then @obj.doc.date
        when "excerpt" then @obj.doc.data["excerpt"]&.to_s
        when "name" then @obj.doc.data["name"] || @obj.doc.basename
        else super
        end
      end

      # An excerpt has the lists and hashes of its document.
      def hastie_shared_data
        @obj.doc.data
      end

      def hastie_document_key(key)
        key == "date" ? @obj.doc.date : super
      end

      # The program's template of the excerpt sees the change, too.
      def []=(key, value)
        super
        Hastie.ask("change_page", nil, { key.to_s => value }) if Hastie.model.rendering?
      end
    end

    class SiteDrop < Drop
      mutable false
      hastie_keys :time, :config, :static_files, :collections, :posts, :tags, :html_pages, :documents, :categories, :pages

      def hastie_name
        "sitedrop"
      end

      # Related posts are the program's, unless a plugin decides which posts are related. The time is the program's, unless a
      # plugin has converted it to another zone in place.
      def self.hastie_added
        own = RelatedPosts.hastie_changed? ? super | ["related_posts"] : super
        own |= Hastie::Parts::SORTED_LISTS if Hastie::Parts.sorts?
        Hastie.model.site.hastie_time_converted? ? own | ["time"] : own
      end

      def related_posts
        return unless Hastie.model.live?
        return hastie_key("related_posts") unless RelatedPosts.hastie_changed?

        page = Hastie.ask("registered_page")
        page.is_a?(DocumentDrop) ? page.hastie_target.related_posts : nil
      end

      def hastie_data
        @obj.config
      end

      # Texts, lists and hashes of the configuration are the same objects as in `site.config`.
      def hastie_key(key)
        return hastie_sorted(key) if Hastie::Parts::SORTED_LISTS.include?(key) && Hastie::Parts.sorts?
        return Hastie.group(key, super) if %w(tags categories).include?(key)
        return Hastie::Kept.fetched("change_key", hastie_name, key, super) if Hastie::Kept::SITE_LISTS.include?(key) && !Hastie.model.live?

        case (value = super)
        when String, Array, Hash then hastie_shared(key, value)
        else value
        end
      end

      # A list as a plugin's own order of documents sorts it.
      def hastie_sorted(key)
        return @obj.public_send(key) unless key == "posts"

        @hastie_posts ||= @obj.posts.docs.sort { |one, other| other <=> one }
      end

      def time
        @obj.time
      end

      # Until documents are rendered, the lists of the site. Then plugins get copies.
      %i(pages static_files).each do |name|
        define_method(name) { Hastie.model.live? ? hastie_key(name.to_s) : @obj.public_send(name) }
      end

      # The same objects as in `site.data`.
      def data
        @obj.data
      end

      def config
        @obj.config
      end

      def data
        @obj.data
      end
    end

    class StaticFileDrop < Drop
      mutable true
      hastie_keys :name, :extname, :modified_time, :basename, :path, :collection

      # nil for a file that the program does not have.
      def hastie_name
        "filedrop:#{@obj.hastie_number}" unless @obj.hastie_elsewhere?
      end

      def hastie_key(key)
        return super if hastie_name

        case key
        when "path" then @obj.relative_path
        when "collection" then @obj.type
        else @obj.public_send(key)
        end
      end
    end

    class CollectionDrop < Drop
      mutable false
      hastie_keys :label, :docs, :files, :directory, :output, :relative_directory

      def hastie_name
        "coldrop:#{@obj.label}"
      end

      def to_s
        @obj.docs.to_s
      end

      def hastie_data
        @obj.metadata
      end
    end

    class JekyllDrop < Liquid::Drop
      def self.global
        @global ||= new
      end

      def self.hastie_added
        public_instance_methods(false).reject { |name| Hastie.own_method?(instance_method(name)) }.map(&:to_s)
      end

      def version
        VERSION
      end

      def environment
        Jekyll.env
      end

      def [](key)
        to_h[key.to_s]
      end

      def to_h
        @to_h ||= { "version" => version, "environment" => environment }
      end

      def to_json(state = nil)
        JSON.generate(to_h, state)
      end

      def _dump(_level)
        "jekyll"
      end
    end

    # The values of placeholders such as `:name` in a permalink.
    class UrlDrop < Drop
      mutable false

      # Placeholders that contain slugs.
      SLUGS = %w(name title slug slugified_categories).freeze
      private_constant :SLUGS

      def self.hastie_added
        Hastie.slugs_changed? ? super | SLUGS : super
      end

      DATES = {
        :year => "%Y", :month => "%m", :day => "%d", :hour => "%H", :minute => "%M", :second => "%S", :i_day => "%-d",
        :i_month => "%-m", :short_month => "%b", :long_month => "%B", :short_year => "%y", :w_year => "%G", :week => "%V",
        :w_day => "%u", :short_day => "%a", :long_day => "%A", :y_day => "%j"
      }.freeze
      DATES.each { |name, form| module_eval("def #{name}\n  @obj.date.strftime(#{form.inspect})\nend", "hastie/jekyll/drops.rb", 1) }

      def collection
        @obj.collection.label
      end

      def output_ext
        @obj.output_ext
      end

      def name
        Utils.slugify(@obj.basename_without_ext)
      end

      def title
        Utils.slugify(slug_source, :mode => "pretty", :cased => true)
      end

      def slug
        Utils.slugify(slug_source)
      end

      def path
        @obj.cleaned_relative_path
      end

      def categories
        listed { |category| category.to_s.downcase }
      end

      def slugified_categories
        listed { |category| Utils.slugify(category.to_s) }
      end

      def hastie_data
        @hastie_data ||= {}
      end

      private

      def slug_source
        @obj.data["slug"] || @obj.basename_without_ext
      end

      def listed(&change)
        Array(@obj.data["categories"]).map(&change).uniq.join("/")
      end
    end

    class ThemeDrop < Drop
      def _dump(level)
        super.delete_suffix("+")
      end
    end
  end
end
