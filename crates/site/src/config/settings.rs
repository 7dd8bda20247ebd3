//! The typed view of Jekyll's own configuration keys. Outside of this folder, no code reads these keys by name.
//!
//! Jekyll checks types late or never, so most values of a wrong type have some meaning. Each method states this
//! meaning. Methods that return a [`Value`] leave the conversion to the caller, because Jekyll converts the value
//! differently in different places. Templates read the raw hash, and so do plugins for keys of their own.

mod server;

use super::{Configuration, NIL};
use crate::failure::Failure;
use hastie_liquid::{ErrorMode, Hash, Value};
use std::time::Duration;

/// A typed view of the values of Jekyll's own keys. Most methods are named after their keys.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    values: &'a Hash,
    /// The new values of the keys that plugins have changed.
    changed: Option<&'a Hash>,
}

/// The settings below `liquid`, such as `strict_filters`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiquidSettings {
    /// `error_mode`. Anything but `strict` and `lax` is `warn`.
    pub error_mode: ErrorMode,
    /// `strict_filters`: whether unknown filters are errors. Any truthy value counts.
    pub strict_filters: bool,
    /// `strict_variables`: whether undefined variables are errors. Any truthy value counts.
    pub strict_variables: bool,
}

impl Configuration {
    /// The typed view of Jekyll's own keys in this configuration.
    pub fn settings(&self) -> Settings<'_> {
        Settings::of(&self.values)
    }

    /// Replaces the value of `theme`, also for templates.
    pub fn set_theme(&mut self, theme: impl Into<Value>) {
        self.values.set("theme", theme);
    }

    /// Adds paths to `exclude`. A value that is not an array is replaced.
    pub fn add_excludes<'p>(&mut self, paths: impl IntoIterator<Item = &'p str>) {
        let mut exclude = self.settings().exclude().to_vec();
        exclude.extend(paths.into_iter().map(Value::from));
        self.values.set("exclude", Value::array(exclude));
    }

    /// Removes the names that `is_removed` accepts from `plugins`. A value other than an array stays unchanged.
    pub fn remove_plugins(&mut self, is_removed: impl Fn(&str) -> bool) {
        if let Value::Array(names) = self.settings().plugins() {
            let kept = names.iter().filter(|name| !name.as_str().is_some_and(&is_removed));
            let kept = kept.cloned().collect();
            self.values.set("plugins", Value::array(kept));
        }
    }
}

/// Keys that name files and folders.
impl<'a> Settings<'a> {
    /// `cache_dir`: the folder of the disk cache. `.jekyll-cache` if it is not a string. Jekyll 3 has neither the
    /// folder nor a default.
    pub fn cache_dir(self) -> &'a str {
        self.text("cache_dir").unwrap_or(".jekyll-cache")
    }

    /// `collections`: a hash once the configuration is loaded, unless a plugin has replaced it.
    pub fn collections(self) -> &'a Value {
        self.value("collections")
    }

    /// `collections_dir`: the folder that contains the folders of the collections. Paths use Ruby's `to_s` of the
    /// value. Front matter defaults ignore values that are not strings.
    pub fn collections_dir(self) -> &'a Value {
        self.value("collections_dir")
    }

    /// `data_dir`: the folder of data files. `None` if it is not a string. Jekyll then reads data from the source
    /// itself.
    pub fn data_dir(self) -> Option<&'a str> {
        self.text("data_dir")
    }

    /// `defaults`: the sets of front matter defaults, each with a scope and values.
    pub fn defaults(self) -> &'a Value {
        self.value("defaults")
    }

    /// `destination` as typed. Empty if it is not a string. `Configuration::destination` is the absolute path.
    pub fn destination(self) -> &'a str {
        self.text("destination").unwrap_or_default()
    }

    /// `disable_disk_cache`: whether the disk cache is off. Any truthy value counts.
    pub fn disable_disk_cache(self) -> bool {
        self.is_set("disable_disk_cache")
    }

    /// `encoding`: the encoding of the source files. UTF-8 if it is not a string.
    pub fn encoding(self) -> &'a str {
        self.text("encoding").unwrap_or("utf-8")
    }

    /// `exclude`: the patterns of entries that do not belong to the site. Empty if it is not an array.
    pub fn exclude(self) -> &'a [Value] {
        self.value("exclude").as_array().unwrap_or_default()
    }

    /// The strings in `exclude`, even those that `include` also lists. Other elements are skipped.
    pub fn excluded_names(self) -> Vec<String> {
        strings(self.exclude())
    }

    /// `include`: the patterns of entries that belong to the site in any case. `None` if it is not an array.
    pub fn include(self) -> Option<&'a [Value]> {
        self.value("include").as_array()
    }

    /// The strings in `include`. Other elements are skipped. Empty if `include` is not an array.
    pub fn included_names(self) -> Vec<String> {
        strings(self.include().unwrap_or_default())
    }

    /// `includes_dir`: the folder of the files that the tag `include` inserts. Paths use Ruby's `to_s` of the value.
    pub fn includes_dir(self) -> &'a Value {
        self.value("includes_dir")
    }

    /// `keep_files`: the files that cleaning leaves in the destination. Nothing is kept if it is not an array.
    pub fn keep_files(self) -> &'a Value {
        self.value("keep_files")
    }

    /// `layouts_dir`: the folder of layouts. Paths use Ruby's `to_s` of the value.
    pub fn layouts_dir(self) -> &'a Value {
        self.value("layouts_dir")
    }

    /// `plugins_dir`: one or more folders of plugins. A value that is neither nil, a string nor an array of strings is
    /// an error when the folders are read.
    pub fn plugins_dir(self) -> &'a Value {
        self.value("plugins_dir")
    }

    /// The folders in `plugins_dir`: a string, or the strings in an array. Other elements are skipped.
    pub fn plugins_dirs(self) -> Vec<&'a str> {
        one_or_more(self.plugins_dir())
    }

    /// `source` as typed. Empty if it is not a string. `Configuration::source` is the absolute path.
    pub fn source(self) -> &'a str {
        self.text("source").unwrap_or_default()
    }

    /// Whether `config` names configuration files. Any truthy value counts.
    pub fn names_config_files(self) -> bool {
        self.is_set("config")
    }
}

/// Keys that control content and its conversion.
impl<'a> Settings<'a> {
    /// `baseurl`: the URL path of the site, such as `/blog`. Filters use Ruby's `to_s` of the value.
    pub fn baseurl(self) -> &'a Value {
        self.value("baseurl")
    }

    /// `commonmark`: a hash of `options` and `extensions`. The converter fails on an array or an integer.
    pub fn commonmark(self) -> &'a Value {
        self.value("commonmark")
    }

    /// `csv_reader` or `tsv_reader`: options for parsing tables. `None` if it is not a hash.
    pub fn table_reader(self, table: Table) -> Option<&'a Hash> {
        let value = match table {
            Table::Csv => self.value("csv_reader"),
            Table::Tsv => self.value("tsv_reader"),
        };
        value.as_hash()
    }

    /// `data`: if it is truthy, templates see it as `site.data` instead of the data files.
    pub fn data(self) -> &'a Value {
        self.value("data")
    }

    /// `excerpt_separator`: the text that ends an excerpt. Excerpts use Ruby's `to_s` of the value.
    pub fn excerpt_separator(self) -> &'a Value {
        self.value("excerpt_separator")
    }

    /// `future`: whether documents with a future date are published. Any truthy value counts.
    pub fn future(self) -> bool {
        self.is_set("future")
    }

    /// `highlighter`: the name of the highlighter. The tag `highlight` uses Ruby's `to_s` of the value, and kramdown
    /// uses the value itself.
    pub fn highlighter(self) -> &'a Value {
        self.value("highlighter")
    }

    /// `kramdown`: a hash of kramdown's options, or nil or false for no options. Creating a site fails on any other
    /// value.
    pub fn kramdown(self) -> &'a Value {
        self.value("kramdown")
    }

    /// `limit_posts`: the number of posts to publish. Negative numbers are errors, and so are values other than numbers
    /// and nil.
    pub fn limit_posts(self) -> &'a Value {
        self.value("limit_posts")
    }

    /// The number of posts to publish. `None`, which means all posts, unless `limit_posts` is a positive number. A
    /// fraction is cut off, so that 0.5 publishes no posts.
    pub fn post_limit(self) -> Option<usize> {
        match self.limit_posts() {
            Value::Int(limit) => usize::try_from(*limit).ok().filter(|limit| *limit > 0),
            Value::Float(limit) => Some(*limit as usize).filter(|_| *limit > 0.0),
            _ => None,
        }
    }

    /// `liquid`: options of the template engine. Nil counts as an empty hash.
    ///
    /// # Errors
    /// Fails if the value is neither a hash nor nil.
    pub fn liquid(self) -> Result<LiquidSettings, Failure> {
        let liquid = match self.value("liquid") {
            Value::Hash(liquid) => &**liquid,
            Value::Nil => &Hash::new(),
            _ => {
                let message = "undefined method `to_sym' for nil:NilClass (`liquid:`)";
                return Err(Failure::raised("NoMethodError", message));
            }
        };
        let is_set = |key: &str| liquid.get(key).is_some_and(Value::truthy);
        Ok(LiquidSettings {
            error_mode: match liquid.get("error_mode").and_then(Value::as_str) {
                Some("strict") => ErrorMode::Strict,
                Some("lax") => ErrorMode::Lax,
                _ => ErrorMode::Warn,
            },
            strict_filters: is_set("strict_filters"),
            strict_variables: is_set("strict_variables"),
        })
    }

    /// `lsi`: whether Jekyll finds related posts by latent semantic indexing. Hastie does not support this, so reading
    /// `site.related_posts` fails unless the list is empty. Any truthy value counts.
    pub fn lsi(self) -> bool {
        self.is_set("lsi")
    }

    /// `markdown`: the name of the processor, such as `kramdown`. The converter fails on any value that names no
    /// processor.
    pub fn markdown(self) -> &'a Value {
        self.value("markdown")
    }

    /// `markdown_ext`: extensions separated by commas. The converter ignores a value that is not a string.
    pub fn markdown_ext(self) -> &'a Value {
        self.value("markdown_ext")
    }

    /// `page_excerpts`: whether pages have excerpts. Any truthy value counts.
    pub fn page_excerpts(self) -> bool {
        self.is_set("page_excerpts")
    }

    /// `permalink`: the style of permalinks. Loading a configuration fails if it is truthy and not a string.
    pub fn permalink(self) -> &'a Value {
        self.value("permalink")
    }

    /// `relative_permalinks`: a setting of Jekyll 1. Any truthy value is an error.
    pub fn relative_permalinks(self) -> bool {
        self.is_set("relative_permalinks")
    }

    /// `sass`: options of the Sass converter, such as `sass_dir`. `None` if the value is not a hash.
    pub fn sass(self) -> Option<&'a Hash> {
        self.value("sass").as_hash()
    }

    /// `show_drafts`: whether the documents in `_drafts` are read. Any truthy value counts.
    pub fn show_drafts(self) -> bool {
        self.is_set("show_drafts")
    }

    /// `strict_front_matter`: whether invalid front matter ends the build. Any truthy value counts.
    pub fn strict_front_matter(self) -> bool {
        self.is_set("strict_front_matter")
    }

    /// `time`: the site's time. Any truthy value is converted with Ruby's `to_s` and parsed as a date.
    pub fn time(self) -> &'a Value {
        self.value("time")
    }

    /// `timezone`: the name of a zone, such as `Europe/Paris`. `None` if it is not a string. Loading a configuration
    /// fails on other truthy values.
    pub fn timezone(self) -> Option<&'a str> {
        self.text("timezone")
    }

    /// `title`: the title of the site. Plugins use Ruby's `to_s` of the value. Hastie's overview of a site ignores
    /// values that are not strings.
    pub fn title(self) -> &'a Value {
        self.value("title")
    }

    /// `unpublished`: whether pages and documents with `published: false` are published. Any truthy value counts.
    pub fn unpublished(self) -> bool {
        self.is_set("unpublished")
    }

    /// `url`: the scheme and host of the site. The filters use Ruby's `to_s` of the value.
    pub fn url(self) -> &'a Value {
        self.value("url")
    }
}

/// Keys that select plugins and themes.
impl<'a> Settings<'a> {
    /// `bundled_theme`, a key of Hastie: whether a folder of Markdown uses the bundled theme even if it looks like a
    /// Jekyll site. Any truthy value counts.
    pub fn bundled_theme(self) -> bool {
        self.is_set("bundled_theme")
    }

    /// `gems`: the name of `plugins` in older versions of Jekyll. Jekyll 4 ignores this key.
    pub fn gems(self) -> &'a Value {
        self.value("gems")
    }

    /// `ignore_theme_config`: whether the theme's `_config.yml` is ignored. False unless the value is exactly `true`.
    pub fn ignore_theme_config(self) -> bool {
        matches!(self.value("ignore_theme_config"), Value::Bool(true))
    }

    /// `paginate`: the number of posts on a page. Nil turns pagination off.
    pub fn paginate(self) -> &'a Value {
        self.value("paginate")
    }

    /// `paginate_path`: the URL template of all pages after the first. If it is not a string, jekyll-paginate fails
    /// when it needs a second page.
    pub fn paginate_path(self) -> &'a Value {
        self.value("paginate_path")
    }

    /// `plugins`: the names of gems. Loading a configuration file fails on any other value than an array. In Jekyll 3,
    /// it fails only on a string.
    pub fn plugins(self) -> &'a Value {
        self.value("plugins")
    }

    /// The names in `plugins`: the strings in an array, or a single string.
    pub fn plugin_names(self) -> Vec<String> {
        one_or_more(self.plugins()).into_iter().map(str::to_owned).collect()
    }

    /// Whether a plugin may run. In safe mode, `whitelist` must contain its name.
    pub fn allows_plugin(self, name: &str) -> bool {
        !self.safe() || self.whitelist().contains(&name)
    }

    /// `remote_theme`: a repository with a theme. Nil and false mean no theme. jekyll-remote-theme reports any other
    /// value that is not a string.
    pub fn remote_theme(self) -> &'a Value {
        self.value("remote_theme")
    }

    /// `safe`: whether the site is built in safe mode. Any truthy value counts.
    pub fn safe(self) -> bool {
        self.is_set("safe")
    }

    /// `strict`, a key of Hastie: whether problems such as missing plugins end the build instead of causing warnings.
    /// Any truthy value counts.
    pub fn strict(self) -> bool {
        self.is_set("strict")
    }

    /// `theme`: the name of the theme's gem. Nil means no theme. A value that is not a string is ignored with a
    /// warning.
    pub fn theme(self) -> &'a Value {
        self.value("theme")
    }

    /// `whitelist`, the plugins allowed in safe mode: the strings in an array, or a single string.
    fn whitelist(self) -> Vec<&'a str> {
        one_or_more(self.value("whitelist"))
    }
}

impl<'a> Settings<'a> {
    /// A typed view of the settings in `values`, such as the options of the command line.
    pub fn of(values: &'a Hash) -> Self {
        Settings { values, changed: None }
    }

    /// Like these settings, but a value in `changed` overrides the value of the same key.
    pub(crate) fn with_changes(self, changed: &'a Hash) -> Self {
        Settings { changed: Some(changed), ..self }
    }

    fn value(self, key: &str) -> &'a Value {
        let changed = self.changed.and_then(|changed| changed.get(key));
        changed.or_else(|| self.values.get(key)).unwrap_or(&NIL)
    }

    fn seconds(self, key: &str) -> Option<Duration> {
        let seconds = plain(self.value(key)).parse().ok()?;
        Duration::try_from_secs_f64(seconds).ok()
    }

    fn is_set(self, key: &str) -> bool {
        self.value(key).truthy()
    }

    fn text(self, key: &str) -> Option<&'a str> {
        self.value(key).as_str()
    }
}

/// The format of a data file that contains a table: CSV or TSV.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// The fields of a row are separated by commas, as in files that end in `.csv`.
    Csv,
    /// The fields of a row are separated by tabs, as in files that end in `.tsv`.
    Tsv,
}

/// The strings in an array. Other elements are skipped.
fn strings(items: &[Value]) -> Vec<String> {
    items.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The strings in an array. A single string counts as an array with one element. Empty for other values.
fn one_or_more(value: &Value) -> Vec<&str> {
    match value {
        Value::Str(text) => vec![text.as_str()],
        other => other.as_array().unwrap_or_default().iter().filter_map(Value::as_str).collect(),
    }
}

/// A value as text. Empty unless it is a string, an integer or a boolean.
fn plain(value: &Value) -> String {
    match value {
        Value::Str(text) => text.as_str().to_owned(),
        Value::Int(number) => number.to_string(),
        Value::Bool(value) => value.to_string(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(values: &[(&str, Value)]) -> Hash {
        values.iter().map(|(key, value)| (*key, value.clone())).collect()
    }

    #[test]
    fn values_of_a_wrong_type_mean_what_jekyll_makes_of_them() {
        let values = hash(&[
            ("safe", Value::Int(0)),
            ("future", Value::Nil),
            ("ignore_theme_config", Value::Int(1)),
            ("limit_posts", Value::Float(0.5)),
            ("exclude", Value::from("a")),
            ("whitelist", Value::from("a")),
            ("plugins_dir", Value::array(vec![Value::Int(1), Value::from("b")])),
            ("encoding", Value::Bool(false)),
            ("port", Value::Int(4000)),
            ("liquid", Value::from("warn")),
        ]);
        let settings = Settings::of(&values);
        assert!(settings.safe() && !settings.future() && !settings.ignore_theme_config());
        assert_eq!((settings.post_limit(), settings.exclude().len()), (Some(0), 0));
        assert_eq!((settings.whitelist(), settings.plugins_dirs()), (vec!["a"], vec!["b"]));
        assert_eq!((settings.encoding(), settings.port().as_str()), ("utf-8", "4000"));
        assert!(settings.liquid().is_err());
        assert_eq!((settings.cache_dir(), settings.data_dir(), settings.host().as_str()), (".jekyll-cache", None, ""));
    }

    #[test]
    fn values_that_plugins_have_replaced_take_precedence() {
        let (values, changed) = (hash(&[("lsi", Value::Bool(true))]), hash(&[("lsi", Value::Bool(false))]));
        assert!(Settings::of(&values).lsi());
        assert!(!Settings::of(&values).with_changes(&changed).lsi());
        assert!(Settings::of(&values).with_changes(&hash(&[("safe", Value::Nil)])).lsi());
    }
}
