//! Mirrors `Jekyll::Converters::Markdown::KramdownParser`: kramdown with the options of the key `kramdown`.

use super::markdown::Processor;
use crate::config::Configuration;
use crate::diagnostic::{Level, Message};
use crate::render::RenderContext;
use hastie_kramdown::{Input, Options, Rules, Setting, convert};
use hastie_liquid::{Abort, Value};

/// The processor.
#[derive(Debug)]
pub struct Kramdown {
    /// The configured options, or kramdown's refusal of them, which comes with the first conversion.
    options: Result<Options, String>,
    show_warnings: bool,
    /// A gem that the configuration asks kramdown for and that Jekyll does not bring along.
    missing_gem: Option<String>,
    says_coderay: bool,
}

impl Kramdown {
    /// The processor of a site.
    pub fn new(config: &Configuration) -> Self {
        let kramdown = config.get("kramdown");
        let show_warnings = kramdown.as_hash().and_then(|hash| hash.get("show_warnings")).is_some_and(Value::truthy);
        let says_coderay = says_coderay(kramdown);
        Kramdown {
            options: options(config.reference.kramdown, kramdown, config.get("highlighter")),
            show_warnings,
            missing_gem: missing_gem(kramdown, config.get("highlighter"), says_coderay),
            says_coderay,
        }
    }

    /// kramdown by itself, with these options and without what Jekyll adds.
    pub fn alone(kramdown: &Value) -> Self {
        let mut options = Options::default();
        let mut problem = None;
        for (key, value) in kramdown.as_hash().into_iter().flat_map(|hash| hash.iter()) {
            if let Err(error) = options.set(&text(key), &setting(value)) {
                problem = Some(error.to_string());
            }
        }
        let options = problem.map_or(Ok(options), Err);
        Kramdown { options, show_warnings: false, missing_gem: None, says_coderay: false }
    }

    /// The same for typography only.
    pub fn for_typography(config: &Configuration) -> Self {
        let mut kramdown = Kramdown::new(config);
        if let Ok(options) = &mut kramdown.options {
            options.input = Input::SmartyPants;
        }
        kramdown
    }
}

/// Whether CodeRay is configured in Jekyll 2's way, which gets a warning.
fn says_coderay(kramdown: &Value) -> bool {
    let get = |key: &str| kramdown.as_hash().and_then(|hash| hash.get(key)).is_some_and(Value::truthy);
    get("enable_coderay") && !get("syntax_highlighter")
}

/// `load_dependencies`: the first gem that is not there.
fn missing_gem(kramdown: &Value, highlighter: &Value, says_coderay: bool) -> Option<String> {
    let get = |key: &str| kramdown.as_hash().and_then(|hash| hash.get(key)).filter(|value| value.truthy());
    let named = get("syntax_highlighter").unwrap_or(highlighter);
    if says_coderay || named.as_str() == Some("coderay") {
        return Some("kramdown-syntax-coderay".to_string());
    }
    let engine = text(get("math_engine")?);
    (engine != "mathjax").then(|| format!("kramdown-math-{engine}"))
}

/// kramdown's options from the configuration, with what Jekyll adds.
fn options(rules: Rules, kramdown: &Value, highlighter: &Value) -> Result<Options, String> {
    let mut options = Options::default();
    options.rules = rules;
    let mut set = |name: &str, value: &Setting| options.set(name, value).map_err(|error| error.to_string());
    let fallback = if highlighter.truthy() { setting(highlighter) } else { Setting::from("rouge") };
    set("syntax_highlighter", &fallback)?;
    let mut highlighting = Setting::Map(Vec::new());
    let mut guess_lang = Setting::Nil;
    for (key, value) in kramdown.as_hash().into_iter().flat_map(|hash| hash.iter()) {
        let Some(name) = key.as_str() else { continue };
        let value_as_setting = setting(value);
        match name {
            "guess_lang" => guess_lang = value_as_setting,
            "syntax_highlighter_opts" if value.truthy() => highlighting = value_as_setting,
            "syntax_highlighter" if !value.truthy() => {}
            _ => set(name, &value_as_setting)?,
        }
    }
    if let Setting::Map(entries) = &mut highlighting {
        if !entries.iter().any(|(name, value)| name == "default_lang" && value.truthy()) {
            put(entries, "default_lang", Setting::from("plaintext"));
        }
        put(entries, "guess_lang", guess_lang);
    }
    set("syntax_highlighter_opts", &highlighting)?;
    Ok(options)
}

fn put(entries: &mut Vec<(String, Setting)>, name: &str, value: Setting) {
    match entries.iter_mut().find(|(key, _)| key == name) {
        Some(entry) => entry.1 = value,
        None => entries.push((name.to_owned(), value)),
    }
}

/// A value of the configuration as kramdown takes it.
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
        Value::Float(number) => hastie_liquid::value::float_to_s(*number),
        Value::Bool(truth) => truth.to_string(),
        _ => String::new(),
    }
}

impl Processor for Kramdown {
    fn convert(&self, source: &str, rendering: &mut RenderContext) -> Result<String, Abort> {
        if let Some(gem) = &self.missing_gem {
            if self.says_coderay {
                let text =
                    "You are using 'enable_coderay', use syntax_highlighter: coderay in your configuration file.";
                rendering.log(Message::new(Level::Warn, "Deprecation:", text));
            }
            let reason = format!("cannot load such file -- {gem}");
            rendering.log(crate::diagnostic::missing_gem(gem, &reason));
            return Err(Abort::error("Jekyll::Errors::MissingDependencyException", gem.clone()));
        }
        let options = self.options.as_ref().map_err(|problem| Abort::error("Kramdown::Error", problem.clone()))?;
        let mut options = std::borrow::Cow::Borrowed(options);
        if rendering.ascii_source {
            options.to_mut().ascii = true;
        }
        let setup = std::sync::Arc::clone(rendering.setup());
        let highlighter =
            options.syntax_highlighter.as_deref().and_then(|name| super::highlighter(name, &setup.unsupported));
        let output = convert(source, &options, highlighter.as_deref())
            .map_err(|error| Abort::error("Kramdown::Error", error.to_string()))?;
        if self.show_warnings {
            for warning in output.warnings {
                rendering.log(Message::new(Level::Warn, "Kramdown warning:", warning));
            }
        }
        Ok(output.html)
    }
}
