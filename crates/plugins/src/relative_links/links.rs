//! Finds links in Markdown sources like jekyll-relative-links' patterns: `[text](path#fragment "title")`, and `[text]:
//! path#fragment "title"` at the start of a line.
//!
//! The gem's two patterns are matched lazily, as in Ruby. Offsets at which the text in brackets cannot end are
//! remembered, so that each offset is examined only once.

use hastie_value::text::is_space;

/// A link in Markdown, with its start and end as byte offsets in the source, and its parts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Link<'a> {
    start: usize,
    end: usize,
    kind: Kind,
    text: &'a str,
    /// The path of the target, without the fragment.
    pub path: &'a str,
    fragment: &'a str,
    title: &'a str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Inline,
    Reference,
}

/// Replaces the paths of links for which `target` returns a new path. `None` if `target` returns no path for any link.
pub(crate) fn replace(source: &str, mut target: impl FnMut(&str) -> Option<String>) -> Option<String> {
    let mut links = Links::new(source);
    let (mut out, mut from, mut copied) = (String::new(), 0, 0);
    while let Some(link) = links.next(from) {
        from = link.end;
        if let Some(url) = target(link.path) {
            out.push_str(&source[copied..link.start]);
            let Link { text, fragment, title, .. } = link;
            out.push_str(&match link.kind {
                Kind::Inline => format!("[{text}]({url}{fragment}{title})"),
                Kind::Reference => format!("\n[{text}]: {url}{fragment}{title}"),
            });
            copied = link.end;
        }
    }
    if copied == 0 {
        return None;
    }
    out.push_str(&source[copied..]);
    Some(out)
}

struct Links<'a> {
    source: &'a str,
    bytes: &'a [u8],
    /// For each offset, whether a search has found no inline link whose text extends to this offset.
    inline_dead: Vec<bool>,
    /// For each offset, whether a search has found no reference whose text extends to this offset.
    reference_dead: Vec<bool>,
    /// The offset of the last bracket at which no reference starts.
    no_reference: Option<usize>,
    /// The offset of the last quotation mark at which no title starts.
    no_title: Option<usize>,
}

impl<'a> Links<'a> {
    fn new(source: &'a str) -> Self {
        Links {
            source,
            bytes: source.as_bytes(),
            inline_dead: vec![false; source.len() + 1],
            reference_dead: vec![false; source.len() + 1],
            no_reference: None,
            no_title: None,
        }
    }

    /// The next link at or after `from`.
    fn next(&mut self, from: usize) -> Option<Link<'a>> {
        let mut position = from;
        while position < self.bytes.len() {
            if self.bytes[position] == b'['
                && let Some(link) = self.link(Kind::Inline, position, position)
            {
                return Some(link);
            }
            if (position == 0 || self.bytes[position - 1] == b'\n')
                && let Some(link) = self.reference(position)
            {
                return Some(link);
            }
            // Both start at a bracket or at a line.
            position = match memchr::memchr2(b'[', b'\n', &self.bytes[position..]) {
                Some(0) => position + 1,
                Some(more) if self.bytes[position + more] == b'\n' => position + more + 1,
                Some(more) => position + more,
                None => return None,
            };
        }
        None
    }

    /// The reference in the line that starts at `start`, including blank lines before it.
    fn reference(&mut self, start: usize) -> Option<Link<'a>> {
        let bracket = self.after_blanks(start);
        if self.bytes.get(bracket) != Some(&b'[') || self.no_reference == Some(bracket) {
            return None;
        }
        let link = self.link(Kind::Reference, start, bracket);
        if link.is_none() {
            self.no_reference = Some(bracket);
        }
        link
    }

    fn link(&mut self, kind: Kind, start: usize, bracket: usize) -> Option<Link<'a>> {
        let mut places = vec![bracket + 1];
        while let Some(place) = places.pop() {
            let dead = match kind {
                Kind::Inline => &mut self.inline_dead,
                Kind::Reference => &mut self.reference_dead,
            };
            if std::mem::replace(&mut dead[place], true) {
                continue;
            }
            if let Some(rest) = self.rest(kind, place) {
                let text = &self.source[bracket + 1..place];
                return Some(Link { start, text, ..rest });
            }
            self.push_longer(place, &mut places);
        }
        None
    }

    /// Adds the offsets at which a link's text can end if it cannot end at `place`: after one more character, and after
    /// an image that starts at `place`. For an image, one offset is after its brackets, and one is after the whole
    /// image. The last offset is tried first.
    fn push_longer(&self, place: usize, places: &mut Vec<usize>) {
        let rest = &self.source[place..];
        if let Some(character) = rest.chars().next().filter(|c| *c != '\n' && !rest.starts_with("](")) {
            places.push(place + character.len_utf8());
        }
        if rest.starts_with("![")
            && let Some(length) = rest[2..].find(']')
        {
            let end = place + 2 + length + 1;
            places.push(end);
            if self.bytes.get(end) == Some(&b'(')
                && let Some(length) = self.source[end..].find(')')
            {
                places.push(end + length + 1);
            }
        }
    }

    /// The path, fragment and title of a link whose text ends at `place`. `None` if no link ends its text there.
    fn rest(&mut self, kind: Kind, place: usize) -> Option<Link<'a>> {
        let opening = if kind == Kind::Inline { "](" } else { "]: " };
        let start = place + self.source[place..].strip_prefix(opening).map(|_| opening.len())?;
        // A path has no end if there is nothing to close it.
        let closes = match kind {
            Kind::Inline => start + memchr::memchr(b')', &self.bytes[start..])?,
            Kind::Reference => self.line_end(start),
        };
        let characters = self.source[start..closes].char_indices().skip(1).map(|(position, _)| start + position);
        for end in characters.chain((closes > start).then_some(closes)) {
            let link = |fragment: usize, (title, last): (usize, usize)| Link {
                start: 0,
                end: last,
                kind,
                text: "",
                path: &self.source[start..end],
                fragment: &self.source[end..fragment],
                title: &self.source[fragment..title],
            };
            if self.bytes.get(end) == Some(&b'#')
                && let Some((fragment, rest)) = self.fragment(kind, end)
            {
                return Some(link(fragment, rest));
            }
            if let Some(rest) = self.closing(kind, end) {
                return Some(link(end, rest));
            }
        }
        None
    }

    /// The end of the shortest fragment whose number sign is at `start`, with the two ends that `closing` finds after
    /// it. `None` if neither a title nor the end of the link follows a fragment.
    fn fragment(&mut self, kind: Kind, start: usize) -> Option<(usize, (usize, usize))> {
        let line = self.line_end(start);
        let characters = self.source[start..line].char_indices().skip(2).map(|(position, _)| start + position);
        let ends = characters.chain((line > start + 1).then_some(line));
        for end in ends {
            if let Some(rest) = self.closing(kind, end) {
                return Some((end, rest));
            }
        }
        None
    }

    /// The end of an optional title at `start`, and the end of the link after it. `None` if the link does not end
    /// there.
    fn closing(&mut self, kind: Kind, start: usize) -> Option<(usize, usize)> {
        if self.bytes.get(start).copied().is_some_and(is_space) {
            let quote = self.after_blanks(start);
            if self.bytes.get(quote) == Some(&b'"') && self.no_title != Some(quote) {
                // The second form also starts with a double quote, and ends with a single one.
                for closing in [b'"', b'\''] {
                    let end = self.unescaped(closing, quote + 1).map(|end| end + 1);
                    if let Some(end) = end
                        && let Some(last) = self.end(kind, end)
                    {
                        return Some((end, last));
                    }
                }
                self.no_title = Some(quote);
            }
        }
        self.end(kind, start).map(|last| (start, last))
    }

    /// The end of a link whose last part ends at `position`. For an inline link, `)` must follow. For a reference, only
    /// white space may follow on the line. `None` otherwise.
    fn end(&self, kind: Kind, position: usize) -> Option<usize> {
        match kind {
            Kind::Inline => (self.bytes.get(position) == Some(&b')')).then_some(position + 1),
            Kind::Reference => {
                let line = self.line_end(position);
                self.bytes[position..line].iter().copied().all(is_space).then_some(line)
            }
        }
    }

    fn unescaped(&self, quote: u8, from: usize) -> Option<usize> {
        let mut quotes = memchr::memchr_iter(quote, &self.bytes[from..]).map(|position| from + position);
        quotes.find(|position| self.bytes[position - 1] != b'\\')
    }

    fn after_blanks(&self, position: usize) -> usize {
        position + self.bytes[position..].iter().take_while(|byte| is_space(**byte)).count()
    }

    fn line_end(&self, position: usize) -> usize {
        position + memchr::memchr(b'\n', &self.bytes[position..]).unwrap_or(self.bytes.len() - position)
    }
}
