//! Ruby's `format`, as far as `seo_paginator_message` reaches: text with `current` and `total` in it.

use hastie_liquid::Abort;

/// The message with its numbers: `%<current>s`, `%<total>d`, `%{total}`, with flags and widths, and `%%`.
///
/// # Errors
/// Another name, and what is no such form.
pub(super) fn filled(format: &str, current: &str, total: &str) -> Result<String, Abort> {
    let mut out = String::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('%') {
            out.push('%');
            rest = after;
            continue;
        }
        if matches!(rest.chars().next(), Some('\n' | '\0')) {
            out.push('%');
            continue;
        }
        let form = Form::parse(rest)?;
        out.push_str(&form.of(match form.name {
            "current" => current,
            "total" => total,
            name => return Err(Abort::error("KeyError", format!("key{} not found", form.shown(name)))),
        }));
        rest = form.rest;
    }
    out.push_str(rest);
    Ok(out)
}

/// One form, behind its percent sign.
struct Form<'a> {
    name: &'a str,
    is_left: bool,
    has_zeros: bool,
    has_plus: bool,
    has_blank: bool,
    width: usize,
    /// The letter; none for `%{name}`.
    kind: Option<char>,
    rest: &'a str,
}

impl<'a> Form<'a> {
    fn parse(text: &'a str) -> Result<Self, Abort> {
        let mut form = Form {
            name: "",
            is_left: false,
            has_zeros: false,
            has_plus: false,
            has_blank: false,
            width: 0,
            kind: None,
            rest: text,
        };
        loop {
            let Some(c) = form.rest.chars().next() else {
                return Err(refused("incomplete format specifier; use %% (double %) instead"));
            };
            let after = &form.rest[c.len_utf8()..];
            match c {
                '-' => form.is_left = true,
                '0' if form.width == 0 => form.has_zeros = true,
                '+' => form.has_plus = true,
                ' ' => form.has_blank = true,
                '0'..='9' => form.width = (form.width * 10 + c as usize - '0' as usize).min(10_000),
                '<' | '{' => {
                    let close = if c == '<' { '>' } else { '}' };
                    let Some(end) = after.find(close) else {
                        return Err(refused("malformed name - unmatched parenthesis"));
                    };
                    form.name = &after[..end];
                    form.rest = &after[end + 1..];
                    if c == '{' {
                        return Ok(form);
                    }
                    continue;
                }
                's' | 'd' | 'i' | 'u' if !form.name.is_empty() => {
                    form.kind = Some(c);
                    form.rest = after;
                    return Ok(form);
                }
                other => return Err(refused(format!("malformed format string - %{other}"))),
            }
            form.rest = after;
        }
    }

    /// The name as Ruby shows it where it does not know it.
    fn shown(&self, name: &str) -> String {
        if self.kind.is_some() { format!("<{name}>") } else { format!("{{{name}}}") }
    }

    fn of(&self, number: &str) -> String {
        let is_number = matches!(self.kind, Some('d' | 'i' | 'u'));
        let sign = match is_number {
            true if self.has_plus => "+",
            true if self.has_blank => " ",
            _ => "",
        };
        let missing = self.width.saturating_sub(sign.len() + number.len());
        if self.is_left {
            format!("{sign}{number}{}", " ".repeat(missing))
        } else if is_number && self.has_zeros {
            format!("{sign}{}{number}", "0".repeat(missing))
        } else {
            format!("{}{sign}{number}", " ".repeat(missing))
        }
    }
}

fn refused(text: impl Into<String>) -> Abort {
    Abort::error("ArgumentError", text.into())
}
