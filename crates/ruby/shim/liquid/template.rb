# Templates, parsed and rendered by the program.
module Liquid
  # The tokens of a text. The program has the tokens behind a tag that is being parsed.
  class Tokenizer
    attr_reader :line_number

    def self.hastie_rest
      @hastie_rest ||= allocate
    end

    def initialize(source, line_numbers = false)
      source = source.source if source.respond_to?(:source)
      @line_number = line_numbers ? 1 : nil
      @tokens = source.to_s.empty? ? [] : source.split(TemplateParser)
      @tokens.shift if @tokens.first&.empty?
    end

    def shift
      return Hastie.ask("token") unless @tokens

      token = @tokens.shift
      @line_number += token.count("\n") if @line_number && token
      token
    end

    # The program can only parse the text behind the tag.
    def hastie_check
      return if @tokens.nil?

      raise NotImplementedError, "parsing a block with tokens of its own is not supported: use Liquid::Template.parse"
    end
  end

  class ParseContext
    attr_accessor :locale, :line_number, :trim_whitespace, :depth
    attr_reader :partial, :warnings, :error_mode

    def initialize(options = {})
      @options = options || {}
      @line_number = nil
      @depth = 0
      @warnings = []
      @partial = false
      @error_mode = @options[:error_mode] || Template.error_mode
      @locale = @options[:locale] ||= I18n.new
    end

    def [](key)
      @options[key]
    end
  end

  # The root of a template.
  class Document
    def initialize(template)
      @template = template
    end

    def nodelist
      @nodelist ||= @template.hastie_nodes
    end

    def render(context)
      @template.render(context)
    end
  end

  class Template
    # The tags of plugins. Reading another name finds the program's tag.
    @tags = Hash.new { |_, name| Hastie::NATIVE_TAGS[name] }
    class << self
      attr_reader :error_mode
      attr_accessor :file_system, :default_exception_renderer, :default_resource_limits
      attr_reader :tags

      # The program has the mode from the configuration. It is read once all plugins are loaded.
      def error_mode=(mode)
        @error_mode = mode
        config = Hastie.model.site&.config or return
        raise NotImplementedError, "the error mode cannot change once plugins are loaded" if Hastie.model.ready?

        config["liquid"] = (config["liquid"] || {}).merge("error_mode" => mode.to_s)
        # The program takes over the configuration after these hooks.
        Jekyll::Hooks.register(:site, :after_init) { nil }
      end

      def hastie_take_mode(mode)
        @error_mode = mode.to_sym if mode
      end

      def register_tag(name, klass)
        @tags[name.to_s] = klass
        Hastie.model.changed
      end

      def register_filter(mod)
        Strainer.global_filter(mod)
        Hastie.model.changed
      end

      def parse(source, options = {})
        new.parse(source, options)
      end

      def add_filter(*)
        nil
      end
    end
    @error_mode = :lax
    @file_system = BlankFileSystem.new

    attr_writer :root
    attr_reader :errors, :hastie_source

    def initialize
      @errors = []
    end

    def parse(source, options = {})
      source = source.source if source.respond_to?(:source)
      # Any other object fails here, as in Ruby's tokenizer.
      source.split("", 1) unless source.is_a?(String) || source.nil?
      @hastie_source = source.to_s
      @hastie_options = (options || {}).transform_keys(&:to_s).slice("line_numbers", "error_mode").transform_values { |v| v.is_a?(Symbol) ? v.to_s : v }
      @hastie_numbers = @warnings = nil
      @hastie_plain = Hastie.plain_template?(@hastie_source) ? @hastie_source.dup : nil
      hastie_number if Hastie.model.ready? && !@hastie_plain
      self
    end

    # The number of the parsed template in the program. With options that belong to one rendering, the number is another one.
    def hastie_number(own = {})
      @hastie_numbers ||= {}
      @hastie_numbers[own] ||= Hastie.ask("parse", @hastie_source, (@hastie_options || {}).merge(own))
    end

    def warnings
      return [] if @hastie_source.nil? || @hastie_plain

      @warnings ||= Hastie::Wire.exceptions(Hastie.ask("warnings", hastie_number))
    end

    def root
      @root ||= @hastie_source && Document.new(self)
    end

    def hastie_nodes
      @hastie_plain ? [@hastie_source] : Hastie.nodes(Hastie.ask("root", hastie_number), nil)
    end

    def registers
      @registers ||= {}
    end

    def assigns
      @assigns ||= {}
    end

    def instance_assigns
      @instance_assigns ||= {}
    end

    def render(*arguments)
      hastie_render(arguments, false)
    end

    def render!(*arguments)
      hastie_render(arguments, true)
    end

    def render_to_output_buffer(context, output)
      output << render(context)
    end

    private

    def hastie_render(arguments, raises)
      return "" if @hastie_source.nil?

      target = arguments.first
      options = arguments.last.is_a?(Hash) && (arguments.size > 1 || !target.is_a?(Hash)) ? arguments.last : {}
      # The registers of a page have the site and the page only as results of methods.
      registers.merge!(options[:registers].to_h) if options[:registers].is_a?(Hash)
      filters = [options[:filters]].flatten.compact
      return hastie_render_in(target, filters, options, raises) if target.is_a?(Context) && !target.hastie_own?

      if @hastie_plain
        hastie_variables(target)
        @errors = []
        return @hastie_plain.dup
      end

      target.add_filters(filters) if target.is_a?(Context)
      frame = Hastie::Renderings.frame(self, target, filters)
      hastie_settle(frame, target, hastie_ask_to_render(frame, hastie_own_options(frame.filters, options, target), raises || own_and_raising?(target)))
    end

    # The options of the rendering that the program needs when it parses the template.
    def hastie_own_options(filters, options, target)
      own = {}
      own["filters"] = filters.flat_map { |mod| Strainer.hastie_names(mod) }.uniq unless filters.empty?
      %w(strict_variables strict_filters).each do |name|
        value = options.key?(name.to_sym) ? options[name.to_sym] : target.is_a?(Context) && target.hastie_own? && target.public_send(name)
        own[name] = true if value
      end
      own
    end

    def hastie_ask_to_render(frame, own, raises)
      number = hastie_number(own)
      Hastie::Renderings.within(frame) do
        Hastie.ask("render", number, frame.environment, frame.scope, hastie_page, raises, Hastie::Renderings.number_of(frame.registers))
      end
    end

    # Takes over what a rendering leaves: the errors, the assigned variables, and the counters, which Ruby keeps in the environment.
    def hastie_settle(frame, target, reply)
      text, problems, assigned, counters = reply
      @errors = Hastie::Wire.exceptions(problems)
      # Assigned variables stay in the outermost scope of the context, or in the template.
      (target.is_a?(Context) ? target.scopes.last : instance_assigns).merge!(assigned)
      frame.keep_counters(counters, target, assigns) unless counters.empty?
      text
    end

    def own_and_raising?(target)
      target.is_a?(Context) && target.instance_variable_get(:@rethrow)
    end

    def hastie_page
      page = registers[:page]
      page.is_a?(Hash) || page.is_a?(Drop) ? page : nil
    end

    # The environment and the variables of a rendering.
    def hastie_variables(target)
      case target
      when Context then [target.hastie_environment, target.hastie_scope]
      when Hash then hastie_kept(assigns.merge(Hastie.stringy(target)))
      when Hastie::Payload then hastie_payload(target)
      when Hastie::Environment then hastie_kept(assigns.merge(target.to_h))
      when Drop then hastie_kept(target)
      when nil then hastie_kept(assigns)
      else raise Liquid::ArgumentError, "Expected Hash or Liquid::Context as parameter"
      end
    end
    public :hastie_variables

    # The environment, and the variables that earlier renderings have assigned.
    def hastie_kept(environment)
      Hastie.squash(instance_assigns, [environment])
      [environment, instance_assigns]
    end

    # The payload, and the variables that it does not have itself.
    def hastie_payload(payload)
      Hastie.squash(instance_assigns, [payload, assigns])
      kept = assigns.merge(instance_assigns).reject { |name, _| payload.key?(name) }
      [payload, kept.merge(payload.hastie_variables)]
    end

    def hastie_render_in(context, filters, options, raises)
      return @hastie_plain.dup if @hastie_plain

      context.add_filters(filters)
      Hastie.ask("render_in", context.hastie_serial, hastie_number(hastie_own_options(context.strainer.hastie_mods, options, context)), raises)
    end
  end
end

module Hastie
  # Whether a template is a text without tags and variables, which renders to itself. The program need not see it.
  def self.plain_template?(source)
    source.instance_of?(String) && source.encoding == Encoding::UTF_8 && !source.empty? && source.valid_encoding? &&
      !source.include?("{{") && !source.include?("{%")
  end

  # Sets variables of earlier renderings to the environment's values of the same name, as a new context does.
  def self.squash(variables, environments)
    variables.each_key do |name|
      environment = environments.find { |candidate| candidate.key?(name) }
      variables[name] = environment[name] if environment
    end
  end

  def self.stringy(hash)
    hash.all? { |key, _| key.is_a?(String) } ? hash : hash.transform_keys { |key| key.is_a?(Symbol) ? key : key }
  end
end
