//! Text with interpolation: selectors, values of custom properties, and comments.

use super::{DEPTH, ScssParser};
use crate::error::{SassResult, SyntaxError};
use crate::lexical;
use crate::scanner::Scanner;
use crate::script::{Piece, ScriptParser, push_piece, quoted_end, url_end};
use crate::selector::value_text;

/// Finds the end of a text's contents and the end of its delimiter. `None` if the delimiter is missing.
type Ending = fn(&str, usize) -> Option<(usize, usize)>;

impl ScssParser<'_> {
    /// Reads `#{...}` if it is next. `None` if it is not.
    pub(super) fn interpolation(&mut self) -> SassResult<Option<Piece>> {
        if !self.take("#{") {
            return Ok(None);
        }
        self.script(ScriptParser::parse_interpolated).map(|expr| Some(Piece::Expr(expr)))
    }

    /// Reads an identifier that may contain `#{...}`. `None` if there is none.
    pub(crate) fn interpolated_ident(&mut self) -> SassResult<Option<Vec<Piece>>> {
        let hyphens = |text: &str, position| {
            let end = lexical::run(text, position, |byte| byte == b'-');
            (end > position && lexical::literal(text, end, "#{").is_some()).then_some(end)
        };
        let first = match self.ident() {
            Some(ident) => Some(Piece::Text(ident.into_owned())),
            None => match self.interpolation()? {
                Some(piece) => Some(piece),
                None => self.scan(hyphens).map(|text| Piece::Text(text.to_owned())),
            },
        };
        let Some(first) = first else { return Ok(None) };
        let mut pieces = vec![first];
        loop {
            if let Some(name) = self.scan(lexical::name) {
                push_piece(&mut pieces, Piece::Text(lexical::normalized(name, true).into_owned()));
            } else if let Some(piece) = self.interpolation()? {
                pieces.push(piece);
            } else {
                return Ok(Some(pieces));
            }
        }
    }

    /// Reads a quoted string that may contain `#{...}`. `None` if there is none.
    pub(super) fn interpolated_string(&mut self) -> SassResult<Option<Vec<Piece>>> {
        match self.scanner.peek(0) {
            Some(b'"') => self.delimited(self.scanner.position + 1, |text, position| quoted_end(text, position, b'"')),
            Some(b'\'') => {
                self.delimited(self.scanner.position + 1, |text, position| quoted_end(text, position, b'\''))
            }
            _ => Ok(None),
        }
    }

    /// Reads an unquoted URL after `prefix`, such as `url(`. The URL may contain interpolation. `None` if `prefix` is
    /// not next, or if no unquoted URL follows it.
    pub(super) fn interpolated_url(&mut self, prefix: &str) -> SassResult<Option<Vec<Piece>>> {
        match lexical::literal(self.scanner.text, self.scanner.position, prefix) {
            Some(end) => self.delimited(lexical::blank(self.scanner.text, end), url_end),
            None => Ok(None),
        }
    }

    fn delimited(&mut self, start: usize, ending: Ending) -> SassResult<Option<Vec<Piece>>> {
        let text = self.scanner.text;
        let Some((contents, mut end)) = ending(text, start) else { return Ok(None) };
        let mut pieces = Vec::new();
        let (mut from, mut contents) = (self.scanner.position, contents);
        loop {
            let interpolates = contents + 2 == end && lexical::literal(text, contents, "#{").is_some();
            let upto = if interpolates { contents } else { end };
            push_piece(&mut pieces, Piece::Text(text.get(from..upto).unwrap_or_default().to_owned()));
            self.scanner.position = upto;
            self.wanted = None;
            if !interpolates {
                return Ok(Some(pieces));
            }
            pieces.extend(self.interpolation()?);
            from = self.scanner.position;
            match ending(text, from) {
                Some(next) => (contents, end) = next,
                None => return Ok(Some(pieces)),
            }
        }
    }

    /// Reads text with interpolation up to `;`, `{` or `}`, a `!` before a letter, or an invalid string, URL or
    /// comment. `None` if the text is empty.
    pub(super) fn almost_any_value(&mut self) -> SassResult<Option<Vec<Piece>>> {
        let mut pieces: Vec<Piece> = Vec::new();
        loop {
            if let Some(text) = self
                .scan(almost_any_text)
                .or_else(|| self.scan(lexical::comment))
                .or_else(|| self.scan(lexical::line_comment))
            {
                push_piece(&mut pieces, Piece::Text(text.to_owned()));
                continue;
            }
            let more = self.string_or_address()?;
            match more {
                Some(more) => more.into_iter().for_each(|piece| push_piece(&mut pieces, piece)),
                None => return Ok((!pieces.is_empty()).then_some(pieces)),
            }
        }
    }

    /// Reads a string, a URL or an interpolation. `None` if none of them is next.
    fn string_or_address(&mut self) -> SassResult<Option<Vec<Piece>>> {
        if let Some(pieces) = self.interpolated_string()? {
            return Ok(Some(pieces));
        }
        if let Some(pieces) = self.interpolated_url("url(")? {
            return Ok(Some(pieces));
        }
        Ok(self.interpolation()?.map(|piece| vec![piece]))
    }

    /// Reads the value of a custom property: anything with balanced brackets. With `top`, the value ends at a
    /// semicolon. `None` if the value is empty. `depth` is the number of brackets that are already open. Fails if a
    /// bracket is not closed, or if the brackets are nested too deeply.
    pub(super) fn declaration_value(&mut self, top: bool, depth: usize) -> SassResult<Option<Vec<Piece>>> {
        if depth > DEPTH {
            return Err(SyntaxError::at("These brackets are nested too deeply.", self.scanner.line()));
        }
        let mut pieces: Vec<Piece> = Vec::new();
        loop {
            let text = self.scan(|text, position| value_text(text, position, top));
            if let Some(text) = text {
                push_piece(&mut pieces, Piece::Text(text.to_owned()));
                continue;
            }
            let more = self.string_or_address()?;
            if let Some(more) = more {
                more.into_iter().for_each(|piece| push_piece(&mut pieces, piece));
            } else if let Some(comment) = self.scan(lexical::comment) {
                push_piece(&mut pieces, Piece::Text(comment.to_owned()));
            } else if let Some(space) = self.scan(lexical::space) {
                let kept = space.find('\n').and_then(|position| space.get(position..)).unwrap_or(" ");
                push_piece(&mut pieces, Piece::Text(kept.to_owned()));
            } else if let Some((open, close)) =
                [("(", ")"), ("[", "]"), ("{", "}")].into_iter().find(|(open, _)| self.take(open))
            {
                push_piece(&mut pieces, Piece::Text(open.to_owned()));
                for piece in self.declaration_value(false, depth + 1)?.unwrap_or_default() {
                    push_piece(&mut pieces, piece);
                }
                self.need(close)?;
                push_piece(&mut pieces, Piece::Text(close.to_owned()));
            } else {
                return Ok((!pieces.is_empty()).then_some(pieces));
            }
        }
    }

    /// Parses the whole text as the value of a custom property. Fails if the text is empty or continues after the
    /// value.
    pub(crate) fn whole_declaration_value(mut self) -> SassResult<Vec<Piece>> {
        let value = self.declaration_value(true, 0)?;
        match value {
            Some(value) if self.scanner.is_done() => Ok(value),
            _ => Err(self.expected("\"}\"")),
        }
    }
}

/// The offset after the text up to a quote, comment, URL, `#{`, `;`, `{`, `}`, or a `!` before a letter. `None` if the
/// text is empty.
fn almost_any_text(text: &str, position: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut end = position;
    while let Some(byte) = bytes.get(end) {
        let next = bytes.get(end + 1);
        let length = match byte {
            b'\\' => match next {
                None | Some(b'\n') => 1,
                Some(_) => lexical::any(text, end + 1).map_or(1, |after| after - end),
            },
            b'"' | b'\'' | b';' | b'{' | b'}' => break,
            b'/' if matches!(next, Some(b'/' | b'*')) => break,
            b'#' if next == Some(&b'{') => break,
            b'!' if next.is_some_and(u8::is_ascii_alphabetic) => break,
            b'u' | b'U' => match lexical::literal_in_any_case(text, end, "url(") {
                None => 1,
                Some(inside) => {
                    let quote = lexical::blank(text, inside);
                    if bytes.get(quote) != Some(&b'"') {
                        break;
                    }
                    quote - end
                }
            },
            _ => 1,
        };
        end += length;
    }
    (end > position).then_some(end)
}

/// Parses text in which `#{...}` is interpolation, unless an odd number of backslashes precedes it. Removes one of the
/// backslashes before a `#{`. `line` is the number of the text's first line in the file.
pub(crate) fn interpolated(text: &str, line: u32) -> SassResult<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut scanner = Scanner::new(text, line);
    while let Some(found) = scanner.rest().find("#{") {
        let before = scanner.rest().get(..found).unwrap_or_default();
        let plain = before.trim_end_matches('\\');
        let escapes = before.len() - plain.len();
        push_piece(&mut pieces, Piece::Text(plain.to_owned()));
        scanner.position += found + 2;
        push_piece(&mut pieces, Piece::Text("\\".repeat(escapes.saturating_sub(1))));
        if escapes % 2 == 1 {
            push_piece(&mut pieces, Piece::Text("#{".to_owned()));
            continue;
        }
        let mut parser = ScriptParser::new(scanner.clone());
        pieces.push(Piece::Expr(parser.parse_interpolated()?));
        scanner = parser.lexer.scanner;
    }
    push_piece(&mut pieces, Piece::Text(scanner.rest().to_owned()));
    Ok(pieces)
}

/// Removes the common indentation from the lines of a comment.
pub(crate) fn unindented(mut pieces: Vec<Piece>) -> Vec<Piece> {
    // The output determines the lines, so each expression is represented by a character.
    let whole: String = pieces
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) => text.as_str(),
            Piece::Expr(_) => "{",
        })
        .collect();
    let margin = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let mut common: &str = whole.get(..margin(&whole)).unwrap_or_default();
    for line in whole.trim_end_matches('\n').split('\n') {
        let own = line.get(..margin(line)).unwrap_or_default();
        let shared = common.bytes().zip(own.bytes()).take_while(|(one, two)| one == two).count();
        common = common.get(..shared).unwrap_or_default();
    }
    if common.is_empty() {
        return pieces;
    }
    let mut at_line_start = true;
    for piece in &mut pieces {
        let Piece::Text(text) = piece else {
            at_line_start = false;
            continue;
        };
        let mut out = String::with_capacity(text.len());
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                out.push('\n');
            }
            let starts = index > 0 || at_line_start;
            out.push_str(if starts { line.strip_prefix(common).unwrap_or(line) } else { line });
        }
        at_line_start = text.ends_with('\n') || (text.is_empty() && at_line_start);
        *text = out;
    }
    pieces
}
