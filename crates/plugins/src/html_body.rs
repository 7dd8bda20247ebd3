//! The part of a rendered page that gems search: the body of HTML, if it has one.

use hastie_site::render::Item;
use hastie_value::text::is_ascii_space;

/// Whether an item is written as HTML. With `precise`, this is `mentionable?` of jekyll-mentions. Without `precise`, it
/// is `emojiable?` of jemoji, which is also true for an item that is not written, if its permalink ends with a slash.
pub(crate) fn is_html(item: Item<'_>, precise: bool) -> bool {
    let permalink = match item {
        Item::Page(page) => page.permalink(),
        Item::Document(document) => document.permalink(),
    };
    let is_folder = permalink.is_some_and(|permalink| permalink.ends_with('/'));
    let is_written = item.is_written();
    (is_written && &*item.output_ext() == ".html") || (is_folder && (is_written || !precise))
}

/// A page, split into the body and the parts before and after the body.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HtmlBody<'a> {
    before: &'a str,
    /// The text between the body tags. See [`HtmlBody::of`] for pages without these tags.
    pub text: &'a str,
    after: &'a str,
}

impl<'a> HtmlBody<'a> {
    /// Splits a page into the body and the text before and after it. The body starts at the end of the match of Ruby's
    /// `/<body(.*?)>\s*/m`, and ends at the next `</body>`, if any. Without a match, the body is the whole page, or
    /// empty if the page contains `<body`.
    pub(crate) fn of(page: &'a str) -> Self {
        let Some(start) = start(page) else {
            // If there is no match, Ruby's partition puts everything before it.
            let is_cut = page.contains("<body");
            let (before, text) = if is_cut { (page, "") } else { ("", page) };
            return HtmlBody { before, text, after: "" };
        };
        let (before, rest) = page.split_at(start);
        let (text, after) = rest.split_at(rest.find("</body>").unwrap_or(rest.len()));
        HtmlBody { before, text, after }
    }

    /// The page with `body` instead of [`HtmlBody::text`].
    pub(crate) fn with(&self, body: &str) -> String {
        [self.before, body, self.after].concat()
    }
}

/// The offset of the body's content, after the tag and the white space that follows. `None` without a complete tag.
fn start(page: &str) -> Option<usize> {
    let tag = page.find("<body")?;
    let end = tag + page[tag..].find('>')? + 1;
    Some(page.len() - page[end..].trim_start_matches(is_ascii_space).len())
}
