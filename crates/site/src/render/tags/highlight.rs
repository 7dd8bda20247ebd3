//! The tag `highlight`: a highlighted block of code. Mirrors `Jekyll::Tags::HighlightBlock`.

use super::{rendering, view};
use crate::diagnostic::{Level, Message};
use crate::render::convert::{HIDDEN_BREAK, refused_names};
use hastie_liquid::filters::escape_html;
use hastie_liquid::marks::{line_by_line, without_marks};
use hastie_liquid::{Abort, Body, Context, Error, Tag, TagParse, TemplateEffects};
use hastie_rouge::{Lexer, Lookup, Options, Tokens, ambiguous_message, find, find_fancy_in, html};
use hastie_value::text::is_ruby_space;
use regex::Regex;
use std::borrow::Cow;
use std::fmt::Write;
use std::sync::LazyLock;

#[derive(Debug)]
struct Highlight {
    language: String,
    /// Whether to show line numbers in a table, whatever value the option has.
    line_numbers: bool,
    mark_lines: Option<MarkLines>,
    body: Body,
}

/// The cost of a byte of code, in steps. `Context::spend` adds it to the steps of the rendering, which are limited.
const STEPS_OF_BYTE: u64 = 6;

/// The option `mark_lines`: the numbers of the lines to mark, or an error that only rendering reports.
#[derive(Debug)]
enum MarkLines {
    Lines(Vec<i64>),
    /// The list of lines is not in quotes. As in Ruby, this is an error only when the tag is rendered.
    Invalid,
}

/// Matches the markup of `highlight`: the language, followed by options such as `name`, `name=value` or `name="1 2 3"`.
static SYNTAX: LazyLock<Regex> = LazyLock::new(|| {
    const SPACE: &str = r"[ \t\r\n\x0b\x0c]";
    let option = format!(r#"{SPACE}+[A-Za-z0-9_]+(?:=(?:[A-Za-z0-9_]+|"(?:[0-9]+{SPACE})*[0-9]+"))?"#);
    Regex::new(&format!("(?m)^([a-zA-Z0-9.+#_-]+)((?:{option})*)$")).expect("a pattern of our own")
});

pub(super) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    read(tag, true)
}

fn read(tag: &mut TagParse<'_, '_>, marks: bool) -> Result<Box<dyn Tag>, Error> {
    let markup = tag.markup();
    let Some(found) = SYNTAX.captures(markup.trim_matches(is_ruby_space)) else {
        let valid = match marks {
            true => {
                "[mark_lines=\"3 4 5\"]\n\n\
                 See https://jekyllrb.com/docs/liquid/tags/#code-snippet-highlighting for more details.\n"
            }
            false => "\n",
        };
        let message = format!(
            "Syntax Error in tag 'highlight' while parsing the following markup:\n\n{markup}\n\n\
             Valid syntax: highlight <lang> [linenos] {valid}"
        );
        return Err(Error::new("SyntaxError", message));
    };
    let language = found[1].to_lowercase();
    let (line_numbers, mark_lines) = options(&found[2]);
    let mark_lines = mark_lines.filter(|_| marks);
    let body = tag.body()?;
    Ok(Box::new(Highlight { language, line_numbers, mark_lines, body }))
}

/// Like [`parse`], but ignores `mark_lines`.
pub(super) fn parse_without_marks(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    read(tag, false)
}

/// Parses the options of `highlight`. Returns whether to show line numbers, and the lines to mark.
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
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let prefix = cx.lookup("highlighter_prefix")?;
        let suffix = cx.lookup("highlighter_suffix")?;
        let mut body = String::new();
        self.body.render(cx, &mut body)?;
        let marked = body.trim_matches(['\n', '\r']);
        let has_marks = cx.marks().is_some();
        let code = &if has_marks { Cow::Owned(without_marks(marked)) } else { Cow::Borrowed(marked) };
        let setup = &view(cx)?.setup;
        let highlighted = match setup.context.text(setup.context.settings().highlighter()).as_str() {
            "rouge" => {
                let highlighted = self.rouge(cx, code)?;
                hide_line_breaks(cx, highlighted)?
            }
            "pygments" => {
                warn_of_pygments(cx)?;
                {
                    let highlighted = self.rouge(cx, code)?;
                    hide_line_breaks(cx, highlighted)?
                }
            }
            _ => {
                let mut escaped = String::new();
                escape_html(code, &mut escaped);
                escaped.trim_matches(is_ruby_space).to_string()
            }
        };
        let highlighted = match has_marks {
            true => line_by_line(marked, |_| highlighted, |html| Some(html)),
            false => highlighted,
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

    fn effects(&self, effects: &mut TemplateEffects) {
        effects.reads.extend(["highlighter_prefix".into(), "highlighter_suffix".into()]);
        self.body.effects(effects);
    }

    fn is_reusable(&self) -> bool {
        true
    }
}

impl Highlight {
    fn rouge(&self, cx: &mut Context<'_>, code: &str) -> Result<String, Abort> {
        let version = view(cx)?.setup.context.reference().rouge;
        let info = match find_fancy_in(version, Some(&self.language), code) {
            Lookup::Found(info, options) => Some((info, options)),
            Lookup::Unknown => find("plaintext").map(|info| (info, Options::new())),
            Lookup::Ambiguous(languages) => {
                return Err(Abort::error("Rouge::Guesser::Ambiguous", ambiguous_message(&languages)));
            }
        };
        let tokens = match info {
            Some((info, options)) => {
                cx.spend(STEPS_OF_BYTE * code.len() as u64)?;
                Lexer::new_in(version, info, options).lex(code)
            }
            None => Tokens::default(),
        };
        let spans = match &self.mark_lines {
            None => html::spans(&tokens),
            Some(MarkLines::Lines(lines)) => html::marked_lines(&tokens, lines),
            Some(MarkLines::Invalid) => {
                let message = "Syntax Error for mark_lines declaration. Expected a double-quoted list of integers.";
                return Err(Abort::error("SyntaxError", message));
            }
        };
        if !self.line_numbers {
            return Ok(spans);
        }
        // Jekyll also passes a class for the table, under a name that Rouge ignores.
        let table = html::Table { gutter_class: "gutter", code_class: "code", ..html::Table::default() };
        Ok(html::table(&tokens, &spans, &table))
    }
}

/// Hides all line breaks of highlighted code from the Markdown parser, including the last one, as
/// jekyll-commonmark-ghpages does. The gem creates a processor for each tag, so this also logs the warnings about
/// unknown options and extensions.
fn hide_line_breaks(cx: &mut Context<'_>, highlighted: String) -> Result<String, Abort> {
    let setup = std::sync::Arc::clone(&view(cx)?.setup);
    if !setup.plugins.has("jekyll-commonmark-ghpages") {
        return Ok(highlighted);
    }
    let markdown = setup.context.text(setup.context.settings().markdown());
    if matches!(markdown.as_str(), "CommonMark" | "CommonMarkGhPages") {
        let rendering = rendering(cx)?;
        for message in refused_names(&setup.context.config) {
            rendering.log(message);
        }
    }
    if markdown != "CommonMarkGhPages" {
        return Ok(highlighted);
    }
    Ok(highlighted.replace("\r\n", "\n").replace('\n', HIDDEN_BREAK))
}

/// Warns that Rouge has replaced Pygments.
fn warn_of_pygments(cx: &mut Context<'_>) -> Result<(), Abort> {
    let text = "Highlight Tag no longer supports rendering with Pygments.";
    let rendering = rendering(cx)?;
    rendering.log(Message::new(Level::Warn, "Warning:", text).about_setting("highlighter"));
    rendering.log(Message::new(Level::Warn, "", "Using the default highlighter, Rouge, instead."));
    Ok(())
}

/// Ruby's `chomp`: removes one line ending.
fn chomp(text: &str) -> &str {
    match text.strip_suffix('\n') {
        Some(rest) => rest.strip_suffix('\r').unwrap_or(rest),
        None => text.strip_suffix('\r').unwrap_or(text),
    }
}
