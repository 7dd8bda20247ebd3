//! Sets up the services of a site: theme, plugins, converters and Liquid engine.

use super::plugin::{Catalog, Plugins};
use crate::config::{Configuration, FrontMatterDefaults, imposed};
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::{Callbacks, Document, Page, SiteContext, Theme};
use crate::read::theme;
use crate::render::Setup;
use crate::render::convert::Converters;
use crate::sass::Sass;
use crate::world::World;
use hastie_liquid::{Engine, Str, Value};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Sets up the services for a configuration, with the plugins that `catalog` chooses for it. Each plugin may change the
/// configuration.
///
/// # Errors
/// Fails if Jekyll would reject the configuration, if a theme or plugin is missing, or if a plugin's options are
/// invalid.
pub fn set_up(
    mut config: Configuration,
    world: &World,
    catalog: &dyn Catalog,
    log: &mut Log,
) -> Result<(Setup, Arc<Plugins>), Failure> {
    let mut theme = find_theme(&mut config, world, catalog, log)?;
    if let Some(theme) = &theme {
        log.debug("Theme:", config.settings().theme().as_str().unwrap_or(&theme.name));
        log.debug("Theme source:", theme.root.as_str());
        theme::configure(theme, &mut config, world, log)?;
    }
    refuse_destination_over_source(&config)?;
    let mut defaults = FrontMatterDefaults::new(&mut config, world);
    let sets = config.settings().defaults().clone();
    config.fetched = catalog.fetch_gems(&config, theme.as_ref(), world, log)?;
    let mut plugins = catalog.choose(&config, theme.as_ref(), world, log)?;
    if let Some(lent) = plugins.theme(&config, world, log)? {
        config.set_theme(lent.name.as_str());
        catalog.add_theme_plugins(&mut plugins, &lent, &config, log)?;
        theme = Some(lent);
    }
    let confined = plugins.script_host().and_then(|host| host.confine(world, theme.as_ref()));
    let world = confined.as_ref().unwrap_or(world);
    for plugin in plugins.iter() {
        plugin.configure(&mut config, world, log)?;
    }
    if !config.settings().defaults().is_same(&sets) {
        defaults = FrontMatterDefaults::new(&mut config, world);
    }
    let sass = theme.as_ref().and_then(|theme| theme.sass.as_deref());
    let sass = Arc::new(Sass::new(world, &config, sass));
    let converters = converters(&config, &sass, &plugins);
    let engine = engine(&config, &plugins)?;
    let plugins = Arc::new(plugins);
    let callbacks =
        ModelCallbacks { converters: converters.clone(), engine: engine.clone(), plugins: Arc::clone(&plugins) };
    let profiles = config.settings().profile();
    let context = SiteContext::new(config, world, defaults, theme, Box::new(callbacks))?;
    check_kramdown(&context)?;
    let setup = Setup {
        has_text_identity: AtomicBool::new(false),
        needs_text_identity: AtomicBool::new(false),
        context: Arc::new(context),
        sass: sass.into(),
        converters,
        engine,
        plugins: plugins.clone(),
        budget: crate::render::Budget::default(),
        profiles,
    };
    Ok((setup, plugins))
}

/// Fails if the options of kramdown are set but not a hash, because the converter for typographic quotes changes one of
/// these options.
fn check_kramdown(context: &SiteContext) -> Result<(), Failure> {
    match context.settings().kramdown() {
        Value::Hash(_) | Value::Nil | Value::Bool(false) => Ok(()),
        Value::Array(_) | Value::Str(_) => Err(Failure::no_conversion_of("Symbol", "Integer")),
        other => Err(context.no_method("[]=", other)),
    }
}

/// Finds the theme of the site, if necessary by a download. If the behaviour of GitHub Pages is reproduced, first
/// merges the settings that GitHub Pages imposes into `config`. `None` if the site has no theme.
///
/// # Errors
/// Fails if Jekyll would reject the configuration, or if the theme is missing. Only the default theme of GitHub Pages
/// may be missing, unless `strict` is set.
pub fn find_theme(
    config: &mut Configuration,
    world: &World,
    catalog: &dyn Catalog,
    log: &mut Log,
) -> Result<Option<Theme>, Failure> {
    if config.reference.configuration.has_imposed_settings {
        if !matches!(config.settings().theme(), Value::Nil | Value::Str(_)) {
            theme::find(config, world, log, |_, _| Ok(None))?;
        }
        imposed::impose(config, world)?;
    }
    let elsewhere = |name: &str, log: &mut Log| catalog.missing_theme(name, config, world, log);
    theme::find(config, world, log, elsewhere)
}

/// The callbacks from the model into the layers above it.
#[derive(Debug)]
struct ModelCallbacks {
    converters: Converters,
    engine: Engine,
    plugins: Arc<Plugins>,
}

impl Callbacks for ModelCallbacks {
    fn output_ext(&self, ext: &str, permalink: Option<&str>) -> Str {
        self.converters.output_ext(ext, permalink)
    }

    fn is_markdown(&self, ext: &str) -> bool {
        self.converters.named("Jekyll::Converters::Markdown").is_some_and(|markdown| markdown.matches(ext))
    }

    fn url_placeholder(&self, document: &Document, name: &str) -> Option<String> {
        self.plugins.script_host()?.url_placeholder(document, name)
    }

    fn is_block(&self, tag: &str) -> bool {
        self.engine.is_block(tag)
    }

    fn replaces_publisher(&self) -> bool {
        self.plugins.script_host().is_some_and(|host| host.replaces_publisher())
    }

    fn runs_hooks_of(&self, label: &str) -> bool {
        self.plugins.script_host().is_some_and(|host| host.hooks_new_documents(label))
    }

    fn documents_created(&self, documents: &mut [Document]) {
        self.plugins.hooks().iter().for_each(|hooks| hooks.documents_post_init(documents));
    }

    fn page_created(&self, page: &mut Page) {
        self.plugins.hooks().iter().for_each(|hooks| hooks.page_post_init(page));
    }
}

/// The built-in converters and the converters of plugins.
fn converters(config: &Configuration, sass: &Arc<Sass>, plugins: &Plugins) -> Converters {
    let processors = plugins.iter().flat_map(|plugin| plugin.processors(config)).collect();
    let more = plugins.iter().flat_map(|plugin| plugin.converters(&config.values)).collect();
    Converters::new(config, sass, processors, more)
}

/// `Site#ensure_not_in_dest`: fails if the destination is the source or contains it.
fn refuse_destination_over_source(config: &Configuration) -> Result<(), Failure> {
    let over = Path::new(&config.source).starts_with(&config.destination);
    if !over {
        return Ok(());
    }
    let message = "Destination directory cannot be or contain the Source directory.";
    Err(Failure::fatal("Jekyll::Errors::FatalException", message))
}

/// The Liquid engine, with the tags and filters of Jekyll and of all plugins, in the configured error mode.
fn engine(config: &Configuration, plugins: &Plugins) -> Result<Engine, Failure> {
    let mut engine = Engine::standard();
    crate::render::register(&mut engine, config.reference);
    for plugin in plugins.iter() {
        plugin.liquid(&mut engine);
    }
    let liquid = config.settings().liquid()?;
    engine.set_error_mode(liquid.error_mode);
    engine.set_strict_filters(liquid.strict_filters);
    engine.set_strict_variables(liquid.strict_variables);
    Ok(engine)
}
