//! Parses selectors, up to a limited nesting depth.

use super::{
    Attribute, Combinator, Combinators, Complex, Component, Compound, Pseudo, QualifiedName, SelectorList, Simple,
    SimpleKind,
};
use crate::scanner::{Scanner, SpanMap, unvendor};
use crate::{Error, Result, Sources, Span};

/// The maximum nesting depth of pseudo selectors.
const MAX_DEPTH: usize = 200;

/// Whether a selector may contain `&`, and whether it must be valid in plain CSS.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SelectorOptions {
    /// Whether `&` is allowed.
    pub allow_parent: bool,
    /// Whether the selector is in a plain CSS file, so that selectors such as `%a` are errors.
    pub plain_css: bool,
}

impl Default for SelectorOptions {
    fn default() -> SelectorOptions {
        SelectorOptions { allow_parent: true, plain_css: false }
    }
}

/// The result of parsing a selector list, with warnings about compound selectors without whitespace between them.
#[derive(Debug)]
pub(crate) struct Parsed {
    /// The alternatives that commas separate.
    pub list: SelectorList,
    /// Warnings about adjacent compound selectors without whitespace. Almost always empty.
    pub warnings: Vec<SelectorWarning>,
}

/// A warning for the deprecation `adjacent-compounds`: two compound selectors without whitespace between them.
#[derive(Debug)]
pub(crate) struct SelectorWarning {
    /// The message, in dart-sass's words.
    pub message: String,
    /// The span of both compound selectors.
    pub span: Span,
}

/// Parses the text of a selector list, after interpolation. `map` gives the positions of errors in the source.
///
/// # Errors
/// Fails if the text is not a selector list.
pub(crate) fn parse_list(text: &str, map: &SpanMap, options: SelectorOptions, sources: &Sources) -> Result<Parsed> {
    let mut parser = Parser::new(text, map, options);
    let list = parser.list().and_then(|list| parser.done(list, "expected selector."));
    match list {
        Ok(list) => Ok(Parsed { list, warnings: parser.warnings }),
        Err(error) => Err(map.error(error, text, sources)),
    }
}

/// Parses the text of a compound selector, after interpolation. `map` gives the positions of errors in the source.
///
/// # Errors
/// Fails if the text is not a compound selector.
pub(crate) fn parse_compound(
    text: &str,
    map: &SpanMap,
    options: SelectorOptions,
    sources: &Sources,
) -> Result<Compound> {
    let mut parser = Parser::new(text, map, options);
    let compound = parser.compound().and_then(|compound| parser.done(compound, "expected selector."));
    compound.map_err(|error| map.error(error, text, sources))
}

/// Whether the argument of a pseudo-class is a selector list.
fn takes_selector(unvendored: &str) -> bool {
    matches!(unvendored, "not" | "is" | "matches" | "where" | "current" | "any" | "has" | "host" | "host-context")
}

struct Parser<'a> {
    scanner: Scanner<'a>,
    map: &'a SpanMap,
    options: SelectorOptions,
    depth: usize,
    warnings: Vec<SelectorWarning>,
}

/// The parts of a complex selector while it is parsed.
struct ComplexParts {
    leading: (Combinators, Option<Span>),
    components: Vec<Component>,
    last: Option<Compound>,
    combinators: Vec<Combinator>,
    combinator_span: Option<Span>,
    component_start: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, map: &'a SpanMap, options: SelectorOptions) -> Parser<'a> {
        Parser { scanner: Scanner::interpolated(text), map, options, depth: 0, warnings: Vec::new() }
    }

    fn done<T>(&self, parsed: T, message: &str) -> Result<T> {
        if self.scanner.is_done() { Ok(parsed) } else { self.scanner.fail(message) }
    }

    fn span_from(&self, start: usize) -> Span {
        self.map.span(start, self.scanner.position)
    }

    /// Returns an error with `message` at the text from `start` to the current position. Its span already refers to the
    /// source.
    fn fail_from<T>(&self, message: &str, start: usize) -> Result<T> {
        Err(Error::at(message, self.span_from(start)))
    }

    fn list(&mut self) -> Result<SelectorList> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.scanner.fail("Selectors are nested too deeply.");
        }
        let start = self.scanner.position;
        let mut mark = start;
        let mut components = vec![self.complex(false)?];
        self.scanner.whitespace()?;
        while self.scanner.scan_byte(b',') {
            self.scanner.whitespace()?;
            if self.scanner.peek() == Some(b',') {
                continue;
            }
            if self.scanner.is_done() {
                break;
            }
            let line_break = self.scanner.since(mark).bytes().any(|byte| matches!(byte, b'\n' | b'\r'));
            mark = self.scanner.position;
            components.push(self.complex(line_break)?);
        }
        self.depth -= 1;
        Ok(SelectorList::new(components, self.span_from(start)))
    }

    fn complex(&mut self, line_break: bool) -> Result<Complex> {
        let start = self.scanner.position;
        let mut parts = ComplexParts {
            leading: (Combinators::None, None),
            components: Vec::new(),
            last: None,
            combinators: Vec::new(),
            combinator_span: None,
            component_start: start,
        };
        loop {
            let before = self.scanner.position;
            self.scanner.whitespace()?;
            let spaced = self.scanner.position != before;
            let combinator = match self.scanner.peek() {
                Some(b'+') => Combinator::NextSibling,
                Some(b'>') => Combinator::Child,
                Some(b'~') => Combinator::FollowingSibling,
                Some(b'[' | b'.' | b'#' | b'%' | b':' | b'&' | b'*' | b'|') => {
                    self.next_compound(&mut parts, spaced)?;
                    continue;
                }
                Some(_) if self.scanner.looking_at_identifier() => {
                    self.next_compound(&mut parts, spaced)?;
                    continue;
                }
                _ => break,
            };
            let position = self.scanner.position;
            self.scanner.read()?;
            parts.combinator_span.get_or_insert(self.span_from(position));
            parts.combinators.push(combinator);
        }
        self.finish_complex(parts, start, line_break)
    }

    fn next_compound(&mut self, parts: &mut ComplexParts, spaced: bool) -> Result<()> {
        let joined = parts.combinators.is_empty() && !spaced;
        let combinators: Combinators = std::mem::take(&mut parts.combinators).into_iter().collect();
        let combinator_span = parts.combinator_span.take();
        let before = parts.last.take();
        if let Some(compound) = before.clone() {
            let span = self.span_from(parts.component_start);
            parts.components.push(Component { compound, combinators, span });
        } else if !combinators.is_empty() {
            parts.leading = (combinators, combinator_span);
            parts.component_start = self.scanner.position;
        }
        let compound = self.compound()?;
        if let Some(before) = before.filter(|_| joined) {
            self.warnings.push(SelectorWarning {
                message: format!(
                    "Adjacent compound selectors must be separated by whitespace. This will be an error in Dart \
                     Sass 2.0.0. Suggestion:\n\n{before} {compound}\n\n\
                     More info: https://sass-lang.com/d/adjacent-compounds"
                ),
                span: before.span().to(compound.span()),
            });
        }
        parts.last = Some(compound);
        if self.scanner.peek() == Some(b'&') {
            return self.scanner.fail("\"&\" may only used at the beginning of a compound selector.");
        }
        Ok(())
    }

    fn finish_complex(&mut self, mut parts: ComplexParts, start: usize, line_break: bool) -> Result<Complex> {
        let combinators: Combinators = parts.combinators.into_iter().collect();
        if !combinators.is_empty() && self.options.plain_css {
            return self.scanner.fail("expected selector.");
        }
        if let Some(compound) = parts.last {
            let span = self.span_from(parts.component_start);
            parts.components.push(Component { compound, combinators, span });
        } else if combinators.is_empty() {
            return self.scanner.fail("expected selector.");
        } else {
            parts.leading = (combinators, parts.combinator_span);
        }
        Ok(Complex::parsed(parts.leading, parts.components, self.span_from(start), line_break))
    }

    fn compound(&mut self) -> Result<Compound> {
        let start = self.scanner.position;
        let mut simples = vec![self.simple(self.options.allow_parent)?];
        loop {
            match self.scanner.peek() {
                Some(b'*' | b'[' | b'.' | b'#' | b'%' | b':') => {}
                Some(b'&') if self.options.plain_css => {}
                _ => break,
            }
            simples.push(self.simple(self.options.plain_css)?);
        }
        Ok(Compound::new(simples, self.span_from(start)))
    }

    fn simple(&mut self, allow_parent: bool) -> Result<Simple> {
        let start = self.scanner.position;
        let kind = match self.scanner.peek() {
            Some(b'[') => self.attribute()?,
            Some(b'.') => SimpleKind::Class(self.name_after_sign()?),
            Some(b'#') => SimpleKind::Id(self.name_after_sign()?),
            Some(b'%') => {
                let name = self.name_after_sign()?;
                if self.options.plain_css {
                    return self.fail_from("Placeholder selectors aren't allowed in plain CSS.", start);
                }
                SimpleKind::Placeholder(name)
            }
            Some(b':') => self.pseudo()?,
            Some(b'&') => {
                let parent = self.parent()?;
                if !allow_parent {
                    return self.fail_from("Parent selectors aren't allowed here.", start);
                }
                parent
            }
            _ => self.type_or_universal()?,
        };
        Ok(Simple::new(kind, self.span_from(start)))
    }

    fn name_after_sign(&mut self) -> Result<Box<str>> {
        self.scanner.read()?;
        Ok(self.scanner.identifier()?.into())
    }

    fn parent(&mut self) -> Result<SimpleKind> {
        let start = self.scanner.position;
        self.scanner.read()?;
        let suffix =
            if self.scanner.looking_at_identifier_body() { Some(self.scanner.identifier_body()?.into()) } else { None };
        if self.options.plain_css && suffix.is_some() {
            let message = "Parent selectors can't have suffixes in plain CSS.";
            return self.scanner.fail_at(message, start, self.scanner.position);
        }
        Ok(SimpleKind::Parent { suffix })
    }

    fn attribute(&mut self) -> Result<SimpleKind> {
        self.scanner.expect_byte(b'[')?;
        self.scanner.whitespace()?;
        let name = self.attribute_name()?;
        self.scanner.whitespace()?;
        if self.scanner.scan_byte(b']') {
            let attribute = Attribute { name, operator: "", value: None, modifier: None };
            return Ok(SimpleKind::Attribute(Box::new(attribute)));
        }
        let operator = self.attribute_operator()?;
        self.scanner.whitespace()?;
        let value = match self.scanner.peek() {
            Some(b'"' | b'\'') => self.scanner.string()?,
            _ => self.scanner.identifier()?.into_owned(),
        };
        self.scanner.whitespace()?;
        let modifier = match self.scanner.peek() {
            Some(next) if next.is_ascii_alphabetic() => Some(self.scanner.read()?),
            _ => None,
        };
        self.scanner.expect_byte(b']')?;
        let attribute = Attribute { name, operator, value: Some(value.into()), modifier };
        Ok(SimpleKind::Attribute(Box::new(attribute)))
    }

    fn attribute_name(&mut self) -> Result<QualifiedName> {
        if self.scanner.scan_byte(b'*') {
            self.scanner.expect_byte(b'|')?;
            return self.qualified(Some("*".into()));
        }
        if self.scanner.scan_byte(b'|') {
            return self.qualified(Some("".into()));
        }
        let name = self.scanner.identifier()?.into_owned();
        if self.scanner.peek() != Some(b'|') || self.scanner.peek_at(1) == Some(b'=') {
            return Ok(QualifiedName { name: name.into(), namespace: None });
        }
        self.scanner.read()?;
        self.qualified(Some(name.into()))
    }

    fn qualified(&mut self, namespace: Option<Box<str>>) -> Result<QualifiedName> {
        Ok(QualifiedName { name: self.scanner.identifier()?.into(), namespace })
    }

    fn attribute_operator(&mut self) -> Result<&'static str> {
        let start = self.scanner.position;
        let operator = match self.scanner.read()? {
            '=' => return Ok("="),
            '~' => "~=",
            '|' => "|=",
            '^' => "^=",
            '$' => "$=",
            '*' => "*=",
            _ => return self.scanner.fail_at("Expected \"]\".", start, start),
        };
        self.scanner.expect_byte(b'=')?;
        Ok(operator)
    }

    fn pseudo(&mut self) -> Result<SimpleKind> {
        self.scanner.expect_byte(b':')?;
        let element = self.scanner.scan_byte(b':');
        let name: Box<str> = self.scanner.identifier()?.into();
        if !self.scanner.scan_byte(b'(') {
            return Ok(SimpleKind::Pseudo(Box::new(Pseudo::new(name, element, None, None))));
        }
        self.scanner.whitespace()?;
        let unvendored = unvendor(&name);
        let mut argument: Option<Box<str>> = None;
        let mut selector = None;
        if element {
            if unvendored == "slotted" {
                selector = Some(self.list()?);
            } else {
                argument = Some(self.scanner.declaration_value(true)?.into());
            }
        } else if takes_selector(unvendored) {
            selector = Some(self.list()?);
        } else if unvendored == "nth-child" || unvendored == "nth-last-child" {
            let mut nth = self.a_n_plus_b()?;
            self.scanner.whitespace()?;
            let spaced = matches!(self.scanner.previous(), Some(b' ' | b'\t' | b'\n' | b'\r' | 0x0c));
            if spaced && self.scanner.peek() != Some(b')') {
                self.scanner.expect_identifier("of", Some("\"of\""))?;
                nth.push_str(" of");
                self.scanner.whitespace()?;
                selector = Some(self.list()?);
            }
            argument = Some(nth.into());
        } else {
            argument = Some(self.scanner.declaration_value(true)?.trim_end().into());
        }
        self.scanner.expect_byte(b')')?;
        Ok(SimpleKind::Pseudo(Box::new(Pseudo::new(name, element, argument, selector))))
    }

    /// Reads an expression such as the `2n + 1` of `:nth-child()`, and removes its whitespace.
    fn a_n_plus_b(&mut self) -> Result<String> {
        let mut text = String::new();
        match self.scanner.peek() {
            Some(b'e' | b'E') => {
                self.scanner.expect_identifier("even", Some("\"even\""))?;
                return Ok("even".to_owned());
            }
            Some(b'o' | b'O') => {
                self.scanner.expect_identifier("odd", Some("\"odd\""))?;
                return Ok("odd".to_owned());
            }
            Some(b'+' | b'-') => text.push(self.scanner.read()?),
            _ => {}
        }
        if self.digits(&mut text)? {
            self.scanner.whitespace()?;
            if !self.scanner.scan_letter(b'n')? {
                return Ok(text);
            }
        } else if !self.scanner.scan_letter(b'n')? {
            return self.scanner.fail("Expected \"n\".");
        }
        text.push('n');
        self.scanner.whitespace()?;
        if !matches!(self.scanner.peek(), Some(b'+' | b'-')) {
            return Ok(text);
        }
        text.push(self.scanner.read()?);
        self.scanner.whitespace()?;
        if !self.digits(&mut text)? {
            return self.scanner.fail("Expected a number.");
        }
        Ok(text)
    }

    fn digits(&mut self, text: &mut String) -> Result<bool> {
        let before = text.len();
        while self.scanner.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            text.push(self.scanner.read()?);
        }
        Ok(text.len() > before)
    }

    fn type_or_universal(&mut self) -> Result<SimpleKind> {
        let namespace = if self.scanner.scan_byte(b'*') {
            if !self.scanner.scan_byte(b'|') {
                return Ok(SimpleKind::Universal { namespace: None });
            }
            "*".into()
        } else if self.scanner.scan_byte(b'|') {
            "".into()
        } else {
            let name = self.scanner.identifier()?.into();
            if !self.scanner.scan_byte(b'|') {
                return Ok(SimpleKind::Type(QualifiedName { name, namespace: None }));
            }
            name
        };
        if self.scanner.scan_byte(b'*') {
            return Ok(SimpleKind::Universal { namespace: Some(namespace) });
        }
        Ok(SimpleKind::Type(self.qualified(Some(namespace))?))
    }
}
