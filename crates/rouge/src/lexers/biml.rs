//! BIML: XML for business intelligence, with pieces of C#.

use super::prelude::*;
use super::xml;

pub(crate) fn define(g: &mut Grammar) {
    xml::define(g);
    g.prepend("root", |s| {
        s.to(r"<#@\s*", NameTag, "directive").to(r"<#=?\s*", NameTag, "code");
    });
    g.state("code")
        .to(r"\s*#>\s*", NameTag, POP)
        .call(r"(?m).*?(?=\s*#>)", |cx| cx.delegate_fresh("csharp", cx.matched()));
    g.state("directive")
        .on(r"\s+", Text)
        .to(r"[\w.:-]+\s*=", NameAttribute, "value")
        .on(r"\w+\s*", NameAttribute)
        .to(r"/?\s*#>", NameTag, POP);
}
