//! `first` and `last`, for all values that have these methods in Ruby.

use super::pieces::Pieces;
use crate::context::Context;
use crate::value::{Abort, Value};

/// `first`: the first item of an array or range, or the first pair of key and value in a hash. Nil for text.
pub(crate) fn first(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    Ok(match input {
        Value::Array(items) => items.first().cloned(),
        Value::Hash(hash) => hash.iter().next().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])),
        Value::Range(first, _) => Some(Value::Int(*first)),
        Value::Drop(object) => object.first(cx.host)?,
        _ => None,
    }
    .unwrap_or(Value::Nil))
}

/// `last`: the last item. Nil for text, and for a hash, because hashes do not have this method in Ruby.
pub(crate) fn last(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    Ok(match input {
        Value::Array(items) => items.last().cloned(),
        Value::Range(_, last) => Some(Value::Int(*last)),
        // The object of a loop has a method with this name.
        Value::Drop(object) if !object.is_hash() => object.get("last", cx.host)?,
        _ => None,
    }
    .unwrap_or(Value::Nil))
}

/// `first` of the pieces that a preceding `split` filter would return.
pub(crate) fn first_piece(_cx: &mut Context<'_>, pieces: &Pieces<'_>, _args: &[Value]) -> Result<Value, Abort> {
    let mut first = None;
    pieces.each(|piece| {
        first = Some(piece);
        false
    });
    Ok(first.map_or(Value::Nil, |piece| pieces.value(piece)))
}

/// `last` of the pieces that a preceding `split` filter would return.
pub(crate) fn last_piece(_cx: &mut Context<'_>, pieces: &Pieces<'_>, _args: &[Value]) -> Result<Value, Abort> {
    let mut last = None;
    pieces.each(|piece| {
        last = Some(piece);
        true
    });
    Ok(last.map_or(Value::Nil, |piece| pieces.value(piece)))
}
