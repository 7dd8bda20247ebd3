//! The parser for the indented syntax, in which lines and indentation replace blocks and semicolons.

mod directives;
mod lines;

use crate::css::CommentKind;
use crate::error::{Locate, SassResult, SyntaxError};
use crate::lexical;
use crate::scanner::Scanner;
use crate::script::{Expr, Literal, Piece, ScriptParser, Variable, push_piece, trim_pieces};
use crate::scss::{ScssParser, interpolated, unindented};
use crate::tree::{Declaration, DeclarationValue, Kind, Statement};
use lines::Line;
use std::sync::Arc;

/// Parses the indented syntax. `file` is the number by which the statements refer to the file. `compressed` is whether
/// the output style is compressed, which affects numbers.
pub(crate) fn parse(text: &str, file: usize, compressed: bool) -> SassResult<Vec<Statement>> {
    let parser = IndentedParser { file, compressed };
    let mut statements = Vec::new();
    parser.append(&lines::lines(text)?, &mut statements)?;
    Ok(statements)
}

struct IndentedParser {
    /// The number of the file, to which the parsed statements refer.
    file: usize,
    /// Whether the output style is compressed, which affects numbers.
    compressed: bool,
}

impl IndentedParser {
    fn statement(&self, kind: Kind, line: &Line) -> Statement {
        Statement::new(kind, line.number, self.file)
    }

    /// Parses sibling lines and appends the statements.
    fn append(&self, lines: &[Line], statements: &mut Vec<Statement>) -> SassResult<()> {
        // The start of a selector that continues on the next line, with its line number.
        let mut begun: Option<(Vec<Piece>, u32)> = None;
        for line in lines {
            let before = statements.len();
            self.line(line, statements).located(None, line.number)?;
            if statements.len() != before + 1 {
                begun = None;
                continue;
            }
            let Some(Statement { kind: Kind::Rule(selector), children, .. }) = statements.last() else {
                begun = None;
                continue;
            };
            let continues =
                children.is_empty() && matches!(selector.last(), Some(Piece::Text(text)) if text.ends_with(','));
            if begun.is_none() && !continues {
                continue;
            }
            let Some(Statement { kind: Kind::Rule(selector), line, children, .. }) = statements.pop() else {
                continue;
            };
            let (mut whole, first) = match begun.take() {
                Some((mut pieces, first)) => {
                    push_piece(&mut pieces, Piece::Text("\n".to_owned()));
                    (pieces, first)
                }
                None => (Vec::new(), line),
            };
            selector.into_iter().for_each(|piece| push_piece(&mut whole, piece));
            if continues {
                begun = Some((whole, first));
                continue;
            }
            let rule = Statement::rule(whole, first, self.file);
            statements.push(Statement { has_children: !children.is_empty(), children, ..rule });
        }
        Ok(())
    }

    /// The statement, with the lines nested in `line` added to its children.
    fn with_children(&self, statement: Statement, line: &Line) -> SassResult<Statement> {
        let mut children = statement.children.to_vec();
        self.append(&line.children, &mut children)?;
        let has_children = !children.is_empty();
        Ok(Statement { children: Arc::new(children), has_children, ..statement }.noting_content())
    }

    fn line(&self, line: &Line, statements: &mut Vec<Statement>) -> SassResult<()> {
        let text = line.text.as_str();
        let second = text.as_bytes().get(1).copied();
        let statement = match text.as_bytes().first() {
            Some(b':') if second != Some(b':') => self.old_property(line)?,
            Some(b':') => self.rule(text, line)?,
            Some(b'$') => self.variable(line)?,
            Some(b'/') if matches!(second, Some(b'/' | b'*')) => self.comment(line)?,
            Some(b'@') => return self.directive(line, statements),
            Some(b'\\') => self.rule(text.get(1..).unwrap_or_default(), line)?,
            Some(b'=') => self.mixin(line, text.get(1..).unwrap_or_default())?,
            Some(b'+') if !matches!(second, None | Some(b' ')) => {
                self.include(line, text.get(1..).unwrap_or_default())?
            }
            Some(b'/' | b'+') => self.rule(text, line)?,
            _ => self.property_or_rule(line)?,
        };
        statements.push(self.with_children(statement, line)?);
        Ok(())
    }

    fn rule(&self, text: &str, line: &Line) -> SassResult<Statement> {
        Ok(Statement::rule(interpolated(text, line.number)?, line.number, self.file))
    }

    fn property_or_rule(&self, line: &Line) -> SassResult<Statement> {
        let text = line.text.as_str();
        let mut scanner = Scanner::new(text, line.number);
        let hack = scanner.scan(|text, position| match text.as_bytes().get(position)? {
            b':' | b'*' | b'.' => Some(position + 1),
            b'#' if text.as_bytes().get(position + 1) != Some(&b'{') => Some(position + 1),
            _ => None,
        });
        let mut parser = ScssParser::at(scanner, self.file);
        let Some(ident) = parser.interpolated_ident()? else { return self.rule(text, line) };
        let mut scanner = parser.into_scanner();
        let mut pieces = vec![Piece::Text(hack.unwrap_or_default().to_owned())];
        ident.into_iter().for_each(|piece| push_piece(&mut pieces, piece));
        let _ = scanner.scan(lexical::comment);
        let name = text.get(..scanner.position).unwrap_or_default();
        let is_custom = name.starts_with("--");
        let colon = |text: &str, position: usize| {
            let end = lexical::literal(text, lexical::run(text, position, lexical::is_space), ":")?;
            let behind = lexical::run(text, end, lexical::is_space);
            if is_custom { Some(end) } else { (behind > end || behind == text.len()).then_some(behind) }
        };
        if scanner.scan(colon).is_some() {
            return self.property(name, scanner.rest(), line);
        }
        let trailing = |text: &str, position: usize| {
            let start = lexical::run(text, position, lexical::is_space);
            lexical::comment(text, start).or_else(|| lexical::line_comment(text, start))
        };
        let _ = scanner.scan(trailing);
        for piece in interpolated(scanner.rest(), line.number)? {
            push_piece(&mut pieces, piece);
        }
        Ok(Statement::rule(pieces, line.number, self.file))
    }

    /// Parses a property that is written as `:name value`.
    fn old_property(&self, line: &Line) -> SassResult<Statement> {
        let text = line.text.get(1..).unwrap_or_default();
        let end = text.find(|c: char| c.is_whitespace() || matches!(c, '=' | ':' | '"')).unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        let value = rest.trim_start();
        if name.is_empty() || (value.len() == rest.len() && !rest.is_empty()) {
            return Err(SyntaxError::at(format!("Invalid property: \"{}\".", line.text), line.number));
        }
        let is_empty = value.trim().is_empty() && !name.starts_with("--");
        let hint = format!("\nIf \":{name}\" should be a selector, use \"\\:{name}\" instead.");
        if is_empty && line.children.is_empty() {
            return Err(SyntaxError::new(format!("Invalid property: \":{name}\" (no value).{hint}")));
        }
        let mut statement = self.property(name, value, line)?;
        if let Kind::Declaration(declaration) = &mut statement.kind {
            declaration.starts_with_colon = true;
            declaration.hint = is_empty.then(|| hint.into());
        }
        Ok(statement)
    }

    fn property(&self, name: &str, value: &str, line: &Line) -> SassResult<Statement> {
        let mut pieces = interpolated(name, line.number)?;
        trim_pieces(&mut pieces);
        let value = if name.starts_with("--") {
            if !line.children.is_empty() {
                let message = "Illegal nesting: Nothing may be nested beneath custom properties.";
                return Err(SyntaxError::at(message, line.number + 1));
            }
            DeclarationValue::Text(ScssParser::new(value, line.number, self.file).whole_declaration_value()?)
        } else if value.trim().is_empty() {
            if line.children.is_empty() {
                return Err(SyntaxError::new(format!("Invalid property: \"{}:\" (no value).", name.trim())));
            }
            DeclarationValue::Script(Expr::literal(Literal::ident(""), line.number))
        } else {
            DeclarationValue::Script(self.script(value, line)?)
        };
        let declaration = Declaration { name: pieces, value, column: 1, hint: None, starts_with_colon: false };
        Ok(self.statement(Kind::Declaration(declaration), line))
    }

    fn script(&self, text: &str, line: &Line) -> SassResult<Expr> {
        ScriptParser::whole(text, line.number, self.compressed).parse()
    }

    fn variable(&self, line: &Line) -> SassResult<Statement> {
        let text = line.text.as_str();
        if !line.children.is_empty() {
            let message = "Illegal nesting: Nothing may be nested beneath variable declarations.";
            return Err(SyntaxError::at(message, line.number + 1));
        }
        let invalid = || SyntaxError::at(format!("Invalid variable: \"{text}\"."), line.number);
        let end = lexical::ident(text, 1).ok_or_else(invalid)?;
        let name = text.get(1..end).unwrap_or_default();
        let rest = text.get(end..).unwrap_or_default().trim_start();
        let mut value = rest.strip_prefix(':').map(str::trim).filter(|value| !value.is_empty()).ok_or_else(invalid)?;
        let (mut guarded, mut global) = (false, false);
        // Flags are at the end of the value, each starting with `!`.
        while let Some(position) = value.rfind('!') {
            let flag = value.get(position + 1..).unwrap_or_default();
            let is_word = !flag.is_empty() && flag.bytes().all(|byte| byte.is_ascii_alphabetic());
            if !is_word || flag.eq_ignore_ascii_case("important") || value.get(..position).is_none_or(str::is_empty) {
                break;
            }
            match flag {
                "default" => guarded = true,
                "global" => global = true,
                other => return Err(SyntaxError::at(format!("Invalid flag \"!{other}\"."), line.number)),
            }
            value = value.get(..position).unwrap_or_default().trim_end();
        }
        let value = self.script(value, line)?;
        Ok(self.statement(Kind::Variable { variable: Variable::new(name), value, guarded, global }, line))
    }

    fn comment(&self, line: &Line) -> SassResult<Statement> {
        if line.text.starts_with("//") {
            return Ok(self.statement(Kind::Comment(Vec::new(), CommentKind::Silent), line));
        }
        let kind = if line.text.starts_with("/*!") { CommentKind::Loud } else { CommentKind::Normal };
        let mut exprs = Vec::new();
        let mut text = String::new();
        for piece in interpolated(&line.text, line.number)? {
            match piece {
                Piece::Text(plain) => text.push_str(&plain),
                Piece::Expr(expr) => {
                    exprs.push(expr);
                    text.push('\u{1}');
                }
            }
        }
        let margin = line.comment_margin.as_deref().unwrap_or_default();
        let lines: Vec<&str> = text.split('\n').map(|line| line.strip_prefix(margin).unwrap_or(line)).collect();
        let text = formatted(lines.join("\n").get(2..).unwrap_or_default());
        let mut pieces = Vec::new();
        let mut exprs = exprs.into_iter();
        for (index, plain) in text.split('\u{1}').enumerate() {
            if index > 0 {
                pieces.extend(exprs.next().map(Piece::Expr));
            }
            push_piece(&mut pieces, Piece::Text(plain.to_owned()));
        }
        Ok(self.statement(Kind::Comment(unindented(pieces), kind), line))
    }
}

/// Formats a comment with leading stars and a closing delimiter.
fn formatted(text: &str) -> String {
    let mut lines: Vec<String> = text.trim_end_matches('\n').split('\n').map(str::to_owned).collect();
    let mut first = None;
    if lines.first().is_some_and(|line| line.trim().is_empty()) {
        lines.remove(0);
    } else if !lines.is_empty() {
        first = Some(lines.remove(0));
    }
    if lines.is_empty() && first.is_none() {
        return "/* */".to_owned();
    }
    let last = lines.last_mut().or(first.as_mut());
    if let Some(last) = last {
        let kept = last.trim_end_matches(' ');
        if let Some(before) = kept.strip_suffix("*/") {
            *last = before.strip_suffix(' ').unwrap_or(before).to_owned();
        }
    }
    let starred = lines.into_iter().map(|line| match line.strip_prefix('*') {
        Some(rest) => rest.to_owned(),
        None if line.is_empty() => line,
        None => format!(" {line}"),
    });
    let all: Vec<String> = first.into_iter().chain(starred).collect();
    let text = all.join("\n *");
    format!("/*{} */", text.strip_suffix(" *").unwrap_or(&text))
}
