# Runs commands that change nothing and depend only on the build, such as `date`: computes their outputs in Ruby.
module Hastie
  module Commands
    # Characters that only a shell interprets.
    SHELL = /[|&;<>`$(){}*?\n]/.freeze
    DIRECTIVES = { "-R" => "%a, %d %b %Y %H:%M:%S %z", "--rfc-email" => "%a, %d %b %Y %H:%M:%S %z", "--rfc-2822" => "%a, %d %b %Y %H:%M:%S %z",
                   "-I" => "%F", "-Idate" => "%F", "-Iseconds" => "%FT%T%:z", "-Iminutes" => "%FT%H:%M%:z", "--iso-8601" => "%F",
                   "--iso-8601=seconds" => "%FT%T%:z", "--rfc-3339=seconds" => "%F %T%:z", "--rfc-3339=date" => "%F" }.freeze
    HOST = "localhost".freeze

    # The outcome of a command: its output and its status.
    Result = Struct.new(:output, :status)

    class << self
      # The result of a command. nil for a command that is not supported.
      def run(command)
        words = words(command) or return
        name, *arguments = words
        name = File.basename(name.to_s)
        return unless NAMES.include?(name)

        output = send("run_#{name}", arguments)
        output.is_a?(Result) ? output : output && Result.new(output, 0)
      end

      NAMES = %w(date echo printf hostname whoami pwd uname true false basename dirname cat which test).freeze

      # The command with the values of its environment variables, as a shell reads it. Values that a shell would interpret stay.
      def with_variables(command)
        return command unless command.is_a?(String) && command.include?("$")

        command.gsub(/'[^']*'|\\.|\$(?:(\w+)|\{(\w+)\})/m) do |found|
          name = $1 || $2
          value = ENV[name].to_s if name&.match?(/\A[A-Za-z_]/)
          value&.match?(%r!\A[\w\s./:@+,=-]*\z!) ? value : found
        end
      end

      private

      def words(command)
        return command.map(&:to_s) if command.is_a?(Array)

        text = command.to_s.strip.gsub(%r!\s*2>\s*(?:/dev/null|&1)!, "")
        quoted = text.gsub(/'[^']*'/, "")
        quoted.match?(SHELL) ? nil : split(text)
      end

      # The words of a text, without the shell's quotes. nil if a quote has no end.
      def split(text)
        parts = text.scan(/((?:[^\s'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+)|(\S)/)
        return if parts.any?(&:last)

        parts.map do |word, _|
          word.gsub(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/) { $1 || $2&.gsub(/\\([$`"\\])/, "\\1") || $3 }
        end
      end

      def run_date(arguments)
        time = Time.now
        format = nil
        until arguments.empty?
          word = arguments.shift
          case word
          when "-u", "--utc", "--universal" then utc = true
          when "-d", "--date" then time = date(arguments.shift) or return
          when /\A--date=(.*)\z/m, /\A-d(.+)\z/m then time = date(Regexp.last_match(1)) or return
          when /\A\+/ then format = word.delete_prefix("+")
          else format = DIRECTIVES[word] or return
          end
        end
        time = time.getutc if utc
        "#{time.strftime(format || "%a %b %e %H:%M:%S #{time.utc? ? "UTC" : "%Z"} %Y")}\n"
      end

      def date(text)
        return Time.at(text.delete_prefix("@").to_r) if text.to_s.match?(/\A@-?\d/)
        return Time.now if %w(now today).include?(text)

        Time.parse(text)
      rescue ArgumentError, TypeError
        nil
      end

      def run_echo(arguments)
        ending = "\n"
        while %w(-n -e -E -ne).include?(arguments.first)
          option = arguments.shift
          ending = "" if option.include?("n")
          arguments = arguments.map { |word| escaped(word) } if option.include?("e")
        end
        arguments.join(" ") + ending
      end

      def escaped(text)
        text.gsub(/\\([ntr\\])/) { { "n" => "\n", "t" => "\t", "r" => "\r", "\\" => "\\" }[Regexp.last_match(1)] }
      end

      def run_printf(arguments)
        format, *values = arguments
        values = values.map { |value| value.match?(/\A-?\d+\z/) ? value.to_i : value }
        Kernel.format(escaped(format.to_s), *values)
      rescue ArgumentError
        nil
      end

      # Prints a fixed name, because the machine's real name must not get into a site.
      def run_hostname(_)
        "#{HOST}\n"
      end

      def run_whoami(_)
        "user\n"
      end

      def run_pwd(_)
        "#{Dir.pwd}\n"
      end

      def run_uname(arguments)
        arguments.empty? || arguments == ["-s"] ? "Linux\n" : nil
      end

      def run_true(_)
        ""
      end

      def run_false(_)
        Result.new("", 1)
      end

      def run_basename(arguments)
        arguments.empty? ? nil : "#{File.basename(*arguments.first(2))}\n"
      end

      def run_dirname(arguments)
        arguments.size == 1 ? "#{File.dirname(arguments.first)}\n" : nil
      end

      def run_cat(arguments)
        return if arguments.empty? || arguments.any? { |word| word.start_with?("-") }

        missing = arguments.find { |path| !File.file?(path) }
        missing ? Result.new("", 1) : arguments.map { |path| File.read(path) }.join
      end

      # The sandbox has no programs, so none is found.
      def run_which(_)
        Result.new("", 1)
      end

      def run_test(arguments)
        option, path = arguments
        return unless arguments.size == 2 && %w(-e -f -d).include?(option)

        found = { "-e" => File.exist?(path), "-f" => File.file?(path), "-d" => File.directory?(path) }[option]
        Result.new("", found ? 0 : 1)
      end
    end
  end
end
