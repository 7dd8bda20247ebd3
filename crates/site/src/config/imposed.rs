//! The settings that GitHub Pages enforces. Mirrors `GitHubPages::Configuration#effective_config`.
//!
//! GitHub's defaults have a lower precedence than the site's values, and its enforced settings a higher one. Jekyll's
//! defaults are already part of the site's values, so only the GitHub defaults that Jekyll lacks take effect.

use super::{Configuration, collections, defaults, merge};
use crate::failure::Failure;
use crate::world::World;
use hastie_liquid::{Hash, Value};

/// The plugins that GitHub Pages enables for every site.
const ALWAYS: [&str; 10] = [
    "jekyll-coffeescript",
    "jekyll-commonmark-ghpages",
    "jekyll-gist",
    "jekyll-github-metadata",
    "jekyll-paginate",
    "jekyll-relative-links",
    "jekyll-optional-front-matter",
    "jekyll-readme-index",
    "jekyll-default-layout",
    "jekyll-titles-from-headings",
];

/// The plugins that GitHub Pages allows a site to enable.
const WHITELIST: [&str; 20] = [
    "jekyll-coffeescript",
    "jekyll-commonmark-ghpages",
    "jekyll-feed",
    "jekyll-gist",
    "jekyll-github-metadata",
    "jekyll-paginate",
    "jekyll-redirect-from",
    "jekyll-seo-tag",
    "jekyll-sitemap",
    "jekyll-avatar",
    "jemoji",
    "jekyll-mentions",
    "jekyll-relative-links",
    "jekyll-optional-front-matter",
    "jekyll-readme-index",
    "jekyll-default-layout",
    "jekyll-titles-from-headings",
    "jekyll-include-cache",
    "jekyll-octicons",
    "jekyll-remote-theme",
];

/// The plugins folder: a name that does not exist. GitHub uses a random name for each build.
const NO_FOLDER: &str = "00000000000000000000000000000000";

/// Adds GitHub's defaults for keys that the site does not set. Then GitHub's enforced settings replace the site's
/// values.
///
/// # Errors
/// Fails if `collections` or `permalink` has a type that Jekyll rejects.
pub fn impose(config: &mut Configuration, world: &World) -> Result<(), Failure> {
    let development = world.variable("JEKYLL_ENV").unwrap_or("development") == "development";
    let user = config.values.clone();
    let mut base = defaults::values(config.reference, world);
    merge::deep_merge_into(&mut base, &default_settings(development));
    let mut values = collections::add_default(config.reference, &merge::deep_merge(&base, &user))?;
    match user.get("theme") {
        Some(theme) => values.set("theme", theme.clone()),
        None => config.has_default_theme = true,
    }
    exclude_cname(&mut values);
    merge::deep_merge_into(&mut values, &enforced_settings());
    restrict_markdown(&mut values);
    choose_plugins(&mut values, development);
    config.values = values;
    Ok(())
}

/// GitHub's defaults for keys without a default in Jekyll.
fn default_settings(development: bool) -> Hash {
    let mut options = Hash::new();
    options.set("default_lang", "plaintext");
    let mut kramdown = Hash::new();
    kramdown.set("gfm_quirks", "paragraph_end");
    kramdown.set("syntax_highlighter_opts", options);
    let mut hash = Hash::new();
    hash.set("jailed", false);
    hash.set("theme", "jekyll-theme-primer");
    hash.set("kramdown", kramdown);
    if !development {
        let mut sass = Hash::new();
        sass.set("style", "compressed");
        hash.set("sass", sass);
    }
    hash
}

/// The settings that GitHub enforces, whatever the configuration says.
fn enforced_settings() -> Hash {
    let mut kramdown = Hash::new();
    kramdown.set("template", "");
    kramdown.set("math_engine", "mathjax");
    kramdown.set("syntax_highlighter", "rouge");
    let mut gist = Hash::new();
    gist.set("noscript", false);
    let mut hash = Hash::new();
    hash.set("lsi", false);
    hash.set("safe", true);
    hash.set("plugins_dir", NO_FOLDER);
    hash.set("whitelist", defaults::strings(&WHITELIST));
    hash.set("highlighter", "rouge");
    hash.set("kramdown", kramdown);
    hash.set("gist", gist);
    hash
}

/// Adds `CNAME` to `exclude` if `exclude` is Jekyll's default list.
fn exclude_cname(values: &mut Hash) {
    let Some(Value::Array(list)) = values.get("exclude") else { return };
    if list.iter().map(Value::as_str).eq(defaults::OLDER_EXCLUDES.iter().map(|name| Some(*name))) {
        let items = list.iter().cloned().chain([Value::from("CNAME")]).collect();
        values.set("exclude", Value::array(items));
    }
}

/// Sets `markdown` to a processor that GitHub Pages allows: GitHub's own processor instead of `GFM`, and kramdown
/// instead of any unknown processor.
fn restrict_markdown(values: &mut Hash) {
    let name = values.get("markdown").and_then(Value::as_str).unwrap_or_default().to_lowercase();
    match name.as_str() {
        "kramdown" | "commonmarkghpages" => {}
        "gfm" => {
            let mut commonmark = Hash::new();
            commonmark.set("extensions", defaults::strings(&["table", "strikethrough", "autolink", "tagfilter"]));
            commonmark.set("options", defaults::strings(&["unsafe", "footnotes"]));
            values.set("markdown", "CommonMarkGhPages");
            values.set("commonmark", commonmark);
        }
        _ => values.set("markdown", "kramdown"),
    }
}

fn choose_plugins(values: &mut Hash, development: bool) {
    let mut list: Vec<Value> = Vec::new();
    let typed = match values.get("plugins") {
        Some(Value::Array(items)) => items.to_vec(),
        Some(Value::Nil) | None => Vec::new(),
        Some(other) => vec![other.clone()],
    };
    let always = ALWAYS.iter().map(|name| Value::from(*name));
    for name in typed.into_iter().chain(always) {
        if !list.iter().any(|other| other.as_str().is_some() && other.as_str() == name.as_str()) {
            list.push(name);
        }
    }
    if values.contains_key("remote_theme") {
        list.push(Value::from("jekyll-remote-theme"));
    }
    values.set("plugins", Value::array(list));
    if development && let Some(Value::Array(whitelist)) = values.get("whitelist") {
        let items = whitelist.iter().cloned().chain([Value::from("jekyll-admin")]).collect();
        values.set("whitelist", Value::array(items));
    }
}
