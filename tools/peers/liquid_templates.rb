# frozen_string_literal: true

# Records the templates that Liquid's tests render, as lines of JSON in the file PEER_TEMPLATES.

require "json"
require "liquid"

module PeerTemplates
  TAGS = Liquid::Template.tags.instance_variable_get(:@tags).keys.freeze
  FILTERS = Liquid::StandardFilters.instance_methods.map(&:to_s).freeze
  FILE = File.open(ENV.fetch("PEER_TEMPLATES"), "w")

  def self.plain?(value)
    case value
    when Hash then value.all? { |key, item| key.instance_of?(String) && plain?(item) }
    when Array then value.all? { |item| plain?(item) }
    when String then value.valid_encoding? && value.encoding != Encoding::BINARY
    when Float then value.finite?
    else [nil, true, false].include?(value) || value.is_a?(Integer)
    end
  end

  def self.reason(source, arguments)
    data, options = arguments
    return "with data that only Ruby has" unless source.is_a?(String) && plain?(source) && plain?(data || {}) && (data.nil? || data.is_a?(Hash))
    return "with options of a rendering" unless options.nil?
    return "with the tag include, which Jekyll replaces" if source.match?(/\{%-?\s*include/)
    return "with tags of the tests" unless source.scan(/\{%-?\s*(\w+)/).flatten.all? { |tag| known_tag?(tag) }

    "with filters of the tests" unless source.scan(/\|\s*(\w+)/).flatten.all? { |filter| FILTERS.include?(filter) }
  end

  def self.known_tag?(tag)
    TAGS.include?(tag) || %w(else elsif when break continue).include?(tag) || tag.start_with?("end")
  end

  def self.write(entry)
    test = caller.find { |line| line.include?("_test.rb") }.to_s[/(\w+_test)\.rb:\d+/]
    FILE.puts(JSON.generate({ "test" => test.to_s }.merge(entry)))
    FILE.flush
  end

  module Template
    def parse(source, *)
      @peer_source = source
      super
    end

    def render(*arguments)
      first = !@peer_rendered
      @peer_rendered = true
      reason = first ? PeerTemplates.reason(@peer_source, arguments) : "that are rendered again"
      data = reason ? nil : JSON.parse(JSON.generate(arguments.first || {}))
      result = super
      if @peer_source && reason
        PeerTemplates.write("reason" => reason)
      elsif errors.empty? && result.is_a?(String)
        PeerTemplates.write("template" => @peer_source, "data" => data, "result" => result)
      end
      result
    end
  end
end

Liquid::Template.prepend(PeerTemplates::Template)
