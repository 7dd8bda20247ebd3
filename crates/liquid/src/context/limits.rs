//! The limits of a rendering: sizes of values, their nesting, and steps.

use super::Context;
use crate::cost::{limit_reached, text_too_large};
use crate::value::array::check_nesting;
use crate::value::{Abort, Value};

impl Context<'_> {
    /// Checks that a text of this size is within [`HardLimits::text`](crate::HardLimits::text). Filters that multiply their input call this
    /// function before they create the text.
    ///
    /// # Errors
    /// `Liquid::MemoryError` beyond the limit.
    #[inline]
    pub fn check_text(&self, bytes: usize) -> Result<(), Abort> {
        if bytes <= self.hard_limits.text { Ok(()) } else { Err(text_too_large(self.hard_limits.text)) }
    }

    /// Checks that an array of this size is within [`HardLimits::elements`](crate::HardLimits::elements).
    ///
    /// # Errors
    /// `Liquid::MemoryError` beyond the limit.
    pub fn check_elements(&self, count: usize) -> Result<(), Abort> {
        let limit = self.hard_limits.elements;
        if count > limit {
            return Err(limit_reached(format!("an array of more than {limit} elements")));
        }
        Ok(())
    }

    /// Counts steps of the rendering. A step is about 20 nanoseconds of work.
    ///
    /// # Errors
    /// `Liquid::MemoryError` beyond the limit.
    #[inline]
    pub fn spend(&mut self, steps: u64) -> Result<(), Abort> {
        self.usage.spend(steps, &self.hard_limits)
    }

    /// Counts the steps of reading and comparing variables since the last call.
    ///
    /// # Errors
    /// Same as [`Context::spend`].
    #[inline]
    pub(crate) fn spend_variable_steps(&mut self) -> Result<(), Abort> {
        match self.variables.take_work() {
            0 => Ok(()),
            steps => self.spend(steps),
        }
    }

    /// Checks the nesting of a value that a filter has built around its input, such as groups. Only every 256th call
    /// checks, which is enough to stop endless nesting before the stack overflows.
    ///
    /// # Errors
    /// "stack level too deep", or `Liquid::MemoryError` beyond the limit on steps.
    pub fn check_wrapped(&mut self, value: &Value) -> Result<(), Abort> {
        self.usage.wrapped += 1;
        if self.usage.wrapped.is_multiple_of(256) { self.check_nesting(value) } else { Ok(()) }
    }

    /// Checks that a value is not nested too deeply to become an item of an array or hash.
    ///
    /// # Errors
    /// "stack level too deep", or `Liquid::MemoryError` beyond the limit on steps.
    pub fn check_nesting(&mut self, value: &Value) -> Result<(), Abort> {
        self.spend(check_nesting(value)?)
    }

    /// Checks the size of a text, an array or a big integer against the hard limits. Other values always pass.
    #[inline]
    pub(crate) fn check_value(&self, value: &Value) -> Result<(), Abort> {
        match value {
            Value::Str(text) => self.check_text(text.len()),
            Value::Array(items) => self.check_elements(items.len()),
            Value::Big(number) if number.bits() > self.hard_limits.bits => {
                Err(limit_reached(format!("an integer of more than {} bits", self.hard_limits.bits)))
            }
            _ => Ok(()),
        }
    }
}
