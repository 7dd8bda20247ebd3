//! Mirrors the gem jekyll-avatar 0.8: `{% avatar NAME [size=N] [lazy=true] %}`, `{% avatar user=VARIABLE %}`.

use super::Plugin;
use crate::render::turn_of;
use hastie_liquid::{Abort, Cx, Engine, Error, ParseOptions, Tag, TagParse, Template, Value};

/// The plugin.
#[derive(Debug)]
pub struct Avatar;

impl Plugin for Avatar {
    fn name(&self) -> &'static str {
        "jekyll-avatar"
    }

    fn liquid(&self, engine: &mut Engine) {
        engine.tag("avatar", parse);
    }
}

#[derive(Debug)]
struct AvatarTag {
    markup: Result<Template, Error>,
    /// The variable that holds the name.
    user: Option<String>,
    size: String,
}

fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    let text = tag.markup().trim().to_owned();
    let markup =
        Template::parse(tag.engine(), text.as_str(), ParseOptions { line_numbers: false, ..ParseOptions::default() });
    Ok(Box::new(AvatarTag { markup, user: user(&text), size: size(&text).unwrap_or_else(|| "40".to_owned()) }))
}

/// The variable of `user=`.
fn user(text: &str) -> Option<String> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    for (at, _) in text.match_indices("user=") {
        let name = text[at + 5..].split(|c: char| !is_word(c) && c != '.').next().unwrap_or_default();
        let name = name.trim_end_matches('.');
        if !text[..at].ends_with(is_word) && !name.is_empty() {
            return Some(name.to_owned());
        }
    }
    None
}

/// The number of `size=`.
fn size(text: &str) -> Option<String> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let lower = text.to_ascii_lowercase();
    for (at, _) in lower.match_indices("size=") {
        let digits: String = lower[at + 5..].chars().take_while(char::is_ascii_digit).collect();
        let is_whole = !lower[at + 5 + digits.len()..].starts_with(is_word);
        if !lower[..at].ends_with(is_word) && !digits.is_empty() && is_whole {
            return Some(digits);
        }
    }
    None
}

impl Tag for AvatarTag {
    fn render(&self, cx: &mut Cx<'_>, out: &mut String) -> Result<(), Abort> {
        let template = self.markup.as_ref().map_err(|error| Abort::from(error.clone()))?;
        let mut text = String::new();
        cx.render_partial(template, &mut text)?;
        let name = match &self.user {
            Some(variable) => lookup(cx, variable)?,
            None => {
                let first = if text.contains(' ') { text.split_whitespace().next().unwrap_or_default() } else { &text };
                first.strip_prefix('@').unwrap_or(first).to_owned()
            }
        };
        let setup = turn_of(cx.host)?.setup().clone();
        let host = setup.world.variable("PAGES_AVATARS_URL").filter(|host| !host.is_empty());
        let address = Address { name: &name, size: &self.size, host };
        let size = &self.size;
        let class = if number(size) < 48 { "avatar avatar-small" } else { "avatar" };
        let set = (1..=4).map(|scale| format!("{} {scale}x", address.at(scale))).collect::<Vec<_>>().join(", ");
        let url = address.at(1);
        let sources = if text.contains("lazy=true") {
            format!("src=\"\" data-src=\"{url}\" data-srcset=\"{set}\"")
        } else {
            format!("src=\"{url}\" srcset=\"{set}\"")
        };
        out.push_str(&format!(
            "<img class=\"{class}\" alt=\"{name}\" width=\"{size}\" height=\"{size}\" data-proofer-ignore=\"true\" \
             {sources} />"
        ));
        Ok(())
    }
}

/// A variable's value, or its name where it has none.
fn lookup(cx: &mut Cx<'_>, variable: &str) -> Result<String, Abort> {
    let mut parts = variable.split('.').filter(|part| !part.is_empty());
    let mut found = cx.find_variable(parts.next().unwrap_or_default())?;
    for part in parts {
        found = match &found {
            Value::Hash(hash) => hash.get(part).cloned().unwrap_or(Value::Nil),
            Value::Drop(object) => object.get(part, cx.host)?.unwrap_or(Value::Nil),
            _ => {
                let text = format!("jekyll-avatar: {variable} leads to nothing at {part}");
                return Err(Abort::error("NoMethodError", text));
            }
        };
    }
    if found.truthy() { Ok(found.to_s(cx.host)?.to_string()) } else { Ok(variable.to_owned()) }
}

fn number(size: &str) -> u64 {
    size.parse().unwrap_or(u64::MAX)
}

struct Address<'a> {
    name: &'a str,
    size: &'a str,
    host: Option<&'a str>,
}

impl Address<'_> {
    fn path(&self, scale: u64) -> String {
        let size = match scale {
            1 => self.size.to_owned(),
            _ => number(self.size).saturating_mul(scale).to_string(),
        };
        format!("{}?v=3&s={size}", self.name)
    }

    fn at(&self, scale: u64) -> String {
        let path = self.path(scale);
        match self.host {
            Some(host) => format!("{}/{path}", host.strip_suffix('/').unwrap_or(host)),
            None => format!("https://avatars{}.githubusercontent.com/{path}", crc32(self.path(1).as_bytes()) % 4),
        }
    }
}

/// `Zlib.crc32`
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
        }
    }
    !crc
}
