//! The languages configured for a site.

use hastie_liquid::{Hash, Value};

/// The configured languages, and the language of the current pass. Each pass processes the site in one language.
#[derive(Debug, Clone)]
pub(super) struct Languages {
    /// The default language, from `default_lang`.
    pub default: String,
    /// The option `languages`, without duplicates.
    pub all: Vec<String>,
    /// The language in which this pass builds the site. Each language has a pass.
    pub active: String,
    /// The option `lang_vars`: additional variables that contain the language in templates.
    pub variables: Vec<String>,
    /// The option `lang_from_path`: whether a path determines the language of a file.
    pub from_path: bool,
    /// The option `fallback_canonical_to_default_lang`: whether the canonical URL of an untranslated page is its URL in
    /// the default language.
    pub canonical_falls_back: bool,
}

impl Languages {
    /// Reads the settings of languages from a configuration. By default, `default_lang` is `en`, and `languages`
    /// contains only `en`. Without `active_lang`, this pass is in the default language.
    pub(crate) fn of(config: &Hash) -> Languages {
        let text = |key: &str| config.get(key).and_then(Value::as_str).map(str::to_owned);
        let texts = |key: &str| -> Option<Vec<String>> {
            let items = config.get(key)?.as_array()?;
            let mut texts: Vec<String> = Vec::new();
            for item in items.iter().filter_map(Value::as_str) {
                if !texts.iter().any(|text| text == item) {
                    texts.push(item.to_owned());
                }
            }
            Some(texts)
        };
        let is_set = |key: &str| config.get(key).is_some_and(Value::truthy);
        let default = text("default_lang").unwrap_or_else(|| "en".to_owned());
        Languages {
            active: text("active_lang").unwrap_or_else(|| default.clone()),
            all: texts("languages").unwrap_or_else(|| vec!["en".to_owned()]),
            variables: texts("lang_vars").unwrap_or_default(),
            from_path: is_set("lang_from_path"),
            canonical_falls_back: is_set("fallback_canonical_to_default_lang"),
            default,
        }
    }

    /// Whether this pass builds the default language.
    pub(crate) fn is_default(&self) -> bool {
        self.active == self.default
    }

    /// The languages to build, the default language first.
    pub(crate) fn valid(&self) -> Vec<String> {
        let others = self.all.iter().filter(|lang| **lang != self.default);
        std::iter::once(&self.default).chain(others).cloned().collect()
    }

    /// The configured language called `lang`, ignoring case. `None` if there is none.
    pub(crate) fn spelt(&self, lang: &str) -> Option<&String> {
        let lower = lang.to_lowercase();
        self.all.iter().find(|known| known.to_lowercase() == lower)
    }

    /// The first part of `path` that is a configured language, as the configuration spells it. Slashes and periods
    /// separate parts. `None` without such a part, or if `lang_from_path` is not set.
    pub(crate) fn in_path(&self, path: &str) -> Option<&String> {
        self.from_path.then(|| path.split(['.', '/']).find_map(|segment| self.spelt(segment))).flatten()
    }

    /// `site.data` with the data of two languages, such as `site.data.de`, merged into it. First the default language
    /// is merged, then the language of this pass.
    pub(crate) fn data(&self, data: &Value) -> Value {
        let mut merged = data.clone();
        for lang in [&self.default, &self.active] {
            let Some(Value::Hash(own)) = merged.as_hash().and_then(|data| data.get(lang)).cloned() else { continue };
            merged = merge(&merged, &Value::Hash(own));
        }
        merged
    }
}

/// Merges `above` into `below`, including nested hashes. If one of the values is not a hash, the result is `above`.
fn merge(below: &Value, above: &Value) -> Value {
    let (Value::Hash(below), Value::Hash(above)) = (below, above) else { return above.clone() };
    let mut merged = (**below).clone();
    for (key, value) in above.iter() {
        let value = match below.get_value(key) {
            Some(old) => merge(old, value),
            None => value.clone(),
        };
        merged.set_value(key.clone(), value);
    }
    Value::hash(merged)
}
