# frozen_string_literal: true

# One build of a site by the reference (or by another program with Jekyll's command line), in a copy of its own.

require "fileutils"
require "open3"
require "tmpdir"

class ReferenceBuild
  MODIFIED = Time.utc(2026, 1, 10, 8).freeze
  JEKYLL = File.expand_path("../jekyll", __dir__).freeze
  PAGES = File.expand_path("../pages", __dir__).freeze
  # The option with which Hastie builds as GitHub does. It also chooses the reference.
  PAGES_FLAG = "--github-pages"

  # Lines every build has.
  ROUTINE = %r!\A(?:Configuration\sfile:\s(?:none|<site>.*)|Source:.*|Destination:.*|Incremental\sbuild:.*|
                  Generating\.\.\.|done\sin.*|Auto-regeneration:.*|-+|)\z!x.freeze
  # The last line of the advice Jekyll gives when a build fails. After it comes Ruby's own account of the exception.
  ADVICE_END = "for any additional information or backtrace."

  def initialize(source, args = [], program = JEKYLL, env: {})
    @source = source
    @program = program == JEKYLL && args.include?(PAGES_FLAG) ? PAGES : program
    # Jekyll does not know the option.
    @args = [JEKYLL, PAGES].include?(@program) ? args - [PAGES_FLAG] : args
    @env = env
  end

  # Yields the written folder, which does not exist if the build failed, and the messages. Returns the result of the
  # block.
  def run
    Dir.mktmpdir("site") do |top|
      site = File.join(File.realpath(top), "site")
      FileUtils.cp_r(@source, site)
      files = Dir.glob("#{site}/**/*", File::FNM_DOTMATCH).select { |path| File.file?(path) }
      File.utime(MODIFIED, MODIFIED, *files)
      command = [@program, "build", *@args, "-d", "_site"]
      said, status = Open3.capture2e(@env, *command, :chdir => site, :stdin_data => "")
      written = File.join(site, "_site")
      unless status.success?
        # A site that cannot be built is an outcome; a reference that cannot run is not.
        abort said if [JEKYLL, PAGES].include?(@program) && !said.include?(ADVICE_END)
        FileUtils.rm_rf(written)
      end
      yield written, self.class.messages(said, site)
    end
  end

  def self.messages(said, site)
    lines = said.scrub.split(/[\r\n]+/).map { |line| line.gsub(/\e\[[0-9;]*m/, "").gsub(site, "<site>").strip }
    lines.slice!(lines.index(ADVICE_END)..) if lines.include?(ADVICE_END)
    lines.grep_v(ROUTINE)
  end
end
