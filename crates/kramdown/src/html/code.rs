//! Writes code blocks and code spans, highlighted or not.

use super::Writer;
use crate::attributes::Attributes;
use crate::element::{Element, Extra};
use crate::text::{is_space, is_word, strip};
use crate::{CodeKind, escape};

/// The name of the default highlighter. This name causes no warning, even if no highlighter is passed.
const DEFAULT_HIGHLIGHTER: &str = "rouge";

impl<'d> Writer<'d> {
    pub(super) fn codeblock(&mut self, el: &'d Element<'d>, indent: i32) {
        let mut attr = el.attr.clone();
        let lang = take_language(&mut attr);
        let full = match &el.extra {
            Extra::Fenced { lang: Some(full) } => Some(*full),
            _ => lang.as_deref(),
        };
        self.indent(indent);
        if let Some((html, default_lang)) = self.highlighted(el.value, full, CodeKind::Block) {
            self.add_highlighter_class(&mut attr, lang.or(default_lang).as_deref());
            self.open("div", &attr);
            self.out.push('>');
            self.out.push_str(&html);
            self.indent(indent);
            self.out.push_str("</div>\n");
            return;
        }
        self.open("pre", &attr);
        let mut code_attr = Attributes::default();
        if let Some(lang) = &lang {
            code_attr.set("class", format!("language-{lang}"));
        }
        self.out.push('>');
        self.open("code", &code_attr);
        self.out.push('>');
        let code = el.value.strip_suffix('\n').unwrap_or(el.value);
        if el.attr.get("class").is_some_and(shows_white_space) {
            let mut escaped = String::new();
            escape::all(&mut escaped, code);
            show_white_space(&mut self.out, &escaped);
        } else {
            escape::all(&mut self.out, code);
        }
        self.out.push_str("\n</code></pre>\n");
    }

    pub(super) fn codespan(&mut self, el: &'d Element<'d>) {
        let lang = el.attr.get("class").and_then(language).map(|(from, to)| {
            let class = el.attr.get("class").unwrap_or("");
            class[from + "language-".len()..to].to_owned()
        });
        let highlighted = self.highlighted(el.value, lang.as_deref(), CodeKind::Span);
        match highlighted {
            Some((html, default_lang)) => {
                let mut attr = el.attr.clone();
                self.add_highlighter_class(&mut attr, lang.or(default_lang).as_deref());
                self.open("code", &attr);
                self.out.push('>');
                self.out.push_str(&html);
            }
            None => {
                self.open("code", &el.attr);
                self.out.push('>');
                escape::all(&mut self.out, el.value);
            }
        }
        self.out.push_str("</code>");
    }

    /// The highlighted code, and the default language. `None` if the code stays without highlighting.
    fn highlighted(&mut self, code: &str, lang: Option<&str>, kind: CodeKind) -> Option<(String, Option<String>)> {
        let name = self.options.syntax_highlighter.as_ref()?;
        let known = self.highlighter.map_or(DEFAULT_HIGHLIGHTER, |highlighter| highlighter.name());
        if name != known {
            self.warnings.push(format!("The configured syntax highlighter {name} is not available."));
            return None;
        }
        let highlighter = self.highlighter?;
        let options = &self.options.syntax_highlighter_opts;
        let found = highlighter.highlight(code, lang, kind, options)?;
        Some((found.html, highlighter.default_lang(kind, options)))
    }

    fn add_highlighter_class(&self, attr: &mut Attributes, lang: Option<&str>) {
        let name = self.options.syntax_highlighter.as_deref().unwrap_or("");
        let own = attr.get("class").unwrap_or("").trim_start();
        let mut class = String::with_capacity(own.len() + lang.map_or(0, str::len) + name.len() + 24);
        let mut kept = own;
        if let Some(lang) = lang {
            class.push_str("language-");
            class.push_str(lang);
            // A language that is not the first class is kept and is also prepended.
            if let Some((0, end)) = language(own) {
                kept = &own[end..];
            } else {
                class.push(' ');
            }
        }
        class.push_str(kept);
        if !own.is_empty() {
            class.push(' ');
        }
        class.push_str("highlighter-");
        class.push_str(name);
        attr.set("class", class);
    }
}

/// The start and end of `\blanguage-\S+` in a class attribute.
fn language(class: &str) -> Option<(usize, usize)> {
    const MARK: &str = "language-";
    if class.len() <= MARK.len() {
        return None;
    }
    let mut from = 0;
    while let Some(position) = class[from..].find(MARK).map(|offset| from + offset) {
        let end = crate::text::skip_while(class.as_bytes(), position + MARK.len(), |b| !is_space(b));
        let bounded = position == 0 || crate::text::word_boundary(class, position);
        if bounded && end > position + MARK.len() {
            return Some((position, end));
        }
        from = position + MARK.len();
    }
    None
}

/// Removes `language-NAME` from the class attribute, and returns the name.
fn take_language(attr: &mut Attributes<'_>) -> Option<String> {
    let class = attr.get("class")?;
    let (from, to) = language(class)?;
    let lang = class[from + "language-".len()..to].to_owned();
    let rest = strip(&format!("{}{}", &class[..from], &class[to..])).to_owned();
    if rest.is_empty() {
        attr.remove("class");
    } else {
        attr.set("class", rest);
    }
    Some(lang)
}

fn shows_white_space(class: &str) -> bool {
    const WORD: &str = "show-whitespaces";
    class.match_indices(WORD).any(|(position, _)| {
        let end = position + WORD.len();
        let free = |byte: Option<&u8>| byte.is_none_or(|&b| !is_word(b));
        (position == 0 || free(class.as_bytes().get(position - 1))) && free(class.as_bytes().get(end))
    })
}

/// Appends a text with a `<span>` around each space and tab. The class of the `<span>` is different at the start and at
/// the end of a line.
fn show_white_space(out: &mut String, text: &str) {
    let blank = |c: char| c == ' ' || c == '\t';
    for line in text.split_inclusive('\n') {
        let (body, end) = match line.strip_suffix('\n') {
            Some(body) => (body, "\n"),
            None => (line, ""),
        };
        let mut rest = body;
        let mut at_start = true;
        while !rest.is_empty() {
            let width = rest.find(|c| !blank(c)).unwrap_or(rest.len());
            if width == 0 {
                let text = rest.find(blank).unwrap_or(rest.len());
                out.push_str(&rest[..text]);
                rest = &rest[text..];
            } else {
                let suffix = if at_start {
                    "-l"
                } else if width == rest.len() {
                    "-r"
                } else {
                    ""
                };
                for c in rest[..width].chars() {
                    let (class, shown) = if c == '\t' { ("ws-tab", "\t") } else { ("ws-space", "&#8901;") };
                    out.push_str(&format!("<span class=\"{class}{suffix}\">{shown}</span>"));
                }
                rest = &rest[width..];
            }
            at_start = false;
        }
        out.push_str(end);
    }
}
