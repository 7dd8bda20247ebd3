//! Selects the plugins of a site. Mirrors `Jekyll::PluginManager`.

use crate::active_support::ActiveSupport;
use crate::deferred::Deferred;
use crate::local::LocalFile;
use crate::ruby::{RubyRuntime, Sources, Start};
use crate::scholar_stats;
use crate::{canonical, gemfile, gems, is_built_in, local, maker, missing, taken_over, theme_gem, with_tag};
use hastie_liquid::Value;
use hastie_site::config::{Configuration, FetchedGems};
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::model::Theme;
use hastie_site::plugin::{Catalog, Plugin, Plugins};
use hastie_site::world::World;
use indexmap::IndexSet;
use std::sync::Arc;

/// The catalog of built-in plugins, and of the plugins of an embedding program.
#[derive(Debug, Default)]
pub struct Registry {
    from_outside: Vec<Arc<dyn Plugin>>,
    ruby: Option<Arc<dyn RubyRuntime>>,
}

impl Registry {
    /// The catalog of the built-in plugins and of `plugins`. The additional `plugins` are enabled for every site. See
    /// `examples/plugin.rs`.
    pub fn with(plugins: Vec<Arc<dyn Plugin>>) -> Self {
        Registry { from_outside: plugins, ruby: None }
    }

    /// Adds a runtime for plugins that are written in Ruby to the catalog. Without a runtime, such plugins are skipped
    /// with a warning, or the build fails with `strict`.
    #[must_use]
    pub fn with_ruby(mut self, runtime: Arc<dyn RubyRuntime>) -> Self {
        self.ruby = Some(runtime);
        self
    }

    /// The world in which the site's own Ruby files are read.
    fn reader(&self, config: &Configuration, world: &World) -> Result<World, Failure> {
        self.ruby.as_ref().map_or_else(|| Ok(world.clone()), |ruby| ruby.reader(config, world))
    }

    /// Starts Ruby if there is anything to load. Returns `Start::Unavailable` otherwise, and if there is no runtime.
    fn start_ruby(
        &self,
        sources: &Sources<'_>,
        config: &Configuration,
        world: &World,
        log: &mut Log,
    ) -> Result<Start, Failure> {
        match &self.ruby {
            Some(ruby) if !sources.is_empty() => ruby.start(sources, config, world, log),
            _ => Ok(Start::Unavailable(None)),
        }
    }
}

impl Catalog for Registry {
    /// Fetches the gems with plugins, if there is a Ruby that can run them.
    fn fetch_gems(
        &self,
        config: &Configuration,
        theme: Option<&Theme>,
        world: &World,
        log: &mut Log,
    ) -> Result<FetchedGems, Failure> {
        if !self.ruby.as_ref().is_some_and(|ruby| ruby.is_available(world)) {
            return Ok(FetchedGems::default());
        }
        let local = local::files(&self.reader(config, world)?, config)?;
        let mut needed = gems::needed(config, theme, &local, world);
        needed.retain(|needed| !self.from_outside.iter().any(|plugin| plugin.name() == needed.gem));
        gems::fetch(&needed, config, world, log)
    }

    /// Selects the plugins. In safe mode, the plugins of the theme and the configuration are enabled only if they are
    /// on the whitelist. Warns about known plugins that are not available and, without Ruby, about the site's own Ruby
    /// files. With `strict`, both are errors.
    fn choose(
        &self,
        config: &Configuration,
        theme: Option<&Theme>,
        world: &World,
        log: &mut Log,
    ) -> Result<Plugins, Failure> {
        let bundled = gemfile::plugins(config.reference, world);
        let mut local = local::files(&self.reader(config, world)?, config)?;
        let is_available = self.ruby.as_ref().is_some_and(|ruby| ruby.is_available(world));
        let taken_over = if is_available { taken_over::of(&local, config, world) } else { Vec::new() };
        let mut required = required(&local);
        required.retain(|name| !taken_over.contains(&canonical(name)));
        let active_support = ActiveSupport::of(&local);
        let gems = Gems::of(self.ruby.as_deref(), config, theme, (&bundled, &taken_over), world);
        let asked = asked(config, theme, (&bundled, &gems), log)?;
        let (mut list, mut unknown) = named(bundled.iter().chain(&required).chain(&asked), &taken_over);
        unknown.retain(|name| !self.from_outside.iter().any(|plugin| plugin.name() == name));
        let gems = gems.among(&unknown);
        list.extend(self.from_outside.iter().cloned());
        if let Some(stats) = scholar_stats::for_site(config, &mut local, log) {
            list.push(Arc::new(stats));
        }
        missing::features::report(list.iter().map(|plugin| plugin.name()), config, Some(world), log)?;
        let native: Vec<String> = list.iter().map(|plugin| plugin.name().to_string()).collect();
        let sources = Sources { early: &gems.early, files: &local, late: &gems.late, native: &native };
        match self.start_ruby(&sources, config, world, log)? {
            Start::Running { plugin, unloadable, changed } => {
                list.retain(|plugin| !changed.iter().any(|name| name == plugin.name()));
                list.insert(0, plugin);
                unknown.retain(|name| !gems.has(name));
                for gem in unloadable {
                    missing::report_unloadable(&gem, &asked, config, log)?;
                }
            }
            Start::Unavailable(advice) => {
                report_local(&local, config.settings().strict(), log)?;
                if let Some(advice) = advice.filter(|_| !local.is_empty()) {
                    log.info("Plugin:", advice);
                }
            }
        }
        let listed = config.settings().plugin_names();
        for name in listed.iter().filter(|name| asked.contains(name)) {
            log.debug("Requiring:", name.as_str());
        }
        list.extend(without_scripts(&mut unknown, config));
        let (in_gemfile, lacking): (Vec<_>, Vec<_>) = unknown.into_iter().partition(|name| !asked.contains(name));
        missing::report_bundled(&in_gemfile, config, world, log)?;
        check_plugin_names(config, &lacking, log)?;
        missing::report(&lacking, config, log)?;
        if let Some(library) = active_support {
            list.push(Arc::new(library));
        }
        let plugins = Plugins::new(list);
        warn_of_pagination(config, &plugins, &listed, log);
        let allowed = config.clone();
        let is_allowed = move |name: &str| allowed.settings().allows_plugin(name);
        Ok(plugins.with_tag_hint(move |tag| tag_hint(tag, &local, &listed, &is_allowed)))
    }

    fn missing_theme(
        &self,
        name: &str,
        config: &Configuration,
        world: &World,
        log: &mut Log,
    ) -> Result<Option<Theme>, Failure> {
        theme_gem::find(name, config, world, log)
    }

    fn add_theme_plugins(
        &self,
        plugins: &mut Plugins,
        theme: &Theme,
        config: &Configuration,
        log: &mut Log,
    ) -> Result<(), Failure> {
        for gem in &theme.dependencies {
            let is_allowed = config.settings().allows_plugin(&gem.name);
            if is_allowed && gem.name != "jekyll" {
                log.debug("Requiring:", gem.name.as_str());
            }
            match maker(&gem.name) {
                Some(make) if is_allowed && !plugins.has(&gem.name) => {
                    missing::features::report([gem.name.as_str()].into_iter(), config, None, log)?;
                    plugins.push(Arc::new(Deferred(make())));
                }
                None if is_allowed => missing::report_needed(&gem.name, config, log)?,
                _ => {}
            }
        }
        Ok(())
    }
}

/// Jekyll's warning about `paginate` without the gem.
const NO_PAGINATE: &str = "You appear to have pagination turned on, but you haven't included the `jekyll-paginate` gem. \
                           Ensure you have `plugins: [jekyll-paginate]` in your configuration file. ";

fn warn_of_pagination(config: &Configuration, plugins: &Plugins, listed: &[String], log: &mut Log) {
    let has_pages = plugins.has("jekyll-paginate") || listed.iter().any(|name| name == "jekyll-paginate");
    if config.settings().paginate().truthy() && !has_pages {
        log.warn_of_setting("paginate", "Deprecation:", NO_PAGINATE);
    }
}

/// A plugin that warns about CoffeeScript, for GitHub Pages, which enables jekyll-coffeescript for every site. Also
/// removes this gem from `unknown`. Returns `None` for other sites, and if `unknown` does not contain the gem.
fn without_scripts(unknown: &mut Vec<String>, config: &Configuration) -> Option<Arc<dyn Plugin>> {
    let is_compiler = |name: &String| name == missing::Scripts::GEM;
    if !config.reference.configuration.has_imposed_settings || !unknown.iter().any(is_compiler) {
        return None;
    }
    unknown.retain(|name| !is_compiler(name));
    Some(Arc::new(missing::Scripts))
}

/// The plugins written in Ruby that are in gem folders, in the order in which Jekyll loads them.
struct Gems {
    /// The gems that the Gemfile and the theme name.
    early: Vec<String>,
    /// The gems under `plugins:`.
    late: Vec<String>,
}

impl Gems {
    fn of(
        ruby: Option<&dyn RubyRuntime>,
        config: &Configuration,
        theme: Option<&Theme>,
        (bundled, taken_over): (&[String], &[&str]),
        world: &World,
    ) -> Self {
        let mut early = bundled.to_vec();
        early.extend(theme.iter().flat_map(|theme| &theme.dependencies).map(|gem| gem.name.clone()));
        let late = config.settings().plugin_names();
        // Safe mode runs no Ruby that the site chooses. GitHub's list of plugins is not the site's.
        let is_safe = config.settings().safe() && !config.reference.configuration.has_imposed_settings;
        let ruby = ruby.filter(|_| !is_safe);
        let is_native = |name: &str| is_built_in(name) && !taken_over.contains(&canonical(name));
        let loadable = |names: Vec<String>| {
            let unknown: Vec<String> =
                names.into_iter().filter(|name| !is_native(name) && !missing::is_always_there(name)).collect();
            match ruby {
                Some(ruby) if !unknown.is_empty() => ruby.loadable(&unknown, config, world),
                _ => Vec::new(),
            }
        };
        let (early, late) = (loadable(early), loadable(late));
        Gems { late: late.into_iter().filter(|name| !early.contains(name)).collect(), early }
    }

    fn has(&self, name: &str) -> bool {
        self.early.iter().chain(&self.late).any(|known| known == name)
    }

    /// Keeps only the gems in `names`.
    fn among(mut self, names: &[String]) -> Self {
        self.early.retain(|name| names.contains(name));
        self.late.retain(|name| names.contains(name));
        self
    }
}

/// The plugins that a theme or a configuration requests, if they are allowed. For a theme, only plugins in the registry
/// or in a gem folder.
fn asked(
    config: &Configuration,
    theme: Option<&Theme>,
    (bundled, gems): (&[String], &Gems),
    log: &mut Log,
) -> Result<Vec<String>, Failure> {
    let needed = theme.iter().flat_map(|theme| &theme.dependencies);
    let mut asked: Vec<String> = needed.map(|gem| gem.name.clone()).collect();
    if theme.is_none() && config.has_default_theme {
        asked.extend(theme_gem::NEEDED_BY_DEFAULT_THEME.map(str::to_owned));
    }
    for name in asked.iter().filter(|name| *name != "jekyll") {
        log.debug("Requiring:", name.as_str());
    }
    let is_allowed = |name: &String| config.settings().allows_plugin(name);
    let is_lacking =
        |name: &&String| !is_built_in(name) && is_allowed(name) && !bundled.contains(name) && !gems.has(name);
    for name in asked.iter().filter(is_lacking) {
        missing::report_needed(name, config, log)?;
    }
    asked.retain(|name| is_built_in(name) || gems.has(name));
    asked.extend(config.settings().plugin_names());
    asked.retain(is_allowed);
    Ok(asked)
}

/// The built-in plugins with these names, without duplicates, and the other names. Built-in plugins in `taken_over` count
/// as others, because Ruby runs their gems.
fn named<'n>(names: impl Iterator<Item = &'n String>, taken_over: &[&str]) -> (Vec<Arc<dyn Plugin>>, Vec<String>) {
    let mut plugins = Vec::new();
    let mut unknown = Vec::new();
    for name in names.map(|name| canonical(name)).collect::<IndexSet<_>>() {
        match maker(name).filter(|_| !taken_over.contains(&name)) {
            Some(make) => plugins.push(make()),
            None => unknown.push(name.to_owned()),
        }
    }
    (plugins, unknown)
}

/// The built-in plugins that the site's own Ruby requires. A `require` enables them like an entry of `plugins:` does.
fn required(local: &[LocalFile]) -> Vec<String> {
    local.iter().flat_map(|file| &file.requires).filter(|name| is_built_in(name)).cloned().collect()
}

/// Whether a Ruby file of the site defines nothing, and requires at least one built-in plugin. Hastie enables such
/// plugins without running the file.
pub fn only_turns_on_plugins(file: &LocalFile) -> bool {
    file.defines_nothing() && !required(std::slice::from_ref(file)).is_empty()
}

/// Warns about each file of the site's own Ruby, except files that only enable built-in plugins. With `strict`, fails
/// at the first such file.
fn report_local(files: &[LocalFile], strict: bool, log: &mut Log) -> Result<(), Failure> {
    for file in files.iter().filter(|file| !only_turns_on_plugins(file)) {
        if strict {
            let message = format!("{} is Ruby, which cannot be run (--strict)", file.path);
            return Err(Failure::raised("Jekyll::Errors::MissingDependencyException", message));
        }
        let by = if cfg!(target_family = "wasm") { ", because only native programs run Ruby" } else { "" };
        let text = format!("{} is Ruby and was skipped{by}. Unavailable: {}.", file.path, file.summary());
        log.warn_about(&file.path, 0, "Plugin:", text);
    }
    Ok(())
}

/// A hint that names the plugin, or the file of the site's own Ruby, that defines an unknown tag.
fn tag_hint(tag: &str, local: &[LocalFile], listed: &[String], is_allowed: &dyn Fn(&str) -> bool) -> Option<String> {
    if let Some(file) = local.iter().find(|file| file.tags.iter().any(|name| name == tag)) {
        return Some(format!("{} defines a tag of this name, but Ruby is not available", file.path));
    }
    if let Some(name) = with_tag(tag).or(missing::with_tag(tag).map(|gem| gem.name)).filter(|name| !is_allowed(name)) {
        return Some(format!(
            "the plugin {name} has a tag of this name, but safe mode, as on GitHub Pages, does not run it"
        ));
    }
    if let Some(name) = with_tag(tag) {
        return Some(format!("the plugin {name} has a tag of this name; list it under 'plugins:'"));
    }
    let gem = missing::with_tag(tag)?;
    if gem.is_worth_fetching && !listed.iter().any(|name| name == gem.name) {
        return Some(format!(
            "the gem {} has a tag of this name; list it under 'plugins:', so that it is fetched",
            gem.name
        ));
    }
    Some(format!("the plugin {}, which is not supported yet, has a tag of this name", gem.name))
}

/// Fails if a name under `plugins:` is not a string, because Ruby's `require` fails on other values. An unknown gem
/// that precedes the value in the list ends the build first, with its own error.
fn check_plugin_names(config: &Configuration, missing: &[String], log: &mut Log) -> Result<(), Failure> {
    let Value::Array(list) = config.settings().plugins() else { return Ok(()) };
    if config.settings().safe() {
        return Ok(());
    }
    let Some(index) = list.iter().position(|entry| entry.as_str().is_none()) else { return Ok(()) };
    let before: Vec<&str> = list[..index].iter().filter_map(Value::as_str).collect();
    let missing: Vec<String> = missing.iter().filter(|name| before.contains(&name.as_str())).cloned().collect();
    missing::report(&missing, config, log)?;
    Err(Failure::no_conversion(&list[index], "String"))
}
