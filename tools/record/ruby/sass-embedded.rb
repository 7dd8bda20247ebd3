# frozen_string_literal: true

# Stands in for the gem sass-embedded: dart-sass in one lasting node process. Only what jekyll-sass-converter calls.
#
# For timing alone, REF_SASS_ANSWERS=FOLDER keeps answers by the text of the request: a change of an imported file is not
# noticed.

require "digest"
require "fileutils"
require "json"
require "open3"
require "uri" # The gem loads it, so plugins can use it.

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
    request = JSON.generate(request)
    kept = File.join(ENV["REF_SASS_ANSWERS"], Digest::SHA256.hexdigest(request)) if ENV["REF_SASS_ANSWERS"]
    return JSON.parse(File.read(kept)) if kept && File.exist?(kept)

    answer = answer_of_dart_sass(request)
    if kept
      FileUtils.mkdir_p(File.dirname(kept))
      File.write(kept, answer)
    end
    JSON.parse(answer)
  end

  def self.answer_of_dart_sass(request)
    @requests, @answers = Open3.popen2("node", File.join(__dir__, "sass.js")) unless @requests
    @requests.puts(request)
    @requests.flush
    @answers.gets
  end
  private_class_method :ask, :answer_of_dart_sass
end
