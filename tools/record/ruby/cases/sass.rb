# frozen_string_literal: true

# {"id", "input", "syntax", "style"} -> {"id", "css"} or {"id", "error"}. `syntax` is scss, sass or css. A sheet that takes longer
# than five seconds is an error.

require "open3"
require "timeout"
require_relative "batch"

# dart-sass in a process that is started again after a sheet took too long.
class Compiler
  SECONDS = 5

  def answer(request)
    @requests, @answers, @process = Open3.popen2("node", File.join(__dir__, "../sass.js")) unless @process
    @requests.puts(JSON.generate(request))
    @requests.flush
    Timeout.timeout(SECONDS) { JSON.parse(@answers.gets) }
  rescue Timeout::Error
    Process.kill(:KILL, @process.pid)
    @process = nil
    { "error" => "took too long" }
  end
end

compiler = Compiler.new
Batch.run do |request|
  options = { "syntax" => request["syntax"], "style" => request["style"] }
  compiler.answer("source" => request["input"], "options" => options).slice("css", "error")
end
