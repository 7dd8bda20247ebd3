# frozen_string_literal: true

# Replaces the builds of a gem's specs. PEER_PROGRAM builds the sites: Hastie, `ruby` for Jekyll itself, or `none`.

require "fileutils"
require "jekyll"
require "open3"
require "tmpdir"
require "yaml"

module Peer
  PROGRAM = ENV.fetch("PEER_PROGRAM")
  GEM_NAME = ENV.fetch("PEER_GEM")

  # Builds a site into a folder.
  def self.build(source, destination, settings)
    FileUtils.rm_rf(destination)
    return if PROGRAM == "none"

    settings = settings.reject { |key, _| %w(source destination cache_dir).include?(key) }
    settings["plugins"] = (Array(settings["plugins"]) | Array(settings["gems"])) | [GEM_NAME]
    settings.delete("gems")
    Dir.mktmpdir do |folder|
      file = File.join(folder, "config.yml")
      File.write(file, YAML.dump(settings))
      command = [PROGRAM, "build", "--disable-disk-cache", "-s", source, "-d", destination, "--config", file]
      output, status = Open3.capture2e({ "JEKYLL_ENV" => Jekyll.env, "HASTIE_OFFLINE" => "1" }, *command)
      raise output unless status.success?
    end
  end

  def self.skip(reason)
    raise RSpec::Core::Pending::SkipDeclaredInExample, reason if defined?(RSpec)

    raise Minitest::Skip, reason
  end

  # Whether a configuration file can contain the value.
  def self.plain?(value)
    case value
    when Hash then value.all? { |key, item| plain?(key) && plain?(item) }
    when Array then value.all? { |item| plain?(item) }
    else [nil, true, false].include?(value) || [String, Symbol, Numeric, Date, Time].any? { |type| value.is_a?(type) }
    end
  end

  module Process
    def process
      # Plugins change the configuration.
      settings = Marshal.load(Marshal.dump(config))
      # Scenarios read only files, and specs also Ruby's objects.
      super if PROGRAM == "ruby" || !defined?(Cucumber)
      return if PROGRAM == "ruby"

      Peer.skip("with values that only Ruby has") unless Peer.plain?(settings)
      Peer.build(source, dest, settings)
    end
  end

  # A template with one tag, which a site renders as its layout.
  class Tag
    def initialize(source)
      @source = source
    end

    def render!(context, *)
      site, page = context.registers.values_at(:site, :page)
      Peer.skip("with variables that only templates of Ruby have") unless context.environments.all?(&:empty?)
      Dir.mktmpdir do |folder|
        source = File.join(folder, "source")
        write(source, site, page)
        Peer.build(source, File.join(folder, "built"), site.config.merge("include" => ["page.md"], "collections" => collections(site)))
        files = Dir[File.join(folder, "built/**/*")].select { |file| File.file?(file) && File.read(file).start_with?("PEER") }
        raise "#{files.length} files were built" unless files.length == 1

        File.read(files.first).delete_prefix("PEER")
      end
    end

    private

    def collections(site)
      site.config["collections"].reject { |name, _| name == "posts" }
    end

    def write(source, site, page)
      FileUtils.mkdir_p(File.join(source, "_layouts"))
      File.write(File.join(source, "_layouts/peer.html"), "PEER#{@source}")
      site.data.each do |name, value|
        FileUtils.mkdir_p(File.join(source, "_data"))
        File.write(File.join(source, "_data", "#{name}.yml"), YAML.dump(value))
      end
      path = page.respond_to?(:relative_path) && page.relative_path ? page.relative_path : "page.md"
      file = File.join(source, path)
      FileUtils.mkdir_p(File.dirname(file))
      front = page.respond_to?(:data) ? page.data : {}
      front = front.reject { |key, value| value.respond_to?(:output) || key == "excerpt" && !value.is_a?(String) }
      File.write(file, "#{YAML.dump(front.to_h.merge("layout" => "peer"))}---\n#{page.content if page.respond_to?(:content)}")
    end
  end

  module Parse
    def parse(source, *args)
      PROGRAM != "ruby" && source.match?(/\A\{%-? *(?:seo|feed_meta)\b[^%]*%\}\z/) ? Tag.new(source) : super
    end
  end
end

# The contents of tables and headings, as a page with the filter of jekyll-toc has them.
module Peer::TableOfContents
  FILTERS = { :toc => "toc", :build_toc => "toc_only", :inject_anchors_into_html => "inject_anchors" }.freeze

  def initialize(html, options = {})
    super
    @peer = [html, options]
  end

  FILTERS.each do |name, filter|
    define_method(name) do
      return super() if Peer::PROGRAM == "ruby" || @nested

      html, options = @peer
      Dir.mktmpdir do |folder|
        source = File.join(folder, "source")
        FileUtils.mkdir_p(File.join(source, "_layouts"))
        File.write(File.join(source, "_layouts/peer.html"), "{{ content | #{filter} }}")
        File.write(File.join(source, "page.html"), "---\nlayout: peer\ntoc: true\nrender_with_liquid: false\n---\n#{html}")
        Peer.build(source, File.join(folder, "built"), { "toc" => options })
        File.read(File.join(folder, "built/page.html"))
      end
    end
  end
end

# Older versions of Cucumber do not have Minitest's assertions.
if defined?(Cucumber)
  require "minitest"
  World(Module.new do
    include Minitest::Assertions
    attr_writer :assertions

    def assertions
      @assertions ||= 0
    end
  end)
end

# Writes the results of Minitest's tests, in the form of RSpec's examples.
if defined?(Minitest) && ENV["PEER_RESULTS"]
  PEER_EXAMPLES = []
  Minitest::Test.prepend(Module.new do
    def run
      result = super
      status = result.skipped? ? "pending" : (result.passed? ? "passed" : "failed")
      name = "#{self.class.name}##{self.name}"
      message = result.failure && result.failure.message
      PEER_EXAMPLES << { "id" => name, "full_description" => name, "status" => status, "exception" => { "message" => message } }
      result
    end
  end)
  Minitest.after_run { File.write(ENV["PEER_RESULTS"], JSON.generate("examples" => PEER_EXAMPLES)) }
end

Jekyll::TableOfContents::Parser.prepend(Peer::TableOfContents) if defined?(Jekyll::TableOfContents::Parser)
Jekyll::Site.prepend(Peer::Process)
Liquid::Template.singleton_class.prepend(Peer::Parse)
