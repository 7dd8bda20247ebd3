# Tags and blocks.
module Liquid
  class Tag
    attr_accessor :line_number
    attr_reader :nodelist, :tag_name, :parse_context

    class << self
      def parse(tag_name, markup, tokenizer, parse_context)
        tag = new(tag_name, markup, parse_context)
        tag.parse(tokenizer)
        tag
      end

      private :new
    end

    def initialize(tag_name, markup, parse_context)
      @tag_name = tag_name
      @markup = markup
      @parse_context = parse_context
      @line_number = parse_context.line_number if parse_context.respond_to?(:line_number)
    end

    def parse(_tokens); end

    def raw
      "#{@tag_name} #{@markup}"
    end

    def name
      self.class.name.downcase
    end

    def render(_context)
      ""
    end

    def render_to_output_buffer(context, output)
      output << render(context)
    end

    def blank?
      false
    end

    def options
      @parse_context
    end

    def parse_expression(markup)
      Expression.parse(markup)
    end
  end

  # The content between a block's tags. The program parses and renders it.
  class BlockBody
    attr_reader :hastie_number

    def initialize
      @hastie_number = nil
      @blank = true
    end

    def hastie_parse
      @hastie_number, tag, markup, @blank = Hastie.ask("section", @hastie_number)
      tag && [tag, markup]
    end

    def blank?
      @blank
    end

    def render(context)
      @hastie_number ? Hastie.ask("body", context.hastie_serial, @hastie_number) : ""
    end

    def nodelist
      return [] unless @hastie_number

      @nodelist ||= Hastie.nodes(Hastie.ask("nodes", @hastie_number), @hastie_number)
    end
  end

  class Block < Tag
    def initialize(tag_name, markup, parse_context)
      super
      @blank = true
    end

    def parse(tokens)
      @body = BlockBody.new
      while parse_body(@body, tokens)
      end
    end

    def render(context)
      @body.render(context)
    end

    def blank?
      @blank
    end

    def nodelist
      @body.nodelist
    end

    def unknown_tag(tag, _params, _tokens)
      if tag == "else"
        raise SyntaxError, "#{block_name} tag does not expect 'else' tag"
      elsif tag.start_with?("end")
        raise SyntaxError, "'#{tag}' is not a valid delimiter for #{block_name} tags. use #{block_delimiter}"
      else
        raise SyntaxError, "Unknown tag '#{tag}'"
      end
    end

    def block_name
      @tag_name
    end

    def block_delimiter
      @block_delimiter ||= "end#{block_name}"
    end

    protected

    def parse_body(body, tokens)
      tag, markup = body.hastie_parse
      @blank &&= body.blank?
      return false if tag.nil? || tag == block_delimiter

      unknown_tag(tag, markup, tokens)
      true
    end
  end

  # The unchanged text up to an end tag.
  class Raw < Block
    def parse(_tokens)
      @body = Hastie.ask("raw")
    end

    def render(_context)
      @body
    end

    def nodelist
      [@body]
    end

    def blank?
      @body.empty?
    end
  end

  class If < Block
    def initialize(tag_name, markup, parse_context)
      super
      @blocks = []
      push_block("if", markup)
    end

    attr_reader :blocks

    def nodelist
      @blocks.map(&:attachment)
    end

    def parse(tokens)
      while parse_body(@blocks.last.attachment, tokens)
      end
    end

    def unknown_tag(tag, markup, tokens)
      %w(elsif else).include?(tag) ? push_block(tag, markup) : super
    end

    def render(context)
      context.stack do
        chosen = @blocks.find { |block| block.evaluate(context) }
        chosen ? chosen.attachment.render(context) : ""
      end
    end

    private

    def push_block(tag, markup)
      block = tag == "else" ? ElseCondition.new : Hastie::Markup.new(markup)
      @blocks.push(block)
      block.attach(BlockBody.new)
    end
  end

  class Unless < If
    def render(context)
      context.stack do
        first, *rest = @blocks
        chosen = first.evaluate(context) ? rest.find { |block| block.evaluate(context) } : first
        chosen ? chosen.attachment.render(context) : ""
      end
    end
  end
end

module Hastie
  # A condition as written in a template. The program evaluates it.
  class Markup < Liquid::Condition
    def initialize(markup)
      super()
      @markup = markup
    end

    def evaluate(context)
      Hastie.ask("condition", context.hastie_serial, @markup)
    end
  end

  # Tags of the program as classes that plugins may inherit from or change.
  module Native
    def self.included(base)
      base.extend(Naming)
    end

    module Naming
      def hastie_native
        superclass.respond_to?(:hastie_native) && !instance_variable_defined?(:@hastie_native) ? superclass.hastie_native : @hastie_native
      end

      def hastie_stands_for(name)
        @hastie_native = name
      end
    end

    # The variables of Liquid's and Jekyll's own tags, which the program does not read.
    OWN_VARIABLES = %i(
      @attributes @blocks @body @collection_name @file @from @left @limit @name @params @relative_path @reversed @template_name @to
      @variable @variable_name @variables
    ).freeze

    def parse(_tokens)
      @hastie_number, @blank = Hastie.ask("native", self.class.hastie_native, @markup.to_s)
      @hastie_own = hastie_own_variables
    end

    def hastie_own_variables
      OWN_VARIABLES.filter_map { |name| [name, instance_variable_get(name)] if instance_variable_defined?(name) }
    end

    # Raises an error if a plugin has set a variable of the original tag after it was parsed.
    def hastie_check_variables
      return if @hastie_own.nil?

      changed = hastie_own_variables.find { |name, value| @hastie_own.none? { |known, before| known == name && before.equal?(value) } }
      return unless changed

      raise NotImplementedError, "setting #{changed.first} of the tag #{self.class.hastie_native} is not supported"
    end

    def hastie_render_natively(context)
      hastie_check_variables
      Hastie.ask("native_render", context.hastie_serial, @hastie_number)
    end

    def blank?
      @blank || false
    end

    def nodelist
      []
    end
  end

  NATIVE_TAGS = {}

  # The class itself defines `render`, as in the reference: a method of a plugin that replaces it calls no other by `super`.
  # A class whose `render` is inherited has none.
  def self.native_class(scope, constant, parent, names, renders: true)
    made = Class.new(parent) do
      include Native
      define_method(:render) { |context| hastie_render_natively(context) } if renders
    end
    scope.const_set(constant, made)
    made.hastie_stands_for(names.first)
    names.each { |name| NATIVE_TAGS[name] = made }
    made
  end

  # The nodes of a body, or of a template if `number` is nil.
  def self.nodes(rows, number)
    rows.each_with_index.map do |(kind, text, name), index|
      case kind
      when "text" then text
      when "variable" then Liquid::Variable.new(text, nil)
      when "ruby" then objects[text.to_i]
      else native_tag(name, text, number && [number, index])
      end
    end
  end

  # A tag of the program inside of a body, for `nodelist`.
  def self.native_tag(name, markup, place)
    kind = NATIVE_TAGS[name] || Liquid::Tag
    tag = kind.allocate.extend(Node)
    tag.instance_variable_set(:@tag_name, name)
    tag.instance_variable_set(:@markup, markup)
    tag.instance_variable_set(:@hastie_place, place)
    tag
  end

  # A tag that the program has parsed as a part of a body.
  module Node
    def render(context)
      raise NotImplementedError, "rendering #{@tag_name} as a node of a template is not supported" if @hastie_place.nil? || context.hastie_own?

      Hastie.ask("node_render", context.hastie_serial, *@hastie_place)
    end

    def nodelist
      return unless is_a?(Liquid::Block)

      raise NotImplementedError, "the nodes inside of #{@tag_name} are not available"
    end

    def blank?
      raise NotImplementedError, "blank? of #{@tag_name} as a node is not supported"
    end
  end
end

module Liquid
  {
    "Assign" => %w(assign), "Break" => %w(break), "Continue" => %w(continue), "Cycle" => %w(cycle),
    "Decrement" => %w(decrement), "Include" => %w(liquid_include), "Increment" => %w(increment)
  }.each { |constant, names| Hastie.native_class(self, constant, Tag, names) }
  {
    "Capture" => %w(capture), "Case" => %w(case), "Comment" => %w(comment), "For" => %w(for), "Ifchanged" => %w(ifchanged),
    "TableRow" => %w(tablerow)
  }.each { |constant, names| Hastie.native_class(self, constant, Block, names) }

  # The parts of the tags' markup, for plugins that inherit from the classes.
  class Assign
    attr_reader :to, :from

    def initialize(tag_name, markup, parse_context)
      super
      to, from = markup.to_s.split("=", 2)
      return unless from

      @to = to.strip
      @from = Variable.new(from.strip, parse_context)
    end
  end

  class Capture
    def initialize(tag_name, markup, parse_context)
      super
      @to = markup.to_s[/\A\s*["']?((?:#{VariableSignature})+)/o, 1]
    end
  end

  class For
    attr_reader :variable_name, :collection_name, :limit, :from

    def initialize(tag_name, markup, parse_context)
      super
      @variable_name, collection, reversed = markup.to_s.match(/\A\s*((?:#{VariableSegment})+)\s+in\s+(#{QuotedFragment}+)\s*(reversed)?/o)&.captures
      return unless collection

      @name = "#{@variable_name}-#{collection}"
      @reversed = reversed
      @collection_name = Expression.parse(collection)
    end
  end

  [Increment, Decrement].each do |kind|
    kind.class_eval do
      def initialize(tag_name, markup, parse_context)
        super
        @variable = markup.to_s.strip
      end
    end
  end
  Hastie::NATIVE_TAGS.merge!("if" => If, "unless" => Unless, "raw" => Raw)
end
