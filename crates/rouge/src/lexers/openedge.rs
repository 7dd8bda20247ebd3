//! OpenEdge ABL. Words may be abbreviated, so the list has all their forms. Rouge 3.30 has another lexer.

mod words;

use super::prelude::*;
use super::version_3_30;
use std::collections::HashMap;
use words::KEYWORDS;

const ID: &str = r"[a-zA-Z_&{}][\w&!}-]*";

static PREPROCESSOR: Words =
    Words::new("&else &elseif &endif &glob &if &message &scop &then &undef &undefine &webstream");

pub(crate) fn define(g: &mut Grammar) {
    if g.either(false, true) {
        return version_3_30::openedge::define(g);
    }
    g.state("root")
        .on("//.*", CommentSingle)
        .to(r"/\*", CommentMultiline, "comment")
        .to(r#"""#, StrDelimiter, "double string")
        .to("'", StrDelimiter, "single string")
        .mixin("numbers")
        .on(r"(?i)(?:false|no(?!-)|true|yes|\?)\b", KeywordConstant)
        .on("[-~!%^*+=|?:<>/]", Operator)
        .on(r"[()\[\],.]", Punctuation)
        .on(r"\s+", Text)
        .to("(?i)&analyze-(?:resume|suspend)", CommentPreproc, "directive")
        .to(r"(?i)&(?:global|scoped)-define\s*[.\w\\/-]*", CommentPreproc, "directive")
        .call(r"\{", included)
        .on(format!("@{ID}"), NameDecorator)
        .on(format!(r"{ID}(?=\s*\()"), NameFunction)
        .call(ID, |cx| cx.token(token_of(cx.matched())));
    g.state("comment")
        .to(r"\*/", CommentMultiline, POP)
        .to(r"/\*", CommentMultiline, "comment")
        .on("[^*/]+|[*/]", CommentMultiline);
    g.state("double string").on("~[~nrt\"]?", StrEscape).on(r#"[^\\"]+"#, StrDouble).to(r#"""#, StrDelimiter, POP);
    g.state("single string").on("~[~nrt']?", StrEscape).on(r"[^\\']+", StrSingle).to("'", StrDelimiter, POP);
    g.state("directive").to(r".*(?=//|/\*)", CommentPreproc, POP).to(r".*\n?", CommentPreproc, POP);
    numbers(g);
}

/// Defines the state `numbers`, which the lexers for Rouge 4.6 and 3.30 share.
pub(super) fn numbers(g: &mut Grammar) {
    g.state("numbers")
        .on(r"(?i)(?:\d+\.\d*|\.\d+)(?:e[-+]?\d+[lu]*)?|\d+e[-+]?\d+[lu]*", NumFloat)
        .on(r"(?i)0x\h+[lu]*", NumHex)
        .on("(?i)0[0-7]+[lu]*", NumOct)
        .on(r"(?i)\d+[lu]*", NumInteger);
}

fn token_of(word: &str) -> crate::token::Token {
    match word.to_ascii_lowercase().as_str() {
        word if PREPROCESSOR.has(word) => CommentPreproc,
        word if KEYWORDS.has(word) => Keyword,
        _ => NameVariable,
    }
}

/// The ends of references to included files (`{file.i}`), by the positions of the opening braces. An end is the
/// position after the closing brace.
#[derive(Default)]
struct Included {
    /// The address and length of the text, which identify it.
    text: (usize, usize),
    ends: HashMap<usize, usize>,
}

/// Emits an included file up to its closing brace, if its braces are balanced and none of them are empty. Otherwise,
/// emits the opening brace together with the name after it.
fn included(cx: &mut Context<'_, '_>) {
    let (start, whole) = (cx.before().len() - 1, cx.whole());
    let known = cx.memory::<Included>();
    let text = (whole.as_ptr() as usize, whole.len());
    if known.text != text {
        *known = Included { text, ends: balanced(whole, start) };
    }
    if let Some(&end) = known.ends.get(&start) {
        cx.advance(end - start - 1);
        return cx.token(CommentPreproc);
    }
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_&!}-".contains(c);
    cx.advance(cx.rest().find(|c| !is_part(c)).unwrap_or(cx.rest().len()));
    let is_call = cx.rest().trim_start_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']).starts_with('(');
    cx.token(if is_call { NameFunction } else { token_of(cx.matched()) });
}

/// The ends of all balanced braces from a position on, by their starts. Takes linear time.
fn balanced(text: &str, from: usize) -> HashMap<usize, usize> {
    struct Open {
        start: usize,
        is_empty: bool,
        is_valid: bool,
    }
    let mut ends = HashMap::new();
    let mut stack: Vec<Open> = Vec::new();
    for (position, byte) in text.bytes().enumerate().skip(from) {
        match byte {
            b'{' => stack.push(Open { start: position, is_empty: true, is_valid: true }),
            b'}' => {
                let Some(open) = stack.pop() else { continue };
                let is_valid = open.is_valid && !open.is_empty;
                if is_valid {
                    ends.insert(open.start, position + 1);
                }
                if let Some(outer) = stack.last_mut() {
                    outer.is_empty = false;
                    outer.is_valid &= is_valid;
                }
            }
            _ => {
                if let Some(open) = stack.last_mut() {
                    open.is_empty = false;
                }
            }
        }
    }
    ends
}
