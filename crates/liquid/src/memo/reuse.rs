//! Reuse of results while rendering: looks a part up in the memo, repeats its result, or records it.

use super::key::Key;
use super::{Outcome, Part, PartId};
use crate::context::Context;
use crate::template::Template;
use crate::value::key::Name;
use crate::value::sharing::Mark;
use crate::value::{Abort, Value};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The minimum number of steps of a part whose result is stored. For fewer steps, comparing values may take longer than
/// rendering.
const MIN_STEPS: u64 = 150;

/// The limit on the bytes of all texts in a memo. Beyond it, no results are added.
const MAX_SIZE: usize = 64 << 20;

/// The state of a context when a recording starts: the position in the host's record of side effects, and the numbers
/// of steps and errors so far.
pub(crate) struct Start {
    mark: Mark,
    steps: u64,
    errors: usize,
}

impl Context<'_> {
    /// Renders an included template, or repeats the result of an earlier rendering that has read the same values.
    pub(crate) fn reuse_partial(
        &mut self,
        template: &Template,
        out: &mut String,
        render: impl FnOnce(&mut Self, &mut String) -> Result<(), Abort>,
    ) -> Result<(), Abort> {
        let Some(part) = self.reusable(PartId::Template(template.address()), Some(template)) else {
            return render(self, out);
        };
        if let Some(outcome) = part.find(None, &self.variables, self.host)? {
            self.repeat(&outcome)?;
            out.push_str(outcome.value.as_str().unwrap_or_default());
            return Ok(());
        }
        let start = out.len();
        let Some(state) = self.begin_recording() else { return render(self, out) };
        let result = render(self, out);
        let text = match result {
            Ok(()) => Some(Value::from(&out[start..])),
            Err(_) => None,
        };
        self.end_recording(&part, state, None, text);
        result
    }

    /// Repeats the result of an earlier call if the input and all values that the earlier call read are the same.
    /// Otherwise calls `apply`. `serial` identifies the `{{ }}` or `assign`, and `count` is the number of its filters
    /// that `apply` calls.
    pub(crate) fn reuse_filtered(
        &mut self,
        (serial, count): (u64, usize),
        input: &Value,
        apply: impl FnOnce(&mut Self) -> Result<Value, Abort>,
    ) -> Result<Value, Abort> {
        let Some(part) = self.reusable(PartId::Filters(serial, count), None) else { return apply(self) };
        let Some(key) = Key::of(input, self.host) else { return apply(self) };
        if let Some(outcome) = part.find(Some(&key), &self.variables, self.host)? {
            self.repeat(&outcome)?;
            return Ok(outcome.value.clone());
        }
        let Some(state) = self.begin_recording() else { return apply(self) };
        let result = apply(self);
        self.end_recording(&part, state, Some(key), result.as_ref().ok().cloned());
        result
    }

    /// The part with this identifier, if its result may be reused now.
    fn reusable(&mut self, id: PartId, template: Option<&Template>) -> Option<Arc<Part>> {
        let memo = self.memo.as_ref()?;
        // After a `break`, a template ends early.
        if self.usage.depth > MAX_DEPTH || self.interrupted() || !self.host.sharing()?.is_allowed() {
            return None;
        }
        let new = || match template {
            Some(template) => {
                Part { name: template.name().cloned(), _template: Some(template.shared()), ..Part::default() }
            }
            None => Part::default(),
        };
        Some(memo.part(id, new)).filter(|part| !part.is_off.load(Ordering::Relaxed))
    }

    /// Whether there is room for another result. If so, counts its text.
    fn has_room(&self, outcome: &Outcome) -> bool {
        let bytes = outcome.value.as_str().map_or(0, str::len).max(1);
        let counted = |size: usize| (size < MAX_SIZE).then(|| size + bytes);
        let order = Ordering::Relaxed;
        self.memo.as_ref().is_some_and(|memo| memo.size.fetch_update(order, order, counted).is_ok())
    }

    /// Repeats the side effects of a rendering whose result is reused: variables, counters and messages.
    fn repeat(&mut self, outcome: &Outcome) -> Result<(), Abort> {
        self.spend(outcome.steps)?;
        self.variables.record_reads(&outcome.reads);
        for (name, value) in &outcome.assigned {
            self.assign_name(name, value.clone())?;
        }
        for (name, value) in &outcome.offsets {
            self.set_offset(name, value.clone());
        }
        self.us_ascii = outcome.us_ascii;
        if let Some(sharing) = self.host.sharing() {
            sharing.repeat(&outcome.effects);
        }
        Ok(())
    }

    fn begin_recording(&mut self) -> Option<Start> {
        self.spend_variable_steps().ok()?;
        let mark = self.host.sharing()?.mark();
        self.variables.begin_recording();
        Some(Start { mark, steps: self.usage.steps, errors: self.errors.len() })
    }

    /// Ends the recording, and adds the result to the part if it can be reused. `value` is the result. `None` if the
    /// part has failed.
    fn end_recording(&mut self, part: &Part, start: Start, input: Option<Key>, value: Option<Value>) {
        let recording = self.variables.recorder.end();
        let steps = (self.usage.steps + self.variables.pending_work()).saturating_sub(start.steps);
        let Some(value) = value else { return };
        if steps < MIN_STEPS {
            part.short.fetch_add(1, Ordering::Relaxed);
            return part.judge();
        }
        let effects = match self.host.sharing() {
            Some(sharing) => sharing.since(&start.mark),
            None => return,
        };
        let has_failed = self.errors.len() != start.errors || self.interrupted();
        match (recording.obstacle, effects) {
            (Some(why), _) => part.refuse(why),
            (None, Err(what)) => part.refuse(format!("it uses {what}")),
            (None, Ok(_)) if has_failed => part.refuse("it has an error or a `break`".into()),
            (None, Ok(effects)) => {
                let assigned = self.variables.assigned_values(recording.assigned);
                let offsets: Vec<_> = recording.offsets.into_iter().map(|name| self.offset(name)).collect();
                let us_ascii = self.us_ascii;
                let outcome = Outcome { value, us_ascii, reads: recording.reads, assigned, offsets, steps, effects };
                let input_is_stable = input.as_ref().is_none_or(|key| key.is_stable(self.host));
                if input_is_stable && outcome.is_stable(self.host) {
                    if self.has_room(&outcome) {
                        part.add(input, outcome);
                    }
                } else {
                    part.refuse("it reads an object that changes".into());
                }
            }
        }
        part.judge();
    }

    /// Prevents the reuse of the results of all parts that are being recorded. `why` returns the reason, for
    /// `PartReport`.
    pub(crate) fn refuse_reuse(&self, why: impl Fn() -> String) {
        if self.variables.recorder.is_active() {
            self.variables.recorder.refuse(why);
        }
    }

    /// Notes that the rendering uses code of a plugin, or state of other templates. Other renderings cannot reuse its
    /// result.
    pub(crate) fn note_unrepeatable(&mut self) {
        if let Some(sharing) = self.host.sharing() {
            sharing.note("a tag, filter or operator of a plugin, or state of other templates");
        }
    }

    /// Stores the index after the last item of the loop `name`, for a later `offset: continue`.
    pub(crate) fn set_offset(&mut self, name: &Name, offset: Value) {
        if self.variables.recorder.is_active() {
            self.variables.recorder.offset(name);
        }
        self.registers.offsets.replace_name(name, offset);
    }

    fn offset(&self, name: Name) -> (Name, Value) {
        let value = self.registers.offsets.get_name(&name).cloned().unwrap_or(Value::Nil);
        (name, value)
    }
}

/// The maximum nesting of templates whose results are reused. Deeper templates are always rendered, so that endless
/// recursion ends with the same error as without the memo.
const MAX_DEPTH: u32 = 100;
