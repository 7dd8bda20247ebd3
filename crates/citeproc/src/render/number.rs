//! Renders `cs:number`: digits, ordinals or Roman numerals.

use super::Run;
use super::context::Context;
use crate::item::{Value, number};
use crate::style::NumberForm;

impl<'a> Run<'a> {
    /// Renders a number variable in `form`: `2` becomes `2nd`, for example. Text that is not numeric is unchanged.
    /// Empty if the variable is missing or suppressed.
    pub(super) fn number(&mut self, context: &mut Context<'a>, variable: Option<&'a str>, form: NumberForm) -> String {
        let Some(variable) = variable else { return String::new() };
        let Some(value) = context.read(variable) else { return String::new() };
        let text = context.text_of(variable, value);
        if !matches!(value, Value::Text(_)) || !number::is_numeric(&text) {
            return text;
        }
        let digits = |token: &str| token.lines().any(|l| !l.is_empty() && l.bytes().all(|b| b.is_ascii_digit()));
        let one = |token: String| match form {
            NumberForm::Ordinal if digits(&token) => self.locale.ordinal(&token, false),
            NumberForm::LongOrdinal if digits(&token) => self.locale.ordinal(&token, true),
            NumberForm::Roman if digits(&token) => number::roman(&token),
            _ => token,
        };
        number::tokens(&text).into_iter().map(one).collect()
    }
}
