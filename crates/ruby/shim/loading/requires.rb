# `require` for plugins. Jekyll's own gems are already loaded by this shim.
module Hastie
  # Jekyll loads Rouge when it highlights code for the first time. Before, plugins must require it.
  module RougeOnDemand
    GEM = Object.send(:remove_const, :Rouge)

    class << self
      def load
        return false if Object.const_defined?(:Rouge, false) && Object.const_get(:Rouge).equal?(GEM)
        raise NotImplementedError, "the module Rouge was defined before the gem was loaded" if Object.const_defined?(:Rouge, false)

        Object.const_set(:Rouge, GEM)
        true
      end

      def loaded_by_jekyll?
        Hastie.model.live? && Hastie.ask("rouge_loaded")
      end
    end

    def const_missing(name)
      return super unless name == :Rouge && RougeOnDemand.loaded_by_jekyll?

      RougeOnDemand.load
      GEM
    end
  end
  Module.prepend(RougeOnDemand)

  PROVIDED = %w(
    jekyll liquid kramdown kramdown-parser-gfm rouge safe_yaml safe_yaml/load addressable/uri jekyll/utils jekyll/hooks
    jekyll/plugin jekyll/converter jekyll/generator liquid/tag bundler/setup bundler colorator pathutil mercenary rubygems i18n i18n/core
    kramdown/document kramdown/element kramdown/error kramdown/options kramdown/utils kramdown/utils/html kramdown/utils/entities
    kramdown/converter kramdown/converter/base kramdown/converter/html kramdown/parser/gfm kramdown/version
  ).freeze

  # The files of kramdown that it loads when it first needs them.
  KRAMDOWN_PARTS = {
    "kramdown/converter/syntax_highlighter/rouge" => -> { Kramdown::Converter::SyntaxHighlighter::Rouge },
    "kramdown/converter/math_engine/mathjax"      => -> { Kramdown::Converter::MathEngine::Mathjax }
  }.freeze

  # Further names of this kind. The sandbox adds the libraries that it replaces, such as `socket`.
  PROVIDED_HERE = []

  module Require
    def require(name)
      name = name.to_path if name.respond_to?(:to_path)
      return RougeOnDemand.load if name == "rouge"

      RougeOnDemand.load if name.is_a?(String) && name.start_with?("rouge/")
      return KRAMDOWN_PARTS.fetch(name).call.hastie_load || true if KRAMDOWN_PARTS.key?(name)

      return true if Libraries.reveal(name)
      return false if PROVIDED.include?(name) || PROVIDED_HERE.include?(name)
      return Libraries.note_required(name) if Gems.native.include?(name)

      loaded = Libraries.load(name) if name.is_a?(String)
      return loaded unless loaded.nil?

      if name.start_with?("jekyll/", "liquid/", "rouge/")
        part = Gems.part(name)
        return part ? super(part) : false
      end

      begin
        found = super
        CompiledTemplates.start if found && name == "erb"
        Psych::ScalarScanner.prepend(Dates) if found && name == "psych"
        found
      rescue LoadError => e
        raise unless name.is_a?(String) && !name.start_with?("/", ".") && (e.path.nil? || e.path == name)

        # Searches a gem folder, and then the stand-ins. A file that was found may itself require a missing one.
        begin
          return super if Gems.supply(name)
        rescue LoadError => inner
          raise unless inner.path.nil? || inner.path == name
        end
        (Gems.loading? ? StandIns.define(name) : StandIns.for(name)) || raise(e)
      end
    end
  end
end

# Threads run one after another, because plugins use them to process lists.
class Thread
  # A thread that has finished its work when it is created.
  class Done
    attr_accessor :name, :priority, :abort_on_exception, :report_on_exception

    def initialize(arguments)
      @keys = {}
      @value = yield(*arguments)
    rescue StandardError => e
      @error = e
    end

    def join(*)
      error, @error = @error, nil
      raise error if error

      self
    end

    def value
      join
      @value
    end

    def alive?
      false
    end
    alias_method :status, :alive?
    alias_method :stop?, :join

    def [](key)
      @keys[key]
    end

    def []=(key, value)
      @keys[key] = value
    end

    def kill
      self
    end
    alias_method :exit, :kill
    alias_method :wakeup, :kill
    alias_method :run, :kill
  end

  class << self
    def new(*arguments, &block)
      Done.new(arguments, &block)
    end
    alias_method :start, :new
    alias_method :fork, :new
  end
end

Object.prepend(Hastie::Require)
Kernel.singleton_class.prepend(Hastie::Require)

module SafeYAML
  OPTIONS = { :default_mode => :safe }
  def self.load(text, *)
    Hastie.ask("yaml", text.respond_to?(:read) ? text.read : "".dup + text)
  end

  def self.load_file(path, *)
    load(File.read(path))
  end
end

module Bundler
  class << self
    def require(*); end

    def setup(*); end
  end
end
