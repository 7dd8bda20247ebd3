# The gem Faraday with its default adapter, for sites that do not have it.
Hastie::StandIns.provide("faraday", "faraday_middleware") do
  require "net/http"
  require "uri"
  require "json"

  module Faraday
    VERSION = "2.7.0"
    METHODS_WITH_QUERY = %w(get head delete trace).freeze
    METHODS_WITH_BODY = %w(post put patch).freeze

    # An error with the response or exception that was the reason.
    class Error < StandardError
      attr_reader :response, :wrapped_exception

      def initialize(reason = nil, response = nil)
        @wrapped_exception = reason if reason.is_a?(Exception)
        @response = reason.is_a?(Hash) || reason.is_a?(Response) ? reason : response
        super(reason.is_a?(Hash) ? "the server responded with status #{reason[:status]}" : @wrapped_exception&.message || reason.to_s)
      end

      def response_status
        @response && @response[:status]
      end

      def response_body
        @response && @response[:body]
      end

      def response_headers
        @response && @response[:headers]
      end
    end
    class ClientError < Error; end
    class ServerError < Error; end
    class ConnectionFailed < Error; end
    class SSLError < Error; end
    class ParsingError < Error; end
    class InitializationError < Error; end

    class TimeoutError < ServerError
      def initialize(reason = "timeout", response = nil)
        super
      end
    end
    class BadRequestError < ClientError; end
    class UnauthorizedError < ClientError; end
    class ForbiddenError < ClientError; end
    class ResourceNotFound < ClientError; end
    class ProxyAuthError < ClientError; end
    class RequestTimeoutError < ClientError; end
    class ConflictError < ClientError; end
    class UnprocessableEntityError < ClientError; end
    class TooManyRequestsError < ClientError; end
    class NilStatusError < ServerError; end

    STATUS_ERRORS = {
      400 => BadRequestError, 401 => UnauthorizedError, 403 => ForbiddenError, 404 => ResourceNotFound, 407 => ProxyAuthError,
      408 => RequestTimeoutError, 409 => ConflictError, 422 => UnprocessableEntityError, 429 => TooManyRequestsError
    }.freeze

    module Utils
      # The headers of a request or response. Their names may be in upper or lower case.
      class Headers < Hash
        def self.from(value)
          new.update(value || {})
        end

        def [](key)
          super(written(key))
        end

        def []=(key, value)
          super(written(key), value.is_a?(Array) ? value.join(", ") : value)
        end

        def key?(key)
          super(written(key))
        end
        %i(include? has_key? member?).each { |name| alias_method name, :key? }

        def fetch(key, *default, &block)
          super(written(key), *default, &block)
        end

        def delete(key)
          super(written(key))
        end

        def update(other)
          other.each { |key, value| self[key] = value }
          self
        end
        alias_method :merge!, :update

        def merge(other)
          dup.update(other)
        end

        private

        def written(key)
          key.to_s.split(/[_-]/).map(&:capitalize).join("-")
        end
      end

      class << self
        def build_nested_query(params)
          pairs(params).map { |key, value| value.nil? ? escape(key) : "#{escape(key)}=#{escape(value)}" }.join("&")
        end
        alias_method :build_query, :build_nested_query

        def escape(text)
          text.to_s.b.gsub(/[^a-zA-Z0-9 .\-_~]/n) { |byte| format("%%%02X", byte.ord) }.tr(" ", "+")
        end

        def parse_query(text)
          URI.decode_www_form(text.to_s).to_h
        end
        alias_method :parse_nested_query, :parse_query

        private

        # The pairs of a query, sorted by name as in Faraday.
        def pairs(params, prefix = nil)
          params.to_h.map { |key, value| [key.to_s, value] }.sort_by(&:first).flat_map do |key, value|
            name = prefix ? "#{prefix}[#{key}]" : key
            case value
            when Hash then pairs(value, name)
            when Array then value.empty? ? [["#{name}[]", nil]] : value.flat_map { |one| one.is_a?(Hash) ? pairs(one, "#{name}[]") : [["#{name}[]", one]] }
            else [[name, value]]
            end
          end
        end
      end
    end

    # The options of requests and connections.
    class Options < Hash
      NAMES = %i(timeout open_timeout read_timeout write_timeout params_encoder proxy bind boundary oauth context on_data verify ca_file ca_path).freeze

      NAMES.each do |name|
        define_method(name) { self[name] }
        define_method("#{name}=") { |value| self[name] = value }
      end
    end
    RequestOptions = Options
    SSLOptions = Options

    # A request that is being built.
    class Request
      attr_accessor :http_method, :path, :params, :headers, :body, :options

      def initialize(http_method, params, headers, options)
        @http_method = http_method
        @params = params
        @headers = headers
        @options = options
      end

      def url(path, params = nil)
        @path, query = path.to_s.split("?", 2)
        @params.update(Utils.parse_query(query)) if query
        @params.update(params.transform_keys(&:to_s)) if params
      end

      def [](key)
        headers[key]
      end

      def []=(key, value)
        headers[key] = value
      end
    end

    Env = Struct.new(:method, :url, :request_headers, :request_body, :status, :response_headers, :body, :reason_phrase, :response, :request, :params) do
      alias_method :response_body, :body
    end

    # A response.
    class Response
      attr_reader :env

      def initialize(env)
        @env = env
        env.response = self
      end

      def status
        env.status
      end

      def reason_phrase
        env.reason_phrase
      end

      def headers
        env.response_headers
      end

      def body
        env.body
      end

      def finished?
        true
      end

      def success?
        (200..299).cover?(status)
      end

      def [](key)
        key.is_a?(Symbol) ? to_hash[key] : headers[key]
      end

      def to_hash
        { :status => status, :body => body, :response_headers => headers, :headers => headers, :url => env.url }
      end
      alias_method :to_h, :to_hash
    end

    # Middleware that plugins write themselves.
    class Middleware
      attr_reader :app, :options

      def initialize(app = nil, options = {})
        @app = app
        @options = options
      end

      def call(env)
        on_request(env) if respond_to?(:on_request)
        app.call(env).tap { |response| on_complete(response.env) if respond_to?(:on_complete) }
      end
    end

    # A connection: an address, and the settings that all of its requests share.
    class Connection
      attr_reader :params, :headers, :options, :ssl, :url_prefix
      attr_accessor :parallel_manager
      REDIRECTS = [301, 302, 303, 307, 308].freeze

      def initialize(url = nil, options = {})
        url, options = nil, url if url.is_a?(Hash)
        options = options.to_h.transform_keys(&:to_sym)
        @params = {}.update((options[:params] || {}).to_h.transform_keys(&:to_s))
        @headers = Utils::Headers.from("User-Agent" => "Faraday v#{VERSION}").update(options[:headers] || {})
        @options = Options.new.update((options[:request] || {}).transform_keys(&:to_sym))
        @ssl = Options.new
        @request_steps = []
        @response_steps = []
        @own = []
        self.url_prefix = url || options[:url] || "http:/"
        yield self if block_given?
        @request_steps << [:url_encoded, {}] if @request_steps.empty?
      end

      def url_prefix=(url)
        uri = URI(url.to_s)
        @params.update(Utils.parse_query(uri.query)) if uri.query
        uri.query = nil
        @url_prefix = uri
        basic_auth(URI.decode_www_form_component(uri.user), URI.decode_www_form_component(uri.password.to_s)) if uri.user
      end

      def host
        url_prefix.host
      end

      def port
        url_prefix.port
      end

      def scheme
        url_prefix.scheme
      end

      def path_prefix
        url_prefix.path
      end

      def builder
        self
      end

      def request(name = nil, *arguments)
        return @request_steps if name.nil?

        case name
        when :basic_auth then basic_auth(*arguments)
        when :authorization
          kind, *rest = arguments
          return basic_auth(*rest) if kind.to_s == "basic"

          value = rest.first.respond_to?(:call) ? rest.first.call : rest.first
          headers["Authorization"] = "#{kind} #{value}"
        when :token_auth then headers["Authorization"] = "Token token=\"#{arguments.first}\""
        else @request_steps << [name, arguments.last.is_a?(Hash) ? arguments.last : {}]
        end
      end

      def response(name, *arguments)
        @response_steps << [name, arguments.last.is_a?(Hash) ? arguments.last : {}]
      end

      def use(kind, *arguments)
        case kind.to_s
        when /RaiseError/ then response(:raise_error)
        when /FollowRedirects/ then response(:follow_redirects, *arguments)
        when /UrlEncoded/ then request(:url_encoded)
        when /Json/i then response(:json)
        else @own << [kind, arguments] if kind.is_a?(Class)
        end
      end

      # Has no effect, because the program sends all requests.
      def adapter(*); end

      def proxy=(*); end

      def basic_auth(name, password)
        headers["Authorization"] = "Basic #{["#{name}:#{password}"].pack("m0")}"
      end

      (METHODS_WITH_QUERY + ["options"]).each do |name|
        define_method(name) do |url = nil, params = nil, headers = nil, &block|
          return @options if name == "options" && url.nil? && block.nil?

          run_request(name.to_sym, url, nil, headers) do |request|
            request.params.update(params.to_h.transform_keys(&:to_s)) if params
            block&.call(request)
          end
        end
      end

      METHODS_WITH_BODY.each do |name|
        define_method(name) { |url = nil, body = nil, headers = nil, &block| run_request(name.to_sym, url, body, headers, &block) }
      end

      def run_request(http_method, url, body, headers)
        request = Request.new(http_method, @params.dup, @headers.merge(headers || {}), @options.dup)
        request.url(url.to_s) if url
        request.body = body
        yield request if block_given?
        app = ->(env) { retried { perform(env, request) } }
        @own.reverse_each { |kind, arguments| app = kind.new(app, *arguments).method(:call) }
        app.call(encoded(request))
      end

      def build_url(path = nil, params = nil)
        path = path.to_s
        uri = path.match?(%r!\A\w+://!) ? URI(path) : joined(path)
        query = Utils.build_nested_query(params || {})
        uri.query = query.empty? ? uri.query : query
        uri
      end
      alias_method :build_exclusive_url, :build_url

      private

      def joined(path)
        base = url_prefix.dup
        return base if path.empty?

        base.path = "#{base.path}/" unless base.path.end_with?("/")
        URI.join(base.to_s, path)
      end

      # The request with its body as the request's middleware writes it.
      def encoded(request)
        body = request.body
        if @request_steps.any? { |name, _| name == :json } && !body.nil? && !(body.is_a?(String) && request.headers.key?("Content-Type"))
          request.headers["Content-Type"] ||= "application/json"
          body = JSON.generate(body) unless body.is_a?(String)
        elsif body.respond_to?(:each_pair)
          request.headers["Content-Type"] ||= "application/x-www-form-urlencoded"
          body = Utils.build_nested_query(body)
        end
        Env.new(request.http_method, build_url(request.path, request.params), request.headers, body, nil, nil, nil, nil, nil, request.options, request.params)
      end

      def retried
        options = @request_steps.find { |name, _| name == :retry }&.last
        tries = options ? options.fetch(:max, 2) : 0
        begin
          yield
        rescue ConnectionFailed, TimeoutError
          raise if tries.zero?

          tries -= 1
          retry
        end
      end

      def perform(env, request, left = 3)
        answer = sent(env, request.options)
        env.status = answer.code.to_i
        env.reason_phrase = answer.message
        env.response_headers = Utils::Headers.from(answer.to_hash)
        env.body = answer.body || ""
        response = Response.new(env)
        follow = @response_steps.find { |name, _| name == :follow_redirects }
        if follow && REDIRECTS.include?(env.status) && env.response_headers["Location"] && left.positive?
          env.url = URI.join(env.url.to_s, env.response_headers["Location"])
          env.method, env.request_body = :get, nil if env.status < 307 && env.method != :head
          return perform(env, request, left - 1)
        end
        @response_steps.reverse_each { |name, options| finish(name, options, env) }
        response
      end

      def sent(env, options)
        http = Net::HTTP.new(env.url.hostname, env.url.port)
        http.use_ssl = env.url.scheme == "https"
        http.max_retries = 0
        %i(open_timeout read_timeout write_timeout).each do |name|
          value = options[name] || options[:timeout]
          http.public_send("#{name}=", value) if value
        end
        request = Net::HTTPGenericRequest.new(env.method.to_s.upcase, !env.request_body.nil?, env.method != :head, env.url.request_uri, env.request_headers.transform_values(&:to_s))
        request.body = env.request_body.to_s unless env.request_body.nil?
        http.request(request)
      rescue Net::OpenTimeout, Net::ReadTimeout, Errno::ETIMEDOUT => e
        raise TimeoutError, e
      rescue OpenSSL::SSL::SSLError => e
        raise SSLError, e
      rescue SystemCallError, SocketError, IOError => e
        raise ConnectionFailed, e
      end

      def finish(name, options, env)
        case name
        when :raise_error
          kind = STATUS_ERRORS[env.status] || (ClientError if (400..499).cover?(env.status)) || (ServerError if env.status >= 500)
          raise kind, env.response.to_hash if kind
        when :json
          wanted = Array(options[:content_type] || /\bjson$/)
          type = env.response_headers["Content-Type"].to_s.split(";").first.to_s.strip
          return unless wanted.any? { |one| one === type } && env.body.is_a?(String)

          env.body = env.body.strip.empty? ? nil : JSON.parse(env.body, **(options[:parser_options] || {}))
        end
      rescue JSON::ParserError => e
        raise ParsingError, e
      end
    end

    @default_adapter = :net_http
    class << self
      attr_accessor :default_adapter, :ignore_env_proxy
      attr_writer :default_connection

      def new(url = nil, options = {}, &block)
        Connection.new(url, options, &block)
      end

      def default_connection
        @default_connection ||= Connection.new
      end

      (METHODS_WITH_QUERY + METHODS_WITH_BODY + %w(run_request build_url)).each do |name|
        define_method(name) { |*arguments, &block| default_connection.public_send(name, *arguments, &block) }
      end
    end
  end
end
