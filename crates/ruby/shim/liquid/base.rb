# Liquid's constants and errors.
module Liquid
  FilterSeparator             = /\|/o
  ArgumentSeparator           = ",".freeze
  FilterArgumentSeparator     = ":".freeze
  VariableAttributeSeparator  = ".".freeze
  WhitespaceControl           = "-".freeze
  TagStart                    = /\{\%/
  TagEnd                      = /\%\}/
  VariableSignature           = /\(?[\w\-\.\[\]]\)?/
  VariableSegment             = /[\w\-]/
  VariableStart               = /\{\{/
  VariableEnd                 = /\}\}/
  VariableIncompleteEnd       = /\}\}?/
  QuotedString                = /"[^"]*"|'[^']*'/
  QuotedFragment              = /#{QuotedString}|(?:[^\s,\|'"]|#{QuotedString})+/o
  TagAttributes               = /(\w+)\s*\:\s*(#{QuotedFragment})/o
  AnyStartingTag              = /#{TagStart}|#{VariableStart}/o
  PartialTemplateParser       = /#{TagStart}.*?#{TagEnd}|#{VariableStart}.*?#{VariableIncompleteEnd}/om
  TemplateParser              = /(#{PartialTemplateParser}|#{AnyStartingTag})/om
  VariableParser              = /\[[^\]]+\]|#{VariableSegment}+\??/o
  VERSION                     = "4.0.4".freeze

  class Error < ::StandardError
    attr_accessor :line_number, :template_name, :markup_context

    def to_s(with_prefix = true)
      text = [super(), markup_context].compact.join(" ")
      return text unless with_prefix

      place = line_number ? " (#{[template_name, "line #{line_number}"].compact.join(" ")})" : ""
      "#{is_a?(SyntaxError) ? "Liquid syntax error" : "Liquid error"}#{place}: #{text}"
    end

    # Liquid converts Ruby's exceptions to its own. The program has only the latter.
    def cause
      Hastie.missing("the cause of an error of Liquid") if @hastie_number && !is_a?(SyntaxError)
      super
    end
  end

  ArgumentError = Class.new(Error)
  ContextError = Class.new(Error)
  FileSystemError = Class.new(Error)
  StandardError = Class.new(Error)
  SyntaxError = Class.new(Error)
  StackLevelError = Class.new(Error)
  TaintedError = Class.new(Error)
  MemoryError = Class.new(Error)
  ZeroDivisionError = Class.new(Error)
  FloatDomainError = Class.new(Error)
  UndefinedVariable = Class.new(Error)
  UndefinedDropMethod = Class.new(Error)
  UndefinedFilter = Class.new(Error)
  MethodOverrideError = Class.new(Error)
  InternalError = Class.new(Error)

  # Liquid's conversions of Ruby objects.
  module Utils
    def self.to_integer(number)
      return number if number.is_a?(Integer)

      Integer(number.to_s)
    rescue ::ArgumentError
      raise Liquid::ArgumentError, "invalid integer"
    end

    def self.to_number(object)
      case object
      when Float then decimal(object.to_s)
      when Numeric then object
      when String then object.strip =~ /\A-?\d+\.\d+\z/ ? decimal(object) : object.to_i
      else object.respond_to?(:to_number) ? object.to_number : 0
      end
    end

    def self.decimal(text)
      require "bigdecimal"
      BigDecimal(text)
    end
    private_class_method :decimal

    # Returns dates and times unchanged, and converts a text or a number of seconds to a time. nil for other values.
    def self.to_date(value)
      return value if value.respond_to?(:strftime)

      text = value.is_a?(String) ? value.downcase : value
      case text
      when "", nil then nil
      when "now", "today" then Time.now
      when Integer, /\A\d+\z/ then Time.at(text.to_i)
      when String then Time.parse(text)
      end
    rescue ::ArgumentError
      nil
    end

    # A text is a single item.
    def self.slice_collection(collection, from, to)
      return [collection].reject(&:empty?) if collection.is_a?(String)

      collection.to_a[from...to || collection.size]
    end
  end

  class I18n
    def initialize(*); end

    def translate(name, vars = {})
      "#{name} #{vars.values.join(" ")}".strip
    end
    alias_method :t, :translate
  end

  class Register; end

  class ResourceLimits
    attr_accessor :render_length, :render_score, :assign_score, :render_length_limit, :render_score_limit, :assign_score_limit
  end

  class BlankFileSystem
    def read_template_file(_path)
      raise FileSystemError, "This liquid context does not allow includes."
    end
  end
end

class String
  def to_liquid
    self
  end
end

class Symbol
  def to_liquid
    to_s
  end
end

[Array, Hash, Numeric, Time, Date, Range, TrueClass, FalseClass, NilClass].each do |kind|
  kind.class_eval do
    def to_liquid
      self
    end
  end
end
