//! `sass:string`, such as `string.length()` and `string.slice()`.

use super::{Definition, FunctionContext, Table, define};
use crate::syntax::Separator;
use crate::value::{List, SassString, Value};
use crate::{Error, Result};
use hastie_sass_core::characters;
use std::sync::Arc;

pub(super) static TABLE: Table =
    Table { name: "string", functions: FUNCTIONS, globals: &[], mixins: &[], variables: &[] };

const FUNCTIONS: &[Definition] = &[
    define("unquote", &[("$string", |args, _| quotes(args, false))]).and_global(),
    define("quote", &[("$string", |args, _| quotes(args, true))]).and_global(),
    define("to-upper-case", &[("$string", |args, _| map_text(args, str::to_ascii_uppercase))]).and_global(),
    define("to-lower-case", &[("$string", |args, _| map_text(args, str::to_ascii_lowercase))]).and_global(),
    define("length", &[("$string", length)]).and_global_as("str-length"),
    define("insert", &[("$string, $insert, $index", insert)]).and_global_as("str-insert"),
    define("index", &[("$string, $substring", index)]).and_global_as("str-index"),
    define("slice", &[("$string, $start-at, $end-at: -1", slice)]).and_global_as("str-slice"),
    define("unique-id", &[("", unique_id)]).and_global(),
    define("split", &[("$string, $separator, $limit: null", split)]),
];

fn quotes(args: &mut [Value], quoted: bool) -> Result<Value> {
    let text = Arc::clone(&args[0].assert_string(Some("string"))?.text);
    Ok(SassString { text, quoted }.into())
}

fn map_text(args: &mut [Value], change: fn(&str) -> String) -> Result<Value> {
    let string = args[0].assert_string(Some("string"))?;
    Ok(SassString { text: change(&string.text).into(), quoted: string.quoted }.into())
}

fn length(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    Ok((args[0].assert_string(Some("string"))?.char_len() as f64).into())
}

/// Converts a Sass index to a zero-based character index of at most `len`. Negative indices count from the end. The
/// result is negative only if `allow_negative` is set.
fn char_index(index: i64, len: usize, allow_negative: bool) -> i64 {
    let len = len as i64;
    match index {
        0 => 0,
        1.. => (index - 1).min(len),
        _ if allow_negative => len.saturating_add(index),
        _ => len.saturating_add(index).max(0),
    }
}

fn insert(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let string = args[0].assert_string(Some("string"))?;
    let inserted = args[1].assert_string(Some("insert"))?;
    let index = args[2].assert_number(Some("index"))?;
    index.assert_no_units(Some("index"))?;
    let mut index = index.assert_int(Some("index"))?;
    let len = string.char_len();
    if index < 0 {
        // With a negative index, the text is inserted after the character instead of before it.
        index = (len as i64).saturating_add(index).saturating_add(2).max(0);
    }
    let position = characters::byte_offset(&string.text, char_index(index, len, false).max(0) as usize);
    let mut text = String::from(&*string.text);
    text.insert_str(position, &inserted.text);
    Ok(SassString { text: text.into(), quoted: string.quoted }.into())
}

fn index(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let string = args[0].assert_string(Some("string"))?;
    let substring = args[1].assert_string(Some("substring"))?;
    let Some(position) = string.text.find(&*substring.text) else { return Ok(Value::Null) };
    Ok((string.text.get(..position).map_or(0, characters::count) as f64 + 1.0).into())
}

fn slice(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let string = args[0].assert_string(Some("string"))?;
    let start = args[1].assert_number(Some("start-at"))?;
    let end = args[2].assert_number(Some("end-at"))?;
    start.assert_no_units(Some("start-at"))?;
    end.assert_no_units(Some("end-at"))?;
    let empty = || Value::from(SassString { text: "".into(), quoted: string.quoted });
    let len = string.char_len();
    let end = end.assert_int(None)?;
    if end == 0 {
        return Ok(empty());
    }
    let start = char_index(start.assert_int(None)?, len, false);
    let mut end = char_index(end, len, true);
    if end == len as i64 {
        end -= 1;
    }
    if end < start {
        return Ok(empty());
    }
    let range = characters::byte_offset(&string.text, start.max(0) as usize)
        ..characters::byte_offset(&string.text, end.max(0) as usize + 1);
    let text = string.text.get(range).unwrap_or("");
    Ok(SassString { text: text.into(), quoted: string.quoted }.into())
}

fn unique_id(_: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let mut number = context.unique_id() % 36u64.pow(6);
    let mut digits = [b'0'; 6];
    for digit in digits.iter_mut().rev() {
        *digit = char::from_digit((number % 36) as u32, 36).map_or(b'0', |char| char as u8);
        number /= 36;
    }
    // The leading letter makes the digits a valid identifier.
    Ok(Value::unquoted(format!("u{}", String::from_utf8_lossy(&digits))))
}

fn split(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let string = args[0].assert_string(Some("string"))?;
    let separator = args[1].assert_string(Some("separator"))?;
    let limit = match args[2].real_null() {
        Some(limit) => Some(limit.assert_number(Some("limit"))?.assert_int(Some("limit"))?),
        None => None,
    };
    if let Some(limit) = limit.filter(|limit| *limit < 1) {
        return Err(Error::message(format!("$limit: Must be 1 or greater, was {limit}.")));
    }
    let chunk = |text: &str| Value::from(SassString { text: text.into(), quoted: string.quoted });
    let chunks = if string.text.is_empty() {
        Vec::new()
    } else if separator.text.is_empty() {
        string.text.chars().map(|char| chunk(char.encode_utf8(&mut [0; 4]))).collect()
    } else {
        let most = limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX).saturating_add(1));
        string.text.splitn(most, &*separator.text).map(chunk).collect()
    };
    Ok(List::new(chunks, Separator::Comma).with_brackets(true).into())
}
