# frozen_string_literal: true

# The observers write to OBSERVE_DIR/<kind>.jsonl, one object per line, and each object only once per site.
#
# OBSERVE_SITE names the site in the ids.

require "digest"
require "fileutils"
require "json"

module Recorder
  DIR = ENV.fetch("OBSERVE_DIR")
  SITE = ENV.fetch("OBSERVE_SITE", "site")
  FileUtils.mkdir_p(DIR)

  @files = {}
  @seen = {}

  # Writes the block's hash under the kind, unless something with this key was written before. Text that is not UTF-8
  # is left out, because JSON cannot contain it.
  def self.write(kind, key)
    seen = (@seen[kind] ||= {})
    digest = Digest::SHA256.digest(Marshal.dump(key))
    return if seen.key?(digest)

    seen[digest] = true
    fields = yield
    line = JSON.generate({ "id" => "#{SITE}/#{seen.size}" }.merge(fields), :max_nesting => false)
    (@files[kind] ||= File.open(File.join(DIR, "#{kind}.jsonl"), "w")).puts(line)
  rescue JSON::GeneratorError, EncodingError => e
    warn "not recorded (#{kind}): #{e.message[0, 80]}"
  end
end
