# Finds gems in folders without RubyGems. Of several versions of a gem, the one in the site's lock file is used, or else the newest.
module Hastie
  # Finds files for `require` that are not on Ruby's own load path.
  module Gems
    # Gems whose classes this shim defines.
    OWN = %w(jekyll liquid rouge kramdown kramdown-parser-gfm safe_yaml).freeze
    OWN_FOLDERS = %r!/(?:#{OWN.join("|")})-[\d.]+/lib\z!.freeze
    # Ruby's own load path.
    ORIGINAL = $LOAD_PATH.map(&:to_s).freeze
    @native = []
    @unusable = []

    class << self
      # Folders that hold gems, by `NAME-VERSION`.
      attr_writer :folders
      # Gems that cannot work here, so that a stand-in is loaded even if they are in a folder.
      attr_writer :unusable
      # Built-in plugins of the program that the site enables.
      attr_accessor :native

      # Loads a plugin that is a gem, as Bundler does: a name with hyphens may be a path. Stand-ins that only raise errors
      # are not used, because the gem would fail later.
      def load(name)
        @loading = true
        begin
          supply(name)
          TOPLEVEL_BINDING.receiver.send(:require, name)
        rescue LoadError => e
          raise unless name.include?("-") && e.path == name

          TOPLEVEL_BINDING.receiver.send(:require, name.tr("-", "/"))
        end
      ensure
        @loading = false
      end

      # Whether a plugin gem is being loaded.
      def loading?
        @loading
      end

      # The path of a file such as `jekyll/name` that belongs to another gem than Jekyll or Liquid. nil if no gem has the file.
      def part(name)
        file = name.end_with?(".rb") ? name : "#{name}.rb"
        found = in_folders(file)
        return found if found

        supply(name) ? in_folders(file) : nil
      end

      def in_folders(file)
        folders = $LOAD_PATH.map(&:to_s) - ORIGINAL
        folders.reject! { |folder| folder.match?(OWN_FOLDERS) }
        folders.map { |folder| File.join(folder, file) }.find { |path| File.file?(path) }
      end

      # Puts the gem with this file on the load path. Returns false if no folder has such a gem.
      def supply(file)
        return false if @busy

        path = file.end_with?(".rb") ? file : "#{file}.rb"
        found = bundled(path) || candidates(file).find { |root| libraries(root).any? { |folder| File.file?(File.join(folder, path)) } }
        return false unless found

        fresh = libraries(found) - $LOAD_PATH
        $LOAD_PATH.concat(fresh)
        !fresh.empty?
      end

      # Whether the site's Gemfile or its lock names a gem.
      def listed?(name)
        versions.key?(name)
      end

      # The folders that contain `gems` and `specifications`, as in RubyGems' `Gem.path`.
      def homes
        (@folders || []).map { |folder| File.dirname(folder) }.uniq
      end

      # The folder of a gem.
      def root(name)
        named(name).first
      end

      private

      # Gems that come with Ruby.
      def bundled(path)
        @bundled ||= $LOAD_PATH.flat_map { |folder| folder =~ %r!\A(.*/lib/ruby)/[\d.]+\z! ? Dir.glob("#{Regexp.last_match(1)}/gems/*/gems/*") : [] }
        @bundled.find { |root| File.file?(File.join(root, "lib", path)) }
      end

      # The gems that may contain a file. Gems whose names match the file's name come first.
      def candidates(file)
        parts = file.delete_suffix(".rb").split("/")
        names = parts.size.downto(1).flat_map { |count| %w(- _).map { |with| parts.first(count).join(with) } }.uniq
        names.flat_map { |name| named(name) } + newest
      end

      def named(name)
        wanted = versions[name]
        all = index[name] || []
        all.sort_by { |version, _| [version == wanted ? 1 : 0, version.scan(/\d+/).map(&:to_i)] }.reverse.map(&:last)
      end

      def newest
        index.keys.sort.filter_map { |name| named(name).first }
      end

      # The folders of all gems, by name.
      def index
        @index ||= (@folders || []).select { |folder| File.directory?(folder) }.each_with_object({}) do |folder, found|
          Dir.children(folder).sort.each do |entry|
            name, version = entry.match(/\A(.+?)-(\d[^-]*)(?:-.+)?\z/)&.captures
            (found[name] ||= []) << [version, File.join(folder, entry)] if name && !OWN.include?(name) && !@unusable.include?(name)
          end
        end
      end

      # A gem's folders of Ruby files: those that its specification names.
      def libraries(root)
        (@libraries ||= {})[root] ||= paths(root).map { |path| File.join(root, path) }.select { |folder| File.directory?(folder) }
      end

      def paths(root)
        specification = File.expand_path("../../specifications/#{File.basename(root)}.gemspec", root)
        listed = File.file?(specification) ? File.read(specification, :encoding => "UTF-8").scrub[/require_paths\s*=\s*\[(.*?)\]/m, 1] : nil
        found = listed.to_s.scan(/["']([^"']+)["']/).flatten
        found.empty? ? ["lib"] : found
      rescue SystemCallError
        ["lib"]
      end

      # The gems in the site's Gemfile and lock file, each with its version in the lock file, or nil.
      def versions
        @versions ||= begin
          @busy = true
          found = {}
          read("Gemfile").scan(/^\s*gem[\s(]+["']([^"']+)["']/) { |(name)| found[name] ||= nil }
          read("Gemfile.lock").scan(/^ {4,6}([\w.-]+)(?: \((?:[=~<> ]*)([\d.]+)[^)]*\))?/) { |name, version| found[name] ||= version }
          found
        ensure
          @busy = false
        end
      end

      def read(name)
        file = File.join(Hastie.model.site ? Hastie.model.site.source : Dir.pwd, name)
        File.file?(file) ? File.read(file, :encoding => "UTF-8").scrub : ""
      rescue SystemCallError
        ""
      end
    end
  end
end

# The parts of RubyGems that plugins use, if it is not loaded.
unless defined?(Gem)
  module Gem
    class LoadError < ::LoadError; end
    class MissingSpecError < Gem::LoadError; end

    # A version of a gem. Versions are compared as in RubyGems.
    class Version
      include Comparable
      attr_reader :version

      def self.create(version)
        version.is_a?(self) ? version : new(version)
      end

      def self.correct?(version)
        version.to_s.match?(/\A\s*(\d+(\.[0-9a-zA-Z]+)*(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?)?\s*\z/)
      end

      def initialize(version)
        raise ArgumentError, "Malformed version number string #{version}" unless self.class.correct?(version)

        @version = version.to_s.strip.gsub("-", ".pre.")
      end

      def segments
        @segments ||= @version.scan(/\d+|[a-z]+/i).map { |part| part.match?(/\d/) ? part.to_i : part }
      end

      def prerelease?
        @version.match?(/[a-zA-Z]/)
      end

      def to_s
        @version
      end

      def <=>(other)
        other = self.class.new(other) if other.is_a?(String) && self.class.correct?(other)
        return unless other.is_a?(Version)

        size = [segments.size, other.segments.size].max
        size.times do |at|
          one, two = segments[at] || 0, other.segments[at] || 0
          next if one == two
          return one.is_a?(String) ? -1 : 1 unless one.instance_of?(two.class)

          return one <=> two
        end
        0
      end

      def eql?(other)
        other.is_a?(Version) && version == other.version
      end

      def hash
        segments.hash
      end
    end

    class Requirement
      def initialize(*parts)
        @parts = parts.flatten.map { |part| part.match(/\A\s*(=|!=|>=|<=|~>|>|<)?\s*(.+)\z/).captures }
      end

      def satisfied_by?(version)
        @parts.all? do |operator, wanted|
          wanted = Version.new(wanted)
          case operator
          when nil, "=" then version == wanted
          when "!=" then version != wanted
          when "~>" then version >= wanted && version.segments.first([wanted.segments.size - 1, 1].max) == wanted.segments.first([wanted.segments.size - 1, 1].max)
          else version.public_send(operator, wanted)
          end
        end
      end
    end

    class Specification
      def self.find_by_name(name, *)
        root = Hastie::Gems.root(name) or raise MissingSpecError, "Could not find '#{name}' among the gem folders"
        Found.new(name, root)
      end

      def self.find_all_by_name(name, *)
        root = Hastie::Gems.root(name)
        root ? [Found.new(name, root)] : []
      end

      # A gem in its folder.
      Found = Struct.new(:name, :gem_dir) do
        def version
          Version.new(File.basename(gem_dir).delete_prefix("#{name}-"))
        end
        alias_method :full_gem_path, :gem_dir
      end
    end

    class << self
      def loaded_specs
        @loaded_specs ||= Hash.new { |_, name| Specification.find_all_by_name(name).first }
      end

      def path
        Hastie::Gems.homes
      end

      def win_platform?
        false
      end

      def ruby_version
        Version.new(RUBY_VERSION)
      end
    end
  end

  module Kernel
    private

    def gem(*)
      true
    end
  end
end
