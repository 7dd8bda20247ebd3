# The classes of jekyll-cache-bust, for plugins that change which files the gem reads. The program has the gem's
# filters itself. They run here only if a plugin has changed the class.
module Jekyll
  module CacheBust
    # Appends the MD5 digest of a file below `assets/`, or of all files in a folder, to an address.
    class CacheDigester
      attr_accessor :file_name, :directory

      def initialize(file_name:, directory: nil)
        @file_name = file_name
        @directory = directory
      end

      def digest!
        require "digest/md5"
        digest = Hastie::FileResults.of([self.class, file_name, directory]) { Digest::MD5.hexdigest(file_contents) }
        [file_name, "?v=", digest].join
      end

      # Whether a plugin has prepended a module or replaced a method.
      def self.hastie_changed?
        names = %i(initialize digest! file_name directory directory_files_content file_content file_contents is_directory?)
        !names.all? { |name| Hastie.own_method?(instance_method(name)) }
      end

      private

      def directory_files_content
        Dir[File.join(directory, "**", "*")].reject { |path| File.directory?(path) }.map { |path| File.read(path) }.join
      end

      def file_content
        File.read(file_name[file_name.index("assets/")..-1])
      end

      def file_contents
        is_directory? ? file_content : directory_files_content
      end

      # Whether one file is digested, not a folder. The name is the gem's.
      def is_directory?
        directory.nil?
      end
    end

    def bust_file_cache(file_name)
      CacheDigester.new(:file_name => file_name).digest!
    end

    def bust_css_cache(file_name)
      CacheDigester.new(:file_name => file_name, :directory => "assets/_sass").digest!
    end
  end
end
