//! State that passes from one rendering to later ones in site order, where templates can see it.

use super::dependencies::{Dependencies, PhaseDependencies};
use super::{SiteView, layouts};
use hastie_liquid::{Counters, Registers, Value};
use std::collections::HashMap;

/// The state that renderings share.
#[derive(Debug, Clone)]
pub struct SharedState {
    /// The registers of each template, by path: where `cycle`, `ifchanged` and `offset: continue` are.
    pub registers: HashMap<String, Registers>,
    /// The counters of `increment` and `decrement`.
    pub counters: Counters,
    /// The last layout's `layout` variable.
    pub layout: Value,
    /// The last layout's `content` variable.
    pub content: Value,
}

impl Default for SharedState {
    fn default() -> Self {
        SharedState {
            registers: HashMap::new(),
            counters: Counters::default(),
            layout: Value::Nil,
            content: Value::Nil,
        }
    }
}

impl SharedState {
    /// The part of the state that a step shares with others.
    pub(super) fn part(&self, share: &PhaseDependencies) -> SharedState {
        let mut part = SharedState::default();
        part.take(self, share);
        part
    }

    /// Takes over a step's part of the state after the step.
    pub(super) fn take(&mut self, part: &SharedState, share: &PhaseDependencies) {
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

/// The variables that an item's layouts left.
#[derive(Debug)]
pub struct LayoutState {
    layout: Value,
    /// Nil where it has no layout: then what was there before stays.
    content: Value,
}

impl LayoutState {
    /// The variables after an item was rendered.
    pub(super) fn of(shared_state: &SharedState) -> Self {
        LayoutState { layout: shared_state.layout.clone(), content: shared_state.content.clone() }
    }
}

/// `layout` and `content` as the item at `index` finds them; all items before it are finished.
pub(super) fn found(view: &SiteView, dependencies: &[Dependencies], index: usize) -> (Value, Value) {
    let (mut layout, mut content) = (None, None);
    // Entries without layouts, the last first: each lays what it found over its layout's front matter.
    let mut unplaced = Vec::new();
    for before in (0..index).rev() {
        let Some(layout_state) = view.slots[before].layout_state.get() else { break };
        // Whoever read the layout state itself knows what was there.
        if (dependencies[before].reads_layout_state || !layout_state.content.is_nil()) && content.is_none() {
            content = Some(layout_state.content.clone());
        }
        if layout.is_none() {
            if dependencies[before].reads_layout_state || view.slots[before].item().is_placed() {
                layout = Some(layout_state.layout.clone());
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
        .fold(found, |layout, before| layouts::before_body(view, view.slots[before].item(), &layout));
    (layout, content.unwrap_or(Value::Nil))
}
