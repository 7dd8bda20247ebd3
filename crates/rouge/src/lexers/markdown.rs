//! Markdown, approximately. Fenced code is delegated to its language.

use super::prelude::*;

/// A character within a line, possibly escaped.
const CHAR: &str = r"(?:\\.|[^\\\n])";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .call(r"(?m)---\s*\n.*?\n?^---\s*$\n?", |cx| cx.delegate_fresh("yaml", cx.matched()))
        .on(r"\\.", StrEscape)
        .on(r"^[\S ]+\n---*\n", GenericHeading)
        .on(r"^[\S ]+\n===*\n", GenericSubheading)
        .on("^#(?=[^#]).*", GenericHeading)
        .on("^##*.*", GenericSubheading)
        .call(r"(?m)^([ \t]*)(`{3,}|~{3,})([^\n]*\n)((.*?)(\n\1)(\2))?", fence)
        .mixin("code")
        .mixin("lines")
        .mixin("spans");
    g.state("code").on(r"\n\n(?:(?:    |\t).*?\n|\n)+", StrBacktick).on(format!(r"(`+)(?:{CHAR}|\n)+?\1"), StrBacktick);
    lines(g);
    spans(g);
    links(g);
    g.in_3_30(|g| {
        g.drop_rules("spans", "[*]{3}");
        g.replace_rules("spans", "[*]{2}", |s| _ = s.on(format!("[*][*]{CHAR}*?[*][*]"), GenericStrong));
    });
}

fn fence(cx: &mut Context<'_, '_>) {
    let [indent, marks, info, code, end] = [1, 2, 3, 5, 6].map(|i| cx.group(i));
    let closing = cx.group_if(7);
    let name = info.trim_ascii();
    cx.open_fancy("fence", if name.is_empty() { "guess" } else { name }, code);
    cx.emit(Text, indent);
    cx.emit(Punctuation, marks);
    cx.emit(NameLabel, info);
    cx.delegate_open("fence", code);
    cx.emit(Text, end);
    match closing {
        Some(closing) => cx.emit(Punctuation, closing),
        None => cx.push_dynamic("fence", marks, |s| {
            s.groups_to(format!(r"^([ \t]*)({marks})"), &[Text, Punctuation], POP)
                .call(r"^.*\n", |cx| cx.delegate_open("fence", cx.matched()));
        }),
    }
}

fn lines(g: &mut Grammar) {
    g.state("lines")
        .on(r"^(?:\s*[*]){3,}\s*$", Punctuation)
        .on(r"^(?:\s*-){3,}\s*$", Punctuation)
        .on(r"^\s*[*+-](?=\s)", Punctuation)
        .on(r"^\s*\d+\.", Punctuation)
        .on(r"^\s*>.*?$", GenericTraceback)
        .groups_to(
            format!(r"^(\s*)(\[)({CHAR}+?)(\])(\s*)(:)"),
            &[Text, Punctuation, StrSymbol, Punctuation, Text, Punctuation],
            ["title", "url"],
        );
}

fn spans(g: &mut Grammar) {
    g.state("spans")
        .groups_to(format!(r"(!?\[)({CHAR}*?|[^\]]*?)(\])(?=[\[(])"), &[Punctuation, NameVariable, Punctuation], "link")
        .on(r"[*]{2}[^\n *][^\n*]*[*]{2}", GenericStrong)
        .on(r"[*]{3}[^\n *][^\n*]*[*]{3}", GenericEmphStrong)
        .on(format!("__{CHAR}*?__"), GenericStrong)
        .on(format!("[*]{CHAR}*?[*]"), GenericEmph)
        .on(format!("_{CHAR}*?_"), GenericEmph)
        .on("<.*?@.+[.].+>", NameVariable)
        .on(format!("<(?:https?|mailto|ftp)://{CHAR}*?>"), NameVariable)
        .on(r"[^\\`\[*\n&<]+", Text)
        .call(r"&\S*;", |cx| cx.delegate("html", cx.matched()))
        .call(format!("<{CHAR}*?>"), |cx| cx.delegate("html", cx.matched()))
        .on(r"[&<\[\n]", Text);
}

fn links(g: &mut Grammar) {
    g.state("link")
        .groups_to(format!(r"(\[)({CHAR}*?)(\])"), &[Punctuation, StrSymbol, Punctuation], POP)
        .to(r"\(", Punctuation, ["title in link", "url in link"])
        .on(r"[ \t]+", Text)
        .go("", POP);
    g.state("url")
        .on(r"[ \t]+", Text)
        .groups_to(format!("(<)({CHAR}*?)(>)"), &[NameTag, StrOther, NameTag], POP)
        .to(r"\S+", StrOther, POP);
    g.state("title")
        .on(format!(r#""{CHAR}*?"|'{CHAR}*?'|\({CHAR}*?\)"#), NameNamespace)
        .on(r#"\s*(?=["'()])"#, Text)
        .go("", POP);
    g.state("title in link").to(r"\)", Punctuation, POP).mixin("title");
    g.state("url in link").to(r"[^<\s)]+", StrOther, POP).on(r"\s+", Text).mixin("url");
}
