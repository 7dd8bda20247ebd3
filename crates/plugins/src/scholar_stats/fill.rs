//! Finds the elements that show citation counts in a page, and writes the counts into them.

use hastie_scholar::Profile;

/// The counts, and how they are written.
pub(super) struct Counts<'p> {
    pub(super) profile: &'p Profile,
    /// The text of a paper's count, with `{count}` in it.
    pub(super) text: &'p str,
}

/// A filled page.
pub(super) struct Filled {
    pub(super) html: String,
    /// The ids that the data lacks, in the page's order.
    pub(super) unknown: Vec<Unknown>,
}

/// An id that the data lacks.
pub(super) struct Unknown {
    pub(super) id: String,
    /// The text of the page in front of the element, where the paper's title usually is.
    pub(super) before: String,
}

/// Whether a page can have such elements at all.
pub(super) fn has_places(html: &str) -> bool {
    html.contains("total_cit") || html.contains("show_paper_citations")
}

/// Writes the counts into `#total_cit` and `.show_paper_citations`, in place of the contents of these elements. Comments,
/// scripts, styles and text areas are skipped.
pub(super) fn fill(html: &str, counts: &Counts<'_>) -> Filled {
    let mut filled = Filled { html: String::with_capacity(html.len() + 64), unknown: Vec::new() };
    let mut copied = 0;
    let mut at = 0;
    while let Some(tag) = next_tag(html, at) {
        at = tag.end;
        if let "script" | "style" | "textarea" = tag.name.as_str() {
            at = closing(html, at, &tag.name).map_or(html.len(), |(_, end)| end);
            continue;
        }
        let Some(count) = count_for(&tag, html, counts, &mut filled.unknown) else { continue };
        let Some((content_end, end)) = closing(html, at, &tag.name) else { continue };
        filled.html.push_str(&html[copied..tag.end]);
        filled.html.push_str(&count);
        copied = content_end;
        at = end;
    }
    filled.html.push_str(&html[copied..]);
    filled
}

fn count_for(tag: &Tag<'_>, html: &str, counts: &Counts<'_>, unknown: &mut Vec<Unknown>) -> Option<String> {
    if tag.attribute("id") == Some("total_cit") {
        return Some(counts.profile.cited_by.all.to_string());
    }
    let id = paper_id(tag)?;
    match counts.profile.works.iter().find(|work| work.id == id) {
        Some(work) => Some(counts.text.replace("{count}", &work.cited_by.to_string())),
        None => {
            unknown.push(Unknown { id: id.to_owned(), before: text_before(html, tag.start) });
            None
        }
    }
}

/// The id of the work whose count an element shows.
fn paper_id<'h>(tag: &Tag<'h>) -> Option<&'h str> {
    let is_paper = tag.attribute("class")?.split_ascii_whitespace().any(|class| class == "show_paper_citations");
    tag.attribute("data").filter(|id| is_paper && !id.is_empty())
}

/// A work whose count a source file asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// Its id.
    pub id: String,
    /// The line, from 1.
    pub line: usize,
    /// The text in front of the element, where the work's title usually is.
    pub before: String,
}

/// The works whose counts a file asks for, in its order: HTML, or Markdown with HTML in it. Ids that Liquid makes are not
/// known before a build, and left out.
pub fn asked_ids(text: &str) -> Vec<Asked> {
    let mut asked = Vec::new();
    let mut at = 0;
    while let Some(tag) = has_places(text).then(|| next_tag(text, at)).flatten() {
        at = tag.end;
        if let Some(id) = paper_id(&tag).filter(|id| !id.contains('{')) {
            let line = text[..tag.start].matches('\n').count() + 1;
            asked.push(Asked { id: id.to_owned(), line, before: text_before(text, tag.start) });
        }
    }
    asked
}

struct Tag<'h> {
    name: String,
    /// The offset of its `<`.
    start: usize,
    /// Behind its `>`.
    end: usize,
    attributes: Vec<(&'h str, &'h str)>,
}

impl<'h> Tag<'h> {
    fn attribute(&self, name: &str) -> Option<&'h str> {
        self.attributes.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| *value)
    }
}

/// The next opening tag from `from` on.
fn next_tag(html: &str, from: usize) -> Option<Tag<'_>> {
    let bytes = html.as_bytes();
    let mut at = from;
    loop {
        at += memchr::memchr(b'<', bytes.get(at..)?)?;
        if html[at..].starts_with("<!--") {
            at += html[at..].find("-->")? + 3;
        } else if bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic) {
            return read_tag(html, at);
        } else {
            at += 1;
        }
    }
}

fn read_tag(html: &str, start: usize) -> Option<Tag<'_>> {
    let bytes = html.as_bytes();
    let is_end = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/');
    let skip = |from: usize, until: &dyn Fn(u8) -> bool| {
        let rest = bytes.get(from..).unwrap_or_default();
        rest.iter().position(|byte| until(*byte)).map_or(bytes.len(), |length| from + length)
    };
    let mut at = skip(start + 1, &is_end);
    let name = html[start + 1..at].to_ascii_lowercase();
    let mut attributes = Vec::new();
    loop {
        at = skip(at, &|byte| !byte.is_ascii_whitespace() && byte != b'/');
        match bytes.get(at)? {
            b'>' => return Some(Tag { name, start, end: at + 1, attributes }),
            _ => {
                let name_end = skip(at + 1, &|byte| is_end(byte) || byte == b'=');
                let key = &html[at..name_end];
                at = skip(name_end, &|byte| !byte.is_ascii_whitespace());
                if bytes.get(at) != Some(&b'=') {
                    attributes.push((key, ""));
                    continue;
                }
                at = skip(at + 1, &|byte| !byte.is_ascii_whitespace());
                let (value_start, value_end, next) = match *bytes.get(at)? {
                    quote @ (b'"' | b'\'') => {
                        let end = skip(at + 1, &|byte| byte == quote);
                        (at + 1, end, end + 1)
                    }
                    _ => {
                        let end = skip(at, &|byte| byte.is_ascii_whitespace() || byte == b'>');
                        (at, end, end)
                    }
                };
                attributes.push((key, html.get(value_start..value_end)?));
                at = next;
            }
        }
    }
}

/// The span of an element's closing tag; elements of the same name may be nested in it.
fn closing(html: &str, from: usize, name: &str) -> Option<(usize, usize)> {
    let bytes = html.as_bytes();
    let mut depth = 0;
    let mut at = from;
    loop {
        at += memchr::memchr(b'<', bytes.get(at..)?)?;
        let is_closing = bytes.get(at + 1) == Some(&b'/');
        let start = at + 1 + usize::from(is_closing);
        let found =
            bytes.get(start..start + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()));
        let ends = bytes.get(start + name.len()).is_none_or(|byte| !byte.is_ascii_alphanumeric());
        match (found && ends, is_closing) {
            (true, true) if depth == 0 => return Some((at, at + html[at..].find('>')? + 1)),
            (true, true) => depth -= 1,
            (true, false) => depth += 1,
            _ => {}
        }
        at += 1;
    }
}

/// The most bytes of a page that are looked at for a paper's title.
const BEFORE: usize = 1000;

/// The text in front of a place, without tags.
fn text_before(html: &str, place: usize) -> String {
    let mut start = place.saturating_sub(BEFORE);
    while !html.is_char_boundary(start) {
        start += 1;
    }
    let mut text = String::new();
    let mut inside = false;
    for c in html[start..place].chars() {
        match c {
            '<' => inside = true,
            '>' => inside = false,
            c if !inside => text.push(c),
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use hastie_scholar::Work;

    fn filled(html: &str) -> (String, Vec<String>) {
        let work = Work { id: "u:sea".into(), title: "The Sea".into(), cited_by: 12, ..Work::default() };
        let mut profile = Profile { works: vec![work], ..Profile::default() };
        profile.cited_by.all = 1204;
        let filled = fill(html, &Counts { profile: &profile, text: "| Citations: {count}" });
        (filled.html, filled.unknown.into_iter().map(|unknown| unknown.id).collect())
    }

    #[test]
    fn counts_take_the_place_of_what_an_element_holds() {
        let html = "<p><strong><span id='total_cit'>26<b>0</b>+</span></strong> <SPAN class=\"a show_paper_citations\" data=u:sea></SPAN>!</p>";
        let expected = "<p><strong><span id='total_cit'>1204</span></strong> <SPAN class=\"a show_paper_citations\" data=u:sea>| Citations: 12</SPAN>!</p>";
        assert_eq!(filled(html), (expected.to_owned(), vec![]));
    }

    #[test]
    fn elements_of_one_name_may_lie_within_each_other() {
        let html = "<span id=total_cit><span>a</span> <span>b</span></span><i>c</i>";
        assert_eq!(filled(html).0, "<span id=total_cit>1204</span><i>c</i>");
    }

    #[test]
    fn an_unknown_id_stays_and_is_told() {
        let html =
            "<span class='show_paper_citations' data='u:gone'>?</span><span class='show_paper_citations'></span>";
        assert_eq!(filled(html), (html.to_owned(), vec!["u:gone".to_owned()]));
    }

    #[test]
    fn a_source_tells_which_counts_it_asks_for() {
        let page = "# Works\n\n**Sea** <span class='show_paper_citations' data='u:sea'></span>\n<span class=show_paper_citations data={{ x }}></span>";
        let asked: Vec<_> = asked_ids(page).into_iter().map(|asked| (asked.id, asked.line)).collect();
        assert_eq!(asked, [("u:sea".to_owned(), 3)]);
    }

    #[test]
    fn scripts_comments_and_broken_pages_are_left_alone() {
        for html in [
            "<script>'<span id=\"total_cit\"></span>'</script>",
            "<!-- <span id=total_cit></span> -->",
            "<span id=total_cit>never closed",
            "<span id=total_cit",
            "<span id='total_cit",
            "<span id=",
            "<",
            "<!-- total_cit",
        ] {
            assert_eq!(filled(html).0, html);
        }
    }
}
