# Templates, parsed and rendered by the program.
module Liquid
  # The tokens of a text. For the text behind a tag that is being parsed, the program has them.
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

    def initialize(line = nil)
      @line_number = line
      @depth = 0
      @warnings = []
      @error_mode = :warn
      @locale = I18n.new
    end

    def [](_key)
      nil
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
    attr_reader :errors, :warnings, :hastie_source

    def initialize
      @errors = []
      @warnings = []
    end

    def parse(source, options = {})
      source = source.source if source.respond_to?(:source)
      # Any other object fails here, as in Ruby's tokenizer.
      source.split("", 1) unless source.is_a?(String) || source.nil?
      @hastie_source = source.to_s
      @hastie_options = (options || {}).transform_keys(&:to_s).slice("line_numbers", "error_mode").transform_values { |v| v.is_a?(Symbol) ? v.to_s : v }
      @hastie_plain = Hastie.plain_template?(@hastie_source) ? @hastie_source.dup : nil
      hastie_number if Hastie.model.ready? && !@hastie_plain
      self
    end

    def hastie_number
      @hastie_number ||= Hastie.ask("parse", @hastie_source, @hastie_options || {})
    end

    def root
      @root ||= @hastie_source && Document.new(self)
    end

    def hastie_nodes
      @hastie_plain ? [@hastie_source] : Hastie.nodes(Hastie.ask("root", hastie_number), nil)
    end

    def name=(name)
      @hastie_name = name
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
      hastie_add_registers(options[:registers]) if options[:registers].is_a?(Hash)
      filters = [options[:filters]].flatten.compact
      filters.each { |mod| Strainer.global_filter(mod) } unless filters.empty?
      return hastie_render_in(target, raises) if target.is_a?(Context) && !target.hastie_own?

      environment, scope = hastie_variables(target)
      if @hastie_plain
        @errors = []
        return @hastie_plain.dup
      end

      text, problems, assigned = Hastie.ask("render", hastie_number, environment, scope, hastie_page, raises || own_and_raising?(target))
      @errors = problems.map { |name, message| Hastie::Wire.exception(name, message) }
      # They stay in the outermost scope of the context, or in the template.
      (target.is_a?(Context) ? target.scopes.last : instance_assigns).merge!(assigned)
      text
    end

    # Tags and filters in the template get the registers of the page that is being rendered.
    def hastie_add_registers(added)
      other = added.keys.find { |key| !%i(site page).include?(key) }
      raise NotImplementedError, "the register #{other.inspect} for a template of a plugin is not supported" if other

      registers.merge!(added)
    end

    def own_and_raising?(target)
      target.is_a?(Context) && target.instance_variable_get(:@rethrow)
    end

    def hastie_page
      page = registers[:page]
      page.is_a?(Hash) || page.is_a?(Drop) ? page : nil
    end

    def hastie_variables(target)
      case target
      when Context then [target.hastie_environment, target.hastie_scope]
      when Hash then [assigns.merge(Hastie.stringy(target)), instance_assigns]
      when Hastie::Payload then [target, target.hastie_variables]
      when Hastie::Environment then [assigns.merge(target.to_h), instance_assigns]
      when Drop then [target, instance_assigns]
      when nil then [assigns, instance_assigns]
      else raise Liquid::ArgumentError, "Expected Hash or Liquid::Context as parameter"
      end
    end

    def hastie_render_in(context, raises)
      Hastie.ask("render_in", context.hastie_serial, hastie_number, raises)
    end
  end
end

module Hastie
  # Whether a template is a text without tags and variables, which renders to itself. The program need not see it.
  def self.plain_template?(source)
    source.instance_of?(String) && source.encoding == Encoding::UTF_8 && !source.empty? && source.valid_encoding? &&
      !source.include?("{{") && !source.include?("{%")
  end

  def self.stringy(hash)
    hash.all? { |key, _| key.is_a?(String) } ? hash : hash.transform_keys { |key| key.is_a?(Symbol) ? key : key }
  end
end
