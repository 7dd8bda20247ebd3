# frozen_string_literal: true

# {"id", "input", "syntax", "style"} -> {"id", "css"} or {"id", "error"}. `syntax` is scss, sass or css. A sheet that takes more
# than five seconds of processor time is an error.

require "open3"
require_relative "batch"

# dart-sass in processes that end after five seconds of processor time, so that other programs on the machine change no answer.
class Compiler
  SECONDS = 5

  # A sheet that a process has not answered gets one of its own.
  def answer(request)
    asked(request) || asked(request) || { "error" => "took too long" }
  end

  private

  # The answer, or nil if the process ended.
  def asked(request)
    @process ||= start
    @requests.puts(JSON.generate(request))
    line = @answers.gets
    return JSON.parse(line) if line

    @process = nil
  rescue Errno::EPIPE
    @process = nil
  end

  def start
    program = File.join(__dir__, "../sass.js")
    @requests, @answers, process = Open3.popen2("node", program, :rlimit_cpu => SECONDS)
    @requests.sync = true
    process
  end
end

compiler = Compiler.new
Batch.run do |request|
  options = { "syntax" => request["syntax"], "style" => request["style"] }
  compiler.answer("source" => request["input"], "options" => options).slice("css", "error")
end
