//! Conversion of selectors to text.

use super::pseudo::Pseudo;
use super::{Complex, Compound, Part, SelectorList, Simple};
use crate::lexical;

/// Whether a selector is written completely, or as in the CSS, which lacks placeholder selectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// The selector with its placeholder selectors, such as `%name`.
    Whole,
    /// The selector as in the CSS, without placeholder selectors.
    Output { compressed: bool },
}

impl Simple {
    /// Mirrors `to_s`: the selector as text for `mode`.
    pub(crate) fn write(&self, mode: Mode) -> String {
        let mut out = String::new();
        self.write_to(&mut out, mode);
        out
    }

    fn write_to(&self, out: &mut String, mode: Mode) {
        let (sign, name): (&str, &str) = match self {
            Simple::Parent(suffix) => ("&", suffix.as_deref().unwrap_or_default()),
            Simple::Class(name) => (".", &**name),
            Simple::Id(name) => ("#", &**name),
            Simple::Placeholder(name) => ("%", &**name),
            Simple::Universal(None) => ("", "*"),
            Simple::Element(name, None) => ("", &**name),
            Simple::Universal(Some(namespace)) => {
                out.push_str(namespace);
                ("|", "*")
            }
            Simple::Element(name, Some(namespace)) => {
                out.push_str(namespace);
                ("|", &**name)
            }
            Simple::Attribute(text) => ("", &**text),
            Simple::Pseudo(pseudo) => return pseudo.write_to(out, mode),
        };
        out.push_str(sign);
        out.push_str(name);
    }
}

impl Pseudo {
    /// Mirrors `to_s`: the pseudo selector as text for `mode`. Empty for a `:not()` whose selectors are all invisible.
    pub(crate) fn write(&self, mode: Mode) -> String {
        let mut out = String::new();
        self.write_to(&mut out, mode);
        out
    }

    fn write_to(&self, out: &mut String, mode: Mode) {
        if &*self.name == "not" && self.selector.as_ref().is_some_and(|list| list.is_invisible()) {
            return;
        }
        out.push_str(if self.double { "::" } else { ":" });
        out.push_str(&self.name);
        if self.argument.is_none() && self.selector.is_none() {
            return;
        }
        out.push('(');
        if let Some(argument) = &self.argument {
            out.push_str(&lexical::trimmed(argument));
        }
        if let Some(selector) = &self.selector {
            if self.argument.is_some() {
                out.push(' ');
            }
            out.push_str(&selector.write_within(mode));
        }
        out.push(')');
    }
}

impl Compound {
    /// Mirrors `to_s`: the simple selectors as text for `mode`, or `*` if none of them has text.
    pub(crate) fn write(&self, mode: Mode) -> String {
        let mut out = String::new();
        self.write_to(&mut out, mode);
        out
    }

    fn write_to(&self, out: &mut String, mode: Mode) {
        let start = out.len();
        self.members.iter().for_each(|simple| simple.write_to(out, mode));
        if out.len() == start {
            out.push('*');
        }
        if self.subject {
            out.push('!');
        }
    }
}

impl Complex {
    /// Mirrors `to_s`: the complex selector as text for `mode`. Spaces or the line breaks of the source separate its
    /// parts.
    pub(crate) fn write(&self, mode: Mode) -> String {
        let mut out = String::new();
        for (index, part) in self.parts().iter().enumerate() {
            if index > 0 && !out.ends_with('\n') && *part != Part::Newline {
                out.push(' ');
            }
            match part {
                Part::Newline => out.push('\n'),
                Part::Combinator(combinator) => out.push_str(combinator),
                Part::Compound(compound) => compound.write_to(&mut out, mode),
            }
        }
        out
    }
}

impl SelectorList {
    /// The selectors as text, separated by commas. Selectors with placeholders are included.
    pub(crate) fn write(&self) -> String {
        self.write_within(Mode::Whole)
    }

    /// The selectors as text for the inside of a pseudo-class. `Mode::Output` omits invisible selectors.
    fn write_within(&self, mode: Mode) -> String {
        let shown = self.members.iter().filter(|complex| mode == Mode::Whole || !complex.is_invisible());
        let texts: Vec<String> = shown.map(|complex| complex.write(mode)).collect();
        let comma = if mode == (Mode::Output { compressed: true }) { "," } else { ", " };
        texts.join(comma).replace(", \n", ",\n")
    }
}
