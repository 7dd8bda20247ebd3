//! Arguments of calls, and parameters of definitions.

use super::parser::{EXPRESSION, Inner, Level};
use super::{Expr, ExprKind, ScriptParser, Token, TokenKind, Variable};
use crate::error::{SassResult, SyntaxError};
use std::sync::Arc;

/// The arguments of an `@include` or a function call, as expressions that are not evaluated yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arguments {
    pub(crate) positional: Vec<Expr>,
    /// The named arguments, with their names as written.
    pub(crate) keywords: Vec<(Variable, Expr)>,
    pub(crate) splat: Option<Expr>,
    pub(crate) keyword_splat: Option<Expr>,
}

/// The parameters of a mixin or a function, such as `($a, $b: 1, $rest...)`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parameters {
    pub(crate) all: Vec<(Variable, Option<Expr>)>,
    pub(crate) rest: Option<Variable>,
}

impl ScriptParser<'_> {
    /// Parses the arguments of `@include`. The result is empty if no parentheses follow.
    pub(crate) fn parse_include_arguments(&mut self) -> SassResult<Arguments> {
        self.run(|parser| {
            let mut arguments = Arguments::default();
            if parser.take("(")?.is_some() {
                arguments = parser.arguments(false, "mixin argument")?;
                parser.need(")")?;
            }
            parser.finish()?;
            Ok(arguments)
        })
    }

    /// Parses the parameters of `@mixin` or `@function`. With `required`, fails if the parentheses are missing.
    pub(crate) fn parse_parameters(&mut self, required: bool) -> SassResult<Parameters> {
        self.run(|parser| {
            let parameters = parser.parameters(required)?;
            parser.finish()?;
            Ok(parameters)
        })
    }

    /// Parses the arguments between the parentheses of a function call.
    pub(super) fn call_arguments(&mut self) -> SassResult<Arguments> {
        self.arguments(true, "function argument")
    }

    fn argument(&mut self, in_call: bool) -> SassResult<Option<Expr>> {
        if in_call { self.binary(Level::Equals) } else { self.interpolation(None, Inner::Space) }
    }

    fn arguments(&mut self, in_call: bool, description: &str) -> SassResult<Arguments> {
        self.unstopped(|parser| {
            let mut arguments = Arguments::default();
            while let Some(expr) = parser.argument(in_call)? {
                if parser.peek_op()? == Some(":") {
                    let ExprKind::Variable(name) = expr.kind else { return Err(parser.lexer.expected("comma")) };
                    parser.need(":")?;
                    let value = parser.argument(in_call)?;
                    let value = parser.needed(value, description)?;
                    if arguments.keywords.iter().any(|(known, _)| known.key == name.key) {
                        let message = format!("Keyword argument \"${}\" passed more than once", name.name);
                        return Err(SyntaxError::new(message));
                    }
                    arguments.keywords.push((name, value));
                } else if parser.take("...")?.is_some() {
                    if arguments.splat.is_some() {
                        arguments.keyword_splat = Some(expr);
                        return Ok(arguments);
                    }
                    arguments.splat = Some(expr);
                } else if arguments.splat.is_some() {
                    return Err(SyntaxError::new("Only keyword arguments may follow variable arguments (...)."));
                } else if !arguments.keywords.is_empty() {
                    return Err(SyntaxError::new("Positional arguments must come before keyword arguments."));
                } else {
                    arguments.positional.push(expr);
                }
                if parser.take(",")?.is_none() {
                    break;
                }
            }
            Ok(arguments)
        })
    }

    fn parameters(&mut self, required: bool) -> SassResult<Parameters> {
        let mut parameters = Parameters::default();
        if required {
            self.need("(")?;
        } else if self.take("(")?.is_none() {
            return Ok(parameters);
        }
        self.unstopped(|parser| {
            let mut must_have_default = false;
            loop {
                if parser.peek_op()? == Some(")") {
                    break;
                }
                let is_variable = matches!(parser.lexer.peek()?, Some(Token { kind: TokenKind::Variable(_), .. }));
                let token = if is_variable { parser.lexer.next()? } else { None };
                let Some(Token { kind: TokenKind::Variable(name), .. }) = token else {
                    return Err(parser.lexer.expected("variable (e.g. $foo)"));
                };
                let variable = Variable::new(&name);
                let mut default = None;
                if parser.take(":")?.is_some() {
                    let value = parser.space()?;
                    default = Some(parser.needed(value, EXPRESSION)?);
                    must_have_default = true;
                } else if parser.take("...")?.is_some() {
                    parameters.rest = Some(variable);
                    break;
                } else if must_have_default {
                    let message = format!("Required argument ${name} must come before any optional arguments.");
                    return Err(SyntaxError::new(message));
                }
                parameters.all.push((variable, default));
                if parser.take(",")?.is_none() {
                    break;
                }
            }
            parser.need(")")?;
            Ok(())
        })?;
        Ok(parameters)
    }
}

impl Parameters {
    /// Whether there is a parameter with this name. A rest parameter does not count.
    pub(crate) fn has(&self, key: hastie_sass_core::symbol::Symbol) -> bool {
        self.all.iter().any(|(variable, _)| variable.key == key)
    }

    pub(crate) fn rest_name(&self) -> Option<&Arc<str>> {
        self.rest.as_ref().map(|rest| &rest.name)
    }
}
