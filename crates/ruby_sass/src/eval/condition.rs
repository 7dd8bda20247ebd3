//! Evaluates `@supports` conditions to text.

use super::Evaluator;
use crate::error::SassResult;
use crate::tree::Condition;

impl Evaluator<'_> {
    pub(super) fn condition(&mut self, condition: &Condition) -> SassResult<String> {
        Ok(match condition {
            Condition::Operator(left, operator, right) => {
                let (one, two) = (self.side(left, operator)?, self.side(right, operator)?);
                format!("{one} {operator} {two}")
            }
            Condition::Not(inner) => {
                let text = self.condition(inner)?;
                match &**inner {
                    Condition::Not(_) | Condition::Operator(..) => format!("not ({text})"),
                    _ => format!("not {text}"),
                }
            }
            Condition::Declaration(name, value) => {
                let (name, value) = (self.evaluate(name)?, self.evaluate(value)?);
                format!("({}: {})", self.css(&name)?, self.css(&value)?)
            }
            Condition::Interpolation(expr) => {
                let value = self.evaluate(expr)?;
                self.plain(&value)?
            }
        })
    }

    fn side(&mut self, side: &Condition, operator: &str) -> SassResult<String> {
        let text = self.condition(side)?;
        let wraps = match side {
            Condition::Not(_) => true,
            Condition::Operator(_, inner, _) => **inner != *operator,
            _ => false,
        };
        Ok(if wraps { format!("({text})") } else { text })
    }
}
