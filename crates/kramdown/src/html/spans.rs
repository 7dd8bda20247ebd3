//! Writes spans, and formulas as blocks.

use super::{Writer, changed};
use crate::element::{Element, Entity, Extra, Symbol};
use crate::escape;
use crate::options::MathEngine;
use crate::text::{fold_space, is_space_char};

impl<'d> Writer<'d> {
    pub(super) fn text(&mut self, el: &'d Element<'d>) {
        if self.options.remove_line_breaks_for_cjk {
            let mut text = String::new();
            escape::text(&mut text, el.value);
            self.out.push_str(&without_cjk_breaks(&text));
        } else {
            escape::text(&mut self.out, el.value);
        }
    }

    pub(super) fn entity_element(&mut self, el: &'d Element<'d>) {
        if let Extra::Entity(Entity { code, name, original }) = el.extra {
            self.entity(*code, *name, *original);
        }
    }

    pub(super) fn symbol(&mut self, el: &'d Element<'d>) {
        let Extra::Symbol(symbol) = el.extra else { return };
        if let Some(text) = self.options.symbol_text(symbol) {
            escape::text(&mut self.out, text);
            return;
        }
        const NBSP: (u32, &str) = (0xa0, "nbsp");
        let entities: &[(u32, &str)] = match symbol {
            Symbol::Mdash => &[(0x2014, "mdash")],
            Symbol::Ndash => &[(0x2013, "ndash")],
            Symbol::Hellip => &[(0x2026, "hellip")],
            Symbol::LaquoSpace => &[(0xab, "laquo"), NBSP],
            Symbol::RaquoSpace => &[NBSP, (0xbb, "raquo")],
            Symbol::Laquo => &[(0xab, "laquo")],
            Symbol::Raquo => &[(0xbb, "raquo")],
        };
        for (code, name) in entities {
            self.entity(*code, Some(name), None);
        }
    }

    pub(super) fn smart_quote(&mut self, el: &'d Element<'d>) {
        if let Extra::Quote(quote) = el.extra {
            let (code, name) = self.options.quote(quote);
            self.entity(code, name, None);
        }
    }

    pub(super) fn abbreviation(&mut self, el: &'d Element<'d>) {
        let folded;
        let found = match self.abbreviations.get(el.value) {
            Some(found) => Some(found),
            None => {
                folded = fold_space(el.value, |c| is_space_char(c) || crate::parser::is_separator(c));
                self.abbreviations.get(folded.as_ref())
            }
        };
        let attr = found.map(|found| {
            changed(&found.attr, |attr| {
                if !found.title.is_empty() {
                    attr.set("title", found.title);
                }
            })
        });
        self.open("abbr", &attr.unwrap_or_default());
        self.out.push('>');
        self.out.push_str(el.value);
        self.close("abbr");
    }

    pub(super) fn math(&mut self, el: &'d Element<'d>, indent: i32) {
        let block = el.is_block();
        match &self.options.math_engine {
            MathEngine::Mathjax => self.mathjax(el, block, indent),
            engine => {
                if let MathEngine::Unknown(name) = engine {
                    self.warnings.push(format!("The configured math engine {name} is not available."));
                }
                let attr = changed(&el.attr, |attr| attr.add_class("kdmath"));
                if block {
                    self.indent(indent);
                    self.open("div", &attr);
                    self.out.push_str(">$$\n");
                    self.out.push_str(el.value);
                    self.out.push_str("\n$$</div>\n");
                } else {
                    self.open("span", &attr);
                    self.out.push_str(">$");
                    self.out.push_str(el.value);
                    self.out.push_str("$</span>");
                }
            }
        }
    }

    fn mathjax(&mut self, el: &'d Element<'d>, block: bool, indent: i32) {
        if !block && !el.attr.is_empty() {
            self.open("span", &el.attr);
            self.out.push_str(">$");
            self.out.push_str(el.value);
            self.out.push_str("$</span>");
            return;
        }
        let (open, close) = if block { ("\\[", "\\]\n") } else { ("\\(", "\\)") };
        let wrapped = block && !el.attr.is_empty();
        if wrapped {
            self.indent(indent);
            self.open("div", &el.attr);
            self.out.push('>');
        }
        self.out.push_str(open);
        escape::all(&mut self.out, el.value);
        self.out.push_str(close);
        if wrapped {
            self.out.push_str("</div>\n");
        }
    }
}

/// Removes line breaks between CJK characters.
fn without_cjk_breaks(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    for (index, &c) in chars.iter().enumerate() {
        let between = index > 0 && is_cjk(chars[index - 1]) && chars.get(index + 1).copied().is_some_and(is_cjk);
        if c != '\n' || !between {
            out.push(c);
        }
    }
    out
}

/// Whether a character is Han, Hiragana or Katakana. False for Hangul.
fn is_cjk(c: char) -> bool {
    matches!(u32::from(c), 0x2e80..=0x2fd5 | 0x3005 | 0x3007 | 0x3021..=0x3029 | 0x3038..=0x303b | 0x3041..=0x3096
        | 0x309d..=0x309f | 0x30a1..=0x30fa | 0x30fd..=0x30ff | 0x31f0..=0x31ff | 0x32d0..=0x32fe | 0x3300..=0x3357
        | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfad9 | 0xff66..=0xff6f | 0xff71..=0xff9d | 0x1b000..=0x1b167
        | 0x20000..=0x323af)
}
