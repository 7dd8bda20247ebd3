//! Parses directives, such as `@if` and `@mixin`.

use super::{Context, ScssParser};
use crate::error::{SassResult, SyntaxError};
use crate::lexical;
use crate::script::{Piece, ScriptParser, StopAt, Variable, push_piece, trim_pieces};
use crate::selector::without_prefix;
use crate::tree::{Kind, Statement};
use std::sync::Arc;

impl ScssParser<'_> {
    /// Parses a directive if one is next, and returns whether it was. `@import` may add several statements.
    pub(super) fn directive(&mut self, statements: &mut Vec<Statement>) -> SassResult<bool> {
        let line = self.scanner.line();
        if !self.take("@") {
            return Ok(false);
        }
        let name = self.need_ident()?;
        self.skip();
        let normal = name.replace('_', "-");
        let statement = match &*normal {
            "import" => {
                self.imports(statements)?;
                return Ok(true);
            }
            "mixin" | "include" | "content" | "function" | "return" | "extend" => self.callable(&normal, line)?,
            "debug" | "warn" | "error" => {
                let expr = self.expression()?;
                let kind = match &*normal {
                    "debug" => Kind::Debug(expr),
                    "warn" => Kind::Warn(expr),
                    _ => Kind::Error(expr),
                };
                self.statement(kind, line)
            }
            "for" | "each" | "while" | "if" => self.control(&normal, line)?,
            "else" => return Err(SyntaxError::at("Invalid CSS: @else must come after @if", self.scanner.line())),
            "media" => {
                let query = self.need_media_queries()?;
                let media = self.statement(Kind::Media(query), line);
                self.block(media, Context::Block)?
            }
            "charset" => {
                let found = self.scan(lexical::string);
                self.needed(found, "string")?;
                self.skip();
                self.statement(Kind::Charset, line)
            }
            "-moz-document" => self.moz_document(line)?,
            "at-root" => self.at_root(line)?,
            _ if without_prefix(&normal) == "supports" => {
                let condition = self.need_supports_condition()?;
                let supports = self.statement(Kind::Supports(name, Arc::new(condition)), line);
                self.block(supports, Context::Block)?
            }
            _ => self.unknown(&name, line)?,
        };
        statements.push(statement);
        Ok(true)
    }

    fn unknown(&mut self, name: &str, line: u32) -> SassResult<Statement> {
        let mut pieces = vec![Piece::Text(format!("@{name}"))];
        if let Some(mut value) = self.almost_any_value()? {
            trim_pieces(&mut value);
            push_piece(&mut pieces, Piece::Text(" ".to_owned()));
            value.into_iter().for_each(|piece| push_piece(&mut pieces, piece));
        }
        self.directive_body(pieces, line)
    }

    fn directive_body(&mut self, pieces: Vec<Piece>, line: u32) -> SassResult<Statement> {
        let statement = self.statement(Kind::Directive(pieces), line);
        if self.sees("{") { self.block(statement, Context::Block) } else { Ok(statement) }
    }

    fn callable(&mut self, directive: &str, line: u32) -> SassResult<Statement> {
        match directive {
            "mixin" => {
                let name = self.need_ident()?;
                let parameters = self.script(|parser| parser.parse_parameters(false))?;
                self.skip();
                let mixin = Statement::mixin(name, parameters, line, self.file);
                self.block(mixin, Context::Block).map(Statement::noting_content)
            }
            "function" => {
                let name = self.need_ident()?;
                let parameters = self.script(|parser| parser.parse_parameters(true))?;
                self.skip();
                if matches!(&*name, "and" | "or" | "not") {
                    return Err(SyntaxError::new(format!("Invalid function name \"{name}\".")));
                }
                let kind = Kind::Function { name, parameters: Arc::new(parameters) };
                let function = self.statement(kind, line);
                self.block(function, Context::Function)
            }
            "include" => {
                let name = self.need_ident()?;
                let arguments = self.script(ScriptParser::parse_include_arguments)?;
                self.skip();
                let include =
                    self.statement(Kind::Include { mixin: Variable::new(&name), arguments: Arc::new(arguments) }, line);
                if self.sees("{") { self.block(include, Context::Block) } else { Ok(include) }
            }
            "content" => {
                self.skip();
                Ok(self.statement(Kind::Content, line))
            }
            "return" => self.expression().map(|expr| self.statement(Kind::Return(expr), line)),
            _ => {
                self.wanted = Some("selector");
                let selector = self.almost_any_value()?;
                let mut selector = self.needed(selector, "selector")?;
                trim_pieces(&mut selector);
                let optional = self.scan(|text, position| lexical::flag(text, position, "optional")).is_some();
                self.skip();
                Ok(self.statement(Kind::Extend { selector, optional }, line))
            }
        }
    }

    fn dollar_name(&mut self) -> SassResult<Variable> {
        self.need("$")?;
        let name = self.need_ident()?;
        self.skip();
        Ok(Variable::new(&name))
    }

    fn control(&mut self, directive: &str, line: u32) -> SassResult<Statement> {
        match directive {
            "for" => {
                let variable = self.dollar_name()?;
                self.need("from")?;
                let from = self.script(|parser| parser.parse_until(StopAt::Through))?;
                self.skip();
                self.wanted = Some("\"to\" or \"through\"");
                let exclusive = self.take("to");
                if !exclusive {
                    self.need("through")?;
                }
                let to = self.expression()?;
                self.skip();
                let statement = self.statement(Kind::For { variable, from, to, exclusive }, line);
                self.block(statement, Context::Block)
            }
            "each" => {
                let mut variables = vec![self.dollar_name()?];
                while self.take(",") {
                    self.skip();
                    variables.push(self.dollar_name()?);
                }
                self.need("in")?;
                let list = self.expression()?;
                self.skip();
                let statement = self.statement(Kind::Each { variables, list }, line);
                self.block(statement, Context::Block)
            }
            "while" => {
                let condition = self.expression()?;
                self.skip();
                let statement = self.statement(Kind::While(condition), line);
                self.block(statement, Context::Block)
            }
            _ => self.branches(line),
        }
    }

    /// Parses the rest of `@if`, and all `@else` that follow it.
    fn branches(&mut self, line: u32) -> SassResult<Statement> {
        let condition = self.expression()?;
        self.skip();
        let first = self.statement(Kind::If(Some(condition), None), line);
        let mut branches = vec![self.block(first, Context::Block)?];
        loop {
            let before = self.scanner.clone();
            self.skip();
            let line = self.scanner.line();
            if !self.take("@else") {
                self.scanner = before;
                break;
            }
            self.skip();
            let condition = if self.take("if") { Some(self.expression()?) } else { None };
            self.skip();
            let branch = self.statement(Kind::If(condition, None), line);
            branches.push(self.block(branch, Context::Block)?);
        }
        let mut otherwise: Option<Box<Statement>> = None;
        while let Some(mut branch) = branches.pop() {
            if let Kind::If(_, next) = &mut branch.kind {
                *next = otherwise.take();
            }
            otherwise = Some(Box::new(branch));
        }
        otherwise.map(|first| *first).ok_or_else(|| SyntaxError::at("Invalid CSS: @else must come after @if", line))
    }

    fn moz_document(&mut self, line: u32) -> SassResult<Statement> {
        let mut pieces = vec![Piece::Text("@-moz-document ".to_owned())];
        loop {
            let space = self.skipped();
            push_piece(&mut pieces, Piece::Text(space));
            let mut function = None;
            for prefix in ["url(", "url-prefix(", "domain("] {
                if function.is_none() {
                    function = self.interpolated_url(prefix)?;
                }
            }
            if function.is_none() {
                function = self.plain_function().map(|text| vec![Piece::Text(text)]);
            }
            if function.is_none() {
                function = self.interpolation()?.map(|piece| vec![piece]);
            }
            let function = self.needed(function, "matching function (e.g. url-prefix(), domain())")?;
            function.into_iter().for_each(|piece| push_piece(&mut pieces, piece));
            self.skip();
            if !self.take(",") {
                return self.directive_body(pieces, line);
            }
            push_piece(&mut pieces, Piece::Text(",".to_owned()));
        }
    }

    /// Reads a function call whose only argument, if any, is a quoted string. `None` if there is none.
    fn plain_function(&mut self) -> Option<String> {
        let piece = |text: &str, position| {
            let start = lexical::literal(text, lexical::ident(text, position)?, "(")?;
            let argument = lexical::blank(text, start);
            let end = lexical::string(text, argument).unwrap_or(argument);
            lexical::literal(text, lexical::blank(text, end), ")")
        };
        self.scan(piece).map(str::to_owned)
    }

    fn at_root(&mut self, line: u32) -> SassResult<Statement> {
        if self.sees("(") {
            let query = self.query_expression()?;
            let query = self.needed(query, "@at-root query (e.g. (without: media))")?;
            let statement = self.statement(Kind::AtRoot(Some(query)), line);
            return self.block(statement, Context::Block);
        }
        let statement = self.statement(Kind::AtRoot(None), line);
        match self.ruleset()? {
            Some(rule) => Ok(statement.with(vec![rule])),
            None => self.block(statement, Context::Stylesheet),
        }
    }
}
