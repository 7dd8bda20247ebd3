//! The HTML elements kramdown knows, and what it knows about each.

use crate::element::Model;
use crate::rules::Rules;
use std::borrow::Cow;
use std::sync::LazyLock;

const MODEL_BLOCK: &[&str] = &[
    "address",
    "applet",
    "article",
    "aside",
    "blockquote",
    "body",
    "dd",
    "details",
    "div",
    "dl",
    "fieldset",
    "figure",
    "figcaption",
    "footer",
    "form",
    "header",
    "hgroup",
    "iframe",
    "li",
    "main",
    "map",
    "menu",
    "nav",
    "noscript",
    "object",
    "section",
    "summary",
    "td",
];

const MODEL_SPAN: &[&str] = &[
    "a", "abbr", "acronym", "b", "bdo", "big", "button", "cite", "caption", "del", "dfn", "dt", "em", "h1", "h2", "h3",
    "h4", "h5", "h6", "i", "ins", "label", "legend", "optgroup", "p", "q", "rb", "rbc", "rp", "rt", "rtc", "ruby",
    "select", "small", "span", "strong", "sub", "sup", "th", "tt",
];

const MODEL_RAW: &[&str] = &["script", "style", "math", "option", "textarea", "pre", "code", "kbd", "samp", "var"];

const SPAN_ELEMENTS: &[&str] = &[
    "a", "abbr", "acronym", "b", "big", "bdo", "br", "button", "cite", "code", "del", "dfn", "em", "i", "img", "input",
    "ins", "kbd", "label", "mark", "option", "q", "rb", "rbc", "rp", "rt", "rtc", "ruby", "samp", "select", "small",
    "span", "strong", "sub", "sup", "time", "tt", "u", "var",
];

const BLOCK_ELEMENTS: &[&str] = &[
    "address",
    "article",
    "aside",
    "applet",
    "body",
    "blockquote",
    "caption",
    "col",
    "colgroup",
    "dd",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "html",
    "head",
    "iframe",
    "legend",
    "menu",
    "li",
    "main",
    "map",
    "nav",
    "ol",
    "optgroup",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tfoot",
    "tr",
    "ul",
];

const WITHOUT_BODY: &[&str] = &[
    "area", "base", "br", "col", "command", "embed", "hr", "img", "input", "keygen", "link", "meta", "param", "source",
    "track", "wbr",
];

const LISTS: [&[&str]; 6] = [MODEL_BLOCK, MODEL_SPAN, MODEL_RAW, SPAN_ELEMENTS, BLOCK_ELEMENTS, WITHOUT_BODY];

/// For each name, as a number, in which of the lists it stands; in order.
static NAMES: LazyLock<Vec<(u128, u8)>> = LazyLock::new(|| {
    let mut names: Vec<(u128, u8)> = Vec::new();
    for (number, list) in LISTS.iter().enumerate() {
        for key in list.iter().filter_map(|name| key(name)) {
            match names.iter_mut().find(|(known, _)| *known == key) {
                Some((_, lists)) => *lists |= 1 << number,
                None => names.push((key, 1 << number)),
            }
        }
    }
    names.sort_unstable();
    names
});

/// The bytes of a short name as a number.
fn key(name: &str) -> Option<u128> {
    (name.len() <= 16).then(|| name.bytes().fold(0, |key, byte| (key << 8) | u128::from(byte)))
}

/// In which lists a name stands, as bits.
fn lists(name: &str) -> u8 {
    key(name).and_then(|key| NAMES.binary_search_by_key(&key, |(known, _)| *known).ok()).map_or(0, |at| NAMES[at].1)
}

/// Elements that stand among spans.
pub(in crate::parser) fn is_span_element(name: &str, rules: Rules) -> bool {
    (name != "time" || rules.time_is_a_span) && lists(name) & 0b1000 != 0
}

/// Elements that stand among blocks.
pub(in crate::parser) fn is_block_element(name: &str) -> bool {
    lists(name) & 0b1_0000 != 0
}

/// Elements that have no content.
pub(crate) fn is_without_body(name: &str) -> bool {
    lists(name) & 0b10_0000 != 0
}

/// Elements kramdown knows; their names are written in lower case.
pub(in crate::parser) fn is_known(name: &str) -> bool {
    lists(name) != 0
}

/// How the inside of an element is parsed unless it says otherwise.
pub(in crate::parser) fn content_model(name: &str) -> Model {
    match lists(name) & 0b11 {
        0 => Model::Raw,
        0b10 => Model::Span,
        _ => Model::Block,
    }
}

/// A name in lower case.
pub(in crate::parser) fn lower(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|b| b.is_ascii_uppercase() || !b.is_ascii()) {
        Cow::Owned(name.to_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}
