//! The effects of a template, its reads and changes outside itself, known as soon as it is parsed.
//!
//! Jekyll renders one document after another and leaks state between them (see ARCHITECTURE, rendering
//! order). A program that renders documents in parallel asks here which templates take part in that.

use crate::value::Str;
use std::collections::BTreeSet;

/// The state of other renderings that a template reads or changes, itself; what its partials do is
/// found through [`TemplateEffects::partials`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TemplateEffects {
    /// `cycle` goes on where the last rendering of the template stopped.
    pub cycle: bool,
    /// `ifchanged` compares with the last rendering's text.
    pub ifchanged: bool,
    /// `for ... offset: continue` goes on where a loop of that name stopped.
    pub offset_continue: bool,
    /// The names that `increment` and `decrement` count: visible to every later document as variables.
    pub counters: BTreeSet<Str>,
    /// The first names of all variables read: a template that reads a name which some other template
    /// counts depends on that template's turn.
    pub reads: BTreeSet<Str>,
    /// A variable's first name is only known when rendering (`{{ [x] }}`).
    pub reads_any: bool,
    /// The templates that include-like tags reach, in order of appearance.
    pub partials: Vec<Partial>,
    /// Marks that tags of the program leave for the program.
    pub marks: BTreeSet<&'static str>,
    /// The names of filters that the program registered as [noted](crate::Registered::noted).
    pub filters: BTreeSet<Str>,
}

/// A template that an include-like tag reaches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partial {
    /// The tag's name.
    pub tag: Str,
    /// The name in the tag, or `None` if it is only known when rendering.
    pub name: Option<Str>,
}

impl TemplateEffects {
    /// Whether the registers that persist per template ([`crate::Registers`]) take part.
    pub fn registers(&self) -> bool {
        self.cycle || self.ifchanged || self.offset_continue
    }
}
