# Filters: the program's filters as methods, and the object whose methods are the plugins' filters.
module Hastie
  # Modules whose methods are the program's own filters, until a plugin changes one.
  module Filters
    STANDARD = %w(
      abs append at_least at_most capitalize ceil compact concat date default divided_by downcase escape escape_once first
      floor h join last lstrip map minus modulo newline_to_br plus prepend remove remove_first replace replace_first
      reverse round rstrip size slice sort sort_natural split strip strip_html strip_newlines times truncate truncatewords
      uniq upcase url_decode url_encode
    ).freeze
    JEKYLL = %w(
      markdownify smartify sassify scssify slugify xml_escape cgi_escape uri_escape normalize_whitespace number_of_words
      array_to_sentence_string jsonify where where_exp find find_exp to_integer sort pop push shift unshift sample inspect
    ).freeze
    URLS = %w(absolute_url relative_url strip_index).freeze
    DATES = %w(date_to_string date_to_long_string date_to_xmlschema date_to_rfc822).freeze
    GROUPS = %w(group_by group_by_exp).freeze

    def self.define(mod, names)
      names.each do |name|
        mod.module_eval(<<~RUBY, "hastie/liquid/filters.rb", 1)
          def #{name}(input, *arguments)
            Hastie::Filters.call(#{name.inspect}, input, arguments, @context)
          end
        RUBY
      end
    end

    def self.call(name, input, arguments, context)
      # Jekyll asks a static file for its URL, which its drop does not have.
      input = input.url if input.is_a?(Jekyll::StaticFile) && name.end_with?("_url")
      Hastie.ask("filter", context.is_a?(Liquid::Context) ? context.hastie_serial : nil, name, input, arguments)
    end

    def self.forget_kinds
      @reading = @functions = @tracing = @lasting = nil
    end

    # Whether a filter changes nothing.
    def self.reading?(name)
      (@reading ||= {}).fetch(name) { @reading[name] = Pure.reading?(Liquid::Strainer.build.instance_method(name)) }
    end

    # Whether a filter may read keys of a hash among its arguments.
    def self.indexing?(name)
      Pure.indexing?(Liquid::Strainer.build.instance_method(name))
    end

    # Whether a filter may read keys of the site's tags or categories without receiving them as arguments.
    def self.finding_groups?(name)
      indexing?(name) && Pure.finding_groups?(Liquid::Strainer.build.instance_method(name))
    end

    # Whether the result of a filter depends only on its arguments. Such a filter also changes nothing.
    def self.function?(name)
      (@functions ||= {}).fetch(name) { @functions[name] = Pure.function?(Liquid::Strainer.build.instance_method(name)) }
    end

    # Whether a filter reads only its arguments, the page, and values that do not change while such filters run.
    def self.tracing?(name)
      (@tracing ||= {}).fetch(name) { @tracing[name] = Pure.tracing?(Liquid::Strainer.build.instance_method(name)) }
    end

    # Whether a filter reads only its arguments, the page, the configuration and the data.
    def self.lasting?(name)
      (@lasting ||= {}).fetch(name) { @lasting[name] = Pure.lasting?(Liquid::Strainer.build.instance_method(name)) }
    end

    # The names of filters that a plugin adds or changes.
    def self.of_plugins
      native = [Liquid::StandardFilters, Jekyll::Filters, *Jekyll::Filters.included_modules]
      names = Liquid::Strainer.added.flat_map { |mod| mod.public_instance_methods(true) }
      native.each do |mod|
        next if mod == Kernel

        changed = mod.public_instance_methods(false).reject { |name| Hastie.own_method?(mod.instance_method(name)) }
        names.concat(changed)
        prepended = mod.ancestors.take_while { |one| one != mod }
        prepended.each { |one| names.concat(one.public_instance_methods(false)) }
      end
      check_helpers
      names = (names.map(&:to_s) - native_untouched(names)).uniq.select { |name| Liquid::Strainer.names.key?(name) }
      names |= OwnProperties.names
      names |= ["slugify"] if Hastie.slugs_changed?
      names |= ["inspect"] if inspections_changed?
      names |= ["jsonify"] if json_changed?
      names |= CALLERS.select { |_, called| names.include?(called) }.keys
      DATE_HELPERS.any? { |helper| replaced?(Liquid::Strainer.build, helper) } ? names | DATES : names
    end

    # Whether a plugin defines `inspect` for an object of the site. The filter `inspect` then prints its result.
    def self.inspections_changed?
      kinds = [Jekyll::Page, Jekyll::Document, Jekyll::StaticFile, Jekyll::Collection, Jekyll::Excerpt]
      kinds.each { |kind| kinds.concat(kind.subclasses) }.any? { |kind| replaced?(kind, :inspect) }
    end

    # Whether a plugin has replaced `to_json` of one of Ruby's own classes. ActiveSupport's is the program's.
    def self.json_changed?
      Reopening::CORE.any? do |name|
        owner = Object.const_get(name).instance_method(:to_json).owner
        owner != Kernel && owner != Object && !owner.to_s.start_with?("JSON::", "ActiveSupport::")
      end
    end

    # Filters that call another filter. If a plugin replaces the called filter, they run here, too.
    CALLERS = { "absolute_url" => "relative_url", "inspect" => "xml_escape" }.freeze
    # Private methods that the filters for dates call. A plugin's filter may have one of these names.
    DATE_HELPERS = %i(ordinal stringify_date time).freeze
    # The modules of the program's filters.
    MODULES = %w(Liquid::StandardFilters Jekyll::Filters Jekyll::Filters::URLFilters Jekyll::Filters::DateFilters Jekyll::Filters::GroupingFilters).freeze

    # Whether a plugin defines this method of a class.
    def self.replaced?(kind, name)
      return false unless kind.method_defined?(name) || kind.private_method_defined?(name)

      !Hastie.own_method?(kind.instance_method(name))
    end

    # A plugin's filter that has the name of a method which the program's filters call replaces that method, too.
    def self.check_helpers
      kind = Liquid::Strainer.build
      MODULES.each do |mod|
        names = Reopening.refused(mod).map { |name| name.delete_prefix("#").to_sym } - DATE_HELPERS - %i(item_property)
        name = names.find { |one| replaced?(kind, one) } or next
        raise NotImplementedError, "replacing #{mod}##{name} is not supported: Hastie does its work without Ruby",
              [kind.instance_method(name).source_location.join(":")]
      end
    end

    # Whether the object of filters has the program's own filter of a name.
    def self.native?(filters, name)
      Hastie.own_method?(filters.method(name))
    end

    # The filters that a plugin's module only includes from the program's modules.
    def self.native_untouched(names)
      probe = Liquid::Strainer.build
      names.map(&:to_s).uniq.select do |name|
        probe.method_defined?(name) && Hastie.own_method?(probe.instance_method(name))
      end
    end
  end
end

module Liquid
  module StandardFilters
    Hastie::Filters.define(self, Hastie::Filters::STANDARD - %w(sort))

    # Templates call Jekyll's `sort` and `where`. A plugin's object that includes this module calls Liquid's.
    def sort(input, property = nil)
      Hastie::ObjectFilters.new(@context).liquid_sort(input, property)
    end

    def where(input, property, value = nil)
      Hastie::ObjectFilters.new(@context).liquid_where(input, property, value)
    end

    private

    def raise_property_error(property)
      raise Liquid::ArgumentError, "cannot select the property '#{property}'"
    end
  end

  class Strainer
    @added = []

    class << self
      attr_reader :added

      # The names of filters. A method that a module defines after it was registered is not a filter, even if it is registered again.
      def names
        @names ||= [StandardFilters, Jekyll::Filters].flat_map { |mod| hastie_names(mod) }.to_h { |name| [name, true] }
      end

      def hastie_names(mod)
        mod.public_instance_methods.map(&:to_s)
      end

      def global_filter(filter)
        hidden = (filter.private_instance_methods + filter.protected_instance_methods).select { |method| invokable?(method) }
        raise MethodOverrideError, "Filter overrides registered public methods as non public: #{hidden.join(", ")}" unless hidden.empty?

        known = [StandardFilters, Jekyll::Filters, *added].any? { |mod| mod <= filter }
        hastie_names(filter).each { |name| names[name] = true } unless known
        added << filter unless added.include?(filter)
        @built = nil
        Hastie::Filters.forget_kinds
      end

      def create(context, filters = [])
        object = build.new(context)
        filters.flatten.compact.each { |filter| object.hastie_extend(filter) }
        object
      end

      # The class with all filters. It is created again after another module is registered.
      def build
        @built ||= begin
          mods = [StandardFilters, Jekyll::Filters, *added]
          Class.new(Strainer) { mods.each { |mod| include mod } }
        end
      end

      def invokable?(method)
        names.key?(method.to_s)
      end
    end

    def initialize(context)
      @context = context
    end

    # Filters of one rendering only.
    def hastie_extend(filter)
      extend(filter)
      (@own ||= []).concat(Strainer.hastie_names(filter))
      hastie_mods << filter
    end

    def hastie_mods
      @hastie_mods ||= []
    end

    def invoke(method, *arguments)
      if Strainer.names.key?(method.to_s) || @own&.include?(method.to_s)
        public_send(method, *arguments)
      else
        Hastie.ask("filter", @context.hastie_serial, method.to_s, arguments.first, arguments.drop(1))
      end
    rescue ::ArgumentError => e
      raise Liquid::ArgumentError, e.message
    end

    # Converts subclasses of Ruby's `ArgumentError` to Liquid's error, as Liquid does. The program converts the class itself.
    def hastie_call(method, input, arguments)
      public_send(method, input, *arguments)
    rescue ::ArgumentError => e
      raise if e.instance_of?(::ArgumentError)

      raise Liquid::ArgumentError, e.message, e.backtrace
    end
  end
end

module Jekyll
  module Filters
    module URLFilters
      Hastie::Filters.define(self, Hastie::Filters::URLS - %w(absolute_url))

      def absolute_url(input)
        return Hastie::Filters.call("absolute_url", input, [], @context) if input.nil? || Hastie::Filters.native?(self, :relative_url)

        site = @context.registers[:site]
        known = site.filter_cache[:absolute_url] ||= {}
        return hastie_absolute(site, input) unless input.is_a?(String)

        (known[input] ||= hastie_absolute(site, input)).dup
      end

      private

      def hastie_absolute(site, input)
        input = input.url if input.respond_to?(:url)
        return input if input.to_s.match?(/\A[^:\/?#]+:/)

        start = site.config["url"].to_s
        start.empty? ? relative_url(input) : Hastie.ask("normalize_url", "#{start}#{relative_url(input)}")
      end
    end

    module DateFilters
      def date_to_string(date, type = nil, style = nil)
        hastie_date("date_to_string", date, [type, style].compact) { stringify_date(date, "%b", type, style) }
      end

      def date_to_long_string(date, type = nil, style = nil)
        hastie_date("date_to_long_string", date, [type, style].compact) { stringify_date(date, "%B", type, style) }
      end

      def date_to_xmlschema(date)
        hastie_date("date_to_xmlschema", date, []) { date.to_s.empty? ? date : time(date).xmlschema }
      end

      def date_to_rfc822(date)
        hastie_date("date_to_rfc822", date, []) { date.to_s.empty? ? date : time(date).rfc822 }
      end

      private

      # The program's filter, unless a plugin has replaced a method that the filter calls.
      def hastie_date(name, date, arguments)
        own = Hastie::Filters::DATE_HELPERS.any? { |helper| !Hastie::Filters.native?(self, helper) }
        own ? yield : Hastie::Filters.call(name, date, arguments, @context)
      end

      def stringify_date(date, month, type = nil, style = nil)
        return date if date.to_s.empty?

        moment = time(date)
        return moment.strftime("%d #{month} %Y") unless type == "ordinal"

        day = "#{moment.day}#{ordinal(moment.day)}"
        moment.strftime(style == "US" ? "#{month} #{day}, %Y" : "#{day} #{month} %Y")
      end

      def ordinal(number)
        return "th" if [11, 12, 13].include?(number)

        { 1 => "st", 2 => "nd", 3 => "rd" }.fetch(number % 10, "th")
      end

      def time(input)
        date = Liquid::Utils.to_date(input)
        return date.to_time.getlocal if date.respond_to?(:to_time)

        raise Errors::InvalidDateError, "Invalid Date: '#{input.inspect}' is not a valid datetime."
      end
    end

    module GroupingFilters
      Hastie::Filters.define(self, Hastie::Filters::GROUPS)
    end

    include URLFilters
    include DateFilters
    include GroupingFilters
    Hastie::Filters.define(self, Hastie::Filters::JEKYLL - %w(inspect jsonify slugify))

    def jsonify(input)
      return hastie_plain(input).to_json if Hastie::Filters.json_changed? || hastie_own_json?(input)

      Hastie::Filters.call("jsonify", input, [], @context)
    end

    def slugify(input, mode = nil)
      Hastie.slugs_changed? ? Utils.slugify(input, :mode => mode) : Hastie::Filters.call("slugify", input, [mode].compact, @context)
    end

    # The filter, or, without an argument, the method `inspect` that every object has.
    def inspect(*input)
      return super() if input.empty?
      own = !Hastie::Filters.native?(self, :xml_escape) || Hastie::Filters.inspections_changed?
      return Hastie::Filters.call("inspect", input.first, [], @context) unless own

      xml_escape(input.first.inspect)
    end

    private

    def item_property(item, property)
      return item.to_liquid[property.to_s] if item.respond_to?(:to_liquid) && !item.is_a?(Hash)

      item.respond_to?(:data) ? item.data[property.to_s] : item[property.to_s]
    end

    def as_liquid(item)
      item.respond_to?(:to_liquid) ? item.to_liquid : item
    end

    # Whether a value is or contains a drop with a plugin's own `to_json`.
    def hastie_own_json?(value)
      case value
      when Hash then value.each_value.any? { |one| hastie_own_json?(one) }
      when Array then value.any? { |one| hastie_own_json?(one) }
      when Jekyll::Drops::Drop then !Hastie.own_method?(value.method(:to_json))
      end
    end

    # The values that `jsonify` writes: the `to_liquid` of each object.
    def hastie_plain(value)
      case value
      when Hash then value.to_h { |key, one| [hastie_plain(key), hastie_plain(one)] }
      when Array then value.map { |one| hastie_plain(one) }
      else
        shown = as_liquid(value)
        shown == value ? value : hastie_plain(shown)
      end
    end

    def parse_sort_input(property)
      property.to_s
    end
  end
end
