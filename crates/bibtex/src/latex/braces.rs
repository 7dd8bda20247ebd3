//! The last pass, which removes braces and unescapes escaped ones.

/// Removes the braces that are not escaped, and unescapes the others: `{B}ib \{x\}` becomes `Bib {x}`.
pub(super) fn strip(text: &str) -> String {
    if !text.contains(['{', '}']) {
        return text.to_owned();
    }
    let kept = without_bare(text);
    kept.replace("\\{", "{").replace("\\}", "}")
}

/// Removes braces without a backslash before them.
///
/// Each run of braces is matched together with the character before it, which is kept even if it is a brace. A
/// character is used in only one match.
fn without_bare(text: &str) -> String {
    let is_brace = |c: char| c == '{' || c == '}';
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut line_start = true;
    while let Some(c) = rest.chars().next() {
        if line_start && is_brace(c) {
            rest = rest.trim_start_matches(is_brace);
            line_start = false;
            continue;
        }
        out.push(c);
        rest = &rest[c.len_utf8()..];
        if c != '\\' && rest.starts_with(is_brace) {
            rest = rest.trim_start_matches(is_brace);
            line_start = false;
        } else {
            line_start = c == '\n';
        }
    }
    out
}
