//! Ruby's `gsub` with string arguments, including backslashes in replacements.

/// `text.gsub(pattern, replacement)` with a string as the pattern. Returns `text` unchanged if `pattern` is empty.
pub(super) fn all(text: &str, pattern: &str, replacement: &str) -> String {
    if pattern.is_empty() {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    while let Some(position) = text[from..].find(pattern) {
        let position = from + position;
        let end = position + pattern.len();
        out.push_str(&text[from..position]);
        expand(replacement, text, position, end, &[Some(pattern)], &mut out);
        from = end;
    }
    out.push_str(&text[from..]);
    out
}

/// Writes a replacement as Ruby does: `\1` is a group, `\&` is the match, `\\` is a backslash. `` \` `` and `\'` are
/// the texts before and after the match. A backslash before any other character is kept. The match is at the byte
/// offsets `start` to `end` of `text`.
pub(super) fn expand(
    replacement: &str,
    text: &str,
    start: usize,
    end: usize,
    groups: &[Option<&str>],
    out: &mut String,
) {
    let mut rest = replacement;
    while let Some(position) = rest.find('\\') {
        out.push_str(&rest[..position]);
        rest = &rest[position + 1..];
        let Some(next) = rest.chars().next() else {
            out.push('\\');
            return;
        };
        match next {
            '0'..='9' => {
                let group = next.to_digit(10).and_then(|number| groups.get(number as usize).copied().flatten());
                out.push_str(group.unwrap_or_default());
            }
            '&' => out.push_str(&text[start..end]),
            '`' => out.push_str(&text[..start]),
            '\'' => out.push_str(&text[end..]),
            '\\' => out.push('\\'),
            other => {
                out.push('\\');
                out.push(other);
            }
        }
        rest = &rest[next.len_utf8()..];
    }
    out.push_str(rest);
}

/// The URLs with a query, such as `https://a.b/c?d=1` or `//a.b/c?d=1`. They are in the order of the HTML.
pub(super) fn links(html: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(position) = html[from..].find("//") {
        let position = from + position;
        let word = &html[position..];
        let word = &word[..word.find(|c: char| c.is_ascii_whitespace()).unwrap_or(word.len())];
        let is_query = |c: char| c.is_ascii_alphanumeric() || "%-_=.&;".contains(c);
        // The last question mark in the word that is followed by a part of a query.
        let mark = word
            .rmatch_indices('?')
            .map(|(mark, _)| mark)
            .find(|mark| *mark > 2 && word[mark + 1..].starts_with(is_query));
        let Some(mark) = mark else {
            from = position + word.len().max(2);
            continue;
        };
        let behind = &word[mark + 1..];
        let end = position + mark + 1 + behind.find(|c| !is_query(c)).unwrap_or(behind.len());
        let scheme = ["https:", "http:"].into_iter().find(|scheme| html[from..position].ends_with(scheme));
        let start = position - scheme.map_or(0, str::len);
        found.push(html[start..end].to_owned());
        from = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{all, links};

    #[test]
    fn replacements_are_read_as_ruby_reads_them() {
        assert_eq!(all("a.b.a", "a", r"[\0\\n\x\1]"), r"[a\n\x].b.[a\n\x]");
        assert_eq!(all("abc", "b", r"<\`|\'|\&>"), "a<a|c|b>c");
        assert_eq!(all("b", "b", "\\"), "\\");
    }

    #[test]
    fn links_are_addresses_with_a_query() {
        let html = "<a href=\"http://a.b/c?d=1&amp;e=2#f\">x</a> //y?z ?u //?v http://q";
        assert_eq!(links(html), ["http://a.b/c?d=1&amp;e=2", "//y?z"]);
    }
}
