//! HTTP messages. The body is delegated to the language of its content type.

use super::prelude::*;
use crate::registry::LEXERS;

/// The tag of the language to which the body is delegated.
struct Content(&'static str);

impl Default for Content {
    fn default() -> Self {
        Content("plaintext")
    }
}

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .groups_to(
            r"(GET|POST|PUT|DELETE|HEAD|OPTIONS|TRACE|PATCH|QUERY)([ ]+)([^ ]+)([ ]+)(HTTPS?)(/)(\d(?:\.\d)?)(\r?\n|$)",
            &[NameFunction, Text, NameNamespace, Text, Keyword, Operator, Num, Text],
            "headers",
        )
        .groups_to(
            r"(HTTPS?)(/)(\d(?:\.\d)?)([ ]+)(\d{3})([ ]+)?([^\r\n]*)?(\r?\n|$)",
            &[Keyword, Operator, Num, Text, Num, Text, NameException, Text],
            "headers",
        );
    g.in_3_30(|g| {
        g.rewrite_patterns(|pattern| {
            pattern.replace("|QUERY", "").replace(r"(/)(\d(?:\.\d)?)([ ]+)(\d{3})", r"(/)(\d(?:\.\d))([ ]+)(\d{3})")
        });
    });
    g.state("headers")
        .call(r"([^\s:]+)( *)(:)( *)([^\n\r]+)(\r?\n|$)", |cx| {
            if cx.group(1).eq_ignore_ascii_case("content-type") {
                let kind = cx.group(5).split(';').next().unwrap_or_default().to_lowercase();
                let mut found = LEXERS
                    .iter()
                    .filter(|info| cx.version().has_name(info.tag) && info.mimetypes.contains(&kind.as_str()));
                cx.memory::<Content>().0 = found.next().map_or("plaintext", |info| info.tag);
            }
            cx.groups(&[NameAttribute, Text, Punctuation, Text, Str, Text]);
        })
        .groups(r"([^\r\n]+)(\r?\n|$)", &[Str, Text])
        .to(r"\r?\n", Text, "content");
    g.state("content").call("(?m).+", |cx| {
        let tag = cx.option("content").map_or(cx.tag(), |_| "");
        let own = cx.option("content").unwrap_or_default().to_owned();
        let tag = if tag.is_empty() { own } else { cx.memory::<Content>().0.to_owned() };
        cx.delegate_as("content", &tag, cx.matched());
    });
}
