//! Rouge as kramdown's syntax highlighter, with the options in `syntax_highlighter_opts`.

use hastie_kramdown::{CodeKind, Highlighted, Highlighter, Setting};
use hastie_rouge::{Lexer, Lookup, Version, find_fancy_in, html};

/// Implements kramdown's [`Highlighter`] with the output of one release of Rouge.
#[derive(Debug, Clone, Copy)]
pub struct Rouge {
    /// The release of Rouge to reproduce.
    pub version: Version,
}

/// The options for spans or blocks of code: the common ones, overridden by the options below `span` or `block`.
struct Options<'s> {
    common: &'s Setting,
    own: Option<&'s Setting>,
}

impl<'s> Options<'s> {
    fn new(all: &'s Setting, kind: CodeKind) -> Self {
        let own = all.get(match kind {
            CodeKind::Block => "block",
            CodeKind::Span => "span",
        });
        Options { common: all, own }
    }

    fn get(&self, name: &str) -> Option<&'s Setting> {
        self.own.and_then(|own| own.get(name)).or_else(|| self.common.get(name))
    }

    fn is_set(&self, name: &str) -> bool {
        self.get(name).is_some_and(Setting::truthy)
    }

    fn text(&self, name: &str) -> Option<&'s str> {
        match self.get(name) {
            Some(Setting::Text(text)) => Some(text),
            _ => None,
        }
    }

    fn table(&self) -> html::Table<'s> {
        let defaults = html::Table::default();
        html::Table {
            start_line: match self.get("start_line") {
                Some(Setting::Int(line)) => *line,
                _ => defaults.start_line,
            },
            line_format: self.text("line_format").unwrap_or(defaults.line_format),
            table_class: self.text("table_class").unwrap_or(defaults.table_class),
            gutter_class: self.text("gutter_class").unwrap_or(defaults.gutter_class),
            code_class: self.text("code_class").unwrap_or(defaults.code_class),
        }
    }
}

impl Highlighter for Rouge {
    fn highlight(&self, code: &str, lang: Option<&str>, kind: CodeKind, options: &Setting) -> Option<Highlighted> {
        let options = Options::new(options, kind);
        let guess = options.is_set("guess_lang");
        let lang = lang.or_else(|| options.text("default_lang"));
        if (lang.is_none() && !guess) || options.is_set("disable") {
            return None;
        }
        let Lookup::Found(info, lexer_options) = find_fancy_in(self.version, lang, code) else {
            return None;
        };
        if info.tag == "plaintext" && !guess {
            return None;
        }
        let tokens = Lexer::new_in(self.version, info, lexer_options).lex(code);
        let html = match options.text("formatter") {
            Some("HTML") => html::spans(&tokens),
            _ => html::legacy(
                &tokens,
                &html::Legacy {
                    css_class: options.text("css_class").unwrap_or("highlight"),
                    wrap: kind == CodeKind::Block && options.get("wrap").is_none_or(Setting::truthy),
                    line_numbers: options.is_set("line_numbers").then(|| options.table()),
                },
            ),
        };
        Some(Highlighted { html })
    }

    fn default_lang(&self, kind: CodeKind, options: &Setting) -> Option<String> {
        Options::new(options, kind).text("default_lang").map(str::to_owned)
    }
}
