//! Mirrors `CommonMarker::HtmlRenderer` and the renderers of jekyll-commonmark and jekyll-commonmark-ghpages: HTML in
//! cmark-gfm's layout from pulldown-cmark's events.

use super::super::Unsupported;
use super::autolink;
use super::lazy_html;
use crate::percent;
use hastie_rouge::{Lexer, Lookup, find_fancy, html as rouge};
use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd, TextMergeStream};
use std::borrow::Cow;
use std::collections::HashMap;

/// How a document is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// `UNSAFE`: HTML stays; otherwise a comment stands in its place.
    pub keeps_html: bool,
    /// `HARDBREAKS`: line breaks of the source are line breaks.
    pub hard_breaks: bool,
    /// `NOBREAKS`: line breaks of the source are spaces.
    pub no_breaks: bool,
    /// `GITHUB_PRE_LANG`: the language of code is named on `pre`.
    pub pre_lang: bool,
    /// The extension `tagfilter`: some tags are escaped.
    pub filters_tags: bool,
    /// The extension `autolink`: addresses in the text are links.
    pub links_addresses: bool,
    /// The layout of jekyll-commonmark-ghpages: headers with ids, other markup around code.
    pub gh_pages: bool,
}

/// The HTML of a document.
pub fn render(source: &str, extensions: Options, style: Style, unsupported: &Unsupported) -> String {
    // cmark-gfm ends the last line of what has no end of line.
    let is_ended = source.is_empty() || source.ends_with('\n');
    let ended = if is_ended { Cow::Borrowed(source) } else { Cow::Owned(format!("{source}\n")) };
    let source = lazy_html::separated(&ended, extensions);
    let events: Vec<Event<'_>> = TextMergeStream::new(Parser::new_ext(&source, extensions)).collect();
    let mut writer = Writer {
        style,
        unsupported: Some(unsupported),
        out: String::with_capacity(source.len() * 3 / 2),
        ..Writer::default()
    };
    for (at, event) in events.iter().enumerate() {
        writer.event(event, &events[at + 1..]);
    }
    if style.gh_pages {
        // Jekyll's `highlight` tag hides its line breaks in this dialect.
        return writer.out.replace(super::HIDDEN_BREAK, "\n");
    }
    writer.out
}

#[derive(Default)]
struct Writer<'a> {
    /// Hears of languages without a lexer.
    unsupported: Option<&'a Unsupported>,
    style: Style,
    out: String,
    /// Images around: of what is inside them only text is written.
    images: Vec<String>,
    links: usize,
    code: Option<(Option<String>, String)>,
    /// Where the text of the header being written begins.
    header_start: usize,
    used_ids: HashMap<String, usize>,
    alignments: Vec<Alignment>,
    column: usize,
    in_table_head: bool,
    has_table_body: bool,
    omitted_html: bool,
    in_html_block: bool,
}

impl Writer<'_> {
    /// Begins a new line, unless one has begun.
    fn fresh_line(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }

    fn event(&mut self, event: &Event<'_>, rest: &[Event<'_>]) {
        match event {
            Event::Text(text) => self.text(text),
            Event::SoftBreak => self.out.push_str(match self.style {
                Style { hard_breaks: true, .. } => "<br />\n",
                Style { no_breaks: true, .. } => " ",
                _ => "\n",
            }),
            Event::Start(tag @ Tag::Image { .. }) => self.start(tag, rest),
            Event::End(TagEnd::Image) => self.end(TagEnd::Image),
            _ if !self.images.is_empty() => {}
            Event::Start(tag) => self.start(tag, rest),
            Event::End(tag) => self.end(*tag),
            Event::Code(code) => {
                self.out.push_str("<code>");
                escape(&mut self.out, code);
                self.out.push_str("</code>");
            }
            Event::Html(html) => self.html(html),
            Event::InlineHtml(html) if self.style.keeps_html => self.kept_html(html),
            Event::InlineHtml(_) => self.out.push_str("<!-- raw HTML omitted -->"),
            Event::HardBreak => self.out.push_str("<br />\n"),
            Event::Rule => {
                self.fresh_line();
                self.out.push_str("<hr />\n");
            }
            Event::FootnoteReference(name) => {
                let mut label = String::new();
                escape(&mut label, name);
                self.out.push_str(&format!(
                    "<sup class=\"footnote-ref\"><a href=\"#fn{label}\" id=\"fnref{label}\">{label}</a></sup>"
                ));
            }
            // Written with the item's tag.
            Event::TaskListMarker(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {}
        }
    }

    fn text(&mut self, text: &str) {
        if let Some((_, code)) = &mut self.code {
            code.push_str(text);
        } else if self.in_html_block && !self.style.keeps_html {
            // The indentation of what is left out.
        } else if self.style.links_addresses && self.links == 0 && self.images.is_empty() {
            autolink::write(&mut self.out, text);
        } else {
            escape(&mut self.out, text);
        }
    }

    fn html(&mut self, html: &str) {
        if self.style.keeps_html {
            self.kept_html(html);
        } else if !self.omitted_html {
            self.omitted_html = true;
            self.out.push_str("<!-- raw HTML omitted -->");
        }
    }

    fn kept_html(&mut self, html: &str) {
        if self.style.filters_tags {
            filter_tags(&mut self.out, html);
        } else {
            self.out.push_str(html);
        }
    }

    fn start(&mut self, tag: &Tag<'_>, rest: &[Event<'_>]) {
        match tag {
            Tag::Paragraph => self.start_block("<p>"),
            Tag::Heading { level, .. } => {
                self.start_block(&format!("<{level}>"));
                self.header_start = self.out.len();
            }
            Tag::BlockQuote(_) => self.start_block("<blockquote>\n"),
            Tag::CodeBlock(kind) => self.code = Some((language(kind, self.style.gh_pages), String::new())),
            Tag::HtmlBlock => {
                self.omitted_html = false;
                self.in_html_block = true;
                self.fresh_line();
            }
            Tag::List(None) => self.start_block("<ul>\n"),
            Tag::List(Some(1)) => self.start_block("<ol>\n"),
            Tag::List(Some(start)) => self.start_block(&format!("<ol start=\"{start}\">\n")),
            Tag::Item => self.start_block(match task(rest) {
                None => "<li>",
                Some(true) => "<li><input type=\"checkbox\" checked=\"\" disabled=\"\" /> ",
                Some(false) => "<li><input type=\"checkbox\" disabled=\"\" /> ",
            }),
            Tag::Table(alignments) => {
                self.alignments.clone_from(alignments);
                self.has_table_body = false;
                self.out.push_str("<table>\n");
            }
            Tag::TableHead => {
                (self.in_table_head, self.column) = (true, 0);
                self.out.push_str("<thead>\n<tr>\n");
            }
            Tag::TableRow => {
                self.column = 0;
                if !std::mem::replace(&mut self.has_table_body, true) {
                    self.out.push_str("<tbody>\n");
                }
                self.out.push_str("<tr>\n");
            }
            Tag::TableCell => self.start_cell(),
            Tag::Emphasis => self.out.push_str("<em>"),
            Tag::Strong => self.out.push_str("<strong>"),
            Tag::Strikethrough => self.out.push_str("<del>"),
            Tag::Link { dest_url, title, link_type, .. } => {
                self.links += 1;
                let mail = if *link_type == pulldown_cmark::LinkType::Email { "mailto:" } else { "" };
                self.out.push_str("<a href=\"");
                self.out.push_str(mail);
                address(&mut self.out, dest_url);
                self.out.push('"');
                self.title(title);
                self.out.push('>');
            }
            Tag::Image { dest_url, title, .. } => {
                if self.images.is_empty() {
                    self.out.push_str("<img src=\"");
                    address(&mut self.out, dest_url);
                    self.out.push_str("\" alt=\"");
                }
                self.images.push(title.to_string());
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph => self.end_block("</p>"),
            TagEnd::Heading(level) => self.end_header(level),
            TagEnd::BlockQuote(_) => self.end_block("</blockquote>"),
            TagEnd::CodeBlock => self.end_code(),
            TagEnd::HtmlBlock => {
                self.in_html_block = false;
                self.fresh_line();
            }
            TagEnd::List(ordered) => self.end_block(if ordered { "</ol>" } else { "</ul>" }),
            TagEnd::Item => self.end_block("</li>"),
            TagEnd::Table => self.out.push_str(if self.has_table_body { "</tbody>\n</table>\n" } else { "</table>\n" }),
            TagEnd::TableHead => {
                self.in_table_head = false;
                self.out.push_str("</tr>\n</thead>\n");
            }
            TagEnd::TableRow => self.out.push_str("</tr>\n"),
            TagEnd::TableCell => self.out.push_str(if self.in_table_head { "</th>\n" } else { "</td>\n" }),
            TagEnd::Emphasis => self.out.push_str("</em>"),
            TagEnd::Strong => self.out.push_str("</strong>"),
            TagEnd::Strikethrough => self.out.push_str("</del>"),
            TagEnd::Link => {
                self.links = self.links.saturating_sub(1);
                self.out.push_str("</a>");
            }
            TagEnd::Image => {
                let title = self.images.pop();
                if self.images.is_empty() {
                    self.out.push('"');
                    self.title(&title.unwrap_or_default());
                    self.out.push_str(" />");
                }
            }
            _ => {}
        }
    }

    fn start_block(&mut self, tag: &str) {
        self.fresh_line();
        self.out.push_str(tag);
    }

    fn end_block(&mut self, tag: &str) {
        self.out.push_str(tag);
        self.out.push('\n');
    }

    fn start_cell(&mut self) {
        let align = match self.alignments.get(self.column) {
            Some(Alignment::Left) => " align=\"left\"",
            Some(Alignment::Right) => " align=\"right\"",
            Some(Alignment::Center) => " align=\"center\"",
            _ => "",
        };
        self.column += 1;
        self.out.push_str(if self.in_table_head { "<th" } else { "<td" });
        self.out.push_str(align);
        self.out.push('>');
    }

    fn title(&mut self, title: &str) {
        if !title.is_empty() {
            self.out.push_str(" title=\"");
            escape(&mut self.out, title);
            self.out.push('"');
        }
    }

    fn end_header(&mut self, level: HeadingLevel) {
        if self.style.gh_pages {
            let id = self.header_id();
            self.out.insert_str(self.header_start - 1, &format!(" id=\"{id}\""));
        }
        self.end_block(&format!("</{level}>"));
    }

    /// An id of its own from the header's HTML, as jekyll-commonmark-ghpages makes them.
    fn header_id(&mut self) -> String {
        let mut id = String::new();
        for line in self.out[self.header_start..].split_inclusive('\n') {
            let text = line.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
            id.extend(text.chars().filter_map(|c| match c {
                ' ' => Some('-'),
                c if c.is_ascii_alphanumeric() || c == '-' => Some(c.to_ascii_lowercase()),
                _ => None,
            }));
        }
        if id.is_empty() {
            id.push_str("section");
        }
        match self.used_ids.get_mut(&id) {
            Some(count) => {
                *count += 1;
                format!("{id}-{count}")
            }
            None => {
                self.used_ids.insert(id.clone(), 0);
                id
            }
        }
    }

    fn end_code(&mut self) {
        let Some((lang, code)) = self.code.take() else { return };
        if self.style.gh_pages {
            self.gh_pages_code(lang.as_deref(), &code);
        } else {
            self.fresh_line();
            self.jekyll_code(lang.as_deref(), &code);
            self.out.push('\n');
        }
    }

    fn highlighted(&self, lang: Option<&str>, code: &str) -> Option<String> {
        let Lookup::Found(info, options) = find_fancy(lang, code) else { return None };
        if let Some(unsupported) = self.unsupported {
            unsupported.note(info);
        }
        Some(rouge::spans(&Lexer::new(info, options).lex(code)))
    }

    fn jekyll_code(&mut self, lang: Option<&str>, code: &str) {
        let (class, data) = match lang {
            Some(lang) => (format!("language-{lang} "), format!(" data-lang=\"{lang}\"")),
            None => (String::new(), String::new()),
        };
        let (pre_data, code_data) = if self.style.pre_lang { (data.as_str(), "") } else { ("", data.as_str()) };
        let spans =
            self.highlighted(lang, code).or_else(|| self.highlighted(Some("plaintext"), code)).unwrap_or_default();
        self.out.push_str(&format!(
            "<div class=\"{class}highlighter-rouge\"><div class=\"highlight\"><pre class=\"highlight\"{pre_data}>\
             <code{code_data}>{spans}</code></pre></div></div>"
        ));
    }

    fn gh_pages_code(&mut self, lang: Option<&str>, code: &str) {
        if let Some(lang) = lang
            && let Some(spans) = self.highlighted(Some(lang), code)
        {
            let block = rouge::pygments(&spans, "highlight");
            self.fresh_line();
            self.out.push_str(&format!("<div class=\"language-{lang} highlighter-rouge\">{block}</div>\n"));
            return;
        }
        // Without a lexer, the gem's renderer writes no line of its own.
        match lang {
            Some(lang) if self.style.pre_lang => self.out.push_str(&format!("<pre lang=\"{lang}\"><code>")),
            Some(lang) => self.out.push_str(&format!("<pre><code class=\"language-{lang}\">")),
            None => self.out.push_str("<pre><code>"),
        }
        escape(&mut self.out, code);
        self.out.push_str("</code></pre>");
    }
}

/// The language of a code block: the first word behind the fence.
fn language(kind: &CodeBlockKind<'_>, at_commas: bool) -> Option<String> {
    let info = match kind {
        CodeBlockKind::Fenced(info) => info,
        CodeBlockKind::Indented => return None,
    };
    let end = info.find(|c: char| c.is_ascii_whitespace() || (at_commas && c == ',')).unwrap_or(info.len());
    (!info.is_empty()).then(|| info[..end].to_owned())
}

/// Whether the item that begins is a task, and done.
fn task(rest: &[Event<'_>]) -> Option<bool> {
    match rest {
        [Event::TaskListMarker(done), ..] | [Event::Start(Tag::Paragraph), Event::TaskListMarker(done), ..] => {
            Some(*done)
        }
        _ => None,
    }
}

/// Text with entities for the four characters that HTML has a use for.
pub(super) fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
}

/// An address as cmark writes it in an attribute.
pub(super) fn address(out: &mut String, url: &str) {
    for byte in url.bytes() {
        match byte {
            b'&' => out.push_str("&amp;"),
            b'\'' => out.push_str("&#x27;"),
            byte if byte.is_ascii_alphanumeric() || b"!#$%()*+,-./:;=?@_~".contains(&byte) => out.push(byte as char),
            byte => percent::push_escape(byte, out),
        }
    }
}

/// Escapes the tags that the extension `tagfilter` does not let through.
fn filter_tags(out: &mut String, html: &str) {
    const NAMES: [&str; 9] =
        ["title", "textarea", "style", "xmp", "iframe", "noembed", "noframes", "script", "plaintext"];
    let mut pieces = html.split('<');
    out.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let is_filtered = NAMES.iter().any(|name| {
            let (Some(found), Some(after)) = (piece.get(..name.len()), piece.get(name.len()..)) else { return false };
            let ends = after.starts_with(|c: char| c.is_ascii_whitespace() || c == '>') || after.starts_with("/>");
            found.eq_ignore_ascii_case(name) && ends
        });
        out.push_str(if is_filtered { "&lt;" } else { "<" });
        out.push_str(piece);
    }
}
