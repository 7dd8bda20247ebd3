//! The definitions of a site's plugins, as Ruby reports them after loading.

pub(crate) mod converter;
pub(crate) mod data_results;
pub(crate) mod expected_commands;
pub(crate) mod filter;
pub(crate) mod filter_results;
pub(crate) mod generator;
pub(crate) mod hooks;
pub(crate) mod object_filter;
pub(crate) mod post_init;
pub(crate) mod render_steps;
pub(crate) mod tag;

use hastie_liquid::{Blanks, Hash, Value};
use std::collections::{HashMap, HashSet};

/// The definitions of a site's plugins in Ruby, such as tags, filters, generators, hooks and replaced methods.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    /// The names of tags, and whether each is a block.
    pub tags: Vec<(String, bool)>,
    /// The filters that modules of plugins define.
    pub filters: Vec<String>,
    /// The names of built-in plugins whose classes a plugin has changed. Ruby then does their work.
    pub changed_plugins: Vec<String>,
    /// The operators that plugins add to `Liquid::Condition`.
    pub operators: Vec<String>,
    /// The classes of generators with their priorities, in the order of Ruby's `descendants`.
    pub generators: Vec<(String, i32)>,
    /// The classes below `Jekyll::Converter`.
    pub converters: Vec<Converter>,
    /// The hooks, as pairs of owner and event, such as `("site", "post_read")`.
    pub hooks: HashSet<(String, String)>,
    /// The names of the plugins' Markdown processors, which `markdown:` can select.
    pub processors: Vec<String>,
    /// The keys of drops that plugins add or change, by the drop's class.
    pub drops: HashMap<String, Vec<String>>,
    /// The methods of `Site` that plugins have replaced and that are steps of a build.
    pub steps: Vec<String>,
    /// The methods of `Renderer` that plugins have replaced and that are steps of a rendering.
    pub render_steps: Vec<String>,
    /// Whether a plugin has changed how posts are read, or what is published.
    pub reads_posts: bool,
    /// Whether a plugin has changed a method of `Jekyll::Publisher`, which decides what is published.
    pub replaces_publisher: bool,
    /// Whether a plugin has replaced methods of `Page` or `Document` on which URLs depend.
    pub replaces_urls: bool,
    /// Whether a plugin has changed `URLFilters#relative_url`, which `link` and `post_url` call.
    pub writes_links: bool,
    /// Whether a plugin has changed kramdown's HTML converter.
    pub writes_trees: bool,
    /// The values for which the `blank?` of a plugin or library holds.
    pub blanks: Blanks,
}

/// The filters and tags of plugins for which the order of rendering does not matter.
#[derive(Debug, Default)]
pub(crate) struct Unordered {
    /// The filters that do not change their arguments or any other object.
    pub filters: HashSet<String>,
    /// The tags that may be parsed before other items are rendered.
    pub tags: HashSet<String>,
    /// The filters among `filters` that may read keys of a hash. If they get `site.tags` or `site.categories`, reading
    /// a missing key adds it, so the order matters.
    pub indexing: HashSet<String>,
}

/// A plugin's subclass of `Jekyll::Converter`, as Ruby reports it.
#[derive(Debug, Clone)]
pub(crate) struct Converter {
    /// The position of the class in Ruby's list of converters. Calls refer to the class by this number.
    pub index: i64,
    /// The name of the Ruby class, with its modules.
    pub class: String,
    /// The number of the class's `priority`, as in `Jekyll::Plugin::PRIORITIES`.
    pub priority: i32,
    /// The text of `highlighter_prefix`, which the converter puts before highlighted code. nil if not set.
    pub prefix: Value,
    /// The text of `highlighter_suffix`, which the converter puts after highlighted code. nil if not set.
    pub suffix: Value,
    /// The built-in converter from which the class inherits. `None` if there is no such converter.
    pub native: Option<String>,
}

impl Definitions {
    /// Reads Ruby's report about what the plugins define. Invalid entries are skipped or become empty.
    pub(crate) fn read(report: &Value) -> Self {
        let nothing = Hash::new();
        let report = report.as_hash().unwrap_or(&nothing);
        let items = |key: &str| report.get(key).and_then(Value::as_array).unwrap_or_default().to_vec();
        let texts = |key: &str| items(key).iter().map(text).collect::<Vec<_>>();
        let sets = |key: &str| match report.get(key) {
            Some(Value::Hash(sets)) => sets
                .iter()
                .map(|(name, keys)| (text(name), keys.as_array().unwrap_or_default().iter().map(text).collect()))
                .collect(),
            _ => HashMap::new(),
        };
        Definitions {
            tags: items("tags").iter().filter_map(|pair| Some((text(at(pair, 0)?), at(pair, 1)?.truthy()))).collect(),
            filters: texts("filters"),
            changed_plugins: texts("changed_plugins"),
            operators: texts("operators"),
            generators: items("generators")
                .iter()
                .filter_map(|pair| Some((text(at(pair, 0)?), number(at(pair, 1)?))))
                .collect(),
            converters: items("converters").iter().filter_map(converter).collect(),
            hooks: items("hooks").iter().filter_map(|pair| Some((text(at(pair, 0)?), text(at(pair, 1)?)))).collect(),
            processors: texts("processors"),
            drops: sets("drops"),
            steps: texts("steps"),
            render_steps: texts("render_steps"),
            reads_posts: report.get("reads_posts").is_some_and(Value::truthy),
            replaces_publisher: report.get("publishes").is_some_and(Value::truthy),
            replaces_urls: report.get("replaces_urls").is_some_and(Value::truthy),
            writes_links: report.get("links").is_some_and(Value::truthy),
            writes_trees: report.get("writes_trees").is_some_and(Value::truthy),
            blanks: Blanks::of_samples(items("blanks").iter().map(Value::truthy)),
        }
    }

    /// Whether a plugin has replaced the method `name` of `Jekyll::Site`, which must be a step of a build, such as
    /// `render`.
    pub(crate) fn has_step(&self, name: &str) -> bool {
        self.steps.iter().any(|step| step == name)
    }

    /// Whether there is a hook for an event of any of these owners, such as `site` or `documents`.
    pub(crate) fn has_hook(&self, owners: &[&str], event: &str) -> bool {
        owners.iter().any(|owner| self.hooks.contains(&((*owner).to_string(), event.to_string())))
    }
}

fn at(value: &Value, index: usize) -> Option<&Value> {
    value.as_array()?.get(index)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_string()
}

fn number(value: &Value) -> i32 {
    match value {
        Value::Int(number) => i32::try_from(*number).unwrap_or(0),
        _ => 0,
    }
}

fn converter(value: &Value) -> Option<Converter> {
    let parts = value.as_array()?;
    let [Value::Int(index), class, priority, prefix, suffix, native] = parts else { return None };
    Some(Converter {
        index: *index,
        class: text(class),
        priority: number(priority),
        prefix: prefix.clone(),
        suffix: suffix.clone(),
        native: native.as_str().map(str::to_owned),
    })
}
