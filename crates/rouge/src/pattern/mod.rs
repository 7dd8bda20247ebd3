//! Patterns with the meaning they have in Ruby, matched as `StringScanner#scan` does: at one place, on the text from
//! there on (a look-behind does not see what was scanned before).
//!
//! This is a matcher of its own and not a translation for `fancy-regex` because a page with ten languages compiles
//! a thousand patterns: compiling here costs microseconds, a match of a short token some tens of nanoseconds, and the
//! meaning is Ruby's throughout. Matching backtracks, within a budget of steps.

mod matcher;
mod named;
mod program;
mod set;
mod syntax;
mod unicode;

pub use matcher::Scratch;
pub use set::ByteSet;

use program::Program;

/// A compiled pattern.
#[derive(Clone, Debug)]
pub struct Pattern {
    program: Program,
    line_start: bool,
}

impl Pattern {
    /// Compiles a pattern in Ruby's syntax, flags written as `(?imx)` at its start. `Err` says what is not understood.
    pub fn new(source: &str) -> Result<Pattern, String> {
        let (node, groups) = syntax::read(source).map_err(|problem| format!("{problem} in {source}"))?;
        let program = program::compile(&node, groups).map_err(|problem| format!("{problem} in {source}"))?;
        Ok(Pattern { program, line_start: without_flags(source).starts_with('^') })
    }

    /// The bytes that a match can begin with.
    pub fn first_bytes(&self) -> ByteSet {
        self.program.first
    }

    /// Whether it begins with `^`: Rouge tries such a rule at the start of a line only, and looks at no other `^`.
    pub fn at_line_start(&self) -> bool {
        self.line_start
    }

    /// Matches at the start of `text`, an end of the text with which `scratch` began; the groups' places are then in
    /// `scratch`, as byte offsets in `text`.
    pub fn match_start(&self, text: &str, scratch: &mut Scratch) -> bool {
        matcher::run(&self.program, text, 0, scratch)
    }

    /// The first match at or after `from`: a search as Ruby's `=~`, with the whole of `text` in sight.
    pub fn find(&self, text: &str, from: usize, scratch: &mut Scratch) -> bool {
        scratch.begin(text);
        (from..=text.len()).filter(|&at| text.is_char_boundary(at)).any(|at| {
            let possible = text.as_bytes().get(at).is_none_or(|&byte| self.program.first.has(byte));
            possible && matcher::run(&self.program, text, at, scratch)
        })
    }

    /// Whether it matches anywhere.
    pub fn is_match(&self, text: &str) -> bool {
        self.find(text, 0, &mut Scratch::default())
    }
}

/// The source without the flags at its start.
fn without_flags(source: &str) -> &str {
    match source.strip_prefix("(?").and_then(|rest| rest.split_once(')')) {
        Some((flags, rest)) if flags.bytes().all(|b| b"imx-".contains(&b)) => rest,
        _ => source,
    }
}
