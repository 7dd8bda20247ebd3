//! Conversion of selectors to text, in both output styles.

use super::{
    Attribute, Combinators, Complex, Component, Compound, Pseudo, QualifiedName, SelectorList, Simple, SimpleKind,
};
use crate::Style;
use crate::scanner::identifier_of;
use std::fmt::{self, Write};

/// Options for selectors as text: the style, the indentation, and whether invisible selectors are included.
#[derive(Clone, Copy)]
pub(crate) struct TextOptions {
    pub(crate) style: Style,
    /// Whether to include invisible selectors.
    pub(crate) inspect: bool,
    /// The indentation of selectors on lines of their own.
    pub(crate) indentation: usize,
}

const INSPECT: TextOptions = TextOptions { style: Style::Expanded, inspect: true, indentation: 0 };

impl TextOptions {
    fn compressed(self) -> bool {
        self.style == Style::Compressed
    }

    fn space(self, out: &mut String) {
        if !self.compressed() {
            out.push(' ');
        }
    }
}

/// Writes a selector list without its invisible selectors. In the expanded style, selectors after a line break start
/// with `indentation` spaces.
pub(crate) fn write_list(out: &mut String, list: &SelectorList, style: Style, indentation: usize) {
    list_text(out, list, TextOptions { style, inspect: false, indentation });
}

fn list_text(out: &mut String, list: &SelectorList, options: TextOptions) {
    let mut first = true;
    for complex in list.components() {
        if !options.inspect && complex.is_invisible() {
            continue;
        }
        if !first {
            out.push(',');
            if options.compressed() {
            } else if complex.line_break() {
                out.push('\n');
                out.extend(std::iter::repeat_n(' ', options.indentation));
            } else {
                out.push(' ');
            }
        }
        first = false;
        complex_text(out, complex, options);
    }
}

fn complex_text(out: &mut String, complex: &Complex, options: TextOptions) {
    combinators_text(out, complex.leading(), options);
    if !complex.leading().is_empty() && !complex.components().is_empty() {
        options.space(out);
    }
    let last = complex.components().len().saturating_sub(1);
    for (index, component) in complex.components().iter().enumerate() {
        component_text(out, component, options);
        if index != last && (!options.compressed() || component.combinators.is_empty()) {
            out.push(' ');
        }
    }
}

fn component_text(out: &mut String, component: &Component, options: TextOptions) {
    compound_text(out, &component.compound, options);
    if !component.combinators.is_empty() {
        options.space(out);
    }
    combinators_text(out, &component.combinators, options);
}

fn combinators_text(out: &mut String, combinators: &Combinators, options: TextOptions) {
    for (index, combinator) in combinators.as_slice().iter().enumerate() {
        if index > 0 {
            options.space(out);
        }
        out.push(combinator.sign());
    }
}

fn compound_text(out: &mut String, compound: &Compound, options: TextOptions) {
    let start = out.len();
    for simple in compound.simples() {
        simple_text(out, simple, options);
    }
    // All parts match any element and were omitted.
    if out.len() == start {
        out.push('*');
    }
}

fn simple_text(out: &mut String, simple: &Simple, options: TextOptions) {
    match simple.kind() {
        SimpleKind::Universal { namespace } => {
            if let Some(namespace) = namespace {
                out.push_str(namespace);
                out.push('|');
            }
            out.push('*');
        }
        SimpleKind::Type(name) => name_text(out, name),
        SimpleKind::Class(name) => {
            out.push('.');
            out.push_str(name);
        }
        SimpleKind::Id(name) => {
            out.push('#');
            out.push_str(name);
        }
        SimpleKind::Placeholder(name) => {
            out.push('%');
            out.push_str(name);
        }
        SimpleKind::Parent { suffix } => {
            out.push('&');
            out.push_str(suffix.as_deref().unwrap_or(""));
        }
        SimpleKind::Attribute(attribute) => attribute_text(out, attribute, options),
        SimpleKind::Pseudo(pseudo) => pseudo_text(out, pseudo, options),
    }
}

fn name_text(out: &mut String, name: &QualifiedName) {
    if let Some(namespace) = &name.namespace {
        out.push_str(namespace);
        out.push('|');
    }
    out.push_str(&name.name);
}

fn attribute_text(out: &mut String, attribute: &Attribute, options: TextOptions) {
    out.push('[');
    name_text(out, &attribute.name);
    if let Some(value) = &attribute.value {
        out.push_str(attribute.operator);
        // Older browsers do not support `--a` as an identifier.
        let bare = identifier_of(value).is_some() && !value.starts_with("--");
        if bare {
            out.push_str(value);
        } else {
            quoted_text(out, value, options.style);
        }
        if let Some(modifier) = attribute.modifier {
            if bare {
                out.push(' ');
            } else {
                options.space(out);
            }
            out.push(modifier);
        }
    }
    out.push(']');
}

fn pseudo_text(out: &mut String, pseudo: &Pseudo, options: TextOptions) {
    // `:not(%a)` is equivalent to `*`.
    if &*pseudo.name == "not" && pseudo.selector.as_ref().is_some_and(SelectorList::is_invisible) {
        return;
    }
    out.push_str(if pseudo.is_syntactic_class { ":" } else { "::" });
    out.push_str(&pseudo.name);
    if pseudo.argument.is_none() && pseudo.selector.is_none() {
        return;
    }
    out.push('(');
    if let Some(argument) = &pseudo.argument {
        out.push_str(argument);
        if pseudo.selector.is_some() {
            out.push(' ');
        }
    }
    if let Some(selector) = &pseudo.selector {
        list_text(out, selector, options);
    }
    out.push(')');
}

/// Writes a string in double quotes or, if it contains double quotes but no single ones, in single quotes. Escapes
/// backslashes and control characters, for example.
pub(crate) fn quoted_text(out: &mut String, text: &str, style: Style) {
    let quote = if text.contains('"') && !text.contains('\'') { '\'' } else { '"' };
    out.push(quote);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let private = matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..) && style == Style::Expanded;
        match character {
            '\\' => out.push_str("\\\\"),
            '"' if quote == '"' => out.push_str("\\\""),
            '\0'..='\x08' | '\n'..='\x1f' | '\x7f' => escape_text(out, character, characters.peek()),
            _ if private => escape_text(out, character, characters.peek()),
            _ => out.push(character),
        }
    }
    out.push(quote);
}

fn escape_text(out: &mut String, character: char, next: Option<&char>) {
    let _ = write!(out, "\\{:x}", character as u32);
    if next.is_some_and(|next| next.is_ascii_hexdigit() || matches!(next, ' ' | '\t')) {
        out.push(' ');
    }
}

impl fmt::Display for SelectorList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        list_text(&mut text, self, INSPECT);
        f.write_str(&text)
    }
}

impl fmt::Display for Complex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        complex_text(&mut text, self, INSPECT);
        f.write_str(&text)
    }
}

impl fmt::Display for Compound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        compound_text(&mut text, self, INSPECT);
        f.write_str(&text)
    }
}

impl fmt::Display for Simple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        simple_text(&mut text, self, INSPECT);
        f.write_str(&text)
    }
}
