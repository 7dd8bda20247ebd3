# The steps by which Jekyll reads a document, in Jekyll's order and with its names, because plugins replace single steps.
# The program reads documents itself: these methods run for all documents only if a plugin replaces one of them.
module Jekyll
  class Document
    READING_PARTS = Hastie::Parts::METHODS[:reading]["Jekyll::Document"]
    private_constant :READING_PARTS

    def merge_data!(other, source: "YAML front matter")
      hastie_look
      merge_categories!(other)
      Utils.deep_merge_hashes!(@data, other)
      merge_date!(source)
      @data
    end

    # Folders above the special folder are categories.
    def categories_from_path(special_dir)
      folders = []
      unless relative_path.start_with?(special_dir)
        above = relative_path.sub(%r!#{special_dir}.*!, "").split("/")
        folders = above - ["", special_dir, basename]
      end
      merge_data!({ "categories" => folders }, :source => "file path")
    end

    def populate_categories
      found = Array(data["categories"]) + Utils.pluralized_array_from_hash(data, "category", "categories")
      merge_data!({ "categories" => found.map(&:to_s).flatten.uniq })
    end

    def populate_tags
      merge_data!({ "tags" => Utils.pluralized_array_from_hash(data, "tag", "tags").flatten })
    end

    def read(opts = {})
      Jekyll.logger.debug "Reading:", relative_path
      return hastie_read if hastie_own_parts?(READING_PARTS) && Hastie::Parts.own?(:reading)

      @hastie_held = true
      return @data.replace(SafeYAML.load_file(path)) if yaml_file?

      begin
        merge_defaults
        read_content(**opts)
        read_post_data
      rescue StandardError => e
        handle_read_error(e)
      end
    end

    # Reads the document once more, with the data that it had before it was read.
    def hastie_reread
      hastie_look
      @hastie_separator = @excerpt_separator = nil
      begun = @hastie_begun
      @data.clear
      begun ? @data.replace(begun) : hastie_begin_data
      hastie_defaults
      read
    end

    # Notes the data that hooks have set before the program reads the document.
    def hastie_begun
      @hastie_begun = @data.dup
    end

    private

    # Categories are added to the existing ones.
    def merge_categories!(other)
      added = other["categories"] or return
      added = other["categories"] = added.split if added.is_a?(String)
      other["categories"] = @data["categories"] | added if @data["categories"].is_a?(Array)
    end

    def merge_date!(source)
      return unless @data.key?("date")

      @data["date"] = Utils.parse_date(@data["date"].to_s, "Document '#{relative_path}' does not have a valid date in the #{source}.")
    end

    def merge_defaults
      defaults = site.frontmatter_defaults.all(relative_path, type)
      merge_data!(defaults, :source => "front matter defaults") unless defaults.empty?
    end

    def read_content(**opts)
      self.content = File.read(path, **Utils.merged_file_read_opts(site, opts))
      header = YAML_FRONT_MATTER_REGEXP.match(content) or return
      self.content = header.post_match
      values = SafeYAML.load(header[1])
      merge_data!(values, :source => "YAML front matter") if values
    end

    def read_post_data
      populate_title
      populate_categories
      populate_tags
      generate_excerpt
    end

    # The program has already reported invalid front matter.
    def handle_read_error(error)
      unless @hastie_mirror && error.is_a?(Psych::SyntaxError)
        problem = error.is_a?(Psych::SyntaxError) ? "YAML Exception reading" : "could not read file"
        Jekyll.logger.error "Error:", "#{problem} #{path}: #{error.message}"
      end
      raise error if site.config["strict_front_matter"] || error.is_a?(Errors::FatalException)
    end

    # The title, the slug and the date of the file's name.
    def populate_title
      if (parts = DATE_FILENAME_MATCHER.match(relative_path))
        modify_date(parts[1])
        slug, ext = parts[2], parts[3]
      elsif (parts = DATELESS_FILENAME_MATCHER.match(relative_path))
        slug, ext = parts[1], parts[2]
      end
      slug = (slug || basename_without_ext).gsub(%r!\.*\z!, "")
      data["title"] ||= Utils.titleize_slug(slug)
      data["slug"] ||= slug
      data["ext"] ||= ext
    end

    def modify_date(date)
      return unless !data["date"] || data["date"].to_i == site.time.to_i

      merge_data!({ "date" => date }, :source => "filename")
    end

    def generate_excerpt
      return unless generate_excerpt?

      data["excerpt"] ||= Excerpt.new(self).tap { |excerpt| @hastie_excerpt = excerpt if @hastie_mirror }
    end
  end
end
