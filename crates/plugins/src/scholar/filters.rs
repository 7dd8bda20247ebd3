//! The filters in `bibtex_filters`, by name: the filters of the gem bibtex-ruby, and the ones that jekyll-scholar adds.

use super::config::{self, Config};
use fancy_regex::Regex;
use hastie_bibtex::{Filter, Latex, LineBreaks};
use hastie_liquid::Error;
use hastie_site::model::SiteContext;
use std::sync::{Arc, LazyLock};

/// jekyll-scholar's default for `bibtex_filters`.
pub(super) const DEFAULT: [&str; 8] =
    ["smallcaps", "superscript", "italics", "textit", "lowercase", "textregistered", "tiny", "latex"];

/// A function that creates a filter, such as `superscript`.
type Maker = fn() -> Arc<dyn Filter>;

/// The filters by Ruby class, in the order in which they are loaded.
const KNOWN: [(&str, Maker); 10] = [
    ("BibTeX::Filters::LaTeX", || Arc::new(Latex)),
    ("BibTeX::Filters::LineBreaks", || Arc::new(LineBreaks)),
    ("Jekyll::Scholar::Markdown", || Arc::new(Markdown)),
    ("Jekyll::Scholar::Superscript", || command("\\textsuperscript", |text| format!("<sup>{text}</sup>"))),
    ("Jekyll::Scholar::Smallcaps", || {
        command("\\textsc", |text| format!("<font style=\"font-variant: small-caps\">{text}</font>"))
    }),
    ("Jekyll::Scholar::Italics", || command("\\emph", |text| format!("<i>{text}</i>"))),
    ("Jekyll::Scholar::Textit", || command("\\textit", |text| format!("<i>{text}</i>"))),
    ("Jekyll::Scholar::Lowercase", || command("\\lowercase", str::to_lowercase)),
    ("Jekyll::Scholar::Textregistered", || Arc::new(Registered)),
    ("Jekyll::Scholar::Tiny", || command("\\tiny", |text| format!("<span class=\"tiny\">{text}</span>"))),
];

/// The filters that a setting such as `bibtex_filters` names.
///
/// # Errors
/// Fails if one of the names is unknown.
pub(super) fn of(config: &Config, key: &str, setup: &SiteContext) -> Result<Vec<Arc<dyn Filter>>, Error> {
    let names: Vec<_> = config::items(config.get(key)).iter().map(|item| config::plain(item, setup)).collect();
    names.iter().map(|name| named(name)).collect()
}

/// The first filter whose class name, such as `Smallcaps`, matches `name`. As in Ruby, `name` is a regular expression
/// that ignores case.
///
/// # Errors
/// Fails if `name` matches no filter.
pub(super) fn named(name: &str) -> Result<Arc<dyn Filter>, Error> {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let pattern = if plain { None } else { Regex::new(&format!("(?mi)^{name}$")).ok() };
    let found = KNOWN.iter().find(|(class, _)| {
        let own = class.rsplit("::").next().unwrap_or(class);
        let matched = match &pattern {
            Some(pattern) => pattern.is_match(own).unwrap_or(false),
            None => own.eq_ignore_ascii_case(name),
        };
        *class == name || matched
    });
    match found {
        Some((_, make)) => Ok(make()),
        None => Err(Error::new("ArgumentError", format!("Failed to load filter {name:?}"))),
    }
}

/// A filter for a LaTeX command with an argument in braces, which may contain balanced braces.
struct Command {
    name: &'static str,
    write: fn(&str) -> String,
}

fn command(name: &'static str, write: fn(&str) -> String) -> Arc<dyn Filter> {
    Arc::new(Command { name, write })
}

impl Filter for Command {
    fn apply(&self, text: &str) -> String {
        if !text.contains(self.name) {
            return text.to_string();
        }
        let ends = partners(text);
        let mut out = String::with_capacity(text.len());
        let mut position = 0;
        while let Some(next) = text[position..].find(self.name).map(|next| position + next) {
            let open = next + self.name.len();
            out.push_str(&text[position..next]);
            match ends.get(&open) {
                Some(end) => {
                    out.push_str(&(self.write)(&text[open + 1..*end]));
                    position = end + 1;
                }
                None => {
                    out.push_str(self.name);
                    position = open;
                }
            }
        }
        out.push_str(&text[position..]);
        out
    }
}

/// For the offset of each opening brace, the offset of its closing brace. Unpaired braces are omitted.
fn partners(text: &str) -> std::collections::BTreeMap<usize, usize> {
    let mut open = Vec::new();
    let mut ends = std::collections::BTreeMap::new();
    for (position, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => open.push(position),
            b'}' => {
                if let Some(start) = open.pop() {
                    ends.insert(start, position);
                }
            }
            _ => {}
        }
    }
    ends
}

struct Registered;

impl Filter for Registered {
    fn apply(&self, text: &str) -> String {
        text.replace("\\textregistered", "&#0174")
    }
}

/// Converts `\href\{url\}\{text\}` (with these backslashes) and bare URLs to Markdown links.
struct Markdown;

/// `\href\{url\}\{text\}`, or a URL with the scheme `http`, `https` or `ftp` as matched by Ruby's `URI.regexp`.
static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    let pchar = r"(?:[-_.!~*'()a-zA-Z\d:@&=+$,]|%[a-fA-F\d]{2})";
    let uric = r"(?:[-_.!~*'()a-zA-Z\d;/?:@&=+$,\[\]]|%[a-fA-F\d]{2})";
    let opaque = format!(r"(?:[-_.!~*'()a-zA-Z\d;?:@&=+$,]|%[a-fA-F\d]{{2}}){uric}*");
    let host = r"(?:(?:[a-zA-Z0-9\-.]|%[a-fA-F\d]{2})+|\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[[a-fA-F\d:.]+\])";
    let user = r"(?:(?:[-_.!~*'()a-zA-Z\d;:&=+$,]|%[a-fA-F\d]{2})*@)?";
    let registry = r"(?:[-_.!~*'()a-zA-Z\d$,;:@&=+]|%[a-fA-F\d]{2})+";
    let path = format!(r"/{pchar}*(?:;{pchar}*)*(?:/{pchar}*(?:;{pchar}*)*)*");
    let hierarchical = format!(r"(?:(?://(?:(?:{user}{host}(?::\d*)?)?|{registry})|(?!//))(?:{path})?)(?:\?{uric}*)?");
    Regex::new(&format!(
        r"\\href\\\{{([^\\}}]+)\\\}}\\\{{([^\\}}]+)\\\}}|(?=(?:http|https|ftp):)[a-zA-Z][-+.a-zA-Z\d]*:(?:{opaque}|{hierarchical})(?:#{uric}*)?"
    ))
    .expect("a pattern of our own")
});

impl Filter for Markdown {
    fn apply(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut position = 0;
        while let Ok(Some(found)) = ADDRESS.captures_from_pos(text, position) {
            let Some(whole) = found.get(0) else { break };
            out.push_str(&text[position..whole.start()]);
            match (found.get(1), found.get(2)) {
                (Some(url), Some(words)) => out.push_str(&format!("[{}]({})", words.as_str(), url.as_str())),
                _ => out.push_str(&format!("[{}]({})", whole.as_str(), whole.as_str())),
            }
            position = whole.end();
            if whole.start() == whole.end() {
                break;
            }
        }
        out.push_str(&text[position..]);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_take_braces_in_pairs() {
        let filter = named("Smallcaps").unwrap();
        let written = filter.apply(r"\textsc{A {b} c} \textsc{open");
        assert_eq!(written, r#"<font style="font-variant: small-caps">A {b} c</font> \textsc{open"#);
        assert_eq!(named("tiny").unwrap().apply(r"\tiny{x}"), "<span class=\"tiny\">x</span>");
        assert!(named("bold").is_err());
    }

    #[test]
    fn addresses_become_links() {
        let filter = named("markdown").unwrap();
        assert_eq!(
            filter.apply("see http://example.org/a?b=1."),
            "see [http://example.org/a?b=1.](http://example.org/a?b=1.)"
        );
    }
}
