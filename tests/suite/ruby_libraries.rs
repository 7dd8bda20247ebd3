//! Libraries and their constants: those that Jekyll and its gems have loaded, and those that plugins in Ruby must
//! require. The expected output was recorded from Ruby.

use super::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn plugins_use_the_libraries_that_jekyll_has_loaded_and_must_require_others() {
    let site = Site::new()
        .file("_plugins/libraries.rb", r##"NAMED = %w(
  URI URI::HTTP Open3 IPAddr Base64 BigDecimal BigMath CGI CSV Digest::MD5 ERB::Util FileUtils Find JSON Logger Monitor MonitorMixin OpenStruct
  OptParse OptionParser Pathname Psych REXML::ParseException StringIO StringScanner REXML::Document Shellwords PP SecureRandom
  Tempfile Timeout Singleton Benchmark Zlib Net::HTTP NAMES Jekyll::LastModifiedAt
).freeze

def found?(name)
  name.split("::").reduce(Object) { |outer, part| outer.const_get(part, outer == Object) } && true
rescue NameError
  false
end

missing = NAMED.reject { |name| found?(name) }
methods = %i(shellescape to_d pretty_inspect parse_csv).select { |name| "".respond_to?(name) }
private_call = begin
  Object.new.system("true")
rescue NoMethodError => e
  e.message[/\A\w+ method .\w+/]
end
require "shellwords"
require "securerandom"
require "pp"
require "rexml/document"
used = ["a b".shellescape, SecureRandom.hex.size, PP.pp({ 1 => 2 }, +"").chomp, REXML::Document.new("<a/>").root.name, `echo "a b" 'c d' e\ f`]
Jekyll::Hooks.register(:site, :after_init) do |site|
  site.config["lines"] = [missing.join(" "), methods.inspect, private_call, used.inspect, "#{Time.rfc822("Wed, 05 Oct 2011 22:26:12 -0400").rfc822} #{Time.zone_offset("EST")}"]
end
"##)
        .file("index.txt", r"---
---
{% for line in site.lines %}{{ line }}
{% endfor %}")
        ;
    build(&site)
        .succeeds()
        .wrote("index.txt", r#"REXML::Document Shellwords PP SecureRandom Tempfile Timeout Singleton Benchmark Zlib Net::HTTP NAMES Jekyll::LastModifiedAt
[:parse_csv]
private method `system
["a\\ b", 32, "{1=>2}", "a", "a b c d e f\n"]
Wed, 05 Oct 2011 22:26:12 -0400 -18000
"#)
    ;
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn gems_that_a_listed_plugin_loads_are_there_for_plugins_of_the_site() {
    let site = Site::new()
        .file("_plugins/toc.rb", r#"class Parsed < Jekyll::Generator
  def generate(site)
    site.config["parsed"] = [Nokogiri::HTML.fragment("<b>x</b>").text, Shellwords.split("a 'b c'").inspect, defined?(Singleton), defined?(PP).inspect].join(" ")
  end
end
"#)
        .file("_config.yml", r"plugins: [jekyll-toc]
")
        .file("index.txt", r"---
---
{{ site.parsed }}
")
        ;
    build(&site).succeeds().wrote(
        "index.txt",
        r#"x ["a", "b c"] constant nil
"#,
    );
}
