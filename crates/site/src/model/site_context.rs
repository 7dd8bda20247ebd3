//! The configuration and facts shared by all documents of a site. During a build, they change only if a plugin changes
//! the configuration.

use super::permalink::Style;
use super::{DocId, Document, Page, PageId, Replaceable, ReplaceableHash, Theme};
use crate::config::{AddedIncludes, Configuration, EntryPatterns, FrontMatterDefaults, Settings};
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::path;
use crate::reference::Reference;
use crate::world::World;
use hastie_liquid::{Hash, Host, Str, Time, TimeZone, Value};
use std::any::Any;
use std::fmt::Debug;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

/// Calls from documents and pages into the converters and plugins of the site.
pub trait Callbacks: Debug + Send + Sync {
    /// The extension of the output for a source with the extension `ext`. An extension in the permalink takes
    /// precedence.
    fn output_ext(&self, ext: &str, permalink: Option<&str>) -> Str;

    /// Whether the Markdown converter handles this extension.
    fn is_markdown(&self, ext: &str) -> bool;

    /// The value that a plugin defines for the placeholder `name` in a document's URL template. `None` if no plugin
    /// defines the placeholder.
    fn url_placeholder(&self, document: &Document, name: &str) -> Option<String>;

    /// Whether a Liquid tag needs an end tag. False for unknown tags.
    fn is_block(&self, tag: &str) -> bool;

    /// Whether a script decides what is published. Every post and page that can be read then belongs to the site until
    /// the script has run.
    fn replaces_publisher(&self) -> bool;

    /// Whether a script has hooks that run when a document of this collection is created.
    fn runs_hooks_of(&self, label: &str) -> bool;

    /// Runs the hooks `:documents, :post_init` for new documents of one collection.
    fn documents_created(&self, documents: &mut [Document]);

    /// Runs the hooks `:pages, :post_init` for a new page.
    fn page_created(&self, page: &mut Page);
}

/// The configuration and facts shared by all documents and pages of a site.
#[derive(Debug)]
pub struct SiteContext {
    /// The access to files, environment and clock.
    pub world: World,
    /// The configuration, merged over the theme's configuration.
    pub config: Configuration,
    /// The absolute path of the source folder.
    pub source: String,
    /// The absolute path of the destination folder.
    pub destination: String,
    /// `collections_dir`. Empty if collections are directly in the source.
    pub collections_dir: String,
    /// The absolute path of the folder that contains the collections.
    pub collections_path: String,
    /// The permalink style of pages, and of collections without a URL template.
    pub style: Style,
    /// The time zone of dates without an offset, and of the dates that filters print.
    pub zone: TimeZone,
    /// `site.time`: the configured time, or the time at which the context was created.
    pub time: Time,
    /// The patterns of `include` and `exclude`.
    pub entry_patterns: Replaceable<EntryPatterns>,
    /// The front matter defaults under `defaults:`, which are found by path and type.
    pub defaults: FrontMatterDefaults,
    /// The theme that the key `theme` or `remote_theme` names. `None` for a site without a theme.
    pub theme: Option<Theme>,
    /// The folders to search for includes, in order.
    pub includes: Vec<String>,
    /// Whether debug messages are logged.
    pub traces: bool,
    /// Configuration values that plugins have set.
    changed: ReplaceableHash,
    callbacks: Box<dyn Callbacks>,
    counter: AtomicU32,
}

impl SiteContext {
    /// Creates the context of a site. `defaults` and `theme` must already be loaded for `config`.
    ///
    /// # Errors
    /// Fails if `time` is invalid, or if `limit_posts` is negative or not a number.
    pub fn new(
        config: Configuration,
        world: &World,
        defaults: FrontMatterDefaults,
        theme: Option<Theme>,
        callbacks: Box<dyn Callbacks>,
    ) -> Result<Self, Failure> {
        let style = config.permalink_style.as_deref().or_else(|| config.settings().permalink().as_str());
        let mut context = SiteContext {
            world: world.clone(),
            source: config.source.clone(),
            destination: config.destination.clone(),
            collections_dir: String::new(),
            collections_path: String::new(),
            style: Style::named(style.unwrap_or_default()),
            zone: config.zone.clone(),
            time: now(world, &config),
            entry_patterns: EntryPatterns::new(&config, world).into(),
            defaults,
            theme,
            includes: Vec::new(),
            traces: traces(world, &config),
            changed: ReplaceableHash::default(),
            callbacks,
            counter: AtomicU32::new(0),
            config,
        };
        context.time = context.configured_time()?;
        context.collections_dir = context.text(context.settings().collections_dir());
        context.collections_path = match context.collections_dir.as_str() {
            "" => context.source.clone(),
            dir => context.in_source(dir),
        };
        let own = context.in_source(&context.text(context.settings().includes_dir()));
        let of_theme = context.theme.as_ref().and_then(|theme| theme.includes.clone());
        let AddedIncludes { before, after } = context.config.added_includes.clone();
        context.includes = before.into_iter().chain([own]).chain(of_theme).chain(after).collect();
        check_post_limit(&context)?;
        Ok(context)
    }

    /// The callbacks that [`SiteContext::new`] received. They call the converters and plugins of the site.
    pub fn callbacks(&self) -> &dyn Callbacks {
        &*self.callbacks
    }

    /// `site.time`: the configured time, or now.
    fn configured_time(&self) -> Result<Time, Failure> {
        match self.settings().time() {
            time if time.truthy() => {
                let text = self.text(time);
                self.parse_date(&text).ok_or_else(|| {
                    let message = format!("Invalid date '{text}': Invalid time in _config.yml.");
                    Failure::fatal("Jekyll::Errors::InvalidDateError", message)
                })
            }
            _ => Ok(self.time.clone()),
        }
    }

    /// `Site#collection_names`: the labels in `collections`. `posts` comes first, unless a plugin has replaced
    /// `collections`.
    ///
    /// # Errors
    /// Fails if `collections` is not a hash, an array or nil, or if a name is not a string.
    pub fn collection_names(&self) -> Result<Vec<String>, Failure> {
        let name = |name: &Value| match name {
            Value::Str(name) => Ok(name.to_string()),
            other => Err(self.no_method("gsub", other)),
        };
        match self.settings().collections() {
            Value::Hash(collections) => collections.keys().map(name).collect(),
            Value::Array(names) => names.iter().map(name).collect(),
            Value::Nil => Ok(Vec::new()),
            _ => Err(Failure::raised("ArgumentError", "Your `collections` key must be a hash or an array.")),
        }
    }

    /// Decodes a file: from ISO 8859-1 if this is the site's encoding, and otherwise from UTF-8. Removes a byte order
    /// mark in UTF-8.
    ///
    /// # Errors
    /// For bytes that are not UTF-8, returns the text with U+FFFD in their place. ISO 8859-1 never fails.
    pub fn decode(&self, bytes: Vec<u8>) -> Result<String, String> {
        if self.is_latin1() {
            return Ok(bytes.into_iter().map(char::from).collect());
        }
        let skip = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        match String::from_utf8(bytes) {
            Ok(text) if skip == 0 => Ok(text),
            Ok(text) => Ok(text[skip..].to_string()),
            Err(error) => Err(String::from_utf8_lossy(&error.as_bytes()[skip..]).into_owned()),
        }
    }

    /// Whether the site's encoding is ISO 8859-1.
    pub fn is_latin1(&self) -> bool {
        let encoding = self.config.settings().encoding();
        ["iso-8859-1", "iso8859-1"].iter().any(|name| encoding.eq_ignore_ascii_case(name))
    }

    /// Logs a debug message if debug messages are enabled.
    pub fn trace(&self, log: &mut Log, topic: &str, text: impl FnOnce() -> String) {
        if self.traces {
            log.debug(topic, text());
        }
    }

    /// The version of Jekyll whose behaviour the build reproduces.
    pub fn reference(&self) -> &'static Reference {
        self.config.reference
    }

    /// The values of Jekyll's own keys, with the changes that plugins have made.
    pub fn settings(&self) -> Settings<'_> {
        self.config.settings().with_changes(&self.changed)
    }

    /// The value of a plugin's own key, with the changes that plugins have made. `nil` if it is not set.
    pub fn config(&self, key: &str) -> &Value {
        self.changed.get(key).unwrap_or_else(|| self.config.get(key))
    }

    /// The configuration with the changes that plugins have made.
    pub(crate) fn current_config(&self) -> Configuration {
        let mut config = self.config.clone();
        self.changed.iter().for_each(|(key, value)| config.values.set_value(key.clone(), value.clone()));
        config
    }

    /// Sets the configuration values that override the values from files. Earlier overrides are discarded, even for
    /// other keys.
    pub fn change_config(&self, values: &Hash) {
        let before = (self.settings().included_names(), self.settings().excluded_names());
        self.changed.replace(values.clone());
        let settings = self.settings();
        if before != (settings.included_names(), settings.excluded_names()) {
            self.entry_patterns.replace(EntryPatterns::with_settings(&self.config, settings, &self.world));
        }
    }

    /// Whether a configuration value, including the changes by plugins, is truthy.
    pub fn is_set(&self, key: &str) -> bool {
        self.config(key).truthy()
    }

    /// Ruby's `to_s` of the configuration value of `key`. Empty if the key is not set.
    pub fn config_text(&self, key: &str) -> String {
        match self.config(key) {
            Value::Nil => String::new(),
            value => self.text(value),
        }
    }

    /// A new number for an object that Ruby creates. No other document or page of this context has this number.
    pub fn next_number(&self) -> u32 {
        self.counter.fetch_add(1, Ordering::Relaxed)
    }

    /// Reserves `count` consecutive new numbers for documents, and returns the first.
    pub(crate) fn next_doc_ids(&self, count: u32) -> DocId {
        DocId(self.counter.fetch_add(count, Ordering::Relaxed))
    }

    /// The id of a new page. No other document or page of this context has the same number.
    pub(crate) fn next_page_id(&self) -> PageId {
        PageId(self.counter.fetch_add(1, Ordering::Relaxed))
    }

    /// `site.in_source_dir`: the absolute path of `below` in the source. `..` cannot lead out of the source.
    pub fn in_source(&self, below: &str) -> String {
        path::sanitized(&self.source, below)
    }

    /// The path of a file relative to the source, if it is below the source. Otherwise the unchanged path.
    pub fn below_source<'f>(&self, file: &'f str) -> &'f str {
        file.strip_prefix(&self.source).and_then(|rest| rest.strip_prefix('/')).unwrap_or(file)
    }

    /// Ruby's `to_s` of a value that contains no drops.
    pub fn text(&self, value: &Value) -> String {
        match value.to_s(&mut self.quiet_host()) {
            Ok(text) => text.to_string(),
            Err(_) => String::new(),
        }
    }

    /// Ruby's `inspect` of a value that contains no drops.
    pub fn inspect(&self, value: &Value) -> String {
        value.inspect(&mut self.quiet_host()).unwrap_or_default()
    }

    /// Ruby's `NoMethodError` for a call of `method` on a value that does not have the method.
    pub fn no_method(&self, method: &str, receiver: &Value) -> Failure {
        let shown = self.inspect(receiver);
        // Ruby appends the class unless the inspected value contains it.
        let class = if shown.starts_with("#<") { String::new() } else { format!(":{}", receiver.class_name()) };
        Failure::raised("NoMethodError", format!("undefined method `{method}' for {shown}{class}"))
    }

    /// A host for printing or comparing values outside of rendering. It has a clock and a time zone, but no access to
    /// the site.
    pub fn quiet_host(&self) -> QuietHost {
        QuietHost { now: (self.time.seconds, self.time.nanos), zone: self.zone.clone() }
    }

    /// Formats a time or a date with `strftime`. Empty for values of other types.
    pub fn strftime(&self, time: &Value, format: &str) -> String {
        match time {
            Value::Time(time) => hastie_value::time::strftime(time, format),
            Value::Date(date) => hastie_value::time::strftime(&date.to_time(&self.zone), format),
            _ => String::new(),
        }
    }

    /// The time that is `seconds` and `nanos` after the start of 1970, in the site's time zone.
    pub fn local_time(&self, seconds: i64, nanos: u32) -> Time {
        Time::local(seconds, nanos, &self.zone)
    }

    /// `Utils.parse_date`: parses a time in the site's time zone. Parts that the text lacks come from the current date.
    /// `None` if the text is invalid.
    pub fn parse_date(&self, text: &str) -> Option<Time> {
        // Missing parts of a date are taken from the current date, not from the site's time.
        let parsed = hastie_value::time::parse(text, &now(&self.world, &self.config), &self.zone)?;
        Some(self.local_time(parsed.seconds, parsed.nanos))
    }

    /// The modification time of a file, or the site's time if the file's metadata cannot be read.
    pub fn modified_time(&self, file: &str) -> Time {
        match self.world.stat(Path::new(file)) {
            Ok(stat) => self.local_time(stat.modified.0, stat.modified.1),
            Err(_) => self.time.clone(),
        }
    }

    /// Like [`SiteContext::modified_time`], but also adds the size of the file to [`World::bytes_seen`], on which the
    /// limits of a build depend.
    pub(crate) fn modified_and_counted(&self, file: &str) -> Time {
        match self.world.stat(Path::new(file)) {
            Ok(stat) => {
                self.world.count_seen(stat.size);
                self.local_time(stat.modified.0, stat.modified.1)
            }
            Err(_) => self.time.clone(),
        }
    }

    /// `Publisher#publish?`: whether front matter (`data`) and, for documents, the date allow the item to be published.
    /// Calls `date` only if necessary, because reading a document's date can set it.
    pub fn publishes(&self, data: &Hash, date: impl FnOnce() -> Option<Value>) -> bool {
        let published = data.get("published").is_none_or(Value::truthy) || self.settings().unpublished();
        // The first read of a document's date determines it for the rest of the build, so read it only if necessary.
        published && (self.settings().future() || !date().is_some_and(|date| self.is_in_future(&date)))
    }

    /// Whether an item that was just read is kept. Every item is kept if a Ruby plugin decides what is published,
    /// because the plugin decides later.
    pub(crate) fn keeps_read(&self, data: &Hash, date: impl FnOnce() -> Option<Value>) -> bool {
        self.callbacks.replaces_publisher() || self.publishes(data, date)
    }

    /// `Publisher#hidden_in_the_future?`: whether a time is after the site's time and `future` is off. False for values
    /// of other types.
    pub fn is_in_future(&self, date: &Value) -> bool {
        match date {
            Value::Time(time) => !self.settings().future() && time.seconds > self.time.seconds,
            _ => false,
        }
    }

    /// Whether a Liquid tag, such as `highlight`, needs an end tag. False for unknown tags.
    pub fn is_block(&self, tag: &str) -> bool {
        self.callbacks.is_block(tag)
    }
}

/// Fails if `limit_posts` is negative or not a number.
fn check_post_limit(context: &SiteContext) -> Result<(), Failure> {
    let is_negative = match context.settings().limit_posts() {
        Value::Nil => false,
        Value::Int(limit) => *limit < 0,
        Value::Big(limit) => **limit < 0.into(),
        Value::Float(limit) => *limit < 0.0,
        other => return Err(context.no_method("negative?", other)),
    };
    if is_negative {
        return Err(Failure::raised("ArgumentError", "limit_posts must be a non-negative number"));
    }
    Ok(())
}

/// Whether debug messages are shown: `quiet` takes precedence over `verbose`.
fn traces(world: &World, config: &Configuration) -> bool {
    !config.settings().quiet() && (config.settings().verbose() || world.variable("JEKYLL_LOG_LEVEL") == Some("debug"))
}

/// The current time in the site's time zone.
fn now(world: &World, config: &Configuration) -> Time {
    let (seconds, nanos) = world.now();
    Time::local(seconds, nanos, &config.zone)
}

/// A host for printing or comparing values outside of rendering. It only has a clock and a time zone.
pub struct QuietHost {
    now: (i64, u32),
    zone: TimeZone,
}

impl Host for QuietHost {
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }

    fn now(&mut self) -> (i64, u32) {
        self.now
    }

    fn zone(&self) -> &TimeZone {
        &self.zone
    }
}
