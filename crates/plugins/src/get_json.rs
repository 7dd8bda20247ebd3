//! The gem jekyll-get-json 1.0: data from JSON files. Hastie does not fetch web addresses,
//! and skips them with a warning.

use hastie_liquid::{Hash, Value};
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::plugin::{Generator, Plugin};
use hastie_site::priority;
use hastie_site::site::Site;
use std::path::Path;
use std::sync::Arc;

/// Registers a generator that adds the contents of JSON files to `site.data`. The setting `jekyll_get_json` names the
/// files. URLs are not fetched, but cause a warning.
#[derive(Debug)]
pub(crate) struct GetJson;

impl Plugin for GetJson {
    fn name(&self) -> &'static str {
        "jekyll-get-json"
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        vec![Arc::new(Reader)]
    }
}

struct Reader;

impl Generator for Reader {
    fn class(&self) -> &'static str {
        "JekyllGetJson::GetJsonGenerator"
    }

    fn priority(&self) -> i32 {
        priority::HIGHEST
    }

    fn generate(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let setup = Arc::clone(&site.setup);
        let sources = match setup.context.config("jekyll_get_json") {
            Value::Array(sources) => sources.to_vec(),
            single @ Value::Hash(_) => vec![single.clone()],
            _ => return Ok(()),
        };
        for source in sources.iter().filter_map(Value::as_hash) {
            let text = |key: &str| source.get(key).and_then(Value::as_str);
            let (Some(name), Some(place)) = (text("data"), text("json")) else { continue };
            if place.starts_with("http://") || place.starts_with("https://") {
                log.warn_of_setting(
                    "jekyll_get_json",
                    "Get JSON:",
                    format!("{place} is not fetched: site.data.{name} only has the contents of _data."),
                );
                continue;
            }
            let file = setup.context.world.folder().join(Path::new(place));
            let Ok(bytes) = setup.context.world.read(&file) else { continue };
            let Ok(json) = serde_json::from_slice::<serde_json::Value>(&bytes) else { continue };
            let mut data = match &site.content.data {
                Value::Hash(data) => (**data).clone(),
                _ => Hash::new(),
            };
            let fetched = of_json(&json);
            let merged = match data.get(name) {
                Some(there) if there.truthy() => merged(there, &fetched),
                _ => fetched,
            };
            data.set(name, merged);
            site.content.data = Value::hash(data);
        }
        Ok(())
    }
}

/// Merges like the gem deep_merge: hashes are merged, and arrays are joined without duplicates. For other types, the
/// existing value wins.
fn merged(there: &Value, fetched: &Value) -> Value {
    match (there, fetched) {
        (Value::Hash(there), Value::Hash(fetched)) => {
            let mut hash = (**there).clone();
            for (key, value) in fetched.iter() {
                let own = there.get_value(key).filter(|own| own.truthy());
                hash.set_value(key.clone(), own.map_or_else(|| value.clone(), |own| merged(own, value)));
            }
            Value::hash(hash)
        }
        (Value::Array(there), Value::Array(fetched)) => {
            let mut items: Vec<Value> = Vec::new();
            for item in there.iter().chain(fetched.iter()) {
                if !items.iter().any(|known| known.equals(item)) {
                    items.push(item.clone());
                }
            }
            Value::array(items)
        }
        _ => there.clone(),
    }
}

/// Converts JSON to a value for templates. Integers beyond 64 bits become floats.
fn of_json(json: &serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::Nil,
        serde_json::Value::Bool(flag) => Value::Bool(*flag),
        serde_json::Value::Number(number) => match number.as_i64() {
            Some(number) => Value::Int(number),
            None => number.as_f64().map_or(Value::Nil, Value::from),
        },
        serde_json::Value::String(text) => Value::from(text.as_str()),
        serde_json::Value::Array(items) => Value::array(items.iter().map(of_json).collect()),
        serde_json::Value::Object(pairs) => {
            let mut hash = Hash::new();
            for (key, value) in pairs {
                hash.set(key.as_str(), of_json(value));
            }
            Value::hash(hash)
        }
    }
}
