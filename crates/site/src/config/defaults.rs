//! The default configuration. Mirrors `Jekyll::Configuration::DEFAULTS`.

use crate::reference::Reference;
use crate::world::World;
use hastie_liquid::{Hash, Value};

/// The keys that have a default in Jekyll 4, in the order of Jekyll's `DEFAULTS`.
pub(super) const KEYS: &[&str] = &[
    "source",
    "destination",
    "collections_dir",
    "cache_dir",
    "plugins_dir",
    "layouts_dir",
    "data_dir",
    "includes_dir",
    "collections",
    "safe",
    "include",
    "exclude",
    "keep_files",
    "encoding",
    "markdown_ext",
    "strict_front_matter",
    "show_drafts",
    "limit_posts",
    "future",
    "unpublished",
    "whitelist",
    "plugins",
    "markdown",
    "highlighter",
    "lsi",
    "excerpt_separator",
    "incremental",
    "detach",
    "port",
    "host",
    "baseurl",
    "show_dir_listing",
    "permalink",
    "paginate_path",
    "timezone",
    "quiet",
    "verbose",
    "defaults",
    "liquid",
    "kramdown",
];

/// The keys that have a default in Jekyll 3, in the order of Jekyll's `DEFAULTS`.
const OLDER_KEYS: &[&str] = &[
    "source",
    "destination",
    "collections_dir",
    "plugins_dir",
    "layouts_dir",
    "data_dir",
    "includes_dir",
    "collections",
    "safe",
    "include",
    "exclude",
    "keep_files",
    "encoding",
    "markdown_ext",
    "strict_front_matter",
    "show_drafts",
    "limit_posts",
    "future",
    "unpublished",
    "whitelist",
    "plugins",
    "markdown",
    "highlighter",
    "lsi",
    "excerpt_separator",
    "incremental",
    "detach",
    "port",
    "host",
    "baseurl",
    "show_dir_listing",
    "permalink",
    "paginate_path",
    "timezone",
    "quiet",
    "verbose",
    "defaults",
    "liquid",
    "rdiscount",
    "redcarpet",
    "kramdown",
];

/// The names that Jekyll 3 excludes if a site has no `exclude` list.
pub(super) const OLDER_EXCLUDES: [&str; 7] =
    ["Gemfile", "Gemfile.lock", "node_modules", "vendor/bundle/", "vendor/cache/", "vendor/gems/", "vendor/ruby/"];

/// The names that are always excluded in addition to `exclude`. `include` can bring them back.
const EXCLUDES: [&str; 10] = [
    ".sass-cache",
    ".jekyll-cache",
    "gemfiles",
    "Gemfile",
    "Gemfile.lock",
    "node_modules",
    "vendor/bundle/",
    "vendor/cache/",
    "vendor/gems/",
    "vendor/ruby/",
];

/// The default configuration of a version of Jekyll. `source` is the absolute working directory, and `destination` is
/// `_site` in it.
pub(super) fn values(reference: &Reference, world: &World) -> Hash {
    if !reference.configuration.has_older_defaults {
        return KEYS.iter().map(|key| (*key, value(key, world))).collect();
    }
    let older = |key: &str| match key {
        "exclude" => strings(&OLDER_EXCLUDES),
        "rdiscount" | "redcarpet" => {
            let mut hash = Hash::new();
            hash.set("extensions", Value::array(Vec::new()));
            Value::hash(hash)
        }
        "kramdown" => {
            let mut hash = kramdown();
            hash.set("toc_levels", "1..6");
            Value::hash(hash)
        }
        key => value(key, world),
    };
    OLDER_KEYS.iter().map(|key| (*key, older(key))).collect()
}

fn value(key: &str, world: &World) -> Value {
    let folder = world.folder().to_string_lossy();
    match key {
        "source" => Value::str(&*folder),
        "destination" => Value::str(format!("{}/_site", folder.trim_end_matches('/'))),
        "collections_dir" => Value::str(""),
        "cache_dir" => Value::str(".jekyll-cache"),
        "plugins_dir" => Value::str("_plugins"),
        "layouts_dir" => Value::str("_layouts"),
        "data_dir" => Value::str("_data"),
        "includes_dir" => Value::str("_includes"),
        "collections" => Value::hash(Hash::new()),
        "include" => strings(&[".htaccess"]),
        "keep_files" => strings(&[".git", ".svn"]),
        "exclude" | "whitelist" | "plugins" | "defaults" => Value::array(Vec::new()),
        "encoding" => Value::str("utf-8"),
        "markdown_ext" => Value::str("markdown,mkdown,mkdn,mkd,md"),
        "show_drafts" | "baseurl" | "timezone" => Value::Nil,
        "limit_posts" => Value::Int(0),
        "markdown" => Value::str("kramdown"),
        "highlighter" => Value::str("rouge"),
        "excerpt_separator" => Value::str("\n\n"),
        "port" => Value::str("4000"),
        "host" => Value::str("127.0.0.1"),
        "permalink" => Value::str("date"),
        "paginate_path" => Value::str("/page:num"),
        "liquid" => Value::hash(liquid()),
        "kramdown" => Value::hash(kramdown()),
        _ => Value::Bool(false),
    }
}

fn liquid() -> Hash {
    let mut hash = Hash::new();
    hash.set("error_mode", "warn");
    hash.set("strict_filters", false);
    hash.set("strict_variables", false);
    hash
}

fn kramdown() -> Hash {
    let mut hash = Hash::new();
    hash.set("auto_ids", true);
    hash.set("toc_levels", Value::array((1..=6).map(Value::Int).collect()));
    hash.set("entity_output", "as_char");
    hash.set("smart_quotes", "lsquo,rsquo,ldquo,rdquo");
    hash.set("input", "GFM");
    hash.set("hard_wrap", false);
    hash.set("guess_lang", true);
    hash.set("footnote_nr", 1);
    hash.set("show_warnings", false);
    hash
}

pub(super) fn strings(items: &[&str]) -> Value {
    Value::array(items.iter().map(|item| Value::str(*item)).collect())
}

/// `add_default_excludes`: appends the names that are always excluded, without duplicates. Changes nothing if `exclude`
/// is not an array.
pub(super) fn add_excludes(values: &mut Hash) {
    let Some(Value::Array(typed)) = values.get("exclude") else { return };
    let mut all = Hash::new();
    for item in typed.iter() {
        all.set_value(item.clone(), Value::Nil);
    }
    for item in &EXCLUDES {
        all.set(*item, Value::Nil);
    }
    let items = all.keys().cloned().collect();
    values.set("exclude", Value::array(items));
}
