# Readers of layouts and data files. The program reads both by itself. Plugins read further folders, or change how files are read.
module Jekyll
  class DataReader
    PARTS = %i(read read_data_to read_data_file sanitize_filename convert_row csv_config tsv_config read_config config).freeze
    private_constant :PARTS

    attr_reader :site, :content

    # Whether no plugin has replaced how data files are read.
    def self.hastie_own?
      PARTS.all? { |name| Hastie::Server.own?(self, name) }
    end

    def initialize(site, in_source_dir: nil)
      @site = site
      @content = {}
      @entry_filter = EntryFilter.new(site)
      @in_source_dir = in_source_dir || site.method(:in_source_dir)
      @source_dir = @in_source_dir.call("/")
    end

    def read(dir)
      read_data_to(@in_source_dir.call(dir), @content)
      @content
    end

    # Adds the data of all files in a folder and below.
    def read_data_to(dir, data)
      return unless File.directory?(dir) && !@entry_filter.symlink?(dir)

      hastie_entries(dir).each do |entry|
        path = @in_source_dir.call(dir, entry)
        next if @entry_filter.symlink?(path)

        if File.directory?(path)
          read_data_to(path, data[sanitize_filename(entry)] = {})
        else
          data[sanitize_filename(File.basename(entry, ".*"))] = read_data_file(path)
        end
      end
    end

    def read_data_file(path)
      Jekyll.logger.debug "Reading:", path.sub(@source_dir, "")
      case File.extname(path).downcase
      when ".csv" then hastie_rows(path, csv_config)
      when ".tsv" then hastie_rows(path, tsv_config)
      else SafeYAML.load_file(path)
      end
    end

    def sanitize_filename(name)
      name.gsub(%r![^\w\s-]+|(?<=^|\b\s)\s+(?=$|\s?\b)!, "").gsub(%r!\s+!, "_")
    end

    private

    # Files, then folders.
    def hastie_entries(dir)
      Dir.chdir(dir) { Dir["*.{yaml,yml,json,csv,tsv}"] + Dir["*"].select { |name| File.directory?(name) } }
    end

    def hastie_rows(path, options)
      CSV.read(path, **options).map { |row| convert_row(row) }
    end

    def csv_config
      @csv_config ||= read_config("csv_reader")
    end

    def tsv_config
      @tsv_config ||= read_config("tsv_reader", { :col_sep => "\t" })
    end

    def read_config(config_key, overrides = {})
      settings = config[config_key] || {}
      {
        :converters => settings.fetch("csv_converters", []).map(&:to_sym),
        :headers => settings.fetch("headers", true),
        :encoding => settings.fetch("encoding", config["encoding"])
      }.merge(overrides)
    end

    def config
      @config ||= site.config
    end

    def convert_row(row)
      row.instance_of?(CSV::Row) ? row.to_hash : row
    end
  end

  class LayoutReader
    attr_reader :site

    def initialize(site)
      @site = site
    end

    # All layouts, which the program has read.
    def read
      @layouts = site.layouts
    end
  end

  class Reader
    attr_reader :site

    def initialize(site)
      @site = site
    end

    # The program has read all files. Replaced methods of other readers run now.
    def read
      Hastie::Rereading.original_read
    end

    # Reads the data files of the site and of its theme.
    def read_data
      site.data = DataReader.new(site).read(site.config["data_dir"])
      folder = site.theme&.data_path or return
      theme = DataReader.new(site, :in_source_dir => site.method(:in_theme_dir)).read(folder)
      site.data = Utils.deep_merge_hashes(theme, site.data)
    end
  end
end
