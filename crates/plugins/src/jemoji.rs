//! The gem jemoji 0.13: replaces emoji `:names:` in HTML by images.
//!
//! A page that contains such a name is parsed by libxml2, either the whole page or its body, as in html-pipeline. Text
//! in `pre`, `code` and `tt` is unchanged. As in html-pipeline, texts are written back as markup, without escaping.

use super::emoji;
use super::html_body::{HtmlBody, is_html};
use super::libxml::Tree;
use hastie_liquid::{Blanks, Value};
use hastie_site::failure::Failure;
use hastie_site::model::SiteContext;
use hastie_site::plugin::{Hooks, Plugin};
use hastie_site::render::{Item, RenderContext};
use std::sync::Arc;

/// The host of GitHub's emoji images.
const HOST: &str = "https://github.githubassets.com";

/// Changes the output of each HTML page and document: names of emoji, such as `:smile:`, become images. Names in `pre`,
/// `code` and `tt` remain.
#[derive(Debug)]
pub(crate) struct Jemoji;

impl Plugin for Jemoji {
    fn name(&self) -> &'static str {
        "jemoji"
    }

    fn blanks(&self) -> Blanks {
        Blanks::ACTIVE_SUPPORT
    }

    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        vec![Arc::new(Emojify)]
    }
}

struct Emojify;

impl Hooks for Emojify {
    fn item_post_render(
        &self,
        item: Item<'_>,
        output: String,
        rendering: &mut RenderContext,
    ) -> Result<String, Failure> {
        if !is_html(item, false) || next_name(&output, 0).is_none() {
            return Ok(output);
        }
        let images = images(&rendering.setup().context)?;
        let body = HtmlBody::of(&output);
        let mut tree = Tree::fragment(body.text);
        for text in tree.texts() {
            if next_name(tree.text(text), 0).is_some() && !tree.is_inside(text, &["pre", "code", "tt"]) {
                let markup = with_images(tree.text(text), images.clone()?.as_str());
                tree.replace(text, &markup);
            }
        }
        Ok(body.with(&tree.html()))
    }
}

/// The URL of the images' folder. The outer error ends the rendering of every page with an emoji name. The inner error
/// is raised only if a name is replaced by an image.
fn images(context: &SiteContext) -> Result<Result<String, Failure>, Failure> {
    let root = match context.config("emoji") {
        Value::Nil if context.config.values.get("emoji").is_none() => None,
        Value::Hash(emoji) => emoji.get("src"),
        other => {
            let text = format!("jemoji: `emoji` must be a hash with a `src`, but is {}", context.inspect(other));
            return Err(Failure::raised("NoMethodError", text));
        }
    };
    let root = match root {
        Some(Value::Str(root)) => root.to_string(),
        Some(other) => {
            let text = format!("jemoji: `emoji.src` must be a string, but is {}", context.inspect(other));
            return Ok(Err(Failure::raised("TypeError", text)));
        }
        None => match context.world.variable("ASSET_HOST_URL") {
            Some(host) if !host.is_empty() => format!("{}/images/icons/", host.strip_suffix('/').unwrap_or(host)),
            _ => format!("{HOST}/images/icons/"),
        },
    };
    // `File.join`
    Ok(Ok(if root.ends_with('/') { format!("{root}emoji") } else { format!("{root}/emoji") }))
}

/// The next `:name:` at or after `from`: its offset, the name and the image.
fn next_name(text: &str, from: usize) -> Option<(usize, &str, &'static str)> {
    let mut open = from + text[from..].find(':')?;
    while let Some(length) = text[open + 1..].find(':') {
        let name = &text[open + 1..open + 1 + length];
        if let Some(emoji) = emoji::find(name) {
            return Some((open, name, &emoji.image));
        }
        open += 1 + length;
    }
    None
}

fn with_images(text: &str, images: &str) -> String {
    let mut out = String::with_capacity(text.len() + 200);
    let mut from = 0;
    while let Some((position, name, image)) = next_name(text, from) {
        out.push_str(&text[from..position]);
        out.push_str(&format!(
            "<img class=\"emoji\" title=\":{name}:\" alt=\":{name}:\" src=\"{images}/unicode/{image}.png\" height=\"20\" width=\"20\">"
        ));
        from = position + name.len() + 2;
    }
    out.push_str(&text[from..]);
    out
}
