//! `hastie doctor`: reads a site without rendering it, and reports problems. Mirrors `Jekyll::Commands::Doctor`.
//!
//! Only Jekyll's own checks affect the exit code. Lines that start with "Advice:" are additional findings of Hastie.

mod advice;
mod local_ruby;
mod plugins;
mod posts;
mod uses;

use super::progress::Watch;
use super::{Context, failure};
use crate::config::Configuration;
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use crate::registry;
use crate::render::Setup;
use crate::render::SiteView;
use crate::render::filters::uri::{InvalidUri, Uri};
use crate::site::Site;
use crate::write::conflicts;
use hastie_liquid::{Hash, Value};
use indexmap::IndexMap;
use std::path::Path;
use std::process::ExitCode;

/// Options of `hastie doctor`. Extra arguments are ignored with a warning.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Custom configuration file
    #[arg(long, value_name = "CONFIG_FILE[,CONFIG_FILE2,...]")]
    config: Option<String>,
    #[command(flatten)]
    format: super::options::Format,
    #[command(flatten)]
    ignored: super::options::Ignored,
}

/// The topic of Hastie's own findings.
const TOPIC: &str = "Advice:";

/// `hastie doctor`: reports what looks wrong in a site. The exit code is 1 if a check fails.
pub(super) fn run(_args: &Args, context: &mut Context) -> ExitCode {
    let mut log = context.printer.log();
    let waiting = Watch::word(&context.printer, "Looking");
    let examined = examine(context, &mut log);
    drop(waiting);
    match examined {
        Ok(passes) => {
            log.info("Your test results", results(passes, &log));
            if passes { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(problem) => failure::plain_end(&problem, &mut log),
    }
}

/// The summary of the checks. Jekyll's words are used only if the log has no warning.
fn results(passes: bool, log: &Log) -> String {
    // Warnings without a topic continue the line above. A skipped post also has a line of advice.
    let is_own = |message: &Message| !["", "Skipping:"].contains(&message.topic.as_str());
    let is_warning = |message: &&Message| message.level == Level::Warn && is_own(message);
    let warnings = match log.messages().iter().filter(is_warning).count() {
        1 => "1 warning".to_owned(),
        count => format!("{count} warnings"),
    };
    match (passes, warnings.as_str()) {
        (true, "0 warnings") => "are in. Everything looks fine.".to_owned(),
        (true, _) => format!("are in. Jekyll's checks passed, but there is something to look at: {warnings} above."),
        (false, _) => format!("are in. The site has problems: {warnings} above."),
    }
}

/// Runs all checks. Returns whether the site is healthy by Jekyll's checks.
fn examine(context: &Context, log: &mut Log) -> Result<bool, Failure> {
    context.log_verbosity(log);
    let configuration = context.load(log)?;
    let mut site = Site::new(configuration.clone(), &context.world, &registry(), log)?;
    site.reset(log)?;
    site.read(log)?;
    posts::advise(&site, log);
    let texts = uses::Texts::of(&site);
    plugins::advise(&site, &texts, log);
    local_ruby::advise(&site, &configuration, &texts, log);
    drop(texts);
    site.generate(log)?;
    let view = site.view(Hash::new());
    // Runs all checks in Jekyll's order, even after one has failed.
    let findings = [
        relative_permalinks(&configuration, log),
        conflicts::warn(&view, log),
        urls_differ_by_case(&view, log),
        !url_is_proper(view.setup(), configuration.settings().url(), log)?,
        posts_outside(&view, log),
    ];
    advice::on_configuration(&configuration, log);
    advice::on_titles(&view, log);
    Ok(findings.iter().all(|found| !found))
}

fn relative_permalinks(configuration: &Configuration, log: &mut Log) -> bool {
    let found = configuration.settings().relative_permalinks();
    if found {
        let text = "Your site still uses relative permalinks, which was removed in Jekyll v3.0.0.";
        log.warn_of_setting("relative_permalinks", "Deprecation:", text);
    }
    found
}

/// `urls_only_differ_by_case`: warns about pages and documents whose destinations differ only in case. Returns whether
/// there are any.
fn urls_differ_by_case(view: &SiteView, log: &mut Log) -> bool {
    // For each destination without case: the destinations, and the first item's file.
    let mut by_name: IndexMap<String, (Vec<String>, String)> = IndexMap::new();
    let documents = view.collections().iter().flat_map(|info| info.docs.clone());
    let indices = view.pages().filter(|index| view.sheet_of(*index).is_none()).chain(documents);
    for item in indices.map(|index| view.slots()[index].item()).filter(|item| item.is_written()) {
        let Ok(destination) = item.destination(&view.setup().context.destination) else { continue };
        let first = || (Vec::new(), item.relative_path());
        let (names, _) = by_name.entry(destination.to_lowercase()).or_insert_with(first);
        if !names.contains(&destination) {
            names.push(destination);
        }
    }
    let mut found = false;
    for (names, file) in by_name.into_values().filter(|(names, _)| names.len() > 1) {
        found = true;
        let names = names.join(", ");
        let text = format!(
            "The following URLs only differ by case. On a case-insensitive file system one of the URLs will be \
             overwritten by the other: {names}"
        );
        log.warn_about(&file, 0, "Warning:", text);
    }
    found
}

/// `proper_site_url?`: whether `url` is set, a string, and absolute. Logs each problem.
///
/// # Errors
/// Fails if the value has no `empty?` in Ruby or is not a valid URI.
fn url_is_proper(setup: &Setup, url: &Value, log: &mut Log) -> Result<bool, Failure> {
    let text = url.as_str();
    let is_there = match url {
        Value::Nil => false,
        Value::Str(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Hash(hash) => !hash.is_empty(),
        other => return Err(setup.context.no_method("empty?", other)),
    };
    if !is_there {
        let text = "You didn't set an URL in the config file, you may encounter problems with some plugins.";
        log.warn_of_setting("url", "Warning:", text);
    }
    let is_valid = url.is_nil() || text.is_some();
    if !is_valid {
        let text = "The site URL does not seem to be valid, check the value of `url` in your config file.";
        log.warn_of_setting("url", "Warning:", text);
    }
    let parsed = text.map(Uri::parse).transpose();
    let is_absolute = parsed
        .map_err(|InvalidUri(message)| Failure::raised("Addressable::URI::InvalidURIError", message))?
        .is_some_and(|uri| uri.scheme.is_some());
    if !is_absolute {
        let text = "Your site URL does not seem to be absolute, check the value of `url` in your config file.";
        log.warn_of_setting("url", "Warning:", text);
    }
    Ok(is_there && is_valid && is_absolute)
}

/// The negation of `properly_gathered_posts?`: warns about a folder `_posts` outside of `collections_dir`. Returns
/// whether there is one.
fn posts_outside(view: &SiteView, log: &mut Log) -> bool {
    let setup = view.setup();
    let posts = setup.context.in_source("_posts");
    if setup.context.collections_dir.is_empty() || !setup.context.world.is_folder(Path::new(&posts)) {
        return false;
    }
    log.warn_of_setting("collections_dir", "Warning:", "Detected '_posts' directory outside custom `collections_dir`!");
    let text = format!("Please move '{posts}' into the custom directory at '{}'", setup.context.collections_path);
    log.warn("", text);
    true
}
