# Plugins: generators, converters, hooks.
module Jekyll
  class Plugin
    PRIORITIES = { :low => -10, :highest => 100, :lowest => -100, :normal => 0, :high => 10 }.freeze

    class << self
      def inherited(child)
        super
        (@hastie_children ||= []) << child
        Hastie.model.changed
      end

      # The classes below this one. Each class follows its own subclasses.
      def descendants
        below = (@hastie_children || []).flat_map(&:descendants)
        below << self unless superclass == Plugin
        below.uniq
      end

      def priority(priority = nil)
        @priority ||= nil
        @priority = priority if priority && PRIORITIES.key?(priority)
        @priority || :normal
      end

      def safe(safe = nil)
        @safe = safe unless safe.nil?
        @safe || false
      end

      def <=>(other)
        PRIORITIES[other.priority] <=> PRIORITIES[priority]
      end
    end

    def <=>(other)
      self.class <=> other.class
    end

    def initialize(config = {}); end
  end

  class Generator < Plugin; end

  class Converter < Plugin
    class << self
      def highlighter_prefix(text = nil)
        @highlighter_prefix = text if text
        @highlighter_prefix
      end

      def highlighter_suffix(text = nil)
        @highlighter_suffix = text if text
        @highlighter_suffix
      end
    end

    def initialize(config = {})
      @config = config
    end

    def highlighter_prefix
      self.class.highlighter_prefix
    end

    def highlighter_suffix
      self.class.highlighter_suffix
    end
  end

  module Converters
    # A converter of the program. Ruby calls the program for its methods, unless a plugin replaces them.
    module Native
      METHODS = %i(matches output_ext convert).freeze

      def matches(ext)
        Hastie.ask("converts", self.class.hastie_native, ext)
      end

      def output_ext(ext)
        Hastie.ask("converted_ext", self.class.hastie_native, ext)
      end

      def convert(content)
        hastie_check(content) unless content.is_a?(String)
        Hastie.model.flush_config
        Hastie.ask("convert", self.class.hastie_native, *Kramdown::Document.hastie_source(content))
      end

      # Raises kramdown's error for an object that is not a text.
      def hastie_check(content)
        content.valid_encoding? unless is_a?(Markdown) && @config["markdown"].to_s.downcase != "kramdown"
        Hastie.missing("converting an object of the class #{content.class}")
      end

      module Kind
        def hastie_native
          ancestors.find { |one| one.is_a?(Class) && one.superclass == Converter }.name
        end

        # Whether this is a converter of the program in which no plugin has replaced a method.
        def hastie_unchanged?
          superclass == Converter && METHODS.all? { |name| Hastie.own_method?(instance_method(name)) }
        end

        # The program runs its own converters itself, so the list only contains converters that plugins have changed or defined.
        def descendants
          super.reject(&:hastie_unchanged?)
        end
      end

      private_constant :METHODS, :Kind

      def self.included(kind)
        kind.extend(Kind)
        kind.safe(true)
      end
    end

    class Markdown < Converter
      include Native
      highlighter_prefix "\n"
      highlighter_suffix "\n"

      # kramdown with the options of the site.
      class KramdownParser
        def initialize(config)
          @main_fallback_highlighter = config["highlighter"] || "rouge"
          @config = (config["kramdown"] || {}).dup
          @highlighter = nil
          setup
        end

        def setup
          @config["syntax_highlighter"] ||= highlighter
          options = @config["syntax_highlighter_opts"] = (@config["syntax_highlighter_opts"] || {}).dup
          options["default_lang"] ||= "plaintext"
          options["guess_lang"] = @config["guess_lang"]
        end

        def convert(content)
          document = Kramdown::JekyllDocument.new(content, @config)
          html = document.to_html
          document.warnings.each { |warning| Jekyll.logger.warn "Kramdown warning:", warning } if @config["show_warnings"]
          html
        end

        private

        def highlighter
          @highlighter ||= @config["syntax_highlighter"] || @main_fallback_highlighter
        end
      end

      def setup; end

      def extname_list
        @extname_list ||= @config["markdown_ext"].to_s.split(",").map { |ext| ".#{ext.downcase}" }
      end

      def third_party_processors
        self.class.constants - [:KramdownParser]
      end
    end

    class SmartyPants < Converter
      include Native
      priority :low
    end

    class Identity < Converter
      include Native
      priority :lowest

      def convert(content)
        content.is_a?(String) ? super : content
      end
    end

    class Scss < Converter
      include Native
      priority :low
    end

    class Sass < Converter
      include Native
      priority :low
    end
  end

  module Hooks
    DEFAULT_PRIORITY = 20
    PRIORITY_MAP = { :low => 10, :normal => 20, :high => 30 }.freeze
    POINTS = {
      :site => %i(after_init after_reset post_read pre_render post_render post_write),
      :clean => %i(on_obsolete)
    }.freeze
    ITEM_POINTS = %i(post_init pre_render post_convert post_render post_write).freeze

    NotAvailable = Class.new(RuntimeError)
    Uncallable = Class.new(RuntimeError)

    @registry = {}
    @count = 0

    class << self
      attr_reader :registry

      def register(owners, event, priority: DEFAULT_PRIORITY, &block)
        Array(owners).each { |owner| register_one(owner, event, priority_value(priority), &block) }
      end

      def priority_value(priority)
        return priority if priority.is_a?(Integer)

        PRIORITY_MAP[priority] || DEFAULT_PRIORITY
      end

      def register_one(owner, event, priority, &block)
        points = POINTS[owner] || ITEM_POINTS
        unless points.include?(event)
          raise NotAvailable, "Invalid hook. #{owner} supports only the following hooks #{points.inspect}"
        end
        raise Uncallable, "Hooks must respond to :call" unless block.respond_to?(:call)

        list = (@registry[owner] ||= {})[event] ||= []
        @count += 1
        list << [-priority, @count, block]
        list.sort_by! { |entry| entry.first(2) }
        Hastie.model.changed
      end

      def trigger(owner, event, *arguments)
        list = @registry.dig(owner, event) or return
        list = list.dup
        at = 0
        while at < list.size
          block = list[at].last
          @hastie_running = block
          Hastie::Network.skipping { block.call(*arguments) }
          at += 1
        end
      end

      # The hook that ran last, unless a generator has run since.
      attr_writer :hastie_running

      # The place of the hook whose changes are read, for errors.
      def hastie_place
        @hastie_running && ["#{@hastie_running.source_location.join(":")}:in `hook'"]
      end

      # Whether hooks were registered since the program asked for them.
      def hastie_new?
        @count != @known || hastie_own_payload? != @payload_known
      end

      # Whether a plugin makes the payload, in the class or for this site.
      def hastie_own_payload?
        !Hastie.own_method?(Hastie.model.site.method(:site_payload))
      end

      def hastie_points
        @known = @count
        points = @registry.flat_map { |owner, events| events.keys.map { |event| [owner.to_s, event.to_s] } }
        # These hooks are needed even without a plugin's hook, because they set the keys that plugins have added to the payload.
        points |= [%w(site pre_render)] if (@payload_known = hastie_own_payload?)
        points |= [%w(pages pre_render), %w(documents pre_render)] unless Hastie::Payload.hastie_added.empty?
        points
      end
    end
  end
end
