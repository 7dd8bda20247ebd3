# The gem HTTParty, for sites that do not have it: requests by Ruby's `net/http`, and responses that know their format.
Hastie::StandIns.provide("httparty") do
  require "net/http"
  require "uri"
  require "json"
  require "erb"
  require "delegate"


  module HTTParty
    VERSION = "0.21.0"

    class Error < StandardError; end
    class UnsupportedFormat < Error; end
    class UnsupportedURIScheme < Error; end

    # An error with the response that was the reason.
    class ResponseError < Error
      attr_reader :response

      def initialize(response)
        @response = response
        super()
      end
    end
    class RedirectionTooDeep < ResponseError; end
    class DuplicateLocationHeader < ResponseError; end

    # Parameters as Rails writes them.
    module HashConversions
      class << self
        def to_params(hash)
          hash.to_hash.map { |key, value| normalize_param(key, value) }.join.chop
        end

        def normalize_param(key, value)
          pairs(key, value).map { |name, text| "#{ERB::Util.url_encode(name)}=#{ERB::Util.url_encode(text.to_s)}&" }.join
        end

        private

        # The pairs of a value. Values in a nested hash come after all values of the outer hash.
        def pairs(key, value)
          if value.respond_to?(:to_ary)
            return [["#{key}[]", ""]] if value.empty?

            return value.to_ary.flat_map { |one| pairs("#{key}[]", one) }
          end
          return [[key.to_s, value]] unless value.respond_to?(:to_hash)

          found = []
          waiting = [[key, value.to_hash]]
          waiting.each do |parent, hash|
            hash.each do |name, inner|
              name = "#{parent}[#{name}]"
              next waiting << [name, inner.to_hash] if inner.respond_to?(:to_hash)

              found.concat(pairs(name, inner)) unless inner.respond_to?(:to_ary) && inner.empty?
            end
          end
          found
        end
      end
    end

    # Parses bodies by their formats.
    class Parser
      SupportedFormats = {
        "text/xml" => :xml, "application/xml" => :xml, "application/json" => :json, "application/vnd.api+json" => :json,
        "application/hal+json" => :json, "application/javascript" => :plain, "text/javascript" => :plain, "text/html" => :html,
        "text/plain" => :plain, "text/csv" => :csv, "application/csv" => :csv, "text/comma-separated-values" => :csv
      }.freeze

      attr_reader :body, :format

      class << self
        def call(body, format)
          new(body, format).parse
        end

        def formats
          const_get(:SupportedFormats)
        end

        def format_from_mimetype(mimetype)
          formats[formats.keys.detect { |key| mimetype.include?(key) }]
        end

        def supported_formats
          formats.values.uniq
        end

        def supports_format?(format)
          supported_formats.include?(format)
        end
      end

      def initialize(body, format)
        @body = body
        @format = format
      end
      private_class_method :new

      def parse
        return if body.nil? || body == "null" || (body.valid_encoding? && body.strip.empty?)

        @body = body.delete_prefix("\uFEFF") if body.encoding == Encoding::UTF_8 && body.valid_encoding?
        self.class.supports_format?(format) ? send(format) : body
      end

      protected

      def xml
        require "multi_xml"
        MultiXml.parse(body)
      end

      def json
        JSON.parse(body, :quirks_mode => true, :allow_nan => true)
      end

      def csv
        require "csv"
        CSV.parse(body)
      end

      def html
        body
      end
      alias_method :plain, :html
    end

    # A response. It passes calls of unknown methods to its parsed body.
    class Response < Object
      # The headers, as in `net/http`, over a plain hash.
      class Headers < SimpleDelegator
        include ::Net::HTTPHeader

        def initialize(values = {})
          @header = {}
          values&.each_pair { |name, value| Array(value).each { |one| add_field(name, one) } }
          super(@header)
        end

        def ==(other)
          case other
          when ::Net::HTTPHeader then @header == other.instance_variable_get(:@header)
          when Hash then @header == other || @header == Headers.new(other).instance_variable_get(:@header)
          end
        end
      end

      attr_reader :request, :response, :body, :headers

      def initialize(request, response, parsed_block, options = {})
        @request = request
        @response = response
        @body = options[:body] || response.body
        @parsed_block = parsed_block
        @headers = Headers.new(response.to_hash)
        codes = request.options[:raise_on]
        raise ResponseError.new(@response), "Code #{code} - #{@body}" if codes&.any? { |one| one === code || one.to_s == code.to_s }
      end

      def parsed_response
        @parsed_response ||= @parsed_block.call
      end

      def code
        response.code.to_i
      end

      def http_version
        response.http_version
      end

      def tap
        yield self
        self
      end

      def inspect
        format("#<%s:0x%x parsed_response=%p, @response=%p, @headers=%p>", self.class, object_id, parsed_response, response, headers)
      end

      ::Net::HTTPResponse::CODE_TO_OBJ.merge("1xx" => Net::HTTPInformation, "2xx" => Net::HTTPSuccess, "3xx" => Net::HTTPRedirection,
                                             "4xx" => Net::HTTPClientError, "5xx" => Net::HTTPServerError).each_value do |kind|
        name = kind.name.delete_prefix("Net::HTTP").gsub(/([a-z])([A-Z])/, '\1_\2').gsub(/([A-Z]+)([A-Z][a-z])/, '\1_\2').downcase
        define_method("#{name}?") { response.is_a?(kind) }
      end
      alias_method :multiple_choice?, :multiple_choices? if method_defined?(:multiple_choices?)

      def nil?
        response.nil? || response.body.nil? || response.body.empty?
      end

      def to_s
        response&.body.respond_to?(:to_s) && response&.body ? body.to_s : inspect
      end

      def display(port = $stdout)
        port.write(to_s)
      end

      def respond_to_missing?(name, *all)
        parsed_response.respond_to?(name) || response.respond_to?(name) || super
      end

      def method_missing(name, *arguments, &block)
        if parsed_response.respond_to?(name)
          parsed_response.public_send(name, *arguments, &block)
        elsif response.respond_to?(name)
          response.public_send(name, *arguments, &block)
        else
          super
        end
      end
    end

    # A part of a response's body, as the block of a request receives it.
    class ResponseFragment < SimpleDelegator
      attr_reader :http_response, :connection

      def code
        @http_response.code.to_i
      end

      def initialize(fragment, http_response, connection)
        @http_response = http_response
        @connection = connection
        super(fragment)
      end
    end

    # Cookies of a class.
    class CookieHash < Hash
      CLIENT_COOKIES = %w(path expires domain path secure httponly samesite).freeze

      def add_cookies(data)
        return merge!(data) unless data.is_a?(String)

        data.split(";").each do |cookie|
          name, value = cookie.split("=", 2)
          self[name.strip.to_sym] = value.to_s.strip unless CLIENT_COOKIES.include?(name.strip.downcase)
        end
      end

      def to_cookie_string
        reject { |name, _| CLIENT_COOKIES.include?(name.to_s.downcase) }.map { |name, value| "#{name}=#{value}" }.join("; ")
      end
    end

    # One request, with those that follow from its redirects.
    class Request
      SCHEMES = [nil, "http", "https", "webcal"].freeze
      REDIRECTS = %w(300 301 302 303 307 308).freeze
      CHARSET = /;\s*charset=\s*"?([^";\s]+)/i.freeze

      attr_accessor :http_method, :options, :last_response, :redirect, :last_uri
      attr_reader :path

      def self._load(data)
        Marshal.load(data)
      end

      def initialize(http_method, path, options = {})
        @http_method = http_method
        @options = { :limit => options.delete(:no_follow) ? 1 : 5, :assume_utf16_is_big_endian => true, :default_params => {}, :follow_redirects => true,
                     :parser => Parser, :uri_adapter => URI }.merge(options)
        self.path = path
      end

      def path=(uri)
        raise ArgumentError, "bad argument (expected #{options[:uri_adapter]} object or URI string)" unless uri.is_a?(URI::Generic) || uri.respond_to?(:to_str)

        @path = uri.is_a?(URI::Generic) ? uri : options[:uri_adapter].parse(uri.to_str).normalize
      end

      def uri
        found = redirect && path.relative? ? URI.join(last_uri.to_s, path.to_s) : path.clone
        found = options[:uri_adapter].parse("#{base_uri}#{found}").normalize if found.relative?
        found.query = query_string(found) unless redirect
        raise UnsupportedURIScheme, "'#{found}' Must be HTTP, HTTPS or Generic" unless SCHEMES.include?(found.scheme)

        @last_uri = found
      end

      def base_uri
        base = options[:base_uri]
        base.respond_to?(:call) ? base.call : base
      end

      def format
        options[:format] || (parser.respond_to?(:format_from_mimetype) && last_response && last_response["content-type"] ? parser.format_from_mimetype(last_response["content-type"]) : nil)
      end

      def parser
        options[:parser]
      end

      def raw_body
        @raw_request&.body
      end

      def perform(&block)
        raise RedirectionTooDeep.new(last_response), "HTTP redirects too deep" if options[:limit].to_i <= 0
        raise ArgumentError, ":headers must be a hash" if options[:headers] && !options[:headers].respond_to?(:to_hash)
        raise ArgumentError, "only one authentication method, :basic_auth or :digest_auth may be used at a time" if options[:basic_auth] && options[:digest_auth]
        if http_method == Net::HTTP::Post && !options[:query].nil? && !options[:query].respond_to?(:to_hash)
          raise ArgumentError, ":query must be hash if using HTTP Post"
        end
        raise ArgumentError, ":basic_auth must be a hash" if options[:basic_auth] && !options[:basic_auth].respond_to?(:to_hash)
        Hastie.missing("HTTParty's digest_auth") if options[:digest_auth]

        address = uri
        @raw_request = raw_request(address)
        self.last_response = connection(address).request(@raw_request) do |response|
          response.read_body { |fragment| block.call(ResponseFragment.new(fragment, response, nil)) } if block && (options[:stream_body] || block.arity == 1)
        end
        redirected? ? follow(&block) : finish
      end

      private

      def connection(address)
        http = Net::HTTP.new(address.hostname, address.port)
        http.use_ssl = address.is_a?(URI::HTTPS)
        limit = options[:timeout]
        { :open_timeout => limit, :read_timeout => limit, :write_timeout => limit }.each do |name, value|
          value = options[name] || value
          http.public_send("#{name}=", value) if value
        end
        http.max_retries = options[:max_retries] if options[:max_retries]
        http.set_debug_output(options[:debug_output]) if options[:debug_output]
        http
      end

      def raw_request(address)
        headers = (options[:headers] || {}).to_hash.to_h { |name, value| [name.to_s, value.respond_to?(:call) ? value.call : value] }
        request = http_method.new(address.respond_to?(:request_uri) ? address.request_uri : address.path, headers.compact.transform_values(&:to_s))
        add_body(request) if options[:body] && !http_method.const_get(:METHOD).match?(/\A(?:HEAD|OPTIONS)\z/)
        auth = options[:basic_auth] || (address.userinfo && { :username => address.user, :password => address.password })
        auth && request.basic_auth(auth[:username] || auth["username"], auth[:password] || auth["password"])
        request
      end

      def add_body(request)
        body = options[:body]
        body = body.call if body.respond_to?(:call)
        return request.body = body.to_s unless body.respond_to?(:to_hash)
        return request.body = normalized(body) unless options[:multipart] || body.to_hash.values.flatten.any? { |one| one.respond_to?(:read) }

        request.set_form(body.to_hash.map { |name, value| [name.to_s, value.respond_to?(:read) ? value : value.to_s] }, "multipart/form-data")
      end

      def normalized(query)
        (options[:query_string_normalizer] || HashConversions.method(:to_params)).call(query)
      end

      def query_string(address)
        query = options[:query]
        parts = [address.query]
        if query.respond_to?(:to_hash)
          parts << normalized(options[:default_params].merge(query.to_hash))
        else
          parts << normalized(options[:default_params]) unless options[:default_params].empty?
          parts << query
        end
        parts = parts.compact.reject(&:empty?)
        parts.empty? ? nil : parts.join("&")
      end

      def redirected?
        REDIRECTS.include?(last_response.code) && last_response.key?("location") && options[:follow_redirects]
      end

      def follow(&block)
        options[:limit] -= 1
        raise DuplicateLocationHeader.new(last_response) if last_response.get_fields("location").uniq.size > 1

        keeps = options[:maintain_method_across_redirects]
        keeps &&= options[:resend_on_redirect] if last_response.code == "303"
        self.http_method = Net::HTTP::Get unless keeps || %w(307 308).include?(last_response.code)
        self.path = last_response["location"]
        self.redirect = true
        capture_cookies
        perform(&block)
      end

      def capture_cookies
        return unless last_response["Set-Cookie"]

        cookies = CookieHash.new
        cookies.add_cookies(options[:headers].to_hash["Cookie"]) if options[:headers]&.to_hash&.fetch("Cookie", nil)
        last_response.get_fields("Set-Cookie").each { |cookie| cookies.add_cookies(cookie) }
        (options[:headers] ||= {})["Cookie"] = cookies.to_cookie_string
      end

      def finish
        body = encoded(last_response.body)
        Response.new(self, last_response, -> { parse(body) }, :body => body)
      end

      def parse(body)
        parser.respond_to?(:arity) && parser.arity == 1 ? parser.call(body) : parser.call(body, format)
      end

      # The body, in the charset that the response's header names.
      def encoded(body)
        charset = last_response["content-type"].to_s[CHARSET, 1]
        charset && body ? body.dup.force_encoding(charset) : body
      rescue ArgumentError
        body
      end
    end

    # The class methods that HTTParty adds.
    module ClassMethods
      METHODS = {
        :get => "Get", :post => "Post", :patch => "Patch", :put => "Put", :delete => "Delete", :move => "Move", :copy => "Copy",
        :head => "Head", :options => "Options", :mkcol => "Mkcol", :lock => "Lock", :unlock => "Unlock"
      }.freeze
      METHODS.each do |name, kind|
        define_method(name) do |path, options = {}, &block|
          options = { :maintain_method_across_redirects => true }.merge(options) if %i(head options).include?(name)
          build_request(Net::HTTP.const_get(kind), path, options).perform(&block)
        end
      end

      attr_writer :default_options, :default_cookies

      def default_options
        @default_options ||= superclass.respond_to?(:default_options) ? copied(superclass.default_options) : {}
      end

      def default_cookies
        @default_cookies ||= superclass.respond_to?(:default_cookies) ? superclass.default_cookies.dup : CookieHash.new
      end

      def base_uri(uri = nil)
        return default_options[:base_uri] unless uri

        default_options[:base_uri] = HTTParty.normalize_base_uri(uri)
      end

      def default_params(params = {})
        raise ArgumentError, "Default params must be an object which responds to #to_hash" unless params.respond_to?(:to_hash)

        (default_options[:default_params] ||= {}).merge!(params)
      end

      def headers(values = nil)
        return default_options[:headers] || {} unless values
        raise ArgumentError, "Headers must be an object which responds to #to_hash" unless values.respond_to?(:to_hash)

        (default_options[:headers] ||= {}).merge!(values.to_hash)
      end

      def cookies(values = {})
        raise ArgumentError, "Cookies must be an object which responds to #to_hash" unless values.respond_to?(:to_hash)

        default_cookies.add_cookies(values)
      end

      def format(name = nil)
        return default_options[:format] if name.nil?

        parser(Parser) if default_options[:parser].nil?
        kind = default_options[:parser]
        known = kind.respond_to?(:supports_format?) ? kind.supports_format?(name) : true
        raise UnsupportedFormat, "'#{name.inspect}' Must be one of: #{kind.supported_formats.map(&:to_s).sort.join(", ")}" unless known

        default_options[:format] = name
      end

      def parser(custom = nil)
        return default_options[:parser] if custom.nil?

        default_options[:parser] = custom
      end

      def basic_auth(name, password)
        default_options[:basic_auth] = { :username => name, :password => password }
      end

      def digest_auth(name, password)
        default_options[:digest_auth] = { :username => name, :password => password }
      end

      def disable_rails_query_string_format
        query_string_normalizer(lambda do |query|
          Array(query).sort_by { |key, _| key.to_s }.map do |key, value|
            value.nil? ? key.to_s : Array(value.respond_to?(:to_hash) ? value.to_hash : value).map { |one| "#{key}=#{ERB::Util.url_encode(one.to_s)}" }.join("&")
          end.flatten.join("&")
        end)
      end

      %i(query_string_normalizer maintain_method_across_redirects resend_on_redirect follow_redirects read_timeout open_timeout write_timeout uri_adapter
         raise_on max_retries).each do |name|
        define_method(name) { |value = true| default_options[name] = name == :raise_on ? Array(value) : value }
      end

      def default_timeout(value)
        default_options[:timeout] = value
      end

      def no_follow(value = false)
        default_options[:no_follow] = value
      end

      def debug_output(stream = $stderr)
        default_options[:debug_output] = stream
      end

      # Options of the connection. They have no effect, because the program makes the connection.
      %i(logger verify ssl_version ciphers ssl_ca_file ssl_ca_path pem pkcs12 local_host local_port http_proxy connection_adapter skip_decompression).each do |name|
        define_method(name) { |*| nil }
      end

      def build_request(kind, path, options = {})
        options = copied(default_options).merge(options)
        options[:default_params] ||= {}
        values = headers.to_hash.merge((options[:headers] || {}).to_hash)
        cookies = default_cookies.merge(options.delete(:cookies) || {})
        values["cookie"] = [values["cookie"], CookieHash.new.merge(cookies).to_cookie_string].compact.join("; ") unless cookies.empty?
        options[:headers] = values
        Request.new(kind, path, options)
      end

      private

      def copied(options)
        options.transform_values { |value| value.is_a?(Hash) ? value.dup : value }
      end
    end

    class << self
      def included(base)
        base.extend(ClassMethods)
      end

      def normalize_base_uri(url)
        secure = url.match?(/\Ahttps|:443\b/)
        "http#{"s" if secure}://#{url.sub(%r!/\z!, "").sub(%r!\Ahttps?://!i, "")}"
      end
    end

    # Requests without a class.
    class Basement
      include HTTParty
    end

    class << self
      (ClassMethods::METHODS.keys + [:build_request]).each do |name|
        define_method(name) { |*arguments, &block| Basement.public_send(name, *arguments, &block) }
      end
    end
  end
end
