# The part of the gem jekyll-last-modified-at that plugins use. The gem itself is built in. Finds when a file was last
# changed, by git's history or by the file itself.
module Jekyll
  module LastModifiedAt
    # Marks a page or document that a plugin creates, as the gem's hooks do. A class with its own `initialize` runs no hooks.
    def self.hastie_mark(item)
      options = item.site.config["last-modified-at"]
      item.data["last_modified_at"] = Determinator.new(item.site.source, item.path, options && options["date-format"])
    end

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

      # The object of the program's plugin for a page or document.
      def self.hastie(number)
        options = Jekyll.sites.last.config["last-modified-at"]
        new(Jekyll.sites.last.source, Hastie.ask("key", number, "page_path"), options && options["date-format"]).extend(Held).hastie_hold(number)
      end

      # An object that returns to the program as the one that the program has sent.
      module Held
        def hastie_hold(number)
          @hastie_number = number
          self
        end

        def format=(_format)
          raise NotImplementedError, "setting the format of last_modified_at is not supported", Jekyll::Hooks.hastie_place
        end

        def _dump(_level)
          "held:#{@hastie_number}"
        end
      end
      private_constant :Held

      private

      def hastie_file
        @hastie_file ||= Jekyll.sanitized_path(site_source, page_path)
      end
    end
  end
end
