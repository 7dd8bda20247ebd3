require "js.so"
module Hastie
  # Messages by the one call that goes out of the sandbox. Its text is a message, and so is its outcome.
  module Pipe
    OUTSIDE = JS
    Object.send(:remove_const, :JS)

    class << self
      # Becomes the Ruby of one caller: its folder and its variables come first.
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
