//! The parser for patterns in Ruby syntax (Onigmo).
//!
//! `\w \d \s \h` are ASCII and `\b` is Unicode. `^` and `$` always match at the start and end of each line. `(?m)` lets
//! the dot match line feeds, and `(?x)` is extended syntax. If there are named groups, other groups are not captured.

use super::named::named_set;
use super::set::{CharSet, Property};

/// Whether a lookaround tests the text after the current position or the text before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Ahead,
    Behind,
}

/// A node in the syntax tree of a pattern, such as a character, a group or a repetition.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Empty,
    Char(char, bool),
    Set(CharSet),
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    Group(usize, Box<Node>),
    Repeat {
        body: Box<Node>,
        min: u32,
        max: Option<u32>,
        kind: Kind,
    },
    Look {
        body: Box<Node>,
        direction: Direction,
        negated: bool,
    },
    Atomic(Box<Node>),
    Assert(Assertion),
    Back(usize, bool),
    /// A conditional such as `(?(1)yes|no)`: the number of the group, and the pattern with and without a match of this
    /// group.
    If(usize, Box<Node>, Box<Node>),
    /// `\K`, which excludes everything before it from the match.
    Keep,
}

/// Whether a repetition is greedy, lazy or possessive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Greedy,
    Lazy,
    Possessive,
}

/// A condition in a pattern that consumes no text, such as `^` or `\b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Assertion {
    LineStart,
    LineEnd,
    TextStart,
    TextEnd,
    TextEndLine,
    Word,
    NotWord,
}

#[derive(Clone, Copy, Default)]
struct Flags {
    fold: bool,
    dot_all: bool,
    extended: bool,
}

/// The maximum nesting depth, which no lexer comes close to.
const MAX_DEPTH: usize = 60;

struct Reader<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    flags: Flags,
    groups: usize,
    names: Vec<(String, usize)>,
    named_only: bool,
    depth: usize,
}

/// Parses `source`. Returns the tree and the number of groups. The error describes the unsupported part.
pub(crate) fn read(source: &str) -> Result<(Node, usize), String> {
    let named_only = source.contains("(?<")
        && source.match_indices("(?<").any(|(i, _)| !matches!(source.as_bytes().get(i + 3), Some(b'=' | b'!')));
    let mut reader = Reader {
        rest: source.chars().peekable(),
        flags: Flags::default(),
        groups: 0,
        names: Vec::new(),
        named_only,
        depth: 0,
    };
    let node = reader.choice()?;
    match reader.rest.next() {
        None => Ok((node, reader.groups)),
        Some(c) => Err(format!("unexpected {c:?}")),
    }
}

impl Reader<'_> {
    fn choice(&mut self) -> Result<Node, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("nested too deeply".into());
        }
        let mut branches = vec![self.sequence()?];
        while self.rest.next_if_eq(&'|').is_some() {
            branches.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(if branches.len() == 1 { branches.remove(0) } else { Node::Choice(branches) })
    }

    fn sequence(&mut self) -> Result<Node, String> {
        let mut parts = Vec::new();
        while let Some(&c) = self.rest.peek() {
            if c == '|' || c == ')' {
                break;
            }
            if self.flags.extended && (c.is_ascii_whitespace() || c == '#') {
                self.rest.next();
                if c == '#' {
                    while self.rest.next_if(|&c| c != '\n').is_some() {}
                }
                continue;
            }
            if let Some(atom) = self.atom()? {
                parts.push(self.repeated(atom)?);
            }
        }
        Ok(match parts.len() {
            0 => Node::Empty,
            1 => parts.remove(0),
            _ => Node::Sequence(parts),
        })
    }

    fn repeated(&mut self, mut atom: Node) -> Result<Node, String> {
        loop {
            let (min, max, braces) = match self.rest.peek() {
                Some('*') => (0, None, false),
                Some('+') => (1, None, false),
                Some('?') => (0, Some(1), false),
                Some('{') => match self.braces() {
                    Some((min, max)) => (min, max, true),
                    None => return Ok(atom),
                },
                _ => return Ok(atom),
            };
            if !braces {
                self.rest.next();
            }
            let kind = if self.rest.next_if_eq(&'?').is_some() {
                Kind::Lazy
            } else if !braces && self.rest.next_if_eq(&'+').is_some() {
                Kind::Possessive
            } else {
                Kind::Greedy
            };
            atom = Node::Repeat { body: Box::new(atom), min, max, kind };
        }
    }

    /// Parses the bounds of a repetition, such as `{2,5}`. `None` if the braces contain anything else, which is then
    /// not consumed.
    fn braces(&mut self) -> Option<(u32, Option<u32>)> {
        let mut ahead = self.rest.clone();
        ahead.next();
        let mut text = String::new();
        loop {
            match ahead.next()? {
                '}' => break,
                c if c.is_ascii_digit() || c == ',' => text.push(c),
                _ => return None,
            }
        }
        let bounds = match text.split_once(',') {
            None => {
                let n = text.parse().ok()?;
                (n, Some(n))
            }
            Some(("", "")) => return None,
            Some((min, max)) => {
                let min = if min.is_empty() { 0 } else { min.parse().ok()? };
                (min, if max.is_empty() { None } else { Some(max.parse().ok()?) })
            }
        };
        self.rest = ahead;
        Some(bounds)
    }

    fn atom(&mut self) -> Result<Option<Node>, String> {
        let Some(c) = self.rest.next() else { return Ok(None) };
        Ok(Some(match c {
            '(' => return self.group(),
            '[' => Node::Set(self.class()?),
            '.' if self.flags.dot_all => Node::Set(CharSet::of_property(Property::Any, true)),
            '.' => Node::Set(CharSet::dot()),
            '^' => Node::Assert(Assertion::LineStart),
            '$' => Node::Assert(Assertion::LineEnd),
            '\\' => self.escape()?,
            c => self.literal(c),
        }))
    }

    fn literal(&self, c: char) -> Node {
        Node::Char(c, self.flags.fold && c.is_alphabetic())
    }

    fn group(&mut self) -> Result<Option<Node>, String> {
        let outer = self.flags;
        let node = if self.rest.next_if_eq(&'?').is_none() {
            if self.named_only {
                self.choice()?
            } else {
                self.groups += 1;
                let number = self.groups;
                Node::Group(number, Box::new(self.choice()?))
            }
        } else {
            match self.rest.next().ok_or("unterminated group")? {
                ':' => self.choice()?,
                '=' => self.look(Direction::Ahead, false)?,
                '!' => self.look(Direction::Ahead, true)?,
                '>' => Node::Atomic(Box::new(self.choice()?)),
                '#' => {
                    while self.rest.next_if(|&c| c != ')').is_some() {}
                    self.rest.next();
                    return Ok(None);
                }
                '(' => self.conditional()?,
                '<' if self.rest.next_if_eq(&'=').is_some() => self.look(Direction::Behind, false)?,
                '<' if self.rest.next_if_eq(&'!').is_some() => self.look(Direction::Behind, true)?,
                '<' => {
                    let name = self.until('>')?;
                    self.groups += 1;
                    let number = self.groups;
                    self.names.push((name, number));
                    Node::Group(number, Box::new(self.choice()?))
                }
                c => match self.flag_group(c)? {
                    Some(node) => node,
                    // Flags apply to the rest of the enclosing group. As in Ruby, that rest is parsed here, including
                    // following alternatives.
                    None => {
                        let rest = self.choice()?;
                        self.flags = outer;
                        return Ok(Some(rest));
                    }
                },
            }
        };
        self.flags = outer;
        match self.rest.next() {
            Some(')') => Ok(Some(node)),
            _ => Err("unterminated group".into()),
        }
    }

    /// Parses a group with flags: `(?i:...)`. For flags without a group, such as `(?i)`, returns `None`.
    fn flag_group(&mut self, first: char) -> Result<Option<Node>, String> {
        let mut on = true;
        let mut next = Some(first);
        loop {
            match next {
                Some('-') => on = false,
                Some('i') => self.flags.fold = on,
                Some('m') => self.flags.dot_all = on,
                Some('x') => self.flags.extended = on,
                Some(':') => return self.choice().map(Some),
                Some(')') => return Ok(None),
                _ => return Err(format!("unknown group (?{first}")),
            }
            next = self.rest.next();
        }
    }

    fn look(&mut self, direction: Direction, negated: bool) -> Result<Node, String> {
        Ok(Node::Look { body: Box::new(self.choice()?), direction, negated })
    }

    fn conditional(&mut self) -> Result<Node, String> {
        let name = self.until(')')?;
        let name = name.trim_matches(['<', '>', '\'']);
        let number = name.parse().ok().or_else(|| self.named(name)).ok_or("a condition on an unknown group")?;
        match self.choice()? {
            Node::Choice(mut branches) if branches.len() == 2 => {
                let no = branches.remove(1);
                Ok(Node::If(number, Box::new(branches.remove(0)), Box::new(no)))
            }
            yes => Ok(Node::If(number, Box::new(yes), Box::new(Node::Empty))),
        }
    }

    fn named(&self, name: &str) -> Option<usize> {
        self.names.iter().find(|(n, _)| n == name).map(|(_, number)| *number)
    }

    fn until(&mut self, end: char) -> Result<String, String> {
        let mut text = String::new();
        loop {
            match self.rest.next() {
                Some(c) if c == end => return Ok(text),
                Some(c) => text.push(c),
                None => return Err(format!("missing {end:?}")),
            }
        }
    }

    fn escape(&mut self) -> Result<Node, String> {
        let c = *self.rest.peek().ok_or("a backslash at the end")?;
        if let Some(set) = shorthand(c) {
            self.rest.next();
            return Ok(Node::Set(set));
        }
        let assertion = match c {
            'b' => Assertion::Word,
            'B' => Assertion::NotWord,
            'A' | 'G' => Assertion::TextStart,
            'z' => Assertion::TextEnd,
            'Z' => Assertion::TextEndLine,
            'K' => {
                self.rest.next();
                return Ok(Node::Keep);
            }
            'R' => {
                self.rest.next();
                let crlf = Node::Sequence(vec![Node::Char('\r', false), Node::Char('\n', false)]);
                let mut one = CharSet::of_ascii(|b| (10..=13).contains(&b));
                one.add_range('\u{85}', '\u{85}');
                one.add_range('\u{2028}', '\u{2029}');
                return Ok(Node::Atomic(Box::new(Node::Choice(vec![crlf, Node::Set(one)]))));
            }
            'p' | 'P' => {
                self.rest.next();
                return Ok(Node::Set(self.property(c == 'P')?));
            }
            'k' => {
                self.rest.next();
                self.rest.next();
                let name = self.until('>')?;
                let number = name.parse().ok().or_else(|| self.named(&name)).ok_or("an unknown group name")?;
                return Ok(Node::Back(number, self.flags.fold));
            }
            '1'..='9' => {
                let number = c as usize - '0' as usize;
                self.rest.next();
                return Ok(Node::Back(number, self.flags.fold));
            }
            _ => {
                let c = self.character()?;
                return Ok(self.literal(c));
            }
        };
        self.rest.next();
        Ok(Node::Assert(assertion))
    }

    /// The character of an escape, after the backslash.
    fn character(&mut self) -> Result<char, String> {
        let c = self.rest.next().ok_or("a backslash at the end")?;
        Ok(match c {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'f' => '\x0c',
            'v' => '\x0b',
            'a' => '\x07',
            'e' => '\x1b',
            '0' => '\0',
            'x' => self.code(2)?,
            'u' => self.code(4)?,
            c => c,
        })
    }

    fn code(&mut self, digits: usize) -> Result<char, String> {
        let mut text = String::new();
        if self.rest.next_if_eq(&'{').is_some() {
            text = self.until('}')?;
        } else {
            while text.len() < digits {
                match self.rest.next_if(char::is_ascii_hexdigit) {
                    Some(c) => text.push(c),
                    None => break,
                }
            }
        }
        u32::from_str_radix(&text, 16).ok().and_then(char::from_u32).ok_or_else(|| format!("no character {text:?}"))
    }

    fn property(&mut self, negated: bool) -> Result<CharSet, String> {
        if self.rest.next_if_eq(&'{').is_none() {
            return Err("\\p without braces".into());
        }
        let name = self.until('}')?;
        let (name, negated) = match name.strip_prefix('^') {
            Some(name) => (name, !negated),
            None => (name.as_str(), negated),
        };
        let set = named_set(&name.to_ascii_lowercase()).ok_or_else(|| format!("unknown property {name}"))?;
        Ok(if negated { set.negated() } else { set })
    }

    /// Parses a bracketed class, after the opening bracket.
    fn class(&mut self) -> Result<CharSet, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("nested too deeply".into());
        }
        let negated = self.rest.next_if_eq(&'^').is_some();
        let mut whole: Option<CharSet> = None;
        let mut set = CharSet::default();
        let mut first = true;
        loop {
            let c = self.rest.next().ok_or("unterminated class")?;
            match c {
                ']' if !first => break,
                '[' if self.rest.peek() == Some(&':') => match self.posix() {
                    Some(posix) => set.add(posix),
                    None => set.add(self.class()?),
                },
                '[' => set.add(self.class()?),
                '&' if self.rest.peek() == Some(&'&') => {
                    self.rest.next();
                    let part = std::mem::take(&mut set);
                    whole = Some(match whole {
                        Some(whole) => whole.and(part),
                        None => part,
                    });
                }
                c => self.member(c, &mut set)?,
            }
            first = false;
        }
        self.depth -= 1;
        if let Some(whole) = whole {
            set = whole.and(set);
        }
        if self.flags.fold {
            set = set.folded();
        }
        Ok(if negated { set.negated() } else { set })
    }

    /// Adds a member of a class to `set`: a character, range or shorthand, which starts with `c`.
    fn member(&mut self, c: char, set: &mut CharSet) -> Result<(), String> {
        let low = if c == '\\' {
            let escaped = *self.rest.peek().ok_or("unterminated class")?;
            if let Some(shorthand) = shorthand(escaped) {
                self.rest.next();
                set.add(shorthand);
                return Ok(());
            }
            if escaped == 'p' || escaped == 'P' {
                self.rest.next();
                set.add(self.property(escaped == 'P')?);
                return Ok(());
            }
            if escaped == 'b' {
                self.rest.next();
                '\x08'
            } else {
                self.character()?
            }
        } else {
            c
        };
        let mut ahead = self.rest.clone();
        if ahead.next() == Some('-') && ahead.peek().is_some_and(|&c| c != ']' && c != '[') {
            let mut high = ahead.next().unwrap_or(low);
            self.rest = ahead;
            if high == '\\' {
                if self.rest.peek().is_some_and(|&c| shorthand(c).is_some()) {
                    // In `[a-\w]`, the dash is literal.
                    set.add_range(low, low);
                    set.add_range('-', '-');
                    if let Some(more) = self.rest.next().and_then(shorthand) {
                        set.add(more);
                    }
                    return Ok(());
                }
                high = self.character()?;
            }
            set.add_range(low, high);
        } else {
            set.add_range(low, low);
        }
        Ok(())
    }

    /// Parses a POSIX bracket such as `[:alpha:]`, after its first bracket. `None` for anything else, which is not
    /// consumed.
    fn posix(&mut self) -> Option<CharSet> {
        let mut ahead = self.rest.clone();
        ahead.next();
        let negated = ahead.next_if_eq(&'^').is_some();
        let mut name = String::new();
        while let Some(c) = ahead.next_if(char::is_ascii_alphabetic) {
            name.push(c);
        }
        if ahead.next() != Some(':') || ahead.next() != Some(']') {
            return None;
        }
        let set = named_set(&name)?;
        self.rest = ahead;
        Some(if negated { set.negated() } else { set })
    }
}

/// The ASCII characters of a shorthand such as `\w`. For an uppercase shorthand such as `\W`, all other characters.
/// `None` for other letters.
fn shorthand(c: char) -> Option<CharSet> {
    let set = match c.to_ascii_lowercase() {
        'w' => CharSet::of_ascii(|b| b.is_ascii_alphanumeric() || b == b'_'),
        'd' => CharSet::of_ascii(|b| b.is_ascii_digit()),
        's' => CharSet::of_ascii(|b| b == b' ' || (9..=13).contains(&b)),
        'h' => CharSet::of_ascii(|b| b.is_ascii_hexdigit()),
        _ => return None,
    };
    Some(if c.is_ascii_uppercase() { set.negated() } else { set })
}
