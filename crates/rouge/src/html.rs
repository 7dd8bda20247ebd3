//! HTML output: spans, marked lines, and line numbers, as kramdown and Jekyll use them. Mirrors `Rouge::Formatters`.
//! Each formatter is a function from tokens to a string.

use crate::engine::Tokens;
use crate::token::Token;

/// `Formatters::HTML`: a span with a short class for each token, except for plain text. `Escape` tokens have the class
/// of errors, as in Rouge by default.
pub fn spans(tokens: &Tokens) -> String {
    let mut out = String::with_capacity(tokens.text().len() * 3);
    for (token, text) in tokens.iter() {
        span(token, text, &mut out);
    }
    out
}

/// Appends the escaped text of a token. Unless the token is `Text`, encloses it in a `span` with the class of the
/// token.
fn span(token: Token, text: &str, out: &mut String) {
    match token {
        Token::Text => escape(text, out),
        _ => {
            // Escapes are not enabled (`Formatter.enable_escape!`), so Rouge treats them as errors.
            let token = if token == Token::Escape { Token::Error } else { token };
            out.push_str("<span class=\"");
            out.push_str(token.short_name());
            out.push_str("\">");
            escape(text, out);
            out.push_str("</span>");
        }
    }
}

/// Appends a text and escapes `&`, `<` and `>`. Quotes stay unchanged.
pub fn escape(text: &str, out: &mut String) {
    let mut rest = text;
    // Most tokens are short.
    let find = |bytes: &[u8]| match bytes.len() {
        0..16 => bytes.iter().position(|byte| matches!(byte, b'&' | b'<' | b'>')),
        _ => memchr::memchr3(b'&', b'<', b'>', bytes),
    };
    while let Some(position) = find(rest.as_bytes()) {
        out.push_str(&rest[..position]);
        out.push_str(match rest.as_bytes()[position] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            _ => "&gt;",
        });
        rest = &rest[position + 1..];
    }
    out.push_str(rest);
}

/// `Formatter#token_lines`: the tokens of each line, without line feeds. A line feed at the end does not start another
/// line.
pub fn lines(tokens: &Tokens) -> Vec<Tokens> {
    let mut all = Vec::new();
    let mut line = Tokens::default();
    for (token, text) in tokens.iter() {
        let mut pieces = text.split('\n');
        line.push(token, pieces.next().unwrap_or_default());
        for piece in pieces {
            all.push(std::mem::take(&mut line));
            line.push(token, piece);
        }
    }
    if !line.is_empty() {
        all.push(line);
    }
    all
}

/// `Formatters::HTMLLineHighlighter`: each line with a line feed. The lines whose one-based numbers are in `marked` are
/// in a span of class `hll`.
pub fn marked_lines(tokens: &Tokens, marked: &[i64]) -> String {
    let mut out = String::new();
    for (i, line) in lines(tokens).iter().enumerate() {
        let html = spans(line);
        if marked.contains(&(i as i64 + 1)) {
            out.push_str("<span class=\"hll\">");
            out.push_str(&html);
            out.push_str("\n</span>");
        } else {
            out.push_str(&html);
            out.push('\n');
        }
    }
    out
}

/// Options for tables with line numbers. The defaults are Rouge's.
#[derive(Clone, Debug)]
pub struct Table<'a> {
    /// The number of the first line.
    pub start_line: i64,
    /// A `sprintf` format for line numbers, such as `%i`, `%3d` or `%02d`.
    pub line_format: &'a str,
    /// The class of the element `table`.
    pub table_class: &'a str,
    /// The class of the cell with the line numbers.
    pub gutter_class: &'a str,
    /// The class of the cell with the code, `rouge-code` by default.
    pub code_class: &'a str,
}

impl Default for Table<'_> {
    fn default() -> Self {
        Table {
            start_line: 1,
            line_format: "%i",
            table_class: "rouge-table",
            gutter_class: "rouge-gutter",
            code_class: "rouge-code",
        }
    }
}

/// `Formatters::HTMLTable`: a single row with all line numbers in one cell and `inner`, the HTML of the code, in
/// another.
pub fn table(tokens: &Tokens, inner: &str, options: &Table<'_>) -> String {
    let text = tokens.text();
    let ends = text.ends_with('\n');
    let count = text.matches('\n').count() as i64 + i64::from(!ends);
    let last = options.start_line.saturating_add(count);
    let mut out =
        format!("<table class=\"{}\"><tbody><tr><td class=\"{} gl\">", options.table_class, options.gutter_class);
    out.push_str("<pre class=\"lineno\">");
    for number in options.start_line..last {
        if number > options.start_line {
            out.push('\n');
        }
        out.push_str(&numbered(options.line_format, number));
    }
    out.push_str("\n</pre></td><td class=\"");
    out.push_str(options.code_class);
    out.push_str("\"><pre>");
    out.push_str(inner);
    if !ends {
        out.push('\n');
    }
    out.push_str("</pre></td></tr></tbody></table>");
    out
}

/// `Formatters::HTMLPygments`: encloses `inner`, the HTML of the code, in `div`, `pre` and `code`. `css_class` is the
/// class of `pre`.
pub fn pygments(inner: &str, css_class: &str) -> String {
    format!("<div class=\"highlight\"><pre class=\"{css_class}\"><code>{inner}</code></pre></div>")
}

/// The options of `Formatters::HTMLLegacy`, which kramdown uses.
#[derive(Clone, Debug)]
pub struct Legacy<'a> {
    /// The class of `pre` if `wrap` is set. The default is `highlight` in kramdown and `codehilite` in Rouge.
    pub css_class: &'a str,
    /// Whether to enclose the HTML in `div`, `pre` and `code`. False for kramdown's code spans.
    pub wrap: bool,
    /// The options of the table with line numbers. `None` for code without line numbers.
    pub line_numbers: Option<Table<'a>>,
}

/// `Formatters::HTMLLegacy`: spans, in a table if `options` contains line numbers, and enclosed in `pre` if `wrap` is
/// set.
pub fn legacy(tokens: &Tokens, options: &Legacy<'_>) -> String {
    let mut html = spans(tokens);
    if let Some(options) = &options.line_numbers {
        html = table(tokens, &html, options);
    }
    if options.wrap { pygments(&html, options.css_class) } else { html }
}

/// Ruby's `sprintf` for a number, with `%i` or `%d`, a width, and a leading zero or minus.
fn numbered(format: &str, number: i64) -> String {
    let mut out = String::new();
    let mut rest = format;
    while let Some((before, after)) = rest.split_once('%') {
        out.push_str(before);
        let spec_end = after.find(|c: char| !c.is_ascii_digit() && c != '-' && c != '+' && c != ' ');
        let (spec, kind) = after.split_at(spec_end.unwrap_or(after.len()));
        let width: usize = spec.trim_start_matches(['-', '+', ' ', '0']).parse().unwrap_or(0).min(1000);
        match kind.chars().next() {
            Some('i' | 'd' | 'u' | 's') => {
                let digits = number.to_string();
                let fill = width.saturating_sub(digits.len());
                match spec {
                    s if s.starts_with('-') => out.push_str(&format!("{digits}{}", " ".repeat(fill))),
                    s if s.starts_with('0') => out.push_str(&format!("{}{digits}", "0".repeat(fill))),
                    _ => out.push_str(&format!("{}{digits}", " ".repeat(fill))),
                }
                rest = &kind[1..];
            }
            Some('%') => {
                out.push('%');
                rest = &kind[1..];
            }
            _ => {
                out.push('%');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}
