//! Directives of the indented syntax.

use super::{IndentedParser, Line};
use crate::error::{SassResult, SyntaxError};
use crate::lexical;
use crate::scanner::Scanner;
use crate::script::{Piece, ScriptParser, Variable, push_piece};
use crate::scss::{ScssParser, flattened, interpolated};
use crate::selector::without_prefix;
use crate::tree::{Kind, Statement};
use crate::value::unescaped;
use std::sync::Arc;

impl IndentedParser {
    pub(super) fn directive(&self, line: &Line, statements: &mut Vec<Statement>) -> SassResult<()> {
        let text = line.text.get(1..).unwrap_or_default();
        let (name, value) = match text.find(char::is_whitespace) {
            Some(position) => {
                (&text[..position], Some(text[position..].trim_start()).filter(|value| !value.is_empty()))
            }
            None => (text, None),
        };
        if name.is_empty() {
            return Err(SyntaxError::new("Invalid directive: '@'."));
        }
        let statement = match &*name.replace('_', "-") {
            "import" => return self.imports(line, value.unwrap_or_default(), statements),
            "else" => return self.otherwise(line, value, statements),
            "mixin" => self.mixin(line, value.unwrap_or_default())?,
            "include" => self.include(line, value.unwrap_or_default())?,
            "function" => self.function(line, value.unwrap_or_default())?,
            "content" => self.content(line, value)?,
            known @ ("return" | "debug" | "warn" | "error" | "while" | "if" | "extend") => {
                self.with_expression(known, value, line)?
            }
            "for" => self.count(line, value.unwrap_or_default())?,
            "each" => self.each(line, value.unwrap_or_default())?,
            "media" => {
                let parser = ScssParser::new(value.unwrap_or_default(), line.number, self.file);
                self.statement(Kind::Media(flattened(parser.whole_media_queries()?)), line)
            }
            "charset" => self.charset(line, value)?,
            "at-root" => self.at_root(line, value)?,
            _ if without_prefix(name) == "supports" => {
                // Ruby Sass counts the lines of a condition from 1.
                let parser = ScssParser::new(value.unwrap_or_default(), 1, self.file);
                let condition = Arc::new(parser.whole_supports_condition()?);
                self.statement(Kind::Supports(name.into(), condition), line)
            }
            _ => {
                let mut pieces = vec![Piece::Text(format!("@{name}"))];
                if let Some(value) = value {
                    push_piece(&mut pieces, Piece::Text(" ".to_owned()));
                    interpolated(value, line.number)?.into_iter().for_each(|piece| push_piece(&mut pieces, piece));
                }
                self.statement(Kind::Directive(pieces), line)
            }
        };
        let is_at_root_rule = matches!(statement.kind, Kind::AtRoot(_)) && statement.has_children;
        statements.push(if is_at_root_rule { statement } else { self.with_children(statement, line)? });
        Ok(())
    }

    fn content(&self, line: &Line, value: Option<&str>) -> SassResult<Statement> {
        if let Some(trailing) = value {
            let message = format!("Invalid content directive. Trailing characters found: \"{trailing}\".");
            return Err(SyntaxError::new(message));
        }
        self.refuse_children(line, "@content")?;
        Ok(self.statement(Kind::Content, line))
    }

    fn charset(&self, line: &Line, value: Option<&str>) -> SassResult<Statement> {
        if value.is_none_or(|value| lexical::string(value, 0) != Some(value.len())) {
            return Err(SyntaxError::new("Invalid charset directive '@charset': expected string."));
        }
        self.refuse_children(line, "charset")?;
        Ok(self.statement(Kind::Charset, line))
    }

    fn refuse_children(&self, line: &Line, what: &str) -> SassResult<()> {
        if line.children.is_empty() {
            return Ok(());
        }
        let message = format!("Illegal nesting: Nothing may be nested beneath {what} directives.");
        Err(SyntaxError::at(message, line.number + 1))
    }

    fn with_expression(&self, name: &str, value: Option<&str>, line: &Line) -> SassResult<Statement> {
        let Some(value) = value else {
            return Err(SyntaxError::new(match name {
                "return" => "Invalid @return: expected expression.".to_owned(),
                name => format!("Invalid {name} directive '@{name}': expected expression."),
            }));
        };
        if !matches!(name, "while" | "if") {
            self.refuse_children(line, name)?;
        }
        if name == "extend" {
            return self.extend(line, value);
        }
        let expr = self.script(value, line)?;
        let kind = match name {
            "return" => Kind::Return(expr),
            "debug" => Kind::Debug(expr),
            "warn" => Kind::Warn(expr),
            "error" => Kind::Error(expr),
            "while" => Kind::While(expr),
            _ => Kind::If(Some(expr), None),
        };
        Ok(self.statement(kind, line))
    }

    fn extend(&self, line: &Line, value: &str) -> SassResult<Statement> {
        let flag = value.rfind('!').filter(|position| lexical::flag(value, *position, "optional") == Some(value.len()));
        let before =
            flag.and_then(|position| value.get(..position)).filter(|before| before.ends_with(char::is_whitespace));
        let selector = interpolated(before.unwrap_or(value), line.number)?;
        Ok(self.statement(Kind::Extend { selector, optional: before.is_some() }, line))
    }

    /// Splits a text into a leading name and the rest. `None` if the text does not start with a name.
    fn named<'t>(&self, text: &'t str) -> Option<(Arc<str>, &'t str)> {
        let text = text.trim_start();
        let end = lexical::ident(text, 0)?;
        Some((lexical::normalized(text.get(..end)?, true).into(), text.get(end..)?.trim()))
    }

    pub(super) fn mixin(&self, line: &Line, text: &str) -> SassResult<Statement> {
        let Some((name, rest)) = self.named(text) else {
            let shown = line.text.get(1..).unwrap_or_default();
            return Err(SyntaxError::new(format!("Invalid mixin \"{shown}\".")));
        };
        let parameters = ScriptParser::whole(rest, line.number, self.compressed).parse_parameters(false)?;
        Ok(Statement::mixin(name, parameters, line.number, self.file))
    }

    pub(super) fn include(&self, line: &Line, text: &str) -> SassResult<Statement> {
        let Some((name, rest)) = self.named(text) else {
            return Err(SyntaxError::new(format!("Invalid mixin include \"{}\".", line.text)));
        };
        let arguments = ScriptParser::whole(rest, line.number, self.compressed).parse_include_arguments()?;
        Ok(self.statement(Kind::Include { mixin: Variable::new(&name), arguments: Arc::new(arguments) }, line))
    }

    fn function(&self, line: &Line, text: &str) -> SassResult<Statement> {
        let Some((name, rest)) = self.named(text) else {
            return Err(SyntaxError::new(format!("Invalid function definition \"{}\".", line.text)));
        };
        let parameters = ScriptParser::whole(rest, line.number, self.compressed).parse_parameters(true)?;
        if matches!(&*name, "and" | "or" | "not") {
            return Err(SyntaxError::new(format!("Invalid function name \"{name}\".")));
        }
        Ok(self.statement(Kind::Function { name, parameters: Arc::new(parameters) }, line))
    }

    fn dollar(&self, text: &str) -> SassResult<Variable> {
        let text = text.trim();
        let name = text.strip_prefix('$').filter(|name| lexical::ident(name, 0) == Some(name.len()));
        name.map(Variable::new).ok_or_else(|| SyntaxError::new(format!("Invalid variable \"{text}\".")))
    }

    fn count(&self, line: &Line, value: &str) -> SassResult<Statement> {
        let invalid =
            |expected: &str| SyntaxError::new(format!("Invalid for directive '@for {value}': expected {expected}."));
        let position = value.find(char::is_whitespace).unwrap_or(value.len());
        let (variable, rest) = value.split_at(position);
        if variable.is_empty() {
            return Err(invalid("variable name"));
        }
        let rest = rest.trim_start().strip_prefix("from").filter(|rest| rest.starts_with(char::is_whitespace));
        let rest = rest.map(str::trim).filter(|rest| !rest.is_empty()).ok_or_else(|| invalid("'from <expr>'"))?;
        let split = |word: &'static str| {
            let position = rest.rmatch_indices(word).map(|(position, _)| position).find(|position| {
                let spaced = |text: Option<&str>| text.is_some_and(|text| text.starts_with(char::is_whitespace));
                let before = rest.get(..*position).is_some_and(|text| text.ends_with(char::is_whitespace));
                before && spaced(rest.get(position + word.len()..))
            })?;
            Some((position, word))
        };
        let (position, word) =
            split("to").max(split("through")).ok_or_else(|| invalid("'to <expr>' or 'through <expr>'"))?;
        let variable = self.dollar(variable)?;
        let from = self.script(rest.get(..position).unwrap_or_default(), line)?;
        let to = self.script(rest.get(position + word.len()..).unwrap_or_default(), line)?;
        Ok(self.statement(Kind::For { variable, from, to, exclusive: word == "to" }, line))
    }

    fn each(&self, line: &Line, value: &str) -> SassResult<Statement> {
        let position = value.match_indices("in").map(|(position, _)| position).find(|position| {
            let before = value.get(..*position).is_some_and(|text| text.ends_with(char::is_whitespace));
            before && value.get(position + 2..).is_some_and(|text| text.starts_with(char::is_whitespace))
        });
        let Some(position) = position else {
            return Err(SyntaxError::new(format!("Invalid each directive '@each {value}': expected 'in <expr>'.")));
        };
        let names = value.get(..position).unwrap_or_default();
        let variables: SassResult<Vec<Variable>> = names.split(',').map(|name| self.dollar(name)).collect();
        let list = self.script(value.get(position + 2..).unwrap_or_default().trim(), line)?;
        Ok(self.statement(Kind::Each { variables: variables?, list }, line))
    }

    /// Parses `@else`, and adds it to the preceding `@if`. Fails if no `@if` precedes it.
    fn otherwise(&self, line: &Line, value: Option<&str>, statements: &mut [Statement]) -> SassResult<()> {
        let Some(Statement { kind: Kind::If(_, otherwise), .. }) = statements.last_mut() else {
            return Err(SyntaxError::new("@else must come after @if."));
        };
        let condition = match value {
            Some(value) => match value.strip_prefix("if").filter(|rest| rest.starts_with(char::is_whitespace)) {
                Some(condition) => Some(self.script(condition.trim(), line)?),
                None => {
                    let message = format!("Invalid else directive '@else {value}': expected 'if <expr>'.");
                    return Err(SyntaxError::new(message));
                }
            },
            None => None,
        };
        let branch = self.with_children(self.statement(Kind::If(condition, None), line), line)?;
        let mut slot = otherwise;
        while let Some(next) = slot {
            let Kind::If(_, otherwise) = &mut next.kind else { return Ok(()) };
            slot = otherwise;
        }
        *slot = Some(Box::new(branch));
        Ok(())
    }

    fn at_root(&self, line: &Line, value: Option<&str>) -> SassResult<Statement> {
        let Some(value) = value else { return Ok(self.statement(Kind::AtRoot(None), line)) };
        if value.starts_with('(') {
            let query = ScssParser::new(value, line.number, self.file).whole_at_root_query()?;
            return Ok(self.statement(Kind::AtRoot(Some(query)), line));
        }
        let rule = Statement::rule(interpolated(value, line.number)?, line.number, self.file);
        let rule = Statement { has_children: true, ..self.with_children(rule, line)? };
        Ok(self.statement(Kind::AtRoot(None), line).with(vec![rule]))
    }

    fn imports(&self, line: &Line, value: &str, statements: &mut Vec<Statement>) -> SassResult<()> {
        self.refuse_children(line, "import")?;
        let mut scanner = Scanner::new(value, line.number);
        loop {
            if scanner.is_done() {
                let rest = scanner.rest();
                return Err(SyntaxError::new(format!("Invalid @import: expected file to import, was {rest:?}")));
            }
            let kind;
            (kind, scanner) = self.import(scanner)?;
            statements.push(self.statement(kind, line));
            if !scanner.take(",") {
                break;
            }
            let _ = scanner.scan(lexical::space);
        }
        if scanner.take(";") {
            return Err(SyntaxError::new("Invalid @import: expected end of line, was \";\"."));
        }
        Ok(())
    }

    fn import<'t>(&self, mut scanner: Scanner<'t>) -> SassResult<(Kind, Scanner<'t>)> {
        if scanner.sees(|text, position| lexical::literal_in_any_case(text, position, "url(")) {
            let mut parser = ScriptParser::new(scanner);
            let address = Piece::Expr(parser.parse_string()?);
            let mut parser = ScssParser::at(parser.lexer.scanner, self.file);
            let supports = parser.import_supports()?.map(Arc::new);
            let query = parser.media_queries()?.map(flattened).unwrap_or_default();
            return Ok((Kind::CssImport { address, query, supports }, parser.into_scanner()));
        }
        let Some(written) = scanner.scan(lexical::string) else {
            let end = |text: &str, position| {
                let end = lexical::run(text, position, |byte| !matches!(byte, b',' | b';'));
                (end > position).then_some(end)
            };
            let name = scanner.scan(end).unwrap_or_default();
            return Ok((Kind::Import(name.into()), scanner));
        };
        let name = unescaped(written.get(1..written.len() - 1).unwrap_or_default());
        let _ = scanner.scan(lexical::space);
        let css =
            |query: Vec<Piece>| Kind::CssImport { address: Piece::Text(written.to_owned()), query, supports: None };
        if !scanner.is_done() && !matches!(scanner.peek(0), Some(b',' | b';')) {
            let mut parser = ScssParser::at(scanner, self.file);
            let query = parser.media_queries()?.map(flattened).unwrap_or_default();
            return Ok((css(query), parser.into_scanner()));
        }
        let is_address = ["http://", "https://", "//"].iter().any(|prefix| name.starts_with(prefix));
        Ok((if is_address { css(Vec::new()) } else { Kind::Import(name.into()) }, scanner))
    }
}
