# frozen_string_literal: true

# Makes a run repeatable: the clock is stopped, and directory listings are sorted by byte.
#
# Jekyll sorts pages by file name alone, so equal names keep the order of the listing, which differs between file
# systems. With REF_CLOCK=running the clock is not stopped, for timing.

require "date"
require "time"

unless ENV["REF_CLOCK"] == "running"
  STANDING_CLOCK = Integer(ENV.fetch("SOURCE_DATE_EPOCH"))

  class Time
    class << self
      alias_method :with_arguments, :new

      def now(**options)
        at(STANDING_CLOCK, **options)
      end

      def new(*arguments, **options)
        arguments.empty? ? now(**options) : with_arguments(*arguments, **options)
      end
    end
  end

  class Date
    def self.today(start = Date::ITALY)
      Time.now.to_date.new_start(start)
    end
  end

  class DateTime
    def self.now(start = Date::ITALY)
      Time.now.to_datetime.new_start(start)
    end
  end
end

class Dir
  class << self
    %w(entries children).each do |listing|
      unsorted = instance_method(listing)
      define_method(listing) do |*arguments, **options|
        unsorted.bind_call(self, *arguments, **options).sort_by(&:b)
      end
    end

    { "foreach" => "entries", "each_child" => "children" }.each do |walk, listing|
      define_method(walk) do |*arguments, **options, &block|
        names = public_send(listing, *arguments, **options)
        next names.each unless block

        names.each(&block)
        nil
      end
    end
  end
end

# Random names count from one. Plugins must require the library, so it is only changed when they do.
module RandomNames
  def require(name)
    super.tap { RandomNames.count if name == "securerandom" }
  end

  def self.count
    return if @names

    @names = 0
    SecureRandom.define_singleton_method(:uuid) { RandomNames.next }
  end

  def self.next
    format("00000000-0000-4000-8000-%012d", @names += 1)
  end
end
Object.prepend(RandomNames)
