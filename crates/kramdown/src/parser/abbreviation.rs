//! Parses the definitions of abbreviations, and turns abbreviations in the texts of the finished tree into elements.

use super::{Abbreviation, Parser, Step};
use crate::Error;
use crate::element::{Element, Kind};
use crate::scanner::Scanner;
use crate::text::{is_space, is_space_char, is_word, line_end, opt_space, strip};
use std::collections::{HashMap, HashSet};

/// The abbreviations that a document defines, by their text.
#[derive(Default)]
pub(super) struct Definitions<'a> {
    by_id: HashMap<&'a str, (Abbreviation<'a>, usize)>,
    by_first: HashMap<char, SameFirst<'a>>,
}

/// The abbreviations that start with the same character.
#[derive(Default)]
struct SameFirst<'a> {
    /// Lengths of abbreviations without white space, in characters and bytes, longest first.
    lengths: Vec<(usize, usize)>,
    /// The lengths of abbreviations with white space, in characters and bytes, longest first. Such an abbreviation also
    /// matches texts with other white space characters.
    spaced: Vec<(usize, usize)>,
    /// The abbreviations with white space, each white space character replaced by a space.
    folded: HashSet<String>,
    /// Abbreviations with several white space characters in a row, or with white space both inside and outside of
    /// ASCII. The longest come first.
    irregular: Vec<&'a str>,
}

impl<'a> Definitions<'a> {
    pub(crate) fn into_map(self) -> HashMap<&'a str, Abbreviation<'a>> {
        self.by_id.into_iter().map(|(id, (abbreviation, _))| (id, abbreviation)).collect()
    }
}

impl<'a> Parser<'a> {
    pub(super) fn parse_abbrev_definition(
        &mut self,
        src: &mut Scanner<'a>,
        el: &mut Element<'a>,
    ) -> Result<Step, Error> {
        let position = opt_space(src.bytes(), src.pos);
        if !src.bytes()[position..].starts_with(b"*[") {
            return Ok(Step::No);
        }
        let end = line_end(src.bytes(), position);
        let Some(inner) = src.text[position + 2..end].strip_suffix('\n') else { return Ok(Step::No) };
        // The shortest abbreviation has one character.
        let first = inner.chars().next().map_or(0, char::len_utf8);
        let Some(id_end) = inner[first..].find("]:").map(|offset| first + offset) else { return Ok(Step::No) };
        let line = src.line();
        let (id, title) = (&inner[..id_end], strip(&inner[id_end + 2..]));
        src.pos = end;
        if self.abbreviations.by_id.contains_key(id) {
            self.warn(format!("Duplicate abbreviation ID '{id}' on line {line} - overwriting"));
        }
        let (child, slot) = self.new_definition(line);
        el.children.push(child);
        self.abbreviations.by_id.insert(id, (Abbreviation { title, ..Abbreviation::default() }, slot));
        Ok(Step::Yes)
    }

    /// Gives abbreviations the attributes from the attribute lists directly before and after their definitions. Also
    /// groups the abbreviations by first character and length, for the search in texts.
    pub(super) fn correct_abbreviations(&mut self) {
        let mut ids: Vec<&'a str> = self.abbreviations.by_id.keys().copied().collect();
        ids.sort_by(|a, b| b.chars().count().cmp(&a.chars().count()).then_with(|| a.cmp(b)));
        for id in ids {
            let Some((mut abbreviation, slot)) = self.abbreviations.by_id.remove(id) else { continue };
            let ial = self.definition_ials[slot].clone();
            self.apply_ial(&mut abbreviation.attr, &ial);
            self.abbreviations.by_id.insert(id, (abbreviation, slot));
            if let Some(first) = id.chars().next() {
                let same = self.abbreviations.by_first.entry(first).or_default();
                let length = (id.chars().count(), id.len());
                let in_a_row = id.as_bytes().windows(2).any(|pair| is_space(pair[0]) && is_space(pair[1]));
                if !self.options.version.loose_space_in_abbreviations {
                    if !same.lengths.contains(&length) {
                        same.lengths.push(length);
                    }
                } else if in_a_row
                    || (id.contains(|c: char| !c.is_ascii() && is_separator(c)) && id.bytes().any(is_space))
                {
                    same.irregular.push(id);
                } else if id.bytes().any(is_space) {
                    same.folded.insert(id.replace(is_space_char, " "));
                    if !same.spaced.contains(&length) {
                        same.spaced.push(length);
                    }
                } else if !same.lengths.contains(&length) {
                    same.lengths.push(length);
                }
            }
        }
    }

    /// Turns the abbreviations in the texts below `el` into elements, except in HTML elements whose content is not
    /// parsed.
    pub(super) fn replace_abbreviations(&mut self, el: &mut Element<'a>) {
        if self.abbreviations.by_id.is_empty() {
            return;
        }
        stacker::maybe_grow(64 << 10, 1 << 20, || {
            let raw = el.is_raw_html();
            let children = el.take_children();
            for mut child in children {
                if child.kind == Kind::Text && !raw {
                    self.mark_abbreviations(el, child);
                } else {
                    self.replace_abbreviations(&mut child);
                    el.children.push(child);
                }
            }
        });
    }

    fn mark_abbreviations(&self, el: &mut Element<'a>, child: Element<'a>) {
        let text = child.value;
        let mut from = 0;
        let mut position = 0;
        let mut found_any = false;
        while position < text.len() {
            let step = text[position..].chars().next().map_or(1, char::len_utf8);
            let bounded = position == 0
                || !is_word(text.as_bytes()[position - 1])
                || text.as_bytes()[position - 1] == b'\n'
                || !is_word(text.as_bytes()[position]) && position == from;
            if bounded
                && let Some(end) = self.abbreviation_at(text, position)
                && !text.as_bytes().get(end).copied().is_some_and(is_word)
            {
                el.children.push(Element::with_value(self.arena, Kind::Text, &text[from..position], child.line));
                el.children.push(Element::with_value(self.arena, Kind::Abbreviation, &text[position..end], child.line));
                from = end;
                position = end;
                found_any = true;
                continue;
            }
            position += step;
        }
        if found_any {
            el.children.push(Element::with_value(self.arena, Kind::Text, &text[from..], child.line));
        } else {
            el.children.push(child);
        }
    }

    /// The end of the longest abbreviation at `start`.
    fn abbreviation_at(&self, text: &str, start: usize) -> Option<usize> {
        let first = text[start..].chars().next()?;
        let same = self.abbreviations.by_first.get(&first)?;
        let plain = same.lengths.iter().find_map(|&(chars, length)| {
            let id = text.get(start..start + length)?;
            (self.abbreviations.by_id.contains_key(id)).then_some((chars, start + length))
        });
        let irregular = same.irregular.iter().find_map(|id| Some((id.chars().count(), matches_id(text, start, id)?)));
        let spaced = same.spaced_id(text, start);
        // Among abbreviations of the same length, the plain one wins.
        [irregular, spaced, plain].into_iter().flatten().max_by_key(|&(chars, _)| chars).map(|(_, end)| end)
    }
}

impl SameFirst<'_> {
    /// The longest abbreviation with white space at `start`: its length in characters, and its end.
    fn spaced_id(&self, text: &str, start: usize) -> Option<(usize, usize)> {
        let &(_, longest) = self.spaced.iter().max_by_key(|(_, length)| length)?;
        let mut folded = String::with_capacity(longest);
        // For each byte of the folded text, the end of the corresponding source.
        let mut ends = Vec::with_capacity(longest);
        let mut end = start;
        for c in text[start..].chars() {
            let white = is_space_char(c) || is_separator(c);
            end += c.len_utf8();
            if white && folded.ends_with(' ') {
                if let Some(last) = ends.last_mut() {
                    *last = end;
                }
                continue;
            }
            if folded.len() >= longest {
                break;
            }
            folded.push(if white { ' ' } else { c });
            ends.resize(folded.len(), end);
        }
        self.spaced.iter().find_map(|&(chars, length)| {
            let id = folded.get(..length)?;
            self.folded.contains(id).then(|| (chars, ends[length - 1]))
        })
    }
}

/// Matches an abbreviation, and returns the end of the match. White space in the abbreviation matches any white space.
fn matches_id(text: &str, start: usize, id: &str) -> Option<usize> {
    let mut rest = text[start..].chars().peekable();
    let mut end = start;
    for c in id.chars() {
        if c.is_ascii() && is_space(c as u8) {
            let mut any = false;
            while let Some(&space) = rest.peek() {
                if !((space.is_ascii() && is_space(space as u8)) || is_separator(space)) {
                    break;
                }
                any = true;
                end += space.len_utf8();
                rest.next();
            }
            if !any {
                return None;
            }
        } else {
            if rest.next()? != c {
                return None;
            }
            end += c.len_utf8();
        }
    }
    Some(end)
}

/// Whether a character is in Unicode's category of separators (`\p{Z}`).
pub(crate) fn is_separator(c: char) -> bool {
    matches!(
        c,
        ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200a}' | '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}
