#![doc = include_str!("../README.md")]
//!
//! ## How it works
//! First, the lines of a text are divided into blocks (`blocks`). Then the text of each block is divided into inline
//! elements (`inlines`). Finally, footnotes are moved to the end (`footnotes`). The crate also reproduces the points in
//! which cmark-gfm differs from its own specification, because sites depend on them.

mod blocks;
mod characters;
mod entities;
mod footnotes;
mod html;
mod html_tag;
mod inlines;
mod labels;
mod tree;

pub use html::{CodeBlock, CodeBlockWriter, HtmlOptions, escape_html};
pub use tree::{Alignment, Kind, List, Marker, Node, NodeId, Position, Span, Tree};

/// The extensions and options of cmark-gfm that change how a text is parsed. By default, all of them are off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// `SMART`: typographic quotes, dashes and ellipses.
    pub smart: bool,
    /// `FOOTNOTES`: footnotes, with references such as `[^1]` and definitions such as `[^1]: text`.
    pub footnotes: bool,
    /// `LIBERAL_HTML_TAG`: any text between `<` and `>` on a line is a tag.
    pub liberal_tags: bool,
    /// `STRIKETHROUGH_DOUBLE_TILDE`: a single tilde does not strike text.
    pub double_tilde: bool,
    /// `SOURCEPOS`: columns are counted anew after a code span or tag of several lines. The effect is visible only in
    /// footnotes.
    pub counts_columns: bool,
    /// The extension `table`: rows with cells between `|`.
    pub tables: bool,
    /// The extension `strikethrough`: `~~text~~`.
    pub strikethrough: bool,
    /// The extension `autolink`: addresses in the text are links.
    pub autolink: bool,
    /// The extension `tasklist`: list items that begin with `[ ]` or `[x]` are tasks. The value is the number of times
    /// that the extension is requested. Each request after the first removes three more characters from such items.
    pub task_lists: usize,
}

/// The maximum nesting of blocks, which cmark-gfm does not limit. Without a limit, a long text that consists of `>`
/// would take quadratic time.
pub const MAX_DEPTH: usize = 1000;

/// The tree of a text. `None` if blocks are nested deeper than [`MAX_DEPTH`].
pub fn parse(source: &str, options: &Options) -> Option<Tree> {
    let (mut tree, labels) = blocks::read(source, options)?;
    inlines::read_all(&mut tree, &labels, options);
    if options.footnotes {
        footnotes::number(&mut tree);
    }
    if options.autolink {
        inlines::link_mail_addresses(&mut tree);
    }
    Some(tree)
}
