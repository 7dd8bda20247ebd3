//! The calculation functions, which are evaluated as far as possible.

use super::super::{Number, Unit, Value, fuzzy, javascript, math};
use super::{CalcArg, calculation, verify_compatible};
use crate::functions::FunctionContext;
use crate::{Deprecation, Error, Result};

/// Evaluates a call of a calculation function such as `calc` or `min`. `name` must be a known function in lower case,
/// and the number of arguments must have been checked. `legacy` repeats the name if Sass also has a global function
/// with it.
pub(crate) fn simplify_call(
    name: &str,
    args: Vec<CalcArg>,
    legacy: Option<&str>,
    context: &mut dyn FunctionContext,
) -> Result<Value> {
    if name == "pow" {
        return pow(args);
    }
    let given = args.clone();
    let args: Vec<CalcArg> = args.into_iter().map(CalcArg::simplified).collect();
    match name {
        "calc" => calc(args),
        "sqrt" => single(name, args, true, |number| Number::new(number.value.sqrt()).into()),
        "sin" => angle(name, args, javascript::sin),
        "cos" => angle(name, args, javascript::cos),
        "tan" => angle(name, args, libm::tan),
        "asin" => single(name, args, true, |number| math::to_degrees(libm::asin(number.value)).into()),
        "acos" => single(name, args, true, |number| math::to_degrees(libm::acos(number.value)).into()),
        "atan" => single(name, args, true, |number| math::to_degrees(libm::atan(number.value)).into()),
        "exp" => single(name, args, true, |number| javascript::pow(std::f64::consts::E, number.value).into()),
        "abs" => abs(args, context),
        "sign" => sign(args),
        "min" => extreme(name, args, Number::greater),
        "max" => extreme(name, args, Number::less),
        "hypot" => hypot(args),
        "atan2" => atan2(args),
        "log" => log(args),
        "mod" => remainder(name, args),
        "rem" => remainder(name, args),
        "clamp" => clamp(args),
        "round" => round(args, &given, legacy, context),
        "calc-size" => {
            verify_length(&args, 2)?;
            calculation(name, args)
        }
        _ => calculation(name, args),
    }
}

fn calc(args: Vec<CalcArg>) -> Result<Value> {
    match args.as_slice() {
        [CalcArg::Number(number)] => Ok(Value::Number(number.clone())),
        [CalcArg::Calculation(inner)] => Ok(Value::Calculation(inner.clone())),
        _ => calculation("calc", args),
    }
}

/// Evaluates a function of a single number. With any other argument, the call remains a calculation.
fn single(name: &str, args: Vec<CalcArg>, no_units: bool, compute: impl Fn(&Number) -> Value) -> Result<Value> {
    match args.as_slice() {
        [CalcArg::Number(number)] => {
            if no_units {
                number.assert_no_units(None)?;
            }
            Ok(compute(number))
        }
        _ => calculation(name, args),
    }
}

fn angle(name: &str, args: Vec<CalcArg>, compute: fn(f64) -> f64) -> Result<Value> {
    match args.as_slice() {
        [CalcArg::Number(number)] => {
            Ok(Number::new(compute(number.coerce_value_to_unit(Unit::RAD, Some("number"))?)).into())
        }
        _ => calculation(name, args),
    }
}

fn abs(args: Vec<CalcArg>, context: &mut dyn FunctionContext) -> Result<Value> {
    let [CalcArg::Number(number)] = args.as_slice() else { return calculation("abs", args) };
    if number.is_percent() {
        context.deprecate(Deprecation::AbsPercent, math::abs_percent_warning(number));
    }
    Ok(number.with_value(number.value.abs()).into())
}

fn sign(args: Vec<CalcArg>) -> Result<Value> {
    match args.as_slice() {
        [CalcArg::Number(number)] if number.value.is_nan() || number.value == 0.0 => Ok(number.clone().into()),
        [CalcArg::Number(number)] if !number.is_percent() => Ok(number.with_value(number.value.signum()).into()),
        _ => calculation("sign", args),
    }
}

/// `min()` or `max()`. `worse` returns whether its first argument should be replaced by the second.
fn extreme(name: &str, args: Vec<CalcArg>, worse: fn(&Number, &Number) -> Result<bool>) -> Result<Value> {
    let mut best: Option<&Number> = None;
    for argument in &args {
        match (argument, best) {
            (CalcArg::Number(number), None) => best = Some(number),
            (CalcArg::Number(number), Some(current)) if current.is_comparable_to(number) => {
                if worse(current, number)? {
                    best = Some(number);
                }
            }
            _ => {
                best = None;
                break;
            }
        }
    }
    if let Some(best) = best {
        return Ok(best.clone().into());
    }
    verify_compatible(&args)?;
    calculation(name, args)
}

fn hypot(args: Vec<CalcArg>) -> Result<Value> {
    verify_compatible(&args)?;
    let Some(CalcArg::Number(first)) = args.first().filter(|first| first.as_number().is_some_and(|n| !n.is_percent()))
    else {
        return calculation("hypot", args);
    };
    let mut sum = 0.0;
    for (index, argument) in args.iter().enumerate() {
        match argument {
            CalcArg::Number(number) if number.has_compatible_units(first) => {
                let name = format!("numbers[{}]", index + 1);
                let value = number.convert_value_to(first, Some(&name), Some("numbers[1]"))?;
                sum += value * value;
            }
            _ => return calculation("hypot", args),
        }
    }
    Ok(first.with_value(sum.sqrt()).into())
}

fn pow(args: Vec<CalcArg>) -> Result<Value> {
    verify_length(&args, 2)?;
    let simplified: Vec<CalcArg> = args.iter().cloned().map(CalcArg::simplified).collect();
    match simplified.as_slice() {
        [CalcArg::Number(base), CalcArg::Number(exponent)] => {
            base.assert_no_units(None)?;
            exponent.assert_no_units(None)?;
            Ok(javascript::pow(base.value, exponent.value).into())
        }
        // As in dart-sass, the arguments are kept unchanged.
        _ => calculation("pow", args),
    }
}

fn log(args: Vec<CalcArg>) -> Result<Value> {
    match args.as_slice() {
        [CalcArg::Number(number)] => {
            number.assert_no_units(None)?;
            Ok(javascript::log(number.value).into())
        }
        [CalcArg::Number(number), CalcArg::Number(base)] => {
            number.assert_no_units(None)?;
            base.assert_no_units(None)?;
            Ok((javascript::log(number.value) / javascript::log(base.value)).into())
        }
        _ => calculation("log", args),
    }
}

fn atan2(args: Vec<CalcArg>) -> Result<Value> {
    verify_length(&args, 2)?;
    verify_compatible(&args)?;
    match args.as_slice() {
        [CalcArg::Number(y), CalcArg::Number(x)] if !y.is_percent() && !x.is_percent() && y.has_compatible_units(x) => {
            math::atan2(y, x).map(Value::Number)
        }
        _ => calculation("atan2", args),
    }
}

/// `mod()` and `rem()`, whose results differ in sign.
fn remainder(name: &str, args: Vec<CalcArg>) -> Result<Value> {
    verify_length(&args, 2)?;
    verify_compatible(&args)?;
    let [CalcArg::Number(dividend), CalcArg::Number(modulus)] = args.as_slice() else {
        return calculation(name, args);
    };
    if !dividend.has_compatible_units(modulus) {
        return calculation(name, args);
    }
    let result = dividend.modulo(modulus)?;
    if name == "rem" && fuzzy::sign_with_zero(modulus.value) != fuzzy::sign_with_zero(dividend.value) {
        if modulus.value.is_infinite() {
            return Ok(dividend.clone().into());
        }
        if result.value == 0.0 {
            return Ok(result.negated().into());
        }
        return result.minus(modulus).map(Value::Number);
    }
    Ok(result.into())
}

fn clamp(args: Vec<CalcArg>) -> Result<Value> {
    if let [CalcArg::Number(min), CalcArg::Number(value), CalcArg::Number(max)] = args.as_slice()
        && min.has_compatible_units(value)
        && min.has_compatible_units(max)
    {
        let (a, b) = value.comparison(min)?;
        let (c, d) = value.comparison(max)?;
        let result = if fuzzy::less_or_equal(a, b) {
            min
        } else if fuzzy::less_or_equal(d, c) {
            max
        } else {
            value
        };
        return Ok(result.clone().into());
    }
    verify_compatible(&args)?;
    verify_length(&args, 3)?;
    calculation("clamp", args)
}

/// Fails if arguments are missing and no interpolated text could provide them.
fn verify_length(args: &[CalcArg], expected: usize) -> Result<()> {
    if args.len() == expected || args.iter().any(|argument| matches!(argument, CalcArg::String(_))) {
        return Ok(());
    }
    let were = if args.len() == 1 { "was" } else { "were" };
    Err(Error::message(format!("{expected} arguments required, but only {} {were} passed.", args.len())))
}

fn is_strategy(argument: &CalcArg) -> bool {
    matches!(argument, CalcArg::String(text) if matches!(&**text, "nearest" | "up" | "down" | "to-zero"))
}

fn round(
    args: Vec<CalcArg>,
    given: &[CalcArg],
    legacy: Option<&str>,
    context: &mut dyn FunctionContext,
) -> Result<Value> {
    match args.as_slice() {
        [CalcArg::Number(number)] if !number.has_units() => Ok(math::rounded(number, fuzzy::round, "round")?.into()),
        [CalcArg::Number(number)] if legacy.is_some() => {
            context.deprecate(Deprecation::GlobalBuiltin, ROUND_WARNING.into());
            Ok(math::rounded(number, fuzzy::round, "round")?.into())
        }
        [CalcArg::Number(number), CalcArg::Number(step)] => {
            verify_compatible(&args)?;
            if number.has_compatible_units(step) {
                step_round("nearest", number, step)
            } else {
                calculation("round", args)
            }
        }
        [CalcArg::String(strategy), CalcArg::Number(number), CalcArg::Number(step)] if is_strategy(&args[0]) => {
            verify_compatible(&args)?;
            if number.has_compatible_units(step) {
                step_round(strategy, number, step)
            } else {
                calculation("round", args)
            }
        }
        [strategy, CalcArg::String(_)] if is_strategy(strategy) => calculation("round", args),
        [strategy, _] if is_strategy(strategy) => Err(Error::message("If strategy is not null, step is required.")),
        [strategy] if is_strategy(strategy) => Err(Error::message("Number to round and step arguments are required.")),
        [_] | [_, _] => calculation("round", args),
        [strategy, ..] => {
            let variable = matches!(strategy, CalcArg::String(text)
                if super::super::SassString::unquoted(text.clone()).is_special_variable());
            if is_strategy(strategy) || variable {
                return calculation("round", args);
            }
            let given = given.first().map(ToString::to_string).unwrap_or_default();
            Err(Error::message(format!("{given} must be either nearest, up, down or to-zero.")))
        }
        [] => Err(Error::message("Invalid parameters.")),
    }
}

const ROUND_WARNING: &str = "In future versions of Sass, round() will be interpreted as a CSS round() calculation. This \
    requires an explicit modulus when rounding numbers with units. If you want to use the Sass function, call \
    math.round() instead.\n\nSee https://sass-lang.com/d/import";

/// Rounds a number to a multiple of `step`. `strategy` is `nearest`, `up`, `down` or `to-zero`.
fn step_round(strategy: &str, number: &Number, step: &Number) -> Result<Value> {
    let (value, width) = (number.value, step.value);
    let result = if (value.is_infinite() && width.is_infinite()) || width == 0.0 || value.is_nan() || width.is_nan() {
        f64::NAN
    } else if value.is_infinite() {
        value
    } else if width.is_infinite() {
        round_to_infinite_step(strategy, value)
    } else {
        let unit = step.convert_value_to(number, None, None)?;
        (round_steps(strategy, value, unit, width) + 0.0) * unit
    };
    Ok(number.with_value(result).into())
}

/// The result of [`step_round`] for a finite value and an infinite step: zero or infinity.
fn round_to_infinite_step(strategy: &str, value: f64) -> f64 {
    match strategy {
        _ if value == 0.0 => value,
        "nearest" | "to-zero" if value > 0.0 => 0.0,
        "nearest" | "to-zero" => -0.0,
        "up" if value > 0.0 => f64::INFINITY,
        "up" => -0.0,
        _ if value < 0.0 => f64::NEG_INFINITY,
        _ => 0.0,
    }
}

/// The number of steps, each of the size `unit`, to which `value` is rounded. `width` is the step before it was
/// converted to the unit of `value`.
fn round_steps(strategy: &str, value: f64, unit: f64, width: f64) -> f64 {
    let steps = value / unit;
    match strategy {
        "nearest" => fuzzy::round(steps),
        "up" if width < 0.0 => steps.floor(),
        "up" => steps.ceil(),
        "down" if width < 0.0 => steps.ceil(),
        "down" => steps.floor(),
        _ if value < 0.0 => steps.ceil(),
        _ => steps.floor(),
    }
}
