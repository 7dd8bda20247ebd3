# frozen_string_literal: true

require "json"
require "tempfile"
require "rouge"

PROGRAM, SOURCE, LANGUAGES = ARGV
ROUNDS = Integer(ENV.fetch("ROUNDS", 5))
SECONDS = Float(ENV.fetch("SECONDS", 0.05))
ENGINES = %w[hastie syntect].freeze

def cases
  if File.directory?(SOURCE)
    Dir[File.join(SOURCE, "*", "*")].sort.reject { |file| file.end_with?(".tokens") }.map do |file|
      { "lang" => File.basename(File.dirname(file)), "input" => File.read(file, encoding: "UTF-8") }
    end
  else
    wanted = LANGUAGES && File.read(LANGUAGES).split
    found = File.foreach(SOURCE, encoding: "UTF-8").map { |line| JSON.parse(line).slice("lang", "input") }
    found.select { |one| wanted.nil? || wanted.include?(one["lang"]) }
  end
end

def ruby_round(lexer, source)
  formatter = Rouge::Formatters::HTML.new
  calls = 0
  start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  while (passed = Process.clock_gettime(Process::CLOCK_MONOTONIC) - start) < SECONDS || calls.zero?
    formatter.format(lexer.new.lex(source))
    calls += 1
  end
  passed * 1e6 / calls
end

median = ->(values) { values.sort[values.size / 2] }
all = cases
file = Tempfile.create("cases")
all.each { |one| file.puts JSON.generate(one) }
file.close
sums = Hash.new { |hash, key| hash[key] = { "hastie" => 0.0, key => 0.0 } }
left = []
puts format("%-24s %8s %12s %12s %14s %8s %8s", "microseconds", "bytes", *ENGINES, "ruby", "syntect", "ruby")
IO.popen([PROGRAM, "--rounds", file.path], "r+") do |program|
  all.each_with_index do |one, number|
    lexer = Rouge::Lexer.find(one["lang"])
    times = Hash.new { |hash, key| hash[key] = [] }
    lexer.new.lex(one["input"]).to_a # compiled and warm
    ROUNDS.times do
      ENGINES.each do |engine|
        program.puts "#{engine} #{number} #{SECONDS}"
        answer = program.gets.strip
        times[engine] << answer.to_f unless answer == "none"
      end
      times["ruby"] << ruby_round(lexer, one["input"])
    end
    if times["hastie"].empty?
      left << one["lang"]
      next
    end
    medians = times.transform_values(&median)
    ratio = lambda do |engine|
      next "-" unless medians[engine]

      sums[engine]["hastie"] += medians["hastie"]
      sums[engine][engine] += medians[engine]
      format("%.1f", medians[engine] / medians["hastie"])
    end
    shown = (ENGINES + ["ruby"]).map { |engine| medians[engine] ? format("%.1f", medians[engine]) : "-" }
    puts format("%-24s %8d %12s %12s %14s %8s %8s", one["lang"], one["input"].bytesize, *shown,
                ratio.call("syntect"), ratio.call("ruby"))
  end
end
%w[syntect ruby].each do |engine|
  next if sums[engine]["hastie"].zero?

  puts format("all together: ours %.1f, %s %.1f: ours fits in %.2f times", sums[engine]["hastie"], engine,
              sums[engine][engine], sums[engine][engine] / sums[engine]["hastie"])
end
puts "left out, no lexer here: #{left.join(', ')}" unless left.empty?
File.unlink(file.path)
