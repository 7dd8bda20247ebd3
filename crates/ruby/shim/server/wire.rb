# The communication with the program: requests to the program, and calls by the program.
module Hastie
  # Raised when the program has stopped the call. Plugins cannot rescue it.
  class Unwind < Exception; end

  # Raises an error for a missing feature, which ends the build.
  def self.missing(what)
    raise NotImplementedError, "#{what} is not there in Hastie's Ruby"
  end

  def self.ask(operation, *arguments)
    Trace.asked(operation) if Trace.seen
    Wire.ask(operation, *arguments)
  end

  # Sends the text that a plugin prints to the program.
  class Output
    def self.capture(io, is_error)
      io.define_singleton_method(:write) do |*texts|
        texts = texts.map(&:to_s)
        Hastie.ask("print", texts.join, is_error)
        texts.sum(&:bytesize)
      end
      io.define_singleton_method(:flush) { self }
      io.define_singleton_method(:sync=) { |_| true }
    end
  end

  module Wire
    # Requests that only read, so that variables stay as they are.
    READING = { "environment" => true, "drop_key" => true, "page_key" => true, "fields" => true, "file_changes" => true }.freeze

    # This number changes whenever the program may have changed a variable.
    $hastie_turn = 0

    class << self
      # Handles the calls of the program, one after another.
      def serve
        Hastie.settle
        message = Marshal.load(CHANNEL.exchange(nil))
        message = exchange(perform(message)) while true
      end

      def ask(operation, *arguments)
        VariableCopies.send_changes(operation)
        # Templates see what a plugin has just set in the site.
        Hastie.model.flush if VariableCopies::READING_REQUESTS.include?(operation) && Hastie.model.rendering? && !VariableCopies.paused
        $hastie_turn += 1 unless READING.key?(operation)
        reply = exchange([1, operation, *arguments])
        reply = exchange(perform(reply)) while reply.first == 0
        return reply[1] if reply.first == 1

        raise error(*reply.drop(1))
      end

      def perform(message)
        @depth = (@depth || 0) + 1
        $hastie_turn += 1
        result = Server.__send__(message[1], *message.drop(2))
        VariableCopies.send_changes
        [0, result]
      rescue Exception => e
        [2, *describe(e)]
      ensure
        @depth -= 1
        $hastie_turn += 1
        end_call if @depth.zero?
      end

      # Whether this call was made by the program during a request of another call.
      def nested?
        @depth > 1
      end

      # Drops what was kept for a call that has ended.
      def end_call
        VariableCopies.clear
        Hastie.model.end_call
      end

      # Sends a message and waits for the next one.
      def exchange(message)
        reply = Marshal.load(CHANNEL.exchange(dump(message)))
        return reply unless reply.first == 3

        Marshal.load(CHANNEL.exchange(dump(Plain.of(message))))
      end

      def dump(message)
        Decimals.start if defined?(BigDecimal)
        Decimals.sending = true
        Marshal.dump(OwnValues.any ? Plain.of(message) : message)
      rescue TypeError
        Marshal.dump(Plain.of(message))
      ensure
        Decimals.sending = false
      end

      def describe(error)
        # Code that cleans up after an unavailable method finds variables that were not set.
        error = error.cause if error.instance_of?(NoMethodError) && error.cause.instance_of?(NotImplementedError)
        text = error.is_a?(Liquid::Error) ? error.to_s(false) : error.message.to_s
        text = "#{error.status}\0#{text}" if error.is_a?(SystemExit)
        text = error.path.to_s + "\0" + text if error.is_a?(LoadError)
        places = (error.backtrace || []).reject { |line| line.start_with?("hastie/", "-e:") }
        # The first line is the plugin's, even if one of Ruby's own libraries has raised the exception.
        own = places.drop_while { |line| line.start_with?(*AtExit::LIBRARIES) }
        places = (own.empty? ? places : own).map { |line| system_path(line.to_s) }
        number = error.instance_variable_defined?(:@hastie_number) ? error.instance_variable_get(:@hastie_number) : nil
        [kind_of(error), text.dup.force_encoding("UTF-8").scrub, places.first(30), number]
      end

      # The form of a path on the system.
      def system_path(path)
        path
      end

      # The name of the class that tells the program the kind of an error: the nearest class with a name.
      def kind_of(error)
        return "Jekyll::Errors::FatalException" if error.is_a?(Jekyll::Errors::FatalException)

        error.class.ancestors.find { |one| one.is_a?(Class) && one.name }.name
      end

      def error(name, text, number, line, template, context)
        return Unwind.new.tap { |e| e.instance_variable_set(:@hastie_number, number) } if name == "Hastie::Unwind"

        made = exception(name, text)
        made.instance_variable_set(:@hastie_number, number) unless made.frozen?
        made.line_number, made.template_name, made.markup_context = line, template, context if made.is_a?(Liquid::Error)
        made
      end

      # Errors and warnings of a template, from rows of class, message, line and markup.
      def exceptions(rows)
        rows.map do |name, message, line, context|
          exception(name, message).tap { |e| e.line_number, e.markup_context = line, context if e.is_a?(Liquid::Error) }
        end
      end

      def exception(name, text)
        found = begin
          Object.const_get(name)
        rescue NameError
          RuntimeError
        end
        found = RuntimeError unless found.is_a?(Class) && found <= Exception
        found == Psych::SyntaxError ? syntax_error(text) : found.new(text)
      rescue ArgumentError
        RuntimeError.new(text)
      end

      # Psych's exception writes its message itself.
      def syntax_error(text)
        parts = /\A\((.*?)\): (.*) at line (\d+) column (\d+)\z/m.match(text) or return RuntimeError.new(text)
        file = parts[1] unless parts[1] == "<unknown>"
        Psych::SyntaxError.new(file, parts[3].to_i, parts[4].to_i, 0, parts[2], nil)
      end
    end
  end

  # Copies values that cannot be sent as they are: hashes with default values, and objects that only Ruby knows.
  module Plain
    def self.of(value, depth = 0)
      raise SystemStackError, "stack level too deep" if depth > 300
      return Foreign.new(value) if OwnValues.stays?(value)

      case value
      when Hash then value.each_with_object({}) { |(key, one), copy| copy[of(key, depth + 1)] = of(one, depth + 1) }
      when Array then value.map { |one| of(one, depth + 1) }
      when String then String.new(value)
      when nil, true, false, Integer, Float, Symbol, Time, Date then value
      else of_object(value, depth)
      end
    end

    def self.of_object(value, depth)
      # A delegator itself is sent, and not the object to which it delegates.
      return Foreign.new(value) if defined?(Delegator) && Delegator === value

      return value.class.name ? value : Nameless.new(value) if value.respond_to?(:_dump, true) && !value.is_a?(Exception)
      Foreign.new(value)
    end
  end

  # Numbers of the library bigdecimal. The program has no equivalent, so that they stay in Ruby.
  module Decimals
    @sending = false

    class << self
      # Whether a message to the program is being written.
      attr_accessor :sending

      # Called once the library is loaded.
      def start
        @started ||= BigDecimal.prepend(self)
      end
    end

    def _dump(level)
      Decimals.sending ? "ruby:#{Hastie.objects.keep(self)}:BigDecimal" : super
    end
  end

  # An object whose class has no name, as `Class.new(Jekyll::Page)` makes it.
  class Nameless
    def initialize(object)
      @object = object
    end

    def _dump(level)
      @object._dump(level)
    end

    def self._load(_text)
      nil
    end
  end

  # An object that stays in Ruby.
  class Foreign
    attr_reader :object

    # `converts`: templates see the result of the object's own `to_liquid`.
    def initialize(object, converts: object.respond_to?(:to_liquid) || object.is_a?(Proc))
      @object = object
      @converts = converts
    end

    def _dump(_level)
      "ruby:#{Hastie.objects.keep(@object)}:#{@object.class.name}#{"!" if @converts}#{"+" if @object.is_a?(Hash)}"
    end

    def self._load(_text)
      nil
    end
  end

  # The name of an object for a request about it, whether the program has the object or not.
  class Named
    def initialize(object)
      @object = object
    end

    def _dump(_level)
      @object.hastie_name
    end

    def self._load(_text)
      nil
    end
  end

  # Objects that the program holds by a number.
  class Objects
    def initialize
      @by_number = {}
      @numbers = {}.compare_by_identity
    end

    def keep(object)
      @numbers[object] ||= begin
        number = @by_number.size + 1
        @by_number[number] = object
        number
      end
    end

    def [](number)
      @by_number[number]
    end
  end

  def self.objects
    @objects ||= Objects.new
  end

  # A reference to an object of the program.
  class Ref
    def self._load(name)
      Hastie.model.find(name.force_encoding("UTF-8"))
    end
  end

  class Day
    def self._load(text)
      Date.new(*text.split("-", text.start_with?("-") ? 4 : 3).map(&:to_i))
    end
  end

  class Moment
    def self._load(text)
      seconds, nanos, offset, zone = text.split
      time = Time.at(seconds.to_i, nanos.to_i, :nsec, :in => "UTC")
      return time if zone == "utc"

      shown = time.getlocal if zone == "local" && (LocalZone.current || !Hastie.local_is_utc)
      shown = time.localtime(offset.to_i) unless shown&.utc_offset == offset.to_i
      zone == "datetime" ? shown.to_datetime : shown
    end
  end

  class << self
    # Whether the guest has no time zones. Local times are then sent with their offset.
    attr_reader :local_is_utc

    # Sets the current folder and the time zone. Both may differ from the values at the start of the interpreter.
    def settle
      Jekyll::Configuration.hastie_set_source(Dir.pwd)
      @local_is_utc = RUBY_PLATFORM.include?("wasm") && ENV["TZ"].to_s != "UTC"
    end
  end

  class Span
    def self._load(text)
      first, last = text.split.map(&:to_i)
      first..last
    end
  end

  class Name
    def self._load(text)
      text.force_encoding("UTF-8").to_sym
    end
  end

  class Word
    def self._load(text)
      Liquid::Expression::LITERALS[text]
    end
  end
end
