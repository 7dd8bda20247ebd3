//! Syzkaller's system call descriptions.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "align breaks_returns dec define disabled hex ignore_return in incdir include inet inout oct opt out packed
    parent prog_timeout pseudo resource size syscall timeout type varlen",
);
static TYPES: Words = Words::new(
    "array bitsize bool16 bool32 bool64 bool8 boolptr buffer bytesize bytesize2 bytesize4 bytesize8 const csum
    filename fileoff flags fmt int16 int16be int32 int32be int64 int64be int8 int8be intptr len offsetof optional
    proc ptr ptr64 string stringnoz text vma vma64 void",
);

const ID: &str = r"[a-zA-Z_]\w*";

pub(crate) fn define(g: &mut Grammar) {
    pieces(g);
    g.state("root")
        .mixin("space")
        .to("include|incdir", Keyword, ["file", "spaces"])
        .to("define", Keyword, ["expression", "spaces", "name", "spaces"])
        .to("resource", Keyword, ["values", "blanks", "underlying", "blanks", "name", "spaces"])
        .groups_to(r"(_)(\s+)(=)", &[Keyword, Text, Punctuation], ["flags", "spaces"])
        .groups_to(format!(r"({ID})(\s+)(=)"), &[Name, Text, Punctuation], ["flags", "spaces"])
        .groups_to(
            format!(r"({ID})(\$)?(\w+)?(\s+)?(\()"),
            &[NameFunction, Punctuation, NameFunctionMagic, Text, Punctuation],
            ["modifiers", "blanks", "name", "blanks", "arguments", "spaces"],
        )
        .groups_to(
            format!(r"({ID}(?:\$\w+)?)(\s+)?([{{\[])"),
            &[Name, Text, Punctuation],
            ["blanks", "attributes", "blanks", "fields", "spaces"],
        )
        .to("type", Keyword, ["body", "spaces", "parameters", "name", "spaces"]);
    definitions(g);
}

/// Defines states that many constructs share. The states `spaces`, `blanks`, `name` and `type` end at any text that
/// they cannot match.
fn pieces(g: &mut Grammar) {
    g.state("space").on(r"\s+", Text).on("#.*", Comment);
    g.state("spaces").mixin("space").go("", POP);
    g.state("blanks").on(r"[ \t]+", Text).go("", POP);
    g.state("name").on(ID, Name).go("", POP);
    g.state("literals")
        .on(r"-?0[xX]\h+", NumHex)
        .on(r"-?\d+", NumInteger)
        .on("'[^']?'", StrChar)
        .on(r#""[^"]*""#, StrDouble)
        .on("`[^`]*`", StrBacktick);
    g.state("term")
        .mixin("literals")
        .words(ID, &[(&KEYWORDS, Keyword), (&TYPES, KeywordType)], Name)
        .on(":", Punctuation)
        .on(r"\$", Name);
    g.state("terms").mixin("space").mixin("term").to(r"\[", Punctuation, "terms").on(",", Punctuation).to(
        r"[\])]",
        Punctuation,
        POP,
    );
    g.state("type").mixin("term").to(r"\[", Punctuation, "terms").go("", POP);
}

fn definitions(g: &mut Grammar) {
    g.state("file").groups("(<)([^>]+)(>)", &[Punctuation, Str, Punctuation]).go("", POP);
    g.state("expression")
        .on(ID, Name)
        .mixin("literals")
        .on(r"[~!%^&*+/|<>?:-]", Operator)
        .on(r"[(){}\[\];,]", Punctuation)
        .on(r"[ \t]+", Text)
        .go("", POP);
    g.state("underlying").to(r"\[", Punctuation, "type").to(r"\]", Punctuation, POP);
    g.state("values").to(":", Punctuation, ["listed values", "spaces"]).go("", POP);
    g.state("listed values")
        .on(r"[ \t]+", Text)
        .on(ID, Name)
        .mixin("literals")
        .to(",", Punctuation, "spaces")
        .go("", POP);
    g.state("flags")
        .on(r"[ \t]+", Text)
        .on(r"\.", Punctuation)
        .on(ID, Name)
        .mixin("literals")
        .to(",", Punctuation, "spaces")
        .go("", POP);
    g.state("arguments").mixin("space").on(r"[.,]", Punctuation).to(ID, Name, ["type", "spaces"]).to(
        r"\)",
        Punctuation,
        POP,
    );
    g.state("modifiers").to(r"\(", Punctuation, "terms").go("", POP);
    g.state("attributes").to(r"\[", Punctuation, "terms").go("", POP);
    g.state("fields").to(ID, Name, ["spaces", "modifiers", "blanks", "type", "spaces"]).to(r"[}\]]", Punctuation, POP);
    g.state("parameters").to(r"\[", Punctuation, "listed parameters").go("", POP);
    g.state("listed parameters").mixin("space").on(ID, Name).on(",", Punctuation).to(r"\]", Punctuation, POP);
    g.state("body")
        .to(
            r"[{\[]",
            Punctuation,
            [POP, push("spaces"), push("attributes"), push("blanks"), push("fields"), push("spaces")],
        )
        .go("", goto("type"));
}
