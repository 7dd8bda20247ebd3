# Files that are pages and documents because a plugin has replaced `Utils.has_yaml_header?`, such as files in a markup language that
# has attributes instead of front matter. The program has read them as static files.
module Hastie
  module Headers
    class << self
      # Whether the method is replaced, or a converter may do so when it is created.
      def may_be_replaced?
        replaced? || Hastie.allowed(Jekyll::Converter).any? { |kind| !Server.own?(kind, :initialize) }
      end

      # Asks the replacement about each file that has been read.
      def read(site)
        Hastie.converters
        return unless replaced?

        check(site)
        read_pages(site)
        site.collections.each_value { |collection| read_documents(site, collection) unless collection.label == "posts" }
      end

      private

      def replaced?
        !Hastie.own_method?(Jekyll::Utils.method(:has_yaml_header?))
      end

      def read_pages(site)
        found = site.static_files.select { |file| own_file?(site, file) && Jekyll::Utils.has_yaml_header?(file.path) }
        return if found.empty?

        site.static_files.reject! { |file| found.include?(file) }
        found.sort_by { |file| order(file.relative_path) }.each do |file|
          page = Jekyll::Page.new(site, site.source, File.dirname(file.relative_path), file.name)
          insert(site.pages, page) if site.publisher.publish?(page)
        end
      end

      # Whether the file belongs to the site, and not to a collection or to the theme.
      def own_file?(site, file)
        file.instance_of?(Jekyll::StaticFile) && file.relative_path.start_with?("/") && file.path == site.in_source_dir(file.relative_path)
      end

      # Pages are sorted by their names. Those with equal names stay in the order in which they were read.
      def insert(pages, page)
        place = [page.name, *order(page.relative_path)]
        at = pages.index { |other| ([other.name, *order(other.relative_path)] <=> place).to_i.positive? }
        pages.insert(at || pages.size, page)
      end

      # The key by which paths are sorted: Jekyll reads the folders of a folder before its files.
      def order(path)
        *folders, name = path.delete_prefix("/").split("/")
        [*folders.map { |folder| "0#{folder}" }, "1#{name}"]
      end

      def read_documents(site, collection)
        found = collection.files.select { |file| Jekyll::Utils.has_yaml_header?(file.path) }
        return if found.empty?

        collection.files.reject! { |file| found.include?(file) }
        site.static_files.reject! { |file| found.include?(file) }
        found.each { |file| collection.hastie_read_document(file.path) }
        collection.hastie_sort
      end

      # Raises an error if the replacement returns false for a file that the program has already read as a page or document.
      def check(site)
        items = site.pages + site.collections.values.flat_map { |one| one.label == "posts" ? [] : one.docs }
        other = items.find { |item| !Jekyll::Utils.has_yaml_header?(path_of(site, item)) } or return
        raise NotImplementedError, "Utils.has_yaml_header? is false for #{other.relative_path}, which has front matter: this is not supported",
              [*Jekyll::Utils.method(:has_yaml_header?).source_location&.join(":")]
      end

      def path_of(site, item)
        item.is_a?(Jekyll::Page) ? site.in_source_dir(item.relative_path) : item.path
      end
    end
  end
end
