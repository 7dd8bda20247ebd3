# The tags `if`, `unless` and `case` in classes of plugins. Ruby parses and chooses the branches, and the program evaluates the
# conditions.
module Liquid
  class If < Block
    # A comparison, and the words that join it to the next one.
    COMPARISON = /(#{QuotedFragment})\s*([=!<>a-z_]+)?\s*(#{QuotedFragment})?/o.freeze
    PARTS = /(?:\b(?:\s?and\s?|\s?or\s?)\b|(?:\s*(?!\b(?:\s?and\s?|\s?or\s?)\b)(?:#{QuotedFragment}|\S+)\s*)+)/o.freeze

    attr_reader :blocks

    def initialize(tag_name, markup, parse_context)
      super
      @blocks = []
      push_block("if", markup)
    end

    def nodelist
      @blocks.map(&:attachment)
    end

    def parse(tokens)
      tokens.hastie_check if tokens.is_a?(Tokenizer)
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
      block = tag == "else" ? ElseCondition.new : hastie_condition(markup).hastie_written_as(markup)
      @blocks.push(block)
      block.attach(BlockBody.new)
    end

    # The last comparison of several is the innermost.
    def hastie_condition(markup)
      parts = markup.scan(PARTS)
      condition = hastie_comparison(parts.pop)
      until parts.empty?
        relation = parts.pop.strip
        first = hastie_comparison(parts.pop)
        hastie_refuse unless %w(and or).include?(relation)
        first.public_send(relation, condition)
        condition = first
      end
      condition
    end

    def hastie_comparison(text)
      parts = COMPARISON.match(text.to_s) || hastie_refuse
      left, operator, right = parts.captures
      Condition.new(Expression.parse(left), operator, Expression.parse(right))
    end

    def hastie_refuse
      raise SyntaxError, "Syntax Error in tag 'if' - Valid syntax: if [expression]"
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

  class Case < Block
    WHEN = /(#{QuotedFragment})(?:(?:\s+or\s+|\s*\,\s*)(#{QuotedFragment}.*))?/om.freeze

    attr_reader :blocks, :left

    def initialize(tag_name, markup, parse_context)
      super
      @blocks = []
      @hastie_left = markup[QuotedFragment] or raise SyntaxError, "Syntax Error in 'case' - Valid syntax: case [condition]"
      @left = Expression.parse(@hastie_left)
    end

    def parse(tokens)
      tokens.hastie_check if tokens.is_a?(Tokenizer)
      body = BlockBody.new
      body = @blocks.last.attachment while parse_body(body, tokens)
    end

    def nodelist
      @blocks.map(&:attachment)
    end

    def unknown_tag(tag, markup, tokens)
      case tag
      when "when" then hastie_add_values(markup)
      when "else" then hastie_add_else(markup)
      else super
      end
    end

    def render(context)
      context.stack do
        found = false
        @blocks.each_with_object(+"") do |block, output|
          if block.else?
            next if found

            break block.attachment.render(context)
          end
          next unless block.evaluate(context)

          found = true
          output << block.attachment.render(context)
        end
      end
    end

    private

    # Each value of a branch is a condition of its own, with the same content.
    def hastie_add_values(markup)
      body = BlockBody.new
      while markup
        parts = WHEN.match(markup)
        raise SyntaxError, "Syntax Error in tag 'case' - Valid when condition: {% when [condition] [or condition2...] %}" unless parts

        value, markup = parts.captures
        block = Condition.new(@left, "==", Expression.parse(value)).hastie_written_as("#{@hastie_left} == #{value}")
        block.attach(body)
        @blocks << block
      end
    end

    def hastie_add_else(markup)
      raise SyntaxError, "Syntax Error in tag 'case' - Valid else condition: {% else %} (no parameters) " unless markup.strip.empty?

      block = ElseCondition.new
      block.attach(BlockBody.new)
      @blocks << block
    end
  end

  Hastie::NATIVE_TAGS.merge!("if" => If, "unless" => Unless, "case" => Case, "raw" => Raw)
end
