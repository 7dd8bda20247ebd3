//! `split`: splits a string.
//!
//! Templates often need only a part of the result (`split: '/' | last`, `split: ' ' | size`), so the array is created
//! only if it is needed. See [`Pieces`].

use super::pieces::Pieces;
use crate::context::Context;
use crate::encoding::is_to_s_ascii;
use crate::search;
use crate::value::{Abort, Value};

/// `split`: the texts between occurrences of the argument, without empty texts at the end. A space as the argument
/// splits at each run of white space, and an empty argument between all characters.
pub(crate) fn split<'v>(cx: &mut Context<'_>, input: &'v Value, args: &'v [Value]) -> Result<Pieces<'v>, Abort> {
    let (text, separator) = (input.to_text(cx.host)?, args[0].to_text(cx.host)?);
    // The pieces are counted before they are created.
    cx.spend(2 * search::steps(&text, &separator))?;
    Ok(Pieces { text, separator, is_us_ascii: is_to_s_ascii(input) })
}

impl Pieces<'_> {
    /// Creates the array that Ruby's `split` returns.
    ///
    /// # Errors
    /// Fails beyond the limits on elements and steps.
    pub fn to_array(&self, cx: &mut Context<'_>) -> Result<Value, Abort> {
        let count = self.count();
        cx.check_elements(count)?;
        // A longer text needs its own allocation.
        cx.spend(if self.text.len() > count.saturating_mul(16) { 10 * count as u64 } else { 0 })?;
        let mut array = Vec::with_capacity(count);
        self.each(|piece| {
            array.push(self.value(piece));
            true
        });
        Ok(Value::array(array))
    }
}
