//! The parts that all tags of jekyll-scholar share: parsing their keys and options, and starting a session.

use super::arguments::{self, Options};
use super::library::Library;
use super::memo::Memo;
use super::session::Session;
use hastie_liquid::{Abort, Context, Error, TagParse, Value};
use hastie_site::render::rendering_of;
use std::sync::Arc;

/// A parsed tag of jekyll-scholar: its keys, its options, and the library that it shares with other tags.
#[derive(Debug)]
pub(super) struct Common {
    pub library: Arc<Library>,
    pub options: Options,
    /// The words before the options.
    pub keys: Vec<String>,
    number: usize,
}

impl Common {
    /// Parses a tag that has only options. Fails on an unknown short option or a missing value.
    pub(crate) fn options(tag: &TagParse<'_, '_>, library: &Arc<Library>) -> Result<Self, Error> {
        Self::new(library, Vec::new(), tag.markup())
    }

    /// Parses a tag with keys before its options. Fails on an unknown short option or a missing value.
    pub(crate) fn with_keys(tag: &TagParse<'_, '_>, library: &Arc<Library>) -> Result<Self, Error> {
        let (keys, options) = arguments::split(tag.markup());
        Self::new(library, keys, &options)
    }

    fn new(library: &Arc<Library>, keys: Vec<String>, options: &str) -> Result<Self, Error> {
        let options = Options::parse(options)?;
        // The output shows which of several files first contains a key, and whether a file contains duplicates when it
        // is read.
        if options.remove_duplicates || (options.files.is_some() && !keys.is_empty()) {
            library.follow_order();
        }
        Ok(Common { library: Arc::clone(library), options, keys, number: library.number() })
    }

    /// Calls `inside` with the state of the tag.
    ///
    /// For a tag in a document's own text, the state lasts while this document is rendered. A tag in a layout or
    /// include keeps its state for the next document, so documents with this layout or include are rendered in order.
    /// After [`Library::follow_order`], all tags behave as in a layout.
    pub(crate) fn session<T>(
        &self,
        cx: &mut Context<'_>,
        inside: impl FnOnce(&mut Session<'_>, &mut Context<'_>) -> Result<T, Abort>,
    ) -> Result<T, Abort> {
        let template = cx.template().and_then(|template| template.name().map(ToString::to_string));
        let rendering = rendering_of(cx.host)?;
        let setup = Arc::clone(rendering.setup());
        let is_own = rendering.path().is_none_or(|path| template.is_some_and(|name| name == path));
        let ordered = self.library.is_ordered() || !is_own;
        if ordered {
            rendering.wait_for_all_before()?;
        }
        let memo = if ordered {
            self.library.take_memo(self.number)
        } else {
            rendering.tag_states.remove(&self.number).and_then(|memo| memo.downcast::<Memo>().ok()).map(|memo| *memo)
        };
        let mut session = Session {
            library: &self.library,
            options: &self.options,
            memo: memo.unwrap_or_default(),
            setup,
            is_ordered: ordered,
        };
        session.configure(cx)?;
        let result = inside(&mut session, cx);
        let memo = session.memo;
        if ordered {
            self.library.keep_memo(self.number, memo);
        } else {
            rendering_of(cx.host)?.tag_states.insert(self.number, Box::new(memo));
        }
        result
    }

    /// The keys in the markup. A key that names a variable is replaced by the variable's value, unless this is nil or
    /// false.
    pub(crate) fn keys(&self, cx: &mut Context<'_>) -> Result<Vec<Value>, Abort> {
        self.keys
            .iter()
            .map(|key| {
                let value = cx.lookup(key)?;
                Ok(if value.truthy() { value } else { Value::from(key.as_str()) })
            })
            .collect()
    }
}
