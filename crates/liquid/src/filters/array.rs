//! Array filters: `join`, `reverse`, `concat`, `map`, `uniq`, `compact`.

use super::input::{borrowed, flattened, is_flat, items};
use super::pieces::Pieces;
use super::property::{has_properties, property, property_error};
use crate::context::Context;
use crate::value::array::{uniq_by, uniq_items};
use crate::value::print;
use crate::value::{Abort, ErrorKind, Str, Value};
use std::borrow::Cow;

/// `join`: concatenates all items, separated by a space or by the argument.
pub(crate) fn join(
    cx: &mut Context<'_>,
    input: &Value,
    args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    let items = borrowed(cx, input)?;
    let separator = separator(cx, args)?;
    cx.check_text(items.len().saturating_mul(separator.len()))?;
    print::join_into(&items, &separator, out, cx.host)?;
    Ok(None)
}

/// `join` of the pieces that a preceding `split` filter would return.
pub(crate) fn join_pieces(cx: &mut Context<'_>, pieces: &Pieces<'_>, args: &[Value]) -> Result<Value, Abort> {
    let separator = separator(cx, args)?;
    cx.check_text(pieces.count().saturating_mul(separator.len()))?;
    let mut text = String::new();
    let mut first = true;
    pieces.each(|piece| {
        if !std::mem::take(&mut first) {
            text.push_str(&separator);
        }
        text.push_str(piece);
        true
    });
    // Ruby joins an empty list to a text in US-ASCII, too.
    let is_us_ascii = (first || pieces.is_us_ascii) && text.is_ascii();
    Ok(if is_us_ascii { Value::Str(Str::us_ascii(&text)) } else { text.into() })
}

fn separator<'v>(cx: &mut Context<'_>, args: &'v [Value]) -> Result<Cow<'v, str>, Abort> {
    args.first().map_or(Ok(Cow::Borrowed(" ")), |separator| separator.to_text(cx.host))
}

/// `reverse`: the items in reverse order. Nested arrays are flattened first.
pub(crate) fn reverse(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    let mut items = items(cx, input)?;
    items.reverse();
    Ok(Value::array(items))
}

/// `concat`: the items of the input, followed by the items of the argument. Nested arrays are flattened in the input,
/// but not in the argument. Fails if the argument is not an array.
pub(crate) fn concat(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let more = array_argument(args)?;
    let mut items = items(cx, input)?;
    items.extend_from_slice(more);
    Ok(Value::array(items))
}

/// `concat` without a copy, for an array to which nothing else refers.
pub(crate) fn concat_in_place(_cx: &mut Context<'_>, items: &mut Vec<Value>, args: &[Value]) -> Result<(), Abort> {
    let more = array_argument(args)?;
    if !is_flat(items) {
        *items = flattened(items)?;
    }
    items.extend_from_slice(more);
    Ok(())
}

fn array_argument(args: &[Value]) -> Result<&[Value], Abort> {
    let message = "concat filter requires an array argument";
    args[0].as_array().ok_or_else(|| Abort::error(ErrorKind::LiquidArgument, message))
}

/// `map`: an array with the value of a property of each item. For an item without properties, such as nil, the value is
/// nil.
pub(crate) fn map(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let key = &args[0];
    let items = borrowed(cx, input)?;
    let mut mapped = Vec::with_capacity(items.len());
    for item in items.iter() {
        mapped.push(if matches!(key, Value::Str(name) if *name == "to_liquid") {
            item.clone()
        } else if has_properties(item) {
            property(cx, item, key)?.ok_or_else(|| property_error(cx, key))?.in_liquid(cx.host)?
        } else {
            Value::Nil
        });
    }
    Ok(Value::array(mapped))
}

/// `uniq`: removes duplicate items. With an argument such as `"tag"`, compares the items by their property `tag`
/// instead. Then the result is nil if the first item has no properties, and a later item without properties is an
/// error. If the array has only one item, its property is not read.
pub(crate) fn uniq(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let items = items(cx, input)?;
    cx.spend(steps_of_keys(&items))?;
    // Ruby does not read the property of a single item.
    let args = if matches!(items.as_slice(), [only] if has_properties(only)) { &[] } else { args };
    if args.first().is_none_or(Value::is_nil) {
        return Ok(Value::array(uniq_items(items, |steps| cx.spend(steps))?));
    }
    let Some(pairs) = by_property(cx, items, args)? else { return Ok(Value::Nil) };
    Ok(Value::array(uniq_by(pairs, |steps| cx.spend(steps))?))
}

/// An estimate of the steps for finding duplicates.
fn steps_of_keys(items: &[Value]) -> u64 {
    items.iter().map(|item| 2 + item.as_str().map_or(0, str::len) as u64 / 64).sum()
}

/// `compact`: removes items that are nil. With an argument, removes items whose property of this name is nil. In this
/// case, the result is nil if the first item has no properties, and a later item without properties is an error.
pub(crate) fn compact(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let items = items(cx, input)?;
    let Some(pairs) = by_property(cx, items, args)? else { return Ok(Value::Nil) };
    Ok(Value::array(pairs.into_iter().filter(|(key, _)| !key.is_nil()).map(|(_, item)| item).collect()))
}

/// Pairs each item with the property named in the arguments, or with itself. `None` if the first item has no
/// properties. The filters then return nil.
fn by_property(cx: &mut Context<'_>, items: Vec<Value>, args: &[Value]) -> Result<Option<Vec<(Value, Value)>>, Abort> {
    let Some(key) = args.first().filter(|key| !key.is_nil()) else {
        return Ok(Some(items.into_iter().map(|item| (item.clone(), item)).collect()));
    };
    if items.first().is_some_and(|first| !has_properties(first)) {
        return Ok(None);
    }
    let mut pairs = Vec::with_capacity(items.len());
    for item in items {
        pairs.push((required_property(cx, &item, key)?, item));
    }
    Ok(Some(pairs))
}

/// `item[key]`. Fails with Ruby's NoMethodError if the item's class has no method `[]`. Also fails if the method does
/// not accept the key.
pub(super) fn required_property(cx: &mut Context<'_>, item: &Value, key: &Value) -> Result<Value, Abort> {
    if !has_properties(item) {
        return Err(no_method(cx, "[]", item));
    }
    property(cx, item, key)?.ok_or_else(|| property_error(cx, key))
}

/// Ruby's `NoMethodError` for calling `method` on `receiver`. The message contains the receiver as `inspect` shows it.
/// If `inspect` fails, returns its error instead.
pub fn no_method(cx: &mut Context<'_>, method: &str, receiver: &Value) -> Abort {
    let shown = match receiver {
        Value::Nil => "nil:NilClass".to_string(),
        _ => match receiver.inspect(cx.host) {
            Ok(text) => format!("{text}:{}", receiver.class_name()),
            Err(abort) => return abort,
        },
    };
    Abort::error(ErrorKind::NoMethod, format!("undefined method `{method}' for {shown}"))
}
