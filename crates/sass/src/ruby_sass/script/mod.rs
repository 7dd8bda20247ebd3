//! SassScript: the expression tree and its parser.
//!
//! `lexer` reads tokens, `parser` parses operators, `operand` operands, and `interpolated` interpolation between them.

mod arguments;
mod interpolated;
mod lexer;
mod literal;
mod min_max;
mod operand;
mod parser;
mod source;

pub(super) use arguments::{Arguments, Parameters};
pub(super) use lexer::{Lexer, Token, TokenKind, quoted_end, url_end};
pub(super) use literal::Literal;
pub(super) use parser::{ScriptParser, StopAt};

use super::functions::Builtin;
use super::value::{Operator, Separator};
use crate::symbol::Symbol;
use std::sync::Arc;

/// An expression and its first line.
#[derive(Clone, Debug)]
pub(super) struct Expr {
    pub(super) kind: ExprKind,
    pub(super) line: u32,
}

/// The kind of an expression.
#[derive(Clone, Debug)]
pub(super) enum ExprKind {
    Literal(Literal),
    Variable(Variable),
    /// `&`
    Parent,
    Interpolation(Box<Interpolation>),
    /// A string with interpolation: the text before it, the interpolated expression, and the rest, which is again such
    /// a string.
    StringInterpolation(Box<[Expr; 3]>),
    List {
        items: Vec<Expr>,
        separator: Option<Separator>,
        bracketed: bool,
    },
    Map(Vec<(Expr, Expr)>),
    Operation(Operator, Box<[Expr; 2]>),
    Unary(&'static str, Box<Expr>),
    Call(Box<Call>),
}

/// The name of a variable.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// The normalized name, with `-` instead of `_`.
    pub(super) key: Symbol,
    /// The name as written.
    pub(super) name: Arc<str>,
}

impl Variable {
    pub(super) fn new(name: &str) -> Variable {
        Variable { key: Symbol::normalized(name), name: name.into() }
    }
}

/// Interpolation between two expressions.
#[derive(Clone, Debug)]
pub(super) struct Interpolation {
    pub(super) before: Option<Expr>,
    pub(super) middle: Expr,
    pub(super) after: Option<Expr>,
    pub(super) space_before: bool,
    pub(super) space_after: bool,
}

/// A call of a function.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) name: Arc<str>,
    pub(super) key: Symbol,
    /// The built-in function with this name.
    pub(super) known: Option<&'static Builtin>,
    pub(super) arguments: Arguments,
}

impl Expr {
    pub(super) fn literal(value: Literal, line: u32) -> Expr {
        Expr { kind: ExprKind::Literal(value), line }
    }

    /// Makes `/` between its numbers a division.
    pub(super) fn force_division(&mut self) {
        match &mut self.kind {
            ExprKind::Literal(value) => value.compute(),
            ExprKind::Variable(_) | ExprKind::Parent | ExprKind::List { .. } => {}
            ExprKind::Interpolation(interpolation) => {
                interpolation.before.iter_mut().for_each(Expr::force_division);
                interpolation.middle.force_division();
                interpolation.after.iter_mut().for_each(Expr::force_division);
            }
            ExprKind::StringInterpolation(parts) => parts.iter_mut().for_each(Expr::force_division),
            ExprKind::Map(pairs) => pairs.iter_mut().for_each(|(key, value)| {
                key.force_division();
                value.force_division();
            }),
            ExprKind::Operation(_, operands) => operands.iter_mut().for_each(Expr::force_division),
            ExprKind::Unary(_, operand) => operand.force_division(),
            ExprKind::Call(call) => {
                call.arguments.positional.iter_mut().for_each(Expr::force_division);
                call.arguments.keywords.iter_mut().for_each(|(_, value)| value.force_division());
                call.arguments.splat.iter_mut().for_each(Expr::force_division);
                call.arguments.keyword_splat.iter_mut().for_each(Expr::force_division);
            }
        }
    }
}

/// A piece of text with interpolation.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    Text(String),
    Expr(Expr),
}

/// Appends a piece. Adjacent text is joined.
pub(super) fn push_piece(pieces: &mut Vec<Piece>, piece: Piece) {
    match (pieces.last_mut(), piece) {
        (Some(Piece::Text(text)), Piece::Text(more)) => text.push_str(&more),
        (_, piece) => pieces.push(piece),
    }
}

/// Trims whitespace from text with interpolation.
pub(super) fn trim_pieces(pieces: &mut [Piece]) {
    if let Some(Piece::Text(text)) = pieces.first_mut() {
        let skipped = text.len() - super::lexical::trimmed_start(text).len();
        text.drain(..skipped);
    }
    if let Some(Piece::Text(text)) = pieces.last_mut() {
        let trimmed = super::lexical::trimmed_end(text);
        if trimmed.len() != text.len() {
            *text = trimmed.into_owned();
        }
    }
}
