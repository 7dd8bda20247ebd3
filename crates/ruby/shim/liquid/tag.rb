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
      return hastie_render_nodes(context) if hastie_changed?

      @hastie_number ? Hastie.ask("body", context.hastie_serial, @hastie_number) : ""
    end

    def nodelist
      return @nodelist ||= [] unless @hastie_number

      @nodelist ||= Hastie.nodes(Hastie.ask("nodes", @hastie_number), @hastie_number).tap do |nodes|
        @known = nodes.map { |node| node.is_a?(String) ? node.dup : node }
      end
    end

    private

    # Whether a plugin has changed the list of nodes, or a node in it.
    def hastie_changed?
      return false if @nodelist.nil? || (@known.nil? && @nodelist.empty?)
      return true unless @known && @nodelist.size == @known.size

      @nodelist.zip(@known).any? do |node, known|
        known.is_a?(String) ? node != known : !node.equal?(known) || (node.is_a?(Variable) && node.hastie_changed?)
      end
    end

    def hastie_render_nodes(context)
      output = +""
      @nodelist.each do |node|
        break if context.interrupt?
        next context.push_interrupt(BreakInterrupt.new) if node.is_a?(Break)
        next context.push_interrupt(ContinueInterrupt.new) if node.is_a?(Continue)

        text = node.is_a?(String) ? node : Hastie::Server.text_of(node.render(context))
        output << text unless node.is_a?(Block) && node.blank?
      end
      output
    end
  end

  class Block < Tag
    def initialize(tag_name, markup, parse_context)
      super
      @blank = true
    end

    def parse(tokens)
      tokens.hastie_check if tokens.is_a?(Tokenizer)
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
end

module Hastie
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

    # The variables of Liquid's and Jekyll's own tags, which plugins may set.
    OWN_VARIABLES = %i(
      @attributes @blocks @body @collection_name @else_block @file @for_block @from @left @limit @name @orig_post @params @post
      @relative_path @reversed @template_name @to @variable @variable_name @variables
    ).freeze

    def parse(_tokens)
      @hastie_number, @blank = Hastie.ask("native", self.class.hastie_native, @markup.to_s)
      @hastie_own = hastie_own_variables
    end

    # Copies of lists, hashes and texts, which plugins may change in place.
    def hastie_own_variables
      names = OWN_VARIABLES & instance_variables
      names.to_h { |name| [name, [instance_variable_get(name)].map { |one| [String, Array, Hash].any? { |kind| kind === one } ? one.dup : one }.first] }
    end

    # The variables that a plugin has set since the tag was parsed.
    def hastie_changed_variables
      return {} if @hastie_own.nil?

      hastie_own_variables.reject { |name, value| @hastie_own.key?(name) && @hastie_own[name] == value }
    end

    def hastie_render_natively(context)
      changed = hastie_changed_variables
      changed.empty? ? hastie_ask_to_render(context, @hastie_number) : hastie_render_changed(context, changed)
    end

    def hastie_ask_to_render(context, number, changed = [])
      Hastie.ask("native_render", context.hastie_serial, number, changed)
    end

    def hastie_render_changed(_context, changed)
      raise NotImplementedError, "setting #{changed.keys.first} of the tag #{self.class.hastie_native} is not supported"
    end

    # Renders a tag with this markup instead of its own.
    def hastie_render_markup(context, markup)
      @hastie_numbers ||= {}
      @hastie_numbers[markup] ||= Hastie.ask("native", self.class.hastie_native, markup).first
      hastie_ask_to_render(context, @hastie_numbers[markup])
    end

    def blank?
      @blank || false
    end

    def nodelist
      return unless is_a?(Liquid::Block)

      raise NotImplementedError, "the nodes of the tag #{self.class.hastie_native} are not available"
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
    rows.each_with_index.map do |(kind, text, name, silent), index|
      case kind
      when "text" then text
      when "variable" then Liquid::Variable.new(text, nil)
      when "ruby" then objects[text.to_i]
      else native_tag(name, text, number && [number, index], silent)
      end
    end
  end

  # A tag of the program inside of a body, for `nodelist`.
  def self.native_tag(name, markup, place, silent)
    kind = NATIVE_TAGS[name] || Liquid::Tag
    tag = kind.allocate.extend(Node)
    tag.instance_variable_set(:@tag_name, name)
    tag.instance_variable_set(:@markup, markup)
    tag.instance_variable_set(:@hastie_place, place)
    tag.instance_variable_set(:@hastie_silent, silent)
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
      return @hastie_silent if is_a?(Liquid::Block)

      raise NotImplementedError, "blank? of #{@tag_name} as a node is not supported"
    end
  end
end
