//! The translations for a language, and fallbacks for missing ones.

use hastie_liquid::{Hash, Value};
use hastie_site::model::SiteContext;
use hastie_site::path;

/// The path of the file with a language's texts: `_i18n/de.yml` below the source.
pub(super) fn file(source: &str, lang: &str) -> String {
    format!("{}/_i18n/{lang}.yml", source.trim_end_matches('/'))
}

/// The folder with a language's files: `_i18n/de` below the source.
pub(super) fn folder(context: &SiteContext, lang: &str) -> String {
    path::join(&context.source, &format!("_i18n/{lang}"))
}

/// The texts of a language and of the default language.
pub(super) struct Translations {
    lang: String,
    default: String,
    own: Value,
    fallback: Value,
}

/// The result of a search for a text. `is_own` is false if the text was looked up in the default language.
pub(super) struct Found {
    pub value: Value,
    pub is_own: bool,
}

impl Translations {
    pub(crate) fn of(context: &SiteContext, lang: &str) -> Translations {
        let default = context.config_text("default_lang");
        let all = context.config("translations").as_hash();
        let texts = |lang: &str| all.and_then(|all| all.get(lang)).cloned().unwrap_or(Value::Nil);
        Translations { own: texts(lang), fallback: texts(&default), lang: lang.to_owned(), default }
    }

    /// The text for a key such as `pages.home.title`. If the language lacks the text, or the text is empty, looks in
    /// the default language.
    pub(crate) fn find(&self, key: &str) -> Found {
        let own = access(&self.own, key);
        let is_empty = match &own {
            Value::Nil | Value::Bool(false) => true,
            Value::Str(text) => text.is_empty(),
            Value::Array(items) => items.is_empty(),
            Value::Hash(pairs) => pairs.is_empty(),
            _ => false,
        };
        if is_empty {
            return Found { value: access(&self.fallback, key), is_own: false };
        }
        Found { value: own, is_own: true }
    }

    /// The two messages of jekyll-multiple-languages-plugin about a missing text. `shown` is the text of the default
    /// language.
    pub(crate) fn missing_text_messages(&self, key: &str, shown: &str) -> [String; 2] {
        [
            format!("Missing i18n key: {}:{key}", self.lang),
            format!("Using translation '{shown}' from default language: {}", self.default),
        ]
    }

    /// Returns two messages for each text that `data` needs and the language lacks. With `translate_props: [title]` and
    /// `title: home.title` in `data`, the needed text has the key `home.title`.
    pub(crate) fn missing_properties(&self, data: &Hash) -> impl Iterator<Item = String> {
        let keys = properties(data).map(|(_, key)| key);
        let lines = keys.flat_map(|key| {
            let found = self.find(key);
            let shown = found.value.as_str().unwrap_or_default().to_owned();
            if found.is_own { Vec::new() } else { self.missing_text_messages(key, &shown).to_vec() }
        });
        lines.collect::<Vec<_>>().into_iter()
    }

    /// Translates the values of `data` that its list `translate_props` names, such as `title`. Adds the results to
    /// `changed`.
    pub(crate) fn translate_properties(&self, data: &Hash, changed: &mut Hash) {
        for (name, key) in properties(data) {
            changed.set(name, self.find(key).value);
        }
    }
}

/// The names in `translate_props`, each with its value in `data`. Omits names whose value is not a string or is empty.
fn properties(data: &Hash) -> impl Iterator<Item = (&str, &str)> {
    let names = data.get("translate_props").and_then(Value::as_array).unwrap_or_default();
    let names = names.iter().filter_map(Value::as_str).map(str::trim).filter(|name| !name.is_empty());
    names.filter_map(|name| Some((name, data.get(name)?.as_str()?))).filter(|(_, key)| !key.is_empty())
}

/// `Hash#access` of the gem: the value at a path of keys, such as `home.title`. nil or false if a key is missing.
fn access(texts: &Value, key: &str) -> Value {
    let mut current = texts.clone();
    for part in key.split('.') {
        current = match &current {
            Value::Hash(pairs) => pairs.get(part).cloned().unwrap_or(Value::Nil),
            Value::Array(items) => part.parse::<usize>().ok().and_then(|n| items.get(n).cloned()).unwrap_or(Value::Nil),
            _ => Value::Nil,
        };
        if !current.truthy() {
            break;
        }
    }
    current
}
