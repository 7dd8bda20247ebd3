//! Reports plugins that Hastie does not have.
//!
//! In Jekyll, `Jekyll::External.require_with_graceful_fail` ends the build if a gem cannot be loaded. Hastie does the
//! same for unknown names, with Jekyll's message. For gems that exist, a warning explains what is omitted (`known.rs`).
//! With `--strict`, this is an error.

pub(crate) mod features;
mod known;
mod scripts;
mod spelling;

pub use known::{Known, find as known, with_tag};
pub use scripts::Scripts;

use crate::gems::gem_of;
use crate::ruby::Unloadable;
use crate::{gemfile, is_built_in};
use hastie_site::config::Configuration;
use hastie_site::diagnostic::{Level, Log, Message, missing_gem};
use hastie_site::failure::Failure;
use hastie_site::world::World;

/// Names that can always be required: parts of Jekyll, of Ruby, and of the gems on which Jekyll depends, and minifiers
/// that a site's own Ruby uses. `classifier-reborn` is needed only for `lsi`, which has a message of its own.
const ALWAYS_THERE: &[&str] = &[
    "addressable",
    "bundler",
    "classifier-reborn",
    "colorator",
    "csv",
    "date",
    "erb",
    "fileutils",
    "htmlcompressor",
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
    "terser",
    "time",
    "tmpdir",
    "uglifier",
    "uri",
    "webrick",
    "yaml",
];

/// Libraries that plugins and servers use, and a gem whose commands are built in. Their absence alone does not change a
/// site.
const LIBRARIES: &[&str] = &[
    "base64",
    "bibtex-ruby",
    "bigdecimal",
    "citeproc-ruby",
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
    "jekyll-compose",
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

/// Whether a library of this name counts as always installed, such as one of Jekyll's own gems or of Ruby's standard
/// libraries.
pub(crate) fn is_always_there(name: &str) -> bool {
    ALWAYS_THERE.contains(&name)
}

/// Whether this is the name of a gem or library that is known not to be a plugin. Hastie does not warn if such a gem is
/// missing.
pub(crate) fn is_no_plugin(name: &str) -> bool {
    is_always_there(name) || LIBRARIES.contains(&name)
}

/// The gems from which Ruby's "Did you mean" suggests names in a reference installation.
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

/// The reason why the gem of a plugin could not be fetched. `None` if Hastie did not try to fetch it.
fn reason<'c>(plugin: &str, config: &'c Configuration) -> Option<&'c str> {
    config.fetched.reason(&gem_of(plugin))
}

/// Warns about `names`, the gems that the site requests and that Hastie does not have. Ignores libraries that contain
/// no plugin.
///
/// # Errors
/// Fails at the first plugin that is not in the list of `known` gems. With `strict`, fails at the first plugin.
pub(crate) fn report(names: &[String], config: &Configuration, log: &mut Log) -> Result<(), Failure> {
    for name in names.iter().filter(|name| !is_no_plugin(name)) {
        match known(name) {
            Some(_) if config.settings().strict() => return Err(refused(name)),
            Some(gem) => {
                let text = match reason(name, config) {
                    Some(reason) => format!("{name} cannot be used: {reason}. Left out: {}.", gem.purpose),
                    None => format!("{name} is not supported yet. Left out: {}.", gem.purpose),
                };
                log.push(Message::new(Level::Warn, "Plugin:", text).about_item("plugins", name));
            }
            None => return Err(not_installed(name, config, log)),
        }
    }
    Ok(())
}

/// Reports a plugin that is installed, but whose Ruby code cannot be loaded. `asked` contains the plugins of the
/// configuration and of the theme. A gem that only the Gemfile lists causes a warning, because it may be any library.
///
/// # Errors
/// Fails if the plugin is in `asked` but not in the list of `known` gems. With `strict`, always fails.
pub(crate) fn report_unloadable(
    gem: &Unloadable,
    asked: &[String],
    config: &Configuration,
    log: &mut Log,
) -> Result<(), Failure> {
    let Unloadable { name, reason } = gem;
    let purpose = known(name).map(|gem| gem.purpose).or((!asked.contains(name)).then_some("its features"));
    match purpose {
        Some(_) if config.settings().strict() => Err(refused(name)),
        Some(purpose) => {
            let text = format!("{name} cannot be loaded ({reason}). Left out: {purpose}.");
            log.push(Message::new(Level::Warn, "Plugin:", text).about_item("plugins", name));
            Ok(())
        }
        None => {
            let hint = "the sandbox cannot load this gem; '--ruby=system' uses the Ruby and the gems of this machine";
            log.push(missing_gem(name, reason, hint).about_item("plugins", name));
            Err(Failure::raised("Jekyll::Errors::MissingDependencyException", name))
        }
    }
}

/// The error for a plugin that Hastie does not have, with `--strict`. Without `--strict`, Hastie only warns.
fn refused(name: &str) -> Failure {
    refusal(format!("{name} is not supported yet (--strict)"))
}

fn refusal(reason: String) -> Failure {
    Failure::raised("Jekyll::Errors::MissingDependencyException", reason)
}

/// Warns about `names`, the gems of the Gemfile that Hastie does not have. Ignores libraries that contain no plugin. A
/// name that Hastie does not know also causes a warning, because Bundler might find a gem of this name.
///
/// # Errors
/// With `strict`, fails at the first gem that the function does not ignore.
pub(crate) fn report_bundled(
    names: &[String],
    config: &Configuration,
    world: &World,
    log: &mut Log,
) -> Result<(), Failure> {
    for name in names.iter().filter(|name| !is_no_plugin(name)) {
        if config.settings().strict() {
            return Err(refused(name));
        }
        let purpose = known(name).map_or("its features", |gem| gem.purpose);
        let text = match reason(name, config) {
            Some(reason) => format!("{name} (in the Gemfile) cannot be used: {reason}. Left out: {purpose}."),
            None => format!("{name} (in the Gemfile) is not supported yet. Left out: {purpose}."),
        };
        log.warn_about("Gemfile", gemfile::line_of(world, name), "Plugin:", text);
    }
    Ok(())
}

/// Warns about a gem that a theme needs and that Hastie does not have, if it is a known plugin. Other gems are ignored.
///
/// # Errors
/// With `strict`, fails if the gem is a known plugin.
pub(crate) fn report_needed(name: &str, config: &Configuration, log: &mut Log) -> Result<(), Failure> {
    match known(name) {
        Some(_) if config.settings().strict() => Err(refused(name)),
        Some(gem) => {
            let text = match reason(name, config) {
                Some(reason) => {
                    format!("{name}, which the theme needs, cannot be used: {reason}. Left out: {}.", gem.purpose)
                }
                None => format!("{name}, which the theme needs, is not supported yet. Left out: {}.", gem.purpose),
            };
            let theme = if config.settings().remote_theme().truthy() { "remote_theme" } else { "theme" };
            log.warn_of_setting(theme, "Plugin:", text);
            Ok(())
        }
        None => Ok(()),
    }
}

/// Advice about a listed plugin that does not exist.
fn alternative(name: &str, config: &Configuration) -> String {
    let similar = format!("jekyll-{name}");
    if is_built_in(&similar) {
        return format!("list '{similar}' under 'plugins:' instead, which is built in");
    }
    match reason(name, config) {
        Some(reason) => format!("the gem {} could not be fetched: {reason}", gem_of(name)),
        None if cfg!(target_family = "wasm") => {
            "only native programs fetch and run gems. Otherwise remove the name from 'plugins:'".to_owned()
        }
        None => {
            "Hastie fetches and runs gems only if its Ruby is installed ('hastie ruby install') and not turned off. \
                 Otherwise remove the name from 'plugins:' ('hastie docs ruby')"
                .to_owned()
        }
    }
}

/// Logs Jekyll's "very nice error message" and returns its exception.
fn not_installed(name: &str, config: &Configuration, log: &mut Log) -> Failure {
    let mut reason = format!("cannot load such file -- {name}");
    let guesses = spelling::corrections(name, INSTALLED);
    if !guesses.is_empty() {
        reason.push_str(&format!(" Did you mean? {}", guesses.join(" ")));
    }
    log.push(missing_gem(name, &reason, alternative(name, config)).about_item("plugins", name));
    Failure::raised("Jekyll::Errors::MissingDependencyException", name)
}
