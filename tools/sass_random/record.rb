# Compiles the files whose paths are read from standard input with Ruby Sass and answers each with a line of JSON.
#
#     ruby record.rb FOLDER STYLE     FOLDER contains Ruby Sass 3.7.4 with its folder lib/
require "json"
require "stringio"

folder, style = ARGV
$VERBOSE = nil
$LOAD_PATH.unshift(File.join(folder, "lib"))
require "sass"

def answer(path, style)
  syntax = path.end_with?(".sass") ? :sass : :scss
  { "css" => Sass.compile(File.read(path, encoding: "UTF-8"), syntax: syntax, style: style.to_sym, cache: false) }
rescue Sass::SyntaxError => e
  { "error" => "#{e} on line #{e.sass_line}" }
rescue SystemStackError, StandardError => e
  # A mistake of Ruby Sass itself.
  { "crash" => e.class.name }
end

STDIN.each_line(chomp: true) do |path|
  messages = StringIO.new
  $stderr, kept = messages, $stderr
  result = answer(path, style)
  $stderr = kept
  STDOUT.puts(JSON.generate(result.merge("messages" => messages.string)))
  STDOUT.flush
end
