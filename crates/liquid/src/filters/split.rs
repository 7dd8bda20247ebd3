//! `split`: a text taken apart.

use crate::context::Cx;
use crate::host::Abort;
use crate::value::Value;
use crate::value::number::is_ascii_space;

/// `split`: what stands between the occurrences of the argument, without empty texts at the end. A
/// blank stands for any white space, an empty argument for nothing between two characters.
pub fn split(cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let (text, separator) = (input.to_s(cx.host)?, args[0].to_s(cx.host)?);
    let count = if separator.is_empty() { text.chars().count() } else { text.matches(&*separator).count() };
    cx.check_elements(count)?;
    let mut parts: Vec<&str> = match separator.as_str() {
        " " => words(&text).collect(),
        "" => {
            let starts = text.char_indices().map(|(at, c)| &text[at..at + c.len_utf8()]);
            starts.collect()
        }
        separator => text.split(separator).collect(),
    };
    while parts.last().is_some_and(|part| part.is_empty()) {
        parts.pop();
    }
    Ok(Value::array(parts.into_iter().map(Value::from).collect()))
}

/// Ruby's `split` without arguments.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_ascii_space).filter(|word| !word.is_empty())
}
