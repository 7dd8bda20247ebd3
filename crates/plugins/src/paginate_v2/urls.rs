//! The URLs of pagination pages. Mirrors `PaginateV2::Generator::Utils`.

use crate::ruby_methods;
use hastie_liquid::{Hash, Value};
use hastie_site::failure::Failure;
use hastie_site::model::SiteContext;
use hastie_site::path;

/// The options for the file names of a pagination's pages: `indexpage` and `extension`.
pub(crate) struct IndexName {
    /// The option `indexpage`. Empty if not set.
    pub name: String,
    /// The option `extension`, including the dot.
    pub ext: String,
}

impl IndexName {
    /// Reads the options `indexpage` and `extension`. Of `indexpage`, only the part before the first period is used.
    ///
    /// # Errors
    /// Fails if `indexpage` is neither nil nor a string, is empty, or consists of periods. Also fails if the gem cannot
    /// handle the type of `extension`.
    pub(crate) fn of(context: &SiteContext, options: &Hash) -> Result<Self, Failure> {
        let name = match super::get(options, "indexpage") {
            Value::Nil => String::new(),
            name => {
                let pieces = ruby_methods::split(ruby_methods::text(context, name, "split")?, |c| c == '.');
                pieces.into_iter().next().ok_or_else(|| context.no_method("+", &Value::Nil))?
            }
        };
        let ext = match super::get(options, "extension") {
            Value::Nil => String::new(),
            Value::Str(ext) if ext.starts_with('.') => ext.to_string(),
            // The types that have a first element in Ruby.
            ext @ (Value::Str(_) | Value::Int(_) | Value::Big(_) | Value::Array(_) | Value::Hash(_)) => {
                format!(".{}", context.text(ext))
            }
            other => return Err(context.no_method("[]", other)),
        };
        Ok(IndexName { name, ext })
    }

    /// The file name of a pagination page, such as `index.html`. Only the extension if `indexpage` is not set.
    pub(crate) fn file(&self) -> String {
        format!("{}{}", self.name, self.ext)
    }

    /// Adds the file name to a path that ends with `/`. Adds the extension to any other path that lacks it.
    pub(crate) fn url(&self, page_path: &str) -> String {
        if page_path.ends_with('/') {
            path::join(page_path, &self.file())
        } else if page_path.ends_with(&self.ext) {
            page_path.to_owned()
        } else {
            format!("{page_path}{}", self.ext)
        }
    }

    /// The path of the pagination page at `url`. If `url` ends with `/`, adds the file name, by default `index.html`.
    /// Any other `url` without a period gets only the name: `/page2` becomes `/page2index`.
    pub(crate) fn own_path(&self, url: &str) -> String {
        let or = |text: &str, other: &str| if text.is_empty() { other.to_owned() } else { text.to_owned() };
        full(url, &or(&self.name, "index"), &or(&self.ext, ".html"))
    }

    /// The path used in links from other pages. Includes the file name only if `indexpage` is set.
    pub(crate) fn path_for_others(&self, url: &str) -> String {
        if self.name.is_empty() { url.to_owned() } else { full(url, &self.name, &self.ext) }
    }
}

fn full(url: &str, name: &str, ext: &str) -> String {
    if url.ends_with('/') {
        format!("{url}{name}{ext}")
    } else if url.contains('.') {
        url.to_owned()
    } else {
        format!("{url}{name}")
    }
}

/// Replaces the first `:num` by the page's number, and the first `:max` by the number of pages.
pub(crate) fn numbered(format: &str, number: usize, total: usize) -> String {
    format.replacen(":num", &number.to_string(), 1).replacen(":max", &total.to_string(), 1)
}
