//! The gem jekyll-regex-replace 1.1: the filters `regex_replace` and `regex_replace_once`, with Ruby's patterns.

use fancy_regex::{Captures, Regex};
use hastie_liquid::{Abort, Context, Engine, Value};
use hastie_site::failure::Failure;
use hastie_site::plugin::Plugin;
use hastie_site::render::rendering_of;

/// Registers the filters `regex_replace` and `regex_replace_once`, which take a regular expression in Ruby's syntax.
#[derive(Debug)]
pub(crate) struct RegexReplace;

impl Plugin for RegexReplace {
    fn name(&self) -> &'static str {
        "jekyll-regex-replace"
    }

    fn liquid(&self, engine: &mut Engine) {
        engine.filter("regex_replace", 2, |cx: &mut Context<'_>, input: &Value, arguments: &[Value]| {
            replace(cx, input, arguments, "gsub", 0)
        });
        engine.filter("regex_replace_once", 2, |cx: &mut Context<'_>, input: &Value, arguments: &[Value]| {
            replace(cx, input, arguments, "sub", 1)
        });
    }
}

/// Replaces up to `limit` matches. 0 means all.
fn replace(
    cx: &mut Context<'_>,
    input: &Value,
    arguments: &[Value],
    method: &str,
    limit: usize,
) -> Result<Value, Abort> {
    let Value::Str(text) = input else {
        return Err(rendering_of(cx.host)?.setup().context.no_method(method, input).into());
    };
    let pattern = arguments.first().unwrap_or(&Value::Nil).to_s(cx.host)?;
    let with = match arguments.get(1) {
        Some(Value::Str(with)) => with.clone(),
        other => return Err(Failure::no_conversion(other.unwrap_or(&Value::Nil), "String").into()),
    };
    let regex = Regex::new(&translated(&pattern))
        .map_err(|error| Abort::error("RegexpError", format!("{error}: /{pattern}/")))?;
    let replaced = regex
        .try_replacen(text, limit, |found: &Captures<'_>| expanded(&with, found))
        .map_err(|error| Abort::error("RegexpError", format!("{error}: /{pattern}/")))?;
    Ok(Value::from(replaced.into_owned()))
}

/// Converts a Ruby pattern to the syntax of `fancy_regex`: `^` and `$` match at lines, and digits, letters and spaces
/// are ASCII.
fn translated(pattern: &str) -> String {
    let mut out = String::from("(?m)");
    let mut chars = pattern.chars();
    let mut in_class = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' => match (chars.next(), in_class) {
                (Some('d'), false) => out.push_str("[0-9]"),
                (Some('d'), true) => out.push_str("0-9"),
                (Some('w'), false) => out.push_str("[A-Za-z0-9_]"),
                (Some('w'), true) => out.push_str("A-Za-z0-9_"),
                (Some('s'), false) => out.push_str(r"[ \t\r\n\x0B\x0C]"),
                (Some('s'), true) => out.push_str(r" \t\r\n\x0B\x0C"),
                (Some('h'), false) => out.push_str("[0-9a-fA-F]"),
                (Some('h'), true) => out.push_str("0-9a-fA-F"),
                (Some('D'), _) => out.push_str("[^0-9]"),
                (Some('W'), _) => out.push_str("[^A-Za-z0-9_]"),
                (Some('S'), _) => out.push_str(r"[^ \t\r\n\x0B\x0C]"),
                (Some('Z'), false) => out.push_str(r"(?=\n?\z)"),
                (Some('/'), _) => out.push('/'),
                (Some(other), _) => {
                    out.push('\\');
                    out.push(other);
                }
                (None, _) => out.push('\\'),
            },
            '[' => {
                in_class = true;
                out.push(c);
            }
            ']' => {
                in_class = false;
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    // Ruby's flag `m` lets the dot match line breaks.
    out.replace("(?mi)", "(?si)").replace("(?im)", "(?si)")
}

/// Expands a replacement: `\1`, `\0` and `\k<name>` are parts of the match, `\\` is a backslash.
fn expanded(with: &str, found: &Captures<'_>) -> String {
    let mut out = String::new();
    let mut rest = with;
    while let Some(position) = rest.find('\\') {
        out.push_str(&rest[..position]);
        let behind = &rest[position + 1..];
        let group = |n: usize| found.get(n).map_or("", |part| part.as_str());
        let Some(c) = behind.chars().next() else {
            out.push('\\');
            return out;
        };
        rest = &behind[c.len_utf8()..];
        match c {
            '0'..='9' => out.push_str(group(c as usize - '0' as usize)),
            '&' => out.push_str(group(0)),
            '\\' => out.push('\\'),
            'k' if rest.starts_with('<') && rest.contains('>') => {
                let (name, behind) = rest[1..].split_once('>').unwrap_or((rest, ""));
                out.push_str(found.name(name).map_or("", |part| part.as_str()));
                rest = behind;
            }
            other => {
                out.push('\\');
                out.push(other);
            }
        }
    }
    out + rest
}
