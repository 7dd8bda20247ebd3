//! Tags: their names and attributes, and the shortened form.

use super::{Options, collapse};
use std::borrow::Cow;

/// Attributes that have an effect by their presence, whatever their value.
const BOOLEAN: &[&str] = &["checked", "selected", "disabled", "readonly"];

/// Attributes whose values are URLs.
const ADDRESSES: &[&str] = &["href", "src", "cite", "action"];

/// A start or end tag, divided into its name and its attributes.
#[derive(Debug)]
pub(super) struct Tag<'a> {
    /// The opening bracket and the name, as written: `<p`, `</p`.
    start: &'a str,
    lower: String,
    attributes: Vec<Attribute<'a>>,
    /// The end of the tag: `>` or `/>`.
    end: &'a str,
    whole: &'a str,
}

#[derive(Debug)]
struct Attribute<'a> {
    name: &'a str,
    /// The value as written, including quotes.
    value: Option<&'a str>,
    /// White space and the equals sign, as written.
    equals: &'a str,
    /// The white space before the attribute, as written.
    space: &'a str,
}

impl<'a> Tag<'a> {
    /// Divides a tag into its name and its attributes. `whole` includes the `<` and the `>`.
    pub(super) fn parse(whole: &'a str) -> Self {
        let inner = whole.strip_suffix('>').unwrap_or(whole);
        let is_space = |c: char| c.is_ascii_whitespace();
        let name_end = inner[1..].find(|c: char| is_space(c)).map_or(inner.len(), |end| end + 1);
        let (start, mut rest) = inner.split_at(name_end);
        let (start, end) = match start.strip_suffix('/') {
            Some(shorter) if rest.is_empty() && start.len() > 2 => (shorter, &whole[shorter.len()..]),
            _ => (start, &whole[inner.len()..]),
        };
        let mut tag = Tag { start, lower: start[1..].to_ascii_lowercase(), attributes: Vec::new(), end, whole };
        while !rest.is_empty() {
            let trimmed = rest.trim_start_matches(is_space);
            let space = &rest[..rest.len() - trimmed.len()];
            if trimmed.is_empty() || trimmed == "/" {
                tag.end = &whole[whole.len() - trimmed.len() - tag.end.len()..];
                break;
            }
            let (attribute, behind) = Attribute::parse(space, trimmed);
            tag.attributes.push(attribute);
            rest = behind;
        }
        tag
    }

    /// The tag's name in lower case. The name of an end tag includes the slash.
    pub(super) fn name(&self) -> &str {
        &self.lower
    }

    /// The value of an attribute, without quotes. `None` if the tag does not have the attribute.
    pub(super) fn value(&self, name: &str) -> Option<&'a str> {
        let found = self.attributes.iter().find(|attribute| attribute.name.eq_ignore_ascii_case(name))?;
        Some(found.bare())
    }

    /// The tag as HTML, without the attributes, spaces and quotes that the options remove.
    pub(super) fn written(&self, options: &Options) -> String {
        let mut out = String::with_capacity(self.whole.len());
        out.push_str(self.start);
        let mut is_unquoted = false;
        for attribute in self.attributes.iter().filter(|attribute| !self.is_needless(attribute, options)) {
            let space = if options.remove_multi_spaces && !attribute.space.is_empty() { " " } else { attribute.space };
            out.push_str(space);
            out.push_str(attribute.name);
            is_unquoted = self.write_value(attribute, options, &mut out);
        }
        if self.end.starts_with('/') {
            let keeps_space = is_unquoted || !options.remove_spaces_inside_tags;
            out.push_str(if keeps_space && !self.attributes.is_empty() { " " } else { "" });
        }
        out.push_str(self.end);
        out
    }

    /// Writes the part after an attribute's name. Returns whether it is a value without quotes.
    fn write_value(&self, attribute: &Attribute<'_>, options: &Options, out: &mut String) -> bool {
        let Some(written) = attribute.value else { return false };
        let name = attribute.name.to_ascii_lowercase();
        if options.simple_boolean_attributes && BOOLEAN.contains(&name.as_str()) {
            return false;
        }
        out.push_str(if options.remove_spaces_inside_tags { "=" } else { attribute.equals });
        let quote = written.chars().next().filter(|c| matches!(c, '"' | '\''));
        let value = self.shortened(&name, attribute.bare(), options);
        let is_plain = !value.is_empty() && value.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        match quote.filter(|_| !(options.remove_quotes && is_plain)) {
            Some(quote) => {
                out.push(quote);
                out.push_str(&value);
                out.push(quote);
                false
            }
            None => {
                out.push_str(&value);
                true
            }
        }
    }

    fn shortened<'v>(&self, name: &str, value: &'v str, options: &Options) -> Cow<'v, str> {
        if name.starts_with("on") {
            let bare = value.trim_ascii_start();
            let is_prefixed = bare.get(..11).is_some_and(|start| start.eq_ignore_ascii_case("javascript:"));
            let shorter = options.remove_javascript_protocol && is_prefixed;
            return Cow::Borrowed(if shorter { bare[11..].trim_ascii_start() } else { value });
        }
        if ADDRESSES.contains(&name) && !self.value("rel").is_some_and(|rel| rel.eq_ignore_ascii_case("external")) {
            for (is_wanted, protocol) in
                [(options.remove_http_protocol, "http:"), (options.remove_https_protocol, "https:")]
            {
                if let Some(rest) = value.strip_prefix(protocol).filter(|rest| is_wanted && rest.starts_with("//")) {
                    return Cow::Borrowed(rest);
                }
            }
        }
        if options.remove_multi_spaces { collapse(value) } else { Cow::Borrowed(value) }
    }

    /// Whether to omit an attribute, because it has its default value and the options allow this.
    fn is_needless(&self, attribute: &Attribute<'_>, options: &Options) -> bool {
        let name = attribute.name.to_ascii_lowercase();
        let value = attribute.bare().to_ascii_lowercase();
        match (self.name(), name.as_str(), value.as_str()) {
            ("script", "type", "text/javascript" | "application/javascript") | ("script", "language", "javascript") => {
                options.remove_script_attributes
            }
            ("style", "type", "text/css" | "text/style") => options.remove_style_attributes,
            ("link", "type", "text/css" | "text/plain") => {
                let rel = self.value("rel").unwrap_or_default().to_ascii_lowercase();
                options.remove_link_attributes && matches!(rel.as_str(), "stylesheet" | "alternate stylesheet")
            }
            ("form", "method", "get") => options.remove_form_attributes,
            ("input", "type", "text") => options.remove_input_attributes,
            _ => false,
        }
    }
}

impl<'a> Attribute<'a> {
    /// Splits the first attribute off `text`, which does not begin with white space. `space` is the white space before
    /// the attribute.
    fn parse(space: &'a str, text: &'a str) -> (Attribute<'a>, &'a str) {
        let is_space = |c: char| c.is_ascii_whitespace();
        // The first character is part of the name in any case, so that at least one character is read.
        let first = text.chars().next().map_or(0, char::len_utf8);
        let name_end = text[first..].find(|c: char| is_space(c) || c == '=').map_or(text.len(), |end| first + end);
        let (name, rest) = text.split_at(name_end);
        let Some(behind) = rest.trim_start_matches(is_space).strip_prefix('=') else {
            return (Attribute { name, value: None, equals: "", space }, rest);
        };
        let value = behind.trim_start_matches(is_space);
        let equals = &rest[..rest.len() - value.len()];
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
        let value_end = match quote {
            Some(quote) => value[1..].find(quote).map_or(value.len(), |end| end + 2),
            None => value.find(is_space).unwrap_or(value.len()),
        };
        let (value, rest) = value.split_at(value_end);
        (Attribute { name, value: Some(value), equals, space }, rest)
    }

    fn bare(&self) -> &'a str {
        let value = self.value.unwrap_or_default();
        for quote in ['"', '\''] {
            if let Some(inner) = value.strip_prefix(quote) {
                return inner.strip_suffix(quote).unwrap_or(inner);
            }
        }
        value
    }
}
