//! Declarations, and how they are distinguished from rules.

use super::{Context, ScssParser};
use crate::error::SassResult;
use crate::lexical;
use crate::script::{Expr, Literal, Piece, push_piece, trim_pieces};
use crate::tree::{Declaration, DeclarationValue, Kind, Statement};

/// The result of parsing a statement that may be a declaration.
enum DeclarationOrSelector {
    Nothing,
    /// The start of a selector, if the statement is a rule.
    Selector(Vec<Piece>),
    Declaration(Statement),
}

/// The name of a declaration and its position.
struct Name {
    pieces: Vec<Piece>,
    line: u32,
    column: usize,
}

impl ScssParser<'_> {
    pub(super) fn declaration_or_ruleset(&mut self) -> SassResult<Option<Statement>> {
        let line = self.scanner.line();
        let mut selector = match self.try_declaration()? {
            DeclarationOrSelector::Declaration(declaration) => return Ok(Some(declaration)),
            DeclarationOrSelector::Selector(pieces) => pieces,
            DeclarationOrSelector::Nothing => match self.almost_any_value()? {
                Some(pieces) => pieces,
                None => return Ok(None),
            },
        };
        for piece in self.almost_any_value()?.unwrap_or_default() {
            push_piece(&mut selector, piece);
        }
        let rule = Statement::rule(selector, line, self.file);
        self.block(rule, Context::Block).map(Some)
    }

    fn try_declaration(&mut self) -> SassResult<DeclarationOrSelector> {
        let (line, column) = (self.scanner.line(), self.scanner.column_of(self.scanner.position));
        let mut pieces = Vec::new();
        if let Some(hack) = self.scan(hack) {
            pieces.push(Piece::Text(hack.to_owned() + &self.skipped()));
            match self.interpolated_ident()? {
                Some(ident) => ident.into_iter().for_each(|piece| push_piece(&mut pieces, piece)),
                None => return Ok(DeclarationOrSelector::Selector(pieces)),
            }
        } else {
            match self.interpolated_ident()? {
                Some(ident) => pieces = ident,
                None => return Ok(DeclarationOrSelector::Nothing),
            }
        }
        if let Some(comment) = self.scan(lexical::comment) {
            push_piece(&mut pieces, Piece::Text(comment.to_owned()));
        }
        let mut middle = self.skipped();
        let as_selector = |mut pieces: Vec<Piece>, middle: String| {
            push_piece(&mut pieces, Piece::Text(middle));
            Ok(DeclarationOrSelector::Selector(pieces))
        };
        if !self.take(":") {
            return as_selector(pieces, middle);
        }
        middle.push(':');
        if Statement::is_custom(&pieces) {
            return self.custom_property(Name { pieces, line, column }).map(DeclarationOrSelector::Declaration);
        }
        if self.take(":") {
            middle.push(':');
            return as_selector(pieces, middle);
        }
        let space = self.skipped();
        middle.push_str(&space);
        let starts = |text: &str, position: usize| {
            (text.as_bytes().get(position) == Some(&b'-'))
                .then_some(position + 1)
                .or_else(|| lexical::name_start(text, position))
        };
        let could_be_selector = space.is_empty() && (self.scanner.sees(starts) || self.sees("#{"));
        let before = self.scanner.clone();
        match self.value_and_end(could_be_selector) {
            Ok(value) => self.declared(Name { pieces, line, column }, value).map(DeclarationOrSelector::Declaration),
            Err(fault) if !could_be_selector => Err(fault),
            Err(fault) => {
                self.scanner = before;
                let more = self.almost_any_value()?;
                if self.sees(";") {
                    return Err(fault);
                }
                push_piece(&mut pieces, Piece::Text(middle));
                more.unwrap_or_default().into_iter().for_each(|piece| push_piece(&mut pieces, piece));
                Ok(DeclarationOrSelector::Selector(pieces))
            }
        }
    }

    fn value_and_end(&mut self, could_be_selector: bool) -> SassResult<Expr> {
        let value = self.value()?;
        if self.sees("{") {
            if could_be_selector {
                self.need(";")?;
            }
        } else if !matches!(self.scanner.peek(0), Some(b';' | b'}')) {
            return Err(self.expected("\";\""));
        }
        Ok(value)
    }

    fn declared(&mut self, name: Name, value: Expr) -> SassResult<Statement> {
        self.skip();
        let nested = self.sees("{");
        let mut pieces = name.pieces;
        trim_pieces(&mut pieces);
        let declaration = Declaration {
            name: pieces,
            value: DeclarationValue::Script(value),
            column: name.column,
            hint: None,
            starts_with_colon: false,
        };
        let statement = self.statement(Kind::Declaration(declaration), name.line);
        if !nested {
            return Ok(statement);
        }
        self.wanted = Some("expression (e.g. 1px, bold) or \"{\"");
        self.block(statement, Context::Block)
    }

    fn custom_property(&mut self, name: Name) -> SassResult<Statement> {
        let value = self.declaration_value(true, 0)?.unwrap_or_default();
        let mut pieces = name.pieces;
        trim_pieces(&mut pieces);
        let declaration = Declaration {
            name: pieces,
            value: DeclarationValue::Text(value),
            column: name.column,
            hint: None,
            starts_with_colon: false,
        };
        Ok(self.statement(Kind::Declaration(declaration), name.line))
    }

    /// Parses the value of a declaration. A value without SassScript, such as `1px solid`, keeps its notation.
    fn value(&mut self) -> SassResult<Expr> {
        let line = self.scanner.line();
        if self.sees("{") {
            return Ok(Expr::literal(Literal::ident(""), line));
        }
        if let Some(text) = self.scan(lexical::static_value) {
            return Ok(Expr::literal(Literal::ident(lexical::trimmed(text)), line));
        }
        self.expression()
    }
}

/// The offset after a character such as `*` in front of a name, which is a browser hack or starts a selector. `None` if
/// there is no such character.
fn hack(text: &str, position: usize) -> Option<usize> {
    match text.as_bytes().get(position)? {
        b':' | b'*' | b'.' => Some(position + 1),
        b'#' if text.as_bytes().get(position + 1) != Some(&b'{') => Some(position + 1),
        _ => None,
    }
}
