# Renders items by a CSL style, as jekyll-scholar calls citeproc-ruby: `csl_cases.rb bib|cite STYLE LOCALE FOLDER`.
# FOLDER contains `styles` and `locales`. Each input line has an item (for cites, a list of items), each output line an
# answer.
require 'json'
require 'citeproc/ruby'

mode, style, locale, folder = ARGV
CSL::Style.root = File.join(folder, 'styles')
CSL::Locale.root = File.join(folder, 'locales')
style = CSL::Style.load(style)
renderer = CiteProc::Ruby::Renderer.new(format: 'html', locale: locale)

# An item and where it is cited: `_locator`, `_label` and `_suppress` are the place's, the rest are variables.
def cite(variables, number)
  locator, label, suppress = %w[_locator _label _suppress].map { |key| variables.delete(key) }
  CiteProc::CitationItem.new(id: variables['id']) do |cite|
    cite.data = CiteProc::Item.new(variables)
    cite.data[:'citation-number'] = number
    cite.data.suppress!('author') if suppress
    cite.locator = locator
    cite.label = label || 'page' unless locator.nil?
  end
end

STDIN.each_line.with_index(1) do |line, number|
  parsed = JSON.parse(line)
  answer = begin
    if mode == 'cite'
      { out: renderer.render(parsed.map { |variables| cite(variables, number) }, style.citation) }
    else
      { out: renderer.render(cite(parsed, number), style.bibliography) }
    end
  rescue StandardError => error
    { error: error.message }
  end
  puts JSON.dump(answer)
end
