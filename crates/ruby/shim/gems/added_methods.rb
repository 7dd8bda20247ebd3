# The methods that gems with built-in replacements add to Jekyll's classes. Plugins call them.
module Hastie
  module AddedMethods
    # Of jekyll-polyglot.
    module Languages
      def active_lang
        config["active_lang"]
      end

      def active_lang=(lang)
        raise NotImplementedError, "Site#active_lang= is not supported" if lang != active_lang
      end

      def default_lang
        config.fetch("default_lang", "en")
      end

      def languages
        config.fetch("languages", ["en"]).uniq
      end

      def exclude_from_localization
        config.fetch("exclude_from_localization", []).map { |path| File.directory?(path) && path[-1] != "/" ? "#{path}/" : path }
      end

      def lang_vars
        config.fetch("lang_vars", [])
      end

      def lang_from_path
        config.fetch("lang_from_path", false)
      end

      def fallback_canonical_to_default_lang
        config.fetch("fallback_canonical_to_default_lang", false)
      end
    end

    # Of jekyll-redirect-from.
    module Redirects
      def redirect_to
        to = to_liquid["redirect_to"]
        to.is_a?(Array) ? to.compact.first : to
      end

      def redirect_from
        [to_liquid["redirect_from"]].flatten(1).compact
      end
    end

    def self.of(names)
      Jekyll::Site.include(Languages) if names.include?("jekyll-polyglot")
      [Jekyll::Page, Jekyll::Document].each { |kind| kind.include(Redirects) } if names.include?("jekyll-redirect-from")
    end
  end
end
