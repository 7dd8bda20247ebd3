//! `slugify`: a text as part of a URL (`Jekyll::Utils.slugify`).

use super::transliterate::transliterate;
use super::{no_method, site};
use hastie_liquid::{Abort, Cx, Value};
use regex::Regex;
use std::sync::LazyLock;

/// `slugify`: small letters, and hyphens for what the mode does not allow. A mode that there is not
/// leaves all but the letters' case.
pub fn slugify_filter(cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let mode = match args.first() {
        None | Some(Value::Nil | Value::Bool(false)) => Some(Mode::Default),
        Some(mode) => mode.as_str().and_then(Mode::named),
    };
    let text = match input {
        Value::Nil => return Ok(Value::Nil),
        Value::Str(text) => text,
        _ => return Err(no_method(cx, if mode.is_some() { "gsub" } else { "downcase" }, input)),
    };
    let Some(mode) = mode else { return Ok(lower(text).into()) };
    cx.spend(text.len() as u64 / 8)?;
    let slug = slugify(text, mode, false);
    if slug.is_empty() {
        let shown = if mode == Mode::Latin { transliterate(text) } else { text.to_string() };
        cx.spend(shown.len() as u64)?;
        site(cx)?.warn("Warning:", format!("Empty `slug` generated for '{shown}'."));
    }
    Ok(slug.into())
}

/// What a slug may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// All but white space.
    Raw,
    /// Letters, marks and digits.
    Default,
    /// Letters, marks, digits and what may stand in a URL as it is.
    Pretty,
    /// ASCII letters and digits.
    Ascii,
    /// As [`Mode::Default`], with Latin letters spelt in ASCII first and others lost.
    Latin,
}

impl Mode {
    /// The mode of a name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "raw" => Mode::Raw,
            "default" => Mode::Default,
            "pretty" => Mode::Pretty,
            "ascii" => Mode::Ascii,
            "latin" => Mode::Latin,
            _ => return None,
        })
    }

    /// Whether an ASCII character stays.
    fn keeps_ascii(self, byte: u8) -> bool {
        match self {
            Mode::Raw => !matches!(byte, b' ' | b'\t'..=b'\r'),
            Mode::Pretty => byte.is_ascii_alphanumeric() || b"._~!$&'()+,;=@".contains(&byte),
            Mode::Default | Mode::Ascii | Mode::Latin => byte.is_ascii_alphanumeric(),
        }
    }

    fn keeps(self, c: char) -> bool {
        static WORD: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"[\p{M}\p{L}\p{Nd}]").ok());
        match self {
            _ if c.is_ascii() => self.keeps_ascii(c as u8),
            Mode::Raw => true,
            Mode::Ascii => false,
            Mode::Default | Mode::Pretty | Mode::Latin => {
                WORD.as_ref().is_some_and(|word| word.is_match(c.encode_utf8(&mut [0; 4])))
            }
        }
    }
}

/// The slug of a text. `cased` keeps capital letters.
pub fn slugify(text: &str, mode: Mode, cased: bool) -> String {
    let latin;
    let text = if mode == Mode::Latin {
        latin = transliterate(text);
        latin.as_str()
    } else {
        text
    };
    let mut slug = String::with_capacity(text.len());
    let mut replacing = false;
    for c in text.chars() {
        if mode.keeps(c) {
            slug.push(c);
            replacing = false;
        } else if !replacing {
            slug.push('-');
            replacing = true;
        }
    }
    let slug = slug.strip_prefix('-').unwrap_or(&slug);
    let slug = slug.strip_suffix('-').unwrap_or(slug);
    if cased { slug.to_string() } else { lower(slug) }
}

fn lower(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}
