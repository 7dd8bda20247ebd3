//! Letters: `downcase`, `upcase`, `capitalize`.
//!
//! Ruby maps letter by letter: a sigma at the end of a word stays a common one.

use crate::context::Cx;
use crate::host::Abort;
use crate::value::Value;

/// `downcase`: all letters small.
pub fn downcase(cx: &mut Cx<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    Ok(lower(&input.to_s(cx.host)?).into())
}

/// `upcase`: all letters capital.
pub fn upcase(cx: &mut Cx<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    let text = input.to_s(cx.host)?;
    Ok(text.chars().flat_map(char::to_uppercase).collect::<String>().into())
}

/// `capitalize`: the first letter a capital, all others small.
pub fn capitalize(cx: &mut Cx<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    let text = input.to_s(cx.host)?;
    let mut rest = text.chars();
    let mut capitalized = String::with_capacity(text.len());
    if let Some(first) = rest.next() {
        push_title_case(first, &mut capitalized);
    }
    capitalized.push_str(&lower(rest.as_str()));
    Ok(capitalized.into())
}

/// Ruby's `String#downcase`.
pub fn lower(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// Title case differs from upper case for letters that are two letters in one.
fn push_title_case(c: char, out: &mut String) {
    match c {
        'Ǆ' | 'ǅ' | 'ǆ' => out.push('ǅ'),
        'Ǉ' | 'ǈ' | 'ǉ' => out.push('ǈ'),
        'Ǌ' | 'ǋ' | 'ǌ' => out.push('ǋ'),
        'Ǳ' | 'ǲ' | 'ǳ' => out.push('ǲ'),
        _ => {
            let mut upper = c.to_uppercase();
            if let Some(first) = upper.next() {
                out.push(first);
            }
            out.push_str(&lower(&upper.collect::<String>()));
        }
    }
}
