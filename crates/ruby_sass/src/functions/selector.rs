//! Selector functions, such as `selector-nest()` and `selector-append()`.

use super::CallContext;
use crate::error::{ErrorKind, SassResult, SyntaxError};
use crate::eval::comma_list;
use crate::selector::{Complex, Compound, Extension, Extensions, Mode, Part, SelectorList, SelectorParser, Simple};
use crate::value::{Separator, Value};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

/// A selector as the value of `&` or of a selector function: a comma-separated list of space-separated lists.
pub(crate) fn selector_value(list: &SelectorList) -> Value {
    let complex = |complex: &Complex| {
        let parts = complex.parts();
        let texts = parts.iter().filter_map(|part| match part {
            Part::Newline => None,
            Part::Combinator(text) => Some(Value::ident(Arc::clone(text))),
            Part::Compound(compound) => Some(Value::ident(compound.write(Mode::Whole))),
        });
        Value::list(texts.collect(), Separator::Space)
    };
    comma_list(list.members.iter().map(complex).collect())
}

/// The text of a selector value: a string, or lists of strings. `None` for other values.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.value.to_string()),
        Value::List(list) if list.separator == Some(Separator::Comma) => {
            let members: Option<Vec<String>> = list
                .items
                .iter()
                .map(|item| match item {
                    Value::List(inner) if inner.separator != Some(Separator::Space) => None,
                    item => text_of(item),
                })
                .collect();
            Some(members?.join(", "))
        }
        Value::List(list) => {
            let members: Option<Vec<String>> = list
                .items
                .iter()
                .map(|item| match item {
                    Value::Text(text) => Some(text.value.to_string()),
                    _ => None,
                })
                .collect();
            Some(members?.join(" "))
        }
        _ => None,
    }
}

fn parsed(value: &Value, name: &str, allow_parent: bool) -> SassResult<SelectorList> {
    let Some(text) = text_of(value) else {
        return Err(SyntaxError::argument(format!(
            "${name}: {} is not a valid selector: it must be a string,\na list of strings, or a list of lists of strings",
            value.inspect()
        )));
    };
    SelectorParser::new(&text, 1).with_parent(allow_parent).selectors().map_err(|fault| {
        SyntaxError::argument(format!("${name}: {} is not a valid selector: {fault}", value.inspect()))
    })
}

pub(super) fn selector_parse(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    Ok(selector_value(&parsed(&given.get(0), "selector", false)?))
}

fn need_one(given: &CallContext<'_, '_>) -> SassResult<()> {
    if given.values.is_empty() {
        return Err(SyntaxError::argument("$selectors: At least one selector must be passed"));
    }
    Ok(())
}

pub(super) fn selector_nest(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    need_one(given)?;
    let mut result = parsed(&given.get(0), "selectors", false)?;
    for value in given.values.iter().skip(1) {
        result = parsed(value, "selectors", true)?.resolved(&result, true)?;
    }
    Ok(selector_value(&result))
}

pub(super) fn selector_append(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    need_one(given)?;
    let mut result = parsed(&given.get(0), "selectors", false)?;
    for value in given.values.iter().skip(1) {
        let child = parsed(value, "selectors", false)?;
        let appended: Option<Vec<Complex>> = child.members.iter().map(after_parent).collect();
        let Some(members) = appended else {
            let refused = child.members.iter().find(|complex| after_parent(complex).is_none());
            let refused = refused.map(|complex| complex.write(Mode::Whole)).unwrap_or_default();
            return Err(SyntaxError::argument(format!("Can't append \"{refused}\" to \"{}\"", result.write())));
        };
        result = SelectorList { members }.resolved(&result, true)?;
    }
    Ok(selector_value(&result))
}

/// The selector with `&` before its first part, without a combinator. `None` if `&` cannot precede the first part, such
/// as `*` or `>`.
fn after_parent(complex: &Complex) -> Option<Complex> {
    let parts = complex.parts();
    let (Part::Compound(first), rest) = parts.split_first()? else { return None };
    let mut members = first.members.clone();
    match members.first() {
        Some(Simple::Universal(_) | Simple::Element(_, Some(_))) => return None,
        Some(Simple::Element(name, None)) => {
            let name = Arc::clone(name);
            members.first_mut().into_iter().for_each(|slot| *slot = Simple::Parent(Some(Arc::clone(&name))));
        }
        _ => members.insert(0, Simple::Parent(None)),
    }
    let first = Part::Compound(Rc::new(Compound::new(members, first.subject)));
    Some(Complex::new([&[first], rest].concat()))
}

fn extended(given: &CallContext<'_, '_>, names: [&str; 2], replace: bool) -> SassResult<Value> {
    let [target, extender] = names;
    let selector = parsed(&given.get(0), "selector", false)?;
    let target = parsed(&given.get(1), target, false)?;
    let extender = parsed(&given.get(2), extender, false)?;
    let mut extensions = Extensions::default();
    let added = extensions.add(&extender, &target, |extender, target| Extension {
        extender,
        target,
        optional: true,
        directives: Vec::new(),
        file: None,
        line: 0,
        has_matched: Cell::new(false),
    });
    let result = added.and_then(|()| extensions.extended(&selector, &[], replace));
    result
        .map(|list| selector_value(&list))
        .map_err(|fault| Box::new(SyntaxError { kind: ErrorKind::Argument, ..*fault }))
}

pub(super) fn selector_extend(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    extended(given, ["extendee", "extender"], false)
}

pub(super) fn selector_replace(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    extended(given, ["original", "replacement"], true)
}

pub(super) fn selector_unify(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let (one, two) = (parsed(&given.get(0), "selector1", false)?, parsed(&given.get(1), "selector2", false)?);
    Ok(one.unified(&two).map_or(Value::Null, |list| selector_value(&list)))
}

pub(super) fn simple_selectors(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    given.text(0, "selector")?;
    let value = given.get(0);
    let list = parsed(&value, "selector", false)?;
    let only = match &list.members[..] {
        [only] => only.only_compound(),
        _ => None,
    };
    let Some(compound) = only else {
        return Err(SyntaxError::argument(format!("$selector: {} is not a compound selector", value.inspect())));
    };
    Ok(comma_list(compound.members.iter().map(|simple| Value::ident(simple.write(Mode::Whole))).collect()))
}

pub(super) fn is_superselector(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let (one, two) = (parsed(&given.get(0), "super", false)?, parsed(&given.get(1), "sub", false)?);
    Ok(Value::Bool(one.is_superselector(&two)))
}
