# The site's time zone, for an interpreter without time zones. The program provides the offset from UTC.
module Hastie
  class LocalZone
    # Clocks change at full quarters of an hour.
    QUARTER = 900

    class << self
      # The zone that local times have. nil for UTC.
      attr_reader :current

      def install(name)
        return if name == "UTC" || !RUBY_PLATFORM.include?("wasm")

        @current = new(name)
        Time.singleton_class.prepend(Making)
        Time.prepend(Showing)
        [File, File::Stat].each { |kind| (kind == File ? kind.singleton_class : kind).prepend(Stamps) }
        Date.define_singleton_method(:today) { |*| Time.now.to_date }
        DateTime.define_singleton_method(:now) { |*| Time.now.to_datetime }
      end
    end

    attr_reader :name

    def initialize(name)
      @name = name
      @known = {}
    end

    # The offset at an instant, with its abbreviation.
    def at(seconds)
      @known[seconds.div(QUARTER)] ||= Wire.ask("zone_at", seconds, false)
    end

    def utc_to_local(time)
      clock(time, at(time.to_i).first)
    end

    # Converts local time to UTC. The zone's rules choose between two possible times.
    def local_to_utc(time)
      clock(time, -Wire.ask("zone_at", time.to_i, true).first)
    end

    def abbr(time)
      at(time.to_i)[1]
    end

    def dst?(time)
      seconds = time.to_i
      year = 365 * 86_400
      at(seconds).first > [at(seconds - year / 2).first, at(seconds + year / 2).first].min
    end

    private

    def clock(time, offset)
      Time.utc(1970) + time.to_i + offset
    end

    # Creates times in the site's zone, unless an argument sets another zone.
    module Making
      def at(*arguments, **options)
        options[:in] = LocalZone.current unless options.key?(:in)
        super
      end

      def now(**options)
        options[:in] = LocalZone.current unless options.key?(:in)
        super
      end

      def new(*arguments, **options)
        return now(**options) if arguments.empty?

        return super if arguments.size >= 7 || options.key?(:in) || arguments.first.is_a?(String)

        # A local time that is skipped in spring becomes the time that clocks show instead.
        at(super(*arguments, **options, :in => LocalZone.current))
      end

      def local(*arguments)
        shown = utc(*arguments)
        Time.new(shown.year, shown.month, shown.day, shown.hour, shown.min, shown.sec + shown.subsec)
      end

      def mktime(*arguments)
        local(*arguments)
      end
    end

    module Showing
      def localtime(zone = nil)
        super(zone || LocalZone.current)
      end

      def getlocal(zone = nil)
        super(zone || LocalZone.current)
      end

      # The abbreviation of the time zone, as on systems that know time zones.
      def zone
        found = super
        found.is_a?(LocalZone) ? found.abbr(self) : found
      end

      def to_a
        super.tap { |parts| parts[-1] = zone }
      end
    end

    # Prepended to the methods of `ENV`. Jekyll sets `TZ` to the site's time zone. Another zone would also change how
    # Jekyll reads dates, but the program's dates would stay as they are.
    module Variable
      def self.install(name)
        ENV.store("TZ", name.to_s) if name
        ENV.singleton_class.prepend(self)
      end

      def []=(name, value)
        hastie_check(name, value)
        super
      end

      def store(name, value)
        hastie_check(name, value)
        super
      end

      def delete(name)
        hastie_check(name, nil)
        super
      end

      def update(*hashes)
        hashes.each { |hash| hash.each { |name, value| hastie_check(name, value) } }
        super
      end
      alias_method :merge!, :update

      private

      def hastie_check(name, value)
        Hastie.missing("the time zone #{value.inspect} instead of the site's") if name == "TZ" && value != self["TZ"]
        Hastie.missing("another JEKYLL_ENV than #{Jekyll.env.inspect}") if name == "JEKYLL_ENV" && defined?(Jekyll.env) && value.to_s != Jekyll.env
      end
    end

    module Stamps
      %i(mtime atime ctime birthtime).each do |name|
        define_method(name) { |*arguments| super(*arguments).localtime }
      end
    end
  end
end
