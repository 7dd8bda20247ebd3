# Records which keys of a page a filter reads. The program reuses the filter's result for pages with equal values,
# without calling it again.
module Hastie
  module Trace
    # Raised if a filter reads anything that cannot be traced. The filter is then called again without tracing.
    class Retry < Exception; end

    # Requests whose results do not change while only such filters run.
    LASTING = %w(page_key data).freeze

    @refused = {}

    class << self
      # The values of the page that were read so far, while a filter is traced.
      attr_reader :seen

      # A filter's result, and the values of the page that it read. nil if they cannot be traced. `page` contains the
      # values that the program has sent with the call.
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

      # The value of a key of the page.
      def page_key(serial, key)
        @page.fetch(key) { Hastie.ask("page_key", serial, key) }
      end

      # Records a request. After any request that is not in `LASTING`, the filter is no longer traced.
      def asked(operation)
        @seen = nil unless LASTING.include?(operation)
      end
    end

    # The page that a traced filter sees. It only supports reading keys with scalar values.
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
