//! The gem jekyll-mentions 1.6: converts `@names` in HTML to links.
//!
//! A page that contains such a name is parsed by libxml2, either the whole page or its body, as in html-pipeline. Text
//! in links, code, scripts and styles is unchanged.

use super::html_body::{HtmlBody, is_html};
use super::libxml::Tree;
use hastie_liquid::{Blanks, Value};
use hastie_site::failure::Failure;
use hastie_site::model::SiteContext;
use hastie_site::plugin::{Hooks, Plugin};
use hastie_site::render::{Item, RenderContext};
use std::sync::Arc;

const GITHUB: &str = "https://github.com";

/// Changes the output of each HTML page and document: `@names` become links, except in `pre`, `code`, `a`, `style` and
/// `script`. Skips pages and documents with `jekyll-mentions: false`.
#[derive(Debug)]
pub(crate) struct Mentions;

impl Plugin for Mentions {
    fn name(&self) -> &'static str {
        "jekyll-mentions"
    }

    fn blanks(&self) -> Blanks {
        Blanks::ACTIVE_SUPPORT
    }

    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        vec![Arc::new(Mentionify)]
    }
}

struct Mentionify;

impl Hooks for Mentionify {
    fn item_post_render(
        &self,
        item: Item<'_>,
        output: String,
        rendering: &mut RenderContext,
    ) -> Result<String, Failure> {
        let own = item.field("jekyll-mentions");
        if !is_html(item, true) || matches!(own, Value::Bool(false)) || !output.contains('@') {
            return Ok(output);
        }
        let base = base(item, own, &rendering.setup().context)?;
        let body = HtmlBody::of(&output);
        if next_mention(body.text, 0).is_none() {
            return Ok(output);
        }
        let mut tree = Tree::fragment(body.text);
        for text in tree.texts() {
            if !tree.text(text).contains('@') || tree.is_inside(text, &["pre", "code", "a", "style", "script"]) {
                continue;
            }
            let content = tree.text_to_html(text);
            let linked = with_links(&content, &base, &rendering.setup().context)?;
            if linked != content {
                tree.replace(text, &linked);
            }
        }
        Ok(body.with(&tree.html()))
    }
}

/// The URL to which names are appended, from front matter, the configuration or the environment.
fn base(item: Item<'_>, own: Value, context: &SiteContext) -> Result<Value, Failure> {
    let has_own = match item {
        Item::Page(page) => page.data.get("jekyll-mentions").is_some(),
        Item::Document(document) => document.data.get("jekyll-mentions").is_some(),
    };
    let base_url = if has_own { own } else { context.config("jekyll-mentions").clone() };
    match base_url {
        Value::Nil => Ok(default_base(context).into()),
        Value::Str(_) => Ok(base_url),
        Value::Hash(options) => Ok(match options.get("base_url") {
            None => default_base(context).into(),
            Some(Value::Nil | Value::Bool(false)) => Value::from("/"),
            Some(other) => other.clone(),
        }),
        other => {
            let text = "Your jekyll-mentions config has to either be a string or a hash. ";
            let text = format!("{text}It's a {} right now.", other.class_name());
            Err(Failure::fatal("Jekyll::Mentions::InvalidJekyllMentionConfig", text))
        }
    }
}

/// The URL for a name. If `base` is a list, Ruby appends a slash and the name to the list, and prints it. Fails for
/// other values that are not strings.
fn address(base: &Value, name: &str, context: &SiteContext) -> Result<String, Failure> {
    match base {
        Value::Str(base) if base.ends_with(['/', '~']) => Ok(format!("{base}{name}")),
        Value::Str(base) => Ok(format!("{base}/{name}")),
        Value::Array(base) => {
            let parts = base.iter().cloned().chain([Value::from("/"), Value::from(name)]).collect();
            Ok(context.inspect(&Value::Array(Arc::new(parts))))
        }
        other => {
            let text = format!("jekyll-mentions: `base_url` must be a string, but is {}", context.inspect(other));
            Err(Failure::raised("TypeError", text))
        }
    }
}

fn default_base(context: &SiteContext) -> String {
    let variable = |name: &str| context.world.variable(name).filter(|value| !value.is_empty());
    match (variable("SSL"), variable("GITHUB_HOSTNAME")) {
        (Some(ssl), Some(host)) => {
            let scheme = if ssl == "true" { "https://" } else { "http://" };
            format!("{scheme}{}", host.strip_suffix('/').unwrap_or(host))
        }
        _ => GITHUB.to_owned(),
    }
}

/// The next `@name` at or after `from`: the offset of the `@`, and the name.
fn next_mention(text: &str, from: usize) -> Option<(usize, &str)> {
    let bytes = text.as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    for position in memchr::memchr_iter(b'@', &bytes[from..]).map(|position| from + position) {
        // The preceding character is part of the match, so it must not be part of the previous match.
        let is_free = match position.checked_sub(1).map(|before| bytes[before]) {
            None | Some(b'\n') => true,
            Some(before) => position > from && !is_word(before),
        };
        let length = bytes[position + 1..].iter().take_while(|byte| is_word(**byte) || **byte == b'-').count();
        if !is_free || length == 0 || bytes[position + 1] == b'-' {
            continue;
        }
        let after = |ahead: usize| bytes.get(position + 1 + length + ahead).copied();
        let is_end = match after(0) {
            Some(b'/') => false,
            Some(b'.') => !after(1).is_some_and(is_word),
            // Ruby's pattern does not allow letters of any case after a name: these are `s` and `k` in lower case.
            _ => !text[position + 1 + length..].starts_with(['\u{17f}', '\u{212a}']),
        };
        if is_end {
            return Some((position, &text[position + 1..position + 1 + length]));
        }
    }
    None
}

fn with_links(text: &str, base: &Value, context: &SiteContext) -> Result<String, Failure> {
    let mut out = String::with_capacity(text.len() + 100);
    let mut from = 0;
    while let Some((position, name)) = next_mention(text, from) {
        out.push_str(&text[from..position]);
        from = position + 1 + name.len();
        let lower = name.to_ascii_lowercase();
        if matches!(lower.as_str(), "mention" | "mentions" | "mentioned" | "mentioning") {
            out.push_str(&text[position..from]);
        } else {
            let address = address(base, name, context)?;
            out.push_str(&format!("<a href='{address}' class='user-mention'>@{name}</a>"));
        }
    }
    out.push_str(&text[from..]);
    Ok(out)
}
