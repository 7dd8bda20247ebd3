//! Attribute lists (`{: ...}`), their definitions (`{:name: ...}`) and extensions (`{::name}...{:/}`).

use super::{Parser, Step};
use crate::attributes::Ial;
use crate::element::{Category, Element, Extra, Kind};
use crate::options::Setting;
use crate::scanner::Scanner;
use crate::text::{blank_to_newline, is_space, is_word, opt_space, skip_while};
use crate::{Error, Options};
use bumpalo::Bump;

/// The closing braces that an attribute list starting at `from` can have, in the order in which they are tried. The
/// first brace that is not escaped comes first. The escaped braces before it follow, from last to first. The list must
/// not be empty.
fn closings(bytes: &[u8], from: usize) -> impl Iterator<Item = usize> + '_ {
    let mut escaped = Vec::new();
    let mut plain = None;
    for brace in memchr::memchr_iter(b'}', &bytes[from..]) {
        let brace = from + brace;
        if brace > from && bytes[brace - 1] == b'\\' {
            escaped.push(brace);
        } else {
            plain = Some(brace);
            break;
        }
    }
    plain.into_iter().chain(escaped.into_iter().rev()).filter(move |&brace| brace > from)
}

/// Matches `\{:(?!:|\/)(...)\}\s*?\n`: returns the content of the attribute list, and the offset after its line. `None`
/// without a match at `position`.
pub(super) fn ial_block<'t>(src: &Scanner<'t>, position: usize) -> Option<(&'t str, usize)> {
    let (text, bytes) = (src.text, src.bytes());
    if !bytes[position.min(bytes.len())..].starts_with(b"{:") || matches!(bytes.get(position + 2), Some(b':' | b'/')) {
        return None;
    }
    let from = position + 2;
    if !src.has_brace(from) {
        return None;
    }
    closings(bytes, from).find_map(|brace| blank_to_newline(bytes, brace + 1).map(|end| (&text[from..brace], end)))
}

/// The content of the attribute list on the line at `position`, and the offset after the line. `None` unless the line
/// consists of at most three spaces, an attribute list and white space.
pub(super) fn block_ial<'t>(src: &Scanner<'t>, position: usize) -> Option<(&'t str, usize)> {
    ial_block(src, opt_space(src.bytes(), position))
}

/// The content of an attribute list, and the offset after the white space that follows it. The attribute list must be
/// at `position`, the start of a list item's text. With `whole`, nothing else may be on the line. `None` without such
/// an attribute list.
pub(super) fn item_ial(text: &str, position: usize, whole: bool) -> Option<(&str, usize)> {
    let bytes = text.as_bytes();
    if !bytes[position.min(bytes.len())..].starts_with(b"{:") {
        return None;
    }
    let from = position + 2;
    // A definition or an extension is not an attribute list.
    let name_end = id_name(bytes, from).unwrap_or(from);
    if bytes.get(name_end) == Some(&b':') || bytes.get(from) == Some(&b':') || bytes.get(from) == Some(&b'/') {
        return None;
    }
    closings(bytes, from).find_map(|brace| {
        if whole && blank_to_newline(bytes, brace + 1).is_none() {
            return None;
        }
        Some((&text[from..brace], skip_while(bytes, brace + 1, is_space)))
    })
}

/// Matches `\w[\w-]*` at `position`: returns the end of the name. `None` if no name begins there.
pub(super) fn id_name(bytes: &[u8], position: usize) -> Option<usize> {
    if !is_word(*bytes.get(position)?) {
        return None;
    }
    Some(skip_while(bytes, position, |b| is_word(b) || b == b'-'))
}

/// The name and content of the definition `{:name: ...}` of an attribute list, and the offset after it. `None` unless
/// the definition fills whole lines from `position` on.
fn ald<'t>(src: &Scanner<'t>, position: usize) -> Option<(&'t str, &'t str, usize)> {
    let (text, bytes) = (src.text, src.bytes());
    let position = opt_space(bytes, position);
    if !bytes[position..].starts_with(b"{:") {
        return None;
    }
    let name_end = id_name(bytes, position + 2)?;
    if bytes.get(name_end) != Some(&b':') {
        return None;
    }
    let from = name_end + 1;
    if !src.has_brace(from) {
        return None;
    }
    closings(bytes, from).find_map(|brace| {
        blank_to_newline(bytes, brace + 1).map(|end| (&text[position + 2..name_end], &text[from..brace], end))
    })
}

/// The start tag (`{::name ...}`) or stop tag (`{:/name}`) of an extension.
enum Tag<'t> {
    Start { name: &'t str, list: &'t str, closed: bool },
    Stop { name: Option<&'t str> },
}

/// The start or stop tag of an extension at `position`, and the offset after the tag.
fn extension_tag<'t>(src: &Scanner<'t>, position: usize) -> Option<(Tag<'t>, usize)> {
    let text = src.text;
    let bytes = text.as_bytes();
    let rest = &bytes[position.min(bytes.len())..];
    if rest.starts_with(b"{:/") {
        let name_end = id_name(bytes, position + 3);
        let end = name_end.unwrap_or(position + 3);
        if bytes.get(end) != Some(&b'}') {
            return None;
        }
        return Some((Tag::Stop { name: name_end.map(|end| &text[position + 3..end]) }, end + 1));
    }
    if !rest.starts_with(b"{::") {
        return None;
    }
    if !src.has_brace(position) {
        return None;
    }
    let name_end = skip_while(bytes, position + 3, is_word);
    if name_end == position + 3 {
        return None;
    }
    let name = &text[position + 3..name_end];
    let close = |end: usize| -> Option<(bool, usize)> {
        match (bytes.get(end)?, bytes.get(end + 1)) {
            (b'}', _) => Some((false, end + 1)),
            (b'/', Some(b'}')) => Some((true, end + 2)),
            _ => None,
        }
    };
    if bytes.get(name_end).copied().is_some_and(is_space) {
        // The shortest list that ends in a closing brace.
        let from = name_end + 1;
        let mut end = from;
        loop {
            if let Some((closed, after)) = close(end) {
                return Some((Tag::Start { name, list: &text[from..end], closed }, after));
            }
            end += match bytes.get(end)? {
                b'\\' if bytes.get(end + 1) == Some(&b'}') => 2,
                b'}' => return None,
                _ => 1,
            };
        }
    }
    let (closed, after) = close(name_end)?;
    Some((Tag::Start { name, list: "", closed }, after))
}

impl<'a> Parser<'a> {
    /// Parses the content of an attribute list, and adds the attributes and references to `ial`. Warns if the content
    /// contains neither, unless the content is empty or `:`.
    pub(super) fn parse_attribute_list(&mut self, text: &'a str, ial: &mut Ial<'a>) {
        let trimmed = crate::text::strip(text);
        if trimmed.is_empty() || trimmed == ":" {
            return;
        }
        let mut found = false;
        let mut position = 0;
        while position <= text.len() {
            match attribute(self.arena, text, position, ial) {
                Some(end) => {
                    found = true;
                    position = end.max(position + 1);
                    // The white space before the next attribute is not consumed yet.
                    while !text.is_char_boundary(position.min(text.len())) {
                        position += 1;
                    }
                }
                None => {
                    position += 1;
                    while position < text.len() && !text.is_char_boundary(position) {
                        position += 1;
                    }
                }
            }
        }
        if !found {
            self.warn(format!("No or invalid attributes found in IAL/ALD content: {text}"));
        }
    }

    pub(super) fn parse_block_extensions(
        &mut self,
        src: &mut Scanner<'a>,
        el: &mut Element<'a>,
    ) -> Result<Step, Error> {
        if !src.bytes()[opt_space(src.bytes(), src.pos)..].starts_with(b"{:") {
            return Ok(Step::No);
        }
        let line = src.line();
        if let Some((name, list, end)) = ald(src, src.pos) {
            src.pos = end;
            let mut definition = self.alds.remove(name).unwrap_or_default();
            self.parse_attribute_list(list, &mut definition);
            self.alds.insert(name, definition);
            let child = self.new_block(Kind::EndOfBlock, line).with_extra(Extra::Trace);
            el.children.push(child);
            return Ok(Step::Yes);
        }
        let position = opt_space(src.bytes(), src.pos);
        if let Some((tag, end)) = extension_tag(src, position)
            && let Some(end) = blank_to_newline(src.bytes(), end)
        {
            return Ok(if self.extension(src, el, tag, end, Category::Block)? { Step::Yes } else { Step::No });
        }
        let Some((list, end)) = block_ial(src, src.pos) else { return Ok(Step::No) };
        src.pos = end;
        self.block_attribute_list(src, el, list);
        Ok(Step::Yes)
    }

    /// Applies an attribute list to the block before it, or else to the next block.
    fn block_attribute_list(&mut self, src: &Scanner<'a>, el: &mut Element<'a>, list: &'a str) {
        let slot = match el.children.last() {
            Some(last) if last.kind == Kind::EndOfBlock => match last.extra {
                Extra::Definition(slot) => Some(slot),
                _ => None,
            },
            _ => None,
        };
        let for_last = el.children.last().is_some_and(|last| !matches!(last.kind, Kind::Blank | Kind::EndOfBlock));
        if let Some(slot) = slot {
            let mut ial = std::mem::take(&mut self.definition_ials[slot]);
            self.parse_attribute_list(list, &mut ial);
            self.definition_ials[slot] = ial;
        } else if for_last {
            if let Some(last) = el.children.last_mut() {
                let mut ial = last.ial.take().unwrap_or_default();
                self.parse_attribute_list(list, &mut ial);
                last.ial = Some(ial);
            }
        } else {
            let mut ial = self.block_ial.take().unwrap_or_default();
            self.parse_attribute_list(list, &mut ial);
            self.block_ial = Some(ial);
            return;
        }
        if block_ial(src, src.pos).is_none() {
            let child = self.new_block(Kind::EndOfBlock, src.line()).with_extra(Extra::Trace);
            el.children.push(child);
        }
    }

    pub(super) fn parse_span_extensions(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<(), Error> {
        if let Some((tag, end)) = extension_tag(src, src.pos) {
            if !self.extension(src, el, tag, end, Category::Span)? {
                let text = src.take_char();
                self.add_text(el, src.text, text, self.text_kind);
            }
            return Ok(());
        }
        let found = if src.has_brace(src.pos) { closings(src.bytes(), src.pos + 2).next() } else { None };
        let Some(brace) = found else {
            let text = src.take_char();
            self.add_text(el, src.text, text, self.text_kind);
            return Ok(());
        };
        match el.children.last_mut() {
            Some(last) if last.kind != Kind::Text => {
                let list = &src.text[src.pos + 2..brace];
                src.pos = brace + 1;
                let mut ial = Ial::default();
                self.parse_attribute_list(list, &mut ial);
                let mut attr = std::mem::take(&mut last.attr);
                self.apply_ial(&mut attr, &ial);
                last.attr = attr;
                last.ial.get_or_insert_default().merge(&ial);
            }
            _ => {
                self.warn("Found span IAL after text - ignoring it");
                let text = src.take_char();
                self.add_text(el, src.text, text, self.text_kind);
            }
        }
        Ok(())
    }

    /// Processes an extension whose tag ends at `end`. Returns false without consuming anything if the extension is
    /// invalid.
    fn extension(
        &mut self,
        src: &mut Scanner<'a>,
        el: &mut Element<'a>,
        tag: Tag<'a>,
        end: usize,
        category: Category,
    ) -> Result<bool, Error> {
        let (line, start) = (src.line(), src.pos);
        let (name, list, closed) = match tag {
            // kramdown treats this as the start of an extension without a name.
            Tag::Stop { name: None } if category == Category::Block => ("", "", false),
            Tag::Stop { name } => {
                let name = name.map(|name| format!("for '{name}' ")).unwrap_or_default();
                self.warn(format!("Invalid extension stop tag {name} found on line {line} - ignoring it"));
                return Ok(false);
            }
            Tag::Start { name, list, closed } => (name, list, closed),
        };
        let mut options = Ial::default();
        self.parse_attribute_list(list, &mut options);
        src.pos = end;
        let body = if closed { None } else { extension_body(src, end, name, category) };
        if body.is_none() && !closed {
            self.warn(format!("No stop tag for extension '{name}' found on line {line} - ignoring it"));
            src.pos = start;
            return Ok(false);
        }
        let child = match name {
            "comment" => body.map(|body| {
                Element::with_value(self.arena, Kind::Comment, body, line).with_extra(Extra::Category(category))
            }),
            "nomarkdown" => body.map(|body| self.raw(body, &options, category, line)),
            "options" => {
                self.inline_options(&options);
                (category == Category::Block).then(|| self.new_block(Kind::EndOfBlock, line).with_extra(Extra::Trace))
            }
            _ => {
                self.warn(format!("Invalid extension with name '{name}' specified on line {line} - ignoring it"));
                src.pos = start;
                return Ok(false);
            }
        };
        el.children.extend(child);
        Ok(true)
    }

    /// The element for a `nomarkdown` extension: its body verbatim, for the output formats in its option `type`.
    fn raw(&self, body: &'a str, options: &Ial<'a>, category: Category, line: u32) -> Element<'a> {
        let types = options.attr.get("type").unwrap_or("");
        let types = types.split_ascii_whitespace().map(|kind| self.keep(kind));
        let types = self.arena.alloc_slice_fill_iter(types.collect::<Vec<_>>());
        Element::with_value(self.arena, Kind::Raw, body, line).with_extra(Extra::Raw { category, types })
    }

    fn inline_options(&mut self, list: &Ial<'a>) {
        let mut unknown = Vec::new();
        for (name, value) in list.attr.iter() {
            if !Options::is_defined(name) {
                unknown.push(name.to_owned());
            } else if name == "forbidden_inline_options"
                || self.options.forbidden_inline_options.iter().any(|o| o == name)
            {
                self.warn(format!("Option {name} may not be set inline"));
            } else if name != "input" {
                // An invalid value is ignored, as in kramdown.
                let _ = self.options.to_mut().set(name, &Setting::from(value.as_ref()));
            }
        }
        // Ruby stores references under this name among the attributes.
        if !list.refs.is_empty() {
            unknown.push("refs".to_owned());
        }
        for name in unknown {
            self.warn(format!("Unknown kramdown option '{name}'"));
        }
    }
}

/// The body of the extension `name` from the offset `from` on. Consumes the stop tag, too. `None` without a stop tag.
fn extension_body<'a>(src: &mut Scanner<'a>, from: usize, name: &str, category: Category) -> Option<&'a str> {
    let is_block = category == Category::Block;
    let key = format!("{} {name}", if is_block { "block" } else { "span" });
    let text = src.text;
    let (end, after) = src.search(&key, from, || stop_tag(text, from, name, category))?;
    src.pos = after;
    let body = &text[from..end];
    Some(if is_block { body.strip_suffix('\n').unwrap_or(body) } else { body })
}

/// The end of an extension's body, and the end of its stop tag.
fn stop_tag(text: &str, from: usize, name: &str, category: Category) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    for open in memchr::memmem::find_iter(&bytes[from..], b"{:/") {
        let open = from + open;
        let rest = &text[open + 3..];
        let rest = rest.strip_prefix(name).unwrap_or(rest);
        if !rest.starts_with('}') {
            continue;
        }
        let end = text.len() - rest.len() + 1;
        if category == Category::Span {
            return Some((open, end));
        }
        // On its own line, after at most three spaces.
        let line = memchr::memrchr(b'\n', &bytes[from..open]).map_or(from, |position| from + position + 1);
        if open - line <= 3
            && bytes[line..open].iter().all(|&b| b == b' ')
            && let Some(end) = blank_to_newline(bytes, end)
        {
            return Some((line, end));
        }
    }
    None
}

/// Parses an attribute, a reference, or a run of ids and classes at `position`, which must be the start of the text or
/// white space. Returns the end.
fn attribute<'a>(arena: &'a Bump, text: &'a str, position: usize, ial: &mut Ial<'a>) -> Option<usize> {
    let bytes = text.as_bytes();
    // At the start, no white space is required.
    if position == 0
        && let Some(end) = attribute_text(arena, text, 0, ial)
    {
        return Some(end);
    }
    if !is_space(*bytes.get(position)?) {
        return None;
    }
    attribute_text(arena, text, position + 1, ial)
}

fn attribute_text<'a>(arena: &'a Bump, text: &'a str, from: usize, ial: &mut Ial<'a>) -> Option<usize> {
    let bytes = text.as_bytes();
    let ends = |end: usize| end >= bytes.len() || is_space(bytes[end]);
    if let Some(name_end) = id_name(bytes, from) {
        if let Some((value, end)) = quoted_value(arena, text, name_end, &ends) {
            ial.attr.set(&text[from..name_end], value);
            return Some(end);
        }
        // A shorter name would not match, because only white space can follow.
        if ends(name_end) {
            ial.refs.push(&text[from..name_end]);
            return Some(name_end);
        }
        return None;
    }
    let end = skip_while(bytes, from, |b| !is_space(b));
    let run = &text[from..end];
    let parts = ids_and_classes(run)?;
    for (is_class, name) in parts {
        if is_class {
            ial.attr.add_class(name);
        } else {
            ial.attr.set("id", name);
        }
    }
    Some(end)
}

/// `="..."` or `='...'`: the unescaped value and the end.
fn quoted_value<'a>(
    arena: &'a Bump,
    text: &'a str,
    position: usize,
    ends: &dyn Fn(usize) -> bool,
) -> Option<(&'a str, usize)> {
    let bytes = text.as_bytes();
    if bytes.get(position) != Some(&b'=') {
        return None;
    }
    let quote = *bytes.get(position + 1).filter(|quote| matches!(quote, b'"' | b'\''))?;
    let from = position + 2;
    let end = closing_quote(bytes, from, quote, ends)?;
    if !text[from..end].contains('\\') {
        return Some((&text[from..end], end + 1));
    }
    let mut value = String::with_capacity(end - from);
    let mut chars = text[from..end].chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(&next) if c == '\\' && (next == '}' || next == char::from(quote)) => {}
            _ => value.push(c),
        }
    }
    Some((arena.alloc_str(&value), end + 1))
}

/// The position of the quote that ends a value: the first one without a backslash, or else the last one with a
/// backslash. `ends` decides whether a value may end before an offset.
fn closing_quote(bytes: &[u8], from: usize, quote: u8, ends: &dyn Fn(usize) -> bool) -> Option<usize> {
    let mut escaped = None;
    let mut end = from;
    loop {
        match bytes.get(end) {
            None | Some(b'}') => return escaped,
            Some(&byte) if byte == quote && ends(end + 1) => return Some(end),
            Some(b'\\') if bytes.get(end + 1) == Some(&b'}') => end += 1,
            Some(b'\\') if bytes.get(end + 1) == Some(&quote) => {
                end += 1;
                if ends(end + 1) {
                    escaped = Some(end);
                }
            }
            Some(_) => {}
        }
        end += 1;
    }
}

/// Splits a run such as `#id.class.class`. Returns each name, with `true` if it is a class. `None` if the run contains
/// anything else.
fn ids_and_classes(run: &str) -> Option<Vec<(bool, &str)>> {
    let mut parts = Vec::new();
    let mut rest = run;
    while !rest.is_empty() {
        let is_class = rest.starts_with('.');
        if !is_class && !rest.starts_with('#') {
            return None;
        }
        let body = &rest[1..];
        let end = if is_class {
            body.find(['.', '#']).unwrap_or(body.len())
        } else {
            if !body.starts_with(|c: char| c.is_ascii_alphabetic()) {
                return None;
            }
            skip_while(body.as_bytes(), 0, |b| is_word(b) || b == b':' || b == b'-')
        };
        if end == 0 {
            return None;
        }
        parts.push((is_class, &body[..end]));
        rest = &body[end..];
    }
    (!parts.is_empty()).then_some(parts)
}
