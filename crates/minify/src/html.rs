//! Minifies pages in HTML or XML.
//!
//! Comments are removed, runs of white space become one space, and tags lose white space that they do not need. The
//! default options keep all elements and attributes. White space is preserved in `pre` and `textarea`, in scripts of
//! foreign types and in event handlers. Most options have the names of the gem htmlcompressor, and all have the
//! defaults of the plugin jekyll-minifier.

mod attributes;
mod scan;

use crate::{css, javascript};
use attributes::Tag;
use scan::{Scanner, Token};
use std::borrow::Cow;
use std::ops::Range;

/// The maximum nesting of conditional comments and templates that are shortened.
const DEEPEST: usize = 4;

/// Options for shortening pages, with the defaults of jekyll-minifier. All but `javascript` and `template_types` have
/// names from the gem htmlcompressor.
#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own in the configuration of sites")]
pub struct Options {
    /// Whether to remove comments, except conditional ones.
    pub remove_comments: bool,
    /// Whether to replace a run of white space with one space.
    pub remove_multi_spaces: bool,
    /// Whether to remove white space around `=` and before the end of a tag.
    pub remove_spaces_inside_tags: bool,
    /// Whether to remove all white space between two tags, even if a browser would show it as a space.
    pub remove_intertag_spaces: bool,
    /// Whether to remove quotes around values that need none.
    pub remove_quotes: bool,
    /// Whether to replace the document type with `<!DOCTYPE html>`.
    pub simple_doctype: bool,
    /// Whether to remove `type` and `language` of scripts if the value is JavaScript.
    pub remove_script_attributes: bool,
    /// Whether to remove `type` of styles if the value is CSS.
    pub remove_style_attributes: bool,
    /// Whether to remove `type` of links to style sheets.
    pub remove_link_attributes: bool,
    /// Whether to remove `method="get"` of forms.
    pub remove_form_attributes: bool,
    /// Whether to remove `type="text"` of inputs.
    pub remove_input_attributes: bool,
    /// Whether to remove the values of `checked` and similar attributes.
    pub simple_boolean_attributes: bool,
    /// Whether to remove `javascript:` from event handlers.
    pub remove_javascript_protocol: bool,
    /// Whether to remove `http:` from URLs in attributes such as `href`, unless the element has `rel="external"`.
    pub remove_http_protocol: bool,
    /// Whether to remove `https:` from URLs in attributes such as `href`, unless the element has `rel="external"`.
    pub remove_https_protocol: bool,
    /// Whether white space that contains a line break becomes a line break, not a space.
    pub preserve_line_breaks: bool,
    /// The types of scripts that contain HTML, such as `text/x-jquery-tmpl`. Their HTML is also minified.
    pub template_types: Vec<String>,
    /// Whether to minify the content of `style` elements.
    pub compress_css: bool,
    /// Options for shortening scripts; `None` leaves them unchanged.
    pub javascript: Option<javascript::Options>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            remove_comments: true,
            remove_multi_spaces: true,
            remove_spaces_inside_tags: true,
            remove_intertag_spaces: false,
            remove_quotes: false,
            simple_doctype: false,
            remove_script_attributes: false,
            remove_style_attributes: false,
            remove_link_attributes: false,
            remove_form_attributes: false,
            remove_input_attributes: false,
            simple_boolean_attributes: false,
            remove_javascript_protocol: false,
            remove_http_protocol: false,
            remove_https_protocol: false,
            preserve_line_breaks: false,
            template_types: Vec::new(),
            compress_css: true,
            javascript: Some(javascript::Options::default()),
        }
    }
}

/// Shortens a whole page. Use [`minify_except`] if parts of it must stay as they are.
#[must_use]
pub fn minify(source: &str, options: &Options) -> String {
    minify_except(source, options, &[])
}

/// Shortens a page, except for the byte ranges in `preserved`. Ignores a range that is empty, does not come after the
/// previous one, or does not begin and end between characters. Also ignores a range that begins within a tag or
/// comment, or in the content of a `script`, `style`, `pre` or `textarea`.
#[must_use]
pub fn minify_except(source: &str, options: &Options, preserved: &[Range<usize>]) -> String {
    minified(source, options, preserved, 0)
}

fn minified(source: &str, options: &Options, preserved: &[Range<usize>], depth: usize) -> String {
    let mut writer = Writer { out: String::with_capacity(source.len()), ends_with_space: false, options, depth };
    let mut tokens = Scanner::new(source, preserved).peekable();
    while let Some(token) = tokens.next() {
        let is_before_tag = tokens.peek().is_none_or(|next| !matches!(next, Token::Text(_)));
        writer.write(&token, is_before_tag);
    }
    let out = writer.out.trim_matches(|c: char| c.is_ascii_whitespace());
    out.to_owned()
}

struct Writer<'o> {
    out: String,
    /// Whether the output ends with white space into which more white space can be merged.
    ends_with_space: bool,
    options: &'o Options,
    depth: usize,
}

impl Writer<'_> {
    fn write(&mut self, token: &Token<'_>, is_before_tag: bool) {
        match token {
            Token::Text(text) => self.text(text, is_before_tag),
            Token::Comment(_) if self.options.remove_comments => {}
            Token::Comment(comment) => self.whole(&self.collapsed(comment)),
            Token::Verbatim(text) => self.whole(text),
            Token::Doctype(_) if self.options.simple_doctype => self.whole("<!DOCTYPE html>"),
            Token::Doctype(text) => self.whole(&self.collapsed(text)),
            Token::Conditional { open, inner, close } => {
                if !inner.trim().is_empty() {
                    let inner = self.nested(inner);
                    self.whole(&[open, &*inner, close].concat());
                }
            }
            Token::Tag(text) => {
                let tag = Tag::parse(text).written(self.options);
                self.whole(&tag);
            }
            Token::Content { tag, text } => {
                let content = self.content(tag, text);
                self.whole(&content);
            }
        }
    }

    fn whole(&mut self, text: &str) {
        self.out.push_str(text);
        self.ends_with_space = false;
    }

    fn text(&mut self, text: &str, is_before_tag: bool) {
        let options = self.options;
        let is_blank = text.bytes().all(|byte| byte.is_ascii_whitespace());
        let is_behind_tag = self.out.ends_with('>') && !self.ends_with_space;
        if is_blank && options.remove_intertag_spaces && is_before_tag && is_behind_tag {
            return;
        }
        // A page inside of a feed. Its white space matters once it is unescaped.
        if !options.remove_multi_spaces || text.contains("&lt;pre") {
            self.whole(text);
            return;
        }
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find(|c: char| !c.is_ascii_whitespace()).unwrap_or(rest.len());
            if end > 0 {
                self.space(&rest[..end]);
                rest = &rest[end..];
                continue;
            }
            let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
            self.whole(&rest[..end]);
            rest = &rest[end..];
        }
    }

    /// Writes a run of white space, or merges it into preceding white space.
    fn space(&mut self, run: &str) {
        let breaks = self.options.preserve_line_breaks && run.contains('\n');
        if !self.ends_with_space {
            self.out.push(if breaks { '\n' } else { ' ' });
        } else if breaks {
            self.out.pop();
            self.out.push('\n');
        }
        self.ends_with_space = true;
    }

    fn collapsed<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.options.remove_multi_spaces { collapse(text) } else { Cow::Borrowed(text) }
    }

    /// Minifies HTML that is nested in a conditional comment or a script. Returns it unchanged if it is nested too
    /// deeply.
    fn nested<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.depth >= DEEPEST {
            return Cow::Borrowed(text);
        }
        Cow::Owned(minified(text, self.options, &[], self.depth + 1))
    }

    /// Minifies the content of an element that does not contain HTML, such as `style`, as far as the options allow.
    fn content<'t>(&self, tag: &str, text: &'t str) -> Cow<'t, str> {
        let tag = Tag::parse(tag);
        let shorter = match tag.name() {
            "style" if self.options.compress_css => css::minify(text).ok(),
            "script" => return self.script(&tag, text),
            _ => None,
        };
        match shorter {
            Some(shorter) if !breaks_out(&shorter, text, tag.name()) => Cow::Owned(shorter),
            _ => Cow::Borrowed(text),
        }
    }

    fn script<'t>(&self, tag: &Tag<'_>, text: &'t str) -> Cow<'t, str> {
        let kind = tag.value("type").unwrap_or_default().to_ascii_lowercase();
        if text.trim().is_empty() {
            return self.collapsed(text);
        }
        if self.options.template_types.contains(&kind) {
            return self.nested(text);
        }
        let is_script = ["", "text/javascript", "application/javascript"].contains(&kind.as_str());
        let shorter = self.options.javascript.as_ref().filter(|_| is_script).and_then(|options| {
            let shorter = javascript::minify(text, options).ok()?;
            Some(shorter.trim().to_owned())
        });
        match shorter {
            Some(shorter) if !breaks_out(&shorter, text, "script") => Cow::Owned(shorter),
            _ => Cow::Borrowed(text),
        }
    }
}

/// Whether browsers would parse the shortened content of an element differently: folded strings may contain the
/// element's end tag, or the start of a comment.
fn breaks_out(shorter: &str, text: &str, name: &str) -> bool {
    let lower = shorter.to_ascii_lowercase();
    lower.contains(&format!("</{name}")) || (lower.contains("<!--") && !text.contains("<!--"))
}

/// Replaces each run of white space in a text by one space.
fn collapse(text: &str) -> Cow<'_, str> {
    let mut out = String::with_capacity(text.len());
    let mut is_space = false;
    for c in text.chars() {
        let was_space = std::mem::replace(&mut is_space, c.is_ascii_whitespace());
        if !is_space {
            out.push(c);
        } else if !was_space {
            out.push(' ');
        }
    }
    if out == text { Cow::Borrowed(text) } else { Cow::Owned(out) }
}
