//! Reads references to characters and entities. Replacement texts are limited in size and depth.

use super::parser::{Parser, code};
use crate::error::Level;
use crate::html4::is_character;

/// The maximum total length in bytes of the entities that a document expands. Each reference counts.
const MAX_EXPANDED: usize = 10_000_000;

/// The maximum nesting of entities.
const MAX_ENTITY_DEPTH: usize = 20;

impl Parser<'_> {
    /// Reads an entity or character reference in the content, and adds its text. If the options keep entities, a
    /// declared entity is added as a reference node. After the first fatal error, references to entities are dropped.
    pub(super) fn reference(&mut self) {
        let start = self.position;
        let is_entity = self.byte(1) != b'#';
        if let Some(text) = self.reference_text() {
            // libxml2 drops all references to entities after the first error.
            if is_entity && !self.is_well_formed {
                return;
            }
            let written = &self.text[start + 1..self.position.max(start + 2) - 1];
            let is_declared = self.entities.contains_key(written);
            if is_declared && !self.options.expands_entities {
                let node = self.tree.create_entity_reference(written);
                self.tree.set_value(node, &text);
                self.put(node);
            } else {
                self.characters(&text);
            }
        }
    }

    /// Reads a reference, and returns the text that replaces it. `None` for an invalid reference and for an undeclared
    /// entity, which are errors.
    pub(super) fn reference_text(&mut self) -> Option<String> {
        if self.byte(1) == b'#' {
            return self.character_reference();
        }
        self.position += 1;
        let Some(name) = self.name().map(str::to_owned) else {
            self.fail(code::NAME_REQUIRED, "xmlParseEntityRef: no name");
            return None;
        };
        if self.byte(0) != b';' {
            self.fail(code::NO_SEMICOLON, "EntityRef: expecting ';'");
            return None;
        }
        self.position += 1;
        if let Some(text) = predefined(&name) {
            return Some(text.to_owned());
        }
        let expanded = self.expand(&name, 0);
        if expanded.is_none() {
            let message = format!("Entity '{name}' not defined");
            self.fail_about(code::UNDECLARED_ENTITY, Level::Fatal, message, Some(&name), None);
        }
        expanded
    }

    fn character_reference(&mut self) -> Option<String> {
        let radix = if self.byte(2) == b'x' { 16 } else { 10 };
        self.position += if radix == 16 { 3 } else { 2 };
        let mut number: u32 = 0;
        let start = self.position;
        while let Some(digit) = char::from(self.byte(0)).to_digit(radix) {
            if number < 0x0011_0000 {
                number = number * radix + digit;
            }
            self.position += 1;
        }
        if self.byte(0) == b';' && self.position > start {
            self.position += 1;
        } else {
            let (code, kind) = if radix == 16 {
                (code::INVALID_HEX_REFERENCE, "hexadecimal")
            } else {
                (code::INVALID_REFERENCE, "decimal")
            };
            self.fail(code, format!("xmlParseCharRef: invalid {kind} value"));
            return None;
        }
        let character = char::from_u32(number).filter(|_| is_character(number));
        if character.is_none() {
            self.fail(code::INVALID_CHARACTER, format!("xmlParseCharRef: invalid xmlChar value {number}"));
        }
        character.map(String::from)
    }

    /// The replacement text of an entity, with the references in it replaced. `None` for an undeclared entity.
    fn expand(&mut self, name: &str, depth: usize) -> Option<String> {
        let text = self.entities.get(name)?.clone();
        self.expanded += text.len();
        if depth > MAX_ENTITY_DEPTH || self.expanded > MAX_EXPANDED {
            self.fail(code::ENTITY_LOOP, "Detected an entity reference loop");
            self.is_halted = true;
            return Some(String::new());
        }
        let mut out = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while let Some(position) = rest.find('&') {
            out.push_str(&rest[..position]);
            rest = &rest[position..];
            let Some(end) = rest.find(';') else { break };
            let inner = &rest[1..end];
            let known = predefined(inner).map(str::to_owned).or_else(|| numbered(inner));
            match known.or_else(|| if self.is_halted { None } else { self.expand(inner, depth + 1) }) {
                Some(text) => out.push_str(&text),
                None => out.push_str(&rest[..=end]),
            }
            rest = &rest[end + 1..];
        }
        out.push_str(rest);
        Some(out)
    }
}

fn predefined(name: &str) -> Option<&'static str> {
    Some(match name {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "apos" => "'",
        _ => return None,
    })
}

fn numbered(name: &str) -> Option<String> {
    let digits = name.strip_prefix('#')?;
    let number = match digits.strip_prefix('x') {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None => digits.parse().ok()?,
    };
    char::from_u32(number).filter(|_| is_character(number)).map(String::from)
}
