//! Text filters: `normalize_whitespace`, `number_of_words`, `array_to_sentence_string`.

use super::no_method;
use crate::pattern::Pattern;
use hastie_liquid::filters::count_words;
use hastie_liquid::{Abort, Context, Str, Value, encoding};
use hastie_value::print::join;
use hastie_value::text::{is_ascii_space, is_ruby_space};

/// `normalize_whitespace`: replaces each run of ASCII white space by one space, and trims both ends.
pub(crate) fn normalize_whitespace(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    let text = input.to_s(cx.host)?;
    let mut out = String::with_capacity(text.len());
    let mut blank = false;
    for c in text.chars() {
        if is_ascii_space(c) {
            blank = true;
        } else {
            if std::mem::take(&mut blank) {
                out.push(' ');
            }
            out.push(c);
        }
    }
    if blank {
        out.push(' ');
    }
    Ok(out.trim_matches(is_ruby_space).into())
}

/// `number_of_words`: counts words separated by white space. With `cjk`, each Chinese, Japanese and Korean character
/// counts as a word. `auto` means `cjk` for texts with such characters.
pub(crate) fn number_of_words(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let mode = args.first().and_then(Value::as_str).filter(|mode| matches!(*mode, "cjk" | "auto"));
    let Value::Str(text) = input else {
        return Err(no_method(cx, if mode.is_some() { "scan" } else { "split" }, input));
    };
    let characters = mode.map_or(0, |_| text.chars().filter(|c| is_cjk(*c)).count());
    let count = if mode == Some("cjk") || characters > 0 {
        let others = text.split(|c: char| is_ascii_space(c) || is_cjk(c)).filter(|word| !word.is_empty()).count();
        characters + others
    } else {
        count_words(text)
    };
    Ok(Value::Int(count as i64))
}

fn is_cjk(c: char) -> bool {
    static CJK: Pattern = Pattern::new(r"[\p{Han}\p{Katakana}\p{Hiragana}\p{Hangul}]");
    !c.is_ascii() && CJK.is_match(c.encode_utf8(&mut [0; 4]))
}

/// `array_to_sentence_string`: `a, b, and c`, with an optional replacement for "and".
pub(crate) fn array_to_sentence_string(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let connector = match args.first() {
        Some(connector) => connector.to_s(cx.host)?,
        None => "and".into(),
    };
    // Ruby treats any value that has a length as an array.
    let items: Vec<Value> = match input {
        Value::Array(items) => items.to_vec(),
        Value::Str(text) if text.is_us_ascii() => {
            text.chars().map(|c| Value::Str(Str::us_ascii(c.encode_utf8(&mut [0; 4])))).collect()
        }
        Value::Str(text) => text.chars().map(|c| Value::from(c.to_string())).collect(),
        Value::Hash(hash) => {
            (0..hash.len() as i64).map(|key| hash.get_value(&Value::Int(key)).cloned().unwrap_or(Value::Nil)).collect()
        }
        _ => return Err(no_method(cx, "length", input)),
    };
    Ok(match items.as_slice() {
        [] => Value::str(""),
        [one] => encoding::to_encoded_s(one, cx)?,
        [first, second] => {
            let (first, second) = (first.to_s(cx.host)?, second.to_s(cx.host)?);
            format!("{first} {connector} {second}").into()
        }
        [init @ .., last] => {
            match input {
                Value::Str(text) => {
                    let shorter = Value::str(&text[..text.len() - last.as_str().map_or(0, str::len)]);
                    return Err(no_method(cx, "join", &shorter));
                }
                Value::Hash(_) => return Err(no_method(cx, "join", &Value::Nil)),
                _ => {}
            }
            let init = join(init, ", ", cx.host)?;
            format!("{init}, {connector} {}", last.to_s(cx.host)?).into()
        }
    })
}
