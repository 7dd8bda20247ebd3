//! SassScript: the expression tree and its parser.
//!
//! `lexer` reads tokens. `parser` parses operators, `operand` parses operands, and `interpolated` parses interpolation
//! between operands.

mod arguments;
mod interpolated;
mod lexer;
mod literal;
mod min_max;
mod operand;
mod parser;
mod source;

pub(crate) use arguments::{Arguments, Parameters};
pub(crate) use lexer::{Lexer, Token, TokenKind, quoted_end, url_end};
pub(crate) use literal::Literal;
pub(crate) use parser::{ScriptParser, StopAt};

use crate::functions::Builtin;
use crate::value::{Operator, Separator};
use hastie_sass_core::symbol::Symbol;
use std::sync::Arc;

/// An expression, with the number of the line on which it starts.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) line: u32,
}

/// The form of an expression: a literal, a variable, a list or map, an operator with its operands, or a call.
#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
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

/// A reference to a variable. In its name, `-` and `_` are equivalent.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    /// The name with `-` instead of `_`, by which variables are looked up.
    pub(crate) key: Symbol,
    /// The variable's name as written in the source.
    pub(crate) name: Arc<str>,
}

impl Variable {
    pub(crate) fn new(name: &str) -> Variable {
        Variable { key: Symbol::normalized(name), name: name.into() }
    }
}

/// `#{...}` with the expressions directly before and after it, if any, and whether whitespace separates them.
#[derive(Clone, Debug)]
pub(crate) struct Interpolation {
    pub(crate) before: Option<Expr>,
    pub(crate) middle: Expr,
    pub(crate) after: Option<Expr>,
    pub(crate) space_before: bool,
    pub(crate) space_after: bool,
}

/// A function's name with its arguments. The function may be plain CSS.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) name: Arc<str>,
    pub(crate) key: Symbol,
    /// The built-in function with this name. `None` if there is none.
    pub(crate) known: Option<&'static Builtin>,
    pub(crate) arguments: Arguments,
}

impl Expr {
    pub(crate) fn literal(value: Literal, line: u32) -> Expr {
        Expr { kind: ExprKind::Literal(value), line }
    }

    /// Makes each `/` between two numbers of the expression a division, except in lists. Without this, a `/` as in
    /// `font: 12px/1.5` remains in the CSS.
    pub(crate) fn force_division(&mut self) {
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

/// Literal text, or an expression in `#{...}`.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    Text(String),
    Expr(Expr),
}

/// Appends a piece. Adjacent text is joined.
pub(crate) fn push_piece(pieces: &mut Vec<Piece>, piece: Piece) {
    match (pieces.last_mut(), piece) {
        (Some(Piece::Text(text)), Piece::Text(more)) => text.push_str(&more),
        (_, piece) => pieces.push(piece),
    }
}

/// Trims the first piece with `trimmed_start` and the last piece with `trimmed_end`, if these pieces are text.
pub(crate) fn trim_pieces(pieces: &mut [Piece]) {
    if let Some(Piece::Text(text)) = pieces.first_mut() {
        let skipped = text.len() - crate::lexical::trimmed_start(text).len();
        text.drain(..skipped);
    }
    if let Some(Piece::Text(text)) = pieces.last_mut() {
        let trimmed = crate::lexical::trimmed_end(text);
        if trimmed.len() != text.len() {
            *text = trimmed.into_owned();
        }
    }
}
