//! Cmm, the intermediate language of GHC.

use super::prelude::*;

/// Whitespace or a comment. As in Rouge, a comment may extend over several lines if the rest of the pattern matches
/// only then. The lookahead avoids quadratic time if no comment ends.
const SPACE: &str = r"(?:\s|//(?m:.*?)\n|/\*(?=(?m:.*?)\*/)(?:[^*]|\*[^/])*\*+/)";
/// A name that is not a directive.
const ID: &str = r"(?!#[a-zA-Z])[\w#$%']+";
/// A name that may contain constructors of tuples and lists.
const NAME: &str = r"(?:\(,?\)|\[\])*[\w#$%']+(?:(?:\(,?\)|\[\])+[\w#$%']+)*";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on("^=====.*=====$", GenericHeading)
        .on(r"^\d{4}(?:-\d{2}){2} \d{2}(?::\d{2}){2}\.\d+ UTC$", CommentSingle)
        .groups_to(r"(section)(\s+)", &[Keyword, Text], "section")
        .on("#(?:else|endif|if|include)", CommentPreproc)
        .call(format!("(#define)({SPACE}*)({ID})"), |cx| spaced(cx, &[CommentPreproc, Text, NameLabel]))
        .groups_to(r"(\{ )(info_tbls)(:)", &[Punctuation, NameEntity, Punctuation], "tables")
        .mixin("comments")
        .mixin("literals")
        .mixin("keywords")
        .mixin("types")
        .mixin("properties")
        .mixin("names")
        .mixin("operators")
        .on(r"\\\n|.", Text);
    g.state("section")
        .on(r#""(?:bss|cstring|data|relrodata|rodata|text)""#, NameBuiltin)
        .to(r"\{", Punctuation, POP)
        .mixin("names")
        .mixin("operators")
        .mixin("keywords")
        .on(r"\s+", Text);
    tables(g);
    literals(g);
    keywords(g);
    types(g);
    names(g);
}

/// Emits the groups of the match. Groups of plain text are lexed by another lexer of the language.
fn spaced(cx: &mut Context<'_, '_>, tokens: &[crate::token::Token]) {
    let texts: Vec<&str> = (1..=tokens.len()).map(|number| cx.group(number)).collect();
    for (&token, text) in tokens.iter().zip(texts) {
        match token {
            Text => cx.recurse(text),
            token => cx.emit(token, text),
        }
    }
}

/// Defines the state `tables` for the tables of a closure, and the states that it uses.
fn tables(g: &mut Grammar) {
    g.state("tables")
        .to(r"\}", Punctuation, POP)
        .to(r"\{", Punctuation, "tables")
        .go("(?=label:)", "label")
        .groups(format!(r"(\()({NAME})(,)"), &[Punctuation, NameLabel, Punctuation])
        .mixin("literals")
        .mixin("properties")
        .mixin("keywords")
        .mixin("operators")
        .on(ID, Text)
        .on(r"\s+", Text);
    g.state("label")
        .mixin("properties")
        .mixin("names")
        .mixin("keywords")
        .mixin("operators")
        .on(r"[^\S\n]+", Text)
        .to(r"\n", Text, POP);
    g.state("properties")
        .groups("(arg(?:_space|s)|arity|fun_type|label|rep|res|srt|up(?:d|dfr_space))(:)", &[NameProperty, Punctuation])
        .groups("(stack_info)(:)", &[NameEntity, Punctuation]);
}

fn literals(g: &mut Grammar) {
    g.state("comments").on("//.*", CommentSingle).on(r"\(likely.*?\)", Comment).on(r"(?m)/\*.*?\*/", CommentMultiline);
    g.state("literals").on(r"-?[0-9]+\.[0-9]+", NumFloat).on("-?[0-9]+", NumInteger).to(r#"""#, StrDelimiter, "string");
    g.state("string")
        .on(r"\\.", StrEscape)
        .on("%.", StrSymbol)
        .to(r#"""#, StrDelimiter, POP)
        .on(r#"[^\\%"\n]+|."#, Str);
    g.state("operators").on(r"\.\.|[-+*/<>=!&|~]", Operator).on(r"[\[\].{}:;,()]", Punctuation);
}

fn keywords(g: &mut Grammar) {
    let before_space = "call|case|ccall|else|export|foreign|goto|if|import|jump|offset|prim|push|reserve|unwind";
    g.state("keywords")
        .groups(r"(const)(\s+)", &[KeywordConstant, Text])
        .on(r#"""#, StrDouble)
        .call(r"(switch)([^{]*)(\{)", |cx| spaced(cx, &[Keyword, Text, Punctuation]))
        .call(format!("(arg|result)({SPACE}+)(hints)(:)"), |cx| {
            spaced(cx, &[NameProperty, Text, NameProperty, Punctuation]);
        })
        .call(format!("(returns)({SPACE}*)(to)"), |cx| spaced(cx, &[Keyword, Text, Keyword]))
        .call(format!("(never)({SPACE}*)(returns)"), |cx| spaced(cx, &[Keyword, Text, Keyword]))
        .call(format!(r"(return)({SPACE}*)(\()"), |cx| spaced(cx, &[Keyword, Text, Punctuation]))
        .call(format!("({before_space})({SPACE})"), |cx| spaced(cx, &[Keyword, Text]))
        .call(format!("(default)({SPACE}*)(:)"), |cx| spaced(cx, &[Keyword, Text, Punctuation]));
}

fn types(g: &mut Grammar) {
    g.state("types")
        .on(format!(r"{ID}(?=\[[^\]])"), KeywordType)
        .on(format!(r"{ID}\[\]"), KeywordType)
        .call(format!(r"({ID})({SPACE}+)({ID})({SPACE}*)(\()"), |cx| {
            spaced(cx, &[NameLabel, Text, NameFunction, Text, Punctuation]);
        })
        .call(format!("({ID})({SPACE}+)({ID})"), |cx| spaced(cx, &[KeywordType, Text, NameLabel]));
}

fn names(g: &mut Grammar) {
    let registers = r"BaseReg|CurrentNursery|CurrentTSO|gcptr|Hp(?:Alloc|Lim)?|R\d{1,2}|Sp(?:Lim)?";
    g.state("names")
        .call(format!(r"(::)({SPACE}*)([A-Z]\w+)"), |cx| spaced(cx, &[Operator, Text, KeywordType]))
        .call(format!("<({ID})>"), |cx| cx.token(NameBuiltin))
        .on(format!("(?:{registers})(?!{ID})"), NameVariableGlobal)
        .groups_to(format!(r"([A-Z]{ID})(\.)"), &[NameNamespace, Punctuation], "namespace")
        .groups(format!("(`)({ID})(`)"), &[Punctuation, NameFunction, Punctuation])
        .go(format!(r"(?={NAME}{SPACE}*[{{(])"), "function")
        .on("CLOSURE", KeywordType)
        .on(NAME, NameLabel);
    g.state("namespace")
        .groups(format!(r"([A-Z]{ID})(\.)"), &[NameNamespace, Punctuation])
        .call(format!(r"({NAME})({SPACE}*)([{{(])"), |cx| {
            spaced(cx, &[NameFunction, Text, Punctuation]);
            cx.pop(1);
        })
        .to(NAME, NameLabel, POP)
        .go("", POP);
    g.state("function")
        .on("INFO_TABLE(?:_CONSTR|_FUN|_RET|_SELECTOR)?", NameBuiltin)
        .on(format!("%{ID}"), NameBuiltin)
        .on(NAME, NameFunction)
        .on(r"\s+", Text)
        .to("[({]", Punctuation, POP)
        .mixin("comments");
}
