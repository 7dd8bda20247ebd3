# The part of the gem addressable that plugins use. Jekyll loads the gem. The program normalizes addresses.
module Addressable
  class URI
    class InvalidURIError < StandardError; end

    module CharacterClasses
      ALPHA = "a-zA-Z".freeze
      DIGIT = "0-9".freeze
      GEN_DELIMS = "\\:\\/\\?\\#\\[\\]\\@".freeze
      SUB_DELIMS = "\\!\\$\\&\\'\\(\\)\\*\\+\\,\\;\\=".freeze
      RESERVED = "#{GEN_DELIMS}#{SUB_DELIMS}".freeze
      UNRESERVED = "#{ALPHA}#{DIGIT}\\-\\.\\_\\~".freeze
      PCHAR = "#{UNRESERVED}#{SUB_DELIMS}\\:\\@".freeze
      SCHEME = "#{ALPHA}#{DIGIT}\\-\\+\\.".freeze
      HOST = "#{UNRESERVED}#{SUB_DELIMS}\\[\\:\\]".freeze
      AUTHORITY = "#{PCHAR}\\[\\:\\]".freeze
      PATH = "#{PCHAR}\\/".freeze
      QUERY = "#{PCHAR}\\/\\?".freeze
      FRAGMENT = "#{PCHAR}\\/\\?".freeze
    end

    PARTS = %r!\A(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?\z!m.freeze
    PORTS = { "http" => 80, "https" => 443, "ftp" => 21, "sftp" => 22, "ssh" => 22, "ws" => 80, "wss" => 443 }.freeze
    private_constant :PARTS, :PORTS

    class << self
      def parse(uri)
        return if uri.nil?
        return uri.dup if uri.is_a?(URI)

        uri = uri.to_str if uri.respond_to?(:to_str)
        raise TypeError, "Can't convert #{uri.class} into String." unless uri.is_a?(String) || uri.class.name == "URI::HTTP" || uri.class.name == "URI::HTTPS"

        scheme, authority, path, query, fragment = PARTS.match(uri.to_s).captures
        new(:scheme => scheme, :authority => authority, :path => path, :query => query, :fragment => fragment)
      end

      def join(*uris)
        uris.map { |uri| parse(uri) }.reduce { |base, uri| base.join(uri) }
      end

      def encode_component(component, character_class = CharacterClasses::RESERVED + CharacterClasses::UNRESERVED, _upcase = "")
        return if component.nil?

        kept = character_class.is_a?(Regexp) ? character_class : /[^#{character_class}]/
        component.to_s.b.gsub(kept) { |char| format("%%%02X", char.ord) }
      end
      alias_method :escape_component, :encode_component

      def encode(uri, return_type = String)
        return if uri.nil?

        found = parse(uri)
        classes = CharacterClasses
        encoded = new(
          :scheme    => encode_component(found.scheme, classes::SCHEME),
          :authority => encode_component(found.authority, classes::AUTHORITY),
          :path      => encode_component(found.path, classes::PATH),
          :query     => encode_component(found.query, classes::QUERY),
          :fragment  => encode_component(found.fragment, classes::FRAGMENT)
        )
        return_type == String ? encoded.to_s : encoded
      end
      alias_method :escape, :encode

      def unencode(uri, return_type = String)
        return if uri.nil?

        text = uri.to_s.b.gsub(/%\h\h/) { |code| code[1, 2].hex.chr }.force_encoding(Encoding::UTF_8)
        return_type == String ? text : parse(text)
      end
      alias_method :unescape, :unencode
      alias_method :unencode_component, :unencode
      alias_method :unescape_component, :unencode

      def form_encode(values, sort = false)
        pairs = values.respond_to?(:to_hash) ? values.to_hash.to_a : values.to_ary
        pairs = pairs.flat_map { |key, value| value.is_a?(Array) ? value.map { |one| [key.to_s, one] } : [[key.to_s, value]] }
        pairs = pairs.sort if sort
        pairs.map { |key, value| "#{form_text(key)}=#{form_text(value)}" }.join("&")
      end

      private

      def form_text(text)
        encode_component(text.to_s, CharacterClasses::UNRESERVED + "\\ ").tr(" ", "+").gsub(/%0D%0A|%0A|%0D/, "%0D%0A")
      end
    end

    attr_reader :scheme, :user, :password, :host, :query, :fragment

    def initialize(parts = {})
      @scheme = parts[:scheme]
      self.authority = parts[:authority] if parts[:authority]
      %i(user password host port).each { |name| instance_variable_set("@#{name}", parts[name]) if parts.key?(name) }
      @port = @port&.to_i
      @path = parts[:path].to_s
      @query = parts[:query]
      @fragment = parts[:fragment]
      check
    end

    attr_reader :port, :path

    %i(scheme user password host query fragment).each do |name|
      define_method("#{name}=") do |value|
        instance_variable_set("@#{name}", value&.to_s)
        check
      end
    end

    def port=(value)
      @port = value&.to_s&.to_i
      check
    end

    def path=(value)
      @path = value.to_s
      @path = "/#{@path}" if !@path.empty? && !@path.start_with?("/") && @host
      check
    end

    def authority
      return if @host.nil?

      "#{"#{userinfo}@" if userinfo}#{@host}#{":#{@port}" if @port}"
    end

    def authority=(text)
      @user = @password = @host = @port = nil
      return if text.nil?

      info, place = text.include?("@") ? text.split("@", 2) : [nil, text]
      @user, @password = info.split(":", 2) if info
      @port = place[/:(\d+)\z/, 1]&.to_i
      @host = place.sub(/:\d*\z/, "")
    end

    def userinfo
      return if @user.nil? && @password.nil?

      @password ? "#{@user}:#{@password}" : @user
    end

    def hostname
      @host&.sub(/\A\[(.*)\]\z/, "\\1")
    end

    def site
      return if @scheme.nil? && authority.nil?

      "#{"#{@scheme}:" if @scheme}#{"//#{authority}" if authority}"
    end

    def origin
      return "null" unless @scheme && authority

      normal = normalize
      "#{normal.scheme}://#{normal.host}#{":#{normal.port}" if normal.port}"
    end

    def default_port
      PORTS[@scheme.to_s.strip.downcase]
    end

    def inferred_port
      @port || default_port
    end

    def basename
      File.basename(@path).sub(/;[^\/]*\z/, "")
    end

    def extname
      File.extname(basename)
    end

    def request_uri
      return if absolute? && @scheme !~ /\Ahttps?\z/i

      "#{@path.empty? ? "/" : @path}#{"?#{@query}" if @query}"
    end

    def relative?
      @scheme.nil?
    end

    def absolute?
      !relative?
    end

    def ip_based?
      !@scheme.nil? && PORTS.key?(@scheme.downcase)
    end

    def query_values(return_type = Hash)
      return if @query.nil?

      pairs = @query.split("&").reject(&:empty?).map do |pair|
        pair.split("=", 2).map { |part| URI.unencode(part.tr("+", " ")) }.then { |key, value| [key, value] }
      end
      return_type == Array ? pairs : pairs.to_h
    end

    def query_values=(values)
      return @query = nil if values.nil?

      is_hash = values.respond_to?(:to_hash)
      pairs = is_hash ? values.to_hash.map { |key, value| [key.is_a?(Symbol) ? key.to_s : key, value] }.sort_by { |key, _| key } : values
      encode = ->(text) { URI.encode_component(text.to_s, CharacterClasses::UNRESERVED) }
      @query = pairs.flat_map do |key, value|
        list = value.is_a?(Array) ? value : [value]
        list.map { |one| one.nil? ? encode[key] : "#{encode[key]}=#{encode[one]}" }
      end.join("&")
    end

    # Resolves a reference as RFC 3986 does.
    def join(uri)
      other = URI.parse(uri)
      return self if other.to_s.empty?

      parts = { :scheme => @scheme, :authority => authority, :path => @path, :query => other.query, :fragment => other.fragment }
      if other.scheme
        parts.update(:scheme => other.scheme, :authority => other.authority, :path => without_dots(other.path))
      elsif other.authority
        parts.update(:authority => other.authority, :path => without_dots(other.path))
      elsif other.path.empty?
        parts[:query] = other.query || @query
      else
        parts[:path] = without_dots(other.path.start_with?("/") ? other.path : merged(other.path))
      end
      URI.new(parts)
    end
    alias_method :+, :join

    def merge(parts)
      mine = { :scheme => @scheme, :user => @user, :password => @password, :host => @host, :port => @port, :path => @path,
               :query => @query, :fragment => @fragment }
      mine.update(URI.new(:authority => parts[:authority]).send(:place)) if parts[:authority]
      URI.new(mine.merge(parts.reject { |name, _| name == :authority }))
    end

    def omit(*names)
      dup.tap { |uri| names.each { |name| uri.public_send("#{name}=", name == :path ? "" : nil) } }
    end

    def normalize
      URI.parse(Hastie.ask("normalize_url", to_s))
    end

    def normalized_scheme
      normalize.scheme
    end

    def normalized_host
      normalize.host
    end

    def normalized_path
      normalize.path
    end

    def display_uri
      normalize
    end

    def empty?
      to_s.empty?
    end

    def to_s
      "#{site}#{@path}#{"?#{@query}" if @query}#{"##{@fragment}" if @fragment}"
    end
    alias_method :to_str, :to_s

    def to_hash
      { :scheme => @scheme, :user => @user, :password => @password, :host => @host, :port => @port, :path => @path,
        :query => @query, :fragment => @fragment }
    end

    def ==(other)
      other.is_a?(URI) && normalize.to_s == other.normalize.to_s
    end

    def eql?(other)
      other.is_a?(URI) && to_s == other.to_s
    end

    def ===(other)
      to_s == other.to_s || self == URI.parse(other.to_s)
    end

    def hash
      to_s.hash
    end

    def inspect
      format("#<%s:%#0x URI:%s>", self.class, object_id, to_s)
    end

    private

    def place
      { :user => @user, :password => @password, :host => @host, :port => @port }
    end

    def check
      problem = if @scheme && @host.to_s.empty? && @path.empty? && @scheme.match?(/\Ahttps?\z/i)
                  "Absolute URI missing hierarchical segment: '#{self}'"
                elsif @host.nil? && (@port || @user || @password)
                  "Hostname not supplied: '#{self}'"
                elsif @scheme && !@scheme.match?(/\A[a-z][a-z0-9.+-]*\z/i)
                  "Invalid scheme format: '#{@scheme}'"
                elsif @host && !@path.empty? && !@path.start_with?("/")
                  "Cannot have a relative path with an authority set: '#{self}'"
                elsif @host.nil? && @path.start_with?("//")
                  "Cannot have a path with two leading slashes without an authority set: '#{self}'"
                end
      raise InvalidURIError, problem if problem
    end

    def merged(path)
      return "/#{path}" if @host && @path.empty?

      "#{@path[%r!\A.*/!m]}#{path}"
    end

    def without_dots(path)
      return path if path.empty?

      rooted = path.start_with?("/")
      parts = path.split("/", -1)
      kept = []
      parts.each_with_index do |part, index|
        last = index == parts.size - 1
        case part
        when "." then kept << "" if last
        when ".."
          if kept.size > 1 then kept.pop
          elsif !rooted && !kept.empty? then kept << part
          end
          kept << "" if last
        else kept << part
        end
      end
      kept.join("/")
    end
  end
end
