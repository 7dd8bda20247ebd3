//! The SCSS parser: statements and blocks.

mod declaration;
mod directives;
mod import;
mod queries;
mod text;

pub(crate) use queries::flattened;
pub(crate) use text::{interpolated, unindented};

use crate::css::CommentKind;
use crate::error::{SassResult, SyntaxError};
use crate::lexical;
use crate::scanner::Scanner;
use crate::script::{Expr, Piece, ScriptParser, push_piece};
use crate::tree::{Kind, Statement};
use std::borrow::Cow;
use std::sync::Arc;

/// The maximum nesting depth of blocks.
const DEPTH: usize = 300;

/// The place of a statement: at the top level of a style sheet, in a function, or in any other block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Context {
    Stylesheet,
    Function,
    Block,
}

/// Parses SCSS to the tree of statements, as `Sass::SCSS::Parser` does.
pub(crate) struct ScssParser<'t> {
    scanner: Scanner<'t>,
    /// The number of the file, to which the parsed statements refer.
    file: usize,
    /// The text after `expected` in the next error, such as `selector`. `None` leaves the choice to the failing
    /// function.
    wanted: Option<&'static str>,
    depth: usize,
}

impl<'t> ScssParser<'t> {
    /// Creates a parser for a text. `line` is the number of its first line in the file, and `file` is the number of the
    /// file.
    pub(crate) fn new(text: &'t str, line: u32, file: usize) -> ScssParser<'t> {
        ScssParser::at(Scanner::new(text, line), file)
    }

    /// Creates a parser at a scanner's position. The parsed statements refer to their file by the number `file`.
    pub(crate) fn at(scanner: Scanner<'t>, file: usize) -> ScssParser<'t> {
        ScssParser { scanner, file, wanted: None, depth: 0 }
    }

    /// Converts the parser back to its scanner, at the current position.
    pub(crate) fn into_scanner(self) -> Scanner<'t> {
        self.scanner
    }

    /// Parses the whole text as a style sheet. Fails at text that cannot start a statement, such as a stray `}`.
    pub(crate) fn stylesheet(mut self) -> SassResult<Vec<Statement>> {
        let statements = self.block_contents(Context::Stylesheet)?;
        if self.scanner.is_done() { Ok(statements) } else { Err(self.expected("selector or at-rule")) }
    }

    fn expected(&self, name: &str) -> Box<SyntaxError> {
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

    fn take_in_any_case(&mut self, text: &str) -> Option<&'t str> {
        self.scan(|all, position| lexical::literal_in_any_case(all, position, text))
    }

    fn sees(&self, text: &str) -> bool {
        self.scanner.sees(|all, position| lexical::literal(all, position, text))
    }

    fn need(&mut self, text: &str) -> SassResult<()> {
        if self.take(text) { Ok(()) } else { Err(self.expected(&format!("\"{text}\""))) }
    }

    fn needed<T>(&mut self, found: Option<T>, name: &str) -> SassResult<T> {
        found.ok_or_else(|| self.expected(name))
    }

    fn ident(&mut self) -> Option<Cow<'t, str>> {
        self.scan(lexical::ident).map(|ident| lexical::normalized(ident, true))
    }

    fn need_ident(&mut self) -> SassResult<Arc<str>> {
        let ident = self.ident();
        self.needed(ident, "identifier").map(Into::into)
    }

    fn statement(&self, kind: Kind, line: u32) -> Statement {
        Statement::new(kind, line, self.file)
    }

    /// Calls `read` with a parser for SassScript at the current position, and continues where it ends.
    fn script<T>(&mut self, read: impl FnOnce(&mut ScriptParser<'t>) -> SassResult<T>) -> SassResult<T> {
        let mut parser = ScriptParser::new(self.scanner.clone());
        let result = read(&mut parser)?;
        self.scanner = parser.lexer.scanner;
        Ok(result)
    }

    fn expression(&mut self) -> SassResult<Expr> {
        self.script(ScriptParser::parse)
    }

    /// Skips whitespace and comments.
    fn skip(&mut self) {
        while self.scanner.may_skip()
            && (self.scan(lexical::space).is_some()
                || self.scan(lexical::line_comment).is_some()
                || self.scan(lexical::comment).is_some())
        {}
    }

    /// Skips whitespace and comments, and returns the whitespace.
    fn skipped(&mut self) -> String {
        let mut space = String::new();
        loop {
            if !self.scanner.may_skip() {
                return space;
            }
            if let Some(found) = self.scan(lexical::space) {
                space.push_str(found);
            } else if self.scan(lexical::line_comment).is_none() && self.scan(lexical::comment).is_none() {
                return space;
            }
        }
    }

    /// Skips whitespace, and adds comments to `statements`. At the top level, also skips `<!--` and `-->`.
    fn comments(&mut self, context: Context, statements: &mut Vec<Statement>) -> SassResult<()> {
        loop {
            let start = self.scanner.position;
            if self.scan(lexical::space).is_some() {
                continue;
            }
            if context == Context::Stylesheet && (self.take("-->") || self.take("<!--")) {
                continue;
            }
            if let Some(comment) = self.scan(lexical::line_comment) {
                statements.push(self.comment(comment, start)?);
            } else if let Some(comment) = self.scan(lexical::comment) {
                statements.push(self.comment(comment, start)?);
            } else {
                return Ok(());
            }
        }
    }

    fn comment(&mut self, text: &'t str, start: usize) -> SassResult<Statement> {
        let line = self.scanner.line_of(start);
        if text.starts_with("//") {
            // It is never written.
            return Ok(self.statement(Kind::Comment(Vec::new(), CommentKind::Silent), line));
        }
        let before = self.scanner.text.get(..start).unwrap_or_default();
        let margin = before.rsplit('\n').next().unwrap_or_default();
        let margin: String = margin.chars().map(|c| if c.is_ascii_whitespace() { c } else { ' ' }).collect();
        let mut pieces = vec![Piece::Text(margin)];
        for piece in text::interpolated(text, line)? {
            push_piece(&mut pieces, piece);
        }
        let kind = if text.starts_with("/*!") { CommentKind::Loud } else { CommentKind::Normal };
        Ok(self.statement(Kind::Comment(text::unindented(pieces), kind), line))
    }

    fn block(&mut self, statement: Statement, context: Context) -> SassResult<Statement> {
        self.need("{")?;
        if self.depth > DEPTH {
            return Err(SyntaxError::at("These blocks are nested too deeply.", self.scanner.line()));
        }
        self.depth += 1;
        let children = self.block_contents(context)?;
        self.depth -= 1;
        self.need("}")?;
        Ok(statement.with(children))
    }

    fn block_contents(&mut self, context: Context) -> SassResult<Vec<Statement>> {
        let mut statements = Vec::new();
        loop {
            self.comments(context, &mut statements)?;
            let before = statements.len();
            self.block_child(context, &mut statements)?;
            let has_children = statements.len() > before && statements.last().is_some_and(|last| last.has_children);
            if !self.take(";") && !has_children {
                return Ok(statements);
            }
        }
    }

    fn block_child(&mut self, context: Context, statements: &mut Vec<Statement>) -> SassResult<()> {
        if let Some(variable) = self.variable()? {
            statements.push(variable);
            return Ok(());
        }
        if self.directive(statements)? {
            return Ok(());
        }
        let child = match context {
            Context::Function => None,
            Context::Stylesheet => self.ruleset()?,
            Context::Block => self.declaration_or_ruleset()?,
        };
        statements.extend(child);
        Ok(())
    }

    fn variable(&mut self) -> SassResult<Option<Statement>> {
        let line = self.scanner.line();
        if !self.take("$") {
            return Ok(None);
        }
        let name = self.need_ident()?;
        self.skip();
        self.need(":")?;
        self.skip();
        let value = self.expression()?;
        let (mut guarded, mut global) = (false, false);
        while self.take("!") {
            match &*self.need_ident()? {
                "default" => guarded = true,
                "global" => global = true,
                other => return Err(SyntaxError::at(format!("Invalid flag \"!{other}\"."), self.scanner.line())),
            }
            self.skip();
        }
        let variable = crate::script::Variable::new(&name);
        Ok(Some(self.statement(Kind::Variable { variable, value, guarded, global }, line)))
    }

    fn ruleset(&mut self) -> SassResult<Option<Statement>> {
        let line = self.scanner.line();
        let Some(selector) = self.almost_any_value()? else { return Ok(None) };
        let rule = Statement::rule(selector, line, self.file);
        self.block(rule, Context::Block).map(Some)
    }
}
