# frozen_string_literal: true

# Builds sites with the reference, one after another. Reads a request a line from standard input,
# {"folder": path, "args": [flags], "seconds": limit}, and answers {"exit": code, "log": text}. The limit is processor time, so that other
# programs on the machine change no answer. Each build runs in a process of its own, which shares the loaded libraries, so that no state
# passes from one site to the next. Arguments are further libraries to load.

require "json"
require "timeout"
require "tmpdir"

JEKYLL_PROGRAM = File.join(ENV.fetch("REF_DIR"), "lib/jekyll/exe/jekyll")
# What plugins load. The plugins themselves must be loaded by the sites that have them, unless all sites do.
LIBRARIES = %w(csv nokogiri).freeze

def build(folder, args, log, seconds)
  fork do
    Process.setrlimit(:CPU, seconds)
    $stdin.reopen(File::NULL)
    $stdout.reopen(log, "w")
    $stderr.reopen($stdout)
    Dir.chdir(folder)
    # The default for the source is the folder in which the configuration was loaded.
    ARGV.replace(["build", *args, "-s", folder, "-d", "_site"])
    load JEKYLL_PROGRAM
  end
end

# The exit status, or nil after the limit. A build that only waits ends, too.
def finished(child, seconds)
  Timeout.timeout(60 * seconds) { Process.wait2(child).last.exitstatus }
rescue Timeout::Error
  Process.kill(:KILL, child)
  Process.wait(child)
  nil
end

# Loads what builds load on first use, once for all of them.
def warm_up
  Dir.mktmpdir do |folder|
    File.write("#{folder}/a.md", "---\n---\n# Loaded\n\n```ruby\nputs 1\n```\n")
    File.write("#{folder}/a.scss", "---\n---\na { b: c }\n")
    options = { "source" => folder, "destination" => "#{folder}/_site", "quiet" => true, "disable_disk_cache" => true,
                "theme" => nil }
    Jekyll::Site.new(Jekyll.configuration(options)).process
  end
  (LIBRARIES + ARGV).each { |name| require name }
end

# Generators in the order in which a site lists their plugins, because Jekyll 3 loads the plugins that GitHub Pages adds during the first
# build. Among generators of the same priority, this order decides.
module InOrderOfPlugins
  def descendants
    plugins = Array(Jekyll.sites.last&.config&.fetch("plugins", nil))
    position = proc do |generator|
      path = Object.const_source_location(generator.name).first
      plugins.index { |name| path.include?("/#{name}/") } || plugins.size
    end
    Set.new(super.sort_by.with_index { |generator, index| [position.call(generator), index] })
  end
end

# Debian's colorator has put the distribution's folder before the trees.
$LOAD_PATH.unshift(*Dir.glob(File.join(ENV.fetch("REF_DIR"), "lib/*/lib")))
answers = $stdout.dup
warm_up
require_relative "intended"
Jekyll::Generator.singleton_class.prepend(InOrderOfPlugins) if Jekyll::VERSION.start_with?("3.")
$stdin.each_line do |line|
  request = JSON.parse(line)
  log = "#{request.fetch("folder")}.log"
  seconds = request.fetch("seconds")
  code = finished(build(request.fetch("folder"), request.fetch("args"), log, seconds), seconds)
  answers.puts(JSON.generate("exit" => code, "log" => File.read(log, :encoding => "UTF-8").scrub))
  answers.flush
end
