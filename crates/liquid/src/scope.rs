//! The variables of a rendering: assigned variables, the scopes of loops and includes, counters, and the variables
//! passed to the rendering.
//!
//! Reading a variable returns a reference without copying, unless a drop creates the value.

use crate::expression::Path;
use crate::memo::recorder::{Place, Recorder};
use crate::value::key::Name;
use crate::value::{Abort, ErrorKind, Hash, Host, Str, Value};
use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

/// The maximum number of nested scopes (`Liquid::Block::MAX_DEPTH`), including the outermost.
const MAX_SCOPES: usize = 100;

#[derive(Debug)]
pub(crate) struct Variables {
    /// The outermost scope: Ruby's `scopes.last`.
    assigned: Hash,
    /// The variables of all inner scopes, outermost first. There are rarely more than a handful, so they are in one
    /// list.
    locals: Vec<Local>,
    /// The index in `locals` at which each inner scope starts.
    starts: Vec<usize>,
    /// The counters of `increment` and `decrement`, which are read as variables if no scope has the name.
    pub(crate) counters: Hash,
    pub(crate) environment: Value,
    strict: bool,
    places: Places,
    /// The steps for reads since the last call of `Variables::take_work`.
    work: Cell<u64>,
    /// The parts of templates that are being recorded for the memo.
    pub(crate) recorder: Recorder,
}

#[derive(Debug)]
struct Local {
    name: Name,
    value: Value,
}

/// The places of the variables that were read last outside of the inner scopes, by the digests of their names. A
/// template reads the same few variables again and again, so most are found without a search.
#[derive(Debug)]
struct Places([Cell<Outside>; PLACES]);

/// The place where a variable was found last: an index in the assigned variables or in the environment. Several names
/// share an entry of [`Places`], so the name at the index is checked.
#[derive(Debug, Clone, Copy)]
enum Outside {
    Unknown,
    Assigned(usize),
    /// The index in the environment, and the number of assigned variables when the variable was found. A variable that
    /// was assigned later may hide it.
    Environment(usize, usize),
}

const PLACES: usize = 32;

impl Default for Places {
    fn default() -> Self {
        Places([const { Cell::new(Outside::Unknown) }; PLACES])
    }
}

impl Places {
    #[inline]
    fn of(&self, name: &Name) -> &Cell<Outside> {
        &self.0[name.code.digest() as usize % PLACES]
    }
}

/// The result of looking up a variable or a key: a stored value, a new value, or nothing.
pub(crate) enum Found<'v> {
    /// A reference to a value that already exists, such as the value of a variable.
    Borrowed(&'v Value),
    /// A value that was created for the lookup, such as the result of a drop.
    Owned(Value),
    /// No such variable or key.
    Missing,
}

impl<'v> Found<'v> {
    /// A reference to the value, or to nil if it is missing. A value that was created for the lookup is first moved
    /// into `slot`.
    #[inline]
    pub(crate) fn keep(self, slot: &'v mut Value) -> &'v Value {
        match self {
            Found::Borrowed(value) => value,
            Found::Owned(value) => {
                *slot = value;
                slot
            }
            Found::Missing => &Value::Nil,
        }
    }

    /// Copies a borrowed value, so that the result does not borrow from the object that was searched.
    pub(crate) fn detached(self) -> Found<'static> {
        match self {
            Found::Borrowed(value) => Found::Owned(value.clone()),
            Found::Owned(value) => Found::Owned(value),
            Found::Missing => Found::Missing,
        }
    }

    pub(crate) fn into_value(self) -> Value {
        match self {
            Found::Borrowed(value) => value.clone(),
            Found::Owned(value) => value,
            Found::Missing => Value::Nil,
        }
    }
}

/// The index of a local variable. Loops use the index to set the variable again without a search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slot(usize);

impl Variables {
    pub(crate) fn new(environment: Value, assigned: Hash, counters: Hash, strict: bool, converts: bool) -> Self {
        Variables {
            assigned,
            locals: Vec::new(),
            starts: Vec::new(),
            counters,
            environment,
            strict,
            places: Places::default(),
            work: Cell::new(0),
            recorder: Recorder::new(converts),
        }
    }

    /// The counters and the assigned variables that remain after a rendering.
    pub(crate) fn left(self) -> (Hash, Hash) {
        (self.counters, self.assigned)
    }

    /// Adds steps to the sum that [`Variables::take_work`] returns.
    #[inline]
    pub(crate) fn note(&self, steps: u64) {
        self.work.set(self.work.get().saturating_add(steps));
    }

    /// The steps that [`Variables::take_work`] would return now. They stay in the sum.
    pub(crate) fn pending_work(&self) -> u64 {
        self.work.get()
    }

    #[inline]
    pub(crate) fn take_work(&self) -> u64 {
        self.work.take()
    }

    /// Whether undefined variables are errors. Otherwise, such variables are nil.
    #[inline]
    pub(crate) fn strict(&self) -> bool {
        self.strict
    }

    /// The variable with this name in the innermost scope that has it, then in the counters, then in the environment. A
    /// missing variable is nil, or an error if `needed` is set and variables are strict.
    #[inline]
    pub(crate) fn find(&self, name: &Name, needed: bool, host: &mut dyn Host) -> Result<Found<'_>, Abort> {
        if self.recorder.watches_reads() {
            return self.find_watched(name, needed, || Path::of_name(name), host);
        }
        self.find_unrecorded(name, needed, host)
    }

    /// Like [`Variables::find`], if reads of variables are recorded or objects in variables are converted. `path` is
    /// the part of the variable that is read.
    #[inline(never)]
    pub(crate) fn find_watched(
        &self,
        name: &Name,
        needed: bool,
        path: impl FnOnce() -> Path,
        host: &mut dyn Host,
    ) -> Result<Found<'_>, Abort> {
        if self.recorder.is_active() {
            self.record_read(&path(), host)?;
        }
        let found = self.find_unrecorded(name, needed, host)?;
        if !self.recorder.converts() {
            return Ok(found);
        }
        let object = match &found {
            Found::Borrowed(Value::Drop(object)) | Found::Owned(Value::Drop(object)) => object,
            _ => return Ok(found),
        };
        Ok(object.to_liquid(host)?.map_or(found, |value| Found::Owned(to_liquid(value))))
    }

    /// Lets templates see the `to_liquid` of the objects in variables from now on.
    pub(crate) fn convert(&mut self) {
        self.recorder.convert();
    }

    /// Like [`Variables::find`], but does not record the read.
    #[inline]
    pub(crate) fn find_unrecorded(&self, name: &Name, needed: bool, host: &mut dyn Host) -> Result<Found<'_>, Abort> {
        if let Some(found) = self.locals.iter().rev().find(|local| local.name.is(name)) {
            return Ok(Found::Borrowed(&found.value));
        }
        let remembered = match (self.places.of(name).get(), &self.environment) {
            (Outside::Assigned(index), _) => self.assigned.name_at(index, name),
            (Outside::Environment(index, assigned), Value::Hash(hash)) if assigned == self.assigned.len() => {
                hash.name_at(index, name).filter(|_| self.counters.is_empty())
            }
            _ => None,
        };
        match remembered {
            Some(value) => Ok(Found::Borrowed(value)),
            None => self.find_outside(name, needed, host),
        }
    }

    /// The number of variables in all open scopes, without the outermost, which contains the assigned variables.
    pub(crate) fn local_count(&self) -> usize {
        self.locals.len()
    }

    /// The index of a variable among the local variables, or [`Place::Outside`] if it is not local.
    pub(crate) fn place(&self, name: &Name) -> Place {
        self.locals.iter().rposition(|local| local.name.is(name)).map_or(Place::Outside, Place::Local)
    }

    /// The value that `assign` or `capture` has set, or nil. Local variables are ignored.
    pub(crate) fn assigned_value(&self, name: &Name) -> Value {
        self.assigned.get_name(name).cloned().unwrap_or(Value::Nil)
    }

    /// See [`Context::squash`](crate::Context::squash).
    pub(crate) fn squash(&mut self, host: &mut dyn Host) -> Result<(), Abort> {
        if self.assigned.is_empty() {
            return Ok(());
        }
        let names = match &self.environment {
            Value::Drop(object) => object.keys(host)?,
            _ => Vec::new(),
        };
        for (key, value) in self.assigned.iter_mut() {
            let Some(name) = key.as_str() else { continue };
            let new = match &self.environment {
                Value::Hash(hash) => hash.get(name).cloned(),
                Value::Drop(object) if names.iter().any(|own| own.as_str() == name) => object.get(name, host)?,
                _ => None,
            };
            if let Some(new) = new {
                *value = new;
            }
        }
        Ok(())
    }

    fn find_outside(&self, name: &Name, needed: bool, host: &mut dyn Host) -> Result<Found<'_>, Abort> {
        if let Some((index, value)) = self.assigned.find_name(name) {
            self.places.of(name).set(Outside::Assigned(index));
            return Ok(Found::Borrowed(value));
        }
        if let Some(value) = self.counters.get_name(name) {
            return Ok(Found::Borrowed(value));
        }
        let found = match &self.environment {
            Value::Hash(hash) => match hash.find_name(name) {
                Some((index, value)) => {
                    self.places.of(name).set(Outside::Environment(index, self.assigned.len()));
                    Found::Borrowed(value)
                }
                None => Found::Missing,
            },
            Value::Drop(object) => object.get(&name.text, host)?.map_or(Found::Missing, Found::Owned),
            _ => Found::Missing,
        };
        match found {
            Found::Missing if needed && self.strict => Err(undefined_variable(&name.text)),
            Found::Missing => Ok(Found::Borrowed(&Value::Nil)),
            found => Ok(found),
        }
    }

    /// The variable whose name is the value `name`. A name that is not a string is looked up only in the environment,
    /// and only if the environment is a Hash.
    pub(crate) fn find_by_value(&self, name: &Value, host: &mut dyn Host) -> Result<Found<'_>, Abort> {
        self.note(steps_of_key(name));
        if let Value::Str(text) = name {
            return self.find(&Name::new(text), true, host);
        }
        self.recorder.refuse(|| "it reads a variable whose name is not a string".into());
        let found = match &self.environment {
            Value::Hash(hash) => hash.get_value(name),
            _ => None,
        };
        match found {
            Some(value) => Ok(Found::Borrowed(value)),
            None if self.strict => Err(undefined_variable(&name.to_s(host)?)),
            None => Ok(Found::Borrowed(&Value::Nil)),
        }
    }

    /// The current value of a counter. Without such a counter, the value of this name in the environment, or nil.
    /// Scopes are not searched.
    pub(crate) fn counted(&self, name: &str, host: &mut dyn Host) -> Result<Value, Abort> {
        if let Some(value) = self.counters.get(name) {
            return Ok(value.clone());
        }
        Ok(match &self.environment {
            Value::Hash(hash) => hash.get(name).cloned(),
            Value::Drop(object) => object.get(name, host)?,
            _ => None,
        }
        .unwrap_or(Value::Nil))
    }

    /// Sets a variable in the outermost scope and returns its previous value. `None` for a new variable.
    pub(crate) fn assign(&mut self, name: &Name, value: Value) -> Option<Value> {
        if self.recorder.is_active() {
            self.recorder.assigned(name);
        }
        if let Outside::Assigned(index) = self.places.of(name).get()
            && let Some(stored) = self.assigned.name_at_mut(index, name)
        {
            return Some(std::mem::replace(stored, value));
        }
        self.assigned.replace_name(name, value)
    }

    /// Whether the variable in the outermost scope is an array, and no inner scope has a variable of this name.
    pub(crate) fn is_assigned_array(&self, name: &Name) -> bool {
        matches!(self.assigned.get_name(name), Some(Value::Array(_)))
            && !self.locals.iter().any(|local| local.name.is(name))
    }

    /// Moves an array out of the outermost scope, so that the caller can change the array without a copy and assign it
    /// again. Until then, the variable is nil. `None` if the variable is not an array.
    pub(crate) fn take_array(&mut self, name: &Name) -> Option<Arc<Vec<Value>>> {
        match self.assigned.get_name(name)? {
            Value::Array(_) => {}
            _ => return None,
        }
        match self.assigned.replace_name(name, Value::Nil)? {
            Value::Array(items) => Some(items),
            _ => None,
        }
    }

    /// Access to every variable of every scope, for plugins that change objects in place.
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.recorder.refuse(|| "a filter in it changes variables".into());
        let locals = self.locals.iter_mut().map(|local| &mut local.value);
        locals.chain(self.assigned.iter_mut().map(|(_, value)| value))
    }

    /// Enters a scope, which [`Variables::pop`] leaves.
    ///
    /// # Errors
    /// `Liquid::StackLevelError` beyond 100 scopes.
    pub(crate) fn push(&mut self) -> Result<(), Abort> {
        self.starts.push(self.locals.len());
        if self.starts.len() >= MAX_SCOPES {
            return Err(Abort::error(ErrorKind::LiquidStackLevel, "Nesting too deep"));
        }
        Ok(())
    }

    /// Leaves the scope that was entered last, and removes its variables.
    pub(crate) fn pop(&mut self) {
        if let Some(start) = self.starts.pop() {
            self.locals.truncate(start);
        }
    }

    /// Sets a key of the environment. Returns whether the environment is a drop, which only the host can change.
    pub(crate) fn set_outside(&mut self, key: &str, value: &Value) -> bool {
        self.recorder.refuse(|| "it changes the environment".into());
        if self.counters.contains_key(key) {
            self.counters.set(key, value.clone());
        }
        if let Value::Hash(hash) = &mut self.environment {
            self.places = Places::default();
            Arc::make_mut(hash).set(key, value.clone());
            return false;
        }
        true
    }

    /// The number of open scopes without the outermost.
    pub(crate) fn depth(&self) -> usize {
        self.starts.len()
    }

    /// The indexes in `locals` of an inner scope.
    fn range(&self, depth: usize) -> Option<Range<usize>> {
        let start = *self.starts.get(depth.checked_sub(1)?)?;
        Some(start..self.starts.get(depth).copied().unwrap_or(self.locals.len()))
    }

    /// The variables of the scope at a depth. The outermost scope has the depth 0.
    pub(crate) fn scope(&self, depth: usize) -> Option<Hash> {
        self.recorder.refuse(|| "it reads a whole scope".into());
        if depth == 0 {
            return Some(self.assigned.clone());
        }
        let mut scope = Hash::new();
        for local in &self.locals[self.range(depth)?] {
            if !local.name.text.is_empty() {
                scope.replace_name(&local.name, local.value.clone());
            }
        }
        Some(scope)
    }

    /// A variable of the scope at a depth. Other scopes are not searched.
    pub(crate) fn in_scope(&self, depth: usize, name: &Name) -> Option<&Value> {
        self.recorder.refuse(|| "it reads a single scope".into());
        if depth == 0 {
            return self.assigned.get_name(name);
        }
        self.locals[self.range(depth)?].iter().find(|local| local.name.is(name)).map(|local| &local.value)
    }

    /// Sets a variable of an inner scope. False if a scope that is not the innermost would need another variable: loops
    /// keep the indexes of variables, so none can be inserted.
    pub(crate) fn set_in_scope(&mut self, depth: usize, name: &Name, value: Value) -> bool {
        if depth == self.starts.len() {
            self.set(name, value);
            return true;
        }
        let found = self.range(depth).and_then(|range| {
            let scope = &mut self.locals[range];
            let at = scope.iter().position(|local| local.name.is(name));
            let at = at.or_else(|| scope.iter().position(|local| local.name.text.is_empty()))?;
            scope.get_mut(at)
        });
        found.map(|local| *local = Local { name: name.clone(), value }).is_some()
    }

    /// Removes a variable of a scope. The variables behind it keep their indexes.
    pub(crate) fn remove_from_scope(&mut self, depth: usize, name: &Name) -> Option<Value> {
        self.recorder.refuse(|| "it removes a variable".into());
        if depth == 0 {
            self.places = Places::default();
            return self.assigned.remove(&name.text);
        }
        let range = self.range(depth)?;
        let local = self.locals[range].iter_mut().find(|local| local.name.is(name))?;
        local.name = Name::new("");
        Some(std::mem::replace(&mut local.value, Value::Nil))
    }

    /// Sets a variable in the innermost scope. Returns its slot, or `None` for the outermost scope, which has no slots.
    pub(crate) fn set(&mut self, name: &Name, value: Value) -> Option<Slot> {
        let Some(&start) = self.starts.last() else {
            self.assign(name, value);
            return None;
        };
        match self.locals[start..].iter().position(|local| local.name.is(name)) {
            Some(found) => {
                self.locals[start + found].value = value;
                self.recorder.changed_local(start + found);
                Some(Slot(start + found))
            }
            None => {
                self.locals.push(Local { name: name.clone(), value });
                Some(Slot(self.locals.len() - 1))
            }
        }
    }

    /// Sets the variable in a slot that [`Variables::set`] has returned. The scope of the slot must still exist.
    #[inline]
    pub(crate) fn set_at(&mut self, slot: Slot, value: Value) {
        if let Some(local) = self.locals.get_mut(slot.0) {
            local.value = value;
        }
    }
}

/// Ruby's `to_liquid`: symbols become strings, and the literals `empty` and `blank` become empty strings.
#[inline]
pub(crate) fn to_liquid(value: Value) -> Value {
    match &value {
        Value::Empty | Value::Blank => Value::Str(Str::default()),
        Value::Symbol(name) => Value::Str(Str::clone(name)),
        _ => value,
    }
}

/// An estimate of the steps for hashing a key: one step for every 32 bytes of a string, and none for other keys.
#[inline]
pub(crate) fn steps_of_key(key: &Value) -> u64 {
    key.as_str().map_or(0, |text| text.len() as u64 / 32)
}

/// The error for a variable or key that does not exist, with strict variables.
pub(crate) fn undefined_variable(name: &str) -> Abort {
    Abort::error(ErrorKind::LiquidUndefinedVariable, format!("undefined variable {name}"))
}
