# Decides which files belong to the site, and which documents it publishes.
module Jekyll
  class Publisher
    # Whether a plugin has changed what is published.
    def self.hastie_replaced?
      !Hastie::Parts.own?(:publishing)
    end

    def initialize(site)
      @site = site
    end

    def publish?(thing)
      can_be_published?(thing) && !hidden_in_the_future?(thing)
    end

    def hidden_in_the_future?(thing)
      thing.respond_to?(:date) && !@site.future && thing.date.to_i > @site.time.to_i
    end

    private

    def can_be_published?(thing)
      thing.data.fetch("published", true) || @site.unpublished
    end
  end

  # Decides which entries of a folder belong to the site.
  class EntryFilter
    SPECIAL_LEADING_CHAR_REGEX = %r!\A[._#~]!.freeze

    attr_reader :site

    def initialize(site, base_directory = nil)
      @site = site
      @base_directory = base_directory.to_s.sub(site.source, "")
    end

    attr_reader :base_directory

    def derive_base_directory(site, base_dir)
      base_dir.sub(site.source, "")
    end

    def relative_to_source(entry)
      ::File.join(base_directory, entry)
    end

    def filter(entries)
      entries.reject { |entry| refuses?(entry) }
    end

    def included?(entry)
      [entry, ::File.basename(entry)].any? { |name| glob_include?(site.include, name) }
    end

    def special?(entry)
      [entry, ::File.basename(entry)].any? { |name| SPECIAL_LEADING_CHAR_REGEX.match?(name) }
    end

    def backup?(entry)
      entry.end_with?("~")
    end

    def excluded?(entry)
      glob_include?(site.exclude - site.include, relative_to_source(entry))
    end

    def symlink?(entry)
      site.safe && ::File.symlink?(entry) && symlink_outside_site_source?(entry)
    end

    def symlink_outside_site_source?(entry)
      !::File.realpath(entry).start_with?(site.in_source_dir)
    end

    def glob_include?(patterns, entry)
      full = PathManager.join(site.source, entry)
      patterns.any? do |pattern|
        next pattern.match?(full) if pattern.is_a?(Regexp)
        next false unless pattern.is_a?(String)

        wanted = PathManager.join(site.source, pattern)
        ::File.fnmatch?(wanted, full) || full.start_with?(wanted) || (wanted == "#{full}/" && ::File.directory?(full))
      end
    end

    private

    def refuses?(entry)
      return true if entry.end_with?(".")

      included = included?(entry)
      return true if (excluded?(entry) && !included) || symlink?(entry)

      !included && (special?(entry) || backup?(entry))
    end
  end
end
