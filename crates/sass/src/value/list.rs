//! Lists, and the argument lists of rest parameters.

use super::Value;
use crate::Symbol;
use crate::syntax::Separator;
use hastie_sass_core::tree_size::TreeSize;
use std::cell::Cell;

impl Separator {
    /// The name returned by `list.separator()`. It is `space` for an undecided separator.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Separator::Comma => "comma",
            Separator::Slash => "slash",
            Separator::Space | Separator::Undecided => "space",
        }
    }
}

/// The elements of a list, their separator, and whether the list has square brackets.
#[derive(Clone, Debug)]
pub struct List {
    /// The elements, which may be lists themselves.
    pub items: Vec<Value>,
    /// The separator between the elements.
    pub separator: Separator,
    /// Whether the list is written in square brackets.
    pub brackets: bool,
    size: TreeSize,
}

impl List {
    /// Creates a list without brackets.
    #[must_use]
    pub fn new(items: Vec<Value>, separator: Separator) -> List {
        List { size: TreeSize::containing(items.iter().map(Value::tree_size)), items, separator, brackets: false }
    }

    /// The same list, written with square brackets if `brackets` is set, and otherwise without them.
    #[must_use]
    pub fn with_brackets(self, brackets: bool) -> List {
        List { brackets, ..self }
    }

    /// Appends an element, and adds its size to the result of [`List::tree_size`].
    pub fn push(&mut self, item: Value) {
        self.size = self.size.with(item.tree_size());
        self.items.push(item);
    }

    /// The nesting depth and the total number of values in the list, including nested values and the list itself.
    /// `TreeSize::check` fails if one of the two is too large.
    #[must_use]
    pub fn tree_size(&self) -> TreeSize {
        self.size
    }
}

/// The positional and named arguments of a rest parameter.
#[derive(Clone, Debug)]
pub struct ArgumentList {
    /// The positional arguments, in the order of the call.
    pub items: Vec<Value>,
    /// The separator between the positional arguments. Argument lists never have brackets.
    pub separator: Separator,
    keywords: Vec<(Symbol, Value)>,
    accessed: Cell<bool>,
    size: TreeSize,
}

impl ArgumentList {
    /// Creates an argument list. `keywords` are the named arguments in call order, with names without `$`.
    #[must_use]
    pub fn new(items: Vec<Value>, keywords: Vec<(Symbol, Value)>, separator: Separator) -> ArgumentList {
        let inner = items.iter().chain(keywords.iter().map(|(_, value)| value));
        let size = TreeSize::containing(inner.map(Value::tree_size));
        ArgumentList { items, separator, keywords, accessed: Cell::new(false), size }
    }

    /// The nesting depth and the total number of values in the arguments, including nested values and the list itself.
    /// `TreeSize::check` fails if one of the two is too large.
    #[must_use]
    pub fn tree_size(&self) -> TreeSize {
        self.size
    }

    /// The named arguments. Marks them as accessed, which suppresses the error for unknown names.
    #[must_use]
    pub fn keywords(&self) -> &[(Symbol, Value)] {
        self.accessed.set(true);
        &self.keywords
    }

    /// Whether [`ArgumentList::keywords`] was called. If so, unknown names are not an error.
    #[must_use]
    pub fn were_keywords_accessed(&self) -> bool {
        self.accessed.get()
    }
}
