# Jekyll computes a document's fields, the URL of a page and the like with many small methods. The program computes them without Ruby.
# If a plugin replaces one of these methods, for all items or in a class of its own, Ruby computes the value by Jekyll's steps.
module Hastie
  module Parts
    # Groups of methods by class. `Name.` has the methods of the class itself. `reading`, `posts`: the steps of reading a document, and
    # of finding posts. `places`: the file for a URL. `urls`: the URL of anything. The others are named after their items.
    METHODS = {
      :reading => {
        "Jekyll::Document" => %i(
          categories_from_path date excerpt_separator generate_excerpt generate_excerpt? handle_read_error merge_categories! merge_data!
          merge_date! merge_defaults modify_date populate_categories populate_tags populate_title read read_content read_post_data
        ),
        "Jekyll::Utils" => %i(pluralized_array_from_hash titleize_slug value_from_plural_key value_from_singular_key)
      },
      :filters => {
        "Jekyll::EntryFilter" => %i(
          backup? excluded? filter glob_include? included? relative_to_source special? symlink? symlink_outside_site_source?
        )
      },
      :publishing => {
        "Jekyll::Publisher" => %i(publish? can_be_published? hidden_in_the_future?), "Jekyll::Document" => %i(date)
      },
      :posts => { "Jekyll::PostReader" => %i(read_posts read_drafts read_publishable read_content) },
      :places => { "Jekyll::URL." => %i(unescape_path) },
      :urls => {
        "Jekyll::URL" => %i(generate_url generate_url_from_drop generate_url_from_hash generated_permalink generated_url sanitize_url to_s),
        "Jekyll::URL." => %i(escape_path),
        "Jekyll::Utils" => %i(add_permalink_suffix)
      },
      :document_urls => {
        "Jekyll::Document" => %i(url url_template url_placeholders permalink basename_without_ext cleaned_relative_path output_ext date)
      },
      :collection_urls => { "Jekyll::Collection" => %i(url_template) },
      :file_urls => { "Jekyll::StaticFile" => %i(url placeholders cleaned_relative_path basename) },
      :page_keys => { "Jekyll::Page" => %i(dir excerpt name path url_dir) },
      :page_urls => { "Jekyll::Page" => %i(url basename extname html? index? output_ext permalink template url_placeholders) }
    }.freeze

    # The keys of a document in templates that are methods of the document.
    DOCUMENT_KEYS = {
      "id" => :id, "date" => :date, "relative_path" => :relative_path, "path" => :relative_path, "next" => :next_doc, "previous" => :previous_doc
    }.freeze

    # Methods besides its own on which the value of a key depends.
    PART_OF_KEY = { "id" => :basename_without_ext }.freeze

    # The lists of the site that Jekyll sorts by comparing documents.
    SORTED_LISTS = %w(posts tags categories).freeze

    @changed_document_keys = []
    @own = {}

    class << self
      # Whether no plugin has replaced any of these methods. The answers are kept until a plugin defines a method.
      def own?(*groups)
        groups.all? { |group| @own.fetch(group) { @own[group] = all_own?(METHODS.fetch(group)) } }
      end

      # Forgets the answers, because a plugin has defined, removed or prepended methods.
      def forget
        @own.clear unless @own.empty?
        @sorts = nil
      end

      # The keys of documents whose methods a plugin has replaced.
      attr_reader :changed_document_keys

      # Updates these keys. They are stored because templates ask for keys of documents often.
      def note_document_keys
        @changed_document_keys = DOCUMENT_KEYS.reject do |key, method|
          [method, *PART_OF_KEY[key]].all? { |one| own_method?("Jekyll::Document", one) }
        end.keys
      end

      # Whether a plugin decides how documents are sorted.
      def sorts?
        @sorts = !own_method?("Jekyll::Document", :<=>) if @sorts.nil?
        @sorts
      end

      private

      def all_own?(methods)
        methods.all? { |name, names| names.all? { |method| own_method?(name, method) } }
      end

      def own_method?(name, method)
        kind = Object.const_get(name.delete_suffix("."))
        # The functions of a module are called on the module itself.
        found = name.end_with?(".") || !kind.is_a?(Class) ? kind.method(method) : kind.instance_method(method)
        Hastie.own_method?(found)
      end
    end
  end

  # Whether a plugin has replaced `Utils.slugify`.
  def self.slugs_changed?
    !Hastie.own_method?(Jekyll::Utils.method(:slugify))
  end
end
