//! Gems that need not be fetched, because Hastie does their work or the sandboxed Ruby contains them.

use super::version::{Requirement, Version};
use hastie_site::Reference;

/// Gems that Hastie replaces: Jekyll's own gems, and the ones in `crates/ruby/shim`.
const REPLACED: &[&str] = &[
    "addressable",
    "bundler",
    "colorator",
    "css_parser",
    "em-websocket",
    "eventmachine",
    "execjs",
    "faraday",
    "faraday-net_http",
    "faraday-retry",
    "feedjira",
    "htmlcompressor",
    "httparty",
    "i18n",
    "jekyll",
    "jekyll-sass-converter",
    "jekyll-watch",
    "kramdown",
    "kramdown-parser-gfm",
    "liquid",
    "listen",
    "mercenary",
    "nokogiri",
    "parallel",
    "pathutil",
    "rest-client",
    "rouge",
    "safe_yaml",
    "sass",
    "sass-embedded",
    "sassc",
    "terminal-table",
    "terser",
    "uglifier",
    "webrick",
];

/// Gems that come with Ruby 3.2, and that its standard library contains in the sandbox, too.
const WITH_RUBY: &[&str] = &[
    "abbrev",
    "base64",
    "benchmark",
    "bigdecimal",
    "cgi",
    "csv",
    "date",
    "delegate",
    "did_you_mean",
    "digest",
    "drb",
    "english",
    "erb",
    "etc",
    "fcntl",
    "fileutils",
    "find",
    "forwardable",
    "getoptlong",
    "io-console",
    "ipaddr",
    "json",
    "logger",
    "minitest",
    "monitor",
    "mutex_m",
    "net-http",
    "net-protocol",
    "nkf",
    "observer",
    "open-uri",
    "open3",
    "openssl",
    "optparse",
    "ostruct",
    "pathname",
    "pp",
    "prettyprint",
    "pstore",
    "psych",
    "racc",
    "rake",
    "rdoc",
    "reline",
    "resolv",
    "rexml",
    "ripper",
    "rss",
    "securerandom",
    "set",
    "shellwords",
    "singleton",
    "stringio",
    "strscan",
    "syslog",
    "tempfile",
    "time",
    "timeout",
    "tmpdir",
    "tsort",
    "un",
    "uri",
    "weakref",
    "yaml",
    "zlib",
];

/// Libraries for which no gem is fetched, by the first part of their paths, such as `net` of `net/http`. Some belong to
/// Ruby's standard library, and others are files of gems that Hastie replaces or that the sandbox replaces.
const LIBRARIES: &[&str] = &[
    "English",
    "active_support",
    "continuation",
    "coverage",
    "excon",
    "expect",
    "fastimage",
    "fiber",
    "fiddle",
    "html-proofer",
    "image_optim",
    "io",
    "irb",
    "kconv",
    "loofah",
    "mimemagic",
    "mini_magick",
    "mkmf",
    "net",
    "objspace",
    "octokit",
    "open_uri_redirections",
    "optionparser",
    "pty",
    "pygments",
    "random",
    "rbconfig",
    "readline",
    "rest_client",
    "restclient",
    "rinda",
    "rmagick",
    "rubygems",
    "sanitize",
    "socket",
    "test",
    "thread",
    "typhoeus",
    "unicode_normalize",
    "win32",
    "win32ole",
];

/// The version of Liquid that Hastie reproduces, for Jekyll 4 and for GitHub Pages.
const LIQUID: &str = "4.0.4";

/// Checks whether a provided gem satisfies a requirement. `None` for a gem that is not provided, but must be fetched.
/// For Jekyll and Liquid, the version that Hastie reproduces must satisfy the requirement. Other provided gems always
/// satisfy it, because plugins use little of them.
///
/// # Errors
/// Returns a message if the version does not satisfy the requirement.
pub(crate) fn check(name: &str, requirement: &Requirement, reference: &Reference) -> Option<Result<(), String>> {
    if !REPLACED.contains(&name) && !WITH_RUBY.contains(&name) {
        return None;
    }
    let version = match name {
        "jekyll" => reference.jekyll_version,
        "liquid" => LIQUID,
        _ => return Some(Ok(())),
    };
    let is_satisfied = Version::parse(version).is_none_or(|version| requirement.accepts(&version));
    let problem = || format!("{name} {requirement} is required, and Hastie reproduces {version}");
    Some(if is_satisfied { Ok(()) } else { Err(problem()) })
}

/// Whether a gem need not be fetched, whatever version is required. [`check`] also considers the version.
pub(crate) fn is(name: &str) -> bool {
    REPLACED.contains(&name) || WITH_RUBY.contains(&name)
}

/// Whether Hastie or its Ruby has a library that a file in `_plugins` requires, so that no gem is needed for it. `head`
/// is the first part of the library's path, such as `net` for `net/http`.
pub fn is_library(head: &str) -> bool {
    is(head) || LIBRARIES.contains(&head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_jekyll_and_liquid_count() {
        let check = |name, text| check(name, &Requirement::parse(text).expect("a requirement"), &Reference::JEKYLL_4);
        assert_eq!(check("jekyll", ">= 3.5, < 5.0"), Some(Ok(())));
        assert!(check("jekyll", "~> 3.0").is_some_and(|found| found.is_err()));
        assert_eq!(check("nokogiri", ">= 99"), Some(Ok(())));
        assert_eq!(check("bell", ">= 0"), None);
    }
}
