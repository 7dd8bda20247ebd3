//! An upper bound for the depth of a script's syntax tree, which is computed without parsing.

/// The maximum depth of a tree. The run time of the minifier grows with the square of the depth.
const DEEPEST: usize = 8_000;

/// Whether the depth of a script's syntax tree is certainly within the limit.
///
/// Only brackets, operators and words add nesting. A comma, a semicolon or a closed block ends the nesting of the
/// operators and words before it. An `else` is an exception, because its statements nest without brackets. Strings and
/// comments count as code, so the check may reject a harmless script.
pub(super) fn is_bounded(source: &str) -> bool {
    let mut levels = vec![Level::default()];
    let mut total = 0_usize;
    let mut in_word = false;
    let mut rest = source.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let is_word = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || !byte.is_ascii();
        let Some(level) = levels.last_mut() else { return false };
        match byte {
            b'(' | b'[' | b'{' => {
                levels.push(Level::default());
                total += 1;
            }
            b')' | b']' | b'}' => {
                total -= level.sum();
                levels.pop();
                match levels.last() {
                    Some(_) => total -= 1,
                    // A bracket in a string or a regular expression.
                    None => levels.push(Level::default()),
                }
                total = total.max(levels.len() - 1);
                if *byte == b'}' && begins_statement(after) {
                    total -= levels.last_mut().map_or(0, Level::forget);
                }
            }
            b';' | b',' => total -= level.forget(),
            _ if is_word && in_word => {}
            _ if is_word && rest.starts_with(b"else") => {
                level.branches += 1;
                total += 1;
            }
            _ if is_word || byte.is_ascii_punctuation() => {
                level.tokens += 1;
                total += 1;
            }
            _ => {}
        }
        if total > DEEPEST {
            return false;
        }
        in_word = is_word;
        rest = after;
    }
    true
}

/// The nesting within one pair of brackets.
#[derive(Default)]
struct Level {
    /// The number of operators and words since the last comma or semicolon.
    tokens: usize,
    /// The number of occurrences of `else` between the brackets.
    branches: usize,
}

impl Level {
    fn sum(&self) -> usize {
        self.tokens + self.branches
    }

    /// Sets `tokens` to 0, and returns its previous value.
    fn forget(&mut self) -> usize {
        std::mem::take(&mut self.tokens)
    }
}

/// Whether `text` starts with a word that begins a new statement. Words that start with `in` or `else` do not count.
fn begins_statement(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    let is_word = text.first().is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$'));
    is_word && !text.starts_with(b"in") && !text.starts_with(b"else")
}
