//! The effects of a template: the state outside of itself that it reads and changes, known once the template is parsed.
//!
//! Jekyll renders one document after another and leaks state between them (see "Rendering order" in ARCHITECTURE.md).
//! An application that renders documents in parallel uses the effects to find out which templates depend on each other.

use crate::value::Str;
use std::collections::BTreeSet;

/// The reads and changes of a template that concern other renderings, such as counters. The effects of its partials are
/// not included, but found through [`TemplateEffects::partials`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TemplateEffects {
    /// Whether the template uses `cycle`, which continues where the last rendering of the template stopped.
    pub cycle: bool,
    /// Whether the template uses `ifchanged`, which compares its content with the content of the last `ifchanged`.
    pub ifchanged: bool,
    /// Whether the template uses `for ... offset: continue`, which continues where the last loop over the same
    /// collection, with the same variable, stopped.
    pub offset_continue: bool,
    /// The names used by `increment` and `decrement`. All later documents see them as variables.
    pub counters: BTreeSet<Str>,
    /// The first parts of the names of all variables that the template reads, such as `page` for `page.title`. If
    /// another template has a counter (`increment`) of this name, the order of the two renderings matters.
    pub reads: BTreeSet<Str>,
    /// Whether the template reads a variable whose name is only known when rendering (`{{ [x] }}`).
    pub reads_any: bool,
    /// The templates that tags such as `include` name, in order of appearance.
    pub partials: Vec<Partial>,
    /// The names of the filters that the template uses and that are registered as
    /// [recorded](crate::Registered::recorded_as).
    pub filters: BTreeSet<Str>,
}

/// A use of a tag such as `include`: the tag, and the template that it includes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partial {
    /// The name of the tag, such as `include` or `include_cached`.
    pub tag: Str,
    /// The name of the template, as written in the tag. `None` if the name is computed during the rendering.
    pub name: Option<Str>,
}

impl TemplateEffects {
    /// Whether the template reads the registers of `cycle`, `ifchanged` or `for ... offset: continue`. See
    /// [`crate::Registers`].
    pub fn registers(&self) -> bool {
        self.cycle || self.ifchanged || self.offset_continue
    }
}
