//! Calculations: `calc()` and related CSS functions.
//!
//! [`operate`] and [`simplify_call`] evaluate everything that is known at compile time, so most calculations result in
//! a number. The rest is left to the browser.

mod functions;

pub(crate) use functions::simplify_call;

use super::{Number, SassString, Value, fuzzy};
use crate::functions::FunctionContext;
use crate::syntax::BinaryOperator;
use crate::{Deprecation, Error, Result};
use hastie_sass_core::tree_size::TreeSize;
use std::rc::Rc;
use std::sync::Arc;

/// A call of `calc()` or another math function that only the browser can compute, such as `calc(1px + 1%)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Calculation {
    /// The function's name in lower case, such as `calc` or `clamp`.
    pub name: Arc<str>,
    /// The arguments between the parentheses, such as `1px + 10%`.
    pub args: Vec<CalcArg>,
    size: TreeSize,
}

/// An operand in a calculation such as `calc(1px + var(--a))`: a number, a text, an operation or another calculation.
#[derive(Clone, Debug, PartialEq)]
pub enum CalcArg {
    /// A number with its units, such as `1px`.
    Number(Number),
    /// A nested calculation, such as `min(1px, 1vw)`.
    Calculation(Rc<Calculation>),
    /// Unquoted text, such as `var(--a)`.
    String(Arc<str>),
    /// An operator between two operands, such as `1px + 10%`.
    Operation(Rc<CalcOperation>),
}

/// An operation in a calculation, such as `1px + 10%`. The operator is `+`, `-`, `*` or `/`.
#[derive(Clone, Debug, PartialEq)]
pub struct CalcOperation {
    /// `+`, `-`, `*` or `/`.
    pub operator: BinaryOperator,
    /// The operand before the operator.
    pub left: CalcArg,
    /// The operand after the operator.
    pub right: CalcArg,
    size: TreeSize,
}

impl CalcArg {
    /// Converts a value to an argument. `None` for values that are not allowed in calculations.
    #[must_use]
    pub fn from_value(value: &Value) -> Option<CalcArg> {
        match value {
            Value::Number(number) => Some(CalcArg::Number(number.clone())),
            Value::Calculation(calculation) => Some(CalcArg::Calculation(Rc::clone(calculation))),
            Value::String(string) if !string.quoted => Some(CalcArg::String(Arc::clone(&string.text))),
            _ => None,
        }
    }

    /// Converts the argument to a value. Operations become text.
    #[must_use]
    pub fn to_value(&self) -> Value {
        match self {
            CalcArg::Number(number) => Value::Number(number.clone()),
            CalcArg::Calculation(calculation) => Value::Calculation(Rc::clone(calculation)),
            CalcArg::String(text) => Value::String(SassString::unquoted(Arc::clone(text))),
            CalcArg::Operation(_) => Value::unquoted(self.to_string()),
        }
    }

    fn as_number(&self) -> Option<&Number> {
        match self {
            CalcArg::Number(number) => Some(number),
            _ => None,
        }
    }

    fn tree_size(&self) -> TreeSize {
        match self {
            CalcArg::Calculation(calculation) => calculation.size,
            CalcArg::Operation(operation) => operation.size,
            _ => TreeSize::default(),
        }
    }

    /// The argument without a redundant `calc()`.
    fn simplified(self) -> CalcArg {
        match &self {
            CalcArg::Calculation(calculation) if &*calculation.name == "calc" => match calculation.args.as_slice() {
                [CalcArg::String(text)] if needs_parens(text) => CalcArg::String(format!("({text})").into()),
                [argument] => argument.clone(),
                _ => self,
            },
            _ => self,
        }
    }
}

impl Calculation {
    /// A calculation with exactly these arguments. They are not simplified.
    #[must_use]
    pub fn new(name: impl Into<Arc<str>>, args: Vec<CalcArg>) -> Calculation {
        let size = TreeSize::containing(args.iter().map(CalcArg::tree_size));
        Calculation { name: name.into(), args, size }
    }

    /// The depth of the calculation and the number of operands and operations in it. `TreeSize::check` fails if one of
    /// the two is too large.
    #[must_use]
    pub fn tree_size(&self) -> TreeSize {
        self.size
    }
}

/// Whether the text of a nested `calc()` must stay in parentheses, because it contains an operator or `var()`.
fn needs_parens(text: &str) -> bool {
    text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("var("))
        || text.bytes().any(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0c | b'/' | b'*'))
}

/// Like [`Calculation::new`], but returns a SassScript value.
#[must_use]
pub(crate) fn unsimplified(name: &str, args: Vec<CalcArg>) -> Value {
    Calculation::new(name, args).into()
}

fn calculation(name: &str, args: Vec<CalcArg>) -> Result<Value> {
    let calculation = Calculation::new(name, args);
    calculation.size.check()?;
    Ok(calculation.into())
}

/// Evaluates an operation. `legacy` is the name of the surrounding global function (`min`, `max`, `round` or `abs`). In
/// such a function, a number without a unit can be added to one with a unit, with a deprecation warning. Without
/// `simplify`, the operation is kept unchanged. Fails for a sum or difference of numbers with incompatible units.
pub(crate) fn operate(
    operator: BinaryOperator,
    left: CalcArg,
    right: CalcArg,
    legacy: Option<&str>,
    simplify: bool,
    context: &mut dyn FunctionContext,
) -> Result<CalcArg> {
    if !simplify {
        return operation(operator, left, right);
    }
    let (left, right) = (left.simplified(), right.simplified());
    let additive = matches!(operator, BinaryOperator::Plus | BinaryOperator::Minus);
    if let (CalcArg::Number(a), CalcArg::Number(b)) = (&left, &right) {
        match operator {
            BinaryOperator::Times => return Ok(CalcArg::Number(a.times(b))),
            BinaryOperator::Plus | BinaryOperator::Minus => {
                let mut compatible = a.has_compatible_units(b);
                if let (false, Some(function)) = (compatible, legacy)
                    && a.is_comparable_to(b)
                {
                    context.deprecate(Deprecation::GlobalBuiltin, mixed_units_warning(function));
                    compatible = true;
                }
                if compatible {
                    let sum = if operator == BinaryOperator::Plus { a.plus(b) } else { a.minus(b) };
                    return sum.map(CalcArg::Number);
                }
            }
            _ => return Ok(CalcArg::Number(a.divided_by(b))),
        }
    }
    if !additive {
        return operation(operator, left, right);
    }
    let mut operands = [left, right];
    verify_compatible(&operands)?;
    let mut operator = operator;
    if let CalcArg::Number(number) = &mut operands[1]
        && fuzzy::less(number.value, 0.0)
    {
        *number = number.times(&Number::new(-1.0));
        let plus = operator == BinaryOperator::Plus;
        operator = if plus { BinaryOperator::Minus } else { BinaryOperator::Plus };
    }
    let [left, right] = operands;
    operation(operator, left, right)
}

fn operation(operator: BinaryOperator, left: CalcArg, right: CalcArg) -> Result<CalcArg> {
    let size = TreeSize::containing([left.tree_size(), right.tree_size()]);
    size.check()?;
    Ok(CalcArg::Operation(Rc::new(CalcOperation { operator, left, right, size })))
}

fn mixed_units_warning(function: &str) -> String {
    format!(
        "In future versions of Sass, {function}() will be interpreted as the CSS {function}() calculation. This doesn't \
         allow unitless numbers to be mixed with numbers with units. If you want to use the Sass function, call \
         math.{function}() instead.\n\nSee https://sass-lang.com/d/import"
    )
}

/// Fails if numbers have units that CSS does not support or that are incompatible.
fn verify_compatible(args: &[CalcArg]) -> Result<()> {
    for number in args.iter().filter_map(CalcArg::as_number) {
        if number.has_complex_units() {
            let text = format!("Number {} isn't compatible with CSS calculations.", number.inspect());
            return Err(Error::message(text));
        }
    }
    for (index, first) in args.iter().enumerate() {
        let Some(first) = first.as_number() else { continue };
        for second in args.iter().skip(index + 1).filter_map(CalcArg::as_number) {
            if !first.has_possibly_compatible_units(second) {
                let text = format!("{} and {} are incompatible.", first.inspect(), second.inspect());
                return Err(Error::message(text));
            }
        }
    }
    Ok(())
}
