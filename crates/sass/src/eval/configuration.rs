//! Module configurations: the values that `with (…)` assigns to variables with `!default`.

use super::table::Table;
use crate::syntax::ForwardRule;
use crate::syntax::Visibility;
use crate::value::Value;
use crate::{Span, Symbol};
use std::cell::RefCell;
use std::rc::Rc;

/// The value that a configuration, such as `with (…)`, gives to a variable of a module.
#[derive(Clone)]
pub(super) struct ConfiguredValue {
    pub(super) value: Value,
    /// The span of the variable in `with (…)`. `None` for a variable that is visible at an `@import`.
    pub(super) configured: Option<Span>,
    /// The span of the value's assignment. It becomes the span of the module's variable.
    pub(super) assigned: Span,
}

/// The values for variables of a module, from `with (…)` or from the variables that are visible at an `@import`. Values
/// are removed when they are used, so the unused ones can be reported.
#[derive(Clone)]
pub(super) struct Configuration {
    /// The unused values by the names in `with (…)`.
    values: Rc<RefCell<Table<ConfiguredValue>>>,
    /// Maps the names of variables in a forwarded module to names in `values`, which can begin with the prefix of the
    /// `@forward`. `None` without `@forward`.
    names: Option<Rc<Table<Symbol>>>,
    /// The span of the rule with `with (…)`. `None` if the values come from variables that are visible at an `@import`.
    pub(super) explicit: Option<Span>,
    /// The identity of the original configuration that this one is derived from.
    origin: Rc<()>,
}

impl Default for Configuration {
    fn default() -> Self {
        Configuration { values: Rc::default(), names: None, explicit: None, origin: Rc::new(()) }
    }
}

impl Configuration {
    pub(super) fn new(values: Table<ConfiguredValue>, explicit: Option<Span>) -> Configuration {
        Configuration { values: Rc::new(RefCell::new(values)), explicit, ..Configuration::default() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names().is_empty()
    }

    pub(super) fn same_origin(&self, other: &Configuration) -> bool {
        Rc::ptr_eq(&self.origin, &other.origin)
    }

    /// The names of the values that no variable has used yet.
    pub(super) fn names(&self) -> Vec<Symbol> {
        let values = self.values.borrow();
        match &self.names {
            None => values.keys().collect(),
            Some(names) => names.iter().filter(|(_, inner)| values.contains(**inner)).map(|(name, _)| name).collect(),
        }
    }

    fn inner(&self, name: Symbol) -> Option<Symbol> {
        match &self.names {
            None => Some(name),
            Some(names) => names.get(name).copied(),
        }
    }

    pub(super) fn get(&self, name: Symbol) -> Option<ConfiguredValue> {
        self.values.borrow().get(self.inner(name)?).cloned()
    }

    pub(super) fn remove(&self, name: Symbol) -> Option<ConfiguredValue> {
        if self.values.borrow().is_empty() {
            return None;
        }
        self.values.borrow_mut().remove(self.inner(name)?)
    }

    /// The values that `rule` passes on to the module that it forwards. Their names start with the rule's prefix, which
    /// is removed, and the rule does not hide them.
    pub(super) fn through_forward(&self, rule: &ForwardRule) -> Configuration {
        if self.is_empty() {
            return self.clone();
        }
        let mut names = Table::default();
        for name in self.names() {
            let shown = match &rule.visibility {
                Visibility::All => true,
                Visibility::Show(_, variables) => variables.contains(&name),
                Visibility::Hide(_, variables) => !variables.contains(&name),
            };
            let stripped = match &rule.prefix {
                Some(prefix) => name.as_str().strip_prefix(&**prefix).map(Symbol::new),
                None => Some(name),
            };
            if let (true, Some(stripped), Some(inner)) = (shown, stripped, self.inner(name)) {
                names.insert(stripped, inner);
            }
        }
        Configuration { names: Some(Rc::new(names)), ..self.clone() }
    }

    /// All unused values by name. If a `@forward` with a prefix has passed the values on, the names lack the prefix.
    pub(super) fn values(&self) -> Table<ConfiguredValue> {
        self.names().into_iter().filter_map(|name| self.get(name).map(|value| (name, value))).collect()
    }
}
