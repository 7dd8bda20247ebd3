//! The program's objects to which Ruby refers by number.

use hastie_liquid::{Body, Drop, Registers, Str, Tag, Template, Value};
use hastie_site::locks::lock;
use hastie_site::model::StaticFile;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// The maximum number of drops that are kept. Beyond it, all of them are removed, because most belong to renderings
/// that have ended.
const MAX_DROPS: usize = 50_000;

/// The objects that Ruby may refer to, behind a lock, and the number for the next new object.
#[derive(Debug)]
pub(crate) struct ObjectTable {
    objects: Mutex<Objects>,
    next: AtomicU64,
}

/// The objects that Ruby may refer to, by the numbers in their references.
#[derive(Debug, Default)]
pub(crate) struct Objects {
    /// Drops that Ruby knows only by number, unlike Jekyll's own drops, which have names such as `docdrop:3`.
    pub drops: HashMap<u64, Arc<dyn Drop>>,
    /// The static files that Ruby has names for, by their address in memory.
    pub files: HashMap<usize, Arc<StaticFile>>,
    /// The parsed contents of blocks whose tag is a class in Ruby.
    pub bodies: HashMap<u64, Arc<ParsedBody>>,
    /// Tags that a built-in class has parsed for a class in Ruby that inherits from it.
    pub native_tags: HashMap<u64, Arc<dyn Tag>>,
    /// Templates that Ruby has parsed, by number.
    pub templates: Vec<Template>,
    /// The numbers of parsed templates, by their sources and options.
    pub templates_by_source: HashMap<(Str, TemplateOptions), u64>,
    /// The registers that templates of plugins keep between renderings, by the numbers of these templates' objects.
    pub template_registers: HashMap<u64, Registers>,
}

/// The options with which a plugin has parsed a template.
#[derive(Debug, Default, Clone, PartialEq, Eq, Hash)]
pub(crate) struct TemplateOptions {
    /// Whether errors have line numbers.
    pub line_numbers: bool,
    /// Whether an undefined variable is an error.
    pub strict_variables: bool,
    /// Whether an undefined filter is an error.
    pub strict_filters: bool,
    /// The names of filters that only this template has.
    pub filters: Vec<Str>,
}

/// The number of a tag that is an instance of a class in Ruby. [`Tag::as_any`] of these tags returns it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RubyTagNumber(pub u64);

/// A block's parsed content, for Ruby classes that inspect or render it.
#[derive(Debug)]
pub(crate) struct ParsedBody {
    /// The content in the form that the engine renders.
    pub body: Body,
    /// The nodes of the content for Ruby's `nodelist`: rows of kind, text and name.
    pub nodes: Value,
}

impl Default for ObjectTable {
    fn default() -> Self {
        ObjectTable { objects: Mutex::default(), next: AtomicU64::new(1) }
    }
}

impl ObjectTable {
    /// A new number for a drop, a block's content or a built-in tag. These objects never share a number.
    pub(crate) fn next_number(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// Locks the table. A panic of another thread does not prevent this.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Objects> {
        lock(&self.objects)
    }

    /// Adds a drop and returns its number. If the table is full, removes all earlier drops first.
    pub(crate) fn add_drop(&self, object: &Arc<dyn Drop>) -> u64 {
        let mut objects = self.lock();
        if objects.drops.len() >= MAX_DROPS {
            objects.drops.clear();
        }
        let number = self.next_number();
        objects.drops.insert(number, Arc::clone(object));
        number
    }

    /// Removes the drops and static files of the last build's site.
    pub(crate) fn release_site(&self) {
        let mut objects = self.lock();
        objects.drops.clear();
        objects.files.clear();
        objects.template_registers.clear();
    }
}
