# frozen_string_literal: true

# Records what Jekyll's Markdown converter gets and gives: {"id", "input", "options", "html", "html_plain"}.
#
# `options` is the whole set kramdown works with; `html_plain` is the same text with `syntax_highlighter` nil, so that a
# Markdown engine can be judged without a highlighter. Texts that another processor converts (CommonMark, say) go to
# other_markdown.jsonl with the processor's name.

require_relative "recorder"

module ObserveKramdown
  def convert(content)
    input = content.dup
    super.tap do |html|
      options = Kramdown::JekyllDocument.options
      Recorder.write("markdown", [input, options]) do
        plain = Kramdown::Document.new(input, options.merge(:syntax_highlighter => nil)).to_html
        { "input" => input, "options" => options, "html" => html, "html_plain" => plain }
      end
    end
  end
end

module ObserveOtherMarkdown
  def get_processor
    super.tap do |processor|
      next if processor.nil? || processor.is_a?(Jekyll::Converters::Markdown::KramdownParser)

      name = @config["markdown"]
      settings = @config[name.downcase] || @config["commonmark"]
      processor.define_singleton_method(:convert) do |content|
        super(content).tap do |html|
          Recorder.write("other_markdown", content) do
            { "processor" => name, "settings" => settings, "input" => content, "html" => html }
          end
        end
      end
    end
  end
end

Jekyll::Converters::Markdown::KramdownParser.prepend(ObserveKramdown)
Jekyll::Converters::Markdown.prepend(ObserveOtherMarkdown)
