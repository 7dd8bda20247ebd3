//! `sass:math`, such as `math.div()` and `math.round()`.

use super::{Definition, FunctionContext, GlobalDefinition, Table, define, define_global};
use crate::value::{Number, Unit, Value, fuzzy, javascript, math};
use crate::{Deprecation, Error, Result};

pub(super) static TABLE: Table =
    Table { name: "math", functions: FUNCTIONS, globals: GLOBALS, mixins: &[], variables: VARIABLES };

const VARIABLES: &[(&str, f64)] = &[
    ("e", std::f64::consts::E),
    ("pi", std::f64::consts::PI),
    ("epsilon", f64::EPSILON),
    ("max-safe-integer", 9_007_199_254_740_991.0),
    ("min-safe-integer", -9_007_199_254_740_991.0),
    ("max-number", f64::MAX),
    ("min-number", 5e-324),
];

const FUNCTIONS: &[Definition] = &[
    define("abs", &[("$number", |args, _| with_value(args, f64::abs))]),
    define("acos", &[("$number", |args, _| no_units(args, |value| math::to_degrees(libm::acos(value))))]),
    define("asin", &[("$number", |args, _| no_units(args, |value| math::to_degrees(libm::asin(value))))]),
    define("atan", &[("$number", |args, _| no_units(args, |value| math::to_degrees(libm::atan(value))))]),
    define("atan2", &[("$y, $x", atan2)]),
    define("ceil", &[("$number", |args, _| rounded(args, f64::ceil, "ceil"))]).and_global(),
    define("clamp", &[("$min, $number, $max", clamp)]),
    define("cos", &[("$number", |args, _| angle(args, javascript::cos))]),
    define("compatible", &[("$number1, $number2", compatible)]).and_global_as("comparable"),
    define("floor", &[("$number", |args, _| rounded(args, f64::floor, "floor"))]).and_global(),
    define("hypot", &[("$numbers...", hypot)]),
    define("is-unitless", &[("$number", is_unitless)]).and_global_as("unitless"),
    define("log", &[("$number, $base: null", log)]),
    define("max", &[("$numbers...", |args, _| extreme(args, Number::less))]).and_global(),
    define("min", &[("$numbers...", |args, _| extreme(args, Number::greater))]).and_global(),
    define("percentage", &[("$number", percentage)]).and_global(),
    define("pow", &[("$base, $exponent", pow)]),
    define("random", &[("$limit: null", random)]).and_global(),
    define("round", &[("$number", |args, _| rounded(args, fuzzy::round, "round"))]).and_global(),
    define("sin", &[("$number", |args, _| angle(args, javascript::sin))]),
    define("sqrt", &[("$number", |args, _| no_units(args, |value| Number::new(value.sqrt())))]),
    define("tan", &[("$number", |args, _| angle(args, libm::tan))]),
    define("unit", &[("$number", unit)]).and_global(),
    define("div", &[("$number1, $number2", div)]),
];

const GLOBALS: &[GlobalDefinition] = &[define_global("abs", &[("$number", global_abs)], "")];

fn global_abs(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let number = args[0].assert_number(Some("number"))?;
    if number.is_percent() {
        context.deprecate(Deprecation::AbsPercent, math::abs_percent_warning(number));
    } else {
        super::warn_global("math", "abs", context);
    }
    Ok(number.with_value(number.value.abs()).into())
}

fn with_value(args: &mut [Value], compute: impl Fn(f64) -> f64) -> Result<Value> {
    let number = args[0].assert_number(Some("number"))?;
    Ok(number.with_value(compute(number.value)).into())
}

fn rounded(args: &mut [Value], round: fn(f64) -> f64, name: &str) -> Result<Value> {
    let number = args[0].assert_number(Some("number"))?;
    math::rounded(number, round, name).map(Value::Number)
}

fn no_units(args: &mut [Value], compute: impl Fn(f64) -> Number) -> Result<Value> {
    let number = args[0].assert_number(Some("number"))?;
    number.assert_no_units(Some("number"))?;
    Ok(compute(number.value).into())
}

fn angle(args: &mut [Value], compute: fn(f64) -> f64) -> Result<Value> {
    let number = args[0].assert_number(Some("number"))?;
    Ok(compute(number.coerce_value_to_unit(Unit::RAD, Some("number"))?).into())
}

fn atan2(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let y = args[0].assert_number(Some("y"))?;
    let x = args[1].assert_number(Some("x"))?;
    math::atan2(y, x).map(Value::Number)
}

fn clamp(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let min = args[0].assert_number(Some("min"))?;
    let number = args[1].assert_number(Some("number"))?;
    let max = args[2].assert_number(Some("max"))?;
    // These report the names of the parameters, unlike the comparisons below.
    number.convert_value_to(min, Some("number"), Some("min"))?;
    max.convert_value_to(min, Some("max"), Some("min"))?;
    let at_least = |a: &Number, b: &Number| a.comparison(b).map(|(a, b)| fuzzy::less_or_equal(b, a));
    let result = if at_least(min, max)? || at_least(min, number)? {
        min
    } else if at_least(number, max)? {
        max
    } else {
        number
    };
    Ok(result.clone().into())
}

fn compatible(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let first = args[0].assert_number(Some("number1"))?;
    let second = args[1].assert_number(Some("number2"))?;
    Ok(first.is_comparable_to(second).into())
}

fn hypot(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let values = args[0].as_list();
    let numbers = values.iter().map(|value| value.assert_number(None)).collect::<Result<Vec<_>>>()?;
    let Some(first) = numbers.first() else { return Err(none_passed()) };
    let mut sum = 0.0;
    for (index, number) in numbers.iter().enumerate() {
        let name = format!("numbers[{}]", index + 1);
        sum += javascript::pow(number.convert_value_to(first, Some(&name), Some("numbers[1]"))?, 2.0);
    }
    Ok(first.with_value(sum.sqrt()).into())
}

fn none_passed() -> Box<Error> {
    Error::message("At least one argument must be passed.")
}

fn is_unitless(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    Ok((!args[0].assert_number(Some("number"))?.has_units()).into())
}

fn log(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let number = args[0].assert_number(Some("number"))?;
    number.assert_no_units(Some("number"))?;
    if args[1].is_null() {
        return Ok(javascript::log(number.value).into());
    }
    let base = args[1].assert_number(Some("base"))?;
    base.assert_no_units(Some("base"))?;
    Ok((javascript::log(number.value) / javascript::log(base.value)).into())
}

/// The largest or smallest of the numbers in `args`. `worse` returns whether its first argument should be replaced by
/// the second.
fn extreme(args: &mut [Value], worse: fn(&Number, &Number) -> Result<bool>) -> Result<Value> {
    let values = args[0].as_list();
    let mut best: Option<&Number> = None;
    for value in values.iter() {
        let number = value.assert_number(None)?;
        if match best {
            Some(best) => worse(best, number)?,
            None => true,
        } {
            best = Some(number);
        }
    }
    best.map(|number| number.clone().into()).ok_or_else(none_passed)
}

fn percentage(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    no_units(args, |value| Number::percent(value * 100.0))
}

fn pow(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let base = args[0].assert_number(Some("base"))?;
    let exponent = args[1].assert_number(Some("exponent"))?;
    base.assert_no_units(Some("base"))?;
    exponent.assert_no_units(Some("exponent"))?;
    Ok(javascript::pow(base.value, exponent.value).into())
}

fn random(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    if args[0].is_null() {
        return Ok(context.random().into());
    }
    let limit = args[0].assert_number(Some("limit"))?;
    if limit.has_units() {
        let unit = limit.unit_string();
        let text = format!(
            "math.random() will no longer ignore $limit units ({}) in a future release.\n\nRecommendation: \
             math.random(math.div($limit, 1{unit})) * 1{unit}\n\nTo preserve current behavior: \
             math.random(math.div($limit, 1{unit}))\n\nMore info: https://sass-lang.com/d/function-units",
            limit.inspect()
        );
        context.deprecate(Deprecation::FunctionUnits, text);
    }
    let int = limit.assert_int(Some("limit"))?;
    if int < 1 {
        return Err(Error::message(format!("$limit: Must be greater than 0, was {}.", limit.inspect())));
    }
    Ok(((context.random() * int as f64).floor() + 1.0).into())
}

fn unit(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    Ok(Value::quoted(args[0].assert_number(Some("number"))?.unit_string()))
}

fn div(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    if !matches!((&args[0], &args[1]), (Value::Number(_), Value::Number(_))) {
        context.warn(
            "math.div() will only support number arguments in a future release.\nUse list.slash() instead for a slash \
             separator.",
        );
    }
    args[0].divided_by(&args[1])
}
