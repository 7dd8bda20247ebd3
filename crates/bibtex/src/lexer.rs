//! Splits a bibliography into tokens.
//!
//! Outside of objects, everything up to the next `@` is free text. Inside there are names, numbers, signs, and strings
//! in braces or quotes, which are single tokens. After an error, the object's tokens are discarded, and free text
//! continues.

use crate::error::Warning;
use crate::filter::strip_line_breaks;
use crate::ruby::{is_space, strip};

/// The role of a token in BibTeX's grammar. `Meta` is text outside of objects, and `Lost` is an object that cannot be
/// parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    At,
    Comma,
    Comment,
    Content,
    Equals,
    Key,
    LeftBrace,
    Lost,
    Meta,
    Name,
    Number,
    Preamble,
    RightBrace,
    Sharp,
    String,
    Literal,
    End,
}

impl Kind {
    /// The name in bibtex-ruby's messages, such as `LBRACE`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::At => "AT",
            Kind::Comma => "COMMA",
            Kind::Comment => "COMMENT",
            Kind::Content => "CONTENT",
            Kind::Equals => "EQ",
            Kind::Key => "KEY",
            Kind::LeftBrace => "LBRACE",
            Kind::Lost => "ERROR",
            Kind::Meta => "META_CONTENT",
            Kind::Name => "NAME",
            Kind::Number => "NUMBER",
            Kind::Preamble => "PREAMBLE",
            Kind::RightBrace => "RBRACE",
            Kind::Sharp => "SHARP",
            Kind::String => "STRING",
            Kind::Literal => "STRING_LITERAL",
            Kind::End => "$end",
        }
    }
}

/// A token with its text. `end` is the byte offset in the bibliography at which the lexer continued after the token.
#[derive(Debug, Clone)]
pub(crate) struct Lexeme {
    pub(crate) kind: Kind,
    pub(crate) text: String,
    pub(crate) end: usize,
}

/// The fields of `Options` that change how a text is split into tokens.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LexerOptions {
    /// Whether an `@` starts an object anywhere, not only at the start of a line.
    pub(crate) strict: bool,
    /// Whether entries may lack a key.
    pub(crate) missing_keys: bool,
    /// Whether to replace line breaks in values with spaces.
    pub(crate) strip: bool,
    /// Whether to return tokens for the free text between objects.
    pub(crate) meta: bool,
    /// Whether to return tokens for objects that cannot be parsed.
    pub(crate) lost: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Meta,
    Object,
    Content,
    Literal,
}

/// Splits a text into tokens, of which the last is [`Kind::End`]. Each warning has the byte offset of its error.
pub(crate) fn tokens(text: &str, options: LexerOptions) -> (Vec<Lexeme>, Vec<(usize, Warning)>) {
    let mut lexer = Lexer {
        text,
        position: 0,
        options,
        stack: Vec::new(),
        depth: 0,
        mode: Mode::Meta,
        in_comment: false,
        lost: Vec::new(),
    };
    while lexer.position < text.len() {
        match lexer.mode {
            Mode::Meta => lexer.meta(),
            Mode::Object => lexer.object(),
            Mode::Content => lexer.content(),
            Mode::Literal => lexer.literal(),
        }
    }
    lexer.push(Kind::End, String::new());
    (lexer.stack, lexer.lost)
}

struct Lexer<'a> {
    text: &'a str,
    position: usize,
    options: LexerOptions,
    stack: Vec<Lexeme>,
    depth: i64,
    mode: Mode,
    in_comment: bool,
    lost: Vec<(usize, Warning)>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    /// Consumes and returns the next `length` bytes.
    fn take(&mut self, length: usize) -> &'a str {
        let taken = &self.text[self.position..self.position + length];
        self.position += length;
        taken
    }

    fn skip_space(&mut self) {
        self.position = self.text.len() - self.rest().trim_start_matches(is_space).len();
    }

    fn push(&mut self, kind: Kind, text: String) {
        let end = self.position;
        if matches!(kind, Kind::Content | Kind::Literal) {
            let text = if self.options.strip && !self.in_comment { strip_line_breaks(&text) } else { text };
            match self.stack.last_mut().filter(|last| last.kind == kind) {
                Some(last) => {
                    last.text.push_str(&text);
                    last.end = end;
                }
                None => self.stack.push(Lexeme { kind, text, end }),
            }
        } else {
            self.stack.push(Lexeme { kind, text, end });
        }
    }

    fn meta(&mut self) {
        let rest = self.rest();
        let Some(position) = self.next_object(rest) else {
            let all = self.take(rest.len()).to_owned();
            if self.options.meta {
                self.push(Kind::Meta, all);
            }
            return;
        };
        let blank = rest[position + 1..].len() - rest[position + 1..].trim_start_matches([' ', '\t']).len();
        let taken = self.take(position + 1 + blank);
        if self.options.meta {
            // Only the last character is removed, which is the `@` or a space after it.
            self.push(Kind::Meta, taken[..taken.len() - 1].to_owned());
        }
        self.enter_object();
    }

    /// The offset of the next `@` that starts an object.
    fn next_object(&self, rest: &str) -> Option<usize> {
        if self.options.strict {
            return rest.find('@');
        }
        // The start of the rest only counts as the start of a line if it is one in the text.
        rest.match_indices('@').map(|(position, _)| position).find(|position| {
            let before = rest[..*position].trim_end_matches([' ', '\t']);
            match before.chars().next_back() {
                Some(c) => c == '\n',
                None => self.position == 0 || self.text[..self.position].ends_with('\n'),
            }
        })
    }

    fn enter_object(&mut self) {
        self.depth = 0;
        self.push(Kind::At, "@".to_owned());
        self.in_comment = false;
        let rest = self.rest();
        let starts = |word: &str| rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        let ends = |length: usize| !rest[length..].chars().next().is_some_and(crate::ruby::is_word);
        if starts("string") {
            let word = self.take(6).to_owned();
            self.start(Kind::String, word);
        } else if starts("preamble") && ends(8) {
            let word = self.take(8).to_owned();
            self.start(Kind::Preamble, word);
        } else if starts("comment") && ends(7) {
            let word = self.take(7).to_owned();
            self.in_comment = true;
            self.start(Kind::Comment, word);
        } else {
            let belongs = |b: &u8| b.is_ascii_alphanumeric() || b":_!.$%&*-".contains(b);
            match rest.bytes().take_while(belongs).count() {
                0 => self.lose("unexpected object"),
                length => {
                    let word = self.take(length).to_owned();
                    self.start(Kind::Name, word);
                    self.key();
                }
            }
        }
    }

    fn start(&mut self, kind: Kind, word: String) {
        self.mode = Mode::Object;
        self.push(kind, word);
    }

    /// Consumes the opening brace of an entry and its key, up to the comma. Without a valid key, consumes only the
    /// brace.
    fn key(&mut self) {
        let rest = self.rest();
        let inner = rest.trim_start_matches(is_space);
        if !inner.starts_with('{') {
            return;
        }
        self.take(rest.len() - inner.len() + 1);
        self.depth += 1;
        self.push(Kind::LeftBrace, "{".to_owned());
        let after = self.rest();
        let gap = after.len() - after.trim_start_matches(is_space).len();
        let braces = !self.options.missing_keys;
        let belongs = |c: char| {
            c.is_alphabetic()
                || c.is_numeric() && is_digit(c)
                || " /:_!$?.%+;&*'\"-".contains(c)
                || braces && matches!(c, '{' | '}')
        };
        let run = after[gap..].find(|c| !belongs(c)).unwrap_or(after.len() - gap);
        if !after[gap + run..].starts_with(',') {
            return;
        }
        // A key that consists of spaces is accepted if a space precedes it.
        if run == 0 && !self.options.missing_keys && !after[..gap].ends_with(' ') {
            return;
        }
        let taken = self.take(gap + run + 1);
        self.push(Kind::Key, strip(&taken[..taken.len() - 1]).to_owned());
    }

    fn object(&mut self) {
        let rest = self.rest();
        let inner = rest.trim_start_matches(is_space);
        let gap = rest.len() - inner.len();
        let Some(c) = inner.chars().next() else {
            self.take(rest.len());
            return;
        };
        match c {
            '{' => self.left_brace(gap),
            '}' => self.right_brace(gap),
            '=' => self.sign(gap, Kind::Equals, c),
            ',' => self.sign(gap, Kind::Comma, c),
            '#' => self.sign(gap, Kind::Sharp, c),
            '"' => {
                self.take(gap + 1);
                self.mode = Mode::Literal;
            }
            _ if gap > 0 => {
                self.take(gap);
            }
            c if is_digit(c) => self.run(Kind::Number, is_digit),
            c if is_name(c) => self.run(Kind::Name, is_name),
            '@' => {
                self.take(1);
                self.enter_object();
            }
            c => {
                self.take(c.len_utf8());
                self.lose("unexpected token");
            }
        }
    }

    fn left_brace(&mut self, gap: usize) {
        self.take(gap + 1);
        self.depth += 1;
        self.push(Kind::LeftBrace, "{".to_owned());
        if self.depth > 1 || self.depth == 1 && self.in_comment {
            self.mode = Mode::Content;
        }
    }

    fn right_brace(&mut self, gap: usize) {
        self.take(gap + 1);
        self.skip_space();
        self.depth -= 1;
        self.push(Kind::RightBrace, "}".to_owned());
        match self.depth {
            0 => self.leave_object(),
            ..0 => self.lose("unbalanced braces"),
            _ => {}
        }
    }

    /// Consumes a token of one character with surrounding white space.
    fn sign(&mut self, gap: usize, kind: Kind, sign: char) {
        self.take(gap + 1);
        self.skip_space();
        self.push(kind, sign.to_string());
    }

    /// Consumes a token that consists of the next characters for which `belongs` is true.
    fn run(&mut self, kind: Kind, belongs: impl Fn(char) -> bool) {
        let rest = self.rest();
        let length = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        let text = self.take(length).to_owned();
        self.push(kind, text);
    }

    /// Consumes the text up to and including the next of the `stops`. Returns this text, and the stop as a byte.
    /// Without a stop, consumes and returns the whole rest, with `None`.
    fn take_until(&mut self, stops: &[char]) -> (&'a str, Option<u8>) {
        match self.rest().find(stops) {
            Some(position) => {
                let taken = self.take(position + 1);
                (taken, taken.as_bytes().last().copied())
            }
            None => (self.take(self.rest().len()), None),
        }
    }

    fn content(&mut self) {
        let (taken, stop) = self.take_until(&['{', '}']);
        let inside = &taken[..taken.len() - usize::from(stop.is_some())];
        match stop {
            Some(b'{') => {
                self.depth += 1;
                self.push(Kind::Content, taken.to_owned());
            }
            Some(_) => {
                self.depth -= 1;
                if self.depth > 1 || self.depth == 1 && self.in_comment {
                    self.push(Kind::Content, taken.to_owned());
                    return;
                }
                self.push(Kind::Content, inside.to_owned());
                match self.depth {
                    0 | 1 => self.push(Kind::RightBrace, "}".to_owned()),
                    _ => return self.lose("unbalanced braces"),
                }
                if self.depth == 0 {
                    self.leave_object();
                } else {
                    self.mode = Mode::Object;
                }
            }
            None => {
                self.push(Kind::Content, taken.to_owned());
                self.lose("unterminated content");
            }
        }
    }

    fn literal(&mut self) {
        let (taken, stop) = self.take_until(&['{', '}', '"']);
        let inside = &taken[..taken.len() - usize::from(stop.is_some())];
        match stop {
            Some(b'{') => {
                self.depth += 1;
                self.push(Kind::Literal, taken.to_owned());
            }
            Some(b'}') => {
                self.depth -= 1;
                if self.depth < 1 {
                    self.push(Kind::Literal, inside.to_owned());
                    self.lose("unbalanced braces");
                } else {
                    self.push(Kind::Literal, taken.to_owned());
                }
            }
            Some(_) if self.depth == 1 => {
                self.push(Kind::Literal, inside.to_owned());
                self.mode = Mode::Object;
            }
            Some(_) => self.push(Kind::Literal, taken.to_owned()),
            None => {
                self.push(Kind::Literal, taken.to_owned());
                self.lose("unterminated string");
            }
        }
    }

    fn leave_object(&mut self) {
        self.mode = Mode::Meta;
        self.in_comment = false;
        self.depth = 0;
    }

    /// Discards the tokens of the current object, with a warning. With the option `lost`, their text becomes one `Lost`
    /// token.
    fn lose(&mut self, message: &str) {
        let mut key = None;
        let mut content = Vec::new();
        while let Some(token) = self.stack.pop() {
            let start = matches!(token.kind, Kind::At | Kind::Meta);
            if token.kind == Kind::Key {
                key = Some(token.text.clone());
            }
            content.push(token.text);
            if start {
                break;
            }
        }
        self.lost.push((self.position, Warning { message: message.to_owned(), line: 0, key }));
        if self.options.lost {
            content.reverse();
            self.push(Kind::Lost, content.concat());
        }
        self.leave_object();
    }
}

/// Whether a character is a decimal digit in any script.
fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || (!c.is_ascii() && c.is_numeric() && !c.is_alphabetic() && is_decimal(c))
}

/// Whether a character outside of ASCII is a decimal digit. The digits of a script are ten successive code points,
/// which start with a zero.
fn is_decimal(c: char) -> bool {
    const ZEROS: &[u32] = &[
        0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
        0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0,
        0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
    ];
    let code = c as u32;
    ZEROS.iter().any(|zero| (*zero..zero + 10).contains(&code))
}

/// Whether a character is allowed in a name.
fn is_name(c: char) -> bool {
    c.is_alphabetic() || is_digit(c) || "/:_!$?.%+&*-".contains(c)
}
