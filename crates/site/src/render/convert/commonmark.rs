//! The processor `CommonMark`: maps the options and extensions set under `commonmark` to cmark-gfm. Mirrors
//! `Jekyll::Converters::Markdown::CommonMark` (jekyll-commonmark) and `CommonMarkGhPages` (jekyll-commonmark-ghpages).
//!
//! The crate hastie-commonmark parses the text and writes HTML; [`code`] writes code blocks in the style of the gems.

mod code;

use super::markdown::Processor;
use crate::config::Configuration;
use crate::diagnostic::{Level, Message};
use crate::failure::Failure;
use crate::locks::lock;
use crate::render::RenderContext;
use code::Highlighter;
use hastie_commonmark::{HtmlOptions, Options};
use hastie_liquid::{Abort, Value};

const OPTIONS: [&str; 13] = [
    "DEFAULT",
    "SOURCEPOS",
    "UNSAFE",
    "VALIDATE_UTF8",
    "SMART",
    "LIBERAL_HTML_TAG",
    "FOOTNOTES",
    "STRIKETHROUGH_DOUBLE_TILDE",
    "HARDBREAKS",
    "NOBREAKS",
    "GITHUB_PRE_LANG",
    "TABLE_PREFER_STYLE_ATTRIBUTES",
    "FULL_INFO_STRING",
];

const EXTENSIONS: [&str; 5] = ["table", "strikethrough", "autolink", "tagfilter", "tasklist"];

/// A placeholder for line breaks in highlighted code while CommonMarkGhPages converts the surrounding text.
pub const HIDDEN_BREAK: &str = "<br data-jekyll-commonmark-ghpages>";

/// The Markdown processor `CommonMark`, with the options of a site.
#[derive(Debug)]
pub struct CommonMark {
    parsing: Options,
    style: HtmlOptions,
    /// Whether to reproduce jekyll-commonmark-ghpages.
    gh_pages: bool,
    /// Whether `commonmark` is a list or a number, which Ruby cannot index by name.
    is_list: bool,
    /// Warnings about unknown names of options and extensions. They are logged once.
    refused: std::sync::Mutex<Vec<Message>>,
}

impl CommonMark {
    /// Creates the processor of a site, for jekyll-commonmark-ghpages if `gh_pages`, otherwise for jekyll-commonmark.
    pub fn new(config: &Configuration, gh_pages: bool) -> Self {
        let (options, extensions, refused) = settings(config);
        let has = |name: &str| options.iter().chain(&extensions).any(|known| known == name);
        let mut parsing = Options::default();
        parsing.smart = has("SMART");
        parsing.footnotes = has("FOOTNOTES");
        parsing.liberal_tags = has("LIBERAL_HTML_TAG");
        parsing.double_tilde = has("STRIKETHROUGH_DOUBLE_TILDE");
        parsing.counts_columns = has("SOURCEPOS");
        parsing.tables = has("table");
        parsing.strikethrough = has("strikethrough");
        parsing.autolink = has("autolink");
        parsing.task_lists = extensions.iter().filter(|name| *name == "tasklist").count();
        let mut style = HtmlOptions::default();
        style.keeps_html = has("UNSAFE");
        style.hard_breaks = has("HARDBREAKS");
        style.no_breaks = has("NOBREAKS");
        style.pre_lang = has("GITHUB_PRE_LANG");
        style.source_positions = has("SOURCEPOS");
        style.filters_tags = has("tagfilter");
        style.header_ids = gh_pages;
        let is_list = matches!(config.settings().commonmark(), Value::Array(_) | Value::Int(_) | Value::Big(_));
        CommonMark { parsing, style, gh_pages, is_list, refused: std::sync::Mutex::new(refused) }
    }
}

/// Jekyll's warnings about unknown names of options and extensions, each followed by a message with the valid names.
/// Each new processor repeats them, and jekyll-commonmark-ghpages creates a processor for each `highlight` tag.
pub fn refused_names(config: &Configuration) -> Vec<Message> {
    settings(config).2
}

/// The known options and extensions, and warnings about unknown ones.
fn settings(config: &Configuration) -> (Vec<String>, Vec<String>, Vec<Message>) {
    let settings = config.settings().commonmark();
    let mut refused = Vec::new();
    let options = names(settings, "options").into_iter().map(|name| name.to_uppercase()).collect();
    let options = validated(options, &OPTIONS, "option", &mut refused);
    let extensions = validated(names(settings, "extensions"), &EXTENSIONS, "extension", &mut refused);
    (options, extensions, refused)
}

/// The strings in the list under `key`. Empty if an element of the list is not a string.
fn names(settings: &Value, key: &str) -> Vec<String> {
    let list = settings.as_hash().and_then(|hash| hash.get(key));
    match list {
        // A single element that is not a string makes the list empty.
        Some(Value::Array(items)) => {
            let names: Option<Vec<String>> = items.iter().map(|item| item.as_str().map(str::to_owned)).collect();
            names.unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// Removes the names that are not in `known`, and adds warnings about them to `refused`.
fn validated(names: Vec<String>, known: &[&str], what: &str, refused: &mut Vec<Message>) -> Vec<String> {
    let (good, bad): (Vec<_>, Vec<_>) = names.into_iter().partition(|name| known.contains(&name.as_str()));
    for name in bad {
        let text = format!("{name} is not a valid {what}");
        refused.push(Message::new(Level::Warn, "CommonMark:", text).about_setting("commonmark"));
        refused.push(Message::new(Level::Info, format!("Valid {what}s:"), known.join(", ")));
    }
    good
}

impl Processor for CommonMark {
    fn convert(&self, source: &str, rendering: &mut RenderContext) -> Result<String, Abort> {
        for message in lock(&self.refused).drain(..) {
            rendering.log(message);
        }
        if self.is_list {
            return Err(Failure::no_conversion_of("String", "Integer").into());
        }
        let Some(tree) = hastie_commonmark::parse(source, &self.parsing) else {
            return Err(Abort::error("SystemStackError", "stack level too deep"));
        };
        let code = Highlighter { version: rendering.setup().context.reference().rouge, gh_pages: self.gh_pages };
        let html = tree.to_html_with(&self.style, Some(&code));
        // Jekyll's `highlight` tag replaces its line breaks by placeholders for this processor.
        Ok(if self.gh_pages { html.replace(HIDDEN_BREAK, "\n") } else { html })
    }
}
