//! The options under `jekyll-spaceship:`, merged over the gem's defaults.

use super::Kind;
use hastie_liquid::{Hash, Value};
use hastie_site::config::merge::deep_merge;
use hastie_site::failure::Failure;
use hastie_site::model::SiteContext;

/// A processor of jekyll-spaceship, such as the processor for tables, with its section of the configuration.
#[derive(Debug)]
pub(super) struct Processor {
    pub(super) kind: Kind,
    pub(super) config: Value,
}

/// The processors that a site enables, in the order of the setting `processors`. All processors if this setting is
/// missing. Ignores unknown names.
pub(super) fn processors(context: &SiteContext) -> Result<Vec<Processor>, Failure> {
    let none = Hash::new();
    let own = match context.config("jekyll-spaceship") {
        Value::Nil => &none,
        Value::Hash(own) => own,
        other => return Err(context.no_method("[]", other)),
    };
    let kinds: Vec<Kind> = match own.get("processors") {
        None | Some(Value::Nil) => Kind::ALL.to_vec(),
        Some(Value::Array(names)) => names.iter().filter_map(|name| kind(&context.text(name))).collect(),
        Some(other) => return Err(context.no_method("each", other)),
    };
    Ok(kinds
        .into_iter()
        .map(|kind| {
            let section = own.get(kind.file()).cloned().unwrap_or(Value::Nil);
            Processor { kind, config: merged(defaults(kind), &section) }
        })
        .collect())
}

fn kind(name: &str) -> Option<Kind> {
    let mut name = name.replace('-', "").to_lowercase();
    if !name.ends_with("processor") {
        name.push_str("processor");
    }
    Kind::ALL.into_iter().find(|kind| kind.file().replace('-', "") == name)
}

/// Merges two values. Hashes are merged. Any other `second` replaces `first`, unless `second` is nil.
fn merged(first: Value, second: &Value) -> Value {
    match (&first, second) {
        (Value::Hash(base), Value::Hash(above)) => Value::hash(deep_merge(base, above)),
        (_, Value::Nil) => first,
        (_, second) => second.clone(),
    }
}

fn hash(entries: Vec<(&str, Value)>) -> Value {
    let mut hash = Hash::new();
    for (key, value) in entries {
        hash.set(key, value);
    }
    Value::hash(hash)
}

fn texts(items: &[&str]) -> Value {
    Value::array(items.iter().map(|item| Value::from(*item)).collect())
}

fn defaults(kind: Kind) -> Value {
    let text = |text: &str| Value::from(text);
    let class = |name: &str| hash(vec![("class", text(name))]);
    let diagram = |code: &str, custom: &[&str], name: &str, src: &str| {
        hash(vec![
            ("mode", text("default")),
            ("syntax", hash(vec![("code", text(code)), ("custom", texts(custom))])),
            ("css", class(name)),
            ("src", text(src)),
        ])
    };
    match kind {
        Kind::Table | Kind::Polyfill => Value::Nil,
        Kind::Plantuml => {
            let src = "http://www.plantuml.com/plantuml/svg/";
            diagram("plantuml!", &["@startuml", "@enduml"], "plantuml", src)
        }
        Kind::Mermaid => diagram("mermaid!", &["@startmermaid", "@endmermaid"], "mermaid", "https://mermaid.ink/svg/"),
        Kind::Emoji => {
            hash(vec![("css", class("emoji")), ("src", text("https://github.githubassets.com/images/icons/emoji/"))])
        }
        Kind::Element => hash(vec![("css", Value::array(Vec::new()))]),
        Kind::Media => hash(vec![(
            "default",
            hash(vec![
                ("id", text("media-{id}")),
                ("class", text("media")),
                ("width", text("100%")),
                ("height", Value::Int(350)),
                ("frameborder", Value::Int(0)),
                ("style", text("max-width: 600px;outline: none")),
                ("allow", text("encrypted-media; picture-in-picture")),
            ]),
        )]),
        Kind::Mathjax => mathjax(),
    }
}

fn mathjax() -> Value {
    let pair = |open: &str, close: &str| texts(&[open, close]);
    let mut svg = Hash::new();
    svg.set_value(symbol("fontCache"), Value::from("global"));
    let tex = hash(vec![
        ("inlineMath", Value::array(vec![pair("$", "$"), pair("\\(", "\\)")])),
        ("displayMath", Value::array(vec![pair("$$", "$$"), pair("\\[", "\\]")])),
    ]);
    let mut config = Hash::new();
    config.set("tex", tex);
    config.set_value(symbol("svg"), Value::hash(svg));
    hash(vec![
        (
            "src",
            texts(&[
                "https://polyfill.io/v3/polyfill.min.js?features=es6",
                "https://cdn.jsdelivr.net/npm/mathjax@3/es5/tex-mml-chtml.js",
            ]),
        ),
        ("config", Value::hash(config)),
        (
            "optimize",
            hash(vec![
                ("enabled", Value::Bool(true)),
                ("include", Value::array(Vec::new())),
                ("exclude", Value::array(Vec::new())),
            ]),
        ),
    ])
}

/// A Ruby symbol, represented as a list that contains the symbol's name. The gem's defaults have symbols as
/// keys. A string in the configuration is a different key, although both look the same in JSON.
fn symbol(name: &str) -> Value {
    Value::array(vec![Value::from(name)])
}

/// The name in a list of one string, which represents a Ruby symbol. `None` for other values.
fn named_by(key: &Value) -> Option<&Value> {
    let [name @ Value::Str(_)] = key.as_array()? else { return None };
    Some(name)
}

/// The value at a path of keys. nil if there is none.
pub(super) fn at(config: &Value, keys: &[&str]) -> Value {
    let found = keys.iter().try_fold(config, |value, key| value.as_hash()?.get(key));
    found.cloned().unwrap_or(Value::Nil)
}

/// `to_json`: the value as JSON in one line. Values that JSON lacks, such as times, become strings.
pub(super) fn json(value: &Value, context: &SiteContext) -> String {
    match value {
        Value::Nil => "null".to_owned(),
        Value::Bool(_) | Value::Int(_) | Value::Big(_) | Value::Float(_) => context.text(value),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| json(item, context)).collect();
            format!("[{}]", items.join(","))
        }
        Value::Hash(hash) => {
            let name = |key: &Value| context.text(named_by(key).unwrap_or(key));
            let pair = |(key, value): (&Value, &Value)| format!("{}:{}", quoted(&name(key)), json(value, context));
            let pairs: Vec<String> = hash.iter().map(pair).collect();
            format!("{{{}}}", pairs.join(","))
        }
        other => quoted(&context.text(other)),
    }
}

/// The text as a JSON string, with its quotes. A line break becomes `\n`.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
