//! Writes footnote marks, and the list of footnotes.

use super::Writer;
use crate::element::Category;
use crate::element::{Element, Extra, Kind};
use crate::escape;

/// A footnote to which the text refers at least once.
#[derive(Clone, Debug)]
pub(super) struct Numbered {
    /// The name in the source, such as `1` for `[^1]`.
    source: String,
    /// The option `footnote_prefix` followed by the name, as used in ids.
    name: String,
    number: i64,
    /// The number of marks in the text that refer to the footnote, without the first one.
    repeats: usize,
}

impl<'d> Writer<'d> {
    pub(super) fn footnote_mark(&mut self, el: &'d Element<'d>) {
        let name = format!("{}{}", self.options.footnote_prefix, el.value);
        let mut repeat = String::new();
        let known = self.footnote_numbers.get(&name).copied();
        let number = match known.and_then(|index| self.numbered.get_mut(index)) {
            Some(footnote) => {
                footnote.repeats += 1;
                repeat = format!(":{}", footnote.repeats);
                footnote.number
            }
            None => {
                let number = self.options.footnote_nr + self.numbered.len() as i64;
                let source = el.value.to_owned();
                self.footnote_numbers.insert(name.clone(), self.numbered.len());
                self.numbered.push(Numbered { source, name: name.clone(), number, repeats: 0 });
                number
            }
        };
        let text = self.options.footnote_link_text.replacen("%s", &number.to_string(), 1).replace("%%", "%");
        let role = " role=\"doc-noteref\"";
        let (on_mark, on_link) = if self.options.version.footnote_roles_on_items { (role, "") } else { ("", role) };
        self.out.push_str(&format!(
            "<sup id=\"fnref:{name}{repeat}\"{on_mark}><a href=\"#fn:{name}\" class=\"footnote\" \
             rel=\"footnote\"{on_link}>{text}</a></sup>"
        ));
    }

    /// Writes the footnotes instead of the first list with `{:footnotes}`, or at the end of the document.
    pub(super) fn place_footnotes(&mut self) {
        let offset = self.out.len();
        self.footnote_list();
        if let Some(position) = self.footnote_place {
            let list = self.out.split_off(offset);
            self.out.replace_range(position..=position, &list);
            if let Some((_, toc)) = &mut self.toc_place
                && *toc > position
            {
                *toc = *toc + list.len() - 1;
            }
        }
    }

    fn footnote_list(&mut self) {
        let mut index = 0;
        // The text of a footnote may contain marks of further footnotes.
        while index < self.numbered.len() {
            if index == 0 {
                self.out.push_str("<div class=\"footnotes\" role=\"doc-endnotes\">\n  <ol");
                if self.options.footnote_nr != 1 {
                    self.out.push_str(&format!(" start=\"{}\"", self.options.footnote_nr));
                }
                self.out.push_str(">\n");
            }
            self.footnote(index);
            index += 1;
        }
        if index > 0 {
            self.out.push_str("  </ol>\n</div>\n");
        }
    }

    fn footnote(&mut self, index: usize) {
        let source = self.numbered[index].source.clone();
        let name = self.numbered[index].name.clone();
        let mut item = Element::new(self.arena, Kind::Li, 0);
        item.attr.set("id", format!("fn:{name}"));
        if self.options.version.footnote_roles_on_items {
            item.attr.set("role", "doc-endnote");
        }
        if let Some(content) = self.footnotes.get(source.as_str()) {
            item.children.clone_from(&content.children);
        }
        // The links back refer to the marks seen so far. Marks in this footnote itself come later.
        let repeats = self.numbered[index].repeats;
        self.add_backlinks(&mut item, &name, repeats);
        self.detached(&item, |writer, item| writer.list_item(item, 4));
    }

    /// Appends links to a footnote that lead back to its marks in the text.
    fn add_backlinks(&self, item: &mut Element<'d>, name: &str, repeats: usize) {
        let inline = self.options.footnote_backlink_inline;
        let ends_in_paragraph = item.children.last().is_some_and(|last| last.kind == Kind::Paragraph);
        let in_paragraph = (ends_in_paragraph || inline) && has_paragraph_at_end(item);
        if !in_paragraph {
            item.children.push(Element::new(self.arena, Kind::Paragraph, 0));
        }
        let Some(para) = last_paragraph(item) else { return };
        if self.options.footnote_backlink.is_empty() {
            return;
        }
        let mut text = String::new();
        escape::text(&mut text, &self.options.footnote_backlink);
        let nbsp = self.nbsp();
        for repeat in 0..=repeats {
            let space = if in_paragraph || repeat > 0 { nbsp.as_str() } else { "" };
            let (target, text) = match repeat {
                0 => (name.to_owned(), text.clone()),
                _ => (format!("{name}:{repeat}"), format!("{text}<sup>{}</sup>", repeat + 1)),
            };
            let link = format!(
                "{space}<a href=\"#fnref:{target}\" class=\"reversefootnote\" role=\"doc-backlink\">{text}</a>"
            );
            let raw = Extra::Raw { category: Category::Span, types: &[] };
            para.children
                .push(Element::with_value(self.arena, Kind::Raw, self.arena.alloc_str(&link), 0).with_extra(raw));
        }
    }

    fn nbsp(&self) -> String {
        use crate::options::EntityOutput;
        match self.options.entity_output {
            EntityOutput::AsChar if !self.options.ascii => "\u{a0}".to_owned(),
            EntityOutput::Symbolic => "&nbsp;".to_owned(),
            _ => "&#160;".to_owned(),
        }
    }

    /// Calls `write` for an element that is not part of the document, for example a generated list.
    pub(super) fn detached(&mut self, el: &Element<'_>, write: impl for<'e> FnOnce(&mut Writer<'e>, &'e Element<'e>)) {
        let mut writer = Writer {
            arena: self.arena,
            options: self.options,
            footnotes: self.footnotes,
            abbreviations: self.abbreviations,
            highlighter: self.highlighter,
            out: std::mem::take(&mut self.out),
            stack: Vec::new(),
            index: 0,
            used_ids: std::mem::take(&mut self.used_ids),
            toc: Vec::new(),
            // These positions belong to the document and must not be set here.
            toc_place: Some((el, 0)),
            footnote_place: Some(0),
            numbered: std::mem::take(&mut self.numbered),
            footnote_numbers: std::mem::take(&mut self.footnote_numbers),
            warnings: std::mem::take(&mut self.warnings),
        };
        write(&mut writer, el);
        self.out = writer.out;
        self.used_ids = writer.used_ids;
        self.numbered = writer.numbered;
        self.footnote_numbers = writer.footnote_numbers;
        self.warnings = writer.warnings;
    }
}

/// Whether the last child, the last child of this child, and so on, include a paragraph or header.
fn has_paragraph_at_end(item: &Element<'_>) -> bool {
    let mut el = item;
    while let Some(last) = el.children.last() {
        if matches!(last.kind, Kind::Paragraph | Kind::Header) {
            return true;
        }
        el = last;
    }
    false
}

/// The outermost paragraph or header among the last child, its last child, and so on.
fn last_paragraph<'e, 'a>(item: &'e mut Element<'a>) -> Option<&'e mut Element<'a>> {
    let last = item.children.last_mut()?;
    if matches!(last.kind, Kind::Paragraph | Kind::Header) {
        return Some(last);
    }
    last_paragraph(last)
}
