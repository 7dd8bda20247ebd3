//! Plugins of a site that Hastie does not have.
//!
//! `Jekyll::External.require_with_graceful_fail` ends the build where a gem cannot be loaded. So do we for an unknown name,
//! with Jekyll's message. For a gem that exists a warning names what is left out ([`known`]); with `--strict` it is an error.

mod known;
mod scripts;
mod spelling;

pub use known::{Known, find as known, with_tag};
pub use scripts::Scripts;

use crate::ruby::Unloadable;
use hastie_site::diagnostic::{Log, missing_gem};
use hastie_site::failure::Failure;

/// Names that are always there: parts of Jekyll, of Ruby and of the gems that Jekyll itself loads.
const ALWAYS_THERE: &[&str] = &[
    "addressable",
    "bundler",
    "colorator",
    "csv",
    "date",
    "erb",
    "fileutils",
    "i18n",
    "jekyll",
    "jekyll-sass-converter",
    "jekyll-watch",
    "json",
    "kramdown",
    "kramdown-parser-gfm",
    "liquid",
    "logger",
    "mercenary",
    "net/http",
    "open-uri",
    "pathname",
    "pathutil",
    "psych",
    "rexml/document",
    "rouge",
    "rubygems",
    "safe_yaml",
    "sass-embedded",
    "set",
    "terminal-table",
    "time",
    "tmpdir",
    "uri",
    "webrick",
    "yaml",
];

/// Libraries that plugins and servers use, and that change no site by being loaded. `classifier-reborn` serves `lsi` alone,
/// which has a message of its own.
const LIBRARIES: &[&str] = &[
    "base64",
    "bibtex-ruby",
    "bigdecimal",
    "citeproc-ruby",
    "classifier-reborn",
    "concurrent-ruby",
    "csl-styles",
    "css_parser",
    "eventmachine",
    "execjs",
    "faraday",
    "faraday-retry",
    "feedjira",
    "ffi",
    "http_parser.rb",
    "httparty",
    "mini_racer",
    "observer",
    "ostruct",
    "rake",
    "rexml",
    "tzinfo",
    "tzinfo-data",
    "unicode_utils",
    "wdm",
];

/// Whether a name is no plugin's: it is there, or nobody sees whether it is.
pub(crate) fn is_no_plugin(name: &str) -> bool {
    ALWAYS_THERE.contains(&name) || LIBRARIES.contains(&name)
}

/// The names that Ruby guesses among where the reference is installed.
const INSTALLED: &[&str] = &[
    "jekyll",
    "jekyll-3rd-party-libraries",
    "jekyll-archives",
    "jekyll-archives-v2",
    "jekyll-cache-bust",
    "jekyll-commonmark",
    "jekyll-commonmark-ghpages",
    "jekyll-email-protect",
    "jekyll-feed",
    "jekyll-gist",
    "jekyll-include-cache",
    "jekyll-mentions",
    "jekyll-paginate",
    "jekyll-paginate-v2",
    "jekyll-polyglot",
    "jekyll-readme-index",
    "jekyll-redirect-from",
    "jekyll-sass-converter",
    "jekyll-scholar",
    "jekyll-seo-tag",
    "jekyll-sitemap",
    "jekyll-socials",
    "jekyll-tabs",
    "jekyll-watch",
    "jemoji",
    "kramdown",
    "kramdown-parser-gfm",
    "liquid",
    "rouge",
];

/// Reports plugins that are not in the registry.
///
/// # Errors
/// The first one that nobody has published; with `strict`, the first one.
pub(crate) fn report(names: &[String], strict: bool, log: &mut Log) -> Result<(), Failure> {
    for name in names.iter().filter(|name| !is_no_plugin(name)) {
        match known(name) {
            Some(_) if strict => return Err(refused(name)),
            Some(gem) => log.warn("Plugin:", format!("{name} is not supported yet. Left out: {}.", gem.purpose)),
            None => return Err(not_installed(name, log)),
        }
    }
    Ok(())
}

/// Reports a plugin that is there, but whose Ruby cannot be loaded. One that only a Gemfile names may be any library.
///
/// # Errors
/// Where the site asks for it and nothing is known of it, and with `strict`.
pub(crate) fn report_unloadable(gem: &Unloadable, is_asked: bool, strict: bool, log: &mut Log) -> Result<(), Failure> {
    let Unloadable { name, reason } = gem;
    let purpose = known(name).map(|gem| gem.purpose).or((!is_asked).then_some("whatever it does"));
    match purpose {
        Some(_) if strict => Err(refused(name)),
        Some(purpose) => {
            log.warn("Plugin:", format!("{name} cannot be loaded ({reason}). Left out: {purpose}."));
            Ok(())
        }
        None => {
            log.push(missing_gem(name, reason));
            Err(Failure::raised("Jekyll::Errors::MissingDependencyException", name))
        }
    }
}

/// The failure that `--strict` makes of a warning.
fn refused(name: &str) -> Failure {
    Failure::raised("Jekyll::Errors::MissingDependencyException", format!("{name} is not supported yet (--strict)"))
}

/// Reports gems of a Gemfile's group that are not in the registry. Bundler may find any of them, so every name is taken for a
/// gem's.
///
/// # Errors
/// With `strict`, the first one.
pub(crate) fn report_bundled(names: &[String], strict: bool, log: &mut Log) -> Result<(), Failure> {
    for name in names.iter().filter(|name| !is_no_plugin(name)) {
        if strict {
            return Err(refused(name));
        }
        let purpose = known(name).map_or("whatever it does", |gem| gem.purpose);
        log.warn("Plugin:", format!("{name} (in the Gemfile) is not supported yet. Left out: {purpose}."));
    }
    Ok(())
}

/// Deals with gems that a theme needs and that are not in the registry: only plugins leave something out.
///
/// # Errors
/// With `strict`, the first one.
pub(crate) fn report_needed(name: &str, strict: bool, log: &mut Log) -> Result<(), Failure> {
    match known(name) {
        Some(_) if strict => Err(refused(name)),
        Some(gem) => {
            log.warn(
                "Plugin:",
                format!("{name}, which the theme needs, is not supported yet. Left out: {}.", gem.purpose),
            );
            Ok(())
        }
        None => Ok(()),
    }
}

/// Jekyll's "very nice error message", and what it raises.
fn not_installed(name: &str, log: &mut Log) -> Failure {
    let mut reason = format!("cannot load such file -- {name}");
    let guesses = spelling::corrections(name, INSTALLED);
    if !guesses.is_empty() {
        reason.push_str(&format!(" Did you mean? {}", guesses.join(" ")));
    }
    log.push(missing_gem(name, &reason));
    Failure::raised("Jekyll::Errors::MissingDependencyException", name)
}
