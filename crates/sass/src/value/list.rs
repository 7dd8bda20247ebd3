//! Lists and the lists of arguments that a rest parameter collects.

use super::{Extent, Value};
use crate::Symbol;
use crate::syntax::Separator;
use std::cell::Cell;

impl Separator {
    /// The name that `list.separator()` gives.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Separator::Comma => "comma",
            Separator::Slash => "slash",
            Separator::Space | Separator::Undecided => "space",
        }
    }
}

/// A list.
#[derive(Clone, Debug)]
pub struct List {
    /// The elements.
    pub items: Vec<Value>,
    /// The separator of its elements.
    pub separator: Separator,
    /// Whether the list has square brackets.
    pub brackets: bool,
    extent: Extent,
}

impl List {
    /// A list without brackets.
    #[must_use]
    pub fn new(items: Vec<Value>, separator: Separator) -> List {
        List { extent: Extent::around(items.iter().map(Value::extent)), items, separator, brackets: false }
    }

    /// The list, with or without brackets.
    #[must_use]
    pub fn with_brackets(self, brackets: bool) -> List {
        List { brackets, ..self }
    }

    /// Adds an element at the end.
    pub fn push(&mut self, item: Value) {
        self.extent = self.extent.with(item.extent());
        self.items.push(item);
    }

    /// The depth and size of the list.
    #[must_use]
    pub fn extent(&self) -> Extent {
        self.extent
    }
}

/// The positional and keyword arguments that a rest parameter collected.
#[derive(Clone, Debug)]
pub struct ArgumentList {
    /// The positional arguments.
    pub items: Vec<Value>,
    /// The separator of its elements. An argument list never has brackets.
    pub separator: Separator,
    keywords: Vec<(Symbol, Value)>,
    accessed: Cell<bool>,
    extent: Extent,
}

impl ArgumentList {
    /// A list of arguments. The names are without `$`, in the order they were passed.
    #[must_use]
    pub fn new(items: Vec<Value>, keywords: Vec<(Symbol, Value)>, separator: Separator) -> ArgumentList {
        let inner = items.iter().chain(keywords.iter().map(|(_, value)| value));
        let extent = Extent::around(inner.map(Value::extent));
        ArgumentList { items, separator, keywords, accessed: Cell::new(false), extent }
    }

    /// The depth and size of the list.
    #[must_use]
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// The keyword arguments. Whoever asks for them is taken to know what to do with unknown names.
    #[must_use]
    pub fn keywords(&self) -> &[(Symbol, Value)] {
        self.accessed.set(true);
        &self.keywords
    }

    /// The keyword arguments, without being taken to have seen them.
    #[must_use]
    pub fn keywords_without_marking(&self) -> &[(Symbol, Value)] {
        &self.keywords
    }

    /// Whether [`ArgumentList::keywords`] was called.
    #[must_use]
    pub fn were_keywords_accessed(&self) -> bool {
        self.accessed.get()
    }
}
