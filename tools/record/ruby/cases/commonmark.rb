# frozen_string_literal: true

# {"id", "input", "options", "extensions"[, "gh_pages"]} -> {"id", "html"}: what jekyll-commonmark, or with "gh_pages"
# jekyll-commonmark-ghpages, makes of a text.

require_relative "batch"
require "jekyll"
require "jekyll-commonmark-ghpages"

Jekyll.logger.log_level = :error

Batch.run do |request|
  processors = Jekyll::Converters::Markdown
  processor = request["gh_pages"] ? processors::CommonMarkGhPages : processors::CommonMark
  { "html" => processor.new("commonmark" => request.slice("options", "extensions")).convert(request["input"]) }
end
