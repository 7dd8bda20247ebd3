# Translations and localized dates, as the gem i18n has them, with its backend that reads files in YAML and JSON.
module I18n
  class ArgumentError < ::ArgumentError
  end

  class InvalidLocale < ArgumentError
    attr_reader :locale

    def initialize(locale)
      @locale = locale
      super("#{locale.inspect} is not a valid locale")
    end
  end

  class MissingTranslationData < ArgumentError
    attr_reader :locale, :key, :options

    def initialize(locale, key, options = {})
      @locale, @key, @options = locale, key, options
      super("translation missing: #{I18n.normalize_keys(locale, key, options[:scope]).join(".")}")
    end
  end
  # The value that is thrown instead of an exception.
  MissingTranslation = MissingTranslationData

  class InvalidPluralizationData < ArgumentError
    def initialize(entry, count, key)
      super("translation data #{entry.inspect} can not be used with :count => #{count}. key '#{key}' is missing.")
    end
  end

  class MissingInterpolationArgument < ArgumentError
    def initialize(key, values, string)
      super("missing interpolation argument #{key.inspect} in #{string.inspect} (#{values.inspect} given)")
    end
  end

  class UnknownFileType < ArgumentError
    def initialize(type, file)
      super("can not load translations from #{file}, the file type #{type} is not known")
    end
  end

  # Options of `translate` that are never inserted into the text.
  RESERVED_KEYS = %i(scope default separator resolve object fallback format cascade throw raise deep_interpolation count_given).freeze

  class << self
    attr_writer :default_locale, :enforce_available_locales, :backend, :load_path

    def config
      self
    end

    def default_locale
      @default_locale || :en
    end

    def locale
      @locale || default_locale
    end

    def locale=(name)
      enforce_available_locales!(name)
      @locale = name&.to_sym
    end

    def enforce_available_locales
      @enforce_available_locales != false
    end

    def available_locales
      @available_locales || backend.available_locales
    end

    def available_locales=(names)
      @available_locales = names && Array(names).map(&:to_sym)
    end

    def locale_available?(name)
      available_locales.include?(name.to_s.to_sym)
    end

    def enforce_available_locales!(name)
      raise InvalidLocale, name if name != false && enforce_available_locales && !locale_available?(name)
    end

    def backend
      @backend ||= Backend::Simple.new
    end

    def load_path
      @load_path ||= []
    end

    def reload!
      backend.reload!
    end

    def with_locale(name = nil)
      before = @locale
      self.locale = name if name
      yield
    ensure
      @locale = before
    end

    def normalize_keys(locale, key, scope, separator = nil)
      [locale, scope, key].flatten.compact.flat_map { |part| part.to_s.split(separator || ".").reject(&:empty?).map(&:to_sym) }
    end

    def translate(key = nil, throw: false, raise: false, locale: nil, **options)
      locale ||= self.locale
      enforce_available_locales!(locale)
      missing = true
      result = catch(:exception) do
        found = key.is_a?(Array) ? key.map { |one| backend.translate(locale, one, options) } : backend.translate(locale, key, options)
        missing = false
        found
      end
      return result unless missing

      Kernel.raise(result) if raise
      Kernel.throw(:exception, result) if throw
      result.message
    end
    alias_method :t, :translate

    def translate!(key, **options)
      translate(key, **options, :raise => true)
    end
    alias_method :t!, :translate!

    def exists?(key, given = nil, locale: given || self.locale, **options)
      raise ArgumentError if key.nil? || key.to_s.empty?

      !backend.lookup(locale, key, options[:scope]).nil?
    end

    def localize(object, locale: nil, format: nil, **options)
      locale ||= self.locale
      enforce_available_locales!(locale)
      backend.localize(locale, object, format || :default, options)
    end
    alias_method :l, :localize

    def interpolate(text, values)
      text.gsub(/%%|%\{([\w|]+)\}|%<(\w+)>([^\d]*?\d*\.?\d*[a-zA-Z])/) do |match|
        next "%" if match == "%%"

        name = (Regexp.last_match(1) || Regexp.last_match(2)).to_sym
        raise MissingInterpolationArgument.new(name, values, text) unless values.key?(name)

        value = values[name]
        value = value.call(values) if value.respond_to?(:call)
        Regexp.last_match(3) ? format("%#{Regexp.last_match(3)}", value) : value.to_s
      end
    end

    def transliterate(text, **)
      # Any other object fails, as in the gem.
      text.is_a?(String) ? Hastie.ask("transliterate", text) : text.gsub("", "")
    end

    def method_missing(name, *)
      Hastie.missing("I18n.#{name}")
    end

    def respond_to_missing?(*)
      false
    end
  end

  module Backend
    # Translations in memory, by locale.
    class Simple
      def initialized?
        @initialized || false
      end

      def translations(do_init: false)
        initialize_once if do_init
        @translations ||= {}
      end

      def reload!
        @initialized = false
        @translations = nil
      end

      def eager_load!
        initialize_once
      end

      def available_locales
        initialize_once
        translations.reject { |_, data| data.empty? || data.keys == %i(i18n) }.keys
      end

      def load_translations(*files)
        files = I18n.load_path if files.empty?
        files.flatten.each { |file| load_file(file) }
      end

      def store_translations(locale, data, *)
        own = translations[locale.to_sym] ||= {}
        merge(own, symbolize(data))
      end

      def lookup(locale, key, scope = nil, options = {})
        initialize_once
        I18n.normalize_keys(locale, key, scope, options[:separator]).reduce(translations) do |found, name|
          return unless found.is_a?(Hash) && found.key?(name)

          value = found[name]
          value.is_a?(Symbol) ? I18n.translate(value, :locale => locale, :raise => true) : value
        end
      end

      def translate(locale, key, options = {})
        raise I18n::ArgumentError if (key.is_a?(String) || key.is_a?(Symbol)) && key.empty?
        return if key.nil? && !options.key?(:default)

        entry = lookup(locale, key, options[:scope], options) unless key.nil?
        entry = entry.nil? && options.key?(:default) ? default(locale, key, options) : resolve(locale, key, entry, options)
        throw(:exception, I18n::MissingTranslation.new(locale, key, options)) if entry.nil? && !(options.key?(:default) && options[:default].nil?)

        entry = pluralize(entry, options[:count])
        values = options.reject { |name, _| RESERVED_KEYS.include?(name) }
        values.empty? ? entry.dup : interpolate(entry, values)
      end

      def localize(locale, object, format = :default, options = {})
        return options[:default] if object.nil? && options.key?(:default)
        raise I18n::ArgumentError, "Object must be a Date, DateTime or Time object. #{object.inspect} given." unless object.respond_to?(:strftime)

        kind = object.respond_to?(:sec) ? "time" : "date"
        format = I18n.translate(:"#{kind}.formats.#{format}", **options, :raise => true, :object => object, :locale => locale) if format.is_a?(Symbol)
        object.strftime(format.to_s.gsub(/%(\^?)([aAbBpP])/) { name(locale, object, Regexp.last_match(2), !Regexp.last_match(1).empty?) })
      rescue I18n::MissingTranslationData => e
        raise if format.is_a?(Symbol)

        e.message
      end

      private

      # The lists of names, and the method for the index in them.
      NAMES = { "a" => %i(abbr_day_names wday), "A" => %i(day_names wday), "b" => %i(abbr_month_names mon), "B" => %i(month_names mon) }.freeze
      private_constant :NAMES

      # The name of a day, month or half of the day.
      def name(locale, object, letter, capitals)
        return half(locale, object, letter) if letter.casecmp?("p")

        list, index = NAMES.fetch(letter)
        found = I18n.t!(:"date.#{list}", :locale => locale)[object.public_send(index)]
        capitals ? found.upcase : found
      end

      def half(locale, object, letter)
        return "" unless object.respond_to?(:hour)

        found = I18n.t!(:"time.#{object.hour < 12 ? :am : :pm}", :locale => locale)
        letter == "p" ? found.upcase : found.downcase
      end

      def initialize_once
        return if initialized?

        @initialized = true
        load_translations
      end

      def load_file(file)
        type = File.extname(file).delete_prefix(".").downcase
        data = case type
               when "yml", "yaml" then YAML.unsafe_load_file(file)
               when "json" then JSON.parse(File.read(file))
               when "rb" then eval(File.read(file), TOPLEVEL_BINDING, file)
               else raise I18n::UnknownFileType.new(type, file)
               end
        data.each { |locale, texts| store_translations(locale, texts || {}) } if data
      end

      def symbolize(value)
        case value
        when Hash then value.to_h { |key, one| [key.respond_to?(:to_sym) ? key.to_sym : key.to_s.to_sym, symbolize(one)] }
        when Array then value.map { |one| symbolize(one) }
        else value
        end
      end

      def merge(own, other)
        own.merge!(other) { |_, mine, new| mine.is_a?(Hash) && new.is_a?(Hash) ? merge(mine, new) : new }
      end

      def default(locale, key, options)
        rest = options.reject { |name, _| name == :default }
        Array(options[:default].is_a?(Hash) ? [options[:default]] : options[:default]).each do |one|
          found = resolve(locale, key, one, rest)
          return found unless found.nil?
        end
        nil
      end

      # A symbol stands for another translation, and a procedure computes one.
      def resolve(locale, key, subject, options)
        case subject
        when Symbol
          missing = I18n.translate(subject, **options, :locale => locale, :raise => true)
          missing
        when Proc then subject.call(key, **options)
        else subject
        end
      rescue I18n::MissingTranslationData
        nil
      end

      def pluralize(entry, count)
        return entry unless entry.is_a?(Hash) && count

        key = count.zero? && entry.key?(:zero) ? :zero : (count == 1 ? :one : :other)
        raise I18n::InvalidPluralizationData.new(entry, count, key) unless entry.key?(key)

        entry[key]
      end

      def interpolate(entry, values)
        case entry
        when String then I18n.interpolate(entry, values)
        when Array then entry.map { |one| interpolate(one, values) }
        else entry
        end
      end
    end
  end
end
