//! The values for which Ruby's `blank?` holds.

use crate::Value;

const NIL: u16 = 1;
const FALSE: u16 = 1 << 1;
const TRUE: u16 = 1 << 2;
const NUMBER: u16 = 1 << 3;
const EMPTY_TEXT: u16 = 1 << 4;
const SPACES: u16 = 1 << 5;
const TEXT: u16 = 1 << 6;
const EMPTY_LIST: u16 = 1 << 7;
const LIST: u16 = 1 << 8;
const EMPTY_HASH: u16 = 1 << 9;
const HASH: u16 = 1 << 10;

/// The kinds of values for which `blank?` holds. Ruby itself has no method `blank?`: gems and plugins define it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Blanks(u16);

impl Blanks {
    /// ActiveSupport's `blank?`.
    pub const ACTIVE_SUPPORT: Blanks = Blanks(NIL | FALSE | EMPTY_TEXT | SPACES | EMPTY_LIST | EMPTY_HASH);
    /// The `blank?` of the gem csl: nil, and whatever is empty.
    pub const CSL: Blanks = Blanks(NIL | EMPTY_TEXT | EMPTY_LIST | EMPTY_HASH);
    /// No value has the method.
    pub const NONE: Blanks = Blanks(0);

    /// The kinds of the samples for which Ruby's `blank?` holds. The samples are `nil`, `false`, `true`, a number, `""`,
    /// white space, another string, `[]`, another array, `{}`, and another hash, in this order.
    pub fn of_samples(samples: impl IntoIterator<Item = bool>) -> Self {
        Blanks(samples.into_iter().take(11).enumerate().fold(0, |bits, (at, holds)| bits | u16::from(holds) << at))
    }

    /// The kinds of both: a value is blank if it is blank for either of them.
    #[must_use]
    pub fn or(self, other: Blanks) -> Self {
        Blanks(self.0 | other.0)
    }

    /// Whether `blank?` holds for the value. Objects are never blank.
    pub fn hold_for(self, value: &Value) -> bool {
        let kind = match value {
            Value::Nil => NIL,
            Value::Bool(false) => FALSE,
            Value::Bool(true) => TRUE,
            Value::Int(_) | Value::Float(_) => NUMBER,
            Value::Str(text) if text.is_empty() => EMPTY_TEXT,
            Value::Str(text) if text.trim_start().is_empty() => SPACES,
            Value::Str(_) => TEXT,
            Value::Array(items) if items.is_empty() => EMPTY_LIST,
            Value::Array(_) => LIST,
            Value::Hash(hash) if hash.is_empty() => EMPTY_HASH,
            Value::Hash(_) => HASH,
            _ => 0,
        };
        self.0 & kind != 0
    }
}
