//! Vim script, the language of the editor Vim.

use super::prelude::*;

static COMMANDS: Words = Words::new(include_str!("words/viml_command.txt"));
static OTHERS: Words = Words::new(include_str!("words/viml_other.txt"));

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .groups(r#"^(\s*)(".*?)$"#, &[Text, Comment])
        .on(r"^\s*\\", StrEscape)
        .on(r"[ \t]+", Text)
        .on(r"/(?:\\\\|\\/|[^\n/])*/", StrRegex)
        .on(r#""(?:\\\\|\\"|[^\n"])*""#, StrDouble)
        .on(r"'(?:\\\\|\\'|[^\n'])*'", StrSingle)
        .on(r"-?\d+", Num)
        .on(r"#\h{6}", NumHex)
        .on("^:", Punctuation)
        .on(r"[():<>+=!\[\]{}|,~.-]", Punctuation)
        .on(r"(?:let|if|else|endif|elseif|fun|function|endfunction)\b", Keyword)
        .on(r"(?:NONE|bold|italic|underline|dark|light)\b", NameBuiltin)
        .on(r"[absg]:\w+\b", NameVariable)
        .words(r"\b\w+\b", &[(&COMMANDS, Keyword), (&OTHERS, NameBuiltin)], Text)
        .on("(?m).", Text);
}
