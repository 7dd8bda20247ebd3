//! CSS calculations: `calc()` and the functions with the same meaning in Sass and CSS.

use super::Evaluator;
use crate::syntax::{Arguments, Binary, BinaryOperator, Expression, ExpressionKind, Separator, UnaryOperator};
use crate::value::calculation::{self, CalcArg};
use crate::value::{Number, Value};
use crate::{Result, Span};

/// Whether the expression can be an operand of a calculation. Quoted strings, bracketed lists and remainders such as
/// `$a % 2` cannot, for example.
pub(super) fn is_calculation_safe(expression: &Expression) -> bool {
    use BinaryOperator as Op;
    match &expression.kind {
        ExpressionKind::Binary(binary) => {
            matches!(binary.operator, Op::Times | Op::Divide | Op::Plus | Op::Minus)
                && is_calculation_safe(&binary.left)
                && is_calculation_safe(&binary.right)
        }
        ExpressionKind::Function(_)
        | ExpressionKind::InterpolatedFunction(_)
        | ExpressionKind::If(_)
        | ExpressionKind::LegacyIf(_)
        | ExpressionKind::Number(..)
        | ExpressionKind::Variable(..) => true,
        ExpressionKind::List(items, Separator::Space, false) => {
            items.len() > 1 && items.iter().all(is_calculation_safe)
        }
        ExpressionKind::Parenthesized(inner) => is_calculation_safe(inner),
        ExpressionKind::PlainString(text, false) => is_safe_text(text),
        ExpressionKind::String(text, false) => is_safe_text(text.initial_plain()),
        _ => false,
    }
}

/// Whether unquoted text can be an operand of a calculation, as identifiers can. Texts such as `!important`, `#abc`,
/// `U+0025` and `url(…)` cannot.
fn is_safe_text(text: &str) -> bool {
    !text.starts_with(['!', '#'])
        && text.chars().nth(1) != Some('+')
        && text.encode_utf16().nth(3) != Some(u16::from(b'('))
}

impl Evaluator<'_> {
    /// Evaluates a calculation such as `calc(1px + 2%)`. `name` is the name of the function in lower case. `legacy`
    /// repeats the name if Sass also has a global function with it, such as `min`. Fails for named and rest arguments,
    /// and if the number of arguments or an operand is invalid.
    pub(super) fn calculation(
        &mut self,
        name: &str,
        arguments: &Arguments,
        legacy: Option<&str>,
        span: Span,
    ) -> Result<Value> {
        if !arguments.named.is_empty() {
            return Err(self.error("Keyword arguments can't be used with calculations.", span));
        }
        if arguments.rest.is_some() {
            return Err(self.error("Rest arguments can't be used with calculations.", span));
        }
        self.check_count(name, arguments.positional.len(), span)?;
        let mut values = Vec::with_capacity(arguments.positional.len());
        for argument in &arguments.positional {
            values.push(self.calculation_argument(argument, legacy)?);
        }
        if self.in_supports_declaration {
            return Ok(calculation::unsimplified(name, values));
        }
        let outer = self.call_span.replace(span);
        let numbers = values.iter().map(|value| match value {
            CalcArg::Number(number) => Some(number.clone()),
            _ => None,
        });
        let kept: Vec<Option<Number>> = numbers.collect();
        let result = calculation::simplify_call(name, values, legacy, self);
        self.call_span = outer;
        result.map_err(|error| {
            if error.span.is_none()
                && error.message.contains("compatible")
                && let Err(better) = self.check_compatible(&kept, &arguments.positional)
            {
                return better;
            }
            self.place(error, span)
        })
    }

    fn check_count(&self, name: &str, count: usize, span: Span) -> Result<()> {
        let max = match name {
            "min" | "max" | "hypot" => usize::MAX,
            "pow" | "atan2" | "log" | "mod" | "rem" | "calc-size" => 2,
            "round" | "clamp" => 3,
            _ => 1,
        };
        if count == 0 {
            return Err(self.error("Missing argument.", span));
        }
        if count > max {
            let arguments = if max == 1 { "argument" } else { "arguments" };
            let message = format!("Only {max} {arguments} allowed, but {count} were passed.");
            return Err(self.error(message, span));
        }
        Ok(())
    }

    /// Fails if a number has complex units, or if the units of two numbers can never be compatible.
    fn check_compatible(&self, values: &[Option<Number>], expressions: &[Expression]) -> Result<()> {
        let numbers: Vec<(&Number, Span)> = values
            .iter()
            .zip(expressions)
            .filter_map(|(value, expression)| Some((value.as_ref()?, expression.span)))
            .collect();
        for (number, span) in &numbers {
            if number.has_complex_units() {
                let message = format!("Number {} isn't compatible with CSS calculations.", number.inspect());
                return Err(self.error(message, *span));
            }
        }
        for (index, (first, span)) in numbers.iter().enumerate() {
            for (second, other) in numbers.iter().skip(index + 1) {
                if !first.has_possibly_compatible_units(second) {
                    let (first, second) = (first.inspect(), second.inspect());
                    let message = format!("{first} and {second} are incompatible.");
                    return Err(self.labeled_error(message, *span, &first, (*other, second.as_str())));
                }
            }
        }
        Ok(())
    }

    fn calculation_argument(&mut self, expression: &Expression, legacy: Option<&str>) -> Result<CalcArg> {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Parenthesized(inner) => Ok(match self.calculation_argument(inner, legacy)? {
                CalcArg::String(text) => CalcArg::String(format!("({text})").into()),
                other => other,
            }),
            ExpressionKind::PlainString(text, false) if is_calculation_safe(expression) => {
                let constant = match text.to_ascii_lowercase().as_str() {
                    "pi" => std::f64::consts::PI,
                    "e" => std::f64::consts::E,
                    "infinity" => f64::INFINITY,
                    "-infinity" => f64::NEG_INFINITY,
                    "nan" => f64::NAN,
                    _ => return Ok(CalcArg::String(text.clone())),
                };
                Ok(CalcArg::Number(Number::new(constant)))
            }
            ExpressionKind::String(text, false) if is_calculation_safe(expression) => {
                Ok(CalcArg::String(self.interpolate(text)?))
            }
            ExpressionKind::Binary(binary) => self.calculation_operation(binary, legacy, span),
            ExpressionKind::Number(..)
            | ExpressionKind::Variable(..)
            | ExpressionKind::Function(_)
            | ExpressionKind::InterpolatedFunction(_)
            | ExpressionKind::If(_)
            | ExpressionKind::LegacyIf(_) => {
                let value = self.expression(expression)?;
                match CalcArg::from_value(&value) {
                    Some(argument) => Ok(argument),
                    None => {
                        let message = format!("Value {} can't be used in a calculation.", value.inspect());
                        Err(self.error(message, span))
                    }
                }
            }
            ExpressionKind::List(items, Separator::Space, false) if items.len() > 1 => {
                self.calculation_list(items, legacy)
            }
            _ => Err(self.error("This expression can't be used in a calculation.", span)),
        }
    }

    fn calculation_operation(&mut self, binary: &Binary, legacy: Option<&str>, span: Span) -> Result<CalcArg> {
        self.check_operator_whitespace(binary)?;
        let operator = binary.operator;
        if !matches!(
            operator,
            BinaryOperator::Plus | BinaryOperator::Minus | BinaryOperator::Times | BinaryOperator::Divide
        ) {
            return Err(self.error("This operation can't be used in a calculation.", binary.operator_span));
        }
        let left = self.calculation_argument(&binary.left, legacy)?;
        let right = self.calculation_argument(&binary.right, legacy)?;
        let outer = self.call_span.replace(span);
        let simplify = !self.in_supports_declaration;
        let result = calculation::operate(operator, left, right, legacy, simplify, self);
        self.call_span = outer;
        self.at(span, result)
    }

    fn check_operator_whitespace(&self, binary: &Binary) -> Result<()> {
        if !matches!(binary.operator, BinaryOperator::Plus | BinaryOperator::Minus) {
            return Ok(());
        }
        let (left, right) = (binary.left.span, binary.right.span);
        if left.source != right.source || left.end >= right.start {
            return Ok(());
        }
        let source = self.source(left.source);
        let between = source.text.get(left.end as usize..right.start as usize).unwrap_or("").as_bytes();
        let fits = |byte: Option<&u8>| byte.is_some_and(|byte| *byte == b'/' || crate::scanner::is_whitespace(*byte));
        if fits(between.first()) && fits(between.last()) {
            return Ok(());
        }
        let message = "\"+\" and \"-\" must be surrounded by whitespace in calculations.";
        Err(self.error(message, binary.operator_span))
    }

    fn calculation_list(&mut self, items: &[Expression], legacy: Option<&str>) -> Result<CalcArg> {
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            values.push(self.calculation_argument(item, legacy)?);
        }
        self.check_adjacent(&values, items)?;
        let mut text = String::new();
        for (index, (value, item)) in values.iter().zip(items).enumerate() {
            if index > 0 {
                text.push(' ');
            }
            let grouped =
                matches!(value, CalcArg::Operation(_)) && matches!(item.kind, ExpressionKind::Parenthesized(_));
            text.push_str(&if grouped { format!("({value})") } else { value.to_string() });
        }
        Ok(CalcArg::String(text.into()))
    }

    /// Fails if two adjacent values are not joined by an operator. Text may be next to another value.
    fn check_adjacent(&self, values: &[CalcArg], items: &[Expression]) -> Result<()> {
        for index in 1..values.len() {
            let text = |value: Option<&CalcArg>| matches!(value, Some(CalcArg::String(_)));
            if text(values.get(index - 1)) || text(values.get(index)) {
                continue;
            }
            let (Some(before), Some(current)) = (items.get(index - 1), items.get(index)) else { continue };
            let signed = match &current.kind {
                ExpressionKind::Unary(UnaryOperator::Minus | UnaryOperator::Plus, _) => true,
                ExpressionKind::Number(value, _) => *value < 0.0,
                _ => false,
            };
            if signed {
                let sign = Span { end: current.span.start + 1, ..current.span };
                return Err(self.error("\"+\" and \"-\" must be surrounded by whitespace in calculations.", sign));
            }
            return Err(self.error("Missing math operator.", before.span.to(current.span)));
        }
        Ok(())
    }
}
