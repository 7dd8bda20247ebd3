# Requests over HTTP, which the program sends if the user allows it. Plugins use `net/http` as always (`net_http.rb`).
module Hastie
  module Network
    SITE_FILE = /\A(.*?\.rb:\d+)/.freeze

    @limits = []

    class << self
      # A response as status, headers and body. Bodies and values of headers are binary.
      def exchange(method, url, headers, body, limits)
        limit = @limits.min_by(&:first)
        headers = headers.map { |name, value| [name, characters(value)] }
        kind, *rest = Hastie.ask("http", method, url, headers, characters(body), [*limits, limit&.first], place)
        return [rest[0], rest[1].map { |name, value| [name, bytes(value)] }, bytes(rest[2])] if kind == "response"

        fail(kind, rest.first, url, limit)
      end

      # Calls the block. If a request was refused while the block runs, the first exception that the plugin does not rescue ends only
      # the block, and the build goes on.
      def skipping
        outer, @refused = @refused, false
        yield
      rescue StandardError
        raise unless @refused
      ensure
        @refused = outer
      end

      # Limits the time of all requests in a block.
      def within(seconds, error, message)
        @limits.push([seconds.to_f, error, message])
        yield
      ensure
        @limits.pop
      end

      # Limits only the requests in a block: without threads, nothing else could be interrupted.
      def limit_times
        return if @limits_times

        @limits_times = true
        Timeout.singleton_class.prepend(Limits)
      end

      # Ruby's class for errors in names and addresses.
      def address_error
        require "socket"
        ::SocketError
      end

      private

      # One character for each byte.
      def characters(text)
        text.to_s.dup.force_encoding(Encoding::ISO_8859_1).encode(Encoding::UTF_8)
      end

      def bytes(text)
        text.encode(Encoding::ISO_8859_1).force_encoding(Encoding::BINARY)
      end

      # The line in a plugin of the site that sends the request. Without one, the line in a gem.
      def place
        source = "#{Hastie.model.site&.source}/"
        lines = caller.reject { |line| line.start_with?("hastie/") || Gems::ORIGINAL.any? { |folder| line.start_with?(folder) } }
        line = lines.find { |one| one.start_with?(source) && !one.include?("/gems/") } || lines.first || "a plugin"
        line.delete_prefix(source)[SITE_FILE, 1] || line
      end

      def fail(kind, message, url, limit)
        @refused ||= kind == "not_allowed"
        address = url[%r!\A\w+://([^/?]+)!, 1]
        host, port = address.match(/\A(.*?)(?::(\d+))?\z/).captures
        port ||= url.start_with?("https:") ? 443 : 80
        opening = "Failed to open TCP connection to #{host}:#{port}"
        case kind
        when "not_allowed" then raise address_error, "#{opening} (#{message})"
        when "refused", "unreachable"
          error = (kind == "refused" ? Errno::ECONNREFUSED : Errno::EHOSTUNREACH).new("connect(2) for \"#{host}\" port #{port}")
          raise error.exception("#{opening} (#{error.message})")
        when "not_found" then raise address_error, "#{opening} (getaddrinfo: Name or service not known)"
        when "open_timeout" then raise Net::OpenTimeout, "execution expired"
        when "read_timeout" then raise Net::ReadTimeout.new(Closed)
        when "timeout" then limit ? raise(limit[1], limit[2]) : raise(Net::ReadTimeout.new(Closed))
        when "closed" then raise EOFError, "end of file reached"
        when "reset" then raise Errno::ECONNRESET
        when "tls" then raise OpenSSL::SSL::SSLError, message
        when "invalid" then raise URI::InvalidURIError, "#{message}: #{url}"
        else raise IOError, message
        end
      end
    end

    # Ruby shows a closed socket in its message: this module prints like it.
    module Closed
      def self.inspect
        "#<TCPSocket:(closed)>"
      end
    end

    # Prepended to Timeout's own method.
    module Limits
      def timeout(seconds, error = nil, message = nil, &block)
        return yield(seconds) if seconds.nil? || seconds.zero?

        Network.within(seconds, error || Timeout::Error, message || "execution expired") { block.call(seconds) }
      end
    end
  end
end
