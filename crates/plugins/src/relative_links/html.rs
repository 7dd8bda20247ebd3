//! Links to Markdown files in HTML: those that remain after rendering, and those passed to the filter `rellinks`.

use super::{is_absolute, path_from_root, taken_as_markdown, unescaped};
use crate::evaluation;
use hastie_liquid::{Abort, Context, Str, Value};
use hastie_site::failure::Failure;
use hastie_site::path;
use hastie_site::pattern::Pattern;
use hastie_site::plugin::Hooks;
use hastie_site::render::{Item, RenderContext, SiteView, rendering_of};
use regex::Captures;

/// A link to a Markdown file: the attributes before, the file, the fragment, the attributes after.
static LINK: Pattern = Pattern::new(
    r##"<a[ \t\r\n\x0b\x0c]+([^>]*?[ \t\r\n\x0b\x0c]+)?href="([^"]+\.md)(#[^"]*)?"[ \t\r\n\x0b\x0c]*([^>]*)>"##,
);

/// A link that `rellinks` replaces.
static PLAIN_LINK: Pattern = Pattern::new(r##"<a href="([^"]+\.md)(#[^"]+)?""##);

/// A hook after the rendering of a Markdown page or document. Links that still lead to Markdown files, for example from
/// includes and layouts, are replaced by links to the generated pages. Does nothing with version 0.6 of the gem.
pub(crate) struct Rendered;

impl Hooks for Rendered {
    fn item_post_render(
        &self,
        item: Item<'_>,
        output: String,
        rendering: &mut RenderContext,
    ) -> Result<String, Failure> {
        let is_older = rendering.setup().context.reference().plugins.relative_links_0_6;
        if is_older || !output.contains(".md") || !taken_as_markdown(item)? {
            return Ok(output);
        }
        let folder = path::dirname(&item.relative_path()).to_string();
        let view = &rendering.view;
        Ok(replaced(&LINK, &output, |link| {
            let file = link.get(2)?.as_str();
            let url = url_of(view, &folder, file)?;
            let part = |position: usize| link.get(position).map_or("", |part| part.as_str());
            let strip = |text: &'_ str| text.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\0').to_string();
            let slash = if url.starts_with('/') { "" } else { "/" };
            let mut attributes = vec![strip(part(1)), format!("href=\"{slash}{url}{}\"", part(3)), strip(part(4))];
            // An attribute that consists of white space is empty, but exists.
            let there = [!part(1).is_empty(), true, !part(4).is_empty()];
            let mut there = there.into_iter();
            attributes.retain(|_| there.next().unwrap_or(true));
            Some(format!("<a {}>", attributes.join(" ")))
        }))
    }
}

/// `rellinks`: replaces links to Markdown files in HTML by links to the generated pages. With version 0.6 of the gem,
/// which lacks this filter, returns the input.
pub(crate) fn rellinks(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    // An unknown filter returns its input.
    if input.is_nil() || rendering_of(cx.host)?.setup().context.reference().plugins.relative_links_0_6 {
        return Ok(input.clone());
    }
    let html = input.to_s(cx.host)?;
    if !html.contains(".md") {
        return Ok(input.clone());
    }
    let rendering = rendering_of(cx.host)?;
    let view = rendering.view.clone();
    let page = rendering.page.clone();
    let own = evaluation::key(&page, "path", cx.host)?.to_s(cx.host)?;
    let folder = path::dirname(&own).to_string();
    let mut problem = None;
    let text = replaced(&PLAIN_LINK, &html, |link| {
        let url = url_of(&view, &folder, link.get(1)?.as_str())?;
        let relative = cx.invoke("relative_url", &Value::from(url), &[]).and_then(|url| url.to_s(cx.host));
        match relative {
            Ok(url) => Some(format!("<a href=\"{url}{}\"", link.get(2).map_or("", |part| part.as_str()))),
            Err(abort) => {
                problem.get_or_insert(abort);
                None
            }
        }
    });
    problem.map_or(Ok(Value::from(text)), Err)
}

fn replaced(pattern: &Pattern, html: &str, mut with: impl FnMut(&Captures<'_>) -> Option<String>) -> String {
    let with = |link: &Captures<'_>| with(link).unwrap_or_else(|| link[0].to_string());
    pattern.replace_all(html, with).into_owned()
}

/// The URL of the file to which a link in `folder` refers. `None` for absolute URLs and unknown files.
fn url_of(view: &SiteView, folder: &str, file: &str) -> Option<Str> {
    if is_absolute(file) {
        return None;
    }
    let wanted = unescaped(&path_from_root(view.setup(), file, folder));
    // Links that lead out of the source are unchanged.
    if wanted.starts_with('/') { None } else { view.url_at(&wanted)?.ok() }
}
