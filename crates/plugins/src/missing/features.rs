//! Plugins that need a cargo feature, and warnings if the program was compiled without this feature. Hastie's packages
//! have all features.

use super::refusal;
use hastie_liquid::{Hash, Value};
use hastie_site::config::Configuration;
use hastie_site::diagnostic::{Level, Log, Message};
use hastie_site::failure::Failure;
use hastie_site::world::World;

/// A plugin that does less, or nothing, if Hastie is compiled without a cargo feature.
struct Lacking {
    plugin: &'static str,
    feature: &'static str,
    is_compiled: bool,
    /// The work that the plugin omits without the feature, worded to follow "Left out:".
    purpose: &'static str,
    /// Whether the site uses the feature.
    is_wanted: fn(&Hash, Option<&World>) -> bool,
}

const PLUGINS: [Lacking; 3] = [
    Lacking {
        plugin: "jekyll-imagemagick",
        feature: "images",
        is_compiled: cfg!(feature = "images"),
        purpose: "images in other sizes and formats",
        is_wanted: |config, _| option(config, "imagemagick", "enabled").is_some_and(Value::truthy),
    },
    Lacking {
        plugin: "jekyll-minifier",
        feature: "javascript",
        is_compiled: cfg!(feature = "javascript"),
        purpose: "shorter scripts",
        is_wanted: |config, world| {
            let is_off = matches!(option(config, "jekyll-minifier", "compress_javascript"), Some(Value::Bool(false)));
            !is_off && world.is_none_or(|world| world.variable("JEKYLL_ENV") == Some("production"))
        },
    },
    Lacking {
        plugin: "jekyll-terser",
        feature: "javascript",
        is_compiled: cfg!(feature = "javascript"),
        purpose: "shorter scripts",
        is_wanted: |_, _| true,
    },
];

fn option<'c>(config: &'c Hash, section: &str, key: &str) -> Option<&'c Value> {
    config.get(section)?.as_hash()?.get(key)
}

/// Warns about selected plugins that need a part of Hastie that was left out at compile time, if the site uses this
/// part. Without `world`, assumes a production build.
///
/// # Errors
/// With `strict`, fails at the first such plugin.
pub(crate) fn report<'p>(
    plugins: impl Iterator<Item = &'p str>,
    config: &Configuration,
    world: Option<&World>,
    log: &mut Log,
) -> Result<(), Failure> {
    for name in plugins {
        let lacking = PLUGINS.iter().find(|one| one.plugin == name && !one.is_compiled);
        let Some(one) = lacking.filter(|one| (one.is_wanted)(&config.values, world)) else { continue };
        let feature = one.feature;
        if config.settings().strict() {
            return Err(refusal(format!("{name} needs the feature `{feature}`, which was not compiled (--strict)")));
        }
        let purpose = one.purpose;
        let text = if cfg!(target_family = "wasm") {
            format!("{name} needs the feature `{feature}`, which only native programs have. Left out: {purpose}.")
        } else {
            format!(
                "{name} needs the feature `{feature}`, which this program was compiled without. Left out: {purpose}. \
                 Install a package of Hastie, or compile it with `--features full`."
            )
        };
        log.push(Message::new(Level::Warn, "Plugin:", text).about_item("plugins", name));
    }
    Ok(())
}
