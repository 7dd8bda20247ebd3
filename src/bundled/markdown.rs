//! Minimal parsing of Markdown files without front matter: the heading, and links to other files in the folder.

/// Removes a heading of level 1 at the start of a text. Returns the heading, if there is one, and the rest.
pub(super) fn take_heading(text: &str) -> (Option<String>, String) {
    let start = text.trim_start_matches(['\u{feff}', '\n', '\r']);
    let (line, rest) = start.split_once('\n').unwrap_or((start, ""));
    if let Some(title) = line.strip_prefix("# ") {
        return (Some(plain(title.trim_end().trim_end_matches('#'))), rest.to_owned());
    }
    let (under, after) = rest.split_once('\n').unwrap_or((rest, ""));
    let is_rule = !under.trim().is_empty() && under.trim().bytes().all(|byte| byte == b'=');
    if is_rule && !line.trim().is_empty() {
        return (Some(plain(line)), after.to_owned());
    }
    (None, text.to_owned())
}

/// A title from the name of a file or folder: `field_notes-2024` becomes "Field notes 2024". "Home" if the name
/// contains only hyphens, underscores and spaces.
pub(super) fn title_of_name(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut letters = words.trim().chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => "Home".to_owned(),
    }
}

/// Replaces relative inline links to `.md` and `.markdown` files by links to the generated pages. Fenced code blocks
/// and code spans within a line are unchanged.
pub(super) fn link_to_pages(text: &str) -> String {
    let mut linked = String::with_capacity(text.len());
    let mut fence: Option<&str> = None;
    for line in text.split_inclusive('\n') {
        let mark = line.trim_start().get(..3).filter(|mark| *mark == "```" || *mark == "~~~");
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            _ => {}
        }
        if fence.is_some() || mark.is_some() {
            linked.push_str(line);
        } else {
            link_outside_of_code(line, &mut linked);
        }
    }
    linked
}

/// Appends a line with its links replaced, except in code spans.
fn link_outside_of_code(line: &str, linked: &mut String) {
    let (mut start, mut position) = (0, 0);
    while let Some(found) = line[position..].find('`') {
        let opening = position + found;
        let after = opening + run_of_backticks(&line[opening..]);
        match end_of_code(line, after, after - opening) {
            Some(end) => {
                link_part(&line[start..opening], linked);
                linked.push_str(&line[opening..end]);
                (start, position) = (end, end);
            }
            None => position = after,
        }
    }
    link_part(&line[start..], linked);
}

/// The end of a code span whose text starts at `position`, after `count` backticks. `None` if it does not end in this
/// line.
fn end_of_code(line: &str, mut position: usize, count: usize) -> Option<usize> {
    while let Some(found) = line[position..].find('`') {
        let closing = position + found;
        position = closing + run_of_backticks(&line[closing..]);
        if position - closing == count {
            return Some(position);
        }
    }
    None
}

/// The number of backticks at the start of a text.
fn run_of_backticks(text: &str) -> usize {
    text.bytes().take_while(|byte| *byte == b'`').count()
}

fn link_part(part: &str, linked: &mut String) {
    let mut rest = part;
    while let Some(position) = rest.find("](") {
        let (before, target) = rest.split_at(position + 2);
        linked.push_str(before);
        let end = target.find([')', ' ', '\t', '\n']).unwrap_or(target.len());
        let (address, after) = target.split_at(end);
        linked.push_str(&page_address(address).unwrap_or_else(|| address.to_owned()));
        rest = after;
    }
    linked.push_str(rest);
}

/// The URL of the page for a relative link to a Markdown file. `None` for other links.
fn page_address(address: &str) -> Option<String> {
    let (path, fragment) = match address.find('#') {
        Some(position) => address.split_at(position),
        None => (address, ""),
    };
    let stem = path.strip_suffix(".md").or_else(|| path.strip_suffix(".markdown"))?;
    if path.contains(':') || path.starts_with('/') {
        return None;
    }
    let (folder, name) = stem.rsplit_once('/').map_or(("", stem), |(folder, name)| (folder, name));
    if name.eq_ignore_ascii_case("readme") || name == "index" {
        let folder = if folder.is_empty() { "." } else { folder };
        return Some(format!("{folder}/{fragment}"));
    }
    Some(format!("{stem}.html{fragment}"))
}

/// A heading as plain text: without emphasis, code marks and link targets.
fn plain(heading: &str) -> String {
    let mut text = String::new();
    let mut rest = heading.trim();
    while let Some(position) = rest.find("](") {
        text.push_str(&rest[..position]);
        rest = rest[position..].split_once(')').map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    text.replace(['*', '`', '[', ']'], "").trim().to_owned()
}
