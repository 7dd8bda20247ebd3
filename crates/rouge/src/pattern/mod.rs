//! Regular expressions with Ruby's semantics, matched like `StringScanner#scan`: anchored at the current position, and
//! without lookbehind to text before it.
//!
//! `syntax` parses a pattern, `program` compiles it, and `matcher` runs the program. `set`, `named` and `unicode`
//! define sets of characters.
//!
//! This is a custom engine rather than a translation to `fancy-regex` patterns, because a page with ten languages
//! compiles a thousand patterns. Compiling takes microseconds, matching a short token takes some tens of nanoseconds,
//! and the semantics are Ruby's throughout. Matching backtracks with a limited number of steps.

mod matcher;
mod named;
mod program;
mod set;
mod syntax;
mod unicode;

pub(crate) use matcher::Scratch;
pub(crate) use set::ByteSet;

use program::Program;

/// A compiled regular expression with Ruby's semantics.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    program: Program,
    line_start: bool,
}

impl Pattern {
    /// Compiles a pattern in Ruby syntax, with flags as in `(?im)a.b`. The error describes the unsupported part.
    pub(crate) fn new(source: &str) -> Result<Pattern, String> {
        let (node, groups) = syntax::read(source).map_err(|problem| format!("{problem} in {source}"))?;
        let program = program::compile(&node, groups).map_err(|problem| format!("{problem} in {source}"))?;
        Ok(Pattern { program, line_start: without_flags(source).starts_with('^') })
    }

    /// The bytes that a match can start with. A lexer skips a rule if the next byte of the text is not among them.
    pub(crate) fn first_bytes(&self) -> ByteSet {
        self.program.first
    }

    /// Whether the pattern starts with `^`. Rouge tries a rule with such a pattern only at the start of a line. A `^`
    /// elsewhere in a pattern also matches at the lexer's position.
    pub(crate) fn at_line_start(&self) -> bool {
        self.line_start
    }

    /// Whether the pattern matches at the start of `text`, which must be a suffix of the text that `scratch` was
    /// started with. After a match, `scratch` has the ranges of the groups as byte offsets in `text`.
    pub(crate) fn match_start(&self, text: &str, scratch: &mut Scratch) -> bool {
        matcher::run(&self.program, text, 0, scratch)
    }

    /// Searches for the first match at or after `from`, and returns whether there is one. As for Ruby's `=~`, a
    /// lookbehind can see the text before `from`. After a match, `scratch` has the ranges of the groups.
    pub(crate) fn find(&self, text: &str, from: usize, scratch: &mut Scratch) -> bool {
        scratch.begin(text);
        (from..=text.len()).filter(|&position| text.is_char_boundary(position)).any(|position| {
            let possible = text.as_bytes().get(position).is_none_or(|&byte| self.program.first.has(byte));
            possible && matcher::run(&self.program, text, position, scratch)
        })
    }

    /// Whether the pattern matches anywhere in `text`, for guessing the language of a text.
    pub(crate) fn is_match(&self, text: &str) -> bool {
        self.find(text, 0, &mut Scratch::default())
    }
}

/// The source without its leading flags.
fn without_flags(source: &str) -> &str {
    match source.strip_prefix("(?").and_then(|rest| rest.split_once(')')) {
        Some((flags, rest)) if flags.bytes().all(|b| b"imx-".contains(&b)) => rest,
        _ => source,
    }
}
