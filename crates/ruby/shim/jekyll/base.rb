# The module Jekyll itself: version, environment, logger, paths.
module Jekyll
  VERSION = "4.4.1"

  class << self
    def env
      ENV["JEKYLL_ENV"] || "development"
    end

    def logger
      @logger ||= LogAdapter.new
    end

    def logger=(writer)
      @logger = LogAdapter.new(writer)
    end

    def sites
      @sites ||= []
    end

    def sanitized_path(base, questionable)
      PathManager.sanitized_path(base, questionable)
    end

    def set_timezone(zone)
      ENV["TZ"] = zone
    end

    def configuration(override = {})
      Configuration.hastie_load(override)
    end
  end

  module Errors
    FatalException = Class.new(::RuntimeError)
    InvalidThemeName = Class.new(FatalException)
    DropMutationException = Class.new(FatalException)
    InvalidPermalinkError = Class.new(FatalException)
    InvalidYAMLFrontMatterError = Class.new(FatalException)
    MissingDependencyException = Class.new(FatalException)
    InvalidDateError = Class.new(FatalException)
    InvalidPostNameError = Class.new(FatalException)
    PostURLError = Class.new(FatalException)
    InvalidURLError = Class.new(FatalException)
    InvalidConfigurationError = Class.new(FatalException)
  end

  class LogAdapter
    LOG_LEVELS = { :debug => 0, :info => 1, :warn => 2, :error => 3 }.freeze

    attr_reader :level, :writer

    # The end of the list of all messages: what plugins have logged.
    class LastMessages < BasicObject
      def initialize(messages)
        @messages = messages
      end

      def last(*count)
        method_missing(:last) if @messages.size < (count.first || 1)

        @messages.last(*count)
      end

      private

      # Jekyll's own lines are missing from the list.
      def method_missing(*)
        ::Kernel.raise ::NotImplementedError, "Jekyll.logger.messages is not available: it would lack the messages of Jekyll itself"
      end
    end

    def messages
      equal?(Jekyll.logger) ? LastMessages.new(@messages) : @messages
    end

    def initialize(writer = nil, level = nil)
      @messages = []
      @writer = writer || self
      @level = level || Hastie.log_level
    end

    def log_level=(level)
      @level = level
    end

    def adjust_verbosity(_options = {}); end

    %w(debug info warn error).each do |level|
      define_method(level) do |topic, message = nil, &block|
        write(level.to_sym, topic, message, &block)
      end
    end

    def abort_with(topic, message = nil, &block)
      error(topic, message, &block)
      abort
    end

    def message(topic, message = nil)
      raise ArgumentError, "block or message, not both" if block_given? && message

      message = yield if block_given?
      message = message.to_s.gsub(%r!\s+!, " ")
      topic = formatted_topic(topic, block_given?)
      out = topic + message
      @messages << out
      out
    end

    def formatted_topic(topic, colon = false)
      "#{topic}#{colon ? ": " : " "}".rjust(20)
    end

    def write_message?(level)
      LOG_LEVELS.fetch(@level) <= LOG_LEVELS.fetch(level)
    end

    def write(level, topic, message = nil, &block)
      return false unless write_message?(level)

      out = message(topic, message, &block)
      Hastie.ask("log", level.to_s, out)
    end

    def warn?(*); end
  end
  Stevenson = Class.new(LogAdapter)

  module PathManager
    class << self
      def join(base, item)
        base = "" if base.nil? || base.empty?
        item = "" if item.nil? || item.empty?
        File.join(base, item)
      end

      def sanitized_path(base, questionable)
        return base if questionable.nil?

        questionable = "/#{questionable}".squeeze("/") if questionable.start_with?("~")
        clean = File.expand_path(questionable.delete_prefix("~").prepend(questionable.start_with?("~") ? "~" : ""), "/")
        return base if clean == base
        return clean if clean.start_with?(base.end_with?("/") ? base : "#{base}/")

        join(base, clean.sub(%r!\A\w:/!, "/"))
      end
    end
  end

  module LiquidExtensions
    def lookup_variable(context, variable)
      context[variable] || variable
    end
  end

  # The attributes of a theme that plugins use.
  class Theme
    attr_reader :name, :root

    def initialize(name, root = nil)
      @name = name
      @root = root
    end
  end

  # `Jekyll::Cache`, which lasts only for one build.
  class Cache
    @base = {}
    @disk_cache_enabled = true
    class << self
      attr_reader :base
      alias_method :base_cache, :base
      attr_accessor :cache_dir, :disk_cache_enabled

      def clear
        @base.each_value(&:clear)
      end

      def clear_if_config_changed(_config); end

      def disable_disk_cache!
        @disk_cache_enabled = false
      end
    end

    def initialize(name)
      @cache = Cache.base[name] ||= {}
    end

    def clear
      @cache.clear
    end

    def key?(key)
      @cache.key?(key)
    end

    def [](key)
      @cache.fetch(key) { raise }
    end

    def []=(key, value)
      @cache[key] = value
    end

    def getset(key)
      @cache.fetch(key) { @cache[key] = yield }
    end

    # Jekyll returns the number of files that it deleted on disk.
    def delete(key)
      @cache.delete(key)
      1
    end
  end

  module External
    class << self
      def require_with_graceful_fail(names)
        Array(names).each { |name| require name }
      end

      def require_if_present(names)
        Array(names).each do |name|
          require name
        rescue LoadError
          yield(name, "") if block_given?
          false
        end
      end

      def blessed_gems
        []
      end
    end
  end

  # Messages about options of old versions.
  module Deprecator
    extend self

    REPLACED = {
      "--server"    => "The --server command has been replaced by the 'serve' subcommand.",
      "--serve"     => "The --serve command has been replaced by the 'serve' subcommand.",
      "--no-server" => "To build Jekyll without launching a server, use the 'build' subcommand.",
      "--auto"      => "The switch '--auto' has been replaced with '--watch'.",
      "--no-auto"   => "To disable auto-replication, simply leave off the '--watch' switch.",
      "--pygments"  => "The 'pygments' settings has been removed in favour of 'highlighter'.",
      "--paginate"  => "The 'paginate' setting can only be set in your config files.",
      "--url"       => "The 'url' setting can only be set in your config files."
    }.freeze
    private_constant :REPLACED

    def process(arguments)
      REPLACED.each { |option, message| arg_is_present?(arguments, option, message) }
      no_subcommand(arguments)
    end

    # Jekyll's pattern for options matches no argument, so that it never ends the build here.
    def no_subcommand(_arguments); end

    def arg_is_present?(arguments, option, message)
      deprecation_message(message) if arguments.include?(option)
    end

    def deprecation_message(message)
      Jekyll.logger.warn "Deprecation:", message
    end

    def defaults_deprecate_type(old, current)
      Jekyll.logger.warn "Defaults:", "The '#{old}' type has become '#{current}'."
      Jekyll.logger.warn "Defaults:", "Please update your front-matter defaults to use 'type: #{current}'."
    end
  end

  module Commands; end
  class Command; end
end
