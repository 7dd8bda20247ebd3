//! The settings under `scholar`, merged over the gem's defaults.

use hastie_liquid::{Hash, Value};
use hastie_site::model::SiteContext;
use hastie_value::text::is_ascii_space;

/// The settings of jekyll-scholar: the gem's defaults, overridden by the site's settings and, for a tag, by the
/// settings in front matter.
#[derive(Debug, Clone)]
pub(super) struct Config {
    values: Hash,
}

impl Default for Config {
    fn default() -> Self {
        Config { values: defaults() }
    }
}

impl Config {
    /// jekyll-scholar's defaults, overridden by the values under `scholar:` in `_config.yml`.
    pub(crate) fn of_site(setup: &SiteContext) -> Self {
        let mut config = Config::default();
        config.merge(setup.config("scholar"));
        config
    }

    /// jekyll-scholar's defaults, overridden by the values under `scholar` in a whole configuration.
    pub(crate) fn of_values(values: &Hash) -> Self {
        let mut config = Config::default();
        config.merge(values.get("scholar").unwrap_or(&Value::Nil));
        config
    }

    /// Overrides settings with the pairs of a hash. Does nothing if `own` is not a hash.
    pub(crate) fn merge(&mut self, own: &Value) {
        for (key, value) in own.as_hash().into_iter().flat_map(Hash::iter) {
            self.values.set_value(key.clone(), value.clone());
        }
    }

    /// A setting. nil if it is not set.
    pub(crate) fn get(&self, key: &str) -> &Value {
        self.values.get(key).unwrap_or(&Value::Nil)
    }

    /// Whether a setting is truthy: neither nil nor `false`.
    pub(crate) fn is_set(&self, key: &str) -> bool {
        self.get(key).truthy()
    }

    /// A setting as a string. Empty for nil.
    pub(crate) fn text(&self, key: &str, setup: &SiteContext) -> String {
        plain(self.get(key), setup)
    }

    /// A setting as Ruby's `Array(value)` of strings, each split at commas.
    pub(crate) fn words(&self, key: &str, setup: &SiteContext) -> Vec<String> {
        words(self.get(key), setup)
    }

    /// A setting as Ruby's `Array(value)` of strings.
    pub(crate) fn list(&self, key: &str, setup: &SiteContext) -> Vec<String> {
        items(self.get(key)).iter().map(|item| plain(item, setup)).collect()
    }
}

/// `value.to_s`, for a setting. Empty for nil.
pub(super) fn plain(value: &Value, setup: &SiteContext) -> String {
    match value {
        Value::Nil => String::new(),
        Value::Str(text) => text.to_string(),
        other => setup.text(other),
    }
}

/// `Array(value)`: the items of an array, or the pairs of a hash. Any other value becomes a list with this value. Empty
/// for nil.
pub(super) fn items(value: &Value) -> Vec<Value> {
    match value {
        Value::Nil => Vec::new(),
        Value::Array(items) => items.to_vec(),
        Value::Hash(pairs) => pairs.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])).collect(),
        one => vec![one.clone()],
    }
}

/// `Array(value)` of strings, each split at commas. White space around the commas is dropped.
pub(super) fn words(value: &Value, setup: &SiteContext) -> Vec<String> {
    items(value).iter().flat_map(|item| cut(&plain(item, setup))).collect()
}

/// Splits at commas and the white space around them, like Ruby's `split(/\s*,\s*/)`.
pub(super) fn cut(text: &str) -> Vec<String> {
    let last = text.split(',').count() - 1;
    let mut words: Vec<String> = text
        .split(',')
        .enumerate()
        .map(|(index, word)| {
            let word = if index > 0 { word.trim_start_matches(is_ascii_space) } else { word };
            let word = if index < last { word.trim_end_matches(is_ascii_space) } else { word };
            word.to_string()
        })
        .collect();
    while words.last().is_some_and(String::is_empty) {
        words.pop();
    }
    words
}

/// The default settings of jekyll-scholar.
fn defaults() -> Hash {
    let mut defaults = Hash::new();
    for (key, text) in [
        ("style", "apa"),
        ("locale", "en"),
        ("sort_by", "none"),
        ("order", "ascending"),
        ("group_by", "none"),
        ("group_order", "ascending"),
        ("bibliography_group_tag", "h2,h3,h4,h5"),
        ("bibliography_list_tag", "ol"),
        ("bibliography_item_tag", "li"),
        ("source", "./_bibliography"),
        ("bibliography", "references.bib"),
        ("repository_file_delimiter", "."),
        ("details_dir", "bibliography"),
        ("details_layout", "bibtex.html"),
        ("details_link", "Details"),
        ("details_permalink", "/:details_dir/:key:extension"),
        ("bibliography_class", "bibliography"),
        ("bibliography_template", "{{reference}}"),
        ("reference_tagname", "span"),
        ("missing_reference", "(missing reference)"),
        ("details_link_class", "details"),
        ("query", "@*"),
        ("cite_class", "citation"),
    ] {
        defaults.set(key, text);
    }
    for (key, on) in
        [("replace_strings", true), ("join_strings", true), ("remove_duplicates", false), ("separate_links", false)]
    {
        defaults.set(key, Value::Bool(on));
    }
    for key in ["bibliography_list_attributes", "bibliography_item_attributes", "type_names", "type_aliases"] {
        defaults.set(key, Value::hash(Hash::new()));
    }
    let list = |items: &[&str]| Value::array(items.iter().map(|item| Value::from(*item)).collect());
    defaults.set("bibtex_filters", list(&super::filters::DEFAULT));
    defaults.set("raw_bibtex_filters", list(&[]));
    defaults.set("bibtex_skip_fields", list(&["abstract", "month_numeric"]));
    defaults.set("bibtex_quotes", list(&["{", "}"]));
    defaults.set("type_order", list(&[]));
    let mut options = Hash::new();
    options.set("strip", Value::Bool(false));
    options.set("parse_months", Value::Bool(true));
    defaults.set("bibtex_options", Value::hash(options));
    defaults
}

/// The default headings of groups, by the type of the entries. The setting `type_names` can override the heading of
/// each type.
pub(super) const TYPE_NAMES: [(&str, &str); 11] = [
    ("article", "Journal Articles"),
    ("book", "Books"),
    ("incollection", "Book Chapters"),
    ("inproceedings", "Conference Articles"),
    ("thesis", "Theses"),
    ("mastersthesis", "Master's Theses"),
    ("phdthesis", "PhD Theses"),
    ("manual", "Manuals"),
    ("techreport", "Technical Reports"),
    ("misc", "Miscellaneous"),
    ("unpublished", "Unpublished"),
];

/// The types of entries that are grouped as another type. The setting `type_aliases` can override this for each type.
pub(super) const TYPE_ALIASES: [(&str, &str); 2] = [("phdthesis", "thesis"), ("mastersthesis", "thesis")];

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn lists_are_cut_at_commas() {
        assert_eq!(cut("year , author,title"), ["year", "author", "title"]);
        assert_eq!(cut(" year,,"), [" year"]);
        assert!(cut("").is_empty());
    }
}
