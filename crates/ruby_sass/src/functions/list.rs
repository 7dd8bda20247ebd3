//! List functions, such as `nth()`, `join()` and `append()`.

use super::CallContext;
use crate::error::{SassResult, SyntaxError};
use crate::value::{List, Separator, Value};
use std::rc::Rc;

fn list(items: Vec<Value>, separator: Option<Separator>, bracketed: bool) -> Value {
    Value::List(Rc::new(List { bracketed, ..List::new(items, separator) }))
}

pub(super) fn length(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    Ok(Value::number(given.get(0).len() as f64))
}

/// The zero-based index of the list's item that `$n` refers to: 1 is the first item, -1 the last. Fails if there is no
/// such item.
fn place(given: &CallContext<'_, '_>) -> SassResult<usize> {
    let number = given.number(1, "n")?;
    let size = given.get(0).len();
    let index = number.value as i64;
    let text = || given.css(&given.get(1));
    if !number.is_whole() || index == 0 {
        return Err(SyntaxError::argument(format!("List index {} must be a non-zero integer", text()?)));
    }
    if size == 0 {
        return Err(SyntaxError::argument(format!("List index is {} but list has no items", text()?)));
    }
    if index.unsigned_abs() as usize > size {
        let plural = if size == 1 { "" } else { "s" };
        let message = format!("List index is {} but list is only {size} item{plural} long", text()?);
        return Err(SyntaxError::argument(message));
    }
    Ok(if index > 0 { index as usize - 1 } else { size - index.unsigned_abs() as usize })
}

pub(super) fn set_nth(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let index = place(given)?;
    let base = given.get(0);
    let mut items = base.items();
    items.get_mut(index).into_iter().for_each(|slot| *slot = given.get(2));
    Ok(list(items, base.separator(), base.bracketed()))
}

pub(super) fn nth(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let index = place(given)?;
    Ok(given.get(0).item(index).unwrap_or(Value::Null))
}

/// Parses `space` or `comma`. `None` for `auto`. Fails for any other value.
fn separator(value: &Value) -> SassResult<Option<Separator>> {
    let Value::Text(text) = value else { return Err(super::wrong_type(value, "string", "separator")) };
    match &*text.value {
        "auto" => Ok(None),
        "space" => Ok(Some(Separator::Space)),
        "comma" => Ok(Some(Separator::Comma)),
        _ => Err(SyntaxError::argument("Separator name must be space, comma, or auto")),
    }
}

pub(super) fn join(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    if given.values.len() > 4 {
        let count = given.values.len();
        return Err(SyntaxError::argument(format!("wrong number of arguments ({count} for 2..4)")));
    }
    let mut options = [given.values.get(2).cloned(), given.values.get(3).cloned()];
    for (name, value) in std::mem::take(&mut given.keywords) {
        let index = ["separator", "bracketed"].iter().position(|known| **known == *name);
        match index.and_then(|index| options.get_mut(index)) {
            Some(slot) => *slot = Some(value),
            None => return Err(SyntaxError::argument(format!("Unknown argument ${name} ({})", given.css(&value)?))),
        }
    }
    let (one, two) = (given.get(0), given.get(1));
    let [chosen, bracketed] = options;
    let chosen = chosen.map_or(Ok(None), |value| separator(&value))?;
    let separator = chosen.or(one.separator()).or(two.separator()).unwrap_or(Separator::Space);
    let bracketed = match bracketed {
        None => one.bracketed(),
        Some(Value::Text(text)) if &*text.value == "auto" => one.bracketed(),
        Some(value) => value.truthy(),
    };
    let mut items = one.items();
    items.extend(two.items());
    Ok(list(items, Some(separator), bracketed))
}

pub(super) fn append(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let base = given.get(0);
    let chosen = if given.has(2) { separator(&given.get(2))? } else { None };
    let separator = chosen.or(base.separator()).unwrap_or(Separator::Space);
    let mut items = base.items();
    items.push(given.get(1));
    Ok(list(items, Some(separator), base.bracketed()))
}

pub(super) fn zip(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let length = given.values.iter().map(Value::len).min().unwrap_or(0);
    let row = |index: usize| {
        let items = given.values.iter().map(|list| list.item(index).unwrap_or(Value::Null)).collect();
        Value::list(items, Separator::Space)
    };
    Ok(Value::list((0..length).map(row).collect(), Separator::Comma))
}

pub(super) fn index(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let wanted = given.get(1);
    let place = given.get(0).items().iter().position(|item| *item == wanted);
    Ok(place.map_or(Value::Null, |place| Value::number(place as f64 + 1.0)))
}

pub(super) fn list_separator(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    Ok(Value::ident(match given.get(0).separator() {
        Some(Separator::Comma) => "comma",
        _ => "space",
    }))
}

pub(super) fn is_bracketed(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    Ok(Value::Bool(given.get(0).bracketed()))
}
