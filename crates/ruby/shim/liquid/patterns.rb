# Patterns of Liquid's own tags and variables. Plugins that inherit from these classes, or that parse the markup of their tags in the
# same way, match them.
module Liquid
  class Variable
    FilterMarkupRegex        = /#{FilterSeparator}\s*(.*)/om
    FilterParser             = /(?:\s+|#{QuotedFragment}|#{ArgumentSeparator})+/o
    FilterArgsRegex          = /(?:#{FilterArgumentSeparator}|#{ArgumentSeparator})\s*((?:\w+\s*\:\s*)?#{QuotedFragment})/o
    JustTagAttributes        = /\A#{TagAttributes}\z/o
    MarkupWithQuotedFragment = /(#{QuotedFragment})(.*)/om
  end

  class VariableLookup
    SQUARE_BRACKETED = /\A\[(.*)\]\z/m
    COMMAND_METHODS  = %w(size first last).freeze
  end

  class Expression
    SINGLE_QUOTED_STRING = /\A'(.*)'\z/m
    DOUBLE_QUOTED_STRING = /\A"(.*)"\z/m
    INTEGERS_REGEX       = /\A(-?\d+)\z/
    FLOATS_REGEX         = /\A(-?\d[\d\.]+)\z/
    RANGES_REGEX         = /\A\((\S+)\.\.(\S+)\)\z/
  end

  class Block
    MAX_DEPTH = 100
  end

  class BlockBody
    FullToken           = /\A#{TagStart}#{WhitespaceControl}?\s*(\w+)\s*(.*?)#{WhitespaceControl}?#{TagEnd}\z/om
    ContentOfVariable   = /\A#{VariableStart}#{WhitespaceControl}?(.*?)#{WhitespaceControl}?#{VariableEnd}\z/om
    WhitespaceOrNothing = /\A\s*\z/
    TAGSTART            = "{%".freeze
    VARSTART            = "{{".freeze
  end

  class Assign
    Syntax = /(#{VariableSignature}+)\s*=\s*(.*)\s*/om
  end

  class Capture
    Syntax = /(#{VariableSignature}+)/o
  end

  class Case
    Syntax     = /(#{QuotedFragment})/o
    WhenSyntax = WHEN
  end

  class Cycle
    SimpleSyntax = /\A#{QuotedFragment}+/o
    NamedSyntax  = /\A(#{QuotedFragment})\s*\:\s*(.*)/om
  end

  class For
    Syntax = /\A(#{VariableSegment}+)\s+in\s+(#{QuotedFragment}+)\s*(reversed)?/o
  end

  class If
    Syntax                  = COMPARISON
    ExpressionsAndOperators = PARTS
    BOOLEAN_OPERATORS       = %w(and or).freeze
  end

  class Include
    Syntax = /(#{QuotedFragment}+)(\s+(?:with|for)\s+(#{QuotedFragment}+))?/o
  end

  class Raw
    Syntax                   = /\A\s*\z/
    FullTokenPossiblyInvalid = /\A(.*)#{TagStart}\s*(\w+)\s*(.*)?#{TagEnd}\z/om
  end

  class TableRow
    Syntax = /(\w+)\s+in\s+(#{QuotedFragment}+)/o
  end

  module StandardFilters
    HTML_ESCAPE             = { "&" => "&amp;", ">" => "&gt;", "<" => "&lt;", '"' => "&quot;", "'" => "&#39;" }.freeze
    HTML_ESCAPE_ONCE_REGEXP = /["><']|&(?!([a-zA-Z]+|(#\d+));)/
    STRIP_HTML_BLOCKS       = Regexp.union(%r{<script.*?</script>}m, /<!--.*?-->/m, %r{<style.*?</style>}m)
    STRIP_HTML_TAGS         = /<.*?>/m
  end
end
