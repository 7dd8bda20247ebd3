//! What renderings leave for later ones in site order, where templates can see it.

use super::ties::{Share, Tie};
use super::{SiteView, layouts};
use hastie_liquid::{Counters, Registers, Value};
use std::collections::HashMap;

/// The state that passes from one rendering to the next.
#[derive(Debug, Clone)]
pub struct Leftovers {
    /// The registers of each template, by path: where `cycle`, `ifchanged` and `offset: continue` are.
    pub registers: HashMap<String, Registers>,
    /// What `increment` and `decrement` counted.
    pub counters: Counters,
    /// The last layout's `layout` variable.
    pub layout: Value,
    /// The last layout's `content` variable.
    pub content: Value,
}

impl Default for Leftovers {
    fn default() -> Self {
        Leftovers { registers: HashMap::new(), counters: Counters::default(), layout: Value::Nil, content: Value::Nil }
    }
}

impl Leftovers {
    /// The part of the state that a step shares with others.
    pub(super) fn part(&self, share: &Share) -> Leftovers {
        let mut part = Leftovers::default();
        part.take(self, share);
        part
    }

    /// Takes over what a step made of its part.
    pub(super) fn take(&mut self, part: &Leftovers, share: &Share) {
        for name in &share.counters {
            if let Some(value) = part.counters.get(name) {
                self.counters.set(name.clone(), value.clone());
            }
        }
        for path in &share.registers {
            if let Some(registers) = part.registers.get(path) {
                self.registers.insert(path.clone(), registers.clone());
            }
        }
    }
}

/// What an entry's layouts left.
#[derive(Debug)]
pub struct Left {
    layout: Value,
    /// Nil where it has no layout: then what was there before stays.
    content: Value,
}

impl Left {
    /// What is there after an entry's turn.
    pub(super) fn of(leftovers: &Leftovers) -> Self {
        Left { layout: leftovers.layout.clone(), content: leftovers.content.clone() }
    }
}

/// `layout` and `content` as the entry at `place` finds them; all entries before it are finished.
pub(super) fn found(view: &SiteView, ties: &[Tie], place: usize) -> (Value, Value) {
    let (mut layout, mut content) = (None, None);
    // Entries without layouts, the last first: each lays what it found over its layout's front matter.
    let mut unplaced = Vec::new();
    for before in (0..place).rev() {
        let Some(left) = view.entries[before].left.get() else { break };
        // Whoever looked back itself knows what was there.
        if (ties[before].looks_back || !left.content.is_nil()) && content.is_none() {
            content = Some(left.content.clone());
        }
        if layout.is_none() {
            if ties[before].looks_back || view.entries[before].item().is_placed() {
                layout = Some(left.layout.clone());
            } else {
                unplaced.push(before);
            }
        }
        if layout.is_some() && content.is_some() {
            break;
        }
    }
    let found = layout.unwrap_or(Value::Nil);
    let layout = unplaced
        .into_iter()
        .rev()
        .fold(found, |layout, before| layouts::before_body(view, view.entries[before].item(), &layout));
    (layout, content.unwrap_or(Value::Nil))
}
