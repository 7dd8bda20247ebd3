//! `sass:meta`, and `if()`.

use super::{BuiltinFn, Definition, FunctionContext, Table, define, global};
use crate::syntax::Separator;
use crate::value::{ArgumentList, List, Map, Value};
use crate::{Deprecation, Error, Result, Symbol};

pub(super) static TABLE: Table =
    Table { name: "meta", functions: FUNCTIONS, globals: &[], mixins: MIXINS, variables: &[] };

const FUNCTIONS: &[Definition] = &[
    define("feature-exists", &[("$feature", feature_exists)]).and_global(),
    define("inspect", &[("$value", |args, _| Ok(Value::unquoted(args[0].meta_inspect())))]).and_global(),
    define("type-of", &[("$value", |args, _| Ok(Value::unquoted(args[0].type_name())))])
        .and_global()
        .in_constant_time(),
    define("keywords", &[("$args", keywords)]).and_global().in_constant_time(),
    define("calc-name", &[("$calc", calc_name)]),
    define("calc-args", &[("$calc", calc_args)]),
    define("accepts-content", &[("$mixin", accepts_content)]),
    define("global-variable-exists", &[("$name, $module: null", global_variable_exists)]).and_global(),
    define("variable-exists", &[("$name", variable_exists)]).and_global(),
    define("function-exists", &[("$name, $module: null", function_exists)]).and_global(),
    define("mixin-exists", &[("$name, $module: null", mixin_exists)]).and_global(),
    define("content-exists", &[("", |_, context| Ok(context.content_exists()?.into()))]).and_global(),
    define("module-variables", &[("$module", |args, context| context.module_variables(namespace(args)?))]).and_global(),
    define("module-functions", &[("$module", |args, context| context.module_functions(namespace(args)?))]).and_global(),
    define("module-mixins", &[("$module", |args, context| context.module_mixins(namespace(args)?))]).and_global(),
    define("get-function", &[("$name, $css: false, $module: null", get_function)]).and_global(),
    define("get-mixin", &[("$name, $module: null", get_mixin)]).and_global(),
    define("call", &[("$function, $args...", call)]).and_global(),
];

const MIXINS: &[Definition] =
    &[define("load-css", &[("$url, $with: null", mixin)]), define("apply", &[("$mixin, $args...", mixin)])];

/// `if()` as a first-class function. Calls by name are handled by the evaluator, which evaluates only one branch.
pub(super) const IF: &[(&str, BuiltinFn)] = &[("$condition, $if-true, $if-false", |args, _| {
    let branch = if args[0].is_truthy() { 1 } else { 2 };
    Ok(std::mem::take(&mut args[branch]))
})];

/// A placeholder in the table of mixins. The evaluator implements the mixins itself.
fn mixin(_: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    Ok(Value::Null)
}

fn feature_exists(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let text = "The feature-exists() function is deprecated.\n\nMore info: https://sass-lang.com/d/feature-exists";
    context.deprecate(Deprecation::FeatureExists, text.into());
    let feature = args[0].assert_string(Some("feature"))?;
    let known = matches!(
        &*feature.text,
        "global-variable-shadowing" | "extend-selector-pseudoclass" | "units-level-3" | "at-error" | "custom-property"
    );
    Ok(known.into())
}

fn keywords(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let Value::ArgumentList(list) = &args[0] else {
        return Err(Error::message(format!("$args: {} is not an argument list.", args[0].inspect())));
    };
    let entries = list.keywords().iter().map(|(name, value)| (Value::unquoted(name.as_str()), value.clone()));
    Ok(entries.collect::<Map>().into())
}

fn calc_name(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    Ok(Value::quoted(std::sync::Arc::clone(&args[0].assert_calculation(Some("calc"))?.name)))
}

fn calc_args(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let calculation = args[0].assert_calculation(Some("calc"))?;
    let items = calculation.args.iter().map(crate::value::calculation::CalcArg::to_value).collect();
    Ok(List::new(items, Separator::Comma).into())
}

fn accepts_content(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    Ok(args[0].assert_mixin(Some("mixin"))?.accepts_content().into())
}

/// The argument `$name`, in which `_` and `-` are equivalent. Fails if the argument is not a string.
fn name(value: &Value) -> Result<Symbol> {
    Ok(Symbol::normalized(&value.assert_string(Some("name"))?.text))
}

/// The namespace given by an optional argument. `None` for `null`.
fn module(value: &Value) -> Result<Option<&str>> {
    match value.real_null() {
        Some(value) => Ok(Some(&value.assert_string(Some("module"))?.text)),
        None => Ok(None),
    }
}

fn namespace(args: &[Value]) -> Result<&str> {
    Ok(&args[0].assert_string(Some("module"))?.text)
}

fn global_variable_exists(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    Ok(context.global_variable_exists(name(&args[0])?, module(&args[1])?)?.into())
}

fn variable_exists(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    Ok(context.variable_exists(name(&args[0])?)?.into())
}

fn function_exists(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let in_sheet = context.function_exists(name(&args[0])?, module(&args[1])?)?;
    let text = &args[0].assert_string(Some("name"))?.text;
    Ok((in_sheet || global(Symbol::new(text)).is_some()).into())
}

fn mixin_exists(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    Ok(context.mixin_exists(name(&args[0])?, module(&args[1])?)?.into())
}

fn get_function(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let text = std::sync::Arc::clone(&args[0].assert_string(Some("name"))?.text);
    let css = args[1].is_truthy();
    let module = module(&args[2])?;
    if css && module.is_some() {
        return Err(Error::message("$css and $module may not both be passed at once."));
    }
    // The name of a CSS function is not normalized.
    let symbol = if css { Symbol::new(&text) } else { Symbol::normalized(&text) };
    context.get_function(symbol, module, css, &args[0].inspect())
}

fn get_mixin(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    context.get_mixin(name(&args[0])?, module(&args[1])?, &args[0].inspect())
}

fn call(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let function = std::mem::take(&mut args[0]);
    let empty = ArgumentList::new(Vec::new(), Vec::new(), Separator::Comma);
    let list = match &args[1] {
        Value::ArgumentList(list) => list,
        _ => &std::rc::Rc::new(empty),
    };
    if let Value::String(name) = &function {
        let text = format!(
            "Passing a string to call() is deprecated and will be illegal in Dart Sass 2.0.0.\n\nRecommendation: \
             call(get-function({}))",
            function.inspect()
        );
        context.deprecate(Deprecation::CallString, text);
        let _ = list.keywords();
        return context.call_by_name(&name.text, list);
    }
    let callable = function.assert_function(Some("function"))?;
    context.call_function(callable, list.items.clone(), list.keywords().to_vec())
}
