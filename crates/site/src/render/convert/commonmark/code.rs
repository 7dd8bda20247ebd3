//! Writes code blocks highlighted by Rouge. Mirrors `code_block` in the renderers of jekyll-commonmark and
//! jekyll-commonmark-ghpages.

use hastie_commonmark::{CodeBlock, CodeBlockWriter, escape_html};
use hastie_rouge::{Lexer, Lookup, Version, find_fancy_in, html as rouge};
use hastie_value::text::is_ascii_space;
use std::fmt::Write;

/// Writes the code blocks of a document, highlighted by Rouge.
pub(super) struct Highlighter {
    /// The version of Rouge to reproduce.
    pub(super) version: Version,
    /// Whether to reproduce jekyll-commonmark-ghpages.
    pub(super) gh_pages: bool,
}

impl CodeBlockWriter for Highlighter {
    fn write(&self, block: &CodeBlock<'_>, out: &mut String) -> bool {
        if !self.gh_pages {
            fresh_line(out);
            self.write_highlighted(block, out);
            out.push('\n');
        } else if let Some(html) = self.highlighted_for_gh_pages(block) {
            fresh_line(out);
            out.push_str(&html);
            out.push('\n');
        } else {
            // Without a lexer, the gem's renderer does not start a new line.
            write_plain(block, out);
        }
        true
    }
}

impl Highlighter {
    /// Writes highlighted code like jekyll-commonmark.
    fn write_highlighted(&self, block: &CodeBlock<'_>, out: &mut String) {
        let lang = language(block, is_ascii_space);
        let (class, data) = match lang {
            Some(lang) => (format!("language-{lang} "), format!(" data-lang=\"{lang}\"")),
            None => (String::new(), String::new()),
        };
        let (pre_data, code_data) = if block.pre_lang { (data.as_str(), "") } else { ("", data.as_str()) };
        let spans = self.highlighted(lang, block.code).or_else(|| self.highlighted(Some("plaintext"), block.code));
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "<div class=\"{class}highlighter-rouge\"><div class=\"highlight\"><pre{} class=\"highlight\"{pre_data}>\
             <code{code_data}>{}</code></pre></div></div>",
            block.position,
            spans.unwrap_or_default(),
        );
    }

    /// The code highlighted like jekyll-commonmark-ghpages. `None` if the language has no lexer.
    fn highlighted_for_gh_pages(&self, block: &CodeBlock<'_>) -> Option<String> {
        let lang = language(block, is_space_or_comma)?;
        let html = rouge::pygments(&self.highlighted(Some(lang), block.code)?, "highlight");
        Some(format!("<div class=\"language-{lang} highlighter-rouge\">{html}</div>"))
    }

    fn highlighted(&self, lang: Option<&str>, code: &str) -> Option<String> {
        let Lookup::Found(info, options) = find_fancy_in(self.version, lang, code) else { return None };
        Some(rouge::spans(&Lexer::new_in(self.version, info, options).lex(code)))
    }
}

/// Writes code without highlighting like jekyll-commonmark-ghpages.
fn write_plain(block: &CodeBlock<'_>, out: &mut String) {
    let position = block.position;
    // Writing to a string cannot fail.
    let _ = match language(block, is_space_or_comma) {
        Some(lang) if block.pre_lang => write!(out, "<pre{position} lang=\"{lang}\"><code>"),
        Some(lang) => write!(out, "<pre{position}><code class=\"language-{lang}\">"),
        None => write!(out, "<pre{position}><code>"),
    };
    escape_html(out, block.code);
    out.push_str("</code></pre>");
}

/// Starts a new line unless already at the start of one.
fn fresh_line(out: &mut String) {
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
}

/// The language of a code block: its info string up to the first separator. `None` if the language is empty.
fn language<'a>(block: &CodeBlock<'a>, is_separator: fn(char) -> bool) -> Option<&'a str> {
    let language = block.info.split(is_separator).next()?;
    (!block.info.chars().all(is_separator)).then_some(language)
}

fn is_space_or_comma(c: char) -> bool {
    is_ascii_space(c) || c == ','
}
