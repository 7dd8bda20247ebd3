//! Extracts the source of an excerpt from content. Mirrors `Jekyll::Excerpt#extract_excerpt`.
//!
//! Keeps definitions of reference links from the part that is cut off, and closes Liquid blocks that are left open. The
//! callers read the setting `excerpt_separator` ([`Document`](super::Document), [`Page`](super::Page)). Excerpts are
//! rendered in `render/excerpts.rs`.

use super::SiteContext;
use crate::diagnostic::{Level, Log, Message};
use crate::pattern::Pattern;
use hastie_liquid::Value;
use hastie_value::text::is_ascii_space;

static TAG: Pattern = Pattern::new(r"(?s)\{%-?\s*([A-Za-z0-9_]+)\s*.*?-?%\}");
static LINK_DEFINITION: Pattern = Pattern::new(r"(?m)^ {0,3}(\[[^\]]+\])(:.+)$");

/// The text before the first `separator`, or the whole content without a separator. Adds end tags to open Liquid
/// blocks. Adds the link definitions after the separator; in Jekyll 4, only those that the excerpt uses. If the
/// separator is missing or at the very end, Jekyll 4 adds nothing. `name` is the path for the warning about open
/// blocks.
pub fn extract(context: &SiteContext, content: &str, separator: &str, name: &str, log: &mut Log) -> String {
    let (head, tail) = content.split_once(separator).unwrap_or((content, ""));
    let mut excerpt = head.to_string();
    if !context.reference().reading.excerpts_keep_only_used_definitions {
        if close_blocks(context, &mut excerpt) {
            warn_of_closed_blocks(context, separator, name, log);
        }
        if !tail.is_empty() {
            excerpt.push_str("\n\n");
            excerpt.push_str(&all_definitions(tail).join("\n"));
        }
        return excerpt;
    }
    if tail.is_empty() {
        return excerpt;
    }
    if close_blocks(context, &mut excerpt) {
        warn_of_closed_blocks(context, separator, name, log);
    }
    let definitions = link_definitions(&excerpt, tail);
    if !definitions.is_empty() {
        excerpt.push_str("\n\n");
        excerpt.push_str(&definitions.join("\n"));
    }
    excerpt
}

/// Appends an end tag for each block without one in `head`, innermost first. Returns whether any was appended.
fn close_blocks(context: &SiteContext, head: &mut String) -> bool {
    if !head.contains("{%") {
        return false;
    }
    let names: Vec<String> = TAG.captures_iter(head).map(|found| found[1].to_string()).collect();
    let mut modified = false;
    for name in names.iter().rev().filter(|name| context.is_block(name)) {
        if !has_end_tag(head, name) {
            modified = true;
            head.push_str(&format!("\n{{% end{name} %}}"));
        }
    }
    modified
}

/// Whether `{% endNAME ... %}` occurs in `text`.
fn has_end_tag(text: &str, name: &str) -> bool {
    let end = format!("end{name}");
    text.match_indices("{%").any(|(position, _)| {
        let inside = &text[position + 2..];
        let inside = inside.strip_prefix('-').unwrap_or(inside).trim_start_matches(is_ascii_space);
        inside.strip_prefix(end.as_str()).is_some_and(|rest| rest.contains("%}"))
    })
}

/// The link definitions such as `[name]: /url` in `tail`. Skips those whose `[name]` does not occur in `head`.
fn link_definitions(head: &str, tail: &str) -> Vec<String> {
    LINK_DEFINITION
        .captures_iter(tail)
        .filter(|found| head.contains(&found[1]))
        .map(|found| format!("{}{}", &found[1], &found[2]))
        .collect()
}

/// All link definitions such as `[name]: /url` in a text, unchanged.
fn all_definitions(text: &str) -> Vec<&str> {
    LINK_DEFINITION.find_iter(text).map(|found| found.as_str()).collect()
}

fn warn_of_closed_blocks(context: &SiteContext, separator: &str, name: &str, log: &mut Log) {
    let separator = context.inspect(&Value::from(separator));
    let advice: &[&str] = if context.reference().reading.excerpts_keep_only_used_definitions {
        &[
            "Feel free to define a custom excerpt or excerpt_separator in the",
            "document's Front Matter if the generated excerpt is unsatisfactory.",
        ]
    } else {
        &["Feel free to define a custom excerpt or excerpt_separator in the document's front matter if the generated \
           excerpt is unsatisfactory."]
    };
    log.push(Message::new(Level::Warn, "Warning:", format!("Excerpt modified in {name}!")).about(name, 0));
    log.push(Message::new(
        Level::Warn,
        "",
        format!("Found a Liquid block containing the excerpt separator {separator}."),
    ));
    log.push(Message::new(
        Level::Warn,
        "",
        "The block has been modified with the appropriate closing tag.".to_string(),
    ));
    for line in advice {
        log.push(Message::new(Level::Warn, "", (*line).to_string()));
    }
}
