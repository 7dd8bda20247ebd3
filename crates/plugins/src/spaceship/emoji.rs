//! Replaces emoji `:names:` by images, with the emoji itself as the fallback.

use super::config::{Processor, at};
use super::pattern::{patterns, replaced};
use super::substitute::expand;
use super::{Handled, PARSING};
use crate::emoji;
use crate::libxml::{Document, Selector};
use hastie_site::failure::Failure;
use hastie_site::render::RenderContext;
use memchr::memmem;
use std::collections::HashSet;
use std::ops::Range;

patterns! {
    NAME = r"(?<!\\):([A-Za-z0-9_+-]+?)(?<!\\):";
    ESCAPED_NAME = r"\\:([A-Za-z0-9_+-]+?)\\:";
}

/// Replaces the names of emoji in a page by images, except in `code` elements inside of `pre`.
pub(super) fn html(html: String, processor: &Processor, rendering: &mut RenderContext) -> Result<Handled, Failure> {
    let context = &rendering.setup().context;
    let own = |keys: &[&str]| context.text(&at(&processor.config, keys));
    let (class, src) = (own(&["css", "class"]), own(&["src"]));
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
    let found = NAME.captures_iter(&content).map_while(Result::ok);
    let names: Vec<String> = found.filter_map(|found| Some(found.get(1)?.as_str().to_owned())).collect();
    let mut is_handled = false;
    // The names that do not occur in the content, or only where they are not replaced.
    let mut done = HashSet::new();
    for emoji in names.iter().filter_map(|name| emoji::find(name)) {
        is_handled = true;
        if done.contains(emoji.name) {
            continue;
        }
        rendering.count_text_work(content.len())?;
        match with_image(&content, emoji.name, &image(emoji, &class, &src)) {
            Some(changed) => {
                rendering.count_text_work(changed.len())?;
                content = changed;
                done.clear();
            }
            None => {
                done.insert(emoji.name);
            }
        }
    }
    if is_handled {
        rendering.count_text_work(content.len().saturating_mul(PARSING))?;
    }
    tree.set_inner_html(body, &content);
    // With many images, the text takes as much memory as the tree.
    drop(content);
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

/// Replaces each occurrence of an emoji's `name`, with the white space around it, by an image. Skips a name that is the
/// whole value of an attribute. `None` if nothing is replaced.
fn with_image(content: &str, name: &str, image: &str) -> Option<String> {
    let name = format!(":{name}:");
    let finder = memmem::Finder::new(&name);
    let bytes = content.as_bytes();
    let mut out = String::new();
    let mut end = 0;
    let mut position = 0;
    while let Some(found) = finder.find(&bytes[position..]) {
        let start = position + found;
        match bounds(bytes, end, start, start + name.len()) {
            Some(range) => {
                out.push_str(&content[end..range.start]);
                expand(image, content, range.start, range.end, &[Some(&content[range.clone()])], &mut out);
                end = range.end;
                position = end;
            }
            None => position = start + 1,
        }
    }
    if end == 0 {
        return None;
    }
    out.push_str(&content[end..]);
    Some(out)
}

/// The range that an image replaces if the name is at `start..end`: the gem's `(?<!=")\s*:name:\s*(?!"\s)`, in a search
/// that begins at `from`.
fn bounds(bytes: &[u8], from: usize, start: usize, end: usize) -> Option<Range<usize>> {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0B | 0x0C);
    let spaces = bytes[from..start].iter().rev().take_while(|byte| is_space(byte)).count();
    let mut first = start - spaces;
    if bytes[..first].ends_with(b"=\"") {
        first += 1;
    }
    if first > start {
        return None;
    }
    let spaces = bytes[end..].iter().take_while(|byte| is_space(byte)).count();
    let mut last = end + spaces;
    if bytes.get(last) == Some(&b'"') && bytes.get(last + 1).is_some_and(is_space) {
        last = last.checked_sub(1).filter(|last| *last >= end)?;
    }
    Some(first..last)
}

#[cfg(test)]
mod tests {
    use super::with_image;

    #[test]
    fn names_are_replaced_with_the_white_space_around_them() {
        let replaced = |content: &str| with_image(content, "a", "I");
        assert_eq!(replaced("x :a: y\n:a::a: "), Some("xIyII".to_owned()));
        assert_eq!(replaced("x :b: y"), None);
    }

    #[test]
    fn names_that_are_whole_values_of_attributes_are_kept() {
        let replaced = |content: &str| with_image(content, "a", "I");
        assert_eq!(replaced("<b c=\":a:\" d>"), None);
        assert_eq!(replaced("<b c=\" :a:\">"), Some("<b c=\" I\">".to_owned()));
        assert_eq!(replaced(":a:  \" :a:"), Some("I \"I".to_owned()));
    }
}
