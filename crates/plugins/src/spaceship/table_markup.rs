//! Tables in Markdown: escapes characters that kramdown would interpret, and resolves reference links.

use super::Lists;
use super::pattern::{patterns, replaced};
use super::substitute::{self, expand};
use fancy_regex::{Captures, Regex};
use hastie_site::failure::Failure;
use hastie_site::render::RenderContext;

/// The characters that Ruby's `\s` matches, as a character class in brackets.
pub(super) const S: &str = "[ \\t\\r\\n\\x0B\\x0C]";

patterns! {
    REFERENCE = format!("\\n{S}*(\\[(.*)\\]:{S}*([^ \\t\\r\\n\\x0B\\x0C]+({S}+\".*?\")?))");
    SPANNED = format!("(?<!\\\\)(\\|[^\\n]*\\\\{S}*)\\|{S}*\\n");
    COLON_BEFORE = r"\\:(?=[^\n]*?(?<!\\)\|)";
    COLON_BEHIND = r"((?<!\\)\|[^\n]*?)(\\:)";
    FORMULA = r"((?<!\\)\${1,2})[^\n]*?\1";
    LIST = r"((?<!\\)\{:(?:([A-Za-z][^ \t\r\n\x0B\x0C]*):)?(.*?)(?<!\\)\})";
}

fn group<'t>(found: &Captures<'t>, number: usize) -> &'t str {
    found.get(number).map_or("", |group| group.as_str())
}

/// Rewrites the extended tables in a Markdown source so that kramdown keeps their markup for [`table`](super::table).
pub(super) fn markdown(content: String, rendering: &mut RenderContext) -> Result<String, Failure> {
    let mut content = with_links(content, rendering)?;
    content = replaced(&content, &SPANNED, |found| format!("{}\n", group(found, 1)));
    content = double_pipes(&content);
    content = replaced(&content, &COLON_BEFORE, |_| "\\\\:".to_owned());
    content = replaced(&content, &COLON_BEHIND, |found| format!("{}\\\\:", group(found, 1)));
    for line in rows(&content) {
        let bare = replaced(&line, &FORMULA, |_| String::new());
        let escaped = if has_pipe(&bare) { escaped(&line) } else { continue };
        if escaped != line {
            rendering.count_text_work(content.len())?;
            content = substitute::all(&content, &line, &escaped);
        }
    }
    Ok(content)
}

/// The attribute lists that the source defines, such as `{:name: .wide}`, by name. Lists of the same name are joined.
pub(super) fn lists(content: &str) -> Lists {
    let mut lists = Lists::new();
    for found in attribute_lists(content) {
        if let Some(name) = found.name {
            lists.entry(name).or_default().push_str(&found.list);
        }
    }
    lists
}

/// An attribute list of kramdown: `{: list}`, or the definition of a named list, `{:name: list}`.
pub(super) struct AttributeList {
    /// The attribute list as the source contains it, with braces.
    pub(super) whole: String,
    pub(super) name: Option<String>,
    pub(super) list: String,
}

pub(super) fn attribute_lists(text: &str) -> Vec<AttributeList> {
    let list = |found: Captures<'_>| AttributeList {
        whole: group(&found, 1).to_owned(),
        name: found.get(2).map(|name| name.as_str().to_owned()),
        list: group(&found, 3).to_owned(),
    };
    LIST.captures_iter(text).map_while(Result::ok).map(list).collect()
}

/// Resolves `[text][name]` and `[name]` in rows if the page defines the name.
fn with_links(mut content: String, rendering: &mut RenderContext) -> Result<String, Failure> {
    let mut references: Vec<(String, String)> = Vec::new();
    for found in REFERENCE.captures_iter(&content).map_while(Result::ok) {
        let (name, target) = (group(&found, 2).to_owned(), group(&found, 3).to_owned());
        match references.iter_mut().find(|(known, _)| *known == name) {
            Some(known) => known.1 = target,
            None => references.push((name, target)),
        }
    }
    if references.is_empty() {
        return Ok(content);
    }
    let references: Vec<Reference> = references.iter().map(|(name, target)| Reference::new(name, target)).collect();
    for line in rows(&content) {
        rendering.count_text_work(line.len().saturating_mul(references.len()))?;
        let mut linked = line.clone();
        for (reference, rule) in
            references.iter().map(|it| (it, &it.full)).chain(references.iter().map(|it| (it, &it.short)))
        {
            if linked.contains(&reference.label) {
                linked = substituted(&linked, rule);
            }
        }
        if linked != line {
            rendering.count_text_work(content.len())?;
            content = substitute::all(&content, &line, &linked);
        }
    }
    Ok(content)
}

/// A pattern, and the text that replaces its matches. The pattern is `None` if it is too large, and then nothing
/// matches.
type Substitution = (Option<Regex>, String);

/// A link reference definition, such as `[name]: url`, and the substitutions for references to it.
struct Reference {
    /// The name in brackets, which every reference contains.
    label: String,
    /// The substitution for references of the form `[text][name]`.
    full: Substitution,
    /// The substitution for references of the form `[name]`.
    short: Substitution,
}

impl Reference {
    fn new(name: &str, target: &str) -> Reference {
        let escaped = fancy_regex::escape(name);
        let full = format!("\\[([^\\n\\]]*?)\\]{S}*\\[{escaped}\\]");
        let short = format!("\\[{escaped}\\](?!{S}*\\(.*?\\))");
        Reference {
            label: format!("[{name}]"),
            full: (Regex::new(&full).ok(), format!("[\\1]({target})")),
            short: (Regex::new(&short).ok(), format!("[{name}]({target})")),
        }
    }
}

/// Ruby's `text.gsub(pattern, replacement)`: replaces all matches. Without a pattern, the text is unchanged.
fn substituted(text: &str, (pattern, replacement): &Substitution) -> String {
    let Some(pattern) = pattern else { return text.to_owned() };
    replaced(text, pattern, |found| {
        let mut out = String::new();
        if let Some(whole) = found.get(0) {
            let groups: Vec<Option<&str>> =
                (0..found.len()).map(|index| found.get(index).map(|it| it.as_str())).collect();
            expand(replacement, text, whole.start(), whole.end(), &groups, &mut out);
        }
        out
    })
}

/// Lines with a pipe that is not escaped.
fn rows(content: &str) -> Vec<String> {
    content.split('\n').filter(|line| has_pipe(line)).map(str::to_owned).collect()
}

fn has_pipe(line: &str) -> bool {
    line.match_indices('|').any(|(position, _)| !line[..position].ends_with('\\'))
}

/// Puts a backslash before each pipe that another pipe follows.
fn double_pipes(content: &str) -> String {
    let mut out = String::with_capacity(content.len());
    let mut chars = content.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '|' && chars.peek() == Some(&'|') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Puts two backslashes before each Markdown character in a row, unless a single backslash already precedes the
/// character.
fn escaped(line: &str) -> String {
    let mut out = String::with_capacity(line.len() + 16);
    for (position, c) in line.char_indices() {
        let is_sign = matches!(c, '*' | '$' | '(' | '"' | '_') || (c == '[' && !line[position + 1..].starts_with('^'));
        let before = &line[..position];
        let is_escaped = before.ends_with('\\') && !before.ends_with("\\\\");
        if is_sign && !is_escaped {
            out.push_str("\\\\");
        }
        out.push(c);
    }
    out
}
