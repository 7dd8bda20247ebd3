//! Vue single-file components: HTML with sections in the languages of their `lang` attributes.

use super::html;
use super::prelude::*;

/// The language of the current section.
#[derive(Default)]
struct Part(&'static str);

pub(crate) fn define(g: &mut Grammar) {
    html::define(g);
    g.prepend("root", |s| {
        for (word, state, language) in
            [("template", "template", "html"), ("style", "part style", "css"), ("script", "part script", "javascript")]
        {
            s.call(format!(r"(<)(\s*)({word})"), move |cx| {
                cx.groups(&[NameTag, Text, Keyword]);
                cx.memory::<Part>().0 = language;
                cx.next([state, "part tag"]);
            });
        }
    });
    g.prepend("tag", |s| {
        s.to(r"[0-9A-Za-z#()*.:\[\]_-]+\s*=\s*", NameAttribute, "value");
    });
    g.state("part tag")
        .call(r#"(lang\s*=)(\s*)("(?:\\.|[^\\])*?"|'(?:\\.|[^\\])*?'|[^\s>]+)"#, |cx| {
            cx.groups(&[NameAttribute, Text, Str]);
            cx.memory::<Part>().0 = language(cx.group(3));
        })
        .mixin("tag");
    g.state("part style")
        .groups_to(r"(<\s*/\s*)(style)(\s*>)", &[NameTag, Keyword, NameTag], POP)
        .call("[^<]+", embedded)
        .to(r"<\s*/\s*style\s*>", NameTag, POP)
        .call("<", embedded);
    g.state("part script").groups_to(r"(<\s*/\s*)(script)(\s*>)", &[NameTag, Keyword, NameTag], POP).mixin("script");
    g.state("template")
        .groups_to(r"(<\s*/\s*)(template)(\s*>)", &[NameTag, Keyword, NameTag], POP)
        .call(r"\{\{", |cx| {
            cx.token(StrInterpol);
            cx.push("interpolated");
            cx.reset_other("js");
        })
        .call(r"[^{<]+|[<{][^<{]*", embedded);
    g.state("interpolated").to(r"\}\}", StrInterpol, POP).on(r"\}", Error).mixin("braces");
    g.state("braces")
        .call(r"\{", |cx| {
            script(cx);
            cx.push_top();
        })
        .call(r"\}", |cx| {
            script(cx);
            cx.pop(1);
        })
        .call(r"[^{}]+", script);
}

fn script(cx: &mut Context<'_, '_>) {
    cx.delegate_as("js", "javascript", cx.matched());
}

fn embedded(cx: &mut Context<'_, '_>) {
    let language = cx.memory::<Part>().0;
    cx.delegate_fresh(language, cx.matched());
}

fn language(name: &str) -> &'static str {
    match name.replace(['"', '\''], "").to_lowercase().as_str() {
        "html" => "html",
        "css" => "css",
        "javascript" => "javascript",
        "sass" => "sass",
        "scss" => "scss",
        "coffee" => "coffeescript",
        _ => "plaintext",
    }
}
