//! Facts about the build that Ruby receives before the site exists.

use hastie_liquid::{Hash, Value};
use hastie_site::config::Configuration;
use hastie_site::model::SiteContext;
use hastie_site::path;
use hastie_site::plugin::Pass;
use hastie_site::world::World;

/// Facts about the build from the configuration and the environment, such as the log level, the time and the
/// collections.
pub(crate) fn of_configuration(config: &Configuration, world: &World) -> Hash {
    let mut facts = Hash::new();
    let level = match world.variable("JEKYLL_LOG_LEVEL") {
        Some(level @ ("debug" | "info" | "warn" | "error")) => level,
        _ if config.settings().quiet() => "error",
        _ if config.settings().verbose() => "debug",
        _ => "info",
    };
    facts.set("log_level", level);
    facts.set("collections", collections(config));
    facts.set("no_defaults", config.settings().defaults().as_array().is_none_or(<[Value]>::is_empty));
    let clock = world.variable("SOURCE_DATE_EPOCH").and_then(|text| text.trim().parse::<i64>().ok());
    let gems = hastie_site::read::theme::gem_folders(config, world);
    facts.set("gem_folders", Value::array(gems.into_iter().map(Value::from).collect()));
    facts.set("clock", clock.map_or(Value::Nil, Value::Int));
    let (seconds, nanos) = world.now();
    facts.set("zone", config.settings().timezone().or_else(|| world.variable("TZ")).unwrap_or("UTC"));
    facts.set("time", Value::time(hastie_liquid::Time::local(seconds, nanos, &config.zone)));
    let includes = config.settings().includes_dir().as_str().unwrap_or_default();
    facts.set("includes", Value::array(vec![path::sanitized(&config.source, includes).into()]));
    facts
}

/// The labels of the configured collections, and `posts` even if it is not configured.
fn collections(config: &Configuration) -> Value {
    let mut labels = Vec::new();
    match config.settings().collections() {
        Value::Hash(collections) => labels.extend(collections.keys().cloned()),
        Value::Array(names) => labels.extend(names.iter().cloned()),
        _ => {}
    }
    if !labels.iter().any(|label| label.as_str() == Some("posts")) {
        labels.insert(0, "posts".into());
    }
    Value::array(labels)
}

/// Facts about the build once the site's context exists: the facts of [`of_configuration`], and the destination. The
/// time, the includes and the collections come from the context.
pub(crate) fn of_setup(setup: &SiteContext) -> Hash {
    let mut facts = of_configuration(&setup.config, &setup.world);
    facts.set("time", Value::time(setup.time.clone()));
    facts.set("destination", setup.destination.as_str());
    facts.set("includes", Value::array(setup.includes.iter().map(|folder| folder.as_str().into()).collect()));
    if let Ok(labels) = setup.collection_names()
        && !labels.is_empty()
    {
        facts.set("collections", Value::array(labels.into_iter().map(Value::from).collect()));
    }
    facts
}

/// The facts of the pass that begins: the facts of [`of_setup`], and the configuration's values that passes set. `None`
/// if the site is built in a single pass.
pub(crate) fn of_pass(passes: &[Pass], setup: &SiteContext) -> Option<Hash> {
    if passes.is_empty() {
        return None;
    }
    let mut config = Hash::new();
    for key in passes.iter().flat_map(|pass| pass.values.keys()) {
        if let Some(value) = setup.config.values.get_value(key) {
            config.set_value(key.clone(), value.clone());
        }
    }
    let mut facts = of_setup(setup);
    facts.set("config", Value::hash(config));
    Some(facts)
}
