//! Lists and the lists of arguments that a rest parameter collects.

use super::Value;
use indexmap::IndexMap;
use std::cell::Cell;
use std::sync::Arc;

/// What stands between the elements of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListSeparator {
    /// A space.
    Space,
    /// A comma.
    Comma,
    /// A slash.
    Slash,
    /// Nothing yet: the list has fewer than two elements.
    Undecided,
}

impl ListSeparator {
    /// The name that `list.separator()` gives.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ListSeparator::Comma => "comma",
            ListSeparator::Slash => "slash",
            ListSeparator::Space | ListSeparator::Undecided => "space",
        }
    }

    /// The character that separates; none where it is undecided.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            ListSeparator::Comma => ",",
            ListSeparator::Slash => "/",
            ListSeparator::Space => " ",
            ListSeparator::Undecided => "",
        }
    }
}

/// A list.
#[derive(Clone, Debug)]
pub struct List {
    /// The elements.
    pub elements: Vec<Value>,
    /// What stands between them.
    pub separator: ListSeparator,
    /// Whether square brackets stand around them.
    pub brackets: bool,
}

impl List {
    /// A list without brackets.
    #[must_use]
    pub fn new(elements: Vec<Value>, separator: ListSeparator) -> List {
        List { elements, separator, brackets: false }
    }
}

/// The keyword arguments of an argument list, in the order they were passed, without `$`.
pub type Keywords = IndexMap<Arc<str>, Value, super::map::BuildHasher>;

/// The positional and keyword arguments that a rest parameter collected.
#[derive(Clone, Debug)]
pub struct ArgumentList {
    /// The positional arguments. The list never has brackets.
    pub list: List,
    keywords: Keywords,
    accessed: Cell<bool>,
}

impl ArgumentList {
    /// A list of arguments.
    #[must_use]
    pub fn new(elements: Vec<Value>, keywords: Keywords, separator: ListSeparator) -> ArgumentList {
        ArgumentList { list: List::new(elements, separator), keywords, accessed: Cell::new(false) }
    }

    /// The keyword arguments. Whoever asks for them is taken to know what to do with unknown names.
    #[must_use]
    pub fn keywords(&self) -> &Keywords {
        self.accessed.set(true);
        &self.keywords
    }

    /// The keyword arguments, without being taken to have seen them.
    #[must_use]
    pub fn peek_keywords(&self) -> &Keywords {
        &self.keywords
    }

    /// Whether [`ArgumentList::keywords`] was called.
    #[must_use]
    pub fn keywords_accessed(&self) -> bool {
        self.accessed.get()
    }
}
