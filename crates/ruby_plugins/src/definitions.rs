//! The definitions in a site's Ruby files, as Ruby reports them after loading.

use hastie_liquid::{Hash, Value};
use std::collections::{HashMap, HashSet};

#[derive(Debug, Default)]
pub struct Definitions {
    /// Tags by name, and whether each is a block.
    pub tags: Vec<(String, bool)>,
    pub filters: Vec<String>,
    pub operators: Vec<String>,
    /// Classes of generators with their priorities, in the order of Ruby's `descendants`.
    pub generators: Vec<(String, i32)>,
    pub converters: Vec<Converter>,
    /// Owners and points.
    pub hooks: HashSet<(String, String)>,
    /// Names of Markdown processors.
    pub processors: Vec<String>,
    /// Keys that the files add to drops, by class.
    pub drops: HashMap<String, HashSet<String>>,
    pub reads_posts: bool,
    /// Whether they write documents in the place of kramdown's converter.
    pub writes_trees: bool,
}

/// A converter's class.
#[derive(Debug, Clone)]
pub struct Converter {
    pub place: i64,
    pub class: String,
    pub priority: i32,
    pub prefix: Value,
    pub suffix: Value,
    /// The program's converter that it derives from.
    pub native: Option<String>,
}

impl Definitions {
    pub fn read(value: &Value) -> Self {
        let nothing = Hash::new();
        let found = value.as_hash().unwrap_or(&nothing);
        let items = |key: &str| found.get(key).and_then(Value::as_array).unwrap_or_default().to_vec();
        let texts = |key: &str| items(key).iter().map(text).collect::<Vec<_>>();
        let sets = |key: &str| match found.get(key) {
            Some(Value::Hash(sets)) => sets
                .iter()
                .map(|(name, keys)| (text(name), keys.as_array().unwrap_or_default().iter().map(text).collect()))
                .collect(),
            _ => HashMap::new(),
        };
        Definitions {
            tags: items("tags").iter().filter_map(|pair| Some((text(at(pair, 0)?), at(pair, 1)?.truthy()))).collect(),
            filters: texts("filters"),
            operators: texts("operators"),
            generators: items("generators")
                .iter()
                .filter_map(|pair| Some((text(at(pair, 0)?), number(at(pair, 1)?))))
                .collect(),
            converters: items("converters").iter().filter_map(converter).collect(),
            hooks: items("hooks").iter().filter_map(|pair| Some((text(at(pair, 0)?), text(at(pair, 1)?)))).collect(),
            processors: texts("processors"),
            drops: sets("drops"),
            reads_posts: found.get("reads_posts").is_some_and(Value::truthy),
            writes_trees: found.get("writes_trees").is_some_and(Value::truthy),
        }
    }

    /// Whether any of the owners has a hook at this point.
    pub fn has_hook(&self, owners: &[&str], point: &str) -> bool {
        owners.iter().any(|owner| self.hooks.contains(&((*owner).to_string(), point.to_string())))
    }
}

fn at(value: &Value, place: usize) -> Option<&Value> {
    value.as_array()?.get(place)
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
    let [Value::Int(place), class, priority, prefix, suffix, native] = parts else { return None };
    Some(Converter {
        place: *place,
        class: text(class),
        priority: number(priority),
        prefix: prefix.clone(),
        suffix: suffix.clone(),
        native: native.as_str().map(str::to_owned),
    })
}
