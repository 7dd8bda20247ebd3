//! Mirrors `code_block` of the renderers of jekyll-commonmark and jekyll-commonmark-ghpages: code with Rouge's markup.

use super::super::Unsupported;
use super::html::escape;
use hastie_rouge::{Lexer, Lookup, find_fancy_in, html as rouge};

/// A code block.
pub(super) struct Block<'a> {
    /// The info string of its fence.
    pub(super) info: &'a str,
    pub(super) code: &'a str,
    /// The attribute that tells its place in the source.
    pub(super) place: &'a str,
    /// Whether the language is named on `pre`.
    pub(super) pre_lang: bool,
}

impl Block<'_> {
    /// The language: what stands behind the fence before the first separator, none if there is nothing else.
    fn language(&self, is_separator: impl Fn(char) -> bool) -> Option<&str> {
        let language = self.info.split(&is_separator).next()?;
        (!self.info.chars().all(is_separator)).then_some(language)
    }

    /// Writes the code as jekyll-commonmark does.
    pub(super) fn write(&self, out: &mut String, unsupported: &Unsupported) {
        let lang = self.language(is_space);
        let (class, data) = match lang {
            Some(lang) => (format!("language-{lang} "), format!(" data-lang=\"{lang}\"")),
            None => (String::new(), String::new()),
        };
        let (pre_data, code_data) = if self.pre_lang { (data.as_str(), "") } else { ("", data.as_str()) };
        let spans = self.highlighted(lang, unsupported).or_else(|| self.highlighted(Some("plaintext"), unsupported));
        out.push_str(&format!(
            "<div class=\"{class}highlighter-rouge\"><div class=\"highlight\"><pre{} class=\"highlight\"{pre_data}>\
             <code{code_data}>{}</code></pre></div></div>",
            self.place,
            spans.unwrap_or_default(),
        ));
    }

    /// The code as jekyll-commonmark-ghpages highlights it, if its language has a lexer.
    pub(super) fn highlighted_for_gh_pages(&self, unsupported: &Unsupported) -> Option<String> {
        let lang = self.language(is_space_or_comma)?;
        let block = rouge::pygments(&self.highlighted(Some(lang), unsupported)?, "highlight");
        Some(format!("<div class=\"language-{lang} highlighter-rouge\">{block}</div>"))
    }

    /// Writes the code without highlighting.
    pub(super) fn write_plain(&self, out: &mut String) {
        let place = self.place;
        match self.language(is_space_or_comma) {
            Some(lang) if self.pre_lang => out.push_str(&format!("<pre{place} lang=\"{lang}\"><code>")),
            Some(lang) => out.push_str(&format!("<pre{place}><code class=\"language-{lang}\">")),
            None => out.push_str(&format!("<pre{place}><code>")),
        }
        escape(out, self.code);
        out.push_str("</code></pre>");
    }

    fn highlighted(&self, lang: Option<&str>, unsupported: &Unsupported) -> Option<String> {
        let Lookup::Found(info, options) = find_fancy_in(unsupported.edition(), lang, self.code) else { return None };
        unsupported.note(info);
        Some(rouge::spans(&Lexer::new_in(unsupported.edition(), info, options).lex(self.code)))
    }
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t'..='\r')
}

fn is_space_or_comma(c: char) -> bool {
    is_space(c) || c == ','
}
