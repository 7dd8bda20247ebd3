# frozen_string_literal: true

# {"id", "template", "data", "config"} -> {"id", "result" or "error", "warnings"}: Liquid with Jekyll's filters and
# tags, lax with warnings, rendered by `render!` as Jekyll does. `config` is laid over the site's default configuration.

require_relative "batch"
require "jekyll"
require "drop_keys"

Jekyll.logger.log_level = :error
Liquid::Template.error_mode = :warn

sites = Hash.new do |all, config|
  settings = { "source" => Dir.pwd, "quiet" => true, "skip_config_files" => true, "disable_disk_cache" => true }
  all[config] = Jekyll::Site.new(Jekyll.configuration((config || {}).merge(settings)))
end

Batch.run do |request|
  data = request["data"] || {}
  registers = { :site => sites[request["config"]], :page => data["page"] || {} }
  answer = begin
    # Without line numbers, so that a message is the bare one.
    { "result" => Liquid::Template.parse(request["template"]).render!(data, :registers => registers) }
  rescue Liquid::Error => e
    { "error" => e.message }
  rescue StandardError, SystemStackError, SyntaxError => e # Jekyll's tags raise Ruby's SyntaxError
    Batch.failure(e)
  end

  begin
    parsed = Liquid::Template.parse(request["template"], :line_numbers => true)
    answer.merge("warnings" => parsed.warnings.map(&:to_s))
  rescue Liquid::Error, SyntaxError
    answer
  end
end
