//! `slugify`: converts a text to a slug for URLs (`Jekyll::Utils.slugify`).

use super::{no_method, rendering};
use crate::diagnostic::{Level, Message};
use crate::model::slug::{Mode, slugify, slugify_alphanumeric, transliterate};
use hastie_liquid::{Abort, Context, Value};

/// `slugify`: `Hello World!` becomes `hello-world`. Each run of characters that the mode does not allow becomes a
/// hyphen, except at the ends of the text. The mode `latin` first converts Latin letters to ASCII. The mode `none` and
/// unknown modes only change letters to lower case.
pub fn slugify_filter(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let Some((text, mode)) = text_and_mode(cx, input, args)? else { return Ok(Value::Nil) };
    let slug = slugify(text, mode, false);
    if slug.is_empty() && mode != Mode::None {
        let shown = if mode == Mode::Latin { transliterate(text) } else { text.to_string() };
        cx.spend(shown.len() as u64)?;
        let text = format!("Empty `slug` generated for '{shown}'.");
        rendering(cx)?.log(Message::new(Level::Warn, "Warning:", text));
    }
    Ok(slug.into())
}

/// `slugify` of Jekyll 3, without a warning about an empty slug. The modes `default`, `pretty` and `latin` keep
/// characters that Unicode calls alphabetic. Jekyll 4 keeps letters and combining marks instead.
pub fn slugify_alphanumeric_filter(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let Some((text, mode)) = text_and_mode(cx, input, args)? else { return Ok(Value::Nil) };
    Ok(slugify_alphanumeric(text, mode, false).into())
}

fn text_and_mode<'v>(cx: &mut Context<'_>, input: &'v Value, args: &[Value]) -> Result<Option<(&'v str, Mode)>, Abort> {
    let mode = match args.first() {
        None | Some(Value::Nil | Value::Bool(false)) => Mode::Default,
        Some(mode) => mode.as_str().map_or(Mode::None, Mode::named),
    };
    let text = match input {
        Value::Nil => return Ok(None),
        Value::Str(text) => text,
        _ => return Err(no_method(cx, if mode == Mode::None { "downcase" } else { "gsub" }, input)),
    };
    cx.spend(text.len() as u64 / 8)?;
    Ok(Some((text, mode)))
}
