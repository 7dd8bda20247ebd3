# The part of the gem jekyll-last-modified-at that plugins use. The gem itself is built in. Finds when a file was last
# changed, by git's history or by the file itself.
module Jekyll
  module LastModifiedAt
    class Determinator
      FOUND = {}
      private_constant :FOUND

      attr_reader :site_source, :page_path
      attr_accessor :format

      def initialize(site_source, page_path, format = nil)
        @site_source = site_source
        @page_path = page_path
        @format = format || "%d-%b-%y"
      end

      # The result for a path is cached with the format of the first request. Another format has no effect later.
      def formatted_last_modified_date
        FOUND[page_path] ||= last_modified_at_time.strftime(format)
      end
      alias_method :to_s, :formatted_last_modified_date

      def last_modified_at_time
        raise Errno::ENOENT, "#{hastie_file} does not exist!" unless File.exist?(hastie_file)

        Time.at(last_modified_at_unix.to_i)
      end
      alias_method :to_liquid, :last_modified_at_time

      def last_modified_at_unix
        below = hastie_file.delete_prefix("#{site_source}/")
        known = Hastie.ask("git", "git log -n 1 --format=%ct -- '#{below.gsub("'", "'\\\\''")}'").to_s[/\d+/]
        known || File.mtime(hastie_file).to_i.to_s
      end

      private

      def hastie_file
        @hastie_file ||= Jekyll.sanitized_path(site_source, page_path)
      end
    end
  end
end
