//! Jekyll's tags: `include` and its variants, `highlight`, `link`, `post_url`. Each has its own file and one line here.
//!
//! A tag reaches the site through the [`RenderContext`] of the document being rendered. Results that are the same for
//! all documents are cached in [`TagCache`].

mod highlight;
mod include;
mod include_cached;
mod include_relative;
mod inclusion;
mod link;
mod parameters;
mod post_url;

use super::{RenderContext, SiteView};
use crate::reference::Reference;
use crate::render::context::rendering_of;
use hastie_liquid::marks::without_marks;
use hastie_liquid::{Abort, Context, Engine, Error, Template, Value};
use std::sync::Arc;

/// The name of a filter that replaces `relative_url` in the Liquid tags `link` and `post_url`. A plugin that changes
/// the method `relative_url` of Jekyll's module `URLFilters` registers this filter. The two tags ignore a filter that a
/// plugin registers as `relative_url`.
pub const LINK_FILTER: &str = "Jekyll::Filters::URLFilters#relative_url";

/// Registers Jekyll's tags as the version of Jekyll in `reference` defines them.
pub fn register(engine: &mut Engine, reference: &Reference) {
    let rendering = &reference.rendering;
    let highlight = if rendering.has_later_filters { highlight::parse } else { highlight::parse_without_marks };
    engine.block("highlight", highlight);
    engine.tag("include", include::parse);
    engine.tag("include_relative", include_relative::parse);
    engine.tag("link", if rendering.links_read_liquid { link::parse } else { link::parse_as_written });
    engine.tag("post_url", post_url::parse);
}

/// Registers the tag of jekyll-include-cache, which shares its code with `include`.
pub fn register_include_cached(engine: &mut Engine) {
    engine.tag("include_cached", include_cached::parse);
}

/// The caches that all Liquid tags of a site share: parsed includes, texts of `include_cached` and paths for `link`.
/// Filled on first use.
#[derive(Debug, Default)]
pub struct TagCache {
    inclusions: inclusion::Inclusions,
    cached: include_cached::Texts,
    links: link::Index,
}

impl TagCache {
    /// Copies texts of `include_cached` from the last build. For the arguments and the result, see
    /// [`Texts::repeat`](include_cached::Texts::repeat).
    pub(super) fn repeat(
        &self,
        last: &TagCache,
        is_kept: impl Fn(usize) -> bool,
        translate: impl Fn(&Value) -> Option<Value>,
    ) -> bool {
        self.cached.repeat(&last.cached, is_kept, translate)
    }
}

/// The render context in which a tag's template is rendered.
fn rendering<'c>(cx: &'c mut Context<'_>) -> Result<&'c mut RenderContext, Abort> {
    rendering_of(cx.host)
}

/// The view of the site that is being rendered.
fn view(cx: &mut Context<'_>) -> Result<Arc<SiteView>, Abort> {
    Ok(Arc::clone(&rendering(cx)?.view))
}

/// A template within a tag's own markup (`{% link {{ page.path }} %}`). Ruby parses it whenever the tag is rendered, so
/// a syntax error is raised only then.
type Inner = Result<Template, Error>;

/// The output of the template within a tag's markup.
fn text(inner: &Inner, cx: &mut Context<'_>) -> Result<String, Abort> {
    let template = inner.as_ref().map_err(|error| Abort::from(error.clone()))?;
    let mut text = String::new();
    cx.render_partial(template, &mut text)?;
    Ok(if cx.marks().is_some() { without_marks(&text) } else { text })
}
