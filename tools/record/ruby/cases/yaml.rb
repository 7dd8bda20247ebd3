# frozen_string_literal: true

# {"id", "yaml"} -> {"id", "value"} in the tagged form, or {"id", "error"}.

require_relative "batch"
require "jekyll"
require "tagged"

Batch.run do |request|
  { "value" => Tagged.json(SafeYAML.load(request["yaml"])) }
rescue Psych::Exception, ArgumentError => e
  { "error" => e.message }
end
