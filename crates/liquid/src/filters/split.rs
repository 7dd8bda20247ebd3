//! `split`: a text taken apart.

use crate::context::Cx;
use crate::fragment::is_space;
use crate::host::Abort;
use crate::value::{Value, search};
use memchr::memchr_iter;

/// `split`: what stands between the occurrences of the argument, without empty texts at the end. A
/// blank stands for any white space, an empty argument for nothing between two characters.
pub fn split(cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let (text, separator) = (input.to_text(cx.host)?, args[0].to_text(cx.host)?);
    let text: &str = &text;
    let count = match separator.as_bytes() {
        [] => text.chars().count(),
        [byte] => memchr_iter(*byte, text.as_bytes()).count(),
        _ => {
            let mut count = 0;
            search::each(text, &separator, |_| {
                count += 1;
                true
            });
            count
        }
    };
    cx.check_elements(count)?;
    let mut parts: Vec<Value> = Vec::with_capacity(count + 1);
    match separator.as_bytes() {
        b" " => parts.extend(words(text).map(Value::from)),
        [] => parts.extend(text.char_indices().map(|(at, c)| Value::from(&text[at..at + c.len_utf8()]))),
        bytes => {
            let mut done = 0;
            let mut push = |at: usize| {
                parts.push(Value::from(&text[done..at]));
                done = at + bytes.len();
                true
            };
            match bytes {
                [byte] => memchr_iter(*byte, text.as_bytes()).for_each(|at| {
                    push(at);
                }),
                _ => search::each(text, &separator, push),
            }
            parts.push(Value::from(&text[done..]));
        }
    }
    while parts.last().is_some_and(|part| part.as_str() == Some("")) {
        parts.pop();
    }
    Ok(Value::array(parts))
}

/// Ruby's `split` without arguments.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while is_space(*bytes.get(at)?) {
            at += 1;
        }
        let start = at;
        at = word_end(bytes, at);
        Some(&text[start..at])
    })
}

/// Where the word at `at` ends. Eight bytes are looked at together: among them, only white space and
/// control characters are smaller than `!`.
#[inline]
fn word_end(bytes: &[u8], mut at: usize) -> usize {
    const EACH: u64 = u64::MAX / 255;
    while let Some(eight) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let eight = u64::from_le_bytes(*eight);
        let small = eight.wrapping_sub(EACH * 0x21) & !eight & (EACH * 0x80);
        if small == 0 {
            at += 8;
            continue;
        }
        // The lowest of the marks is exact; those above it may owe themselves to a borrow.
        at += small.trailing_zeros() as usize / 8;
        if is_space(bytes[at]) {
            return at;
        }
        at += 1;
    }
    while bytes.get(at).is_some_and(|byte| !is_space(*byte)) {
        at += 1;
    }
    at
}
