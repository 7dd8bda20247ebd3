//! Facts about a site that are useful before the first build.

use crate::config::Configuration;
use crate::diagnostic::{Level, Log};
use crate::failure::Failure;
use crate::plugins::{Registry, gemfile, is_built_in, listed, local, ruby};
use crate::site::Site;
use crate::world::World;
use hastie_liquid::Value;

/// Facts about a site.
#[derive(Debug, Default)]
pub struct Facts {
    /// The title in the configuration.
    pub title: Option<String>,
    /// The origin of its layouts.
    pub theme: String,
    /// The version of Jekyll that it is built as.
    pub reference: &'static str,
    /// The number of items of each kind. Kinds without items are omitted.
    pub contents: Vec<(usize, String)>,
    /// The plugins it requests that are available.
    pub plugins: Vec<String>,
    /// Downloads, missing parts and problems of a build, one sentence each.
    pub lacks: Vec<String>,
    /// The number of its own Ruby files.
    pub ruby_files: usize,
    /// Whether these can be run.
    pub has_ruby: bool,
}

/// Reads the site without network access and without running its own Ruby.
///
/// # Errors
/// Fails if a build would fail at this point.
pub(super) fn facts(configuration: &Configuration, world: &World) -> Result<Facts, Failure> {
    let quiet = world.clone().offline().with_variable("HASTIE_RUBY", "off");
    let mut facts = Facts {
        title: configuration.text("title").map(str::to_owned),
        reference: configuration.reference.name,
        ..Facts::default()
    };
    let own = local::files(world, configuration).unwrap_or_default();
    facts.ruby_files = own.len();
    facts.has_ruby = ruby::module(world).is_some();
    let mut log = Log::new();
    let mut site = set_up(configuration, &quiet, &mut facts, &mut log)?;
    site.reset(&mut Log::new())?;
    site.read(&mut Log::new())?;
    facts.contents = contents(&site);
    let asked = listed(&configuration.values);
    let bundled = gemfile::plugins(configuration.reference, world);
    let asked: Vec<String> = bundled.into_iter().chain(asked).filter(|name| is_built_in(name)).collect();
    facts.theme = theme(&site, configuration, facts.theme, asked.iter().any(|name| name == REMOTE_THEME));
    facts.plugins = asked.into_iter().map(|name| name.replace('/', "-")).collect();
    facts.plugins.sort();
    facts.plugins.dedup();
    // Ruby files are counted above, so warnings that they are not run are skipped.
    let is_own = |text: &str| own.iter().any(|file| text.contains(&file.path));
    for message in log.messages().iter().filter(|message| message.level >= Level::Warn) {
        let text = message.text.as_deref().unwrap_or(&message.topic).trim();
        if !text.is_empty() && !is_own(text) {
            facts.lacks.push(text.to_owned());
        }
    }
    Ok(facts)
}

/// Sets up the site, without its theme if that is not installed.
fn set_up(configuration: &Configuration, world: &World, facts: &mut Facts, log: &mut Log) -> Result<Site, Failure> {
    let problem = match Site::new(configuration.clone(), world, &Registry::default(), log) {
        Ok(site) => return Ok(site),
        Err(problem) => problem,
    };
    let name = problem.message.strip_prefix("The ").and_then(|rest| rest.strip_suffix(" theme could not be found."));
    let Some(name) = name else { return Err(problem) };
    facts.theme = format!("{name}, not on this machine yet");
    facts.lacks.push(format!("The theme {name} is fetched once, at the first build, and pinned in .hastie.lock."));
    let mut without = configuration.clone();
    // If this were nil, GitHub's default theme would be used.
    without.values.set("theme", Value::Bool(false));
    // Messages about plugins are kept. Messages about the theme are caused by the line above.
    let mut told = Log::new();
    let site = Site::new(without, world, &Registry::default(), &mut told)?;
    told.messages().iter().filter(|message| message.topic.trim() != "Theme:").for_each(|told| log.push(told.clone()));
    Ok(site)
}

fn contents(site: &Site) -> Vec<(usize, String)> {
    let content = &site.content;
    let posts = content.posts();
    let drafts = posts.iter().filter(|post| post.is_draft()).count();
    let mut found = vec![
        (posts.len() - drafts, "post".to_owned()),
        (drafts, "draft".to_owned()),
        (content.pages.len(), "page".to_owned()),
    ];
    for collection in content.collections.iter().filter(|collection| collection.label() != "posts") {
        found.push((collection.docs.len(), format!("document in {}", collection.label())));
    }
    found.push((content.static_files.len(), "other file".to_owned()));
    found.retain(|(count, _)| *count > 0);
    found
}

/// The plugin that implements `remote_theme`.
const REMOTE_THEME: &str = "jekyll-remote-theme";

fn theme(site: &Site, configuration: &Configuration, missing: String, is_remote: bool) -> String {
    if !missing.is_empty() {
        return missing;
    }
    if let Some(theme) = &site.setup.theme {
        return format!("{} {}", theme.name, theme.version).trim().to_owned();
    }
    let layouts = site.content.layouts.len();
    match (configuration.text("remote_theme"), layouts) {
        (Some(name), _) if is_remote => format!("{name}, not on this machine yet"),
        (Some(name), 0) => format!("none: 'remote_theme: {name}' wants 'plugins: [{REMOTE_THEME}]'"),
        (_, 0) => "none".to_owned(),
        (_, 1) => "its own: 1 layout".to_owned(),
        (_, count) => format!("its own: {count} layouts"),
    }
}
