//! Ruby's `File.fnmatch` and `Dir.glob`, as far as Jekyll uses them.
//!
//! The two differ. [`matches`](matches()) ignores folders: `*` also matches slashes, as in `exclude`. [`files`] walks
//! through folders: `*` matches within one folder and `**/` descends, as in the scopes of front matter defaults.

use crate::world::{Kind, World};
use std::path::Path;

/// `File.fnmatch?(pattern, text)` without flags: `*` and `?` also match slashes. A leading period of the text must be
/// matched by a period of the pattern.
pub fn matches(pattern: &str, text: &str) -> bool {
    if text.starts_with('.') && !pattern.strip_prefix('\\').unwrap_or(pattern).starts_with('.') {
        return false;
    }
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    let (mut p, mut t) = (0, 0);
    // The position after the last star in the pattern, and the end of the text that the star matches.
    let mut star: Option<(usize, usize)> = None;
    loop {
        if pattern.get(p) == Some(&'*') {
            p += 1;
            star = Some((p, t));
            continue;
        }
        if t == text.len() && p == pattern.len() {
            return true;
        }
        let step = if t < text.len() { one(&pattern, p, text[t]) } else { None };
        match (step, star) {
            (Some(next), _) => (p, t) = (next, t + 1),
            (None, Some((after, eaten))) if eaten < text.len() => {
                star = Some((after, eaten + 1));
                (p, t) = (after, eaten + 1);
            }
            (None, _) => return false,
        }
    }
}

/// Matches one character at position `p` of the pattern. Returns the next position if it matches.
fn one(pattern: &[char], p: usize, c: char) -> Option<usize> {
    match *pattern.get(p)? {
        '?' => Some(p + 1),
        '[' => bracket(pattern, p + 1, c),
        // A backslash at the end of the pattern matches nothing.
        '\\' => (*pattern.get(p + 1)? == c).then_some(p + 2),
        plain => (plain == c).then_some(p + 1),
    }
}

/// Matches a character set, starting after the opening bracket. A set without a closing bracket matches nothing.
/// Returns the position after the set if it matches.
fn bracket(pattern: &[char], mut p: usize, c: char) -> Option<usize> {
    let negated = matches!(pattern.get(p), Some('!' | '^'));
    if negated {
        p += 1;
    }
    let mut found = false;
    let item = |p: &mut usize| -> Option<char> {
        if pattern.get(*p) == Some(&'\\') && pattern.get(*p + 1).is_some() {
            *p += 1;
        }
        let c = *pattern.get(*p)?;
        *p += 1;
        Some(c)
    };
    while *pattern.get(p)? != ']' {
        let first = item(&mut p)?;
        let last = match (pattern.get(p), pattern.get(p + 1)) {
            (Some('-'), Some(end)) if *end != ']' => {
                p += 1;
                item(&mut p)?
            }
            _ => first,
        };
        found |= (first..=last).contains(&c);
    }
    (found != negated).then_some(p + 1)
}

/// `Dir.glob(pattern)` below `base`. Paths are relative to `base`, with the entries of each folder in byte order and
/// folders before their contents. With braces, all paths of one alternative come before all paths of the next. A
/// pattern that ends in a slash matches only folders. Hidden entries are only matched by a literal period, and `**/`
/// does not follow links.
pub fn files(world: &World, base: &Path, pattern: &str) -> Vec<String> {
    let mut found = Vec::new();
    for pattern in braces(pattern, 0) {
        let mut segments: Vec<&str> = pattern.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
        if pattern.ends_with('/') {
            segments.push(FOLDER);
        }
        let start = found.len();
        walk(&Walk { world, base }, "", &segments, &mut found, 0);
        found[start..].sort_by(|a, b| a.split('/').cmp(b.split('/')));
    }
    found
}

/// The last segment of a pattern that ends in a slash, which matches only folders.
const FOLDER: &str = "";

/// The depth at which the walk through folders stops, so that its recursion cannot exhaust the stack.
const MAX_DEPTH: usize = 1_000;

struct Walk<'a> {
    world: &'a World,
    base: &'a Path,
}

impl Walk<'_> {
    fn entries(&self, folder: &str) -> Vec<crate::world::Entry> {
        self.world.list(&self.base.join(folder)).unwrap_or_default()
    }

    fn is_folder(&self, path: &str) -> bool {
        self.world.is_folder(&self.base.join(path))
    }
}

fn walk(walk_in: &Walk<'_>, folder: &str, segments: &[&str], found: &mut Vec<String>, depth: usize) {
    let Some((segment, rest)) = segments.split_first() else {
        found.push(folder.to_owned());
        return;
    };
    if depth > MAX_DEPTH {
        return;
    }
    let below = |name: &str| if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
    if *segment == FOLDER {
        if !folder.is_empty() && walk_in.is_folder(folder) {
            found.push(folder.to_owned());
        }
        return;
    }
    let magic = segment.contains(['*', '?', '[', '\\']);
    if *segment == "**" && !rest.is_empty() {
        walk(walk_in, folder, rest, found, depth + 1);
        for entry in walk_in.entries(folder) {
            if entry.kind == Kind::Folder && !entry.name.starts_with('.') {
                walk(walk_in, &below(&entry.name), segments, found, depth + 1);
            }
        }
    } else if !magic {
        let path = below(segment);
        let there = if rest.is_empty() {
            walk_in.world.stat_link(&walk_in.base.join(&path)).is_ok()
        } else {
            walk_in.is_folder(&path)
        };
        if there {
            walk(walk_in, &path, rest, found, depth + 1);
        }
    } else {
        for entry in walk_in.entries(folder) {
            let path = below(&entry.name);
            if matches(segment, &entry.name) && (rest.is_empty() || walk_in.is_folder(&path)) {
                walk(walk_in, &path, rest, found, depth + 1);
            }
        }
    }
}

/// Expands `{a,b}` in a pattern to one pattern for each alternative. Expands at most 16 pairs of braces.
fn braces(pattern: &str, depth: usize) -> Vec<String> {
    let Some((open, close)) = outer_braces(pattern).filter(|_| depth < 16) else { return vec![pattern.to_owned()] };
    let (before, inside, after) = (&pattern[..open], &pattern[open + 1..close], &pattern[close + 1..]);
    let mut all = Vec::new();
    for choice in choices(inside) {
        all.extend(braces(&format!("{before}{choice}{after}"), depth + 1));
    }
    all
}

fn outer_braces(pattern: &str) -> Option<(usize, usize)> {
    let mut open = None;
    let mut level = 0usize;
    let mut escaped = false;
    for (position, byte) in pattern.bytes().enumerate() {
        match byte {
            _ if escaped => {
                escaped = false;
                continue;
            }
            b'\\' => escaped = true,
            b'{' => {
                level += 1;
                open = open.or(Some(position));
            }
            b'}' if level == 1 => return Some((open?, position)),
            b'}' => level = level.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// The alternatives in `inside`, the text between two braces. Splits `a,{b,c}` into `a` and `{b,c}`.
fn choices(inside: &str) -> Vec<&str> {
    let (mut level, mut start) = (0usize, 0);
    let mut parts = Vec::new();
    for (position, byte) in inside.bytes().enumerate() {
        match byte {
            b'{' => level += 1,
            b'}' => level = level.saturating_sub(1),
            b',' if level == 0 => {
                parts.push(&inside[start..position]);
                start = position + 1;
            }
            _ => {}
        }
    }
    parts.push(&inside[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results recorded from Ruby 3.1's `File.fnmatch?`.
    #[test]
    fn patterns_match_as_in_ruby() {
        for (pattern, text, expected) in [
            ("/s/*.log", "/s/d/b.log", true),
            ("/s/**/*.txt", "/s/a.txt", false),
            ("/s/**/*.txt", "/s/d/c.txt", true),
            ("*", ".a", false),
            (".*", ".a", true),
            ("[a-c]x", "bx", true),
            ("[!a-c]x", "bx", false),
            ("[^a-c]x", "dx", true),
            ("[a", "[a", false),
            ("a\\*", "a*", true),
            ("a\\*", "ab", false),
            ("?", "ä", true),
            ("a*b*c", "aXbYbZc", true),
            ("{a,b}", "a", false),
            ("", "", true),
            ("*", "", true),
            ("\\.a", ".a", true),
            ("[.]a", ".a", false),
            ("?a", ".a", false),
            ("a[]b]c", "a]c", false),
            ("a]", "a]", true),
            ("[]", "]", false),
            ("a\\", "a\\", false),
            ("[a-]", "-", true),
            ("[a\\]b]", "]", true),
            ("**", ".a", false),
        ] {
            assert_eq!(matches(pattern, text), expected, "{pattern} {text}");
        }
    }
}
