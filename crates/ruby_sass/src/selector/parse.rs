//! The selector parser, which runs after interpolation.

use super::pseudo::{Pseudo, without_prefix};
use super::{Complex, Compound, Part, SelectorList, Simple};
use crate::error::{SassResult, SyntaxError};
use crate::lexical;
use crate::scanner::Scanner;
use std::rc::Rc;
use std::sync::Arc;

/// The maximum nesting depth of selectors.
const DEPTH: usize = 200;

/// A parser for the text of a selector. The text no longer contains interpolation.
pub(crate) struct SelectorParser<'t> {
    scanner: Scanner<'t>,
    /// The text after `expected` in the next error, such as `class name`. `None` leaves the choice to the failing
    /// function.
    wanted: Option<&'static str>,
    allow_parent: bool,
    depth: usize,
}

impl<'t> SelectorParser<'t> {
    /// Creates a parser for a text. `line` is the number of its first line in the file.
    pub(crate) fn new(text: &'t str, line: u32) -> SelectorParser<'t> {
        SelectorParser { scanner: Scanner::new(text, line), wanted: None, allow_parent: true, depth: 0 }
    }

    /// The same parser, which accepts `&` if `allow_parent` is set, and otherwise fails at `&`.
    pub(crate) fn with_parent(self, allow_parent: bool) -> SelectorParser<'t> {
        SelectorParser { allow_parent, ..self }
    }

    /// Parses the whole text as a selector list. Fails if the text is empty or continues after the list.
    pub(crate) fn selectors(mut self) -> SassResult<SelectorList> {
        let Some(list) = self.list()? else { return Err(self.expected("selector")) };
        if self.scanner.is_done() { Ok(list) } else { Err(self.expected("selector")) }
    }

    /// Parses the whole text as a comma-separated list of keyframe selectors, and returns its text. Fails for any other
    /// text.
    pub(crate) fn keyframes(mut self) -> SassResult<String> {
        let mut out = String::new();
        self.spaces(&mut out);
        if !self.keyframe(&mut out) {
            return Err(self.expected("keyframes selector (e.g. 10%)"));
        }
        self.spaces(&mut out);
        while self.take(",") {
            out.push(',');
            self.spaces(&mut out);
            if !self.keyframe(&mut out) {
                return Err(self.expected("from, to, or a percentage"));
            }
            self.spaces(&mut out);
        }
        if self.scanner.is_done() { Ok(out) } else { Err(self.expected("keyframes selector")) }
    }

    fn keyframe(&mut self, out: &mut String) -> bool {
        let percentage = |text: &str, position| lexical::literal(text, lexical::unitless_number(text, position)?, "%");
        let found = self.scan(lexical::ident).or_else(|| self.scan(percentage));
        out.push_str(found.unwrap_or_default());
        found.is_some()
    }

    fn expected(&mut self, name: &str) -> Box<SyntaxError> {
        self.scanner.expected(self.wanted.unwrap_or(name))
    }

    fn scan(&mut self, piece: impl Fn(&str, usize) -> Option<usize>) -> Option<&'t str> {
        let found = self.scanner.scan(piece)?;
        self.wanted = None;
        Some(found)
    }

    fn take(&mut self, text: &str) -> bool {
        self.scan(|all, position| lexical::literal(all, position, text)).is_some()
    }

    fn need(&mut self, text: &str) -> SassResult<()> {
        if self.take(text) { Ok(()) } else { Err(self.expected(&format!("\"{text}\""))) }
    }

    fn ident(&mut self) -> Option<Arc<str>> {
        self.scan(lexical::ident).map(|ident| lexical::normalized(ident, true).into())
    }

    fn need_ident(&mut self) -> SassResult<Arc<str>> {
        self.ident().ok_or_else(|| self.expected("identifier"))
    }

    /// Skips whitespace and comments. The whitespace is appended to `out`.
    fn spaces(&mut self, out: &mut String) {
        loop {
            if let Some(space) = self.scan(lexical::space) {
                out.push_str(space);
            } else if self.scan(lexical::line_comment).is_none() && self.scan(lexical::comment).is_none() {
                return;
            }
        }
    }

    /// Skips whitespace and comments. Returns whether the whitespace contained a line break.
    fn skip(&mut self) -> bool {
        let mut space = String::new();
        self.spaces(&mut space);
        space.contains('\n')
    }

    fn list(&mut self) -> SassResult<Option<SelectorList>> {
        let Some(first) = self.complex(false)? else { return Ok(None) };
        let mut members = vec![first];
        let mut newline = false;
        while self.take(",") {
            newline |= self.skip();
            if let Some(complex) = self.complex(newline)? {
                members.push(complex);
                newline = false;
            }
        }
        Ok(Some(SelectorList { members }))
    }

    fn complex(&mut self, newline: bool) -> SassResult<Option<Complex>> {
        let mut parts = Vec::new();
        while let Some(part) = self.part()? {
            if parts.is_empty() && newline {
                parts.push(Part::Newline);
            }
            parts.push(part);
            if self.skip() {
                parts.push(Part::Newline);
            }
        }
        Ok((!parts.is_empty()).then(|| Complex::new(parts)))
    }

    fn part(&mut self) -> SassResult<Option<Part>> {
        for combinator in ["+", ">", "~"] {
            let with_space = |text: &str, position| lexical::literal(text, lexical::blank(text, position), combinator);
            if self.scan(with_space).is_some() {
                return Ok(Some(Part::Combinator(combinator.into())));
            }
        }
        if self.take("/") {
            let Some((namespace, name)) = self.qualified_name(false)? else { return Err(self.expected("identifier")) };
            self.need("/")?;
            let namespace = namespace.map(|namespace| format!("{namespace}|")).unwrap_or_default();
            return Ok(Some(Part::Combinator(format!("/{namespace}{name}/").into())));
        }
        Ok(self.compound()?.map(|compound| Part::Compound(Rc::new(compound))))
    }

    fn compound(&mut self) -> SassResult<Option<Compound>> {
        let Some(first) = self.first_simple()? else { return Ok(None) };
        let mut members = vec![first];
        loop {
            if let Some(simple) = self.simple()? {
                members.push(simple);
            } else if self.take("*") {
                members.push(Simple::Universal(None));
            } else {
                break;
            }
        }
        self.refuse_second()?;
        let subject = self.take("!");
        Ok(Some(Compound::new(members, subject)))
    }

    /// Fails if a token follows that can only start a compound selector.
    fn refuse_second(&mut self) -> SassResult<()> {
        if self.depth > DEPTH {
            return Err(SyntaxError::at("This selector is nested too deeply.", self.scanner.line()));
        }
        let from = self.scanner.clone();
        self.depth += 1;
        let second = self.compound();
        self.depth -= 1;
        let text = from.text.get(from.position..self.scanner.position).unwrap_or_default();
        self.scanner = from;
        if !matches!(second, Ok(Some(_))) {
            return Ok(());
        }
        let mut fault = self.expected("\"{\"");
        fault.message.push_str(&format!("\n\n\"{text}\" may only be used at the beginning of a compound selector."));
        Err(fault)
    }

    fn first_simple(&mut self) -> SassResult<Option<Simple>> {
        if let Some((namespace, name)) = self.qualified_name(true)? {
            return Ok(Some(match &*name {
                "*" => Simple::Universal(namespace),
                _ => Simple::Element(name, namespace),
            }));
        }
        if let Some(simple) = self.simple()? {
            return Ok(Some(simple));
        }
        if self.allow_parent && self.take("&") {
            return Ok(Some(Simple::Parent(self.name())));
        }
        Ok(None)
    }

    fn name(&mut self) -> Option<Arc<str>> {
        self.scan(lexical::name).map(|name| lexical::normalized(name, true).into())
    }

    /// Parses a simple selector other than a type selector or `&`. `None` if there is none.
    fn simple(&mut self) -> SassResult<Option<Simple>> {
        let is_hash = self.scanner.peek(0) == Some(b'#') && self.scanner.peek(1) != Some(b'{');
        if is_hash && self.take("#") {
            self.wanted = Some("id name");
            return Ok(Some(Simple::Id(self.name().ok_or_else(|| self.expected("name"))?)));
        }
        if self.take(".") {
            self.wanted = Some("class name");
            return Ok(Some(Simple::Class(self.need_ident()?)));
        }
        if self.take("%") {
            self.wanted = Some("placeholder name");
            return Ok(Some(Simple::Placeholder(self.need_ident()?)));
        }
        match self.scanner.peek(0) {
            Some(b'[') => self.attribute().map(Some),
            Some(b':') => self.pseudo().map(Some),
            _ => Ok(None),
        }
    }

    /// Parses a name, and the namespace before it, if any. With `allow_star`, the name after a namespace may be `*`.
    /// `None` if there is no name.
    #[expect(clippy::type_complexity, reason = "a name that may have a namespace")]
    fn qualified_name(&mut self, allow_star: bool) -> SassResult<Option<(Option<Arc<str>>, Arc<str>)>> {
        let name: Arc<str> = if let Some(name) = self.ident() {
            name
        } else if self.take("*") {
            "*".into()
        } else if self.scanner.peek(0) == Some(b'|') {
            "".into()
        } else {
            return Ok(None);
        };
        if !self.take("|") {
            return Ok(Some((None, name)));
        }
        if !allow_star {
            return Ok(Some((Some(name), self.need_ident()?)));
        }
        self.wanted = Some("identifier or *");
        if let Some(local) = self.ident() {
            return Ok(Some((Some(name), local)));
        }
        if self.take("*") { Ok(Some((Some(name), "*".into()))) } else { Err(self.expected("\"*\"")) }
    }

    fn attribute(&mut self) -> SassResult<Simple> {
        self.need("[")?;
        self.skip();
        let mut out = String::from("[");
        if let Some(name) = self.ident() {
            out.push_str(&name);
            let is_namespace = self.scanner.peek(0) == Some(b'|') && self.scanner.peek(1) != Some(b'=');
            if is_namespace && self.take("|") {
                out.push('|');
                out.push_str(&self.ident().unwrap_or_default());
            }
        } else {
            let star = self.take("*");
            self.need("|")?;
            out.push_str(if star { "*|" } else { "|" });
            out.push_str(&self.need_ident()?);
        }
        self.skip();
        if let Some(operator) = ["=", "~=", "|=", "^=", "$=", "*="].into_iter().find(|operator| self.take(operator)) {
            self.wanted = Some("identifier or string");
            self.skip();
            let value = match self.ident() {
                Some(ident) => ident,
                None => self.scan(lexical::string).ok_or_else(|| self.expected("string"))?.into(),
            };
            out.push_str(operator);
            out.push_str(&value);
            self.skip();
        }
        if let Some(flags) = self.ident().or_else(|| self.scan(lexical::string).map(Into::into)) {
            out.push(' ');
            out.push_str(&flags);
        }
        self.need("]")?;
        out.push(']');
        Ok(Simple::Attribute(out.into()))
    }

    fn pseudo(&mut self) -> SassResult<Simple> {
        self.need(":")?;
        let double = self.take(":");
        self.wanted = Some("pseudoclass or pseudoelement");
        let name = self.need_ident()?;
        let (mut argument, mut selector) = (None, None);
        if self.take("(") {
            self.skip();
            if self.depth > DEPTH {
                return Err(SyntaxError::at("This selector is nested too deeply.", self.scanner.line()));
            }
            self.depth += 1;
            match (double, without_prefix(&name)) {
                (false, "not" | "matches" | "current" | "any" | "has" | "host" | "host-context")
                | (true, "slotted") => {
                    selector = self.list()?.map(Rc::new);
                }
                (false, "nth-child" | "nth-last-child") => (argument, selector) = self.position()?,
                _ => argument = Some(self.value()?.into()),
            }
            self.depth -= 1;
            self.need(")")?;
        }
        Ok(Simple::Pseudo(Rc::new(Pseudo::new(double, name, argument, selector))))
    }

    /// Parses the argument of `:nth-child()`. Returns the text up to and including `of`, and the selectors after `of`.
    #[expect(clippy::type_complexity, reason = "an argument that may have a selector")]
    fn position(&mut self) -> SassResult<(Option<Arc<str>>, Option<Rc<SelectorList>>)> {
        let from = self.scanner.position;
        if !self.a_n_plus_b()? {
            return Err(self.expected("An+B expression"));
        }
        let text = self.scanner.text;
        let expression = text.get(from..self.scanner.position).unwrap_or_default();
        self.skip();
        if !self.take("of") {
            return Ok((Some(expression.into()), None));
        }
        let prefix = text.get(from..self.scanner.position).unwrap_or_default();
        self.skip();
        match self.list()? {
            Some(list) => Ok((Some(prefix.into()), Some(Rc::new(list)))),
            None => Err(self.expected("selector")),
        }
    }

    fn a_n_plus_b(&mut self) -> SassResult<bool> {
        let word = |word: &'static str| move |text: &str, position| lexical::literal_in_any_case(text, position, word);
        if self.scan(word("even")).or_else(|| self.scan(word("odd"))).is_some() {
            return Ok(true);
        }
        let digits = |text: &str, position| {
            let end = lexical::run(text, position, |byte| byte.is_ascii_digit());
            (end > position).then_some(end)
        };
        let sign = |text: &str, position: usize| {
            lexical::run(text, position, |byte| matches!(byte, b'+' | b'-')).min(position + 1)
        };
        if self.scan(|text, position| digits(text, sign(text, position))).is_some() {
            self.skip();
            if !self.take("n") {
                return Ok(true);
            }
        } else if self.scan(|text, position| lexical::literal_in_any_case(text, sign(text, position), "n")).is_none() {
            return Ok(false);
        }
        self.skip();
        if !self.take("+") && !self.take("-") {
            return Ok(true);
        }
        self.skip();
        self.wanted = Some("number");
        if self.scan(digits).is_some() { Ok(true) } else { Err(self.expected("number")) }
    }

    /// Reads an argument of a pseudo-class that is not a selector: anything with balanced brackets.
    fn value(&mut self) -> SassResult<String> {
        let mut out = String::new();
        if !self.value_into(&mut out, true, 0)? {
            return Err(self.expected("expression (e.g. fr, 2n+1)"));
        }
        Ok(out)
    }

    fn value_into(&mut self, out: &mut String, top: bool, depth: usize) -> SassResult<bool> {
        if depth > DEPTH {
            return Err(SyntaxError::at("This selector is nested too deeply.", self.scanner.line()));
        }
        let start = out.len();
        loop {
            if let Some(text) = self.scan(|text, position| value_text(text, position, top)) {
                out.push_str(text);
            } else if let Some(text) = self.scan(lexical::string).or_else(|| self.scan(url)) {
                out.push_str(text);
            } else if let Some(text) = self.scan(lexical::comment) {
                out.push_str(text);
            } else if let Some(space) = self.scan(lexical::space) {
                out.push_str(space.find('\n').and_then(|position| space.get(position..)).unwrap_or(" "));
            } else if let Some((open, close)) =
                [("(", ")"), ("[", "]"), ("{", "}")].into_iter().find(|(open, _)| self.take(open))
            {
                out.push_str(open);
                self.value_into(out, false, depth + 1)?;
                self.need(close)?;
                out.push_str(close);
            } else {
                return Ok(out.len() > start);
            }
        }
    }
}

/// The offset after a complete `url()` at `position`. `None` if there is none.
fn url(text: &str, position: usize) -> Option<usize> {
    let start = lexical::blank(text, lexical::literal_in_any_case(text, position, "url(")?);
    let mut end = match lexical::string(text, start) {
        Some(end) => end,
        None => {
            let mut end = start;
            while let Some(next) = lexical::url_char(text, end) {
                end = next;
            }
            end
        }
    };
    end = lexical::blank(text, end);
    lexical::literal(text, end, ")")
}

/// The end of the plain text at `position` in a value. The text ends before a bracket, quote, whitespace, `/*`, `#{`,
/// `url(` or, with `top`, a semicolon. `None` if the text is empty.
pub(crate) fn value_text(text: &str, position: usize, top: bool) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut end = position;
    while let Some(byte) = bytes.get(end) {
        let next = bytes.get(end + 1);
        let taken = match byte {
            b'#' => next != Some(&b'{'),
            b'/' => next != Some(&b'*'),
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'"' | b'\'' | b' ' | b'\t' | b'\r' | b'\n' | 0x0c => false,
            b';' => !top,
            _ => lexical::literal_in_any_case(text, end, "url(").is_none(),
        };
        if !taken {
            break;
        }
        end += 1;
    }
    (end > position).then_some(end)
}

/// Parses the query of `@at-root`, such as `(without: media)`. Returns whether the query uses `with`, and the names in
/// it. Fails if the text is not a query.
pub(crate) fn at_root_query(text: &str, line: u32) -> SassResult<(bool, Vec<String>)> {
    let mut parser = SelectorParser::new(text, line);
    parser.need("(")?;
    parser.skip();
    let with = !parser.take("without");
    if with && !parser.take("with") {
        return Err(parser.expected("\"with\" or \"without\""));
    }
    parser.skip();
    parser.need(":")?;
    parser.skip();
    let mut names = Vec::new();
    while let Some(name) = parser.ident() {
        names.push(name.to_string());
        parser.skip();
    }
    if names.is_empty() {
        return Err(parser.expected("* or identifier"));
    }
    parser.need(")")?;
    if parser.scanner.is_done() { Ok((with, names)) } else { Err(parser.expected("@at-root query list")) }
}
