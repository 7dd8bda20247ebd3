//! The depth and size of values, which are limited so that no traversal exhausts the stack or runs too long.
//!
//! A list can contain the same list several times. A few lines of Sass can therefore create a value with more elements
//! than fit in memory, without using any memory itself.

/// The nesting depth of a value, and the number of values in it: for the list `(a, (b, c))`, depth 2 and five values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeSize {
    depth: u32,
    nodes: u32,
}

/// The error message about a value that is too large or nested too deeply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge(pub &'static str);

/// The maximum nesting depth of lists, maps and calculations.
const MAX_DEPTH: u32 = 500;
/// The maximum number of values in a list, map or calculation, including nested ones.
const MAX_NODES: u32 = 4_000_000;
/// The maximum length of a string, in bytes.
const MAX_STRING: usize = 64 << 20;
/// The number of values that the functions and operators of a compilation may read and write. Four bytes of text count
/// as one value. A list that grows by one element in each of 45,000 calls needs about this number.
const MAX_WORK: u64 = 1_000_000_000;

impl TreeSize {
    /// The size of a value that contains values with these sizes: one level deeper than the deepest of these values.
    #[must_use]
    pub fn containing(inner: impl IntoIterator<Item = TreeSize>) -> TreeSize {
        inner.into_iter().fold(TreeSize { depth: 1, nodes: 1 }, TreeSize::with)
    }

    /// The size of a text of `length` bytes: one value for each four bytes, but at least one.
    pub fn of_text(length: usize) -> TreeSize {
        TreeSize { depth: 0, nodes: u32::try_from(length / 4).unwrap_or(u32::MAX).max(1) }
    }

    /// The size with `inner` as an additional value inside. The depth increases only if `inner` is deeper than all
    /// values inside so far.
    #[must_use]
    pub fn with(self, inner: TreeSize) -> TreeSize {
        TreeSize { depth: self.depth.max(inner.depth + 1), nodes: self.nodes.saturating_add(inner.nodes.max(1)) }
    }

    /// The size after the removal of a nested value. The depth is not reduced, so it becomes an upper bound.
    #[must_use]
    pub fn without(self, inner: TreeSize) -> TreeSize {
        TreeSize { nodes: self.nodes.saturating_sub(inner.nodes.max(1)), ..self }
    }

    /// The number of values. [`TreeSize::of_text`] counts each four bytes of a text as one value.
    #[must_use]
    pub fn nodes(self) -> u64 {
        u64::from(self.nodes)
    }

    /// Fails if the value is nested too deeply or is too large for traversal.
    pub fn check(self) -> Result<(), TooLarge> {
        if self.depth > MAX_DEPTH {
            return Err(TooLarge("Values are nested too deeply."));
        }
        if self.nodes > MAX_NODES {
            return Err(TooLarge("Values are too large."));
        }
        Ok(())
    }
}

/// Fails if a text has more than 64 MiB, the limit for strings.
pub fn check_text(text: &str) -> Result<(), TooLarge> {
    if text.len() > MAX_STRING { Err(TooLarge("Strings are too long.")) } else { Ok(()) }
}

/// The number of values that a compilation has read and written, in functions, operators, loops and interpolation. Each
/// compilation has a limit for it.
///
/// The number of statements does not limit this work: a statement can compare, copy or search values of megabytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    nodes: u64,
}

impl Work {
    /// Counts the traversal of this many values. Returns false if the limit is exceeded.
    #[must_use]
    pub fn count(&mut self, nodes: u64) -> bool {
        self.nodes = self.nodes.saturating_add(nodes);
        self.nodes <= MAX_WORK
    }
}
