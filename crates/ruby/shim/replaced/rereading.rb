# Methods of Jekyll's readers that a plugin has replaced. The program reads the site by itself. Afterwards, the replacements run here, on
# what the program has read.
module Hastie
  module Rereading
    class << self
      # Whether the original methods of readers do nothing, because the program has done their work.
      attr_reader :active

      # Whether a plugin has replaced anything that runs after the program has read the site.
      def needed?
        posts? || files? || filters? || Parts.sorts? || collections? || layouts? || data? || !own_reader?
      end

      # Whether posts are found and selected by Ruby. The program then leaves out nothing that it reads.
      def posts?
        Hastie.model.own(self, :posts) { Jekyll::Publisher.hastie_replaced? || documents? || !Parts.own?(:posts) || !own_reader?(:retrieve_posts) || folders? }
      end

      # Whether a plugin has replaced how documents are read.
      def documents?
        !Parts.own?(:reading)
      end

      # Whether a plugin has replaced how pages or layouts are read.
      def files?
        [Jekyll::Page, Jekyll::Layout].any? { |kind| !Server.own?(kind, :read_yaml) }
      end

      # Whether a plugin decides which files of a collection's folder belong to it.
      def filters?
        !Server.own?(Jekyll::Collection, :filtered_entries) || !Parts.own?(:filters)
      end

      # Whether a plugin has replaced how a collection is read.
      def collections?
        !Server.own?(Jekyll::Collection, :read)
      end

      # Whether a plugin has replaced how layouts are found.
      def layouts?
        !Server.own?(Jekyll::LayoutReader, :read)
      end

      # Whether a plugin has replaced how data files are read.
      def data?
        !Jekyll::DataReader.hastie_own? || !own_reader?(:read_data)
      end

      # Whether no plugin has replaced a method of the reader, or the reader.
      def own_reader?(name = :read)
        Hastie.own_method?(Hastie.model.site.reader.method(name))
      end

      # Raises an error if a reader replaces methods that are never called here.
      def check_reader(reader)
        names = Reopening.refused("Jekyll::Reader").map { |name| name.delete_prefix("#").to_sym }
        name = names.find { |one| reader.respond_to?(one, true) && !Hastie.own_method?(reader.method(one)) } or return
        raise NotImplementedError, "replacing #{reader.class}##{name} is not supported: Hastie does its work without Ruby",
              [reader.method(name).source_location.join(":")]
      end

      def run(site)
        return read(site) if own_reader?

        @waiting = site
        site.reader.read
        refuse(site.reader.method(:read), "does not call the method that it replaces") if @waiting
      end

      # The posts that the program has read.
      def known_posts(site)
        @known || site.posts.docs
      end

      # Runs while a plugin's own `Reader#read` calls the original.
      def original_read
        site, @waiting = @waiting, nil
        raise NotImplementedError, "Hastie runs Reader#read itself: a plugin cannot call it" unless site

        read(site)
      end

      # Whether a plugin's own method reads the collection at the moment.
      def begun?(collection)
        @begun&.first.equal?(collection)
      end

      # Runs while a plugin's own `Collection#read` calls the original.
      def original_collection_read(collection)
        _, docs = @begun
        @begun = nil
        collection.docs.replace(docs)
        reread(collection)
      end

      private

      def read(site)
        site.layouts = Jekyll::LayoutReader.new(site).read if layouts?
        read_files(site) if files?
        with_data(site) do
          if folders? then read_folders(site)
          elsif posts? then read_posts(site)
          end
          sort(site) if Parts.sorts?
          read_collections(site)
        end
      end

      # Restores the data after the block: Jekyll reads the data last, so changes that a plugin makes before are lost.
      def with_data(site)
        before = site.data.dup if !data? && (posts? || collections?)
        yield
        site.reader.read_data if data?
        site.data.replace(before) if before
      end

      def refuse(method, problem)
        raise NotImplementedError, "#{method.owner}##{method.name} #{problem}: Hastie does its work without Ruby", [*method.source_location&.join(":")]
      end

      def read_posts(site)
        site.pages.select! { |page| site.publisher.publish?(page) } if Jekyll::Publisher.hastie_replaced?
        posts = site.posts.docs
        @known = posts.dup
        posts.clear
        Jekyll::PostReader.hastie_folders(site).each { |dir| site.reader.retrieve_posts(dir) }
        finish_posts(site)
      ensure
        @known = nil
      end

      def finish_posts(site)
        posts = site.posts.docs
        posts.replace(posts.uniq.sort)
        limit = site.limit_posts.to_i
        posts.replace(posts.last(limit)) if limit.positive?
      end

      def sort(site)
        site.collections.each_value { |collection| collection.docs.sort! }
      end

      def read_collections(site)
        return unless filters? || documents? || collections? || Parts.sorts?

        site.collections.each_value do |collection|
          next if collection.label == "posts"

          filter(collection) if filters?
          collections? ? read_around(collection) : reread(collection)
        end
      end

      # Runs the replacement of `Collection#read`. Its collection is empty until it calls the original.
      def read_around(collection)
        @begun = [collection, collection.docs.dup]
        collection.docs.clear
        collection.read
        refuse(collection.method(:read), "does not call the method that it replaces") if @begun
      end

      def reread(collection)
        if documents?
          collection.docs.each(&:hastie_reread)
          collection.docs.select! { |doc| collection.site.unpublished || doc.published? }
        end
        collection.hastie_sort if documents? || filters? || Parts.sorts?
      end

      # Removes the documents that a plugin has left out.
      def filter(collection)
        kept = collection.filtered_entries
        paths = kept.to_h { |entry| [collection.collection_dir(entry), entry] }
        unless collection.files.all? { |file| paths.key?(file.path) }
          raise NotImplementedError, "a static file that Collection#filtered_entries leaves out is not supported"
        end

        collection.docs.select! { |doc| paths.key?(doc.path) }
        paths.except(*(collection.docs + collection.files).map(&:path)).each { |path, entry| add(collection, path, entry) }
      end

      # Adds a file that the program has not read, because Jekyll would not.
      def add(collection, path, entry)
        return if ::File.directory?(path)

        Jekyll::Utils.has_yaml_header?(path) ? collection.hastie_read_document(path) : collection.hastie_read_file(entry, path)
      end

      # Layouts are read first. Pages whose hooks have run already would be read too late.
      def read_files(site)
        @active = true
        site.layouts.each_value { |layout| layout.read_yaml(::File.dirname(layout.path), layout.name) }
        return if Server.own?(Jekyll::Page, :read_yaml)

        if Jekyll::Hooks.registry.dig(:pages, :post_init)
          raise NotImplementedError, "replacing Page#read_yaml is not supported together with hooks for :pages, :post_init",
                [Jekyll::Page.instance_method(:read_yaml).source_location.join(":")]
        end
        site.pages.each { |page| page.hastie_look.read_yaml(*page.hastie_place) }
      ensure
        @active = false
      end
    end
  end
end
