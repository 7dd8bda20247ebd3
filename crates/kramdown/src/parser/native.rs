//! Mirrors `Kramdown::Parser::Html::ElementConverter`: with `html_to_native`, HTML elements become the document's own.

use super::html::{content_model, is_block_element, is_span_element};
use super::html_entity::{reference, resolve};
use crate::element::{Align, Category, Element, Extra, Kind, Model, Quote, Symbol};
use crate::text::{is_space, lstrip, rstrip, strip};

const WITHOUT_TEXT: &[&str] = &[
    "html", "head", "hgroup", "ol", "ul", "dl", "table", "colgroup", "tbody", "thead", "tfoot", "tr", "select",
    "optgroup",
];
const WITH_TEXT_WRAPPED: &[&str] = &[
    "body",
    "section",
    "nav",
    "article",
    "aside",
    "header",
    "footer",
    "address",
    "div",
    "li",
    "dd",
    "blockquote",
    "figure",
    "figcaption",
    "fieldset",
    "form",
];
const STRIPPED: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "dd",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "form",
    "footer",
    "header",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "legend",
    "li",
    "nav",
    "p",
    "section",
    "td",
    "th",
];

/// What becomes of the texts inside an element.
#[derive(Clone, Copy)]
struct Mode {
    convert: bool,
    preserve: bool,
}

const CONVERT: Mode = Mode { convert: true, preserve: false };

/// Converts an element and what is inside it.
pub(super) fn convert(el: &mut Element) {
    process(el, CONVERT, None);
}

fn process(el: &mut Element, mode: Mode, parent: Option<&str>) {
    stacker::maybe_grow(64 << 10, 1 << 20, || match el.kind {
        Kind::XmlComment | Kind::XmlPi => {
            let span = content_model(parent.unwrap_or("div")) == Model::Span;
            el.extra = Extra::Category(if span { Category::Span } else { Category::Block });
        }
        Kind::Html => element(el, mode),
        _ => {}
    });
}

fn element(el: &mut Element, mode: Mode) {
    let name = el.value.clone();
    let name = name.as_str();
    if !mode.convert {
        return keep(el, mode);
    }
    match name {
        "textarea" => keep(el, Mode { preserve: true, ..CONVERT }),
        "a" if el.attr.get("href").is_none() => keep(el, Mode { convert: false, preserve: false }),
        "a" => become_native(el, Kind::Link, Extra::None),
        "em" | "i" | "strong" | "b" => emphasis(el),
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
            let mut raw_text = String::new();
            all_text(el, &mut raw_text);
            become_native(el, Kind::Header, Extra::Header { level: name.as_bytes()[1] - b'0', raw_text });
        }
        "code" | "pre" => code(el),
        "table" => super::native_table::table(el),
        "script" => script(el),
        _ => {
            if WITHOUT_TEXT.contains(&name) {
                el.children.retain(|child| child.kind != Kind::Text);
            }
            match simple(name) {
                Some(kind) => become_native(el, kind, if kind == Kind::Dt { term() } else { Extra::None }),
                None => keep(el, mode),
            }
            if STRIPPED.contains(&name) {
                strip_ends(el);
            }
            if WITH_TEXT_WRAPPED.contains(&name) || matches!(name, "td" | "th") {
                remove_white_space(el);
            }
            if WITH_TEXT_WRAPPED.contains(&name) {
                wrap_texts(el);
            }
        }
    }
}

fn term() -> Extra {
    Extra::Term { raw_text: String::new() }
}

/// Elements that are their own kind.
fn simple(name: &str) -> Option<Kind> {
    Some(match name {
        "blockquote" => Kind::Blockquote,
        "hr" => Kind::Hr,
        "br" => Kind::Br,
        "img" => Kind::Image,
        "p" => Kind::Paragraph,
        "thead" => Kind::Thead,
        "tbody" => Kind::Tbody,
        "tfoot" => Kind::Tfoot,
        "tr" => Kind::Tr,
        "td" | "th" => Kind::Td,
        "ul" => Kind::Ul,
        "ol" => Kind::Ol,
        "dl" => Kind::Dl,
        "li" => Kind::Li,
        "dt" => Kind::Dt,
        "dd" => Kind::Dd,
        _ => return None,
    })
}

fn set_kind(el: &mut Element, kind: Kind, extra: Extra) {
    el.kind = kind;
    el.extra = extra;
    el.ial = None;
    el.value = String::new();
}

fn become_native(el: &mut Element, kind: Kind, extra: Extra) {
    let name = el.value.clone();
    set_kind(el, kind, extra);
    process_children(el, CONVERT, &name);
}

/// The element stays HTML.
pub(super) fn keep_unconverted(el: &mut Element) {
    keep(el, Mode { convert: false, preserve: false });
}

fn keep(el: &mut Element, mode: Mode) {
    let category = if is_span_element(&el.value) { Category::Span } else { Category::Block };
    let model = if mode.convert { content_model(&el.value) } else { Model::Raw };
    el.extra = Extra::Html { category, model, closed: false };
    el.ial = None;
    let name = el.value.clone();
    process_children(el, mode, &name);
}

/// Converts the children of what was the element `name`.
pub(super) fn convert_children(el: &mut Element, name: &str) {
    process_children(el, CONVERT, name);
}

fn process_children(el: &mut Element, mode: Mode, name: &str) {
    let children = std::mem::take(&mut el.children);
    for mut child in children {
        if child.kind == Kind::Text {
            texts(&mut el.children, &child.value, mode.preserve || !mode.convert, child.line);
        } else {
            process(&mut child, mode, Some(name));
            el.children.push(child);
        }
    }
}

/// A text with its entities as elements, and white space made one blank unless it counts.
fn texts(out: &mut Vec<Element>, raw: &str, preserve: bool, line: u32) {
    let folded;
    let text = if preserve {
        raw
    } else {
        folded = fold(raw);
        folded.as_str()
    };
    let mut from = 0;
    let mut at = 0;
    while let Some(offset) = text[at..].find('&') {
        let open = at + offset;
        let Some((body, end)) = reference(text, open) else {
            at = open + 1;
            continue;
        };
        if open > from {
            out.push(Element::with_value(Kind::Text, &text[from..open], line));
        }
        let quote =
            [("lsquo", Quote::Lsquo), ("rsquo", Quote::Rsquo), ("ldquo", Quote::Ldquo), ("rdquo", Quote::Rdquo)];
        let symbol = [
            ("mdash", Symbol::Mdash),
            ("ndash", Symbol::Ndash),
            ("hellip", Symbol::Hellip),
            ("laquo", Symbol::Laquo),
            ("raquo", Symbol::Raquo),
        ];
        from = end;
        if let Some((_, quote)) = quote.iter().find(|(name, _)| *name == body) {
            out.push(Element::new(Kind::SmartQuote, line).with_extra(Extra::Quote(*quote)));
        } else if let Some((_, symbol)) = symbol.iter().find(|(name, _)| *name == body) {
            out.push(Element::new(Kind::Symbol, line).with_extra(Extra::Symbol(*symbol)));
        } else if let Some((code, name)) = resolve(body) {
            let original = Some(text[open..end].to_owned());
            out.push(Element::new(Kind::Entity, line).with_extra(Extra::Entity { code, name, original }));
        } else {
            let amp = Extra::Entity { code: 38, name: Some("amp"), original: None };
            out.push(Element::new(Kind::Entity, line).with_extra(amp));
            from = open + 1;
        }
        at = from;
    }
    if from < text.len() {
        out.push(Element::with_value(Kind::Text, &text[from..], line));
    }
}

fn fold(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut in_space = false;
    for c in raw.chars() {
        let space = c.is_ascii() && is_space(c as u8);
        if !space {
            out.push(c);
        } else if !in_space {
            out.push(' ');
        }
        in_space = space;
    }
    out
}

fn all_text(el: &Element, out: &mut String) {
    if el.kind == Kind::Text {
        out.push_str(&el.value);
    }
    for child in &el.children {
        all_text(child, out);
    }
}

fn emphasis(el: &mut Element) {
    let mut text = String::new();
    all_text(el, &mut text);
    let space = |c: char| c.is_ascii() && is_space(c as u8);
    if text.starts_with(space) || text.ends_with(space) {
        keep_unconverted(el);
    } else {
        let kind = if matches!(el.value.as_str(), "em" | "i") { Kind::Em } else { Kind::Strong };
        become_native(el, kind, Extra::None);
    }
}

/// `code` and `pre` whose entities all stand for characters.
fn code(el: &mut Element) {
    let mut raw = String::new();
    all_text(el, &mut raw);
    let mut parts = Vec::new();
    texts(&mut parts, &raw, true, el.line);
    let mut value = String::new();
    for part in &parts {
        match &part.extra {
            Extra::Entity { code, .. } => value.extend(char::from_u32(*code)),
            Extra::Quote(quote) => value.push(['‘', '’', '“', '”'][*quote as usize]),
            Extra::Symbol(symbol) => value.push_str(match symbol {
                Symbol::Mdash => "—",
                Symbol::Ndash => "–",
                Symbol::Hellip => "…",
                Symbol::Laquo | Symbol::LaquoSpace => "«",
                Symbol::Raquo | Symbol::RaquoSpace => "»",
            }),
            _ => value.push_str(&part.value),
        }
    }
    if el.value == "code" {
        set_kind(el, Kind::Codespan, Extra::None);
        // The highlighter adds its own again.
        if let Some(class) = el.attr.get("class").map(str::to_owned) {
            let is_own = |word: &&str| !word.starts_with("highlighter-");
            if class.split_ascii_whitespace().any(|word| !is_own(&word)) {
                el.attr.set("class", class.split_ascii_whitespace().filter(is_own).collect::<Vec<_>>().join(" "));
            }
        }
    } else {
        let lang = match el.children.as_slice() {
            [only] if only.value == "code" => only.attr.get("class").and_then(|class| {
                class.split_ascii_whitespace().find(|word| word.starts_with("language-")).map(str::to_owned)
            }),
            _ => None,
        };
        set_kind(el, Kind::Codeblock, Extra::Code { lang: None });
        if let Some(lang) = lang {
            let class = format!("{lang} {}", el.attr.get("class").unwrap_or(""));
            el.attr.set("class", rstrip(&class));
        }
    }
    el.value = value;
    el.children.clear();
}

/// Formulas in MathJax's scripts.
fn script(el: &mut Element) {
    let kind = el.attr.get("type").unwrap_or("").to_owned();
    if !kind.contains("math/tex") {
        return keep(el, CONVERT);
    }
    let category = if kind.contains("mode=display") { Category::Block } else { Category::Span };
    let formula = el.children.first().map(|first| first.value.clone()).unwrap_or_default();
    let inner = formula.trim_start_matches(['%', ' ', '\n']);
    let inner = inner.strip_prefix("<![CDATA[").and_then(|inner| inner.strip_suffix("]]>"));
    let formula = match inner {
        Some(inner) => {
            let inner = inner.strip_prefix('\n').unwrap_or(inner);
            inner
                .strip_suffix('%')
                .map_or(inner, |inner| inner.strip_suffix(|c: char| c.is_ascii_whitespace()).unwrap_or(inner))
                .to_owned()
        }
        None => formula,
    };
    set_kind(el, Kind::Math, Extra::Category(category));
    el.value = formula;
    el.children.clear();
    el.attr.remove("type");
}

fn strip_ends(el: &mut Element) {
    if let Some(first) = el.children.first_mut().filter(|first| first.kind == Kind::Text) {
        first.value = lstrip(&first.value).to_owned();
    }
    if let Some(last) = el.children.last_mut().filter(|last| last.kind == Kind::Text) {
        last.value = rstrip(&last.value).to_owned();
    }
}

fn remove_white_space(el: &mut Element) {
    let count = el.children.len();
    let blocks: Vec<bool> = el.children.iter().map(Element::is_block_like).collect();
    let mut at = 0;
    el.children.retain(|child| {
        let here = at;
        at += 1;
        let blank = child.kind == Kind::Text && strip(&child.value).is_empty();
        !(blank && (here == 0 || here + 1 == count || (blocks[here - 1] && blocks[here + 1])))
    });
}

/// Spans between blocks stand in paragraphs without tags.
fn wrap_texts(el: &mut Element) {
    let mut wrapped: Vec<Element> = Vec::new();
    let mut open = false;
    for child in std::mem::take(&mut el.children) {
        if child.is_block_like() {
            wrapped.push(child);
            open = false;
            continue;
        }
        if !open {
            wrapped.push(Element::new(Kind::Paragraph, child.line).with_extra(Extra::Transparent));
            open = true;
        }
        if let Some(last) = wrapped.last_mut() {
            last.children.push(child);
        }
    }
    el.children = wrapped;
}

/// The alignment a cell's style gives, taken out of it.
pub(super) fn take_alignment(cell: &mut Element) -> Align {
    let Some(style) = cell.attr.get("style").map(str::to_owned) else { return Align::Default };
    let Some(at) = style.find("text-align:") else { return Align::Default };
    let rest = &style[at + "text-align:".len()..];
    let word = rest.trim_start();
    let found = [("center", Align::Center), ("left", Align::Left), ("right", Align::Right)];
    let Some((name, align)) = found.into_iter().find(|(name, _)| word.starts_with(name) && word.len() < rest.len())
    else {
        return Align::Default;
    };
    let before = style[..at].trim_end();
    let before = before.strip_suffix(';').unwrap_or(&style[..at]);
    let left = format!("{before}{}", &word[name.len()..]);
    if strip(&left).is_empty() {
        cell.attr.remove("style");
    } else {
        cell.attr.set("style", left);
    }
    align
}

/// Whether an element inside a table's cell may stand in a paragraph.
pub(super) fn is_phrasing(el: &Element) -> bool {
    el.children.iter().all(|child| (child.kind == Kind::Text || !is_block_element(&child.value)) && is_phrasing(child))
}
