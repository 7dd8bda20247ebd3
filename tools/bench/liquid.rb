# frozen_string_literal: true

require "json"
require "liquid"

FOLDER, MEASURED = ARGV.fetch(0), ARGV.fetch(1)
ROUND = 0.2

# The partials of the layout, by name.
class Partials
  def read_template_file(name)
    File.read(File.join(FOLDER, "partials", "#{name}.liquid"))
  end
end

def microseconds
  clock = -> { Process.clock_gettime(Process::CLOCK_MONOTONIC) }
  calls = 0
  start = clock.call
  (yield; calls += 1) while clock.call - start < ROUND
  Array.new(5) do
    start = clock.call
    calls.times { yield }
    (clock.call - start) * 1e6 / calls
  end.min
end

# What criterion measured of an engine written in Rust, the best round of all.
def measured(what, name, engine)
  rounds = JSON.parse(File.read(File.join(MEASURED, "liquid-#{what}-#{name}", engine, "new", "sample.json")))
  rounds["times"].zip(rounds["iters"]).map { |time, calls| time / calls / 1e3 }.min
end

Liquid::Template.error_mode = :warn
Liquid::Template.file_system = Partials.new
data = JSON.parse(File.read(File.join(FOLDER, "data.json")))
puts format("%-8s %-8s %10s %10s %10s %10s %10s", "", "", "hastie", "liquid", "Ruby", "x liquid", "x Ruby")
%w[loop layout filters].each do |name|
  source = File.read(File.join(FOLDER, "#{name}.liquid"))
  template = Liquid::Template.parse(source)
  ruby = {
    "parse" => microseconds { Liquid::Template.parse(source) },
    "render" => microseconds { template.render(data) },
  }
  ruby.each do |what, time|
    ours, theirs = measured(what, name, "hastie"), measured(what, name, "liquid")
    puts format("%-8s %-8s %10.1f %10.1f %10.1f %10.1f %10.1f", name, what, ours, theirs, time, theirs / ours, time / ours)
  end
end
