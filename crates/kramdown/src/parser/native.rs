//! The option `html_to_native`: converts HTML elements to Markdown's own elements. Mirrors
//! `Kramdown::Parser::Html::ElementConverter`.

use super::html_elements::{Set, content_model, is_block_element, is_span_element};
use super::html_entity::{reference, resolve};
use crate::element::{AMPERSAND, Align, Category, Children, Element, Entity, Extra, Kind, Model, Quote, Symbol};
use crate::text::{fold_space, is_space, is_space_char, is_word, lstrip, rstrip, skip_while, strip, word_boundary};
use crate::version::Version;
use bumpalo::Bump;
use std::borrow::Cow;

/// The arena and the version of kramdown that a conversion of HTML elements uses.
#[derive(Clone, Copy)]
pub(super) struct Native<'a> {
    pub arena: &'a Bump,
    pub version: Version,
}

/// Whether an element is converted, and whether white space in its texts is preserved.
#[derive(Clone, Copy)]
struct Mode {
    convert: bool,
    preserve: bool,
}

const CONVERT: Mode = Mode { convert: true, preserve: false };

/// Converts an HTML element and its content to kramdown's elements, as the option `html_to_native` demands.
pub(super) fn convert<'a>(el: &mut Element<'a>, arena: &'a Bump, version: Version) {
    let native = Native { arena, version };
    process(el, native, CONVERT, None);
}

/// Converts the content of a whole HTML document to kramdown's elements.
pub(super) fn convert_document<'a>(root: &mut Element<'a>, arena: &'a Bump, version: Version) {
    let native = Native { arena, version };
    for mut child in root.take_children() {
        if child.kind == Kind::Text {
            texts(&mut root.children, native, child.value, false);
        } else {
            process(&mut child, native, CONVERT, None);
            root.children.push(child);
        }
    }
    remove_white_space(root);
}

fn process<'a>(el: &mut Element<'a>, native: Native<'a>, mode: Mode, parent: Option<&str>) {
    stacker::maybe_grow(64 << 10, 1 << 20, || match el.kind {
        Kind::XmlComment | Kind::XmlPi => {
            let span = content_model(parent.unwrap_or("div")) == Model::Span;
            el.extra = Extra::Category(if span { Category::Span } else { Category::Block });
        }
        Kind::Html => element(el, native, mode),
        _ => {}
    });
}

fn element<'a>(el: &mut Element<'a>, native: Native<'a>, mode: Mode) {
    let name = el.value;
    if !mode.convert {
        return keep(el, native, mode);
    }
    match name {
        "textarea" => keep(el, native, Mode { preserve: true, ..CONVERT }),
        "a" if el.attr.get("href").is_none() => keep(el, native, Mode { convert: false, preserve: false }),
        "a" => become_native(el, native, Kind::Link, Extra::None),
        "em" | "i" | "strong" | "b" => emphasis(el, native),
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
            let mut raw_text = String::new();
            all_text(el, &mut raw_text);
            become_native(
                el,
                native,
                Kind::Header,
                Extra::Header { level: name.as_bytes()[1] - b'0', raw_text: native.arena.alloc_str(&raw_text) },
            );
        }
        "code" | "pre" => code(el, native),
        "table" => super::native_table::table(el, native),
        "script" => script(el, native),
        _ => {
            if Set::WithoutText.has(name) {
                el.children.retain(|child| child.kind != Kind::Text);
            }
            match simple(name) {
                Some(kind) => {
                    set_kind(el, kind, if kind == Kind::Dt { term() } else { Extra::None });
                    process_children(el, native, mode, name);
                }
                None => keep(el, native, mode),
            }
            if Set::Stripped.has(name) {
                strip_ends(el);
            }
            if Set::WrappedText.has(name) || matches!(name, "td" | "th") {
                remove_white_space(el);
            }
            if Set::WrappedText.has(name) {
                wrap_texts(el);
            }
        }
    }
}

fn term() -> Extra<'static> {
    Extra::Term { raw_text: "" }
}

/// The kind that an HTML element becomes, such as `Hr` for `hr`. `None` for all other elements.
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

fn set_kind<'a>(el: &mut Element<'a>, kind: Kind, extra: Extra<'a>) {
    el.kind = kind;
    el.extra = extra;
    el.ial = None;
    el.line = 0;
    el.value = "";
}

fn become_native<'a>(el: &mut Element<'a>, native: Native<'a>, kind: Kind, extra: Extra<'a>) {
    let name = el.value;
    set_kind(el, kind, extra);
    process_children(el, native, CONVERT, name);
}

/// Keeps an HTML element that cannot become an element of kramdown, such as an `em` with white space at an end of its
/// text. The elements inside of it also stay HTML.
pub(super) fn keep_unconverted<'a>(el: &mut Element<'a>, native: Native<'a>) {
    keep(el, native, Mode { convert: false, preserve: false });
}

fn keep<'a>(el: &mut Element<'a>, native: Native<'a>, mode: Mode) {
    let category = if is_span_element(el.value, native.version) { Category::Span } else { Category::Block };
    let model = if mode.convert { content_model(el.value) } else { Model::Raw };
    el.extra = Extra::Html { category, model, closed: false };
    el.ial = None;
    let name = el.value;
    process_children(el, native, mode, name);
}

/// Converts the children of the HTML element `el` to elements of kramdown. `name` is the tag name of `el`. This name
/// decides whether comments and XML instructions (`<?...?>`) among the children are blocks or spans.
pub(super) fn convert_children<'a>(el: &mut Element<'a>, native: Native<'a>, name: &str) {
    process_children(el, native, CONVERT, name);
}

fn process_children<'a>(el: &mut Element<'a>, native: Native<'a>, mode: Mode, name: &str) {
    let children = el.take_children();
    for mut child in children {
        if child.kind == Kind::Text {
            texts(&mut el.children, native, child.value, mode.preserve || !mode.convert);
        } else {
            process(&mut child, native, mode, Some(name));
            el.children.push(child);
        }
    }
}

/// Splits a text into texts and entities, and collapses white space unless it is preserved.
fn texts<'a>(out: &mut Children<'a>, native: Native<'a>, raw: &'a str, preserve: bool) {
    let text: &'a str = match if preserve { Cow::Borrowed(raw) } else { fold_space(raw, is_space_char) } {
        Cow::Borrowed(text) => text,
        Cow::Owned(text) => native.arena.alloc_str(&text),
    };
    let mut from = 0;
    let mut index = 0;
    while let Some(offset) = text[index..].find('&') {
        let open = index + offset;
        let Some((body, end)) = reference(text, open) else {
            index = open + 1;
            continue;
        };
        if open > from {
            out.push(Element::with_value(native.arena, Kind::Text, &text[from..open], 0));
        }
        let quote = [Quote::Lsquo, Quote::Rsquo, Quote::Ldquo, Quote::Rdquo];
        let symbol = [Symbol::Mdash, Symbol::Ndash, Symbol::Hellip, Symbol::Laquo, Symbol::Raquo];
        from = end;
        if let Some(quote) = quote.into_iter().find(|quote| quote.name() == body) {
            out.push(Element::new(native.arena, Kind::SmartQuote, 0).with_extra(Extra::Quote(quote)));
        } else if let Some(symbol) = symbol.into_iter().find(|symbol| symbol.name() == body) {
            out.push(Element::new(native.arena, Kind::Symbol, 0).with_extra(Extra::Symbol(symbol)));
        } else if let Some((code, name)) = resolve(body, native.version) {
            let entity = native.arena.alloc(Entity { code, name, original: Some(&text[open..end]) });
            out.push(Element::new(native.arena, Kind::Entity, 0).with_extra(Extra::Entity(entity)));
        } else {
            out.push(Element::new(native.arena, Kind::Entity, 0).with_extra(Extra::Entity(&AMPERSAND)));
            from = open + 1;
        }
        index = from;
    }
    if from < text.len() {
        out.push(Element::with_value(native.arena, Kind::Text, &text[from..], 0));
    }
}

fn all_text(el: &Element<'_>, out: &mut String) {
    if el.kind == Kind::Text {
        out.push_str(el.value);
    }
    for child in &el.children {
        all_text(child, out);
    }
}

fn emphasis<'a>(el: &mut Element<'a>, native: Native<'a>) {
    let mut text = String::new();
    all_text(el, &mut text);
    if text.starts_with(is_space_char) || text.ends_with(is_space_char) {
        keep_unconverted(el, native);
    } else {
        let kind = if matches!(el.value, "em" | "i") { Kind::Em } else { Kind::Strong };
        become_native(el, native, kind, Extra::None);
    }
}

/// Converts `code` to a code span, and `pre` to a code block. Entities become characters.
fn code<'a>(el: &mut Element<'a>, native: Native<'a>) {
    let mut raw = String::new();
    all_text(el, &mut raw);
    let mut parts = Children::new_in(native.arena);
    texts(&mut parts, native, native.arena.alloc_str(&raw), true);
    let mut value = String::new();
    for part in &parts {
        match &part.extra {
            Extra::Entity(Entity { code, .. }) => value.extend(char::from_u32(*code)),
            Extra::Quote(quote) => value.push(['‘', '’', '“', '”'][*quote as usize]),
            Extra::Symbol(symbol) => value.push_str(match symbol {
                Symbol::Mdash => "—",
                Symbol::Ndash => "–",
                Symbol::Hellip => "…",
                Symbol::Laquo | Symbol::LaquoSpace => "«",
                Symbol::Raquo | Symbol::RaquoSpace => "»",
            }),
            _ => value.push_str(part.value),
        }
    }
    if el.value == "code" {
        set_kind(el, Kind::Codespan, Extra::None);
        // The highlighter will add its own class again.
        if let Some(class) = el.attr.get("class").and_then(without_highlighter) {
            el.attr.set("class", class);
        }
    } else {
        let lang = match el.children.as_slice() {
            [only] if only.value == "code" => only.attr.get("class").and_then(|class| {
                class.split_ascii_whitespace().find(|word| word.starts_with("language-")).map(str::to_owned)
            }),
            _ => None,
        };
        set_kind(el, Kind::Codeblock, Extra::None);
        if let Some(lang) = lang {
            let class = format!("{lang} {}", el.attr.get("class").unwrap_or(""));
            el.attr.set("class", rstrip(&class).to_owned());
        }
    }
    el.value = native.arena.alloc_str(&value);
    el.children.clear();
}

/// Removes `highlighter-...` from a class attribute, with the white space before or after it. `None` if the attribute
/// does not contain it.
fn without_highlighter(class: &str) -> Option<String> {
    const MARK: &str = "highlighter-";
    let bytes = class.as_bytes();
    let (mut out, mut kept, mut search) = (String::new(), 0, 0);
    while let Some(position) = class[search..].find(MARK).map(|offset| search + offset) {
        let end = skip_while(bytes, position + MARK.len(), is_word);
        search = end;
        if end == position + MARK.len() || !word_boundary(class, position) || !word_boundary(class, end) {
            continue;
        }
        let before = class[kept..position].trim_end_matches(is_space_char);
        let spaced = kept + before.len() < position;
        out.push_str(before);
        kept = if spaced { end } else { skip_while(bytes, end, is_space) };
        search = kept;
    }
    out.push_str(&class[kept..]);
    (kept > 0).then_some(out)
}

/// Converts MathJax scripts to formulas.
fn script<'a>(el: &mut Element<'a>, native: Native<'a>) {
    let kind = el.attr.get("type").unwrap_or("").to_owned();
    if !kind.contains("math/tex") {
        return keep(el, native, CONVERT);
    }
    let category = if kind.contains("mode=display") { Category::Block } else { Category::Span };
    let formula: &'a str = el.children.first().map(|first| first.value).unwrap_or_default();
    let inner = formula.trim_start_matches(['%', ' ', '\n']);
    let inner = inner.strip_prefix("<![CDATA[").and_then(|inner| inner.strip_suffix("]]>"));
    let formula = match inner {
        Some(inner) => {
            let inner = inner.strip_prefix('\n').unwrap_or(inner);
            inner
                .strip_suffix('%')
                .map_or(inner, |inner| inner.strip_suffix(|c: char| c.is_ascii_whitespace()).unwrap_or(inner))
        }
        None => formula,
    };
    set_kind(el, Kind::Math, Extra::Category(category));
    el.value = formula;
    // Ruby keeps the children behind the formula, whose text ids and code contain.
    if !el.children.is_empty() {
        el.children.remove(0);
    }
    el.attr.remove("type");
}

fn strip_ends(el: &mut Element<'_>) {
    if let Some(first) = el.children.first_mut().filter(|first| first.kind == Kind::Text) {
        first.value = lstrip(first.value);
    }
    if let Some(last) = el.children.last_mut().filter(|last| last.kind == Kind::Text) {
        last.value = rstrip(last.value);
    }
}

fn remove_white_space(el: &mut Element<'_>) {
    let count = el.children.len();
    let blocks: Vec<bool> = el.children.iter().map(Element::is_block).collect();
    let mut index = 0;
    el.children.retain(|child| {
        let here = index;
        index += 1;
        let blank = child.kind == Kind::Text && strip(child.value).is_empty();
        !(blank && (here == 0 || here + 1 == count || (blocks[here - 1] && blocks[here + 1])))
    });
}

/// Wraps runs of spans that are between blocks. Each run becomes the content of a paragraph without tags.
fn wrap_texts(el: &mut Element<'_>) {
    let arena = el.children.bump();
    let mut wrapped = Children::new_in(arena);
    let mut open = false;
    for child in el.take_children() {
        if child.is_block() {
            wrapped.push(child);
            open = false;
            continue;
        }
        if !open {
            wrapped.push(Element::new(arena, Kind::Paragraph, 0).with_extra(Extra::Transparent));
            open = true;
        }
        if let Some(last) = wrapped.last_mut() {
            last.children.push(child);
        }
    }
    el.children = wrapped;
}

/// Removes `text-align: left`, `center` or `right` from the `style` attribute of a cell, and returns this alignment.
/// The colon must be followed by white space. For any other style, changes nothing and returns the default alignment.
pub(super) fn take_alignment(cell: &mut Element<'_>) -> Align {
    let Some(style) = cell.attr.get("style").map(str::to_owned) else { return Align::Default };
    let Some(position) = style.find("text-align:") else { return Align::Default };
    let rest = &style[position + "text-align:".len()..];
    let word = rest.trim_start();
    let found = [("center", Align::Center), ("left", Align::Left), ("right", Align::Right)];
    let Some((name, align)) = found.into_iter().find(|(name, _)| word.starts_with(name) && word.len() < rest.len())
    else {
        return Align::Default;
    };
    let before = style[..position].trim_end();
    let before = before.strip_suffix(';').unwrap_or(&style[..position]);
    let left = format!("{before}{}", &word[name.len()..]);
    if strip(&left).is_empty() {
        cell.attr.remove("style");
    } else {
        cell.attr.set("style", left);
    }
    align
}

/// Whether a table cell contains no block element, at any depth. A table with any other cell stays HTML.
pub(super) fn is_phrasing(el: &Element<'_>) -> bool {
    el.children.iter().all(|child| (child.kind == Kind::Text || !is_block_element(child.value)) && is_phrasing(child))
}
