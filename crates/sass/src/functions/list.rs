//! `sass:list`, such as `list.nth()` and `list.join()`.

use super::{Definition, FunctionContext, Table, define};
use crate::syntax::Separator;
use crate::value::{List, Value, argument_error};
use crate::{Deprecation, Error, Result};
use std::rc::Rc;

pub(super) static TABLE: Table =
    Table { name: "list", functions: FUNCTIONS, globals: &[], mixins: &[], variables: &[] };

const FUNCTIONS: &[Definition] = &[
    define("length", &[("$list", |args, _| Ok((args[0].list_len() as f64).into()))]).and_global().in_constant_time(),
    define("nth", &[("$list, $n", nth)]).and_global().in_constant_time(),
    define("set-nth", &[("$list, $n, $value", set_nth)]).and_global(),
    define("join", &[("$list1, $list2, $separator: auto, $bracketed: auto", join)]).and_global(),
    define("append", &[("$list, $val, $separator: auto", append)]).and_global(),
    define("zip", &[("$lists...", zip)]).and_global(),
    define("index", &[("$list, $value", index)]).and_global(),
    define("is-bracketed", &[("$list", |args, _| Ok(args[0].has_brackets().into()))]).and_global().in_constant_time(),
    define("separator", &[("$list", separator)]).and_global_as("list-separator").in_constant_time(),
    define("slash", &[("$elements...", slash)]),
];

/// Converts a Sass index to a zero-based index. Negative indices count from the end. Fails if the list has no such
/// element.
fn list_index(list: &Value, index: &Value, name: &str, context: &mut dyn FunctionContext) -> Result<usize> {
    let number = index.assert_number(Some(name))?;
    if number.has_units() {
        let text = format!(
            "${name}: Passing a number with unit {} is deprecated.\n\nTo preserve current behavior: {}\n\nMore info: \
             https://sass-lang.com/d/function-units",
            number.unit_string(),
            number.unit_suggestion(name, None)
        );
        context.deprecate(Deprecation::FunctionUnits, text);
    }
    let int = number.assert_int(Some(name))?;
    if int == 0 {
        return Err(argument_error("List index may not be 0.".into(), Some(name)));
    }
    let len = list.list_len();
    if int.unsigned_abs() > len as u64 {
        let text = format!("Invalid index {} for a list with {len} elements.", index.inspect());
        return Err(argument_error(text, Some(name)));
    }
    let distance = int.unsigned_abs() as usize;
    Ok(if int < 0 { len - distance } else { distance - 1 })
}

fn nth(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let index = list_index(&args[0], &args[1], "n", context)?;
    Ok(args[0].as_list().get(index).cloned().unwrap_or_default())
}

fn set_nth(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let index = list_index(&args[0], &args[1], "n", context)?;
    let mut items = args[0].as_list().into_owned();
    if let Some(item) = items.get_mut(index) {
        *item = std::mem::take(&mut args[2]);
    }
    Ok(args[0].with_list_items(items, None))
}

/// Parses the name of a separator. `None` for `auto`.
fn separator_argument(value: &Value) -> Result<Option<Separator>> {
    Ok(match &*value.assert_string(Some("separator"))?.text {
        "auto" => None,
        "space" => Some(Separator::Space),
        "comma" => Some(Separator::Comma),
        "slash" => Some(Separator::Slash),
        _ => return Err(Error::message("$separator: Must be \"space\", \"comma\", \"slash\", or \"auto\".")),
    })
}

fn join(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let separator = separator_argument(&args[2])?.unwrap_or_else(|| match (args[0].separator(), args[1].separator()) {
        (Separator::Undecided, Separator::Undecided) => Separator::Space,
        (Separator::Undecided, second) => second,
        (first, _) => first,
    });
    let brackets = match &args[3] {
        Value::String(text) if &*text.text == "auto" => args[0].has_brackets(),
        value => value.is_truthy(),
    };
    let first = std::mem::take(&mut args[0]);
    let second = args[1].as_list();
    if let Some(mut list) = owned_list(first.clone()).filter(|_| matches!(first, Value::List(_))) {
        drop(first);
        list.separator = separator;
        list.brackets = brackets;
        for item in second.iter() {
            list.push(item.clone());
        }
        return Ok(list.into());
    }
    let items = first.as_list().iter().chain(second.iter()).cloned().collect();
    Ok(List::new(items, separator).with_brackets(brackets).into())
}

/// Takes the list out of a value. Copies the list only if it is shared. `None` for other values.
fn owned_list(value: Value) -> Option<List> {
    match value {
        Value::List(list) => Some(Rc::try_unwrap(list).unwrap_or_else(|shared| List::clone(&shared))),
        _ => None,
    }
}

fn append(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let separator = separator_argument(&args[2])?.unwrap_or_else(|| match args[0].separator() {
        Separator::Undecided => Separator::Space,
        separator => separator,
    });
    let value = std::mem::take(&mut args[1]);
    if matches!(args[0], Value::List(_))
        && let Some(mut list) = owned_list(std::mem::take(&mut args[0]))
    {
        list.separator = separator;
        list.push(value);
        return Ok(list.into());
    }
    let mut items = args[0].as_list().into_owned();
    items.push(value);
    Ok(args[0].with_list_items(items, Some(separator)))
}

fn zip(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let lists = args[0].as_list();
    let lists: Vec<_> = lists.iter().map(Value::as_list).collect();
    let len = lists.iter().map(|list| list.len()).min().unwrap_or(0);
    let rows = (0..len).map(|index| {
        let row = lists.iter().filter_map(|list| list.get(index).cloned()).collect();
        Value::from(List::new(row, Separator::Space))
    });
    Ok(List::new(rows.collect(), Separator::Comma).into())
}

fn index(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let position = args[0].as_list().iter().position(|item| *item == args[1]);
    Ok(position.map_or(Value::Null, |position| (position as f64 + 1.0).into()))
}

fn separator(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    Ok(Value::unquoted(args[0].separator().name()))
}

fn slash(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let items = args[0].as_list();
    if items.len() < 2 {
        return Err(Error::message("At least two elements are required."));
    }
    Ok(List::new(items.into_owned(), Separator::Slash).into())
}
