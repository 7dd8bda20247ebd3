# Converts paths on systems with drives. WASI has no drives, so this Ruby takes `C:/site` for a relative path. It makes
# `/C:/site` of it or, in a folder, `/C:/site/C:/site`. The program accepts all three forms; plugins see the first.
module Hastie
  module Drives
    BEGINS = %r!\A[A-Za-z]:(?=/|\z)!.freeze
    BEFORE = %r!\A/(?:.*/)?(?=[A-Za-z]:/)!.freeze

    def self.plain(path)
      path.is_a?(String) ? path.sub(BEFORE, "") : path
    end

    # The form of a path that this Ruby takes for absolute, such as `/C:/site`.
    def self.absolute(path)
      path = path.to_path if path.respond_to?(:to_path)
      path.is_a?(String) && path.match?(BEGINS) ? "/#{path}" : path
    end

    module Files
      %i(expand_path absolute_path realpath realdirpath).each do |name|
        define_method(name) do |path, folder = Dir.pwd|
          Drives.plain(super(Drives.absolute(path), Drives.absolute(folder)))
        end
      end

      def absolute_path?(path)
        super(Drives.absolute(path))
      end
    end

    module Folders
      def pwd
        Drives.plain(super)
      end

      def getwd
        pwd
      end

      def chdir(path = "/", &block)
        return super(Drives.absolute(path)) unless block

        super(Drives.absolute(path)) { |inside| block.call(Drives.plain(inside)) }
      end
    end

    # Files are searched on the load path, unless their path is absolute.
    module Loading
      def require(path)
        super(Drives.absolute(path))
      end

      def load(path, *rest)
        super(Drives.absolute(path), *rest)
      end

      private

      def __dir__
        place = caller_locations(1, 1).first
        place && File.dirname(Drives.plain(place.absolute_path || place.path))
      end
    end

    module Places
      def system_path(path)
        Drives.plain(path)
      end
    end
  end
end

File.singleton_class.prepend(Hastie::Drives::Files)
Dir.singleton_class.prepend(Hastie::Drives::Folders)
Object.prepend(Hastie::Drives::Loading)
Hastie::Wire.singleton_class.prepend(Hastie::Drives::Places)
