# frozen_string_literal: true

# {"id", "input", "options"} -> {"id", "html", "warnings"}. Options are kramdown's own, or the word "jekyll" for
# Jekyll's, or {"jekyll": true, ...} for Jekyll's with changes.

require_relative "batch"
require "kramdown"
require "kramdown-parser-gfm"
require "rouge"

module JekyllOptions
  DEFAULTS = {
    :input                   => "GFM",
    :auto_ids                => true,
    :toc_levels              => (1..6).to_a,
    :entity_output           => :as_char,
    :smart_quotes            => "lsquo,rsquo,ldquo,rdquo",
    :hard_wrap               => false,
    :guess_lang              => true,
    :footnote_nr             => 1,
    :show_warnings           => false,
    :syntax_highlighter      => "rouge",
    :syntax_highlighter_opts => { :guess_lang => true, :default_lang => "plaintext" },
  }.freeze

  def self.from(given)
    return DEFAULTS if given.nil? || given == "jekyll"
    return DEFAULTS.merge(symbols(given.reject { |key, _| key == "jekyll" })) if given["jekyll"]

    symbols(given)
  end

  def self.symbols(hash)
    hash.to_h { |key, value| [key.to_sym, value.is_a?(Hash) ? symbols(value) : value] }
  end
end

Batch.run do |request|
  document = Kramdown::Document.new(request["input"], JekyllOptions.from(request["options"]))
  { "html" => document.to_html, "warnings" => document.warnings }
end
