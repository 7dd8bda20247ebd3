//! Plugins: native code behind Jekyll's own extension points, one registry line each.
//!
//! A plugin brings tags, filters, converters, generators and hooks. It is switched on by the name a
//! site lists under `plugins:`. Generators and hooks run in the order of their priorities, highest
//! first, as `Jekyll::Plugin` and `Jekyll::Hooks` sort them.

mod archives;
mod ask;
mod avatar;
mod body;
mod cache_bust;
mod commonmark;
mod data;
mod default_layout;
mod duck;
mod email_protect;
mod feed;
mod gemfile;
mod gist;
mod git;
mod github_metadata;
mod include_cache;
mod jemoji;
mod last_modified_at;
mod libxml;
mod local;
mod mentions;
pub mod missing;
mod option;
mod optional_front_matter;
mod paginate;
mod paginate_v2;
mod readme_index;
mod redirect_from;
mod relative_links;
mod remote_theme;
mod seo_tag;
mod sitemap;
mod socials;
mod third_party_libraries;
mod titles_from_headings;
mod toc;

pub use local::LocalFile;

use crate::config::Configuration;
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::{Document, Page, Theme};
use crate::render::convert::{Converter, Processor};
use crate::render::{Item, Rendered, Turn};
use crate::setup::Setup;
use crate::site::Site;
use crate::world::World;
use hastie_liquid::{Engine, Hash, Value};
use std::any::Any;
use std::fmt::{self, Debug};
use std::sync::{Arc, OnceLock};

/// `Jekyll::Plugin::PRIORITIES`, and the priorities of hooks.
pub mod priority {
    /// Before all others.
    pub const HIGHEST: i32 = 100;
    /// Before the ordinary.
    pub const HIGH: i32 = 10;
    /// The ordinary.
    pub const NORMAL: i32 = 0;
    /// After the ordinary.
    pub const LOW: i32 = -10;
    /// After all others.
    pub const LOWEST: i32 = -100;
}

/// Every plugin there is, in alphabetical order: the name sites list, and how it is made.
const REGISTRY: &[(&str, Maker)] = &[
    ("jekyll-3rd-party-libraries", || Arc::new(third_party_libraries::ThirdPartyLibraries)),
    ("jekyll-archives", || Arc::new(archives::Archives)),
    ("jekyll-archives-v2", || Arc::new(archives::v2::ArchivesV2)),
    ("jekyll-avatar", || Arc::new(avatar::Avatar)),
    ("jekyll-cache-bust", || Arc::new(cache_bust::CacheBust)),
    ("jekyll-commonmark", || Arc::new(commonmark::CommonMark)),
    ("jekyll-commonmark-ghpages", || Arc::new(commonmark::CommonMarkGhPages)),
    ("jekyll-data", || Arc::new(data::Data)),
    ("jekyll-default-layout", || Arc::new(default_layout::DefaultLayout)),
    ("jekyll-email-protect", || Arc::new(email_protect::EmailProtect)),
    ("jekyll-feed", || Arc::new(feed::Feed)),
    ("jekyll-gist", || Arc::new(gist::Gist)),
    ("jekyll-github-metadata", || Arc::new(github_metadata::GithubMetadata)),
    ("jekyll-include-cache", || Arc::new(include_cache::IncludeCache)),
    ("jekyll-last-modified-at", || Arc::new(last_modified_at::LastModifiedAt::default())),
    ("jekyll-mentions", || Arc::new(mentions::Mentions)),
    ("jekyll-optional-front-matter", || Arc::new(optional_front_matter::OptionalFrontMatter)),
    ("jekyll-paginate", || Arc::new(paginate::Paginate)),
    ("jekyll-paginate-v2", || Arc::new(paginate_v2::PaginateV2)),
    ("jekyll-readme-index", || Arc::new(readme_index::ReadmeIndex)),
    ("jekyll-redirect-from", || Arc::new(redirect_from::RedirectFrom)),
    ("jekyll-relative-links", || Arc::new(relative_links::RelativeLinks)),
    ("jekyll-remote-theme", || Arc::new(remote_theme::RemoteTheme)),
    ("jekyll-seo-tag", || Arc::new(seo_tag::SeoTag)),
    ("jekyll-sitemap", || Arc::new(sitemap::Sitemap)),
    ("jekyll-socials", || Arc::new(socials::Socials)),
    ("jekyll-titles-from-headings", || Arc::new(titles_from_headings::TitlesFromHeadings)),
    ("jekyll-toc", || Arc::new(toc::Toc)),
    ("jemoji", || Arc::new(jemoji::Jemoji)),
];

/// Makes a plugin.
type Maker = fn() -> Arc<dyn Plugin>;

/// A plugin: what it adds to a site. All but the name have nothing as default.
pub trait Plugin: Debug + Send + Sync {
    /// The gem's name.
    fn name(&self) -> &'static str;

    /// Whether `safe: true` leaves it on (with the name on the `whitelist`).
    fn is_safe(&self) -> bool {
        true
    }

    /// Changes the configuration, before anything stands on it.
    ///
    /// # Errors
    /// Options it cannot work with.
    fn configure(&self, config: &mut Configuration, world: &World, log: &mut Log) -> Result<(), Failure> {
        let _ = (config, world, log);
        Ok(())
    }

    /// A theme, which takes the place of that of the configuration.
    ///
    /// # Errors
    /// What ends the build.
    fn theme(&self, config: &Configuration, world: &World, log: &mut Log) -> Result<Option<Theme>, Failure> {
        let _ = (config, world, log);
        Ok(None)
    }

    /// The plugin itself, for its own tags and filters that need what it holds.
    fn as_any(&self) -> Option<&dyn Any> {
        None
    }

    /// Whether its gem loads ActiveSupport, which changes what `blank` means in templates.
    fn loads_active_support(&self) -> bool {
        false
    }

    /// Adds tags and filters.
    fn liquid(&self, engine: &mut Engine) {
        let _ = engine;
    }

    /// The names of those of its tags that are blocks.
    fn blocks(&self) -> &'static [&'static str] {
        &[]
    }

    /// Converters, beside the built-in ones.
    fn converters(&self, config: &Hash) -> Vec<Arc<dyn Converter>> {
        let _ = config;
        Vec::new()
    }

    /// Markdown processors, by the names `markdown:` has for them.
    fn processors(&self, config: &Configuration) -> Vec<(&'static str, Arc<dyn Processor>)> {
        let _ = config;
        Vec::new()
    }

    /// Generators.
    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        Vec::new()
    }

    /// Hooks.
    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        Vec::new()
    }
}

/// `Jekyll::Generator`: makes pages, or changes what was read, before anything is rendered.
pub trait Generator: Send + Sync {
    /// The Ruby class that it stands for, as messages name it.
    fn class(&self) -> &'static str;

    /// When its turn comes.
    fn priority(&self) -> i32 {
        priority::NORMAL
    }

    /// Does its work.
    ///
    /// # Errors
    /// What ends the build.
    fn generate(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure>;
}

/// `Jekyll::Hooks`: one set of hooks of one plugin. Each method is one of Jekyll's hook points; those
/// for pages, posts and documents get an [`Item`] and look themselves which owner it has.
pub trait Hooks: Send + Sync {
    /// When their turn comes; Jekyll's default is 20.
    fn priority(&self) -> i32 {
        20
    }

    /// `:site, :after_init`
    fn after_init(&self, setup: &Setup, log: &mut Log) -> Result<(), Failure> {
        let _ = (setup, log);
        Ok(())
    }

    /// `:site, :after_reset`
    fn after_reset(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let _ = (site, log);
        Ok(())
    }

    /// `:site, :post_read`
    fn post_read(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let _ = (site, log);
        Ok(())
    }

    /// `:site, :pre_render`; what is set in `payload` is a variable of every template.
    fn pre_render(&self, site: &mut Site, payload: &mut Hash, log: &mut Log) -> Result<(), Failure> {
        let _ = (site, payload, log);
        Ok(())
    }

    /// `:site, :post_render`
    fn post_render(&self, rendered: &mut Rendered, log: &mut Log) -> Result<(), Failure> {
        let _ = (rendered, log);
        Ok(())
    }

    /// `:site, :post_write`
    fn post_write(&self, rendered: &Rendered, log: &mut Log) -> Result<(), Failure> {
        let _ = (rendered, log);
        Ok(())
    }

    /// `:pages, :post_init`
    fn page_post_init(&self, page: &mut Page) {
        let _ = page;
    }

    /// `:documents, :post_init` and `:posts, :post_init`
    fn document_post_init(&self, document: &mut Document) {
        let _ = document;
    }

    /// `:pre_render` of a page or document. What it returns replaces the source that is rendered;
    /// what is set in `payload` is a variable of its templates.
    fn item_pre_render(&self, item: Item<'_>, payload: &mut Hash, turn: &mut Turn) -> Result<Option<String>, Failure> {
        let _ = (item, payload, turn);
        Ok(None)
    }

    /// `:post_convert` of a page or document: the content on its way to the layouts.
    fn item_post_convert(&self, item: Item<'_>, content: String, turn: &mut Turn) -> Result<String, Failure> {
        let _ = (item, turn);
        Ok(content)
    }

    /// `:post_render` of a page or document: the output on its way to the disk.
    fn item_post_render(&self, item: Item<'_>, output: String, turn: &mut Turn) -> Result<String, Failure> {
        let _ = (item, turn);
        Ok(output)
    }

    /// `:post_write` of a page or document.
    fn item_post_write(&self, item: Item<'_>, log: &mut Log) -> Result<(), Failure> {
        let _ = (item, log);
        Ok(())
    }

    /// `:clean, :on_obsolete`: the files about to be deleted.
    fn on_obsolete(&self, files: &mut Vec<String>) {
        let _ = files;
    }
}

/// A plugin that comes when generators and converters are already chosen, as those a remote theme needs: Jekyll learns
/// of the theme when it resets, and of them then.
#[derive(Debug)]
struct Late(Arc<dyn Plugin>);

impl Plugin for Late {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn as_any(&self) -> Option<&dyn Any> {
        self.0.as_any()
    }

    fn liquid(&self, engine: &mut Engine) {
        self.0.liquid(engine);
    }

    fn blocks(&self) -> &'static [&'static str] {
        self.0.blocks()
    }

    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        self.0.hooks()
    }
}

/// The plugins that one site asks for.
#[derive(Debug, Default)]
pub struct Plugins {
    list: Vec<Arc<dyn Plugin>>,
    local: Vec<LocalFile>,
    hooks: Registered,
}

/// The hooks of all plugins, once someone has asked for them.
#[derive(Default)]
struct Registered(OnceLock<Vec<Arc<dyn Hooks>>>);

impl Debug for Registered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Registered")
    }
}

impl Plugins {
    /// The plugins that a Gemfile, a theme and a configuration ask for, in this order. In safe mode the last two are
    /// heard only for what is on the whitelist. One that exists and is not built in is a warning, and so is each file
    /// of the site's own Ruby. Plugins `from_outside` are always on, listed or not, and come last.
    ///
    /// # Errors
    /// A plugin that nobody has; with `strict`, whatever would be a warning.
    pub fn of(
        config: &Configuration,
        theme: Option<&Theme>,
        world: &World,
        from_outside: Vec<Arc<dyn Plugin>>,
        log: &mut Log,
    ) -> Result<Self, Failure> {
        let bundled = gemfile::plugins(world);
        let needed = theme.iter().flat_map(|theme| &theme.dependencies);
        let mut asked: Vec<String> = needed.map(|gem| gem.name.clone()).collect();
        for name in asked.iter().filter(|name| *name != "jekyll") {
            log.debug("Requiring:", name.as_str());
        }
        let whitelist = config.is_set("safe").then(|| whitelist(config));
        let is_allowed = |name: &String| whitelist.as_ref().is_none_or(|whitelist| whitelist.contains(name));
        let is_lacking = |name: &&String| maker(name).is_none() && is_allowed(name) && !bundled.contains(name);
        for name in asked.iter().filter(is_lacking) {
            missing::report_needed(name, config.is_set("strict"), log)?;
        }
        asked.retain(|name| maker(name).is_some());
        asked.extend(listed(&config.values));
        asked.retain(is_allowed);
        let (mut plugins, mut unknown) = Plugins::named(&bundled.iter().chain(&asked).cloned().collect::<Vec<_>>());
        unknown.retain(|name| !from_outside.iter().any(|plugin| plugin.name() == name));
        plugins.list.extend(from_outside);
        plugins.local = local::files(world, config)?;
        for file in &plugins.local {
            if config.is_set("strict") {
                let message = format!("{} is Ruby, which is not run (--strict)", file.path);
                return Err(Failure::raised("Jekyll::Errors::MissingDependencyException", message));
            }
            let text = format!("{} is Ruby, which is not run. Left out: {}.", file.path, file.summary());
            log.warn("Plugin:", text);
        }
        for name in listed(&config.values).iter().filter(|name| asked.contains(name)) {
            log.debug("Requiring:", name.as_str());
        }
        let has_pages =
            plugins.has("jekyll-paginate") || listed(&config.values).contains(&"jekyll-paginate".to_owned());
        let (in_gemfile, listed): (Vec<_>, Vec<_>) = unknown.into_iter().partition(|name| !asked.contains(name));
        missing::report_bundled(&in_gemfile, config.is_set("strict"), log)?;
        refuse_odd(config, &listed, log)?;
        missing::report(&listed, config.is_set("strict"), log)?;
        if config.is_set("paginate") && !has_pages {
            let text = "You appear to have pagination turned on, but you haven't included the `jekyll-paginate` gem. \
                        Ensure you have `plugins: [jekyll-paginate]` in your configuration file. ";
            log.warn("Deprecation:", text);
        }
        Ok(plugins)
    }

    /// The theme that one of them brings.
    ///
    /// # Errors
    /// What ends the build.
    pub fn theme(&self, config: &Configuration, world: &World, log: &mut Log) -> Result<Option<Theme>, Failure> {
        for plugin in &self.list {
            if let Some(theme) = plugin.theme(config, world, log)? {
                return Ok(Some(theme));
            }
        }
        Ok(None)
    }

    /// Adds the plugins that a theme needs which came after the configuration's.
    ///
    /// # Errors
    /// With `strict`, one that is not there.
    pub fn add_needed(&mut self, theme: &Theme, config: &Configuration, log: &mut Log) -> Result<(), Failure> {
        let whitelist = config.is_set("safe").then(|| whitelist(config));
        for gem in &theme.dependencies {
            let is_allowed = whitelist.as_ref().is_none_or(|whitelist| whitelist.contains(&gem.name));
            if is_allowed && gem.name != "jekyll" {
                log.debug("Requiring:", gem.name.as_str());
            }
            match maker(&gem.name) {
                Some(make) if is_allowed && !self.has(&gem.name) => {
                    self.list.push(Arc::new(Late(make())));
                    self.hooks = Registered::default();
                }
                None if is_allowed => missing::report_needed(&gem.name, config.is_set("strict"), log)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// The plugins of these names, and the names that are not in the registry.
    pub fn named(names: &[String]) -> (Self, Vec<String>) {
        let mut plugins = Plugins::default();
        let mut unknown = Vec::new();
        for name in names.iter().collect::<indexmap::IndexSet<_>>() {
            match maker(name) {
                Some(make) => plugins.list.push(make()),
                None => unknown.push(name.clone()),
            }
        }
        (plugins, unknown)
    }

    /// The site's own Ruby, which is read and not run.
    pub fn local(&self) -> &[LocalFile] {
        &self.local
    }

    /// The plugins, in the order they were asked for.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn Plugin>> {
        self.list.iter()
    }

    /// The plugin of a type that shows itself.
    pub fn find<T: Any>(&self) -> Option<&T> {
        self.list.iter().find_map(|plugin| plugin.as_any()?.downcast_ref())
    }

    /// Whether a plugin is there.
    pub fn has(&self, name: &str) -> bool {
        self.list.iter().any(|plugin| plugin.name() == name)
    }

    /// Whether one of them loads ActiveSupport in Ruby.
    pub fn load_active_support(&self) -> bool {
        self.list.iter().any(|plugin| plugin.loads_active_support())
    }

    /// Whether a tag of that name is a block of one of them.
    pub fn is_block(&self, tag: &str) -> bool {
        self.list.iter().any(|plugin| plugin.blocks().contains(&tag))
    }

    /// All generators, in their order.
    pub fn generators(&self) -> Vec<Arc<dyn Generator>> {
        let mut generators: Vec<_> = self.list.iter().flat_map(|plugin| plugin.generators()).collect();
        generators.sort_by_key(|generator| std::cmp::Reverse(generator.priority()));
        generators
    }

    /// All hooks, in their order: made once, as they are asked for at every page and document.
    pub fn hooks(&self) -> &[Arc<dyn Hooks>] {
        self.hooks.0.get_or_init(|| {
            let mut hooks: Vec<_> = self.list.iter().flat_map(|plugin| plugin.hooks()).collect();
            hooks.sort_by_key(|hooks| std::cmp::Reverse(hooks.priority()));
            hooks
        })
    }
}

/// How the plugin of a name is made, if it is built in.
fn maker(name: &str) -> Option<Maker> {
    REGISTRY.iter().find(|(known, _)| *known == name).map(|(_, make)| *make)
}

/// Whether a plugin is built in.
pub fn is_built_in(name: &str) -> bool {
    maker(name).is_some()
}

/// `whitelist:`: the plugins that safe mode allows.
fn whitelist(config: &Configuration) -> Vec<String> {
    match config.text("whitelist") {
        Some(name) => vec![name.to_owned()],
        None => config.strings("whitelist"),
    }
}

/// Ruby's `require` refuses what is no text, once it has come to it: a gem before it that nobody has ends the build first.
fn refuse_odd(config: &Configuration, missing: &[String], log: &mut Log) -> Result<(), Failure> {
    let Some(Value::Array(list)) = config.values.get("plugins").filter(|_| !config.is_set("safe")) else {
        return Ok(());
    };
    let Some(at) = list.iter().position(|entry| entry.as_str().is_none()) else { return Ok(()) };
    let before: Vec<&str> = list[..at].iter().filter_map(Value::as_str).collect();
    let missing: Vec<String> = missing.iter().filter(|name| before.contains(&name.as_str())).cloned().collect();
    missing::report(&missing, config.is_set("strict"), log)?;
    Err(Failure::no_conversion(&list[at], "String"))
}

/// The names under `plugins:` of a configuration.
pub fn listed(config: &Hash) -> Vec<String> {
    match config.get("plugins") {
        Some(Value::Array(names)) => names.iter().filter_map(|name| name.as_str().map(str::to_string)).collect(),
        Some(Value::Str(name)) => vec![name.to_string()],
        _ => Vec::new(),
    }
}
