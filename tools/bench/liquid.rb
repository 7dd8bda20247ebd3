# frozen_string_literal: true

require "digest"
require "json"
require "liquid"

FOLDER = ARGV.fetch(0)
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

Liquid::Template.error_mode = :warn
Liquid::Template.file_system = Partials.new
data = JSON.parse(File.read(File.join(FOLDER, "data.json")))
puts format("%-8s %10s %10s  %s", "", "parsing", "rendering", "digest of the text")
%w[loop layout filters].each do |name|
  source = File.read(File.join(FOLDER, "#{name}.liquid"))
  template = Liquid::Template.parse(source)
  text = template.render(data)
  rendering = microseconds { template.render(data) }
  parsing = microseconds { Liquid::Template.parse(source) }
  puts format("%-8s %10.1f %10.1f  %s", name, parsing, rendering, Digest::MD5.hexdigest(text))
end
