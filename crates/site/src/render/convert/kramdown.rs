//! The Markdown processor kramdown, with its options from the key `kramdown`. Mirrors
//! `Jekyll::Converters::Markdown::KramdownParser`.

use super::coderay;
use super::kept::Conversions;
use super::markdown::Processor;
use super::tree;
use crate::config::Configuration;
use crate::diagnostic::{Level, Message};
use crate::render::RenderContext;
use crate::render::context::LogEvent;
use hastie_kramdown::{CodeKind, Highlighted, Highlighter, Input, Options, Setting, Version, convert, parse};
use hastie_liquid::marks::line_by_line;
use hastie_liquid::{Abort, Hash, Value};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// The Markdown processor `kramdown`, with the options of a site.
#[derive(Debug)]
pub struct Kramdown {
    /// The configured options, or kramdown's error about them, which is raised by the first conversion.
    options: Result<Options, String>,
    show_warnings: bool,
    /// The gem that the configuration requires although Jekyll does not depend on it. `None` if all required gems
    /// exist.
    missing_gem: Option<String>,
    warns_about_coderay: bool,
    /// Deprecation warnings, logged with the first conversion.
    deprecations: Vec<Message>,
    /// The options after the first conversion, if they differ.
    later: Option<Later>,
    /// The conversions to reuse, for each combination of options that change during a build.
    conversions: [OnceLock<Conversions>; 4],
}

/// The options that apply once a second parser was created from the configuration.
///
/// kramdown replaces the names in `syntax_highlighter_opts` by symbols. The next parser that Jekyll creates from the
/// same hash therefore does not find `default_lang` and sets its own.
#[derive(Debug)]
struct Later {
    options: Result<Options, String>,
    /// Whether a conversion has taken place.
    has_begun: AtomicBool,
}

impl Kramdown {
    /// Creates the processor with the settings `kramdown` and `highlighter` of the configuration.
    pub fn new(config: &Configuration) -> Self {
        let kramdown = config.settings().kramdown();
        let show_warnings = kramdown.as_hash().and_then(|hash| hash.get("show_warnings")).is_some_and(Value::truthy);
        let warns_about_coderay = warns_about_coderay(kramdown);
        Kramdown {
            options: options(config.reference.kramdown, kramdown, config.settings().highlighter()),
            show_warnings,
            missing_gem: missing_gem(kramdown, config.settings().highlighter(), warns_about_coderay),
            warns_about_coderay,
            deprecations: kramdown.as_hash().map(coderay::deprecations).unwrap_or_default(),
            later: None,
            conversions: Default::default(),
        }
    }

    /// Creates the processor of a site in which another converter derives from the Markdown converter. In Jekyll, each
    /// of the two converters creates a parser, and the second parser loses the configured `default_lang`. Therefore,
    /// only the first conversion uses this setting.
    pub fn with_second_parser(config: &Configuration) -> Self {
        let mut kramdown = config.settings().kramdown().as_hash().cloned().unwrap_or_default();
        let given = kramdown.get("syntax_highlighter_opts").and_then(Value::as_hash).cloned();
        if let Some(mut given) = given {
            given.set("default_lang", Value::Nil);
            kramdown.set("syntax_highlighter_opts", given);
        }
        let options = options(config.reference.kramdown, &Value::hash(kramdown), config.settings().highlighter());
        Kramdown { later: Some(Later { options, has_begun: AtomicBool::new(false) }), ..Kramdown::new(config) }
    }

    /// Creates the processor with the options in `kramdown` alone, without Jekyll's additions.
    pub fn alone(kramdown: &Value) -> Self {
        let mut options = Options::default();
        let mut problem = None;
        for (key, value) in kramdown.as_hash().into_iter().flat_map(|hash| hash.iter()) {
            if let Err(error) = options.set(&text(key), &setting(value)) {
                problem = Some(error.to_string());
            }
        }
        let options = problem.map_or(Ok(options), Err);
        let deprecations = Vec::new();
        Kramdown {
            options,
            show_warnings: false,
            missing_gem: None,
            warns_about_coderay: false,
            deprecations,
            later: None,
            conversions: Default::default(),
        }
    }

    /// Parses a document, and converts its tree to a value for plugins in Ruby.
    ///
    /// # Errors
    /// Fails on invalid options and on a document that is nested too deeply.
    pub fn tree(&self, source: &str) -> Result<Value, Abort> {
        let options = self.options.as_ref().map_err(|problem| Abort::error("Kramdown::Error", problem.clone()))?;
        Ok(tree::value(&parse(source, options).map_err(|error| too_deep(&error))?))
    }

    /// Creates the processor of SmartyPants, which only replaces quotes and symbols, for example `--` by `–`.
    pub fn for_typography(config: &Configuration) -> Self {
        let mut kramdown = Kramdown { deprecations: Vec::new(), ..Kramdown::new(config) };
        if let Ok(options) = &mut kramdown.options {
            options.input = Input::SmartyPants;
        }
        kramdown
    }
}

/// Whether CodeRay is configured as in Jekyll 2, which is deprecated.
fn warns_about_coderay(kramdown: &Value) -> bool {
    let get = |key: &str| kramdown.as_hash().and_then(|hash| hash.get(key)).is_some_and(Value::truthy);
    get("enable_coderay") && !get("syntax_highlighter")
}

/// `load_dependencies`: the first required gem that is missing. `None` if none is missing.
fn missing_gem(kramdown: &Value, highlighter: &Value, warns_about_coderay: bool) -> Option<String> {
    let get = |key: &str| kramdown.as_hash().and_then(|hash| hash.get(key)).filter(|value| value.truthy());
    let named = get("syntax_highlighter").unwrap_or(highlighter);
    if warns_about_coderay || named.as_str() == Some("coderay") {
        return Some("kramdown-syntax-coderay".to_string());
    }
    let engine = text(get("math_engine")?);
    (engine != "mathjax").then(|| format!("kramdown-math-{engine}"))
}

/// kramdown's options from the configuration, with Jekyll's additions.
fn options(version: Version, kramdown: &Value, highlighter: &Value) -> Result<Options, String> {
    let mut options = Options::default();
    options.version = version;
    let mut set = |name: &str, value: &Setting| options.set(name, value).map_err(|error| error.to_string());
    let fallback = if highlighter.truthy() { setting(highlighter) } else { Setting::from("rouge") };
    set("syntax_highlighter", &fallback)?;
    let mut highlighting = Value::Nil;
    let mut guess_lang = Value::Nil;
    for (key, value) in kramdown.as_hash().into_iter().flat_map(|hash| hash.iter()) {
        let Some(name) = key.as_str() else { continue };
        match name {
            "guess_lang" => guess_lang = value.clone(),
            "syntax_highlighter_opts" => highlighting = value.clone(),
            "syntax_highlighter" if !value.truthy() => {}
            _ => set(name, &setting(value))?,
        }
    }
    if !highlighting.truthy() || highlighting.as_hash().is_some() {
        let given = highlighting.as_hash().cloned().unwrap_or_default();
        let kramdown = kramdown.as_hash().cloned().unwrap_or_default();
        highlighting = Value::hash(highlighting_options(given, guess_lang, &kramdown));
    }
    set("syntax_highlighter_opts", &setting(&highlighting))?;
    Ok(options)
}

/// The options of kramdown's highlighter: `given` with `guess_lang`, and with `plaintext` as `default_lang` if that is
/// not set. Options of CodeRay under `coderay` in `kramdown` then change them as in [`coderay::merged`].
pub(crate) fn highlighting_options(mut given: Hash, guess_lang: Value, kramdown: &Hash) -> Hash {
    if !given.get("default_lang").is_some_and(Value::truthy) {
        given.set("default_lang", "plaintext");
    }
    given.set("guess_lang", guess_lang);
    coderay::merged(given, kramdown)
}

/// Converts a configuration value to the type of kramdown's options. Values of other types become text.
fn setting(value: &Value) -> Setting {
    match value {
        Value::Nil => Setting::Nil,
        Value::Bool(truth) => Setting::Bool(*truth),
        Value::Int(number) => Setting::Int(*number),
        Value::Array(items) => Setting::List(items.iter().map(setting).collect()),
        Value::Hash(hash) => Setting::Map(hash.iter().map(|(key, value)| (text(key), setting(value))).collect()),
        other => Setting::Text(text(other)),
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Str(text) => text.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Float(number) => hastie_value::float_to_s(*number),
        Value::Bool(truth) => truth.to_string(),
        _ => String::new(),
    }
}

/// The maximum size of Markdown that a template may produce for a small page, in bytes. Converting takes more than a
/// hundred bytes of memory for each byte.
const MOST_MADE: usize = 6 << 20;

/// Fails if a page of a few lines produced too much Markdown, for example in an endless loop.
fn check_length(source: &str, rendering: &RenderContext) -> Result<(), Abort> {
    let own = || rendering.view.slots.get(rendering.index).map_or(0, |slot| slot.item().source().len());
    if source.len() <= MOST_MADE || source.len() / 4 <= own() {
        return Ok(());
    }
    Err(Abort::error("Kramdown::Error", format!("a template made more than {} MB of Markdown", MOST_MADE >> 20)))
}

fn too_deep(error: &hastie_kramdown::Error) -> Abort {
    Abort::error("Kramdown::Error", error.to_string())
}

/// Highlights code with the kramdown highlighter called `name`. With Rouge, also returns the default language in
/// `options`, if there is one. `None` if the code is not highlighted.
pub fn highlighted(
    code: &str,
    lang: Option<&str>,
    is_block: bool,
    name: &str,
    options: &Value,
    version: hastie_rouge::Version,
) -> Option<(String, Option<String>)> {
    let highlighter = super::highlighter(name, version)?;
    let options = setting(options);
    let kind = if is_block { CodeKind::Block } else { CodeKind::Span };
    let found = highlighter.highlight(code, lang, kind, &options)?;
    Some((found.html, highlighter.default_lang(kind, &options)))
}

impl Kramdown {
    /// Converts Markdown, or finds an earlier conversion of the same text. Returns the HTML and the warnings.
    fn html(
        &self,
        source: &str,
        options: &Options,
        is_later: bool,
        rendering: &mut RenderContext,
    ) -> Result<(String, Vec<String>), Abort> {
        let context = &rendering.view.setup.context;
        let rouge = context.reference().rouge;
        let conversions = &self.conversions[usize::from(options.ascii) + 2 * usize::from(is_later)];
        let all = || format!("{options:?} {rouge:?}");
        let conversions = conversions.get_or_init(|| Conversions::new(&context.world, all));
        // Text with marks differs from page to page, and its code needs a highlighter that does not see them.
        let has_marks = rendering.marks.is_some();
        if !has_marks && let Some(found) = conversions.get(source, rendering.converts_in_filter) {
            let result = (found.html.to_string(), found.warnings.to_vec());
            rendering.parts.conversions.push(found.html);
            return Ok(result);
        }
        let named = options.syntax_highlighter.as_deref();
        let mut highlighter = named.and_then(|name| super::highlighter(name, rouge));
        if has_marks {
            highlighter = highlighter.map(|inner| Box::new(Marked(inner)) as Box<dyn Highlighter>);
        }
        let output = convert(source, options, highlighter.as_deref()).map_err(|error| too_deep(&error))?;
        if !has_marks {
            let kept = conversions.add(source, &output.html, &output.warnings, rendering.converts_in_filter);
            rendering.parts.conversions.extend(kept);
        }
        Ok((output.html, output.warnings))
    }
}

/// Highlights code that contains marks of origins. The inner highlighter gets the code without marks.
struct Marked(Box<dyn Highlighter>);

impl Highlighter for Marked {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn highlight(&self, code: &str, lang: Option<&str>, kind: CodeKind, options: &Setting) -> Option<Highlighted> {
        let highlight = |code: &str| self.0.highlight(code, lang, kind, options);
        line_by_line(code, highlight, |found| found.as_mut().map(|found| &mut found.html))
    }

    fn default_lang(&self, kind: CodeKind, options: &Setting) -> Option<String> {
        self.0.default_lang(kind, options)
    }
}

impl Processor for Kramdown {
    fn convert(&self, source: &str, rendering: &mut RenderContext) -> Result<String, Abort> {
        if let Some(gem) = &self.missing_gem {
            if self.warns_about_coderay {
                let text =
                    "You are using 'enable_coderay', use syntax_highlighter: coderay in your configuration file.";
                rendering.log(Message::new(Level::Warn, "Deprecation:", text).about_setting("kramdown"));
            }
            let reason = format!("cannot load such file -- {gem}");
            let hint = match gem.strip_prefix("kramdown-math-") {
                Some(engine) => format!("use 'math_engine: mathjax' instead of '{engine}', which Hastie does not have"),
                None => "use 'syntax_highlighter: rouge' instead of 'coderay', which Hastie does not have".to_owned(),
            };
            rendering.log(crate::diagnostic::missing_gem(gem, &reason, hint));
            return Err(Abort::error("Jekyll::Errors::MissingDependencyException", gem.clone()));
        }
        check_length(source, rendering)?;
        rendering.events.extend(self.deprecations.iter().cloned().map(LogEvent::Once));
        if self.later.is_some() {
            // The options depend on the order of conversions.
            rendering.note_varying();
        }
        let later = self.later.as_ref().filter(|later| later.has_begun.swap(true, Ordering::Relaxed));
        let options = later.map_or(&self.options, |later| &later.options);
        let options = options.as_ref().map_err(|problem| Abort::error("Kramdown::Error", problem.clone()))?;
        let mut options = std::borrow::Cow::Borrowed(options);
        if rendering.ascii_source {
            options.to_mut().ascii = true;
        }
        let setup = Arc::clone(rendering.setup());
        let (html, warnings) = match setup.plugins.tree_writer() {
            Some(writer) => {
                let tree = parse(source, &options).map_err(|error| too_deep(&error))?;
                writer.write(tree::value(&tree), rendering)?
            }
            None => self.html(source, &options, later.is_some(), rendering)?,
        };
        if self.show_warnings {
            for warning in warnings {
                rendering.log(Message::new(Level::Warn, "Kramdown warning:", warning));
            }
        }
        Ok(html)
    }
}
