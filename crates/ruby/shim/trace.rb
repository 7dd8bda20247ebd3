# What a filter looked at that can be another for another page: the program gives the same result again, without asking,
# where that is the same.
module Hastie
  module Trace
    # The filter wants more than can be traced: it is called again, and all is fetched.
    class Retry < Exception; end

    # Questions whose answers stay while nothing but such filters runs.
    LASTING = %w(page_key data).freeze

    @refused = {}

    class << self
      # What was seen of the page so far, while a filter is traced.
      attr_reader :seen

      # A filter's result, and what it saw of the page; nothing where that cannot be told. `page` is what the program has
      # sent along of that.
      def of(name, page)
        return if @refused[name]

        @seen = {}
        @page = page || {}
        result = yield
        @seen ? [result, @seen] : nil
      rescue Retry
        @refused[name] = true
        nil
      ensure
        @seen = nil
      end

      # A key of the page.
      def page_key(serial, key)
        @page.fetch(key) { Hastie.ask("page_key", serial, key) }
      end

      # Notes a question: with another one the filter is no longer traced.
      def asked(operation)
        @seen = nil unless LASTING.include?(operation)
      end
    end

    # The page, as far as it is asked for keys that have plain values.
    class Page < BasicObject
      def initialize(serial)
        @serial = serial
      end

      def [](key)
        seen = Trace.seen
        ::Kernel.raise Retry if seen.nil? || !(::String === key)
        seen.fetch(key) { seen[key] = Trace.plain(Trace.page_key(@serial, key)) }
      end

      def nil?
        false
      end

      def ==(_other)
        ::Kernel.raise Retry
      end
      alias_method :!=, :==
      alias_method :equal?, :==

      def respond_to_missing?(*)
        ::Kernel.raise Retry
      end

      def method_missing(*)
        ::Kernel.raise Retry
      end
    end

    def self.plain(value)
      case value
      when String, Integer, true, false, nil then value
      else raise Retry
      end
    end
  end
end
