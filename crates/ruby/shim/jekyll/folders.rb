# How Jekyll reads the source, folder by folder. The program reads it by itself. These methods run if a plugin replaces one of them, and
# reuse what the program has read.
module Hastie
  # A reader of the files of one kind in a folder.
  module FolderReader
    attr_reader :site, :dir, :unfiltered_content

    def initialize(site, dir)
      @site = site
      @dir = dir
      @unfiltered_content = []
    end
  end
end

module Jekyll
  class PageReader
    include Hastie::FolderReader

    def read(files)
      files.each do |name|
        known = Hastie::Rereading.known(:pages, PathManager.join(@dir, name).delete_prefix("/"))
        @unfiltered_content << (known || Page.new(@site, @site.source, @dir, name))
      end
      @unfiltered_content.select { |page| site.publisher.publish?(page) }
    end
  end

  class StaticFileReader
    include Hastie::FolderReader

    def read(files)
      files.each do |name|
        known = Hastie::Rereading.known(:static_files, ::File.join(@dir, name))
        @unfiltered_content << (known || StaticFile.new(@site, @site.source, @dir, name))
      end
      @unfiltered_content
    end
  end

  class Reader
    # Reads the posts, folders, pages and static files in a folder.
    def read_directories(dir = "")
      base = site.in_source_dir(dir)
      return unless ::File.directory?(base)

      entries = Dir.chdir(base) { filter_entries(Dir.entries("."), base) }
      folders, files = entries.partition { |entry| ::File.directory?(site.in_source_dir(base, entry)) }
      pages, others = files.partition { |entry| hastie_page?(dir, entry) }
      retrieve_posts(dir)
      retrieve_dirs(base, dir, folders)
      retrieve_pages(dir, pages)
      retrieve_static_files(dir, others)
    end

    def retrieve_dirs(_base, dir, dot_dirs)
      dot_dirs.each do |name|
        next if site.dest.chomp("/") == site.in_source_dir(dir, name)

        site.reader.read_directories(PathManager.join(dir, name))
      end
    end

    def retrieve_pages(dir, dot_pages)
      site.pages.concat(PageReader.new(site, dir).read(dot_pages))
    end

    def retrieve_static_files(dir, dot_static_files)
      site.static_files.concat(StaticFileReader.new(site, dir).read(dot_static_files))
    end

    # Items with equal names keep the order in which the program has read them. In Jekyll, the other collections are empty at this time.
    def sort_files!
      site.posts.docs.sort!
      Hastie::Rereading.sort_known(:pages, site.pages).sort_by!(&:name)
      Hastie::Rereading.sort_known(:static_files, site.static_files).sort_by!(&:relative_path)
    end

    private

    def hastie_page?(dir, name)
      return true if Hastie::Rereading.known(:pages, PathManager.join(dir, name).delete_prefix("/"))
      return false if Hastie::Rereading.known(:static_files, ::File.join(dir, name))

      Utils.has_yaml_header?(site.in_source_dir(dir, name))
    end

    # Files that the configuration includes by their paths.
    def read_included_excludes
      filter = EntryFilter.new(site)
      site.include.each do |entry|
        path = site.in_source_dir(entry)
        read_included_file(path) if ::File.file?(path) && !filter.symlink?(path)
      end
    end

    def read_included_file(entry_path)
      if Utils.has_yaml_header?(entry_path) then conditionally_generate_entry(entry_path, site.pages, PageReader)
      else conditionally_generate_entry(entry_path, site.static_files, StaticFileReader)
      end
    end

    def conditionally_generate_entry(entry_path, container, reader)
      return if container.any? { |item| site.in_source_dir(item.relative_path) == entry_path }

      folder, name = ::File.split(entry_path)
      container.concat(reader.new(site, folder.sub(site.source, "")).read([name]))
    end
  end
end

module Hastie
  module Rereading
    # The methods of readers and filters that decide which files of the source belong to the site.
    FOLDERS = {
      "Jekyll::Reader" => %i(
        conditionally_generate_entry filter_entries get_entries read_directories read_included_excludes read_included_file retrieve_dirs
        retrieve_pages retrieve_static_files sort_files!
      ),
      "Jekyll::PageReader" => %i(read), "Jekyll::StaticFileReader" => %i(read)
    }.freeze

    @items = {}

    class << self
      # Whether a plugin has replaced how folders are read.
      def folders?
        Hastie.model.own(self, :folders) do
          !Parts.own?(:filters) || FOLDERS.any? do |name, methods|
            methods.any? { |method| !(name == "Jekyll::Reader" ? own_reader?(method) : Server.own?(Object.const_get(name), method)) }
          end
        end
      end

      # The item that the program has read from a path.
      def known(list, path)
        @items[list]&.dig(path)
      end

      # Sorts a list like the program's list. New items come last.
      def sort_known(list, items)
        places = (@items[list] || {}).values.each_with_index.to_h { |item, at| [item.object_id, at] }
        items.sort_by! { |item| places.fetch(item.object_id, places.size) }
      end

      private

      def read_folders(site)
        lists = { :pages => site.pages, :static_files => site.static_files }
        @items = lists.transform_values { |list| list.to_h { |item| [item.relative_path, item] } }
        @known = site.posts.docs.dup
        [*lists.values, site.posts.docs].each(&:clear)
        site.reader.read_directories
        site.reader.__send__(:read_included_excludes)
        site.reader.sort_files!
        lists.each { |name, list| add_others(site, name, list) }
        finish_posts(site)
      ensure
        @items = {}
        @known = nil
      end

      # Adds files of collections, and then files of the theme that the site does not have.
      def add_others(site, name, list)
        @items[name].each do |path, item|
          in_collection = name == :static_files && item.__send__(:collection)
          next unless in_collection || !::File.exist?(site.in_source_dir(path))

          list << item if in_collection || list.none? { |other| other.relative_path == path }
        end
      end
    end
  end
end
