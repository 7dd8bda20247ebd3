# Lexers that plugins define. Mirrors `Rouge::Lexer` and `Rouge::RegexLexer`.
module Rouge
  class Lexer
    include Token::Tokens

    @own = {}

    class << self
      # Whether plugins have defined lexers, or will do so in a hook or generator. Then Ruby highlights all code.
      def hastie_own?
        @is_expected || !Lexer.hastie_registry.empty?
      end

      DEFINITION = /<\s*(?:::)?(?:Rouge::)?(?:Lexers::\w|(?:Regex|Template)?Lexer\b)/.freeze
      private_constant :DEFINITION

      # Looks for definitions in a file of a plugin. They may be in a block that is called later.
      def hastie_expect(path)
        @is_expected ||= File.file?(path) && File.binread(path).match?(DEFINITION)
      end

      def hastie_expected?
        @is_expected
      end

      def hastie_registry
        @own
      end

      def find(name)
        Lexer.hastie_registry[name.to_s] || (name && Lexers.hastie_find(name.to_s))
      end

      # Finds a lexer by a name, which may be followed by a question mark and options.
      def find_fancy(name, code = nil, default_options = {})
        lexer, options = lookup_fancy(name, code, default_options)
        lexer&.new(options)
      end

      def lookup_fancy(name, code = nil, default_options = {})
        plain, options = name.to_s.split("?", 2)
        given = options ? URI.decode_www_form(options).group_by(&:first) : {}
        values = given.transform_values { |pairs| pairs.size == 1 ? pairs.first.last : pairs.map(&:last) }
        found = code && (name.nil? || plain == "guess") ? guess(:source => code, :mimetype => values["mimetype"]) : find(plain)
        [found, default_options.merge(values)]
      end

      # The class of the lexer for a text. Plain text if no language fits.
      def guess(info = {})
        name, source, mimetype = info.values_at(:filename, :source, :mimetype)
        raise NotImplementedError, "Rouge guesses languages only from texts and media types here" if name || !source
        own = Lexer.hastie_registry.values.find { |kind| kind.method(:detect?).owner != Lexer.singleton_class || kind.mimetypes.any? && mimetype }
        raise NotImplementedError, "Rouge guesses no languages here, as #{own} could be one" if own

        tag, problem = Hastie.ask("guess_lexer", source, mimetype)
        raise Guesser::Ambiguous, problem if problem

        find(tag)
      end

      def guess_by_source(source)
        guess(:source => source)
      end

      def lex(text, options = {}, &block)
        new(options).lex(text, &block)
      end

      def continue_lex(...)
        lex(...)
      end

      def tag(name = nil)
        return @tag if name.nil?

        @tag = name.to_s
        hastie_register(@tag)
      end

      def aliases(*names)
        names = names.map(&:to_s)
        names.each { |name| hastie_register(name) }
        (@aliases ||= []).concat(names)
      end

      def filenames(*names)
        (@filenames ||= []).concat(names)
      end

      def mimetypes(*names)
        (@mimetypes ||= []).concat(names)
      end

      def title(text = nil)
        text ||= tag.capitalize
        @title ||= text
      end

      def desc(text = nil)
        text ? @desc = text : @desc
      end

      def demo(text = nil)
        text ? @demo = text : @demo
      end

      def demo_file(*); end

      def option(*); end

      def detect?(_text)
        false
      end

      private

      def hastie_register(name)
        if Hastie.model.ready? && !Lexer.hastie_expected?
          raise NotImplementedError, "a lexer cannot be defined once plugins are loaded, except in a file of `_plugins'"
        end

        Lexer.hastie_registry[name] = self
      end
    end

    attr_reader :options

    def initialize(options = {})
      @options = options.transform_keys(&:to_s)
    end

    def tag
      self.class.tag
    end

    # A lexer of the same class with more options.
    def with(options = {})
      self.class.new(@options.merge(options.transform_keys(&:to_s)))
    end

    def bool_option(name)
      return block_given? ? yield : false unless @options.key?(name.to_s)

      value = @options[name.to_s]
      value = value.last if value.is_a?(Array)
      ![nil, false, 0, "0", "false", "off"].include?(value)
    end

    # These take an option away.
    def string_option(name)
      hastie_last(@options.delete(name.to_s))&.to_s
    end

    def lexer_option(name)
      hastie_lexer(hastie_last(@options.delete(name.to_s)))
    end

    def list_option(name)
      [@options.delete(name.to_s)].flatten.grep(String).flat_map { |one| one.split(",") }
    end

    def token_option(name)
      Token[hastie_last(@options.delete(name.to_s))]
    end

    def reset!; end

    def lex(text, &block)
      return enum_for(:lex, text) unless block

      reset!
      continue_lex(text, &block)
    end

    # Joins neighbouring tokens of the same type.
    def continue_lex(text)
      return enum_for(:continue_lex, text) unless block_given?

      type = parts = nil
      stream_tokens(text) do |token, part|
        next if part.empty?
        next parts << part if token == type

        yield type, parts if type
        type = token
        parts = part
      end
      yield type, parts if type
    end

    def stream_tokens(_text)
      raise "abstract"
    end

    private

    # The last of an option's values.
    def hastie_last(value)
      value = value.last while value.is_a?(Array)
      value
    end

    def hastie_lexer(value)
      value = Lexer.find(value) if value.is_a?(String)
      value.is_a?(Class) && value < Lexer ? value.new(@options) : value
    end
  end

  class Guesser
    # An error for a text that several languages fit.
    class Ambiguous < StandardError; end
  end

  # A lexer whose states are lists of patterns.
  class RegexLexer < Lexer
    MAX_NULL_SCANS = 5

    class InvalidRegex < StandardError
      def initialize(pattern)
        super("regex #{pattern.inspect} matches empty string, but has no predicate!")
      end
    end

    class ClosedState < StandardError
      def initialize(state)
        super("State :#{state.name} cannot continue after #{state.rules.last.inspect}, which will always match.")
      end
    end

    # A pattern, and the action for text that matches it.
    class Rule
      attr_reader :re, :callback, :beginning_of_line

      def initialize(pattern, callback)
        @re = pattern
        @callback = callback
        @beginning_of_line = pattern.source.start_with?("^")
      end

      def inspect
        "#<Rule #{@re.inspect}>"
      end
    end

    State = Struct.new(:name, :rules)

    # The methods that the block of a state can call.
    class StateDSL
      attr_reader :name, :rules

      def initialize(name, &block)
        @name = name
        @block = block
        @rules = []
      end

      def to_state(lexer)
        unless @loaded
          @loaded = true
          instance_eval(&@block)
        end
        State.new(@name, @rules.map { |rule| rule.is_a?(String) ? lexer.get_state(rule) : rule })
      end

      # A state that is defined by two blocks.
      def hastie_joined(first, second)
        StateDSL.new(@name) do
          instance_eval(&first)
          instance_eval(&second)
        end
      end

      def prepended(&block)
        hastie_joined(block, @block)
      end

      def appended(&block)
        hastie_joined(@block, block)
      end

      protected

      def rule(pattern, token = nil, next_state = nil, &callback)
        raise ClosedState, self if @closed
        raise "please pass `rule` a token to yield or a callback" if token.nil? && callback.nil?

        is_empty = pattern.match?("")
        raise InvalidRegex, pattern if is_empty && callback.nil? && next_state.nil?

        callback ||= proc { |stream| hastie_take(token, stream[0], next_state) }
        @rules << Rule.new(pattern, callback)
        # A pattern that matches an empty text lets no later rule match. With lookaround or anchors, this is uncertain.
        @closed = true if is_empty && !pattern.source.match?(/[(][?]<?[!=]|[$^]/)
      end

      def mixin(state)
        @rules << state.to_s
      end
    end

    @definitions = {}
    @start_procs = []

    class << self
      def states
        @states ||= {}
      end

      # The definition of a state in the class, or in a class that it inherits from.
      def hastie_definition(name)
        (@definitions ||= {})[name] || (superclass.hastie_definition(name) if superclass.respond_to?(:hastie_definition))
      end

      def start_procs
        above = superclass.respond_to?(:start_procs) ? superclass.start_procs : []
        above + (@start_procs ||= [])
      end

      def start(&block)
        (@start_procs ||= []) << block
      end

      def state(name, &block)
        (@definitions ||= {})[name.to_sym] = StateDSL.new(name.to_sym, &block)
      end

      def prepend(name, &block)
        return super if name.is_a?(Module)

        hastie_replace(name.to_sym) { |definition| definition.prepended(&block) }
      end

      def append(name, &block)
        hastie_replace(name.to_sym) { |definition| definition.appended(&block) }
      end

      def get_state(name)
        return name if name.is_a?(State)

        name = name.to_sym
        states[name] ||= (hastie_definition(name) || raise("unknown state: #{name.inspect}")).to_state(self)
      end

      private

      def hastie_replace(name)
        definition = hastie_definition(name) or raise "no such state #{name.inspect}"
        states.delete(name)
        (@definitions ||= {})[name] = yield(definition)
      end
    end

    def get_state(name)
      self.class.get_state(name)
    end

    def stack
      @stack ||= [get_state(:root)]
    end

    def state
      stack.last or raise "empty stack!"
    end

    def state?(name)
      name.to_sym == state.name
    end

    def in_state?(name)
      stack.any? { |one| one.name == name.to_sym }
    end

    def reset!
      @stack = @current_stream = nil
      self.class.start_procs.each { |block| instance_eval(&block) }
    end

    def stream_tokens(text, &block)
      stream = StringScanner.new(text)
      @current_stream = stream
      @output_stream = block
      @null_steps = 0
      yield Token::Tokens::Error, stream.getch until stream.eos? || hastie_step_through(stream)
    end

    # Tries the rules of a state, and returns whether one of them has matched.
    def step(state, stream)
      state.rules.each do |rule|
        if rule.is_a?(State)
          return true if step(rule, stream)

          next
        end
        # StringScanner takes each position for the beginning of a line.
        next if rule.beginning_of_line && !stream.beginning_of_line?

        size = stream.skip(rule.re) or next
        instance_exec(stream, &rule.callback)
        @null_steps = size.zero? ? @null_steps + 1 : 0
        return @null_steps <= MAX_NULL_SCANS
      end
      false
    end

    def token(type, text = @current_stream[0])
      yield_token(type, text)
    end

    def groups(*types)
      types.each_with_index { |type, at| yield_token(type, @current_stream[at + 1]) }
    end

    def delegate(lexer, text = nil)
      lexer.continue_lex(text || @current_stream[0]) { |type, part| yield_token(type, part) }
    end

    def recurse(text = nil)
      delegate(self.class, text)
    end

    def push(name = nil, &block)
      stack.push(if name then get_state(name)
                 elsif block then StateDSL.new(block.inspect, &block).to_state(self.class)
                 else state
                 end)
    end

    def pop!(times = 1)
      raise "empty stack!" if stack.empty?

      stack.pop(times)
      nil
    end

    def goto(name)
      raise "empty stack!" if stack.empty?

      stack[-1] = get_state(name)
    end

    def reset_stack
      stack.replace([get_state(:root)])
    end

    private

    # Takes steps until the end, or until no rule matches.
    def hastie_step_through(stream)
      until stream.eos?
        return false unless step(state, stream)
      end
      true
    end

    # Yields a token, and enters the next state or leaves this one.
    def hastie_take(type, text, next_state)
      yield_token(type, text)
      Array(next_state).each do |target|
        case target
        when :pop! then stack.pop
        when :push then stack.push(stack.last)
        when Symbol then stack.push(get_state(target))
        else raise "invalid next state: #{target.inspect}"
        end
      end
    end

    def yield_token(type, text)
      @output_stream.call(type, text) unless text.nil? || text.empty?
    end
  end
end
