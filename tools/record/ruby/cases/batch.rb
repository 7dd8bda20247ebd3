# frozen_string_literal: true

# The loop all case programs share: a JSON request a line in, a JSON answer a line out, each under its request's id.

require "json"

module Batch
  # Yields each request; the block's hash is the answer. Errors of the block are answers as well.
  def self.run
    $stdin.set_encoding("UTF-8")
    $stdout.set_encoding("UTF-8")
    $stdout.sync = true
    $stdin.each_line do |line|
      next if line.strip.empty?

      request = JSON.parse(line, :max_nesting => false)
      answer = begin
        yield request
      rescue StandardError, SystemStackError, LoadError => e
        failure(e)
      end
      puts JSON.generate({ "id" => request["id"] }.merge(answer), :max_nesting => false)
    end
  end

  # The text of Ruby's own exceptions is not the gem's text, so their class is added.
  def self.failure(error)
    { "error" => "#{error.class}: #{error.message}", "error_class_only" => true }
  end
end
