# Missing features of the sandbox raise errors. Without this, the interpreter would pretend that they work.
module Hastie
  module Confined
    GIT = %r!\A\s*git\s!.freeze

    def self.refuse(what)
      # Lines of Ruby's own libraries are removed, so that the message names the plugin.
      raise NotImplementedError, "#{what} is not available in the sandbox", caller.reject { |line| line.start_with?(*AtExit::LIBRARIES) }
    end

    # The status of a command that was run, as `Process::Status` has it.
    class Status
      attr_reader :exitstatus

      def initialize(exitstatus)
        @exitstatus = exitstatus
      end

      def success?
        exitstatus.zero?
      end

      def exited?
        true
      end

      def pid
        0
      end

      def to_i
        exitstatus << 8
      end

      def ==(other)
        to_i == (other.is_a?(Status) ? other.to_i : other)
      end
    end

    class << self
      # Outputs of git commands that the program has sent in advance.
      attr_writer :answers

      private

      def git(command)
        known = @answers && @answers[command]
        known ? known.dup : Hastie.ask("git", command)
      end
    end

    # The output of a command. The program runs some commands of git, and `Commands` runs those that change nothing.
    def self.output(command)
      command = Commands.with_variables(command)
      answer = command.to_s.match?(GIT) ? git(command.to_s) : nil
      result = answer.is_a?(String) ? Commands::Result.new(answer, 0) : Commands.run(command)
      refuse("the command #{command.to_s[0, 60].inspect}") unless result
      $hastie_status = Status.new(result.status)
      result.output
    end

    # Runs a command, prints its output, and returns whether it succeeded. Only the commands of `Commands` are supported.
    def self.run(command)
      command = command.drop(1) if command.first.is_a?(Hash)
      command = command.size == 1 ? Commands.with_variables(command.first) : command
      result = Commands.run(command) or refuse(:system)
      $hastie_status = Status.new(result.status)
      $stdout.print(result.output)
      result.status.zero?
    end

    # The words of a command as one text.
    def self.joined(words)
      words.map { |word| word.to_s.match?(/\A[\w.\/=:%-]+\z/) ? word.to_s : "'#{word.to_s.gsub("'", "'\\\\''")}'" }.join(" ")
    end

    PROCESSES = %i(spawn fork exec).freeze
  end
end

module Kernel
  Hastie::Confined::PROCESSES.each do |name|
    define_method(name) { |*_arguments, **_options, &_block| Hastie::Confined.refuse(name) }
    singleton_class.define_method(name) { |*_arguments, **_options, &_block| Hastie::Confined.refuse(name) }
  end

  def system(*command, **_options)
    Hastie::Confined.run(command)
  end
  singleton_class.define_method(:system) { |*command, **_options| Hastie::Confined.run(command) }

  def `(command)
    Hastie::Confined.output(command)
  end
  private(:system, :`, *Hastie::Confined::PROCESSES)
  singleton_class.define_method(:`) { |command| Hastie::Confined.output(command) }
end

alias $? $hastie_status

class IO
  def self.popen(*command, **)
    command = command.drop(1) if command.first.is_a?(Hash)
    command = command.first
    text = Hastie::Confined.output(command.is_a?(Array) ? Hastie::Confined.joined(command) : command)
    stream = StringIO.new(text)
    block_given? ? yield(stream) : stream
  end

  def self.pipe(*, **)
    Hastie::Confined.refuse("IO.pipe")
  end
end

# Ruby's library Open3, with the methods that return the output of a command.
module Open3
  Status = Hastie::Confined::Status

  class << self
    def capture2(*command, **)
      command = command.drop(1) if command.first.is_a?(Hash)
      [Hastie::Confined.output(command.size == 1 ? command.first : Hastie::Confined.joined(command)), $hastie_status]
    end
    alias_method :capture2e, :capture2

    def capture3(*command, **)
      text, status = capture2(*command)
      [text, "", status]
    end

    %i(popen2 popen2e popen3 pipeline).each do |name|
      define_method(name) { |*_arguments, **_options, &_block| Hastie::Confined.refuse("Open3.#{name}") }
    end
  end
end

module Process
  %i(spawn fork exec kill wait wait2 waitpid waitpid2 waitall daemon detach setproctitle).each do |name|
    define_singleton_method(name) { |*_arguments, **_options, &_block| Hastie::Confined.refuse("Process.#{name}") }
  end
end

# Existing folders are skipped without an attempt to create them.
require "fileutils"
module FileUtils
  class << self
    prepend(Module.new do
      def mkdir_p(list, **options)
        folders = [list].flatten
        folders.all? { |folder| File.directory?(folder) } ? folders : super
      end
      alias_method :makedirs, :mkdir_p
      alias_method :mkpath, :mkdir_p
    end)
  end
end

# `:preserve => true`: the sandbox keeps no owners, permissions and times.
class FileUtils::Entry_
  prepend(Module.new { def copy_metadata(_path); end })
end

# Links raise NotImplementedError, because plugins rescue the error that the system would return.
class File
  %i(symlink link).each do |name|
    define_singleton_method(name) { |*_names| Hastie::Confined.refuse("File.#{name}") }
  end
end

# Runs blocks without a limit of time, because the program limits the time of each call.
module Timeout
  class ExitException < Exception; end
  class Error < RuntimeError; end

  def self.timeout(seconds, *)
    yield(seconds)
  end

  def timeout(*arguments, &block)
    Timeout.timeout(*arguments, &block)
  end
end

# The parts of the socket library that other libraries expect.
class SocketError < StandardError; end unless defined?(SocketError)

class BasicSocket < IO
  def self.open(*)
    raise SocketError, "there is no network in the sandbox"
  end

  def self.new(*)
    open
  end
end
class IPSocket < BasicSocket; end
class TCPSocket < IPSocket; end
class UDPSocket < IPSocket; end
class TCPServer < TCPSocket; end

class Socket < BasicSocket
  AF_INET = 2
  AF_INET6 = 10

  def self.tcp(*)
    open
  end

  def self.getaddrinfo(*)
    open
  end
end
# These gems would start a JavaScript engine in another process.
Hastie::Gems.unusable = %w(execjs terser uglifier)
Hastie::PROVIDED_HERE.push("socket", "open3", "timeout", "io/wait", "io/console", "etc")

# Plugins must require these libraries, as in Jekyll.
module Hastie
  Timeout = ::Timeout
  Libraries.hide("timeout", :Timeout)
  Libraries.hide("socket", :BasicSocket, :IPSocket, :TCPSocket, :UDPSocket, :TCPServer, :Socket, :SocketError)
  Libraries.hide("etc", :Etc)
end
