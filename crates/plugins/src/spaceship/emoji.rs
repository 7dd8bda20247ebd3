//! Replaces emoji `:names:` by images, with the emoji itself as the fallback.

use super::Handled;
use super::config::{Processor, at};
use super::pattern::{patterns, replaced};
use super::substitute::expand;
use super::table_markup::S;
use crate::emoji;
use crate::libxml::{Document, Selector};
use fancy_regex::Regex;
use hastie_site::failure::Failure;
use hastie_site::render::RenderContext;

patterns! {
    NAME = r"(?<!\\):([A-Za-z0-9_+-]+?)(?<!\\):";
    ESCAPED_NAME = r"\\:([A-Za-z0-9_+-]+?)\\:";
}

/// Processes a page.
pub(super) fn html(html: String, processor: &Processor, rendering: &mut RenderContext) -> Result<Handled, Failure> {
    let context = &rendering.setup().context;
    let own = |keys: &[&str]| context.text(&at(&processor.config, keys));
    let mut document = Document::parse(&html);
    let tree = &mut document.tree;
    let Some(body) = tree.first("body") else { return Ok(Handled::new(html, false)) };
    let excluded = Selector::list("pre code").unwrap_or_default();
    let mut has_escaped = false;
    for node in Selector::select(&excluded, tree, body) {
        let inner = tree.inner_html(node);
        let escaped =
            replaced(&inner, &NAME, |found| format!("\\:{}\\:", found.get(1).map_or("", |name| name.as_str())));
        if escaped != inner {
            tree.set_inner_html(node, &escaped);
            has_escaped = true;
        }
    }
    let mut content = tree.inner_html(body);
    let (class, src) = (own(&["css", "class"]), own(&["src"]));
    let found = NAME.captures_iter(&content).map_while(Result::ok);
    let names: Vec<String> = found.filter_map(|found| Some(found.get(1)?.as_str().to_owned())).collect();
    let mut is_handled = false;
    for emoji in names.iter().filter_map(|name| emoji::find(name)) {
        is_handled = true;
        let image = image(emoji, &class, &src);
        content = with_image(&content, emoji.name, &image);
    }
    tree.set_inner_html(body, &content);
    if has_escaped {
        for node in Selector::select(&excluded, tree, body) {
            let inner = tree.inner_html(node);
            let plain =
                replaced(&inner, &ESCAPED_NAME, |found| format!(":{}:", found.get(1).map_or("", |name| name.as_str())));
            tree.set_inner_html(node, &plain);
        }
    }
    Ok(Handled::new(document.written(), is_handled))
}

fn image(emoji: &emoji::Emoji, class: &str, src: &str) -> String {
    let emoji::Emoji { name, image, raw } = emoji;
    format!(
        "<img class=\"{class}\" title=\":{name}:\" alt=\":{name}:\" raw=\"{raw}\" src=\"{src}unicode/{image}.png\" \
         style=\"vertical-align: middle; display: inline; max-width: 1em; visibility: hidden;\" \
         onload=\"this.style.visibility='visible'\" onerror=\"this.replaceWith(this.getAttribute('raw'))\"></img>"
    )
}

/// Replaces an emoji's first name, including white space around it, by an image, unless it is the whole value of an
/// attribute.
fn with_image(content: &str, name: &str, image: &str) -> String {
    let name = fancy_regex::escape(name);
    let Ok(pattern) = Regex::new(&format!("(?<!=\"){S}*:{name}:{S}*(?!\"{S})")) else { return content.to_owned() };
    replaced(content, &pattern, |found| {
        let mut out = String::new();
        if let Some(whole) = found.get(0) {
            expand(image, content, whole.start(), whole.end(), &[Some(whole.as_str())], &mut out);
        }
        out
    })
}
