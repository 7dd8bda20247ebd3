//! Renders `cs:choose`, and evaluates the conditions of its branches.

use super::Run;
use super::context::Context;
use crate::error::Error;
use crate::item::{Value, number};
use crate::style::{Block, Condition, Match, Test};
use crate::text;

impl<'a> Run<'a> {
    /// Renders the first branch that applies. The branch's attribute `match` says whether all, any or none of its
    /// conditions must hold. Empty if no branch applies.
    pub(super) fn choose(&mut self, context: &mut Context<'a>, blocks: &'a [Block]) -> Result<String, Error> {
        let Some(block) = blocks.iter().find(|block| holds(context, block)) else { return Ok(String::new()) };
        let parts = self.elements(context, &block.children)?;
        Ok(self.join(&parts, &block.delimiter))
    }
}

fn holds(context: &Context, block: &Block) -> bool {
    matches(block.matching, block.conditions.iter().map(|condition| passes(context, condition)))
}

fn matches(matching: Match, mut results: impl Iterator<Item = bool>) -> bool {
    match matching {
        Match::All => results.all(|r| r),
        Match::Any => results.any(|r| r),
        Match::None => !results.any(|r| r),
    }
}

fn passes(context: &Context, condition: &Condition) -> bool {
    if condition.test == Test::Never {
        return false;
    }
    let test = |(value, negated): &(String, bool)| tests(context, condition.test, value) != *negated;
    matches(condition.matching, condition.values.iter().map(test))
}

fn tests(context: &Context, test: Test, value: &str) -> bool {
    match test {
        Test::Never => false,
        Test::IsNumeric => match context.peek(value) {
            Some(found @ Value::Text(_)) => number::is_numeric(&context.text_of(value, found)),
            _ => false,
        },
        Test::IsUncertainDate => matches!(context.peek(value), Some(Value::Date(date)) if date.circa),
        Test::Locator => context.locator_label().unwrap_or_default().replace(' ', "-") == value,
        Test::Type => context.peek_text("type").unwrap_or_default() == value,
        Test::Variable => {
            let has_locator = || context.locator().is_some_and(text::affirms);
            context.peek(value).is_some_and(Value::is_set) || (value == "locator" && has_locator())
        }
    }
}
