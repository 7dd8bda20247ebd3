//! BibTeX. Text outside of entries is a comment.

use super::prelude::*;

const NAME: &str = r"[a-zA-Z_@!$&.\\:;<>?\[\]^`|~*/+-][\w@!$&.\\:;<>?\[\]^`|~*/+-]*";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .mixin("space")
        .call(format!("@({NAME})"), |cx| match cx.group(1).to_lowercase().as_str() {
            "comment" => cx.token(Comment),
            kind => {
                cx.token(NameClass);
                let body = match kind {
                    "preamble" => "value",
                    "string" => "field",
                    _ => "entry",
                };
                cx.next(["closing", body, "opening"]);
            }
        })
        .on(".+", Comment);
    g.state("space").on(r"\s+", Text);
    g.state("opening").mixin("space").to("[{(]", Punctuation, POP);
    g.state("closing").mixin("space").to("[})]", Punctuation, POP);
    g.state("entry").mixin("space").to(r"[^\s,}]+", NameLabel, goto("fields"));
    g.state("fields").mixin("space").to(",", Punctuation, "field").go("", POP);
    g.state("field").mixin("space").to(NAME, NameAttribute, ["value", "equals"]).go("", POP);
    g.state("equals").mixin("space").to("=", Punctuation, POP);
    g.state("value")
        .mixin("space")
        .on(NAME, NameVariable)
        .to(r#"""#, Str, "quotes")
        .to(r"\{", Str, "braces")
        .on(r"\d+", Num)
        .on("#", Punctuation)
        .go("", POP);
    g.state("quotes").to(r"\{", Str, "braces").to(r#"""#, Str, POP).on(r#"[^{"]+"#, Str);
    g.state("braces").to(r"\{", Str, "braces").to(r"\}", Str, POP).on(r"[^{}]+", Str);
}
