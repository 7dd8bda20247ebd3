# Liquid's strict parser, with which plugins read the markup of their own tags.
module Liquid
  # Splits markup into tokens: each is a kind and its text.
  class Lexer
    SPECIALS = {
      "|" => :pipe, "." => :dot, ":" => :colon, "," => :comma, "[" => :open_square, "]" => :close_square,
      "(" => :open_round, ")" => :close_round, "?" => :question, "-" => :dash
    }.freeze
    IDENTIFIER            = /[a-zA-Z_][\w-]*\??/
    SINGLE_STRING_LITERAL = /'[^\']*'/
    DOUBLE_STRING_LITERAL = /"[^\"]*"/
    NUMBER_LITERAL        = /-?\d+(\.\d+)?/
    DOTDOT                = /\.\./
    COMPARISON_OPERATOR   = /==|!=|<>|<=?|>=?|contains(?=\s)/
    WHITESPACE_OR_NOTHING = /\s*/

    # In the order in which they are tried.
    KINDS = {
      COMPARISON_OPERATOR => :comparison, SINGLE_STRING_LITERAL => :string, DOUBLE_STRING_LITERAL => :string,
      NUMBER_LITERAL => :number, IDENTIFIER => :id, DOTDOT => :dotdot
    }.freeze
    private_constant :KINDS

    def initialize(input)
      @ss = StringScanner.new(input)
    end

    def tokenize
      @output = []
      loop do
        @ss.skip(WHITESPACE_OR_NOTHING)
        break if @ss.eos?

        @output << hastie_token
      end
      @output << [:end_of_string]
    end

    private

    def hastie_token
      KINDS.each do |pattern, kind|
        text = @ss.scan(pattern) and return [kind, text]
      end
      character = @ss.getch
      kind = SPECIALS[character] or raise SyntaxError, "Unexpected character #{character}"
      [kind, character]
    end
  end

  # Reads tokens from the first to the last.
  class Parser
    def initialize(input)
      @tokens = Lexer.new(input).tokenize
      @p = 0
    end

    # Goes to the token with this index.
    def jump(point)
      @p = point
    end

    # The text of the next token, which must have this kind, if there is one.
    def consume(type = nil)
      kind, text = @tokens[@p]
      raise SyntaxError, "Expected #{type} but found #{kind}" if type && kind != type

      @p += 1
      text
    end

    # The text of the next token. false if it is of another kind.
    def consume?(type)
      look(type) && consume
    end

    # The text of the next token. false if it is not this identifier.
    def id?(str)
      look(:id) && @tokens[@p][1] == str && consume
    end

    def look(type, ahead = 0)
      token = @tokens[@p + ahead]
      token ? token.first == type : false
    end

    def expression
      case @tokens[@p].first
      when :id then variable_signature
      when :string, :number then consume
      when :open_round
        consume
        first = expression
        consume(:dotdot)
        last = expression
        consume(:close_round)
        "(#{first}..#{last})"
      else raise SyntaxError, "#{@tokens[@p]} is not a valid expression"
      end
    end

    # An expression, which may have a keyword.
    def argument
      keyword = look(:id) && look(:colon, 1) ? "#{consume}#{consume} " : ""
      keyword + expression
    end

    def variable_signature
      text = consume(:id)
      text += consume + expression + consume(:close_square) while look(:open_square)
      look(:dot) ? text + consume + variable_signature : text
    end
  end
end
