# frozen_string_literal: true

# Records every YAML text: {"id", "yaml", "value" in the tagged form, or "error"}, and the site's "zone" unless it is
# UTC.

require_relative "recorder"
require "tagged"

module ObserveYaml
  def load(yaml, filename = nil, options = {})
    text = yaml.respond_to?(:read) ? yaml.read : yaml.dup
    begin
      super(text, filename, options).tap do |value|
        Recorder.write("yaml", text) { ObserveYaml.common(text).merge("value" => Tagged.json(value)) }
      end
    rescue Psych::Exception, ArgumentError => e
      Recorder.write("yaml", text) { ObserveYaml.common(text).merge("error" => e.message) }
      raise
    end
  end

  def self.common(text)
    ENV["TZ"] == "UTC" ? { "yaml" => text } : { "zone" => ENV["TZ"], "yaml" => text }
  end
end

SafeYAML.singleton_class.prepend(ObserveYaml)
