require "js.so"
module Hastie
  # Exchanges messages by the only call that leaves the sandbox. Its argument is a message, and its result is the next message.
  module Pipe
    OUTSIDE = JS
    Object.send(:remove_const, :JS)

    class << self
      # Sets the current folder and the environment variables, which the first message contains.
      def enter
        folder, *variables = receive.force_encoding("UTF-8").split("\0")
        variables.each { |variable| ENV.store(*variable.split("=", 2)) }
        ENV["TZ"] ||= "UTC"
        Dir.chdir(folder)
      end

      def receive
        OUTSIDE.eval("").to_s
      end

      def exchange(message)
        OUTSIDE.eval(message || "").to_s
      end
    end
  end
  CHANNEL = Pipe
end
