//! kramdown's options, as far as they affect the HTML.
//!
//! [`Options::set`] sets options by kramdown's names. It parses strings like kramdown's command line and `{::options}`
//! (`"1..3"`, `"lsquo,rsquo,ldquo,rdquo"`, `"false"`).

use crate::element::{Quote, Symbol};
use crate::entities;
use crate::version::Version;
use std::fmt;

/// The value of an option in a configuration, such as a boolean, a string or a map.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// Ruby's `nil`: the option has no value.
    Nil,
    /// `true` or `false`.
    Bool(bool),
    /// An integer, such as a header level.
    Int(i64),
    /// A string. Ruby's symbols are also strings.
    Text(String),
    /// The items of a list, such as the levels in `toc_levels: [1, 2]`.
    List(Vec<Setting>),
    /// The pairs of a hash, such as `syntax_highlighter_opts`, in the order of the configuration.
    Map(Vec<(String, Setting)>),
}

impl Setting {
    /// A scalar as Ruby's `to_s` writes it, or the items of a list joined with `,`. Empty for a map.
    fn to_text(&self) -> String {
        match self {
            Setting::Nil => String::new(),
            Setting::Bool(truth) => truth.to_string(),
            Setting::Int(number) => number.to_string(),
            Setting::Text(text) => text.clone(),
            Setting::List(items) => items.iter().map(Setting::to_text).collect::<Vec<_>>().join(","),
            Setting::Map(_) => String::new(),
        }
    }

    /// The value of a key in a map. `None` if the key is missing, or if the setting is not a map.
    pub fn get(&self, key: &str) -> Option<&Setting> {
        match self {
            Setting::Map(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Whether Ruby treats the value as true: everything but `nil` and `false`.
    pub fn truthy(&self) -> bool {
        !matches!(self, Setting::Nil | Setting::Bool(false))
    }

    fn class(&self) -> &'static str {
        match self {
            Setting::Nil => "NilClass",
            Setting::Bool(true) => "TrueClass",
            Setting::Bool(false) => "FalseClass",
            Setting::Int(_) => "Integer",
            Setting::Text(_) => "String",
            Setting::List(_) => "Array",
            Setting::Map(_) => "Hash",
        }
    }
}

impl From<&str> for Setting {
    fn from(text: &str) -> Self {
        Setting::Text(text.to_owned())
    }
}

impl From<bool> for Setting {
    fn from(truth: bool) -> Self {
        Setting::Bool(truth)
    }
}

/// An invalid value of an option, with kramdown's message. An unknown option causes no error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError(String);

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OptionError {}

/// The option `input`: the syntax of the source. Jekyll sets `GFM` by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Input {
    /// kramdown's own dialect.
    Kramdown,
    /// kramdown with the extensions of the GFM parser.
    Gfm,
    /// kramdown without its extensions of Markdown, such as tables, attribute lists and typographic symbols.
    Markdown,
    /// Only quotes, entities, typographic symbols and HTML, as in Jekyll's filter `smartify`.
    SmartyPants,
    /// HTML. Elements that Markdown can also express, such as `em`, are written as if they came from Markdown.
    Html,
}

/// The option `entity_output`: the form of entities in the source, quotes and typographic symbols. Other characters in
/// the source are not affected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EntityOutput {
    /// As the character itself, such as `©`.
    AsChar,
    /// As written in the source, such as `&copy;` or `&#xA9;`.
    AsInput,
    /// As a numeric reference, such as `&#169;`.
    Numeric,
    /// As a named reference, such as `&copy;`.
    Symbolic,
}

/// The option `math_engine`: the markup that formulas get.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MathEngine {
    /// `\(...\)` and `\[...\]` for MathJax.
    Mathjax,
    /// No engine: elements with the class `kdmath`.
    None,
    /// An engine that is not supported. A warning is added.
    Unknown(String),
}

/// A link that the option `link_defs` defines: its URL and title.
pub type LinkDef = (String, Option<String>);

/// kramdown's options, named as in Ruby. `default()` has kramdown's defaults, and `jekyll()` Jekyll's.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The version of kramdown to reproduce. Must be set before other options.
    pub version: Version,
    /// The dialect of the source, which selects the parser.
    pub input: Input,
    /// Whether to treat the source as US-ASCII: other characters, such as typographic quotes, are then written as
    /// numeric references. kramdown has no such option, because it checks the encoding of the source.
    pub ascii: bool,
    /// Whether headers get ids generated from their text.
    pub auto_ids: bool,
    /// Whether to remove markup such as `*` from a header's text before an id is generated from the text.
    pub auto_id_stripping: bool,
    /// A text to put before each generated id of a header.
    pub auto_id_prefix: String,
    /// Whether headers contain a link to themselves.
    pub header_links: bool,
    /// Whether to generate ids from an ASCII transliteration of the text.
    pub transliterated_header_ids: bool,
    /// Whether to parse the content of block HTML elements such as `div` as Markdown.
    pub parse_block_html: bool,
    /// Whether to parse the content of span HTML elements such as `em` as Markdown.
    pub parse_span_html: bool,
    /// Whether to convert HTML elements to Markdown's own elements.
    pub html_to_native: bool,
    /// Predefined link definitions by id.
    pub link_defs: Vec<(String, LinkDef)>,
    /// The number of the first footnote.
    pub footnote_nr: i64,
    /// How to write entities, quotes and typographic symbols.
    pub entity_output: EntityOutput,
    /// The header levels in the table of contents.
    pub toc_levels: Vec<i64>,
    /// The entities for the four smart quotes: left and right single, left and right double.
    pub smart_quotes: [(u32, Option<&'static str>); 4],
    /// Replacements for typographic symbols, by kramdown's names such as `hellip`.
    pub typographic_symbols: Vec<(String, String)>,
    /// A number to add to header levels.
    pub header_offset: i64,
    /// The name of the highlighter, which appears in class names. `None` disables highlighting.
    pub syntax_highlighter: Option<String>,
    /// Options for the highlighter: `default_lang`, `guess_lang`, and maps of options for `block` and for `span`.
    pub syntax_highlighter_opts: Setting,
    /// The engine that decides the markup of formulas.
    pub math_engine: MathEngine,
    /// The text of the link from a footnote back to its mark in the text. Empty for no such link.
    pub footnote_backlink: String,
    /// Whether the link from a footnote back to its mark is appended to the last paragraph, however deeply nested.
    pub footnote_backlink_inline: bool,
    /// A prefix for footnote names in ids.
    pub footnote_prefix: String,
    /// The format of a footnote mark, with `%s` for the number.
    pub footnote_link_text: String,
    /// Whether to remove line breaks between CJK characters.
    pub remove_line_breaks_for_cjk: bool,
    /// Options that `{::options}` must not set.
    pub forbidden_inline_options: Vec<String>,
    /// GFM: whether each line break in a paragraph becomes `<br />`.
    pub hard_wrap: bool,
    /// GFM: whether a block may follow a paragraph without a blank line.
    pub quirk_paragraph_end: bool,
    /// GFM: whether to disable typographic symbols.
    pub quirk_no_auto_typographic: bool,
}

impl Default for Options {
    /// kramdown's own defaults, some of which Jekyll changes (see `Options::jekyll`).
    fn default() -> Self {
        Options {
            version: Version::default(),
            input: Input::Kramdown,
            auto_ids: true,
            auto_id_stripping: false,
            auto_id_prefix: String::new(),
            header_links: false,
            transliterated_header_ids: false,
            parse_block_html: false,
            parse_span_html: true,
            html_to_native: false,
            link_defs: Vec::new(),
            footnote_nr: 1,
            ascii: false,
            entity_output: EntityOutput::AsChar,
            toc_levels: (1..=6).collect(),
            smart_quotes: [
                (0x2018, Some("lsquo")),
                (0x2019, Some("rsquo")),
                (0x201c, Some("ldquo")),
                (0x201d, Some("rdquo")),
            ],
            typographic_symbols: Vec::new(),
            header_offset: 0,
            syntax_highlighter: Some("rouge".to_owned()),
            syntax_highlighter_opts: Setting::Map(Vec::new()),
            math_engine: MathEngine::Mathjax,
            footnote_backlink: "&#8617;".to_owned(),
            footnote_backlink_inline: false,
            footnote_prefix: String::new(),
            footnote_link_text: "%s".to_owned(),
            remove_line_breaks_for_cjk: false,
            forbidden_inline_options: vec!["template".to_owned()],
            hard_wrap: true,
            quirk_paragraph_end: true,
            quirk_no_auto_typographic: false,
        }
    }
}

impl Options {
    /// The options of a Jekyll site that sets no kramdown options: GFM, and rouge as the highlighter.
    pub fn jekyll() -> Self {
        Options {
            input: Input::Gfm,
            hard_wrap: false,
            syntax_highlighter_opts: Setting::Map(vec![
                ("guess_lang".to_owned(), Setting::Bool(true)),
                ("default_lang".to_owned(), Setting::Text("plaintext".to_owned())),
            ]),
            ..Options::default()
        }
    }

    /// Whether kramdown has an option with this name. Includes options that do not affect the HTML.
    pub fn is_defined(name: &str) -> bool {
        const REST: &[&str] = &[
            "line_width",
            "latex_headers",
            "remove_block_html_tags",
            "remove_span_html_tags",
            "math_engine_opts",
            "list_indent",
        ];
        REST.contains(&name) || Options::default().set_known(name, &Setting::Nil) != Ok(false)
    }

    /// Sets an option by kramdown's name. Ignores unknown options, and options that do not affect the HTML.
    ///
    /// # Errors
    /// Fails if the option does not accept the value, and for a `template`, which kramdown wraps around the HTML.
    pub fn set(&mut self, name: &str, value: &Setting) -> Result<(), OptionError> {
        self.set_known(name, value).map(|_| ())
    }

    /// Sets an option. Returns whether the option exists.
    fn set_known(&mut self, name: &str, value: &Setting) -> Result<bool, OptionError> {
        match name {
            "header_links" | "footnote_link_text" if !self.version.link_options => return Ok(false),
            "input" => self.input = input(value)?,
            "auto_ids" => self.auto_ids = boolean(value),
            "auto_id_stripping" => self.auto_id_stripping = boolean(value),
            "auto_id_prefix" => self.auto_id_prefix = value.to_text(),
            "header_links" => self.header_links = boolean(value),
            "transliterated_header_ids" => self.transliterated_header_ids = boolean(value),
            "parse_block_html" => self.parse_block_html = boolean(value),
            "parse_span_html" => self.parse_span_html = boolean(value),
            "html_to_native" => self.html_to_native = boolean(value),
            "link_defs" => self.link_defs = link_defs(value)?,
            "footnote_nr" => self.footnote_nr = integer(name, value)?,
            "entity_output" => self.entity_output = entity_output(value),
            "toc_levels" => self.toc_levels = toc_levels(value)?,
            "smart_quotes" => self.smart_quotes = smart_quotes(value, self.version)?,
            "typographic_symbols" => self.typographic_symbols = pairs(name, value)?,
            "header_offset" => self.header_offset = integer(name, value)?,
            "syntax_highlighter" => self.syntax_highlighter = symbol(value),
            "syntax_highlighter_opts" => self.syntax_highlighter_opts = table(name, value)?,
            "math_engine" => self.math_engine = math_engine(value),
            "footnote_backlink" => self.footnote_backlink = value.to_text(),
            "footnote_backlink_inline" => self.footnote_backlink_inline = boolean(value),
            "footnote_prefix" => self.footnote_prefix = value.to_text(),
            "footnote_link_text" => self.footnote_link_text = footnote_link_text(value)?,
            "template" if value.to_text().is_empty() => {}
            // The template is in ERB, so it contains Ruby code.
            "template" => return Err(OptionError("Hastie does not support option template: use a layout".to_owned())),
            "remove_line_breaks_for_cjk" => self.remove_line_breaks_for_cjk = boolean(value),
            "forbidden_inline_options" => self.forbidden_inline_options = forbidden_inline_options(name, value)?,
            "hard_wrap" => self.hard_wrap = boolean(value),
            "gfm_quirks" => {
                let quirks = list(name, value)?;
                let has = |quirk: &str| quirks.iter().any(|q| q.trim().trim_start_matches(':') == quirk);
                self.quirk_paragraph_end = has("paragraph_end");
                self.quirk_no_auto_typographic = has("no_auto_typographic");
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    pub(crate) fn symbol_text(&self, symbol: Symbol) -> Option<&str> {
        self.typographic_symbols.iter().find(|(key, _)| key == symbol.name()).map(|(_, text)| text.as_str())
    }

    pub(crate) fn quote(&self, quote: Quote) -> (u32, Option<&'static str>) {
        self.smart_quotes[quote as usize]
    }
}

fn boolean(value: &Setting) -> bool {
    match value {
        Setting::Bool(truth) => *truth,
        other => {
            let text = other.to_text();
            text.to_lowercase().trim() != "false" && !text.is_empty()
        }
    }
}

fn integer(name: &str, value: &Setting) -> Result<i64, OptionError> {
    match value {
        Setting::Int(number) => Ok(*number),
        other => {
            let text = other.to_text();
            text.trim().parse().map_err(|_| OptionError(format!("Invalid integer value for option '{name}': '{text}'")))
        }
    }
}

/// Parses a Ruby symbol: a string with an optional leading colon. `None` for `nil` and an empty string.
fn symbol(value: &Setting) -> Option<String> {
    if matches!(value, Setting::Nil) {
        return None;
    }
    let text = value.to_text();
    let text = text.trim();
    let text = text.strip_prefix(':').unwrap_or(text);
    (!text.is_empty() && text != "nil").then(|| text.to_owned())
}

fn list(name: &str, value: &Setting) -> Result<Vec<String>, OptionError> {
    match value {
        Setting::Text(text) => Ok(text.split(',').map(str::to_owned).collect()),
        Setting::List(items) => Ok(items.iter().map(Setting::to_text).collect()),
        other => Err(OptionError(format!("Invalid type {} for option {name}", other.class()))),
    }
}

fn table(name: &str, value: &Setting) -> Result<Setting, OptionError> {
    match value {
        Setting::Map(_) => Ok(value.clone()),
        Setting::Text(text) => {
            written_table(text).ok_or_else(|| OptionError(format!("Invalid YAML value for option {name}")))
        }
        other => Err(OptionError(format!("Invalid type {} for option {name}", other.class()))),
    }
}

/// Parses a map as written in `{::options}`, in YAML: `{key: value, key: value}`, or one entry per line. Values are
/// scalars.
fn written_table(text: &str) -> Option<Setting> {
    let text = text.trim();
    let entries: Vec<&str> = match text.strip_prefix('{') {
        Some(inner) => inner.strip_suffix('}')?.split(',').collect(),
        None => text.lines().collect(),
    };
    let entries = entries.into_iter().map(str::trim).filter(|entry| !entry.is_empty());
    let entries = entries.map(|entry| {
        let (key, value) = entry.split_once(':').filter(|(key, _)| !key.is_empty()).or_else(|| {
            let (key, value) = entry.strip_prefix(':')?.split_once(':')?;
            Some((key, value))
        })?;
        Some((key.trim().to_owned(), written_scalar(value.trim())))
    });
    entries.collect::<Option<Vec<_>>>().map(Setting::Map)
}

fn written_scalar(text: &str) -> Setting {
    match text {
        "" | "~" | "null" => Setting::Nil,
        "true" => Setting::Bool(true),
        "false" => Setting::Bool(false),
        _ => match text.parse() {
            Ok(number) => Setting::Int(number),
            Err(_) => {
                let quoted = |quote: char| text.strip_prefix(quote).and_then(|inner| inner.strip_suffix(quote));
                Setting::Text(quoted('"').or_else(|| quoted('\'')).unwrap_or(text).to_owned())
            }
        },
    }
}

fn pairs(name: &str, value: &Setting) -> Result<Vec<(String, String)>, OptionError> {
    match table(name, value)? {
        Setting::Map(entries) => Ok(entries
            .into_iter()
            .map(|(key, value)| (key.trim_start_matches(':').to_owned(), value.to_text()))
            .collect()),
        _ => Ok(Vec::new()),
    }
}

fn link_defs(value: &Setting) -> Result<Vec<(String, LinkDef)>, OptionError> {
    let Setting::Map(entries) = table("link_defs", value)? else { return Ok(Vec::new()) };
    entries
        .into_iter()
        .map(|(id, def)| match def {
            Setting::List(parts) if (1..=2).contains(&parts.len()) => {
                let title = parts.get(1).filter(|title| **title != Setting::Nil).map(Setting::to_text);
                Ok((id, (parts[0].to_text(), title)))
            }
            Setting::List(_) => Err(OptionError(format!("Invalid structure for hash value of option {id}"))),
            other => Err(OptionError(format!("Invalid type {} for option link_defs", other.class()))),
        })
        .collect()
}

fn input(value: &Setting) -> Result<Input, OptionError> {
    Ok(match value.to_text().as_str() {
        "GFM" => Input::Gfm,
        "SmartyPants" => Input::SmartyPants,
        // `false` counts as unset.
        "" | "false" | "kramdown" | "Kramdown" => Input::Kramdown,
        "markdown" | "Markdown" => Input::Markdown,
        "html" | "Html" => Input::Html,
        other => {
            let words = "kramdown has no parser to handle the specified input format";
            return Err(OptionError(format!("{words}: {other}")));
        }
    })
}

fn math_engine(value: &Setting) -> MathEngine {
    match symbol(value) {
        None => MathEngine::None,
        Some(engine) if engine == "mathjax" => MathEngine::Mathjax,
        Some(engine) => MathEngine::Unknown(engine),
    }
}

fn footnote_link_text(value: &Setting) -> Result<String, OptionError> {
    let text = value.to_text();
    if !text.contains("%s") {
        return Err(OptionError("option footnote_link_text needs to contain a %s placeholder".to_owned()));
    }
    Ok(text)
}

fn forbidden_inline_options(name: &str, value: &Setting) -> Result<Vec<String>, OptionError> {
    // Ruby changes the names in place, also before it splits a string.
    if !matches!(value, Setting::List(_)) {
        let shown = match value {
            Setting::Nil => "nil".to_owned(),
            Setting::Text(text) => format!("{text:?}"),
            other => other.to_text(),
        };
        return Err(OptionError(format!("undefined method `map!' for {shown}:{}", value.class())));
    }
    Ok(list(name, value)?.iter().map(|item| item.trim().trim_start_matches(':').to_owned()).collect())
}

fn entity_output(value: &Setting) -> EntityOutput {
    match symbol(value).as_deref() {
        Some("as_input") => EntityOutput::AsInput,
        Some("symbolic") => EntityOutput::Symbolic,
        Some("as_char") => EntityOutput::AsChar,
        _ => EntityOutput::Numeric,
    }
}

fn toc_levels(value: &Setting) -> Result<Vec<i64>, OptionError> {
    let levels: Vec<i64> = match value {
        Setting::Text(text) => {
            let digit = |part: &str| part.parse().ok().filter(|_| part.len() == 1);
            let range = text.split_once("..").and_then(|(first, last)| Some((digit(first)?, digit(last)?)));
            let levels = match range {
                Some((first, last)) => Some((first..=last).collect()),
                None => text.split(',').map(digit).collect(),
            };
            levels.ok_or_else(|| OptionError("Invalid syntax for option toc_levels".to_owned()))?
        }
        Setting::List(items) => items.iter().map(|item| leading_number(&item.to_text())).collect(),
        other => return Err(OptionError(format!("Invalid type {} for option toc_levels", other.class()))),
    };
    if levels.iter().any(|level| !(1..=6).contains(level)) {
        let text = "Level numbers for option toc_levels have to be integers from 1 to 6";
        return Err(OptionError(text.to_owned()));
    }
    Ok(levels)
}

/// The digits at the start of a text as a number, or 0. A minus sign also gives 0, since no negative number is valid.
fn leading_number(text: &str) -> i64 {
    let text = text.trim_start();
    let text = text.strip_prefix('+').unwrap_or(text);
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().unwrap_or(0)
}

fn smart_quotes(value: &Setting, version: Version) -> Result<[(u32, Option<&'static str>); 4], OptionError> {
    let names = list("smart_quotes", value)?;
    if names.len() != 4 {
        return Err(OptionError("Option smart_quotes needs exactly 4 values".to_owned()));
    }
    let mut quotes = [(0, None); 4];
    for (quote, name) in quotes.iter_mut().zip(&names) {
        let name = name.trim();
        *quote = match (entities::known(name, version), name.parse::<u32>()) {
            (Some((name, code)), _) => (code, Some(name)),
            (None, Ok(code)) => entities::numbered(code, version),
            (None, Err(_)) => {
                return Err(OptionError(format!("Can't handle generic non-integer character reference '{name}'")));
            }
        };
    }
    Ok(quotes)
}
