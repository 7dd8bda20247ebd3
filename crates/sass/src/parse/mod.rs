//! The parser for SCSS, the indented syntax and plain CSS. Mirrors dart-sass's `parse/stylesheet.dart`.
//!
//! [`parse`] turns the text of a file into a `Stylesheet` (`syntax`). One [`Parser`] handles all three syntaxes and
//! checks the current one if they differ. Each kind of statement is in a module of its own: `at_rule` and `declaration`
//! dispatch statements, `block` parses blocks, and `expression` and `operand` parse SassScript. The [`Scanner`] reads
//! tokens. Selectors and media queries that contain interpolation are kept as text (`text`) and parsed by the
//! evaluator. Errors have dart-sass's messages and spans.

mod arguments;
mod at_rule;
mod block;
mod buffer;
mod callable;
mod control;
mod css;
mod declaration;
mod expression;
mod if_expression;
mod indented;
mod media;
mod module;
mod operand;
mod query;
mod special;
mod string;
mod supports;
mod text;
mod whitespace;

pub(crate) use query::AtRootQuery;

use crate::scanner::{Scanner, adjusted};
use crate::syntax::{ParseWarning, Statement, Stylesheet};
use crate::{Deprecation, Source, SourceId, Span, Symbol, Syntax};

type Result<T> = crate::Result<T>;

/// The maximum nesting depth of blocks, parentheses and interpolations.
const MAX_DEPTH: u32 = 800;

/// Converts a source text to a syntax tree, with warnings.
pub(crate) fn parse(source: &Source, id: SourceId, syntax: Syntax) -> Result<Stylesheet> {
    let mut parser = Parser::new(&source.text, id, syntax);
    parser.stylesheet().map_err(|mut error| {
        error.span = error.span.map(|span| adjusted(&error.message, span, &source.text));
        error
    })
}

/// The kinds of statements that a block may contain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Child {
    /// Any statement except those that are only allowed at the root.
    Statement,
    /// Only statements that can be in a nested property, such as `size: 1px` in `font: { size: 1px }`.
    Declaration,
    /// Only statements that can be in a function, such as `@return`.
    Function,
}

/// The state of the parser. The flags describe the context of the current statement.
struct Parser<'a> {
    scanner: Scanner<'a>,
    syntax: Syntax,
    depth: u32,
    use_allowed: bool,
    in_mixin: bool,
    in_content_block: bool,
    in_control_directive: bool,
    in_unknown_at_rule: bool,
    in_plain_css_function: bool,
    in_style_rule: bool,
    in_parentheses: bool,
    in_expression: bool,
    has_content: bool,
    /// Whether the last expression ended at `to` (true) or `through` (false). `None` if it ended elsewhere.
    for_exclusive: Option<bool>,
    globals: Vec<(Symbol, Span)>,
    warnings: Vec<ParseWarning>,
    indentation: indented::Indentation,
    /// The remaining number of steps. It limits speculative parsing to a multiple of the text's length.
    budget: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, source: SourceId, syntax: Syntax) -> Parser<'a> {
        Parser {
            scanner: Scanner::new(text, source),
            syntax,
            depth: 0,
            use_allowed: true,
            in_mixin: false,
            in_content_block: false,
            in_control_directive: false,
            in_unknown_at_rule: false,
            in_plain_css_function: false,
            in_style_rule: false,
            in_parentheses: false,
            in_expression: false,
            has_content: false,
            for_exclusive: None,
            globals: Vec::new(),
            warnings: Vec::new(),
            indentation: indented::Indentation::default(),
            budget: 10_000 + text.len().saturating_mul(64),
        }
    }

    fn plain_css(&self) -> bool {
        self.syntax == Syntax::Css
    }

    fn indented(&self) -> bool {
        self.syntax == Syntax::Indented
    }

    fn stylesheet(&mut self) -> Result<Stylesheet> {
        self.scanner.scan_text("\u{FEFF}");
        let statements = self.root_statements()?;
        self.scanner.expect_done()?;
        Ok(Stylesheet {
            statements: statements.into_boxed_slice(),
            span: self.scanner.span(0, self.scanner.bytes().len()),
            plain_css: self.plain_css(),
            warnings: std::mem::take(&mut self.warnings).into_boxed_slice(),
            globals: std::mem::take(&mut self.globals).into_boxed_slice(),
        })
    }

    /// Parses a statement at the root. Returns `None` for `@charset`.
    fn root_statement(&mut self) -> Result<Option<Statement>> {
        if self.scanner.scan_text("@charset") {
            self.whitespace(false)?;
            self.scanner.string()?;
            return Ok(None);
        }
        self.statement(true).map(Some)
    }

    fn warn(&mut self, deprecation: Option<Deprecation>, message: impl Into<String>, span: Span) {
        self.warnings.push(ParseWarning { deprecation, message: message.into(), span, beside: None });
    }

    /// Runs `parse` at the next nesting level. Fails if the nesting is too deep.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_DEPTH || self.budget == 0 {
            return self.scanner.fail("Too many levels of nesting.");
        }
        self.budget -= 1;
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }
}
