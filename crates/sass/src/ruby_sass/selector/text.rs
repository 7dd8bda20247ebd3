//! Selectors as text.

use super::super::lexical;
use super::pseudo::Pseudo;
use super::{Complex, Compound, Part, SelectorList, Simple};

/// What a text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// All that the selector has.
    Whole,
    /// The output: nothing with placeholders.
    Output { compressed: bool },
}

impl Simple {
    /// Its text.
    pub(crate) fn write(&self, mode: Mode) -> String {
        let with_namespace = |namespace: &Option<std::rc::Rc<str>>, name: &str| match namespace {
            Some(namespace) => format!("{namespace}|{name}"),
            None => name.to_owned(),
        };
        match self {
            Simple::Parent(suffix) => format!("&{}", suffix.as_deref().unwrap_or_default()),
            Simple::Class(name) => format!(".{name}"),
            Simple::Id(name) => format!("#{name}"),
            Simple::Placeholder(name) => format!("%{name}"),
            Simple::Universal(namespace) => with_namespace(namespace, "*"),
            Simple::Element(name, namespace) => with_namespace(namespace, name),
            Simple::Attribute(text) => text.to_string(),
            Simple::Pseudo(pseudo) => pseudo.write(mode),
        }
    }
}

impl Pseudo {
    /// Its text.
    pub(crate) fn write(&self, mode: Mode) -> String {
        if &*self.name == "not" && self.selector.as_ref().is_some_and(|list| list.is_invisible()) {
            return String::new();
        }
        let mut out = format!("{}{}", if self.double { "::" } else { ":" }, self.name);
        if self.argument.is_some() || self.selector.is_some() {
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
        out
    }
}

impl Compound {
    /// Its text.
    pub(crate) fn write(&self, mode: Mode) -> String {
        let mut out: String = self.members.iter().map(|simple| simple.write(mode)).collect();
        if out.is_empty() {
            out.push('*');
        }
        if self.subject {
            out.push('!');
        }
        out
    }
}

impl Complex {
    /// Its text.
    pub(crate) fn write(&self, mode: Mode) -> String {
        let mut out = String::new();
        for (index, part) in self.parts().iter().enumerate() {
            if index > 0 && !out.ends_with('\n') && *part != Part::Newline {
                out.push(' ');
            }
            match part {
                Part::Newline => out.push('\n'),
                Part::Combinator(combinator) => out.push_str(combinator),
                Part::Compound(compound) => out.push_str(&compound.write(mode)),
            }
        }
        out
    }
}

impl SelectorList {
    /// Its text, placeholders included.
    pub(crate) fn write(&self) -> String {
        self.write_within(Mode::Whole)
    }

    /// Its text within a pseudo-class.
    fn write_within(&self, mode: Mode) -> String {
        let shown = self.members.iter().filter(|complex| mode == Mode::Whole || !complex.is_invisible());
        let texts: Vec<String> = shown.map(|complex| complex.write(mode)).collect();
        let comma = if mode == (Mode::Output { compressed: true }) { "," } else { ", " };
        texts.join(comma).replace(", \n", ",\n")
    }
}
