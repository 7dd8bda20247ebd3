//! Writes font attributes as HTML tags or CSS, and escapes `&`, `<` and `>` next to white space in texts that may
//! contain HTML.

use crate::style::Formatting;
use crate::text::is_space;

/// Wraps `text` in `<i>` for italic and in `<b>` for bold. Returns the other font attributes as CSS, such as
/// `text-decoration: underline`.
pub(super) fn fonts(text: &mut String, formatting: &Formatting) -> String {
    let mut styles: Vec<String> = Vec::new();
    match formatting.font_style.as_deref() {
        Some("italic") => *text = format!("<i>{text}</i>"),
        Some(other) => styles.push(format!("font-style: {other}")),
        None => {}
    }
    if let Some(variant) = &formatting.font_variant {
        styles.push(format!("font-variant: {variant}"));
    }
    match formatting.font_weight.as_deref() {
        Some("bold") => *text = format!("<b>{text}</b>"),
        Some(other) => styles.push(format!("font-weight: {other}")),
        None => {}
    }
    if let Some(decoration) = &formatting.text_decoration {
        styles.push(format!("text-decoration: {decoration}"));
    }
    if let Some(align) = &formatting.vertical_align {
        styles.push(format!("vertical-align: {}", if align == "sup" { "super" } else { align }));
    }
    inspect(&styles.join("; "))
}

/// Escapes backslashes and double quotes, as in a double-quoted string of Ruby.
fn inspect(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Escapes a `&` or `<` before a space. If another white space character follows instead, deletes both characters.
/// Escapes a `>` after white space, and turns this white space character into a space. citeproc-ruby does the same.
pub(super) fn escape_lone(text: String) -> String {
    let text = if text.contains(['&', '<']) { escape_openers(text) } else { text };
    if text.contains('>') { escape_closers(text) } else { text }
}

fn escape_openers(text: String) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let before_space = matches!(c, '&' | '<') && chars.peek().is_some_and(|next| is_space(*next));
        if !before_space {
            out.push(c);
        } else if chars.next() == Some(' ') {
            out.push_str(if c == '&' { "&amp; " } else { "&lt; " });
        }
    }
    out
}

fn escape_closers(text: String) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '>' && out.ends_with(is_space) {
            out.pop();
            out.push_str(" &gt;");
        } else {
            out.push(c);
        }
    }
    out
}
