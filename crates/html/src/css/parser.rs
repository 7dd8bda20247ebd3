//! Parses a text to selectors, by Nokogiri's grammar.

use super::CssError;
use super::tokens::{Kind, Token, tokens};
use crate::characters::is_css_space;

/// The maximum nesting of brackets.
const MAX_DEPTH: usize = 32;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Combinator {
    Adjacent,
    Following,
    Descendant,
    Child,
}

/// Simple selectors, each with the combinator in front of it. The first simple selector has none, unless the text
/// begins with a combinator.
#[derive(Debug, Clone)]
pub(super) struct Selector(pub Vec<(Option<Combinator>, Simple)>);

#[derive(Debug, Clone)]
pub(super) struct Simple {
    pub head: Head,
    pub conditions: Vec<Condition>,
}

#[derive(Debug, Clone)]
pub(super) enum Head {
    /// The name of an element, or `*`.
    Element(String),
    Function(Function),
    /// An attribute, such as `@href`. Contains the name without the `@`.
    Attribute(String),
}

#[derive(Debug, Clone)]
pub(super) enum Condition {
    Id(String),
    Class(String),
    Attribute(AttributeName, Option<(Kind, String)>),
    Pseudo(String),
    PseudoFunction(Function),
    Not(Box<Negated>),
}

#[derive(Debug, Clone)]
pub(super) enum AttributeName {
    Name(String),
    Function(Function),
}

#[derive(Debug, Clone)]
pub(super) enum Negated {
    Element(String),
    Conditions(Vec<Condition>),
}

/// A functional pseudo-class such as `nth-child(2)`, or a function such as `text()`. `name` does not include the `(`.
#[derive(Debug, Clone)]
pub(super) struct Function {
    pub name: String,
    pub arguments: Vec<Argument>,
}

#[derive(Debug, Clone)]
pub(super) enum Argument {
    Text(String),
    /// An attribute, such as `@href`. Contains the name without the `@`.
    Attribute(String),
    /// A formula `an+b`, such as `2n+1`.
    Nth {
        a: i64,
        operator: String,
        b: i64,
    },
    Selector(Selector),
}

pub(super) fn parse(text: &str, has_default_namespace: bool) -> Result<Vec<Selector>, CssError> {
    let mut parser = Parser { tokens: tokens(text), position: 0, depth: 0, has_default_namespace };
    let selectors = parser.selectors()?;
    if parser.position < parser.tokens.len() {
        return Err(parser.unexpected());
    }
    Ok(selectors)
}

struct Parser<'t> {
    tokens: Vec<Token<'t>>,
    position: usize,
    depth: usize,
    has_default_namespace: bool,
}

impl Parser<'_> {
    fn unexpected(&self) -> CssError {
        let found = self.tokens.get(self.position).map_or("$", |token| token.text);
        let after =
            self.position.checked_sub(1).and_then(|position| self.tokens.get(position)).map_or("", |token| token.text);
        CssError { message: format!("unexpected '{found}' after '{after}'"), is_argument: false }
    }

    fn kind(&self, ahead: usize) -> Option<Kind> {
        self.tokens.get(self.position + ahead).map(|token| token.kind)
    }

    fn is_other(&self, ahead: usize, text: &str) -> bool {
        self.tokens.get(self.position + ahead).is_some_and(|token| token.kind == Kind::Other && token.text == text)
    }

    fn take(&mut self, kind: Kind) -> Option<String> {
        let token = self.tokens.get(self.position).filter(|token| token.kind == kind)?;
        self.position += 1;
        Some(token.text.to_owned())
    }

    fn expect(&mut self, kind: Kind) -> Result<String, CssError> {
        self.take(kind).ok_or_else(|| self.unexpected())
    }

    fn selectors(&mut self) -> Result<Vec<Selector>, CssError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.unexpected());
        }
        let first = match self.combinator() {
            Some(combinator) => self.chain(Some(combinator))?,
            None => {
                self.take(Kind::Space);
                self.chain(None)?
            }
        };
        let mut all = vec![first];
        while self.take(Kind::Comma).is_some() {
            all.push(self.chain(None)?);
        }
        self.depth -= 1;
        Ok(all)
    }

    fn combinator(&mut self) -> Option<Combinator> {
        let combinator = match self.kind(0)? {
            Kind::Plus => Combinator::Adjacent,
            Kind::Greater | Kind::Slash => Combinator::Child,
            Kind::Tilde => Combinator::Following,
            Kind::DoubleSlash => Combinator::Descendant,
            _ => return None,
        };
        self.position += 1;
        Some(combinator)
    }

    fn chain(&mut self, first: Option<Combinator>) -> Result<Selector, CssError> {
        let mut parts = vec![(first, self.simple()?)];
        loop {
            let combinator = match self.combinator() {
                Some(combinator) => combinator,
                None if self.take(Kind::Space).is_some() => Combinator::Descendant,
                None => return Ok(Selector(parts)),
            };
            parts.push((Some(combinator), self.simple()?));
        }
    }

    fn simple(&mut self) -> Result<Simple, CssError> {
        if self.is_other(0, "@") {
            return Ok(Simple { head: Head::Attribute(self.xpath_attribute()?), conditions: Vec::new() });
        }
        if matches!(self.kind(0), Some(Kind::Function | Kind::Has))
            || (self.kind(0) == Some(Kind::Not) && !matches!(self.kind(1), Some(Kind::Hash | Kind::OpenSquare)))
                && self.negation_is_function()
        {
            let function = self.function()?;
            let mut conditions = Vec::new();
            if self.is_other(0, ":") {
                conditions.push(self.pseudo()?);
            } else if self.kind(0) == Some(Kind::OpenSquare) {
                conditions.push(self.attribute()?);
            }
            return Ok(Simple { head: Head::Function(function), conditions });
        }
        let name = self.element_name()?;
        let conditions = self.conditions()?;
        match name {
            Some(name) => Ok(Simple { head: Head::Element(name), conditions }),
            None if conditions.is_empty() => Err(self.unexpected()),
            None => Ok(Simple { head: Head::Element("*".to_owned()), conditions }),
        }
    }

    /// Whether the argument of `:not` is a string or number, or begins with `@`. If so, `:not(...)` is parsed like
    /// other functions.
    fn negation_is_function(&self) -> bool {
        matches!(self.kind(1), Some(Kind::String | Kind::Number)) || self.is_other(1, "@")
    }

    fn xpath_attribute(&mut self) -> Result<String, CssError> {
        if !self.is_other(0, "@") {
            return Err(self.unexpected());
        }
        self.position += 1;
        self.expect(Kind::Ident)
    }

    /// Reads an element's name with an optional namespace prefix. `None` if no name begins at the position.
    fn element_name(&mut self) -> Result<Option<String>, CssError> {
        if self.is_other(0, "|") {
            self.position += 1;
            return self.expect(Kind::Ident).map(Some);
        }
        if self.is_other(0, "*") {
            self.position += 1;
            return Ok(Some("*".to_owned()));
        }
        let Some(name) = self.take(Kind::Ident) else { return Ok(None) };
        if self.is_other(0, "|") {
            self.position += 1;
            let local = self.expect(Kind::Ident)?;
            return Ok(Some(format!("{name}:{local}")));
        }
        Ok(Some(if self.has_default_namespace { format!("xmlns:{name}") } else { name }))
    }

    fn conditions(&mut self) -> Result<Vec<Condition>, CssError> {
        let mut conditions = Vec::new();
        loop {
            let condition = match self.kind(0) {
                Some(Kind::Hash) => {
                    let text = self.expect(Kind::Hash)?;
                    Condition::Id(unescaped(&text[1..], false))
                }
                Some(Kind::OpenSquare) => self.attribute()?,
                Some(Kind::Not) => {
                    self.depth += 1;
                    if self.depth > MAX_DEPTH {
                        return Err(self.unexpected());
                    }
                    self.position += 1;
                    let negated = match self.element_name()? {
                        // Nokogiri ignores what follows a name.
                        Some(name) => {
                            self.conditions()?;
                            Negated::Element(name)
                        }
                        None => Negated::Conditions(self.conditions()?),
                    };
                    if matches!(&negated, Negated::Conditions(all) if all.is_empty()) {
                        return Err(self.unexpected());
                    }
                    self.expect(Kind::CloseBracket)?;
                    self.depth -= 1;
                    Condition::Not(Box::new(negated))
                }
                _ if self.is_other(0, ".") => {
                    self.position += 1;
                    Condition::Class(unescaped(&self.expect(Kind::Ident)?, false))
                }
                _ if self.is_other(0, ":") => self.pseudo()?,
                _ => return Ok(conditions),
            };
            conditions.push(condition);
        }
    }

    fn pseudo(&mut self) -> Result<Condition, CssError> {
        self.position += 1;
        if let Some(name) = self.take(Kind::Ident) {
            return Ok(Condition::Pseudo(name));
        }
        if matches!(self.kind(0), Some(Kind::Function | Kind::Has | Kind::Not)) {
            return self.function().map(Condition::PseudoFunction);
        }
        Err(self.unexpected())
    }

    fn attribute(&mut self) -> Result<Condition, CssError> {
        self.expect(Kind::OpenSquare)?;
        if let Some(number) = self.take(Kind::Number) {
            self.expect(Kind::CloseSquare)?;
            let name = "nth-child".to_owned();
            return Ok(Condition::PseudoFunction(Function { name, arguments: vec![Argument::Text(number)] }));
        }
        let name = if matches!(self.kind(0), Some(Kind::Function | Kind::Has)) {
            AttributeName::Function(self.function()?)
        } else if self.is_other(0, "@") {
            AttributeName::Name(self.xpath_attribute()?)
        } else if self.is_other(0, "|") {
            self.position += 1;
            AttributeName::Name(self.expect(Kind::Ident)?)
        } else {
            let first = self.expect(Kind::Ident)?;
            if self.is_other(0, "|") {
                self.position += 1;
                let local = self.expect(Kind::Ident)?;
                AttributeName::Name(format!("{first}:{local}"))
            } else {
                AttributeName::Name(first)
            }
        };
        let operator = self.kind(0).filter(|kind| {
            use Kind::{DashMatch, Equal, Includes, NotEqual, PrefixMatch, SubstringMatch, SuffixMatch};
            matches!(kind, Equal | PrefixMatch | SuffixMatch | SubstringMatch | NotEqual | Includes | DashMatch)
        });
        let value = match operator {
            None => None,
            Some(operator) => {
                self.position += 1;
                let value = if let Some(name) = self.take(Kind::Ident) {
                    unescaped(&name, false)
                } else if let Some(text) = self.take(Kind::String) {
                    unescaped(&text, true)
                } else {
                    self.expect(Kind::Number)?
                };
                Some((operator, value))
            }
        };
        self.expect(Kind::CloseSquare)?;
        Ok(Condition::Attribute(name, value))
    }

    fn function(&mut self) -> Result<Function, CssError> {
        if self.take(Kind::Has).is_some() {
            let selectors = self.selectors()?;
            self.expect(Kind::CloseBracket)?;
            let arguments = selectors.into_iter().map(Argument::Selector).collect();
            return Ok(Function { name: "has".to_owned(), arguments });
        }
        let text = match self.take(Kind::Not) {
            Some(text) => text,
            None => self.expect(Kind::Function)?,
        };
        let name = text.trim_end_matches(is_css_space).trim_end_matches('(').to_owned();
        let mut arguments = Vec::new();
        if self.take(Kind::CloseBracket).is_some() {
            return Ok(Function { name, arguments });
        }
        if let Some(nth) = self.nth()? {
            arguments.push(nth);
        } else {
            loop {
                let is_last = self.kind(1) != Some(Kind::Comma);
                arguments.push(self.argument(is_last)?);
                if self.take(Kind::Comma).is_none() {
                    break;
                }
            }
        }
        self.expect(Kind::CloseBracket)?;
        Ok(Function { name, arguments })
    }

    fn argument(&mut self, is_last: bool) -> Result<Argument, CssError> {
        if self.is_other(0, "@") {
            return self.xpath_attribute().map(Argument::Attribute);
        }
        let text = match self.kind(0) {
            Some(kind @ (Kind::Number | Kind::String | Kind::Ident)) => self.expect(kind)?,
            _ => return Err(self.unexpected()),
        };
        let nth = |a: i64, b: i64| Argument::Nth { a, operator: "+".to_owned(), b };
        Ok(match text.as_str() {
            "even" if is_last => nth(2, 0),
            "odd" if is_last => nth(2, 1),
            "n" if is_last => nth(1, 0),
            _ => Argument::Text(text),
        })
    }

    /// Reads a formula with `n`, such as `2n+1`, `-n+1` or `2n`. `None` if the tokens have another form.
    fn nth(&mut self) -> Result<Option<Argument>, CssError> {
        let number = |text: &str| text.parse::<i64>().unwrap_or(0);
        let text_at = |parser: &Self, ahead: usize| {
            parser.tokens.get(parser.position + ahead).map_or("", |token| token.text).to_owned()
        };
        match (self.kind(0), self.kind(1), self.kind(2), self.kind(3)) {
            (Some(Kind::Number), Some(Kind::Ident), Some(Kind::Plus), Some(Kind::Number)) => {
                let (a, name, operator, b) = (text_at(self, 0), text_at(self, 1), text_at(self, 2), text_at(self, 3));
                if name != "n" {
                    return Err(self.wrong_letter(&name));
                }
                self.position += 4;
                Ok(Some(Argument::Nth { a: number(&a), operator, b: number(&b) }))
            }
            (Some(Kind::Ident), Some(Kind::Plus), Some(Kind::Number), _) => {
                let (name, operator, b) = (text_at(self, 0), text_at(self, 1), text_at(self, 2));
                let a = match name.as_str() {
                    "n" => 1,
                    "-n" => -1,
                    _ => return Err(self.wrong_letter(&operator)),
                };
                self.position += 3;
                Ok(Some(Argument::Nth { a, operator, b: number(&b) }))
            }
            (Some(Kind::Number), Some(Kind::Ident), ..) => {
                let (a, name) = (text_at(self, 0), text_at(self, 1));
                let (operator, b) = match name.strip_prefix("n-") {
                    Some(b) => ("-", b.to_owned()),
                    None if name == "n" => ("+", "0".to_owned()),
                    None => return Err(self.wrong_letter(&name)),
                };
                self.position += 2;
                Ok(Some(Argument::Nth { a: number(&a), operator: operator.to_owned(), b: number(&b) }))
            }
            _ => Ok(None),
        }
    }

    fn wrong_letter(&self, name: &str) -> CssError {
        CssError { message: format!("parse error on IDENT '{name}'"), is_argument: false }
    }
}

/// Resolves the escapes in a name or a string. In strings, an escaped line break is dropped.
fn unescaped(text: &str, is_string: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(position) = rest.find('\\') {
        out.push_str(&rest[..position]);
        rest = &rest[position + 1..];
        let digits = rest.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        if digits > 0 {
            let number = u32::from_str_radix(&rest[..digits], 16).unwrap_or(0);
            out.push(char::from_u32(number).unwrap_or('\u{fffd}'));
            rest = &rest[digits..];
            rest = rest.strip_prefix(is_css_space).unwrap_or(rest);
        } else if let Some(c) = rest.chars().next() {
            if !(is_string && c == '\n') {
                out.push(c);
            }
            rest = &rest[c.len_utf8()..];
        } else {
            out.push('\\');
        }
    }
    out.push_str(rest);
    out
}
