//! Writes headings like nbconvert: with an id generated from the text, and a link to it at the end.

use crate::libxml::in_ascii;
use hastie_site::percent;
use std::borrow::Cow;

/// Sets the id of each heading to the heading's text as a URL fragment, and adds a link to this id: `Low tide` gets the
/// id `Low-tide`. Headings with an entity that XML does not define, such as `&nbsp;`, or with a bare `&` are unchanged.
pub(super) fn anchored(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, heading, after)) = next_heading(rest) {
        out.push_str(before);
        match heading.anchored() {
            Some(anchored) => {
                out.push_str(&anchored);
                // nbconvert drops the line break after it.
                rest = after.strip_prefix('\n').unwrap_or(after);
            }
            None => {
                out.push_str(heading.whole);
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

struct Heading<'a> {
    whole: &'a str,
    level: char,
    attributes: &'a str,
    inner: &'a str,
}

/// The first heading, with the text before and after it.
fn next_heading(html: &str) -> Option<(&str, Heading<'_>, &str)> {
    let mut from = 0;
    loop {
        let start = from + html.get(from..)?.find("<h")?;
        from = start + 2;
        let tag = html.get(from..)?;
        let Some(level) = tag.chars().next().filter(|level| ('1'..='6').contains(level)) else { continue };
        let Some((attributes, content)) = tag.get(1..).and_then(|tag| tag.split_once('>')) else { continue };
        if !(attributes.is_empty() || attributes.starts_with(' ')) {
            continue;
        }
        let Some((inner, after)) = content.split_once(&format!("</h{level}>")) else { continue };
        let whole = html.get(start..html.len() - after.len())?;
        return Some((html.get(..start)?, Heading { whole, level, attributes, inner }, after));
    }
}

impl Heading<'_> {
    /// The heading with its link. `None` if the heading is not valid XML.
    fn anchored(&self) -> Option<String> {
        let id = fragment(&self.text()?).replace('&', "&amp;");
        let others = without_id(self.attributes);
        let inner = self.inner.replace("&quot;", "\"").replace("&#39;", "'").replace("&apos;", "'");
        let (level, inner) = (self.level, in_ascii(&inner));
        Some(format!(
            "<h{level} id=\"{id}\"{others}>{inner}<a class=\"anchor-link\" href=\"#{id}\">&#182;</a></h{level}>"
        ))
    }

    /// The heading's text without tags. `None` if it contains an entity that XML does not define.
    fn text(&self) -> Option<String> {
        let mut text = String::new();
        let mut rest = self.inner;
        while let Some(position) = rest.find(['<', '&']) {
            text.push_str(rest.get(..position)?);
            let tail = rest.get(position..)?;
            if tail.starts_with('<') {
                rest = tail.split_once('>')?.1;
                continue;
            }
            let (entity, behind) = tail.get(1..)?.split_once(';')?;
            text.push(entity_char(entity)?);
            rest = behind;
        }
        text.push_str(rest);
        Some(text)
    }
}

fn entity_char(entity: &str) -> Option<char> {
    match entity {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = entity.strip_prefix('#')?;
            let code = match number.strip_prefix('x') {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)
        }
    }
}

fn without_id(attributes: &str) -> Cow<'_, str> {
    match attributes.split_once(" id=\"") {
        Some((before, rest)) => {
            let after = rest.split_once('"').map_or("", |(_, after)| after);
            Cow::Owned(format!("{before}{after}"))
        }
        None => Cow::Borrowed(attributes),
    }
}

/// Replaces spaces with hyphens, and percent-encodes characters that a URL fragment cannot contain.
fn fragment(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-~?/:@!$&'()*+,;=".contains(&byte);
    percent::encoded(text.replace(' ', "-"), is_plain)
}

#[cfg(test)]
mod tests {
    use super::anchored;

    /// The expected HTML was recorded from nbconvert 7.17's `markdown2html`.
    #[test]
    fn headings_have_an_id_of_their_text_and_a_link() {
        for (html, expected) in [
            (
                "<h1 id=\"tide\">A tide: low &amp; high</h1>\n",
                "<h1 id=\"A-tide:-low-&amp;-high\">A tide: low &amp; high<a class=\"anchor-link\" \
                 href=\"#A-tide:-low-&amp;-high\">&#182;</a></h1>",
            ),
            (
                "<h2>Über <code>code</code> <em>it</em></h2>\n<p>text</p>\n",
                "<h2 id=\"%C3%9Cber-code-it\">&#220;ber <code>code</code> <em>it</em><a class=\"anchor-link\" \
                 href=\"#%C3%9Cber-code-it\">&#182;</a></h2><p>text</p>\n",
            ),
            (
                "<h1>&quot;quoted&quot; %20 &lt; it's</h1>",
                "<h1 id=\"%22quoted%22-%2520-%3C-it's\">\"quoted\" %20 &lt; it's<a class=\"anchor-link\" \
                 href=\"#%22quoted%22-%2520-%3C-it's\">&#182;</a></h1>",
            ),
        ] {
            assert_eq!(anchored(html), expected);
        }
    }

    #[test]
    fn what_is_no_xml_stays() {
        for html in ["<h1>a&nbsp;b</h1>", "<h1>open", "<hr />", "<h1", "<h1>a & b</h1>", "<h9>x</h9>", "<head>x</head>"]
        {
            assert_eq!(anchored(html), html);
        }
    }
}
