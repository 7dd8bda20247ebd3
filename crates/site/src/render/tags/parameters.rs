//! The markup of the include tags: the name of a file, perhaps with variables in it, and parameters.

use super::{Inner, text};
use hastie_liquid::{
    Abort, Context, Engine, Error, Expression, Hash, ParseOptions, Partial, Str, TagParse, Template, TemplateEffects,
    Value,
};
use hastie_value::text::{is_ascii_space, is_ruby_space};
use regex::Regex;
use std::sync::LazyLock;

/// The markup of an include-like tag: the file and its parameters.
#[derive(Debug)]
pub(super) struct Markup {
    tag: Str,
    file: File,
    /// The parameters with their names. `None` if there are none: the variable `include` then keeps its value from the
    /// surrounding include.
    parameters: Option<Vec<(Str, Parameter)>>,
}

#[derive(Debug)]
enum File {
    /// The markup is empty, so it names no file.
    Missing,
    Named(Str),
    Computed(Inner),
}

#[derive(Debug)]
enum Parameter {
    Text(Str),
    Variable(Expression),
}

/// Matches markup whose file name contains variables: first the name, then the rest of the markup.
static WITH_VARIABLES: LazyLock<Regex> = LazyLock::new(|| {
    const SPACE: &str = r"[ \t\r\n\x0b\x0c]";
    let variable = format!(r"\{{\{{{SPACE}*[A-Za-z0-9_.\-]+{SPACE}*(?:\|.*)?\}}\}}[^ \t\r\n\x0b\x0c{{}}]*");
    Regex::new(&format!(r"(?s)(?P<file>[^{{]*(?:{variable})+)(?P<rest>.*)")).expect("a pattern of our own")
});

impl Markup {
    pub(super) fn parse(tag: &TagParse<'_, '_>) -> Result<Self, Error> {
        let markup = tag.markup().trim_matches(is_ruby_space);
        let name: Str = tag.name().into();
        let (file, rest) = match variables(markup) {
            Some((file, rest)) => (File::Computed(inner(tag.engine(), file)), Some(rest)),
            None => match markup.split_once(is_ascii_space) {
                Some((file, rest)) => (File::Named(file.into()), Some(rest.trim_start_matches(is_ascii_space))),
                None if markup.is_empty() => (File::Missing, None),
                None => (File::Named(markup.into()), None),
            },
        };
        let parameters = match rest {
            Some(rest) => Some(parameters(rest)?.ok_or_else(|| invalid_parameters(rest, &name))?),
            None => None,
        };
        Ok(Markup { tag: name, file, parameters })
    }

    /// The name of the tag and the name of the included file, for the analysis of effects. The name of the file is
    /// `None` if it is computed while rendering, or missing.
    pub(super) fn partial(&self) -> Partial {
        let name = match &self.file {
            File::Named(file) => Some(file.clone()),
            File::Missing | File::Computed(_) => None,
        };
        Partial { tag: self.tag.clone(), name }
    }

    /// The name of the file. Variables in the name are evaluated. Empty if the markup names no file.
    pub(super) fn file(&self, cx: &mut Context<'_>) -> Result<Str, Abort> {
        match &self.file {
            File::Missing => Ok(Str::default()),
            File::Named(file) => Ok(file.clone()),
            File::Computed(inner) => Ok(text(inner, cx)?.into()),
        }
    }

    /// Fails for names that contain `..`, `//`, `./` or `/.`, and for names without a valid line. A valid line is not
    /// empty, and contains only ASCII letters, digits, `_` and characters of `/.-()+~#@`.
    pub(super) fn validate(&self, file: &str) -> Result<(), Abort> {
        if !leads_astray(file) && has_valid_line(file) {
            return Ok(());
        }
        let message = format!(
            "Invalid syntax for include tag. File contains invalid characters or sequences:\n\n  {file}\n\n\
             Valid syntax:\n\n  {}\n\n",
            example(&self.tag)
        );
        Err(Abort::error("ArgumentError", message))
    }

    /// The values of the parameters by name, with variables evaluated. `None` if the markup has no parameters.
    pub(super) fn values(&self, cx: &mut Context<'_>) -> Result<Option<Hash>, Abort> {
        let Some(parameters) = &self.parameters else { return Ok(None) };
        let mut hash = Hash::with_capacity(parameters.len());
        for (key, parameter) in parameters {
            let value = match parameter {
                Parameter::Text(text) => match cx.marks() {
                    Some(marks) => marks.of_current(Value::Str(text.clone())),
                    None => Value::Str(text.clone()),
                },
                Parameter::Variable(variable) => variable.evaluate(cx)?,
            };
            hash.set(key.clone(), value);
        }
        Ok(Some(hash))
    }

    /// Adds to `effects` the variables that the markup reads.
    pub(super) fn effects(&self, effects: &mut TemplateEffects) {
        if let File::Computed(Ok(template)) = &self.file {
            let inner = template.effects();
            effects.reads.extend(inner.reads.iter().cloned());
            effects.reads_any |= inner.reads_any;
        }
        for (_, parameter) in self.parameters.iter().flatten() {
            if let Parameter::Variable(variable) = parameter {
                variable.effects(effects);
            }
        }
    }
}

/// Parses the template inside of a Liquid tag's markup, such as `{{ page.box }}` in `{% include {{ page.box }} %}`. As
/// in Ruby, the site's error mode applies, and errors have no line numbers.
pub(super) fn inner(engine: &Engine, markup: &str) -> Inner {
    Template::parse(engine, markup, ParseOptions::default().without_line_numbers())
}

fn variables(markup: &str) -> Option<(&str, &str)> {
    if !markup.contains("{{") {
        return None;
    }
    let found = WITH_VARIABLES.captures(markup)?;
    let part = |name| found.name(name).map_or("", |part| part.as_str().trim_matches(is_ruby_space));
    Some((part("file"), part("rest")))
}

/// Parses the parameters of an include. `None` if the markup contains anything else.
fn parameters(markup: &str) -> Result<Option<Vec<(Str, Parameter)>>, Error> {
    let mut found = Vec::new();
    let mut rest = markup.trim_start_matches(is_ascii_space);
    while !rest.is_empty() {
        let Some((key, behind)) = word(rest, |c| is_word(c) || c == '-') else { return Ok(None) };
        let Some(behind) = behind.trim_start_matches(is_ascii_space).strip_prefix('=') else { return Ok(None) };
        let behind = behind.trim_start_matches(is_ascii_space);
        let (parameter, behind) = if let Some((text, behind)) = quoted(behind, '"').or_else(|| quoted(behind, '\'')) {
            (Parameter::Text(text), behind)
        } else if let Some((variable, behind)) = word(behind, |c| is_word(c) || c == '.' || c == '-') {
            (Parameter::Variable(Expression::parse(variable)?), behind)
        } else {
            return Ok(None);
        };
        found.push((key.into(), parameter));
        rest = behind.trim_start_matches(is_ascii_space);
        if rest.len() == behind.len() && !rest.is_empty() {
            return Ok(None);
        }
    }
    Ok(Some(found))
}

fn word(text: &str, keep: impl Fn(char) -> bool) -> Option<(&str, &str)> {
    let end = text.find(|c| !keep(c)).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// Reads the quoted text at the start of `text`. Returns its content, and the rest after the closing quote. A backslash
/// escapes the next character, and is removed before a quote. `None` if `text` does not start with a complete quoted
/// text.
fn quoted(text: &str, quote: char) -> Option<(Str, &str)> {
    let inside = text.strip_prefix(quote)?;
    let mut rest = inside.char_indices();
    while let Some((end, c)) = rest.next() {
        if c == '\\' {
            rest.next().filter(|(_, next)| *next != '\n')?;
        } else if c == quote {
            let escaped = format!("\\{quote}");
            let text = &inside[..end];
            let value = if text.contains(&escaped) { text.replace(&escaped, &quote.to_string()) } else { text.into() };
            return Some((value.into(), &inside[end + quote.len_utf8()..]));
        }
    }
    None
}

fn invalid_parameters(parameters: &str, tag: &str) -> Error {
    let message = format!("Invalid syntax for include tag:\n\n{parameters}\n\nValid syntax:\n\n{}\n\n", example(tag));
    Error::new("ArgumentError", message)
}

fn example(tag: &str) -> String {
    format!("{{% {tag} file.ext param='value' param2='value' %}}")
}

/// Whether a name contains two characters in a row that are dots or slashes.
fn leads_astray(file: &str) -> bool {
    file.as_bytes().windows(2).any(|pair| pair.iter().all(|byte| matches!(byte, b'.' | b'/')))
}

/// Whether at least one line of a name is valid. Ruby's pattern matches line by line.
fn has_valid_line(file: &str) -> bool {
    let valid = |c: char| is_word(c) || "/.-()+~#@".contains(c);
    file.split('\n').any(|line| !line.is_empty() && line.chars().all(valid))
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
