# frozen_string_literal: true

require "kramdown"
require "kramdown-parser-gfm"

PROGRAM, FOLDER = ARGV
ROUNDS = 9
SECONDS = 0.25
OURS = %w[hastie comrak pulldown-cmark].freeze
# Jekyll's own, without highlighting.
OPTIONS = {
  input: "GFM", auto_ids: true, toc_levels: (1..6).to_a, entity_output: :as_char,
  smart_quotes: "lsquo,rsquo,ldquo,rdquo", hard_wrap: false, footnote_nr: 1, syntax_highlighter: nil
}.freeze

def ruby_round(source)
  calls = 0
  start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  while (passed = Process.clock_gettime(Process::CLOCK_MONOTONIC) - start) < SECONDS || calls.zero?
    Kramdown::Document.new(source, OPTIONS).to_html
    calls += 1
  end
  passed * 1e6 / calls
end

median = ->(values) { values.sort[values.size / 2] }
others = OURS.drop(1) + ["ruby"]
puts format("%-12s %8s %10s %10s %14s %12s   %s", "microseconds", "bytes", *OURS, "ruby", "ours fits into theirs")
IO.popen([PROGRAM, "--rounds"], "r+") do |program|
  Dir[File.join(FOLDER, "*.md")].each do |file|
    source = File.read(file, encoding: "UTF-8")
    times = Hash.new { |hash, key| hash[key] = [] }
    ROUNDS.times do
      OURS.each do |engine|
        program.puts "#{engine} #{file} #{SECONDS}"
        times[engine] << program.gets.to_f
      end
      times["ruby"] << ruby_round(source)
    end
    medians = times.transform_values(&median)
    ratios = others.map { |engine| format("%s %.2f", engine, medians[engine] / medians["hastie"]) }
    puts format("%-12s %8d %10.1f %10.1f %14.1f %12.1f   %s", File.basename(file, ".md"), source.bytesize,
                *OURS.map { |engine| medians[engine] }, medians["ruby"], ratios.join(", "))
  end
end
