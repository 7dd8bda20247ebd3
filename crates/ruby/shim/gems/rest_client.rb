# The gem rest-client, for sites that do not have it.
Hastie::StandIns.provide("rest-client", "rest_client", "restclient") do
  require "net/http"
  require "uri"
  require "json"
  require "cgi"

  module RestClient
    VERSION = "2.1.0"

    # An error, with the response if the server answered.
    class Exception < RuntimeError
      attr_accessor :response, :original_exception
      attr_writer :message

      def initialize(response = nil, initial_code = nil)
        @response = response
        @initial_code = initial_code
        super()
      end

      def http_code
        @response ? @response.code.to_i : @initial_code
      end

      def http_headers
        @response&.headers
      end

      def http_body
        @response&.body
      end

      def to_s
        message
      end

      def message
        @message || default_message
      end

      def default_message
        self.class.name
      end
    end

    class ExceptionWithResponse < Exception; end

    class RequestFailed < ExceptionWithResponse
      def default_message
        "HTTP status code #{http_code}"
      end
    end
    class ServerBrokeConnection < Exception; end
    class SSLCertificateNotVerified < Exception; end

    # An error for each status.
    module Exceptions
      EXCEPTIONS_MAP = {}

      class Timeout < RestClient::Exception
        def initialize(message = nil, original = nil)
          super(nil, nil)
          self.message = message if message
          self.original_exception = original
        end
      end

      class OpenTimeout < Timeout
        def default_message
          "Timed out connecting to server"
        end
      end

      class ReadTimeout < Timeout
        def default_message
          "Timed out reading data from server"
        end
      end
    end
    RequestTimeout = Exceptions::Timeout

    STATUSES = {
      300 => "Multiple Choices", 301 => "Moved Permanently", 302 => "Found", 303 => "See Other", 304 => "Not Modified", 305 => "Use Proxy",
      307 => "Temporary Redirect", 308 => "Permanent Redirect",
      400 => "Bad Request", 401 => "Unauthorized", 402 => "Payment Required", 403 => "Forbidden", 404 => "Not Found",
      405 => "Method Not Allowed", 406 => "Not Acceptable", 407 => "Proxy Authentication Required", 408 => "Request Timeout", 409 => "Conflict",
      410 => "Gone", 411 => "Length Required", 412 => "Precondition Failed", 413 => "Payload Too Large", 414 => "URI Too Long",
      415 => "Unsupported Media Type", 416 => "Range Not Satisfiable", 417 => "Expectation Failed", 418 => "I'm A Teapot",
      422 => "Unprocessable Entity", 423 => "Locked", 424 => "Failed Dependency", 426 => "Upgrade Required", 428 => "Precondition Required",
      429 => "Too Many Requests", 431 => "Request Header Fields Too Large", 500 => "Internal Server Error", 501 => "Not Implemented",
      502 => "Bad Gateway", 503 => "Service Unavailable", 504 => "Gateway Timeout", 505 => "HTTP Version Not Supported",
      507 => "Insufficient Storage", 508 => "Loop Detected", 511 => "Network Authentication Required"
    }.freeze
    STATUSES.each do |code, text|
      kind = Class.new(code < 400 ? ExceptionWithResponse : RequestFailed) { define_method(:default_message) { "#{http_code || code} #{text}" } }
      Exceptions::EXCEPTIONS_MAP[code] = const_set(text.delete("-'").split.map { |word| word[0].upcase + word[1..] }.join, kind)
    end
    ResourceNotFound = NotFound

    # The methods of all responses, whether their body is a text or not.
    module AbstractResponse
      attr_accessor :net_http_res, :request, :history

      def code
        @code ||= net_http_res.code.to_i
      end

      def headers
        @headers ||= net_http_res.to_hash.to_h { |name, values| [name.tr("-", "_").to_sym, name == "set-cookie" ? values : values.join(", ")] }
      end

      def raw_headers
        net_http_res.to_hash
      end

      def cookies
        Array(headers[:set_cookie]).to_h { |cookie| cookie.split(";").first.split("=", 2).map(&:strip) }
      end

      def description
        "#{code} #{STATUSES[code]} | #{headers[:content_type].to_s.sub(/;.*\z/, "")} #{size} bytes\n"
      end

      # Raises an error for a status that means one. Follows redirects of GET and HEAD requests.
      def return!(&block)
        case code
        when 200..207 then self
        when 301, 302, 307
          %w(get head).include?(request.method) ? follow_redirection(&block) : raise(exception_with_response)
        when 303 then follow_get_redirection(&block)
        else raise exception_with_response
        end
      end

      def follow_redirection(&block)
        follow(request.method, &block)
      end

      def follow_get_redirection(&block)
        follow("get", &block)
      end

      private

      def follow(method, &block)
        location = headers[:location] or raise exception_with_response
        left = request.args[:max_redirects] || 10
        raise exception_with_response if left <= 0

        arguments = request.args.merge(:method => method, :url => URI.join(request.url, location).to_s, :max_redirects => left - 1)
        arguments.delete(:payload) if method == "get"
        arguments[:headers] = (request.args[:headers] || {}).reject { |name, _| name.to_s == "params" }
        Request.new(arguments).execute(history + [self], &block)
      end

      def exception_with_response
        (Exceptions::EXCEPTIONS_MAP[code] || RequestFailed).new(self, code)
      end
    end

    # A response. It is a string with the body.
    class Response < String
      include AbstractResponse

      def self.create(body, net_http_res, request, history = [])
        new(body || "").tap do |response|
          response.net_http_res, response.request, response.history = net_http_res, request, history
          charset = net_http_res["content-type"].to_s[/charset=\s*"?([^";\s]+)/i, 1]
          response.force_encoding(charset ? Encoding.find(charset) : response.encoding)
        rescue ArgumentError
          response
        end
      end

      def to_s
        body
      end

      def to_str
        body
      end

      def body
        @body ||= String.new(self)
      end

      def to_i
        code
      end

      def inspect
        "<RestClient::Response #{code.inspect} #{body.size > 13 ? "#{body[0, 10]}...".inspect : body.inspect}>"
      end
    end

    # Parameters as RestClient writes them.
    module Utils
      def self.encode_query_string(object)
        flatten_params(object).map { |key, value| value.nil? ? CGI.escape(key.to_s) : "#{CGI.escape(key.to_s)}=#{CGI.escape(value.to_s)}" }.join("&")
      end

      def self.flatten_params(object, parent = nil)
        object.to_a.flat_map do |key, value|
          name = parent ? "#{parent}[#{key}]" : key.to_s
          case value
          when Hash then flatten_params(value, name)
          when Array then value.empty? ? [["#{name}[]", nil]] : value.flat_map { |one| one.is_a?(Hash) ? flatten_params(one, "#{name}[]") : [["#{name}[]", one]] }
          else [[name, value]]
          end
        end
      end
    end

    # One request.
    class Request
      attr_reader :method, :url, :args, :payload, :headers

      def self.execute(args, &block)
        new(args).execute(&block)
      end

      def initialize(args)
        @args = args
        @method = (args[:method] or raise ArgumentError, "must pass :method").to_s.downcase
        raise ArgumentError, "must pass :url" unless args[:url]

        headers = (args[:headers] || {}).dup
        @url = with_query(args[:url].to_s, headers)
        @payload = args[:payload]
        @headers = written(headers)
      end

      def execute(history = [], &block)
        uri = URI.parse(url.match?(%r!\A\w+://!) ? url : "http://#{url}")
        http = Net::HTTP.new(uri.hostname, uri.port)
        http.use_ssl = uri.is_a?(URI::HTTPS)
        http.max_retries = 0
        %i(open_timeout read_timeout).each { |name| set_limit(http, name) }
        answer = sent(http, uri)
        response = Response.create(answer.body, answer, self, history)
        block ? block.call(response, self, answer) : response.return!
      end

      private

      def set_limit(http, name)
        return unless args.key?(name) || args.key?(:timeout)

        http.public_send("#{name}=", args.fetch(name) { args[:timeout] })
      end

      def sent(http, uri)
        body = text_of(payload)
        request = Net::HTTPGenericRequest.new(method.upcase, !body.nil?, method != "head", uri.request_uri, headers)
        request.body = body if body
        user, password = args[:user] || (uri.user && CGI.unescape(uri.user)), args[:password] || (uri.password && CGI.unescape(uri.password))
        request.basic_auth(user, password) if user && !headers.key?("Authorization")
        http.request(request)
      rescue Net::OpenTimeout => e
        raise Exceptions::OpenTimeout.new(nil, e)
      rescue Net::ReadTimeout, Errno::ETIMEDOUT => e
        raise Exceptions::ReadTimeout.new(nil, e)
      rescue EOFError
        raise ServerBrokeConnection
      rescue OpenSSL::SSL::SSLError => e
        raise SSLCertificateNotVerified.new(e.message) if e.message.include?("certificate")

        raise
      end

      def text_of(payload)
        case payload
        when nil then nil
        when Hash
          @headers["Content-Type"] ||= "application/x-www-form-urlencoded"
          Utils.encode_query_string(payload)
        else payload.respond_to?(:read) ? payload.read : payload.to_s
        end
      end

      def with_query(url, headers)
        key = headers.keys.find { |name| %w(params).include?(name.to_s) && headers[name].respond_to?(:to_hash) }
        return url unless key

        query = Utils.encode_query_string(headers.delete(key))
        query.empty? ? url : "#{url}#{url.include?("?") ? "&" : "?"}#{query}"
      end

      TYPES = { "json" => "application/json", "xml" => "application/xml", "html" => "text/html", "text" => "text/plain", "txt" => "text/plain", "*/*" => "*/*" }.freeze

      # Converts symbols to names of headers, and short names of types to media types.
      def written(headers)
        found = { "Accept" => "*/*", "User-Agent" => "rest-client/#{VERSION} (ruby)" }
        headers.each do |name, value|
          name = name.to_s.split("_").map(&:capitalize).join("-") if name.is_a?(Symbol)
          value = Array(value).map { |one| TYPES.fetch(one.to_s, one.to_s) }.join(", ") if %w(Accept Content-Type).include?(name)
          found[name] = value.to_s
        end
        cookies = args[:cookies] || found.delete("Cookies")
        found["Cookie"] = cookies.map { |key, value| "#{key}=#{value}" }.join("; ") if cookies.is_a?(Hash)
        found
      end
    end

    # An address, and the settings that all of its requests share.
    class Resource
      attr_reader :url, :options

      def initialize(url, options = {}, old_password = nil)
        @url = url
        @options = options.is_a?(Hash) ? options : { :user => options, :password => old_password }
      end

      %i(get head delete options).each do |name|
        next if name == :options

        define_method(name) { |extra = {}, &block| send_request(name, nil, extra, &block) }
      end
      %i(post put patch).each { |name| define_method(name) { |payload, extra = {}, &block| send_request(name, payload, extra, &block) } }

      def [](path)
        self.class.new("#{url.delete_suffix("/")}/#{path.to_s.delete_prefix("/")}", options)
      end

      def to_s
        url
      end

      private

      def send_request(name, payload, extra, &block)
        headers = (options[:headers] || {}).merge(extra)
        Request.execute(options.merge(:method => name, :url => url, :payload => payload, :headers => headers), &block)
      end
    end

    class << self
      attr_accessor :log, :proxy

      %i(get head delete options).each do |name|
        define_method(name) { |url, headers = {}, &block| Request.execute({ :method => name, :url => url, :headers => headers }, &block) }
      end
      %i(post put patch).each do |name|
        define_method(name) { |url, payload, headers = {}, &block| Request.execute({ :method => name, :url => url, :payload => payload, :headers => headers }, &block) }
      end
    end
  end
end
