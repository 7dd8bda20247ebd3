# The gems terser, uglifier and htmlcompressor, over Hastie's minifiers. They need no JavaScript engine.
module Hastie
  module Minifiers
    class << self
      # The options of a gem, with strings as keys. Values that are not scalars have no effect.
      def options(value)
        case value
        when Hash then value.to_h { |key, one| [key.to_s, options(one)] }
        when Array then value.map { |one| options(one) }
        when Symbol then value.to_s
        when String, Numeric, true, false then value
        end
      end

      # Reads a script or page from a string or IO.
      def text(source)
        source.respond_to?(:read) ? source.read : source.to_s
      end

      # Returns a script that cannot be minified unchanged, and warns once.
      def unchanged(text, gem)
        unless @warned
          @warned = true
          Jekyll.logger.warn("#{gem}:", "This program was compiled without the feature `javascript`. Scripts are not shortened.")
        end
        text
      end
    end

    # The methods that terser and uglifier share. An including class has a class `Error`.
    module Script
      def self.included(kind)
        kind.extend(ClassMethods)
      end

      module ClassMethods
        def compile(source, options = {})
          new(options).compile(source)
        end

        def compile_with_map(source, options = {})
          new(options).compile_with_map(source)
        end
      end

      def initialize(options = {})
        @options = Minifiers.options(options)
      end

      def compile(source)
        text = Minifiers.text(source)
        Hastie.ask("minify", "script", text, @options) || Minifiers.unchanged(text, self.class)
      rescue StandardError => e
        raise self.class::Error, e.message
      end
      alias_method :compress, :compile

      def compile_with_map(*)
        Hastie.missing("#{self.class}#compile_with_map")
      end
    end
  end
end

Hastie::StandIns.provide("terser") do
  # The gem terser.
  class Terser
    Error = Class.new(StandardError)
    include Hastie::Minifiers::Script
  end
end

Hastie::StandIns.provide("uglifier") do
  # The gem uglifier.
  class Uglifier
    Error = Class.new(StandardError)
    include Hastie::Minifiers::Script
  end
end

Hastie::StandIns.provide("htmlcompressor") do
  # The gem htmlcompressor.
  module HtmlCompressor
    class Compressor
      def initialize(options = {})
        raise ArgumentError, "preserve_patterns is not supported" if options[:preserve_patterns]

        @options = Hastie::Minifiers.options(options)
      end

      def compress(html)
        Hastie.ask("minify", "page", html.to_s, @options)
      end
    end
  end
end
