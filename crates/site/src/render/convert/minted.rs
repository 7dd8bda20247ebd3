//! Writes code as commands of the LaTeX package minted, for sites with `highlighter: minted`. Mirrors
//! `Kramdown::Converter::SyntaxHighlighter::Minted`.

use hastie_kramdown::{CodeKind, Highlighted, Highlighter, Setting};

/// Implements kramdown's [`Highlighter`] for `highlighter: minted`.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Minted;

impl Highlighter for Minted {
    fn name(&self) -> &str {
        "minted"
    }

    fn highlight(&self, code: &str, lang: Option<&str>, kind: CodeKind, options: &Setting) -> Option<Highlighted> {
        let text = |name: &str| match options.get(name) {
            Some(Setting::Text(text)) => Some(text.as_str()),
            _ => None,
        };
        let is_set = |name: &str| options.get(name).is_some_and(Setting::truthy);
        let lang = lang.or_else(|| text("default_lang"))?;
        let html = match kind {
            CodeKind::Span => format!("\\mintinline{{{lang}}}{{{code}}}"),
            CodeKind::Block => {
                let mut arguments = Vec::new();
                arguments.extend(is_set("wrap").then(|| "breaklines".to_string()));
                arguments.extend(is_set("line_numbers").then(|| "linenos".to_string()));
                arguments.extend(text("frame").map(|frame| format!("frame={frame}")));
                format!("\\begin{{minted}}[{}]{{{lang}}}\n{code}\n\\end{{minted}}", arguments.join(","))
            }
        };
        Some(Highlighted { html })
    }

    fn default_lang(&self, _kind: CodeKind, _options: &Setting) -> Option<String> {
        None
    }
}
