//! Parses media queries and the conditions of `@supports`.

use super::ScssParser;
use crate::error::SassResult;
use crate::script::{Piece, StopAt, push_piece};
use crate::tree::Condition;

const MEDIA_QUERY: &str = "media query (e.g. print, screen, print and screen)";
const MEDIA_EXPRESSION: &str = "media expression (e.g. (min-device-width: 800px))";
const SUPPORTS: &str = "@supports condition (e.g. (display: flexbox))";

/// A media query as in the source, with its expressions not evaluated yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct RawQuery {
    /// `not` or `only`. Empty without a modifier.
    pub(crate) modifier: Vec<Piece>,
    /// The media type, such as `screen` or `print`.
    pub(crate) kind: Vec<Piece>,
    pub(crate) expressions: Vec<Vec<Piece>>,
}

/// Converts media queries to one text with interpolation, in which commas separate the queries.
pub(crate) fn flattened(queries: Vec<RawQuery>) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (index, query) in queries.into_iter().enumerate() {
        if index > 0 {
            push_text(&mut pieces, ", ");
        }
        let has_modifier = !query.modifier.is_empty();
        push_all(&mut pieces, query.modifier);
        if has_modifier {
            push_text(&mut pieces, " ");
        }
        let mut and = !query.kind.is_empty();
        push_all(&mut pieces, query.kind);
        for expression in query.expressions {
            if std::mem::replace(&mut and, true) {
                push_text(&mut pieces, " and ");
            }
            push_all(&mut pieces, expression);
        }
    }
    pieces
}

fn push_all(pieces: &mut Vec<Piece>, more: Vec<Piece>) {
    more.into_iter().for_each(|piece| push_piece(pieces, piece));
}

fn push_text(pieces: &mut Vec<Piece>, text: &str) {
    push_piece(pieces, Piece::Text(text.to_owned()));
}

impl ScssParser<'_> {
    pub(super) fn need_media_queries(&mut self) -> SassResult<Vec<Piece>> {
        let queries = self.media_queries()?;
        self.needed(queries, MEDIA_QUERY).map(flattened)
    }

    /// Parses the whole text as media queries. Fails for any other text.
    pub(crate) fn whole_media_queries(mut self) -> SassResult<Vec<RawQuery>> {
        let queries = self.media_queries()?;
        match queries {
            Some(queries) if self.scanner.is_done() => Ok(queries),
            _ => Err(self.expected("media query list")),
        }
    }

    /// Parses the whole text as the query of `@at-root`. Fails for any other text.
    pub(crate) fn whole_at_root_query(mut self) -> SassResult<Vec<Piece>> {
        let query = self.query_expression()?;
        match query {
            Some(query) if self.scanner.is_done() => Ok(query),
            _ => Err(self.expected("@at-root query list")),
        }
    }

    /// Parses the whole text as an `@supports` condition. Fails for any other text.
    pub(crate) fn whole_supports_condition(mut self) -> SassResult<Condition> {
        let condition = self.supports_condition()?;
        match condition {
            Some(condition) if self.scanner.is_done() => Ok(condition),
            _ => Err(self.expected("supports condition")),
        }
    }

    /// Parses the queries after `@media`, separated by commas. `None` if there is none.
    pub(crate) fn media_queries(&mut self) -> SassResult<Option<Vec<RawQuery>>> {
        let Some(first) = self.media_query()? else { return Ok(None) };
        let mut queries = vec![first];
        self.skip();
        while self.take(",") {
            self.skip();
            let query = self.media_query()?;
            queries.push(self.needed(query, MEDIA_QUERY)?);
        }
        self.skip();
        Ok(Some(queries))
    }

    fn media_query(&mut self) -> SassResult<Option<RawQuery>> {
        let mut query = RawQuery::default();
        if let Some(first) = self.interpolated_ident()? {
            self.skip();
            let second = self.interpolated_ident()?;
            self.skip();
            match second {
                Some(second) if !matches!(&second[..], [Piece::Text(text)] if text.eq_ignore_ascii_case("and")) => {
                    (query.modifier, query.kind) = (first, second);
                    if self.take_in_any_case("and").is_none() {
                        return Ok(Some(query));
                    }
                }
                Some(_) => query.kind = first,
                None => {
                    query.kind = first;
                    if self.take_in_any_case("and").is_none() {
                        return Ok(Some(query));
                    }
                }
            }
            self.skip();
        }
        match self.query_expression()? {
            Some(expression) => query.expressions.push(expression),
            None if query.kind.is_empty() => return Ok(None),
            None => return Err(self.expected(MEDIA_EXPRESSION)),
        }
        self.skip();
        while self.take_in_any_case("and").is_some() {
            self.skip();
            let expression = self.query_expression()?;
            query.expressions.push(self.needed(expression, MEDIA_EXPRESSION)?);
        }
        Ok(Some(query))
    }

    /// Parses a query expression in parentheses, or an interpolation. `None` if neither is next.
    pub(super) fn query_expression(&mut self) -> SassResult<Option<Vec<Piece>>> {
        if let Some(piece) = self.interpolation()? {
            return Ok(Some(vec![piece]));
        }
        if !self.take("(") {
            return Ok(None);
        }
        self.skip();
        let mut pieces = vec![Piece::Text("(".to_owned())];
        let until = |parser: &mut Self| parser.script(|parser| parser.parse_until(StopAt::Comparison)).map(Piece::Expr);
        pieces.push(until(self)?);
        if self.take(":") {
            push_text(&mut pieces, ": ");
            self.skip();
            pieces.push(Piece::Expr(self.expression()?));
        } else if let Some(first) = ["<=", ">=", "=", "<", ">"].into_iter().find(|sign| self.take(sign)) {
            push_text(&mut pieces, &format!(" {first} "));
            self.skip();
            pieces.push(until(self)?);
            let second = match first.get(..1) {
                Some("<") => ["<=", "<"].into_iter().find(|sign| self.take(sign)),
                Some(">") => [">=", ">"].into_iter().find(|sign| self.take(sign)),
                _ => None,
            };
            if let Some(second) = second {
                push_text(&mut pieces, &format!(" {second} "));
                self.skip();
                pieces.push(until(self)?);
            }
        }
        self.need(")")?;
        push_text(&mut pieces, ")");
        self.skip();
        Ok(Some(pieces))
    }

    /// Parses `supports(...)` in an `@import`. `None` if there is none.
    pub(super) fn supports_clause(&mut self) -> SassResult<Option<Condition>> {
        if self.take_in_any_case("supports(").is_none() {
            return Ok(None);
        }
        self.skip();
        let condition = match self.supports_condition()? {
            Some(condition) => condition,
            None => self.supports_declaration()?,
        };
        self.skip();
        self.need(")")?;
        Ok(Some(condition))
    }

    /// Reads `supports(...)` of an import, and the whitespace before and after it. `None` if there is none.
    pub(crate) fn import_supports(&mut self) -> SassResult<Option<Condition>> {
        self.skip();
        let condition = self.supports_clause()?;
        self.skip();
        Ok(condition)
    }

    pub(super) fn need_supports_condition(&mut self) -> SassResult<Condition> {
        let condition = self.supports_condition()?;
        self.needed(condition, SUPPORTS)
    }

    fn supports_condition(&mut self) -> SassResult<Option<Condition>> {
        if self.depth > super::DEPTH {
            return Err(super::SyntaxError::at("This condition is nested too deeply.", self.scanner.line()));
        }
        self.depth += 1;
        let condition = self.supports_condition_here();
        self.depth -= 1;
        condition
    }

    fn supports_condition_here(&mut self) -> SassResult<Option<Condition>> {
        if self.take_in_any_case("not").is_some() {
            self.skip();
            let inner = self.supports_in_brackets()?;
            return Ok(Some(Condition::Not(Box::new(self.needed(inner, SUPPORTS)?))));
        }
        let Some(mut condition) = self.supports_in_brackets()? else { return Ok(None) };
        let mut allowed: &[&str] = &["and", "or"];
        while let Some((index, found)) =
            allowed.iter().enumerate().find_map(|(index, word)| Some((index, self.take_in_any_case(word)?)))
        {
            allowed = allowed.get(index..=index).unwrap_or_default();
            self.skip();
            let right = self.supports_in_brackets()?;
            let right = self.needed(right, SUPPORTS)?;
            condition = Condition::Operator(Box::new(condition), found.into(), Box::new(right));
        }
        Ok(Some(condition))
    }

    fn supports_declaration(&mut self) -> SassResult<Condition> {
        let name = self.expression()?;
        self.need(":")?;
        self.skip();
        Ok(Condition::Declaration(name, self.expression()?))
    }

    fn supports_in_brackets(&mut self) -> SassResult<Option<Condition>> {
        if let Some(Piece::Expr(expr)) = self.interpolation()? {
            self.skip();
            return Ok(Some(Condition::Interpolation(expr)));
        }
        if !self.take("(") {
            return Ok(None);
        }
        self.skip();
        let condition = match self.supports_condition()? {
            Some(condition) => condition,
            None => self.supports_declaration()?,
        };
        self.need(")")?;
        self.skip();
        Ok(Some(condition))
    }
}
