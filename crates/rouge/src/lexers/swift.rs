//! Swift, Apple's language for its platforms.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "as associativity async autoreleasepool await break case catch consume continue default defer didSet discard do
    dynamicType each else fallthrough for get guard if in infix inout is isolated left mutating new none
    nonmutating operator override postfix precedence precedencegroup prefix repeat rethrows return right Self self
    set super switch throw throws try Type unowned weak where while willSet",
);
static DECLARATIONS: Words = Words::new(
    "actor any associatedtype borrowing class consuming convenience deinit distributed dynamic enum extension
    fileprivate final func import indirect init internal lazy let macro nonisolated open optional package private
    protocol public required some static struct subscript typealias var",
);
static KEYWORDS_3_30: Words = Words::revised(
    &KEYWORDS,
    "autoreleasepool consume discard each left right",
    "__COLUMN__ __FILE__ __FUNCTION__ __LINE__ #available #colorLiteral #column #else #elseif #endif #error #file
    #fileLiteral #function #if #imageLiteral #line #selector #sourceLocation #warning",
);
static DECLARATIONS_3_30: Words =
    Words::revised(&DECLARATIONS, "any borrowing consuming distributed macro package", "");
static CONSTANTS: Words = Words::new("false nil true");

const ID: &str = r"(?:(?:_|(?!\p{Mc})\p{Alpha}|[^\u{0}-\u{FFFF}])(?:[\p{Alnum}_]|[^\u{0}-\u{FFFF}])*)";

/// The delimiter of the current multi-line regular expression.
#[derive(Default)]
struct Delimiter(String);

pub(crate) fn define(g: &mut Grammar) {
    g.start(|cx| cx.push("line start"));
    space(g);
    root(g);
    names(g);
    strings(g);
    g.in_3_30(as_in_3_30);
}

/// Removes the rules for regular expressions and macros, which Rouge 3.30 does not have.
fn as_in_3_30(g: &mut Grammar) {
    g.replace_rules("line start", "#(?!", |s| _ = s.on("#.*", CommentPreproc));
    g.drop_rules("root", &format!(r"\${ID}"));
    g.drop_rules("root", "~Copyable");
    g.drop_rules("root", r"(#*)/");
    g.drop_rules("root", &format!("#{ID}"));
    g.drop_rules("root", r"(#+)/");
    g.insert_rules("names", "(let|var)", |s| {
        s.on(r"#available\([^)]+\)", KeywordDeclaration)
            .groups(
                r"(#(?:selector|keyPath)\()([^)]+?(?:[(].*?[)])?)(\))",
                &[KeywordDeclaration, NameFunction, KeywordDeclaration],
            )
            .on("#(?:line|file|column|function|dsohandle)", KeywordDeclaration);
    });
}

fn space(g: &mut Grammar) {
    g.state("line start").on(r##"#(?![#"/]).*"##, CommentPreproc).mixin("blanks").go("", POP);
    g.state("blanks").on(r"\s+", Text).mixin("comments");
    g.state("space").to(r"\n+", Text, "line start").to("//.*", CommentSingle, "line start").mixin("blanks");
    g.state("comments").to("/[*]", CommentMultiline, "comment");
    g.state("comment").mixin("comments").to("[*]/", CommentMultiline, POP).on("[^*/]+|.", CommentMultiline);
}

fn root(g: &mut Grammar) {
    g.state("root")
        .mixin("space")
        .on(r"\$(?:[1-9]\d*)?\d", NameVariable)
        .on(format!(r"\${ID}"), Name)
        .on(r"~Copyable\b", KeywordType)
        .on(r"[()\[\]{}:;,?\\]", Punctuation)
        .on(r"(#*)/(?!\s).*(?<![\s\\])/\1", StrRegex)
        .on(r"[-/=+*%<>!&|^.~]+", Operator)
        .to(r#"@?""#, Str, "string")
        .on(r"'(?:\\.|.)'", StrChar)
        .on(r"(?i)(?:\d+(?:_\d+)*\*|(?:\d+(?:_\d+)*)*\.\d+(?:_\d)*)(?:e[-+]?\d+(?:_\d)*)?", NumFloat)
        .on(r"(?i)\d+e[-+]?\d+", NumFloat)
        .on("0o?[0-7]+(?:_[0-7]+)*", NumOct)
        .on(r"0x\h+(?:_\h+)*(?:(?:\.[0-9A-F]+(?:_[0-9A-F]+)*)?p[-+]?\d+)?", NumHex)
        .on("0b[01]+(?:_[01]+)*", NumBin)
        .on(r"\d+(?:_\d+)*", NumInteger)
        .on(format!("@{ID}"), KeywordDeclaration)
        .on(format!("#{ID}"), Keyword)
        .mixin("names")
        .call(r"(#+)/\n", |cx| {
            cx.token(StrRegex);
            cx.memory::<Delimiter>().0 = cx.group(1).to_owned();
            cx.push("regex");
        });
}

fn names(g: &mut Grammar) {
    let keywords = g.either(&KEYWORDS, &KEYWORDS_3_30);
    let declarations = g.either(&DECLARATIONS, &DECLARATIONS_3_30);
    g.state("names")
        .call(r"(internal|private)(\([ ]*)(\w+)([ ]*\))", |cx| {
            if cx.group(3) == "set" {
                cx.token(KeywordDeclaration);
            } else {
                cx.groups(&[KeywordDeclaration, KeywordDeclaration, Error, KeywordDeclaration]);
            }
        })
        .call(r"(unowned\([ ]*)(\w+)([ ]*\))", |cx| {
            if matches!(cx.group(2), "safe" | "unsafe") {
                cx.token(KeywordDeclaration);
            } else {
                cx.groups(&[KeywordDeclaration, Error, KeywordDeclaration]);
            }
        })
        .groups(format!(r"(let|var)\b(\s*)({ID})"), &[Keyword, Text, NameVariable])
        .groups_to(r"(let|var)\b(\s*)([(])", &[Keyword, Text, Punctuation], "tuple")
        .call(format!(r"(?!(?:if|while|for|private|internal|unowned|switch|case)\b)\b{ID}(?=[?!]?\s*[(])"), |cx| {
            cx.token(if capital(cx.matched()) { KeywordType } else { NameFunction })
        })
        .on(r"as[?!]?(?=\s)|try!?(?=\s)", Keyword)
        .groups(format!(r"(#?(?!default)(?![[:upper:]]){ID})(\s*)(:)"), &[NameVariable, Text, Punctuation])
        .call(ID, move |cx| {
            let word = cx.matched();
            cx.token(match word {
                _ if keywords.has(word) => Keyword,
                _ if declarations.has(word) => KeywordDeclaration,
                _ if CONSTANTS.has(word) => KeywordConstant,
                _ if capital(word) => KeywordType,
                _ => Name,
            });
        })
        .groups(format!("(`)({ID})(`)"), &[Punctuation, NameVariable, Punctuation]);
    g.state("tuple")
        .on(ID, NameVariable)
        .groups(format!("(`)({ID})(`)"), &[Punctuation, NameVariable, Punctuation])
        .on(",", Punctuation)
        .to(r"\(", Punctuation, Transition::PushTop)
        .to(r"\)", Punctuation, POP)
        .mixin("blanks");
}

fn capital(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_uppercase)
}

fn strings(g: &mut Grammar) {
    g.state("string")
        .on(r#"\\[\\0tnr'"]"#, StrEscape)
        .to(r"\\[(]", StrEscape, "interpolated")
        .on(r"\\u\{\h{1,8}\}", StrEscape)
        .on(r#"[^\\"]+"#, Str)
        .to(r#""{3}"#, Str, POP)
        .to(r#"""#, Str, POP);
    g.state("interpolated").to(r"\(", Punctuation, "parentheses").to(r"\)", StrEscape, POP).mixin("root");
    g.state("parentheses").to(r"\(", Punctuation, Transition::PushTop).to(r"\)", Punctuation, POP).mixin("root");
    g.state("regex")
        .call(r"^\s*/#+", |cx| {
            cx.token(StrRegex);
            let end = format!("/{}", cx.memory::<Delimiter>().0);
            if cx.matched().ends_with(&end) {
                cx.memory::<Delimiter>().0.clear();
                cx.pop(1);
            }
        })
        .on("#.*", CommentSingle)
        .on("(?m).", StrRegex);
}
