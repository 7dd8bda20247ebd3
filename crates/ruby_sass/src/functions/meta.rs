//! Functions about values and definitions, such as `type-of()` and `variable-exists()`.

use super::{CallContext, find, number, wrong_type};
use crate::error::{SassResult, SyntaxError};
use crate::eval::EvaluatedArguments;
use crate::value::{FunctionKind, FunctionValue, Value};
use hastie_sass_core::symbol::Symbol;
use std::rc::Rc;
use std::sync::Arc;

pub(super) fn type_of(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    Ok(Value::ident(given.get(0).type_name()))
}

pub(super) fn feature_exists(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let name = given.text(0, "feature")?;
    let known =
        ["global-variable-shadowing", "extend-selector-pseudoclass", "units-level-3", "at-error", "custom-property"];
    Ok(Value::Bool(known.contains(&&*name.value)))
}

fn function_named(given: &CallContext<'_, '_>, name: &Arc<str>, css: bool) -> SassResult<FunctionValue> {
    let name = Arc::clone(name);
    if css {
        return Ok(FunctionValue { name, kind: FunctionKind::Css });
    }
    if let Some(callable) = given.evaluator.environment.function(Symbol::normalized(&name)) {
        return Ok(FunctionValue { name: Arc::clone(&callable.name), kind: FunctionKind::Defined(callable) });
    }
    if find(&name).is_some() {
        return Ok(FunctionValue { name, kind: FunctionKind::BuiltIn });
    }
    Err(SyntaxError::new(format!("Function not found: {name}")))
}

pub(super) fn get_function(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let name = given.text(0, "name")?;
    let mut css = false;
    for (keyword, value) in std::mem::take(&mut given.keywords) {
        match (&*keyword, &value) {
            ("css", Value::Bool(value)) => css = *value,
            ("css", value) => return Err(wrong_type(value, "bool", "css")),
            (keyword, _) => return Err(SyntaxError::argument(format!("Illegal keyword argument '{keyword}'"))),
        }
    }
    Ok(Value::Function(Rc::new(function_named(given, &name.value, css)?)))
}

pub(super) fn call(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let function = match given.get(0) {
        Value::Function(function) => function,
        Value::Text(text) => {
            given.evaluator.deprecate("later versions of Sass call functions, and not their names");
            let exists = exists(given, &text.value);
            Rc::new(function_named(given, &text.value, !exists)?)
        }
        other => return Err(wrong_type(&other, "function", "function")),
    };
    let keywords = std::mem::take(&mut given.keywords).into_iter().map(|(name, value)| (name.into(), value)).collect();
    let positional = given.values.get(1..).unwrap_or_default().into();
    given.evaluator.call_value(&function, EvaluatedArguments::values(positional, keywords))
}

pub(super) fn choose(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    Ok(given.get(if given.get(0).truthy() { 1 } else { 2 }))
}

pub(super) fn unique_id(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    let mut text = String::from("u");
    for _ in 0..8 {
        let digit = (number::next_random(given) * 36.0) as usize;
        text.push(DIGITS.get(digit).copied().unwrap_or(b'0') as char);
    }
    Ok(Value::ident(text))
}

pub(super) fn variable_exists(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let name = Symbol::normalized(&given.text(0, "name")?.value);
    Ok(Value::Bool(given.evaluator.surroundings().variable(name).is_some()))
}

pub(super) fn global_variable_exists(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let name = Symbol::normalized(&given.text(0, "name")?.value);
    Ok(Value::Bool(given.evaluator.global().variable(name).is_some()))
}

fn exists(given: &CallContext<'_, '_>, name: &str) -> bool {
    find(name).is_some() || given.evaluator.environment.function(Symbol::normalized(name)).is_some()
}

pub(super) fn function_exists(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let name = given.text(0, "name")?;
    Ok(Value::Bool(exists(given, &name.value)))
}

pub(super) fn mixin_exists(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    // Ruby Sass searches the outermost scope here.
    let name = Symbol::normalized(&given.text(0, "name")?.value);
    Ok(Value::Bool(given.evaluator.global().mixin(name).is_some()))
}

pub(super) fn content_exists(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    if !given.evaluator.is_in_mixin() {
        return Err(SyntaxError::new("Cannot call content-exists() except within a mixin."));
    }
    Ok(Value::Bool(given.evaluator.surroundings().content().is_some()))
}

pub(super) fn inspect(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    Ok(Value::ident(given.get(0).sass(given.evaluator.compressed)))
}
