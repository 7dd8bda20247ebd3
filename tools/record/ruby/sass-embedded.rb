# frozen_string_literal: true

# Stands in for the gem sass-embedded: dart-sass in one lasting node process. Only what jekyll-sass-converter calls.

require "json"
require "open3"

module Sass
  class CompileError < StandardError
    def full_message(*)
      message
    end

    def to_css
      ""
    end
  end

  Result = Struct.new(:css, :source_map)

  def self.compile_string(source, **options)
    answer = ask("source" => source, "options" => options)
    raise CompileError, answer["error"] if answer["error"]

    Result.new(answer["css"], answer["source_map"])
  end

  def self.ask(request)
    @requests, @answers = Open3.popen2("node", File.join(__dir__, "sass.js")) unless @requests
    @requests.puts(JSON.generate(request))
    @requests.flush
    JSON.parse(@answers.gets)
  end
  private_class_method :ask
end
