# frozen_string_literal: true

# Shortens files as jekyll-minifier does: `originals.rb HTMLCOMPRESSOR CSSMINIFY < LIST` reads paths of HTML and CSS files
# and prints for each its path, its bytes and the bytes of the shortened text. Both arguments are `lib` folders of gems.
# Scripts inside of pages are left as they are.

$LOAD_PATH.unshift(*ARGV.take(2))
require "htmlcompressor"
require "cssminify"

PAGES = HtmlCompressor::Compressor.new(:compress_css => true, :css_compressor => CSSminify.new)
STYLES = CSSminify.new

$stdin.each_line(:chomp => true) do |path|
  text = File.read(path, :encoding => "UTF-8")
  short = path.end_with?(".css") ? STYLES.compress(text) : PAGES.compress(text)
  puts [path, text.bytesize, short.bytesize].join("\t")
rescue StandardError => e
  warn "#{path}: #{e.message[0, 200]}"
end
