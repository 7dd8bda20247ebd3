# Jekyll's own work, which the program does by itself: a plugin that replaces a part of it would never be asked, so that it is
# told so.
module Hastie
  module Fixed
    READ = %i(read read_directories read_data_to read_data_file retrieve_dirs retrieve_posts retrieve_pages retrieve_static_files).freeze
    METHODS = {
      "Jekyll::Site" => %i(process reset read generate render cleanup write),
      "Jekyll::Renderer" => %i(run convert render_document render_liquid place_in_layouts render_layout),
      "Jekyll::Excerpt" => %i(extract_excerpt),
      "Jekyll::URL" => %i(to_s generate_url generate_url_from_hash generate_url_from_drop sanitize_url),
      "Jekyll::Publisher" => %i(publish? hidden_in_the_future?),
      "Jekyll::FrontmatterDefaults" => %i(find all),
      "Jekyll::EntryFilter" => %i(filter excluded? included? special? backup? symlink?),
      "Jekyll::Reader" => READ, "Jekyll::DataReader" => READ, "Jekyll::LayoutReader" => READ, "Jekyll::PageReader" => READ,
      "Jekyll::StaticFileReader" => READ, "Jekyll::CollectionReader" => READ
    }.freeze
    OF_CLASSES = { "Jekyll::URL" => %i(escape_path unescape_path) }.freeze

    class << self
      # Ends the build at the first method that a plugin has replaced.
      def check
        METHODS.each { |name, methods| look(Object.const_get(name), methods) { |method| "#{name}##{method}" } }
        OF_CLASSES.each { |name, methods| look(Object.const_get(name).singleton_class, methods) { |method| "#{name}.#{method}" } }
      end

      private

      def look(kind, methods)
        methods.each do |method|
          next unless kind.method_defined?(method) || kind.private_method_defined?(method)

          place = kind.instance_method(method).source_location
          next if place.nil? || place.first.start_with?("hastie/")

          raise NotImplementedError, "replacing #{yield(method)} is not there in Hastie's Ruby", ["#{place.join(":")}:in `#{method}'"]
        end
      end
    end
  end
end
