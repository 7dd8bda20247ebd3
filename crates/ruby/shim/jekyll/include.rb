# Jekyll's tags for includes. The program renders them. If a plugin replaces a method of such a class or module, they
# are rendered here with the replaced method.
module Jekyll
  module Tags
    class IncludeTag
      VALID_SYNTAX = /([\w-]+)\s*=\s*(?:"([^"\\]*(?:\\.[^"\\]*)*)"|'([^'\\]*(?:\\.[^'\\]*)*)'|([\w.-]+))/.freeze
      VARIABLE_SYNTAX = /(?<variable>[^{]*(\{\{\s*[\w\-.]+\s*(\|.*)?\}\}[^\s{}]*)+)(?<params>.*)/m.freeze
      FULL_VALID_SYNTAX = /\A\s*(?:#{VALID_SYNTAX}(?=\s|\z)\s*)*\z/.freeze
      VALID_FILENAME_CHARS = %r{^[\w/.\-()+~\#@]+$}.freeze
      INVALID_SEQUENCES = %r{[./]{2,}}.freeze
      PARTS = %i(
        parse_params render_variable tag_includes_dirs locate_include_file load_cached_partial read_file source valid_include_file?
        validate_file_name file_read_opts
      ).freeze
      private_constant :PARTS

      def initialize(tag_name, markup, tokens)
        super
        text = markup.strip
        named = text.match(VARIABLE_SYNTAX)
        @file, @params = named ? [named[:variable].strip, named[:params].strip] : text.split(/\s+/, 2)
        validate_params if @params && hastie_changed?
      end

      def parse(tokens)
        super unless hastie_changed?
      end

      def hastie_render_changed(context, _changed)
        hastie_render_markup(context, [@file, @params].compact.join(" "))
      end

      def syntax_example
        "{% #{@tag_name} file.ext param='value' param2='value' %}"
      end

      def parse_params(context)
        @params.scan(VALID_SYNTAX).to_h do |name, double, single, variable|
          [name, double&.gsub('\\"', '"') || single&.gsub("\\'", "'") || context[variable]]
        end
      end

      def validate_file_name(file)
        return unless INVALID_SEQUENCES.match?(file) || !VALID_FILENAME_CHARS.match?(file)

        hastie_refuse("Invalid syntax for include tag. File contains invalid characters or sequences:\n\n  #{file}")
      end

      def validate_params
        hastie_refuse("Invalid syntax for include tag:\n\n#{@params}") unless FULL_VALID_SYNTAX.match?(@params)
      end

      def file_read_opts(context)
        context.registers[:site].file_read_opts
      end

      def render_variable(context)
        Liquid::Template.parse(@file).render(context) if VARIABLE_SYNTAX.match?(@file)
      end

      def tag_includes_dirs(context)
        context.registers[:site].includes_load_paths.dup.freeze
      end

      def locate_include_file(context, file, safe)
        dirs = tag_includes_dirs(context)
        found = dirs.map { |dir| [PathManager.join(dir, file), dir.to_s] }.find { |path, dir| valid_include_file?(path, dir, safe) }
        return found.first if found

        where = safe ? " is not a symlink as those are not allowed in safe mode." : ", if it is a symlink, does not point outside your site source."
        raise IOError, "Could not locate the included file '#{file}' in any of #{dirs}. Ensure it exists in one of those directories and#{where}"
      end

      def valid_include_file?(path, dir, safe)
        !outside_site_source?(path, dir, safe) && File.file?(path)
      end

      def outside_site_source?(path, dir, safe)
        safe && !realpath_prefixed_with?(path, dir)
      end

      def realpath_prefixed_with?(path, dir)
        File.exist?(path) && File.realpath(path).start_with?(dir)
      rescue StandardError
        false
      end

      def add_include_to_dependency(*); end

      def read_file(file, context)
        File.read(file, **file_read_opts(context))
      end

      # The tag that is rendered first reads and parses the file. Later tags reuse the parsed file.
      def load_cached_partial(path, context)
        file = context.registers[:site].liquid_renderer.file(path)
        hastie_named(path) { file.hastie_parsed? ? file : file.parse(read_file(path, context)) }
      end

      def render(context)
        hastie_render(context)
      end

      def hastie_render(context)
        return hastie_render_natively(context) unless hastie_changed?

        site = context.registers[:site]
        file = render_variable(context) || @file
        validate_file_name(file)
        path = locate_include_file(context, file, site.safe) or return
        partial = load_cached_partial(path, context)
        context.stack do
          context["include"] = parse_params(context) if @params
          hastie_named(path) { partial.render!(context) }
        end
      end

      private

      # Whether a plugin has replaced a method that the program would not call.
      def hastie_changed?
        Hastie.include_texts_changed? || PARTS.any? do |name|
          respond_to?(name, true) && !Hastie.own_method?(method(name))
        end
      end

      def hastie_refuse(text)
        raise ArgumentError, "#{text}\n\nValid syntax:\n\n  #{syntax_example}\n\n"
      end

      def hastie_named(path)
        yield
      rescue Liquid::Error => e
        e.template_name = path
        e.markup_context ||= "included "
        raise e
      end
    end

    class OptimizedIncludeTag
      def render(context)
        hastie_render(context)
      end
    end

    class IncludeRelativeTag
      hastie_stands_for("include_relative")

      def tag_includes_dirs(context)
        [page_path(context)].freeze
      end

      def page_path(context)
        page, site = context.registers.values_at(:page, :site)
        return site.source unless page

        path = page["path"]
        path = File.join(site.config["collections_dir"], path) if page["collection"]
        site.in_source_dir(File.dirname(path.delete_suffix("/#excerpt")))
      end
    end
  end
end

module Hastie
  class << self
    # Whether a tag of a plugin may parse a text other than the include file's. Other tags then show this text, too.
    def include_texts_changed?
      @include_texts_changed
    end

    def check_include_texts
      kinds = ObjectSpace.each_object(Jekyll::Tags::IncludeTag.singleton_class)
      @include_texts_changed = kinds.any? { |kind| %i(read_file load_cached_partial source).any? { |name| !native_method?(kind, name) } }
    end

    private

    def native_method?(kind, name)
      !(kind.method_defined?(name) || kind.private_method_defined?(name)) ||
        Hastie.own_method?(kind.instance_method(name))
    end
  end
end
