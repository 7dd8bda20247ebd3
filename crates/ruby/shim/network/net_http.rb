# Ruby's own `net/http`, with requests of the program instead of sockets. So all libraries that use it work, such as open-uri and
# the gems for HTTP. The bytes that it writes are parsed as a request, and the response has the form that a server would send.
module Hastie
  module NetHTTP
    class << self
      # Changes the library once it is loaded.
      def install
        return if @installed || !defined?(Net::HTTP) || !Net::HTTP.method_defined?(:request)

        @installed = true
        Net::HTTP.prepend(Connection)
        Network.limit_times
      end

      def install_encryption
        return if !defined?(OpenSSL) || OpenSSL.const_defined?(:SSL, false)

        OpenSSL.const_set(:SSL, Encryption)
        Encryption.const_set(:SSLError, Class.new(defined?(OpenSSL::OpenSSLError) ? OpenSSL::OpenSSLError : StandardError))
      end
    end

    # Names of encrypted connections, if the library was compiled without sockets. The program encrypts and verifies.
    module Encryption
      VERIFY_NONE = 0
      VERIFY_PEER = 1
      VERIFY_FAIL_IF_NO_PEER_CERT = 2
      VERIFY_CLIENT_ONCE = 4
      OP_ALL = 0x80000850
      TLS1_VERSION = 0x0301
      TLS1_1_VERSION = 0x0302
      TLS1_2_VERSION = 0x0303
      TLS1_3_VERSION = 0x0304

      # Options of a connection, without effect.
      class SSLContext
        METHODS = %i(TLS TLSv1_2 SSLv23).freeze
        DEFAULT_PARAMS = { :verify_mode => VERIFY_PEER }.freeze
        attr_accessor :verify_mode, :ca_file, :ca_path, :cert, :key, :cert_store, :ciphers, :min_version, :max_version, :ssl_version, :timeout, :options

        def set_params(params = {})
          params
        end
      end
    end

    FILES = %r!(?:\A|/)net/https?(?:\.rb)?\z!.freeze
    private_constant :FILES

    # Prepended to the object's `require`. Constants of this module would be constants of Object.
    module Libraries
      def require(name)
        found = super
        NetHTTP.install if FILES.match?(name.to_s)
        NetHTTP.install_encryption if name.to_s == "openssl"
        found
      end
    end

    # Prepended to the class of connections.
    module Connection
      # False, because the program uses the user's proxy itself.
      def proxy?
        false
      end

      private

      def connect
        @socket = Net::BufferedIO.new(Line.new(self), :read_timeout => @read_timeout, :continue_timeout => @continue_timeout, :debug_output => @debug_output)
        @last_communicated = nil
        on_connect
      end

      def on_connect; end
    end

    # Replaces the socket of a connection.
    class Line
      # Characters that must be percent-encoded in an address.
      PLAIN = /[^!#-;=?-\[\]_a-z|~]/n.freeze

      def initialize(http)
        @http = http
        @sent = "".b
      end

      # A write after a response begins another request.
      def write_nonblock(text, **)
        if @response
          @response = nil
          @sent = "".b
        end
        @sent << text.b
        text.bytesize
      end

      def read_nonblock(_size, buffer = nil, **)
        @response ||= response
        return if @response.empty?

        text = @response
        @response = "".b
        buffer ? buffer.replace(text) : text
      end

      def eof?
        !!@response&.empty?
      end

      def close
        @closed = true
      end

      def closed?
        !!@closed
      end

      def to_io
        self
      end

      # Returns at once, because writing never blocks, and a response is read as a whole.
      def wait_writable(*)
        self
      end

      def wait_readable(*); end

      def inspect
        Network::Closed.inspect
      end

      private

      def response
        head, body = @sent.split("\r\n\r\n", 2)
        first, *lines = head.split("\r\n")
        method, path, = first.split(" ", 3)
        headers = lines.map { |line| line.split(/:\s*/, 2) }
        body = joined(body) if headers.any? { |name, value| name.casecmp?("Transfer-Encoding") && value.to_s.casecmp?("chunked") }
        written(*Network.exchange(method, address(path), headers, body, [@http.open_timeout, @http.read_timeout]))
      end

      def address(path)
        host = @http.address.include?(":") ? "[#{@http.address.delete("[]")}]" : @http.address
        port = ":#{@http.port}" unless @http.port == (@http.use_ssl? ? 443 : 80)
        "#{@http.use_ssl? ? "https" : "http"}://#{host}#{port}#{path.b.gsub(PLAIN) { |byte| format("%%%02X", byte.ord) }}"
      end

      # A body that was written in chunks.
      def joined(body)
        text = "".b
        until body.nil? || body.empty?
          length, body = body.split("\r\n", 2)
          length = length.hex
          break if length.zero?

          text << body.byteslice(0, length)
          body = body.byteslice(length + 2, body.bytesize)
        end
        text
      end

      def written(status, headers, body)
        chunked = headers.any? { |name, value| name.casecmp?("transfer-encoding") && value.downcase.include?("chunked") }
        text = "HTTP/1.1 #{status} #{reason(status)}\r\n".b
        headers.each { |name, value| text << name.b << ": ".b << value << "\r\n".b }
        text << "\r\n".b
        return text << body unless chunked

        text << "#{body.bytesize.to_s(16)}\r\n".b << body << "\r\n".b unless body.empty?
        text << "0\r\n\r\n".b
      end

      # The server's own text for a status is lost, so the usual text is written.
      def reason(status)
        kind = Net::HTTPResponse::CODE_TO_OBJ[status.to_s]
        REASONS.fetch(status) { kind ? kind.name.delete_prefix("Net::HTTP").gsub(/(?<=[a-z])(?=[A-Z])/, " ") : "" }
      end
      REASONS = {
        200 => "OK", 203 => "Non-Authoritative Information", 207 => "Multi-Status", 208 => "Already Reported", 226 => "IM Used",
        407 => "Proxy Authentication Required", 408 => "Request Timeout", 413 => "Payload Too Large", 414 => "URI Too Long",
        416 => "Range Not Satisfiable", 418 => "I'm a teapot", 431 => "Request Header Fields Too Large", 505 => "HTTP Version Not Supported"
      }.freeze
    end
  end
end

Object.prepend(Hastie::NetHTTP::Libraries)
Kernel.singleton_class.prepend(Hastie::NetHTTP::Libraries)
