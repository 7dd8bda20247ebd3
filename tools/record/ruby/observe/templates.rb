# frozen_string_literal: true

# Records every text that Liquid parses: {"id", "file", "template", "warnings" or "error"}. `file` is the name Jekyll
# parses it under.

require_relative "recorder"

module ObserveTemplateFile
  def parse(content)
    ObserveTemplate.file = @filename
    super
  ensure
    ObserveTemplate.file = nil
  end
end

module ObserveTemplate
  class << self
    attr_accessor :file
  end

  def parse(source, options = {})
    text = source.dup
    outcome = {}
    super.tap { outcome = { "warnings" => warnings.map(&:to_s) } }
  rescue StandardError => e
    outcome = { "error" => e.message, "class" => e.class.name }
    raise
  ensure
    Recorder.write("templates", text) { { "file" => ObserveTemplate.file, "template" => text }.merge(outcome) }
  end
end

Jekyll::LiquidRenderer::File.prepend(ObserveTemplateFile)
Liquid::Template.prepend(ObserveTemplate)
