//! The variable `forloop`. Mirrors `Liquid::ForloopDrop`.

use crate::value::sharing::Stability;
use crate::value::{Abort, Drop, Host, Str, Value};
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The name, length and position of a running `for` loop, as templates see them in `forloop`.
#[derive(Debug)]
pub(crate) struct ForLoop {
    name: Str,
    length: usize,
    pub(super) index: AtomicUsize,
    parent: Option<Arc<ForLoop>>,
}

impl ForLoop {
    pub(super) fn new(name: Str, length: usize, parent: Option<Arc<ForLoop>>) -> Self {
        ForLoop { name, length, index: AtomicUsize::new(0), parent }
    }
}

/// A count as a Liquid integer, capped at `i64::MAX`.
pub(super) fn count(number: usize) -> Value {
    Value::Int(i64::try_from(number).unwrap_or(i64::MAX))
}

impl Drop for ForLoop {
    fn get(&self, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        let index = self.index.load(Ordering::Relaxed);
        Ok(Some(match key {
            "name" => Value::Str(self.name.clone()),
            "length" => count(self.length),
            "index" => count(index + 1),
            "index0" => count(index),
            // After the last item, these are negative.
            "rindex" => difference(self.length, index),
            "rindex0" => difference(self.length, index + 1),
            "first" => Value::Bool(index == 0),
            "last" => Value::Bool(index + 1 == self.length),
            "parentloop" => {
                // It may be a loop around the template.
                if let Some(sharing) = host.sharing() {
                    sharing.note("`forloop.parentloop`");
                }
                self.parent.clone().map_or(Value::Nil, |parent| Value::Drop(parent))
            }
            _ => return Ok(None),
        }))
    }

    fn stability(&self, _host: &mut dyn Host) -> Stability {
        Stability::Loop
    }

    fn class(&self) -> &'static str {
        "Liquid::ForloopDrop"
    }

    fn is_hash(&self) -> bool {
        false
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

pub(super) fn difference(a: usize, b: usize) -> Value {
    Value::Int(i64::try_from(a).unwrap_or(i64::MAX).saturating_sub(i64::try_from(b).unwrap_or(i64::MAX)))
}
