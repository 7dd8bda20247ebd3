//! Writes calculations as CSS, including numbers with several units.

use super::Writer;
use crate::syntax::BinaryOperator;
use crate::value::calculation::{CalcArg, CalcOperation};
use crate::value::{Calculation, Number, Unit};
use std::fmt;

impl Writer<'_> {
    pub(super) fn calculation(&mut self, calculation: &Calculation) {
        self.out.push_str(&calculation.name);
        self.out.push('(');
        for (index, argument) in calculation.args.iter().enumerate() {
            if index > 0 {
                self.comma();
            }
            self.calculation_argument(argument);
        }
        self.out.push(')');
    }

    fn calculation_argument(&mut self, argument: &CalcArg) {
        match argument {
            CalcArg::Number(number) => self.calculation_number(number),
            CalcArg::Calculation(calculation) => self.calculation(calculation),
            CalcArg::String(text) => super::write_unquoted(self.out, text, self.compressed),
            CalcArg::Operation(operation) => self.operation(operation),
        }
    }

    /// Writes a number in a calculation. The number may have complex units, and may be infinite or NaN.
    pub(super) fn calculation_number(&mut self, number: &Number) {
        let (numerators, denominators) = (number.numerators(), number.denominators());
        if !number.value.is_finite() {
            self.infinite(number.value);
            self.calculation_units(numerators, denominators);
        } else if number.has_complex_units() {
            self.float(number.value);
            match numerators {
                [first, rest @ ..] => {
                    self.out.push_str(first.name());
                    self.calculation_units(rest, denominators);
                }
                [] => self.calculation_units(&[], denominators),
            }
        } else {
            self.number(number);
        }
    }

    fn calculation_units(&mut self, numerators: &[Unit], denominators: &[Unit]) {
        let multiplied = numerators.iter().map(|unit| ('*', unit));
        for (operator, unit) in multiplied.chain(denominators.iter().map(|unit| ('/', unit))) {
            self.optional_space();
            self.out.push(operator);
            self.optional_space();
            self.out.push('1');
            self.out.push_str(unit.name());
        }
    }

    fn operation(&mut self, operation: &CalcOperation) {
        let precedence = precedence(operation.operator);
        let left_parens =
            matches!(&operation.left, CalcArg::Operation(left) if self::precedence(left.operator) < precedence);
        self.operand(left_parens, &operation.left);
        let spaces = !self.compressed || precedence == 1;
        if spaces {
            self.out.push(' ');
        }
        self.out.push(symbol(operation.operator));
        if spaces {
            self.out.push(' ');
        }
        let right_parens = match &operation.right {
            CalcArg::Operation(right) => match operation.operator {
                BinaryOperator::Divide => true,
                BinaryOperator::Plus => false,
                _ => self::precedence(right.operator) == 1,
            },
            CalcArg::Number(right) if operation.operator == BinaryOperator::Divide => {
                if right.value.is_finite() {
                    right.has_complex_units()
                } else {
                    right.has_units()
                }
            }
            _ => false,
        };
        self.operand(right_parens, &operation.right);
    }

    fn operand(&mut self, parens: bool, argument: &CalcArg) {
        if parens {
            self.out.push('(');
        }
        self.calculation_argument(argument);
        if parens {
            self.out.push(')');
        }
    }
}

fn precedence(operator: BinaryOperator) -> u8 {
    match operator {
        BinaryOperator::Plus | BinaryOperator::Minus => 1,
        _ => 2,
    }
}

fn symbol(operator: BinaryOperator) -> char {
    match operator {
        BinaryOperator::Plus => '+',
        BinaryOperator::Minus => '-',
        BinaryOperator::Times => '*',
        _ => '/',
    }
}

impl fmt::Display for CalcArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        let mut writer = Writer::inspecting(&mut out);
        match self {
            CalcArg::Number(number) => writer.number(number),
            _ => writer.calculation_argument(self),
        }
        f.write_str(&out)
    }
}
