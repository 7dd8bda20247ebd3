//! Mirrors `Jekyll::Tags::HighlightBlock`: a block of code, highlighted.

use super::parameters::is_stripped;
use super::view;
use hastie_liquid::{Abort, Body, Cx, Error, Tag, TagParse, Touches};
use regex::Regex;
use std::fmt::Write;
use std::sync::LazyLock;

#[derive(Debug)]
struct Highlight {
    language: String,
    /// Line numbers beside the code, in a table, however the option is spelt.
    line_numbers: bool,
    mark_lines: Option<MarkLines>,
    body: Body,
}

/// The option `mark_lines`.
#[derive(Debug)]
enum MarkLines {
    Lines(Vec<usize>),
    /// Without a quoted list, which Ruby only notices when it renders.
    Invalid,
}

/// A language, then options: `name`, `name=value`, `name="1 2 3"`.
static SYNTAX: LazyLock<Regex> = LazyLock::new(|| {
    const SPACE: &str = r"[ \t\r\n\x0b\x0c]";
    let option = format!(r#"{SPACE}+[A-Za-z0-9_]+(?:=(?:[A-Za-z0-9_]+|"(?:[0-9]+{SPACE})*[0-9]+"))?"#);
    #[allow(clippy::expect_used)]
    Regex::new(&format!("(?m)^([a-zA-Z0-9.+#_-]+)((?:{option})*)$")).expect("a pattern of our own")
});

pub(super) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    let markup = tag.markup();
    let Some(found) = SYNTAX.captures(markup.trim_matches(is_stripped)) else {
        let message = format!(
            "Syntax Error in tag 'highlight' while parsing the following markup:\n\n{markup}\n\n\
             Valid syntax: highlight <lang> [linenos] [mark_lines=\"3 4 5\"]\n\n\
             See https://jekyllrb.com/docs/liquid/tags/#code-snippet-highlighting for more details.\n"
        );
        return Err(Error::new("SyntaxError", message));
    };
    let language = found[1].to_lowercase();
    let (line_numbers, mark_lines) = options(&found[2]);
    let body = tag.body()?;
    Ok(Box::new(Highlight { language, line_numbers, mark_lines, body }))
}

/// Whether there are line numbers, and the lines to mark.
fn options(markup: &str) -> (bool, Option<MarkLines>) {
    let (mut line_numbers, mut mark_lines) = (false, None);
    let mut rest = markup.trim_start();
    while !rest.is_empty() {
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let (key, behind) = rest.split_at(end);
        let (value, behind) = match behind.strip_prefix('=') {
            Some(value) => match value.strip_prefix('"').and_then(|list| list.split_once('"')) {
                Some((list, behind)) => (Some(Err(list)), behind),
                None => {
                    let end = value.find(char::is_whitespace).unwrap_or(value.len());
                    (Some(Ok(&value[..end])), &value[end..])
                }
            },
            None => (None, behind),
        };
        match (key, value) {
            ("linenos", _) => line_numbers = true,
            ("mark_lines", Some(Err(list))) => {
                let lines = list.split_ascii_whitespace().filter_map(|line| line.parse().ok()).collect();
                mark_lines = Some(MarkLines::Lines(lines));
            }
            ("mark_lines", _) => mark_lines = Some(MarkLines::Invalid),
            _ => {}
        }
        rest = behind.trim_start();
    }
    (line_numbers, mark_lines)
}

impl Tag for Highlight {
    fn render(&self, cx: &mut Cx<'_>, out: &mut String) -> Result<(), Abort> {
        let prefix = cx.lookup("highlighter_prefix")?;
        let suffix = cx.lookup("highlighter_suffix")?;
        let mut body = String::new();
        self.body.render(cx, &mut body)?;
        let code = body.trim_matches(['\n', '\r']);
        let highlighted = match view(cx)?.setup.config_text("highlighter").as_str() {
            "rouge" | "pygments" => self.rouge(code)?,
            _ => escape(code).trim_matches(is_stripped).to_string(),
        };
        prefix.write_to_s(out, cx.host)?;
        let highlighted = chomp(&highlighted);
        let class = self.language.replace('+', "-");
        let language = &self.language;
        let _ = write!(
            out,
            "<figure class=\"highlight\"><pre><code class=\"language-{class}\" data-lang=\"{language}\">{highlighted}\
             </code></pre></figure>"
        );
        suffix.write_to_s(out, cx.host)
    }

    fn blank(&self) -> bool {
        self.body.blank()
    }

    fn is_block(&self) -> bool {
        true
    }

    fn touches(&self, touches: &mut Touches) {
        touches.reads.extend(["highlighter_prefix".into(), "highlighter_suffix".into()]);
        self.body.touches(touches);
    }
}

impl Highlight {
    fn rouge(&self, code: &str) -> Result<String, Abort> {
        let spans = spans(&self.language, code);
        let spans = match &self.mark_lines {
            None => spans,
            Some(MarkLines::Lines(lines)) => marked(&spans, lines),
            Some(MarkLines::Invalid) => {
                let message = "Syntax Error for mark_lines declaration. Expected a double-quoted list of integers.";
                return Err(Abort::error("SyntaxError", message));
            }
        };
        Ok(if self.line_numbers { table(&spans, code) } else { spans })
    }
}

/// The code in Rouge's spans.
fn spans(language: &str, code: &str) -> String {
    let _ = language;
    code.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// `Rouge::Formatters::HTMLLineHighlighter`: spans cut at line ends, lines wrapped where they are marked.
fn marked(spans: &str, lines: &[usize]) -> String {
    let mut out = String::with_capacity(spans.len() + 64);
    let mut open: Option<&str> = None;
    for (index, line) in spans.split_terminator('\n').enumerate() {
        let is_marked = lines.contains(&(index + 1));
        if is_marked {
            out.push_str("<span class=\"hll\">");
        }
        let (cut, still_open) = whole_spans(line, open);
        out.push_str(&cut);
        open = still_open;
        out.push('\n');
        if is_marked {
            out.push_str("</span>");
        }
    }
    out
}

/// A line with the span that reaches into it opened, and the one that reaches out of it closed; spans
/// without text go away.
fn whole_spans<'s>(line: &'s str, open: Option<&'s str>) -> (String, Option<&'s str>) {
    let mut out = String::with_capacity(line.len() + 32);
    let mut open = open;
    let mut rest = line;
    let flush = |out: &mut String, open: Option<&str>, text: &str| match open {
        Some(tag) if !text.is_empty() => {
            let _ = write!(out, "{tag}{text}</span>");
        }
        _ => out.push_str(text),
    };
    while let Some(at) = rest.find('<') {
        flush(&mut out, open, &rest[..at]);
        let end = rest[at..].find('>').map_or(rest.len(), |length| at + length + 1);
        let tag = &rest[at..end];
        open = if tag.starts_with("</") { None } else { Some(tag) };
        rest = &rest[end..];
    }
    flush(&mut out, open, rest);
    (out, open)
}

/// `Rouge::Formatters::HTMLTable` with the classes Jekyll gives it (its `css_class` is none that Rouge knows).
fn table(spans: &str, code: &str) -> String {
    let ended = code.ends_with('\n');
    let lines = code.matches('\n').count() + usize::from(!ended);
    let mut numbers = String::new();
    for line in 1..=lines {
        let _ = writeln!(numbers, "{line}");
    }
    let end = if ended { "" } else { "\n" };
    format!(
        "<table class=\"rouge-table\"><tbody><tr><td class=\"gutter gl\"><pre class=\"lineno\">{numbers}</pre></td>\
         <td class=\"code\"><pre>{spans}{end}</pre></td></tr></tbody></table>"
    )
}

/// `CGI.escapeHTML`
fn escape(code: &str) -> String {
    let mut out = String::with_capacity(code.len());
    for c in code.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// Ruby's `chomp`: one line end less.
fn chomp(text: &str) -> &str {
    match text.strip_suffix('\n') {
        Some(rest) => rest.strip_suffix('\r').unwrap_or(rest),
        None => text.strip_suffix('\r').unwrap_or(text),
    }
}
