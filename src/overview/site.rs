//! Facts about a site that are useful before the first build.

use super::gems::Gems;
use crate::config::Configuration;
use crate::diagnostic::{Level, Log, Message};
use crate::facts::{self, OwnFile};
use crate::failure::Failure;
use crate::registry;
use crate::site::Site;
use crate::world::World;

/// Facts about a site that need no build, such as the title and the theme.
#[derive(Debug, Default)]
pub struct Facts {
    /// The title of the site. `None` if the configuration sets no title.
    pub title: Option<String>,
    /// A phrase for the origin of the layouts, such as the name and version of a theme.
    pub theme: String,
    /// The name of the version of Jekyll that Hastie reproduces for the site.
    pub reference: &'static str,
    /// The number of items of each kind. Kinds without items are omitted.
    pub contents: Vec<(usize, String)>,
    /// The names of the plugins that a build can use. Downloaded gems have their versions.
    pub plugins: Vec<String>,
    /// Downloads, missing parts and problems of a build, one sentence each.
    pub lacks: Vec<String>,
    /// The Ruby files in the plugins folders, and how a build treats each of them.
    pub ruby_files: Vec<OwnFile>,
    /// Whether network access is forbidden.
    pub is_offline: bool,
}

/// Reads the site without network access and without running its own Ruby.
///
/// # Errors
/// Fails if a build of the site would fail before its generators run, except for a missing theme.
pub(super) fn facts(configuration: &Configuration, world: &World) -> Result<Facts, Failure> {
    // Themes are not fetched either.
    let quiet = world.clone().offline().without_ruby();
    let mut facts = Facts {
        title: configuration.settings().title().as_str().map(str::to_owned),
        reference: configuration.reference.name,
        is_offline: world.is_offline(),
        ..Facts::default()
    };
    facts.ruby_files = facts::own_ruby(configuration, world);
    let mut log = Log::new();
    let gems = Gems::of(configuration, world)?;
    let mut site = set_up(&gems.removed_from(configuration), &quiet, &mut facts, &mut log)?;
    site.reset(&mut Log::new())?;
    site.read(&mut Log::new())?;
    facts.contents = contents(&site);
    let has_plugin = site.plugins.has(REMOTE_THEME);
    let remote =
        configuration.settings().remote_theme().as_str().filter(|_| has_plugin && site.setup.context.theme.is_none());
    match remote {
        Some(name) => facts.lack_theme(name, Absent::Remote),
        None if facts.theme.is_empty() => facts.theme = theme(&site, configuration),
        None => {}
    }
    facts.plugins = facts::running(&site);
    facts.plugins.extend(gems.ready.iter().cloned());
    facts.plugins.sort();
    facts.plugins.dedup();
    // Ruby files are counted above, so warnings that they are not run are skipped.
    let is_own = |text: &str| facts.ruby_files.iter().any(|own| text.contains(&own.file.path));
    // A theme may bring the plugin for pages of posts.
    let lacks_theme = site.setup.context.theme.is_none() && configuration.settings().theme().truthy();
    // The overview itself is offline. So the warning about a remote theme that is not fetched does not apply.
    let applies = |message: &&Message| match message.topic.trim() {
        "Remote Theme:" => message.level > Level::Warn,
        "Deprecation:" => !(lacks_theme && message.text.as_ref().is_some_and(|text| text.contains("jekyll-paginate"))),
        _ => true,
    };
    let mut lacks = Vec::new();
    for message in log.messages().iter().filter(|message| message.level >= Level::Warn).filter(applies) {
        let text = message.text.as_deref().unwrap_or(&message.topic).trim();
        if !text.is_empty() && !is_own(text) && !gems.is_subject_of(text) {
            lacks.push(text.to_owned());
        }
    }
    if let Some(engine) = facts::unavailable_engine(&site, configuration, world) {
        lacks.push(format!("'markdown: {engine}' is not available, so a build fails at the first Markdown page."));
    }
    facts.lacks.extend(lacks);
    facts.lacks.extend(gems.lacks);
    Ok(facts)
}

/// Sets up the site, without its theme if that is not installed.
fn set_up(configuration: &Configuration, world: &World, facts: &mut Facts, log: &mut Log) -> Result<Site, Failure> {
    // Messages about the theme are caused by the way in which the overview loads the site.
    let is_kept = |message: &&Message| message.topic.trim() != "Theme:";
    let mut told = Log::new();
    let problem = match Site::new(configuration.clone(), world, &registry(), &mut told) {
        Ok(site) => {
            let config = &site.setup.context.config;
            let lacks_default = config.has_default_theme && site.setup.context.theme.is_none();
            if let Some(name) = config.settings().theme().as_str().filter(|_| lacks_default) {
                facts.lack_theme(name, Absent::Default);
            }
            told.messages().iter().filter(is_kept).for_each(|told| log.push(told.clone()));
            return Ok(site);
        }
        Err(problem) => problem,
    };
    let name = problem.message.strip_prefix("The ").and_then(|rest| rest.strip_suffix(" theme could not be found."));
    let Some(name) = name else { return Err(problem) };
    facts.lack_theme(name, Absent::Gem);
    let mut without = configuration.clone();
    // If this were nil, GitHub's default theme would be used.
    without.set_theme(false);
    let mut told = Log::new();
    let site = Site::new(without, world, &registry(), &mut told)?;
    told.messages().iter().filter(is_kept).for_each(|told| log.push(told.clone()));
    Ok(site)
}

/// The kind of a theme that is not installed.
#[derive(Clone, Copy)]
enum Absent {
    /// A gem that the configuration names under `theme`.
    Gem,
    /// GitHub's default theme, which the site did not ask for.
    Default,
    /// A repository that the configuration names under `remote_theme`.
    Remote,
}

impl Facts {
    /// Adds a theme that is not installed to the facts: its name, and a sentence about what a build does.
    fn lack_theme(&mut self, name: &str, kind: Absent) {
        self.theme = format!("{name}, not on this machine{}", if self.is_offline { "" } else { " yet" });
        self.lacks.push(match kind {
            _ if !self.is_offline => {
                format!("The theme {name} is fetched once, at the first build, and pinned in .hastie.lock.")
            }
            Absent::Gem => {
                format!("The theme {name} is not fetched offline, so a build fails. Build once without --offline.")
            }
            Absent::Default => format!(
                "{name} is GitHub's default theme. It is not fetched offline, so a build lacks its layouts, includes \
                 and style sheet."
            ),
            Absent::Remote => format!(
                "The theme {name} is not fetched offline, so a build lacks its files. Build once without --offline."
            ),
        });
    }
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

fn theme(site: &Site, configuration: &Configuration) -> String {
    if let Some(theme) = &site.setup.context.theme {
        return format!("{} {}", theme.name, theme.version).trim().to_owned();
    }
    let layouts = site.content.layouts.len();
    match (configuration.settings().remote_theme().as_str(), layouts) {
        (Some(name), 0) => format!("none: 'remote_theme: {name}' needs 'plugins: [{REMOTE_THEME}]'"),
        (_, 0) => "none".to_owned(),
        (_, 1) => "its own: 1 layout".to_owned(),
        (_, count) => format!("its own: {count} layouts"),
    }
}
