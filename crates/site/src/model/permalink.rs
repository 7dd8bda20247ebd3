//! URLs from permalink templates. Mirrors `Jekyll::URL`, `Jekyll::Drops::UrlDrop` and the permalink styles.
//!
//! A template such as `/:categories/:title.html` is filled with values of its document. The result always starts with
//! exactly one slash and never leads out of the site. The templates of the built-in styles are in
//! `config/collections.rs`.

use super::SiteContext;
use crate::failure::Failure;
use crate::path;
use crate::percent;
use hastie_liquid::Value;
use std::fmt;

/// The reason why a URL cannot be built, such as a placeholder without a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PermalinkError {
    /// The template has a placeholder without a value. Contains the names that were tried.
    UnknownPlaceholder(Vec<String>),
    /// The text before the first colon of a value is not a valid scheme, as in `1:2`. Contains that text.
    InvalidScheme(String),
    /// A value starts with a colon, as in `:2`. Contains the escaped value.
    AmbiguousPath(String),
    /// A slug or permalink is not a string.
    NotText(NotText),
}

/// A slug or permalink that is not a string, with the details for Ruby's error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotText {
    /// The value, as Ruby inspects it.
    pub value: String,
    /// The name of the value's Ruby class.
    pub class: &'static str,
    /// The method that the value does not have.
    pub method: &'static str,
}

impl NotText {
    /// The method that Ruby calls first on a slug. The call fails if the slug is not a string.
    pub const SLUG: &'static str = "gsub";
    /// The method that Ruby calls first on the permalink of a document. The call fails if the permalink is not a
    /// string.
    pub const OF_DOCUMENT: &'static str = "gsub";
    /// The method that Ruby calls first on the permalink of a page. The call fails if the permalink is not a string.
    pub const OF_PAGE: &'static str = "end_with?";

    /// Fails if a permalink is a number, a date, a time, `true`, an array or a hash. `method` is the method that Ruby
    /// would call on the permalink.
    ///
    /// # Errors
    /// An error with the value and the missing method's name, as in Ruby's `NoMethodError`.
    pub fn refuse(context: &SiteContext, permalink: &Value, method: &'static str) -> Result<(), PermalinkError> {
        match permalink {
            Value::Int(_)
            | Value::Big(_)
            | Value::Float(_)
            | Value::Date(_)
            | Value::Time(_)
            | Value::Bool(true)
            | Value::Array(_)
            | Value::Hash(_) => Err(NotText::error(context, permalink, method)),
            _ => Ok(()),
        }
    }

    /// Ruby's error for a call of `method` on a permalink or slug that is not a string.
    pub fn error(context: &SiteContext, value: &Value, method: &'static str) -> PermalinkError {
        let (value, class) = (context.inspect(value), value.class_name());
        PermalinkError::NotText(NotText { value, class, method })
    }
}

impl fmt::Display for NotText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "undefined method `{}' for {}", self.method, self.value)?;
        // Ruby appends the class unless the inspected value contains it.
        if self.value.starts_with("#<") { Ok(()) } else { write!(f, ":{}", self.class) }
    }
}

impl fmt::Display for PermalinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PermalinkError::UnknownPlaceholder(names) => {
                write!(f, "The URL template doesn't have {} keys. Check your permalink template!", names.join(" or "))
            }
            PermalinkError::NotText(what) => what.fmt(f),
            PermalinkError::InvalidScheme(scheme) => write!(f, "Invalid scheme format: '{scheme}'"),
            PermalinkError::AmbiguousPath(path) => {
                write!(f, "Cannot assemble URI string with ambiguous path: '{path}'")
            }
        }
    }
}

impl std::error::Error for PermalinkError {}

impl PermalinkError {
    /// Converts the error to the failure of a build that needs the URL. The class of the failure is always
    /// `NoMethodError`.
    pub fn into_failure(self) -> Failure {
        Failure::raised("NoMethodError", self.to_string())
    }
}

/// The site's setting `permalink`. It decides how URLs end if pages, or the collections of documents, have no
/// `permalink` of their own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Style {
    /// `pretty`: URLs end in a slash.
    Pretty,
    /// `date`, `ordinal`, `none`: URLs end in the output's extension.
    Extension,
    /// Any other word, or a template.
    Custom(String),
}

impl Style {
    /// The style for a value of `permalink`: a name such as `pretty`, or a URL template such as `/:title/`.
    pub fn named(permalink: &str) -> Style {
        match permalink {
            "pretty" => Style::Pretty,
            "date" | "ordinal" | "none" => Style::Extension,
            custom => Style::Custom(custom.to_string()),
        }
    }

    /// Appends the ending of this style to a URL template: a slash, `:output_ext` or nothing.
    pub fn suffixed(&self, template: &str) -> String {
        let suffix = match self {
            Style::Pretty => "/",
            Style::Extension => ":output_ext",
            Style::Custom(custom) if custom.ends_with('/') => "/",
            Style::Custom(custom) if custom.ends_with(":output_ext") => ":output_ext",
            Style::Custom(_) => "",
        };
        format!("{template}{suffix}")
    }
}

/// Fills a document's template: replaces every `:name` by the value that `lookup` returns for `name`. If `lookup` has
/// no value for `month_` in `/:month_:day`, the value of `month` and an underscore replace `:month_`.
///
/// # Errors
/// Fails if a placeholder has no value, or a value is not allowed in a URL.
pub fn fill(template: &str, lookup: impl Fn(&str) -> Option<String>) -> Result<String, PermalinkError> {
    let mut url = String::with_capacity(template.len() * 2);
    let mut rest = template;
    while let Some(colon) = rest.find(':') {
        url.push_str(&rest[..colon]);
        let after = &rest[colon + 1..];
        let length = after.bytes().take_while(|b| b.is_ascii_lowercase() || *b == b'_').count();
        if length == 0 {
            url.push(':');
            rest = after;
            continue;
        }
        let name = &after[..length];
        let (value, used) = match (lookup(name), name.strip_suffix('_')) {
            (Some(value), _) => (value, name),
            (None, Some(shorter)) => match lookup(shorter) {
                Some(value) => (value, shorter),
                // Ruby changes the first name in place, so the message contains the shorter name twice.
                None => return Err(unknown(&[shorter, shorter])),
            },
            (None, None) => return Err(unknown(&[name])),
        };
        url.push_str(&escape_path(&value)?);
        url.push_str(&name[used.len()..]);
        rest = &after[length..];
    }
    url.push_str(rest);
    Ok(sanitize(&url))
}

/// Fills a page's template. For each pair of a name and a value in turn, replaces every `:name` by the value. If the
/// value is `None`, removes every `/:name`.
///
/// # Errors
/// Fails if a value is not allowed in a URL.
pub fn fill_in_order(template: &str, values: &[(&str, Option<&str>)]) -> Result<String, PermalinkError> {
    let mut url = template.to_string();
    for (name, value) in values {
        if !url.contains(':') {
            break;
        }
        url = match value {
            None => url.replace(&format!("/:{name}"), ""),
            Some(value) => url.replace(&format!(":{name}"), &escape_path(value)?),
        };
    }
    Ok(sanitize(&url))
}

fn unknown(names: &[&str]) -> PermalinkError {
    PermalinkError::UnknownPlaceholder(names.iter().map(|name| (*name).to_string()).collect())
}

/// `URL#sanitize_url`: replaces `..` by a slash, removes `./` and joins repeated slashes. The result starts with a
/// slash.
pub fn sanitize(url: &str) -> String {
    let cleaned = format!("/{url}").replace("..", "/").replace("./", "");
    let mut out = String::with_capacity(cleaned.len());
    for c in cleaned.chars() {
        if c != '/' || !out.ends_with('/') {
            out.push(c);
        }
    }
    out
}

/// `URL.escape_path`: percent-encodes characters that are not allowed in a URL's path. Like `Addressable::URI.encode`,
/// first splits the text into scheme, authority, path, query and fragment, whose rules differ.
///
/// # Errors
/// Fails if a colon precedes any `/`, `?` and `#`, and the text before this colon is empty (`:2`) or cannot be a scheme
/// (`1:2`).
pub fn escape_path(text: &str) -> Result<String, PermalinkError> {
    if text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'/' | b'-')) {
        return Ok(text.to_string());
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    if let Some(colon) =
        rest.find([':', '/', '?', '#']).filter(|position| *position > 0 && rest.as_bytes()[*position] == b':')
    {
        let scheme = &rest[..colon];
        let valid = scheme.as_bytes()[0].is_ascii_alphabetic()
            && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'+' | b'-'));
        if !valid {
            return Err(PermalinkError::InvalidScheme(scheme.to_string()));
        }
        out.push_str(scheme);
        out.push(':');
        rest = &rest[colon + 1..];
    }
    if let Some(after) = rest.strip_prefix("//") {
        let end = after.find(['/', '?', '#']).unwrap_or(after.len());
        out.push_str("//");
        encode(&after[..end], b":[]", &mut out);
        rest = &after[end..];
    }
    let query = rest.find(['?', '#']).unwrap_or(rest.len());
    let before = out.len();
    encode(&rest[..query], b":@/", &mut out);
    // Applies only without a scheme. Addressable looks at the path alone.
    if before == 0 && out.find([':', '/']).is_some_and(|position| out.as_bytes()[position] == b':') {
        return Err(PermalinkError::AmbiguousPath(out));
    }
    rest = &rest[query..];
    if let Some(after) = rest.strip_prefix('?') {
        let end = after.find('#').unwrap_or(after.len());
        out.push('?');
        encode(&after[..end], b":@/?", &mut out);
        rest = &after[end..];
    }
    if let Some(fragment) = rest.strip_prefix('#') {
        out.push_str("%23");
        encode(fragment, b":@/?", &mut out);
    }
    Ok(out)
}

/// Percent-encodes all characters except unreserved characters, sub-delimiters and the characters in `also`.
fn encode(text: &str, also: &[u8], out: &mut String) {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(&byte) || also.contains(&byte);
    percent::encode(text, plain, out);
}

/// `URL.unescape_path`: decodes the percent escapes of a URL to get a path. Invalid UTF-8 becomes U+FFFD.
pub fn unescape_path(url: &str) -> String {
    if !url.contains('%') {
        return url.to_string();
    }
    String::from_utf8_lossy(&percent::decoded(url)).into_owned()
}

/// The output path below `destination` of a page or document with this URL. With the extension `.html`, the URL `/a/`
/// gives `a/index.html`, and both `/a` and `/a.html` give `a.html`.
pub fn destination(destination: &str, url: &str, output_ext: &str) -> String {
    let mut file = path::sanitized(destination, &unescape_path(url));
    if url.ends_with('/') {
        file = path::join(&file, "index");
        file.push_str(output_ext);
    } else if !file.ends_with(output_ext) {
        file.push_str(output_ext);
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_escaped_as_addressable_does() {
        let escaped = |text: &str| escape_path(text).unwrap();
        assert_eq!(escaped("/a b"), "/a%20b");
        assert_eq!(escaped("a:b"), "a:b");
        assert_eq!(escaped("é?x#y"), "%C3%A9?x%23y");
        assert_eq!(escaped("//h/p"), "//h/p");
        assert_eq!(escaped("a[b]"), "a%5Bb%5D");
        assert_eq!(escaped("%41"), "%2541");
        assert_eq!(escape_path("foo bar:baz"), Err(PermalinkError::InvalidScheme("foo bar".into())));
        assert_eq!(escape_path(":a b"), Err(PermalinkError::AmbiguousPath(":a%20b".into())));
    }

    #[test]
    fn a_trailing_underscore_may_belong_to_the_template() {
        let lookup = |name: &str| match name {
            "month" => Some("02".to_string()),
            "day" => Some("03".to_string()),
            "i_day" => Some("3".to_string()),
            _ => None,
        };
        assert_eq!(fill("/:month_:day/:i_day", lookup).unwrap(), "/02_03/3");
        let error = fill("/:nothere/", lookup).unwrap_err().to_string();
        assert_eq!(error, "The URL template doesn't have nothere keys. Check your permalink template!");
    }

    #[test]
    fn urls_are_sanitized() {
        assert_eq!(sanitize("a/../b"), "/a/b");
        assert_eq!(sanitize("//a/./b"), "/a/b");
        assert_eq!(
            fill_in_order(
                "/:path/:basename:output_ext",
                &[("path", Some("")), ("basename", Some("a")), ("output_ext", Some(".html"))]
            )
            .unwrap(),
            "/a.html"
        );
    }
}
