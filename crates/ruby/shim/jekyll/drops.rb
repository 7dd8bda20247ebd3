# Jekyll's drops, one class for each kind of object.
module Jekyll
  module Drops
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
        return Hastie::VariableCopies.fetched("change_key", hastie_name, key, super) if Hastie::VariableCopies::SITE_LISTS.include?(key) && !Hastie.model.live?

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
