# Jekyll::Utils and Jekyll::URL.
module Jekyll
  module Utils
    SLUGIFY_MODES = %w(raw default pretty ascii latin).freeze
    SLUGIFY_RAW_REGEXP = Regexp.new("\\s+").freeze
    SLUGIFY_DEFAULT_REGEXP = Regexp.new("[^\\p{M}\\p{L}\\p{Nd}]+").freeze
    SLUGIFY_PRETTY_REGEXP = Regexp.new("[^\\p{M}\\p{L}\\p{Nd}._~!$&'()+,;=@]+").freeze
    SLUGIFY_ASCII_REGEXP = Regexp.new("[^[A-Za-z0-9]]+").freeze

    extend self

    def titleize_slug(slug)
      slug.split("-").map(&:capitalize).join(" ")
    end

    def deep_merge_hashes(master, other)
      deep_merge_hashes!(master.dup, other)
    end

    def deep_merge_hashes!(target, other)
      # Raises Ruby's error for anything else.
      {}.merge(other) unless other.is_a?(Hash) || other.is_a?(Drops::Drop)
      other.each do |key, value|
        old = target[key]
        target[key] = if value.nil? && !old.nil? then old
                      elsif mergable?(old) && mergable?(value) then deep_merge_hashes(old, value)
                      else value
                      end
      end
      target.default_proc ||= other.default_proc if target.respond_to?(:default_proc=) && other.respond_to?(:default_proc) && other.default_proc
      target.each { |key, value| target[key] = value.dup if value.frozen? && duplicable?(value) } if target.is_a?(Hash)
      target
    end

    def mergable?(value)
      value.is_a?(Hash) || value.is_a?(Drops::Drop)
    end

    def duplicable?(object)
      case object
      when nil, false, true, Symbol, Numeric then false
      else true
      end
    end

    def pluralized_array_from_hash(hash, singular_key, plural_key)
      array = [value_from_singular_key(hash, singular_key) || value_from_plural_key(hash, plural_key)]
      array.flatten!
      array.compact!
      array.uniq!
      array
    end

    def value_from_singular_key(hash, key)
      hash[key] if hash.key?(key) || (hash.default_proc && hash[key])
    end

    def value_from_plural_key(hash, key)
      return unless hash.key?(key) || (hash.default_proc && hash[key])

      value = hash[key]
      case value
      when String then value.split
      when Array then value.compact
      end
    end

    def transform_keys(hash)
      hash.each_with_object({}) { |(key, value), result| result[yield(key)] = value }
    end

    def symbolize_hash_keys(hash)
      transform_keys(hash) { |key| key.to_sym rescue key }
    end

    def stringify_hash_keys(hash)
      transform_keys(hash) { |key| key.to_s rescue key }
    end

    def parse_date(input, msg = "Input could not be parsed.")
      Time.parse(input).localtime
    rescue ArgumentError
      raise Errors::InvalidDateError, "Invalid date '#{input}': #{msg}"
    end

    def has_yaml_header?(file)
      File.open(file, "rb", &:readline).match?(%r!\A---\s*\r?\n!)
    rescue EOFError
      false
    end

    def has_liquid_construct?(content)
      return false if content.nil? || content.empty?

      content.include?("{%") || content.include?("{{")
    end

    def slugify(string, mode: nil, cased: false)
      mode ||= "default"
      return if string.nil?
      return cased ? string : string.downcase unless SLUGIFY_MODES.include?(mode)

      string = Hastie.ask("transliterate", string) if mode == "latin"
      pattern = { "raw" => SLUGIFY_RAW_REGEXP, "pretty" => SLUGIFY_PRETTY_REGEXP, "ascii" => SLUGIFY_ASCII_REGEXP }[mode] || SLUGIFY_DEFAULT_REGEXP
      slug = string.gsub(pattern, "-").gsub(%r!\A-|-\z!i, "")
      slug = slug.downcase unless cased
      Jekyll.logger.warn("Warning:", "Empty `slug` generated for '#{string}'.") if slug.empty?
      slug
    end

    def add_permalink_suffix(template, permalink_style)
      template = template.dup
      case permalink_style
      when :pretty then template << "/"
      when :date, :ordinal, :none then template << ":output_ext"
      else
        template << "/" if permalink_style.to_s.end_with?("/")
        template << ":output_ext" if permalink_style.to_s.end_with?(":output_ext")
      end
      template
    end

    def safe_glob(dir, patterns, flags = 0)
      return [] unless Dir.exist?(dir)

      pattern = File.join(Array(patterns))
      return [dir] if pattern.empty?

      Dir.chdir(dir) { Dir.glob(pattern, flags).sort.map { |name| File.join(dir, name) } }
    end

    def merged_file_read_opts(site, opts)
      merged = (site ? site.file_read_opts : {}).merge(opts)
      merged[:encoding] = "bom|utf-8" if merged[:encoding].to_s.casecmp?("utf-8")
      merged
    end

    module Platforms
      extend self

      def windows?
        false
      end
      alias_method :really_windows?, :windows?
      alias_method :vanilla_windows?, :windows?
      alias_method :bash_on_windows?, :windows?

      def linux?
        true
      end

      def osx?
        false
      end
    end

    module Ansi
      extend self

      def strip(text)
        text.gsub(%r!\e\[\d{1,2}m!, "")
      end
    end

    # Work in several threads, one after another.
    class ThreadEvent
      def set; end

      def wait; end
    end
  end

  class URL
    def initialize(options)
      @template = options[:template]
      @placeholders = options[:placeholders] || {}
      @permalink = options[:permalink]
      raise ArgumentError, "One of :template or :permalink must be supplied." if (@template || @permalink).nil?
    end

    def to_s
      sanitize_url(generated_permalink || generated_url)
    end

    def generated_permalink
      @generated_permalink ||= @permalink ? generate_url(@permalink) : nil
    end

    def generated_url
      @generated_url ||= generate_url(@template)
    end

    def generate_url(template)
      @placeholders.is_a?(Drops::UrlDrop) ? generate_url_from_drop(template) : generate_url_from_hash(template)
    end

    def possible_keys(key)
      key.end_with?("_") ? [key, key.chomp("_")] : [key]
    end

    private

    def generate_url_from_hash(template)
      @placeholders.inject(template) do |result, (key, value)|
        break result if result.index(":").nil?

        value.nil? ? result.gsub("/:#{key}", "") : result.gsub(":#{key}", self.class.escape_path(value))
      end
    end

    # An underscore after a key is not part of it.
    def generate_url_from_drop(template)
      template.gsub(%r!:([a-z_]+)!) do
        name = Regexp.last_match(1)
        key = name.delete_suffix("_")
        unless @placeholders.key?(key)
          names = name == key ? key : "#{key} or #{key}"
          raise NoMethodError, "The URL template doesn't have #{names} keys. Check your permalink template!"
        end

        "#{self.class.escape_path(@placeholders[key] || "")}#{"_" unless name == key}"
      end
    end

    def sanitize_url(text)
      "/#{text}".gsub("..", "/").gsub("./", "").squeeze("/")
    end

    class << self
      def escape_path(path)
        return path if path.empty? || %r!\A[a-zA-Z0-9./\-]+\z!.match?(path)

        path.encode("utf-8").gsub(%r![^a-zA-Z0-9\-._~\!$&'()*+,;=:@/?]!) { |char| char.bytes.map { |byte| format("%%%02X", byte) }.join }
      end

      def unescape_path(path)
        path = path.encode("utf-8")
        return path unless path.include?("%")

        path.gsub(%r!((?:%[0-9a-fA-F]{2})+)!) { [Regexp.last_match(1).delete("%")].pack("H*") }.force_encoding("utf-8")
      end
    end
  end
end
