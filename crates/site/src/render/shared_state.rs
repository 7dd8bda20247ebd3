//! State that earlier renderings leave for later ones in site order, as far as templates can see it.

use super::dependencies::{Dependencies, PhaseDependencies};
use super::{SiteView, layout_chain};
use hastie_liquid::{Counters, Registers, Value};
use std::collections::HashMap;

/// The state that one rendering leaves for later renderings: registers, counters, and the last layout's variables.
#[derive(Debug, Clone)]
pub struct SharedState {
    /// The registers of each template by path, used by `cycle`, `ifchanged` and `offset: continue`.
    pub registers: HashMap<String, Registers>,
    /// The counters of `increment` and `decrement`.
    pub counters: Counters,
    /// The `layout` variable left by the last layout.
    pub layout: Value,
    /// The `content` variable left by the last layout.
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
    /// The state before the first item. `:site, :pre_render` hooks may have set `layout` and `content`.
    pub(super) fn initial(view: &SiteView) -> SharedState {
        let variable = |name| view.payload.get(name).unwrap_or(Value::Nil);
        SharedState { layout: variable("layout"), content: variable("content"), ..SharedState::default() }
    }

    /// A state that contains only the counters and registers named in `share`, copied from this state.
    pub(super) fn part(&self, share: &PhaseDependencies) -> SharedState {
        let mut part = SharedState::default();
        part.take(self, share);
        part
    }

    /// Copies the counters and registers named in `share` from `part` into this state. A counter or register that
    /// `part` lacks is unchanged.
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

/// The variables `layout` and `content` that an item's layouts leave for later items.
#[derive(Debug, Clone)]
pub struct LayoutState {
    layout: Value,
    /// The text that the last layout has wrapped. Nil if the item has no layout: later items then see the text that an
    /// earlier item has left.
    content: Value,
}

impl LayoutState {
    /// Creates the state from the values of the two variables.
    pub(super) fn new(layout: Value, content: Value) -> Self {
        LayoutState { layout, content }
    }

    /// The variable `layout`: the merged front matter of layouts, or nil.
    pub fn layout(&self) -> &Value {
        &self.layout
    }

    /// The variable `content`: the text that the last layout has wrapped, or nil.
    pub fn content(&self) -> &Value {
        &self.content
    }

    /// Copies the variables `layout` and `content` from `shared_state`.
    pub(super) fn of(shared_state: &SharedState) -> Self {
        LayoutState { layout: shared_state.layout.clone(), content: shared_state.content.clone() }
    }
}

/// The variables `layout` and `content` when the rendering of the item in slot `index` starts. The item must have
/// `reads_layout_state` in `dependencies`, and all earlier items must be finished.
pub(super) fn found(view: &SiteView, dependencies: &[Dependencies], index: usize) -> (Value, Value) {
    let (mut layout, mut content) = (None, None);
    // Items without layouts, last first. Each merges the previous layout state over its layout's front matter.
    let mut unplaced = Vec::new();
    for before in (0..index).rev() {
        let Some(layout_state) = view.slots[before].layout_state.get() else { break };
        // An item that read the layout state itself has stored the merged value.
        if (dependencies[before].reads_layout_state || !layout_state.content.is_nil()) && content.is_none() {
            content = Some(layout_state.content.clone());
        }
        if layout.is_none() {
            if dependencies[before].reads_layout_state || view.slots[before].item().is_placed_in_layouts() {
                layout = Some(layout_state.layout.clone());
            } else {
                unplaced.push(before);
            }
        }
        if layout.is_some() && content.is_some() {
            break;
        }
    }
    // Before the first layout, they have the values that a hook of the site has set.
    let initial = SharedState::initial(view);
    let found = layout.unwrap_or(initial.layout);
    let layout = unplaced
        .into_iter()
        .rev()
        .fold(found, |layout, before| layout_chain::before_body(view, view.slots[before].item(), &layout));
    (layout, content.unwrap_or(initial.content))
}
