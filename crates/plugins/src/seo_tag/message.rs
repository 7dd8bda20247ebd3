//! Ruby's `format` for `seo_paginator_message`, with the numbers `current` and `total`.

use hastie_liquid::Abort;

/// Formats `seo_paginator_message` with the page's number and the number of pages. Supports `%<current>s`, `%<total>d`,
/// `%{total}` and `%%`, with flags, widths and precisions. A directive without a name gets both numbers, printed as a
/// Ruby hash.
///
/// # Errors
/// Fails on an unknown name, on an invalid directive, and on `%g` and `%a`. Also fails if directives with and without
/// names are mixed, or if two directives have no name. A directive without a name must be `%s` or `%p`.
pub(super) fn filled(format: &str, current: &str, total: &str) -> Result<String, Abort> {
    let mut out = String::new();
    let mut rest = format;
    let mut whole = Some(format!("{{:current=>{current}, :total=>{total}}}"));
    let mut has_names = false;
    while let Some(position) = rest.find('%') {
        out.push_str(&rest[..position]);
        rest = &rest[position + 1..];
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
        rest = form.rest;
        let Some(kind) = form.kind else {
            // A name at the end, without a directive.
            out.push('%');
            continue;
        };
        let both;
        let value = match form.name {
            Some(name) if whole.is_none() => {
                return Err(refused(format!("named{} after unnumbered(1)", form.shown(name))));
            }
            Some("current") => current,
            Some("total") => total,
            Some(name) => return Err(Abort::error("KeyError", format!("key{} not found", form.shown(name)))),
            None if has_names => return Err(refused("unnumbered(1) mixed with named")),
            None => {
                both = whole.take().ok_or_else(|| refused("too few arguments"))?;
                &both
            }
        };
        has_names |= form.name.is_some();
        out.push_str(&form.of(kind, value)?);
    }
    out.push_str(rest);
    Ok(out)
}

/// The limit for a width or precision in a directive. Larger numbers count as this limit.
const MAX_WIDTH: usize = 10_000;

/// The parts of a directive such as `%-5d`.
struct Form<'a> {
    name: Option<&'a str>,
    is_left: bool,
    has_zeros: bool,
    has_prefix: bool,
    sign: &'static str,
    width: usize,
    precision: Option<usize>,
    /// The letter, such as `d`, or `{` for `%{name}`. `None` if the format ends after a name.
    kind: Option<char>,
    rest: &'a str,
}

impl<'a> Form<'a> {
    fn parse(text: &'a str) -> Result<Self, Abort> {
        let mut form = Form {
            name: None,
            is_left: false,
            has_zeros: false,
            has_prefix: false,
            sign: "",
            width: 0,
            precision: None,
            kind: None,
            rest: text,
        };
        loop {
            let Some(c) = form.rest.chars().next() else {
                return match form.name {
                    Some(_) => Ok(form),
                    None => Err(refused("incomplete format specifier; use %% (double %) instead")),
                };
            };
            form.rest = &form.rest[c.len_utf8()..];
            match c {
                '-' => form.is_left = true,
                '#' => form.has_prefix = true,
                '+' => form.sign = "+",
                ' ' if form.sign.is_empty() => form.sign = " ",
                ' ' => {}
                '0' if form.width == 0 => form.has_zeros = true,
                '0'..='9' => form.width = with_digit(form.width, c),
                '.' => {
                    let digits = form.rest.bytes().take_while(u8::is_ascii_digit).count();
                    let (number, rest) = form.rest.split_at(digits);
                    form.precision = Some(number.chars().fold(0, with_digit));
                    form.rest = rest;
                }
                '<' | '{' => {
                    let close = if c == '<' { '>' } else { '}' };
                    let Some(end) = form.rest.find(close) else {
                        return Err(refused("malformed name - unmatched parenthesis"));
                    };
                    let name = &form.rest[..end];
                    form.rest = &form.rest[end + 1..];
                    if let Some(first) = form.name {
                        let second = if c == '<' { format!("<{name}>") } else { format!("{{{name}}}") };
                        return Err(refused(format!("named{second} after <{first}>")));
                    }
                    form.name = Some(name);
                    if c == '{' {
                        form.kind = Some('{');
                        return Ok(form);
                    }
                }
                's' | 'p' | 'd' | 'i' | 'u' | 'x' | 'X' | 'o' | 'b' | 'B' | 'f' | 'e' | 'E' | 'c' => {
                    form.kind = Some(c);
                    return Ok(form);
                }
                '%' => return Err(refused("invalid format character - %")),
                other => return Err(refused(format!("malformed format string - %{other}"))),
            }
        }
    }

    /// The name as Ruby prints it in the error about an unknown name.
    fn shown(&self, name: &str) -> String {
        if self.kind == Some('{') { format!("{{{name}}}") } else { format!("<{name}>") }
    }

    fn of(&self, kind: char, value: &str) -> Result<String, Abort> {
        if matches!(kind, 's' | 'p' | '{') {
            let text: String = value.chars().take(self.precision.unwrap_or(usize::MAX)).collect();
            return Ok(self.padded("", "", text));
        }
        let number: i64 = value.parse().map_err(|_| {
            let what = if value.starts_with('{') { "Hash" } else { "nil" };
            Abort::error("TypeError", format!("can't convert {what} into Integer"))
        })?;
        let (sign, number) = (if number < 0 { "-" } else { self.sign }, number.unsigned_abs());
        let (prefix, digits) = match kind {
            'c' => {
                let character = u32::try_from(number).ok().and_then(char::from_u32);
                return Ok(self.padded("", "", character.ok_or_else(|| refused("invalid character"))?.to_string()));
            }
            'x' => ("0x", format!("{number:x}")),
            'X' => ("0X", format!("{number:X}")),
            'o' => ("0", format!("{number:o}")),
            'b' => ("0b", format!("{number:b}")),
            'B' => ("0B", format!("{number:b}")),
            'f' => ("", format!("{:.*}", self.precision.unwrap_or(6), number as f64)),
            'e' => ("", self.exponential(number)),
            'E' => ("", self.exponential(number).to_uppercase()),
            _ => ("", number.to_string()),
        };
        let prefix = if self.has_prefix { prefix } else { "" };
        match self.precision.filter(|_| !matches!(kind, 'f' | 'e' | 'E')) {
            Some(least) => {
                let zeros = "0".repeat(least.saturating_sub(digits.len()));
                let form = Form { has_zeros: false, rest: "", name: None, ..*self };
                Ok(form.padded(sign, prefix, zeros + &digits))
            }
            None => Ok(self.padded(sign, prefix, digits)),
        }
    }

    /// A number in exponential notation, such as `7.700000e+01`.
    fn exponential(&self, number: u64) -> String {
        let text = format!("{:.*e}", self.precision.unwrap_or(6), number as f64);
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        format!("{digits}e+{exponent:0>2}")
    }

    fn padded(&self, sign: &str, prefix: &str, text: String) -> String {
        let missing = self.width.saturating_sub(sign.len() + prefix.len() + text.chars().count());
        let is_number = !matches!(self.kind, Some('s' | 'p' | 'c' | '{'));
        if self.is_left {
            format!("{sign}{prefix}{text}{}", " ".repeat(missing))
        } else if is_number && self.has_zeros {
            format!("{sign}{prefix}{}{text}", "0".repeat(missing))
        } else {
            format!("{}{sign}{prefix}{text}", " ".repeat(missing))
        }
    }
}

fn with_digit(number: usize, digit: char) -> usize {
    (number * 10 + digit as usize - '0' as usize).min(MAX_WIDTH)
}

fn refused(text: impl Into<String>) -> Abort {
    Abort::error("ArgumentError", text.into())
}
