# frozen_string_literal: true

# Builds sites with the reference, one after another. Reads a request a line from standard input,
# {"folder": path, "args": [flags]}, and answers {"exit": code, "log": text}. Each build runs in a process of its own,
# which shares the loaded libraries, so that no state passes from one site to the next.

require "json"
require "timeout"

JEKYLL_PROGRAM = File.join(ENV.fetch("REF_DIR"), "lib/jekyll/exe/jekyll")
SECONDS = 20

def build(folder, args, log)
  fork do
    $stdin.reopen(File::NULL)
    $stdout.reopen(log, "w")
    $stderr.reopen($stdout)
    Dir.chdir(folder)
    ARGV.replace(["build", *args, "-d", "_site"])
    load JEKYLL_PROGRAM
  end
end

def finished(child)
  Timeout.timeout(SECONDS) { Process.wait2(child).last.exitstatus }
rescue Timeout::Error
  Process.kill(:KILL, child)
  Process.wait(child)
  nil
end

answers = $stdout.dup
$stdin.each_line do |line|
  request = JSON.parse(line)
  log = "#{request.fetch("folder")}.log"
  code = finished(build(request.fetch("folder"), request.fetch("args"), log))
  answers.puts(JSON.generate("exit" => code, "log" => File.read(log, :encoding => "UTF-8").scrub))
  answers.flush
end
