//! A citation badge as SVG, so that a page needs no third party for it.

use crate::html;
use std::fmt::Write;

/// The shape of a badge: rounded, square, or only text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum BadgeStyle {
    /// Rounded corners.
    #[default]
    Flat,
    /// Square corners.
    Square,
    /// Only text, in the page's colour.
    Plain,
}

/// A badge: a label on the left and a message, such as a number, on the right, with their colours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Badge {
    /// The text on the left.
    pub label: String,
    /// The text on the right.
    pub message: String,
    /// The colour behind the label, as in CSS.
    pub label_color: String,
    /// The colour behind the message, as in CSS.
    pub color: String,
    /// The shape of the corners, or only text.
    pub style: BadgeStyle,
}

impl Badge {
    /// The badge that `hastie scholar badge` writes by default: the label "citations" and the number `count`.
    #[must_use]
    pub fn citations(count: u64) -> Self {
        Badge {
            label: "citations".to_owned(),
            message: count.to_string(),
            label_color: "#555".to_owned(),
            color: "#1a73e8".to_owned(),
            style: BadgeStyle::Flat,
        }
    }

    /// The badge as SVG. Its width depends on the texts, measured with the usual character widths of Verdana.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let (label, message) = (escape(&self.label), escape(&self.message));
        let (left, right) = (width(&self.label) + PADDING, width(&self.message) + PADDING);
        let all = left + right;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{all}\" height=\"{HEIGHT}\" role=\"img\" \
             aria-label=\"{label}: {message}\"><title>{label}: {message}</title>"
        );
        if self.style != BadgeStyle::Plain {
            let radius = if self.style == BadgeStyle::Flat { 3 } else { 0 };
            let (label_color, color) = (escape(&self.label_color), escape(&self.color));
            // Writing to a string cannot fail.
            let _ = write!(
                svg,
                "<clipPath id=\"r\"><rect width=\"{all}\" height=\"{HEIGHT}\" rx=\"{radius}\"/></clipPath>\
                 <g clip-path=\"url(#r)\"><rect width=\"{left}\" height=\"{HEIGHT}\" fill=\"{label_color}\"/>\
                 <rect x=\"{left}\" width=\"{right}\" height=\"{HEIGHT}\" fill=\"{color}\"/></g>"
            );
        }
        let ink = if self.style == BadgeStyle::Plain { "currentColor" } else { "#fff" };
        let _ = write!(
            svg,
            "<g fill=\"{ink}\" text-anchor=\"middle\" font-family=\"Verdana,Geneva,DejaVu Sans,sans-serif\" \
             font-size=\"11\"><text x=\"{}\" y=\"14\">{label}</text><text x=\"{}\" y=\"14\" font-weight=\"bold\">\
             {message}</text></g></svg>",
            left / 2,
            left + right / 2
        );
        svg.push('\n');
        svg
    }
}

const HEIGHT: u32 = 20;
const PADDING: u32 = 12;

/// The estimated width of a text in pixels at a font size of 11 pixels. The estimate is also wide enough for bold
/// digits.
fn width(text: &str) -> u32 {
    let tenths: u32 = text
        .chars()
        .map(|c| match c {
            'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 40,
            'f' | 't' | 'r' | ' ' | '(' | ')' | '-' => 48,
            'm' | 'w' | 'M' | 'W' | '%' | '@' => 105,
            'A'..='Z' => 82,
            '0'..='9' => 78,
            c if c.is_ascii() => 70,
            c if ('\u{1100}'..).contains(&c) => 115,
            _ => 75,
        })
        .sum();
    tenths.div_ceil(10)
}

/// Escapes text for XML, which does not allow most control characters.
fn escape(text: &str) -> String {
    let is_allowed = |c: &char| !c.is_control() || matches!(c, '\t' | '\n');
    html::escape(&text.chars().filter(is_allowed).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_break_out_of_a_badge() {
        let badge = Badge { label: "<script>\"&\u{0}".into(), color: "red\"/><x y=\"".into(), ..Badge::citations(7) };
        let svg = badge.to_svg();
        assert!(!svg.contains("<script>") && !svg.contains("<x "), "{svg}");
        assert!(svg.contains("&lt;script&gt;&quot;&amp;"));
    }

    #[test]
    fn styles_differ_in_their_outline() {
        let svg = |style| Badge { style, ..Badge::citations(1204) }.to_svg();
        assert!(svg(BadgeStyle::Flat).contains("rx=\"3\""));
        assert!(svg(BadgeStyle::Square).contains("rx=\"0\""));
        assert!(!svg(BadgeStyle::Plain).contains("<rect"));
        for style in [BadgeStyle::Flat, BadgeStyle::Square, BadgeStyle::Plain] {
            assert!(svg(style).contains(">1204</text>"));
        }
    }
}
