# frozen_string_literal: true

# Renders items of CSL's test suite with Ruby's citeproc, as jekyll-scholar calls it: one item after another. Each input line has a
# style, a mode and items, and each output line the texts, with nil for items that fail.
require "json"
require "citeproc/ruby"

CSL::Locale.root = File.join(ARGV[0], "locales")

$stdin.each_line do |line|
  request = JSON.parse(line)
  answer = begin
    style = CSL::Style.parse!(request["style"])
    renderer = CiteProc::Ruby::Renderer.new(:format => "html", :locale => "en-US")
    out = request["items"].each_with_index.map do |variables, index|
      cite = CiteProc::CitationItem.new(:id => variables["id"]) do |item|
        item.data = CiteProc::Item.new(variables)
        item.data[:"citation-number"] = index + 1
      end
      request["mode"] == "bib" ? renderer.render(cite, style.bibliography) : renderer.render([cite], style.citation)
    rescue StandardError, SystemStackError
      nil
    end
    { "out" => out }
  rescue StandardError, SystemStackError => e
    { "error" => e.message }
  end
  puts JSON.generate(answer)
end
