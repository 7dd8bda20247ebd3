//! PHP, in HTML or alone.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "__class__ __dir__ __file__ __function__ __halt_compiler __line__ __method__ __namespace__ __trait__ abstract
    and array as break case catch cfunction clone continue declare default die do echo else elseif empty
    enddeclare endfor endforeach endif endswitch endwhile eval exit extends final finally fn for foreach global
    goto if implements include include_once instanceof insteadof isset list match new old_function or parent print
    private protected public readonly require require_once return self static switch throw try unset var while xor
    yield",
);
static BUILTINS: Words = Words::new(include_str!("words/php.txt"));

const ID: &str = r"[\p{L}_][\p{L}\p{N}_]*";
/// A name with optional namespaces.
const NAME: &str = r"\\?(?:[\p{L}_][\p{L}\p{N}_]*\\)*[\p{L}_][\p{L}\p{N}_]*";

static NONE: Words = Words::new("");

pub(crate) fn define(g: &mut Grammar) {
    define_dialect(g, &NONE);
}

/// Defines the states of PHP. `more` are the keywords that Hack adds, and empty for PHP.
pub(super) fn define_dialect(g: &mut Grammar, more: &'static Words) {
    // Rouge loads this lexer twice and therefore enters the state twice.
    g.start(|cx| match cx.flag("start_inline") {
        Some(true) => cx.next(["php"; 2]),
        Some(false) => {}
        None => cx.next(["start"; 2]),
    });
    outside(g);
    names(g, more);
    values(g);
    strings(g);
    php(g);
    declarations(g);
    functions(g);
    g.in_3_30(|g| {
        g.rewrite_patterns(|pattern| pattern.replace(NAME, NAME.trim_start_matches(r"\\?")));
        g.replace_rules("space", "#[^", |s| _ = s.on("#.*?$|//.*", CommentSingle));
        g.drop_rules("php", r"#\[.*\]$");
        g.replace_rules("catch", r"(?:[\p{L}_]", |s| _ = s.on(ID, NameClass));
    });
}

fn outside(g: &mut Grammar) {
    g.state("root")
        .to(r"(?i)<\?(?:php|=)?", CommentPreproc, "php")
        .call(r"(?m).*?(?=<\?)|.*", |cx| cx.delegate_parent("html", cx.matched()));
    let html = |cx: &mut Context<'_, '_>| {
        cx.delegate_parent("html", cx.matched());
        cx.pop(1);
    };
    // Guesses whether the text starts with HTML.
    g.state("start").call(r"\s*(?=<)", html).call(r"(?i)[^$]+(?=<\?(?:php|=))", html).go("", goto("php"));
    g.state("end").call(r"\?>", |cx| {
        cx.token(CommentPreproc);
        cx.reset_stack();
    });
}

fn names(g: &mut Grammar, more: &'static Words) {
    let keyword = move |name: &str| KEYWORDS.has(name) || more.has(name);
    g.state("names")
        .call(format!(r"{NAME}(?=\s*\()"), move |cx| {
            let name = cx.matched().to_lowercase();
            let builtins = cx.flag("funcnamehighlighting").unwrap_or(true);
            cx.token(match name.as_str() {
                name if keyword(name) => Keyword,
                name if builtins && BUILTINS.has(name) => NameBuiltin,
                _ => NameFunction,
            });
        })
        .call(NAME, move |cx| {
            let word = cx.matched();
            let name = word.to_lowercase();
            let (token, state) = match name.as_str() {
                "use" => (KeywordNamespace, "use"),
                "const" => (Keyword, "const"),
                "catch" => (Keyword, "catch"),
                "public" | "protected" | "private" => (Keyword, "visibility"),
                name if keyword(name) => (Keyword, ""),
                _ => (name_token(word), ""),
            };
            if !state.is_empty() {
                cx.push(state);
            }
            cx.token(token);
        });
}

/// Classifies a name by its letters: `__magic__`, `E_CONSTANT`, `CONSTANT`, `Class`.
fn name_token(word: &str) -> crate::token::Token {
    let last = word.rsplit('\\').next().unwrap_or_default();
    let capital = last.chars().next().is_some_and(char::is_uppercase);
    let constant = |text: &str| text.chars().all(|c| c.is_uppercase() || c.is_numeric() || c == '_');
    let flagged = |prefix: &str| {
        let rest = word.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('_'));
        rest.is_some_and(|rest| rest.split('_').all(|part| !part.is_empty() && part.chars().all(char::is_uppercase)))
    };
    if word.starts_with("__") && word.ends_with("__") && word.len() >= 4 {
        NameBuiltin
    } else if flagged("E") || flagged("PHP") {
        KeywordConstant
    } else if capital && last.chars().count() > 1 && constant(last) {
        NameConstant
    } else if capital && last.chars().all(char::is_alphanumeric) {
        NameClass
    } else {
        Name
    }
}

fn values(g: &mut Grammar) {
    g.state("values")
        .on(format!(r#"(?im)<<<(["']?)({ID})\1\n.*?\n\s*\2;?"#), StrHeredoc)
        .on(r"(?i)(?:\d[_\d]*)?\.(?:\d[_\d]*)?(?:e[-+]?\d[_\d]*)?", NumFloat)
        .on("0[0-7][0-7_]*", NumOct)
        .on("0[bB][01][01_]*", NumBin)
        .on(r"0[xX]\h[\h_]*", NumHex)
        .on(r"\d[_\d]*", NumInteger)
        .on(r"'[^'\\]*(?:\\.[^'\\]*)*'", StrSingle)
        .on(r"`[^`\\]*(?:\\.[^`\\]*)*`", StrBacktick)
        .to(r#"""#, StrDouble, "string")
        .to(r"(?i)(?:function|fn)\b", Keyword, ["result", "parameters", "function name"])
        .on(r"(?i)(?:true|false|null)\b", KeywordConstant)
        .to(r"(?i)new\b", Keyword, "new");
    g.state("variables").on(format!(r"\$\{{\$+{ID}\}}|\$+{ID}"), NameVariable);
    g.state("operators").on(r"[~!%^&*+|:.<>/@-]+", Operator);
    g.state("space")
        .on(r"\s+", Text)
        .on(r"#[^\[].*?$|//.*", CommentSingle)
        .on(r"(?m)/\*\*(?!/).*?\*/", CommentDoc)
        .on(r"(?m)/\*.*?\*/", CommentMultiline);
}

fn strings(g: &mut Grammar) {
    g.state("string")
        .to(r#"""#, StrDouble, POP)
        .on(r#"[^\\{$"]+"#, StrDouble)
        .on(r#"\\(?:u\{\h+\}|[efrntv"$\\]|[0-7]{1,3}|[xX]\h{1,2})"#, StrEscape)
        .on(format!(r"\${ID}(?:\[\S+\]|->{ID})?"), NameVariable)
        .to(r"\{\$\{", StrInterpol, "double braces")
        .to(r"\{(?=\$)", StrInterpol, "braces")
        .groups(r"(\{)(\S+)(\})", &[StrInterpol, NameVariable, StrInterpol])
        .on(r"[${\\]+", StrDouble);
    g.state("double braces").to(r"\}\}", StrInterpol, POP).mixin("php");
    g.state("braces").to(r"\}", StrInterpol, POP).mixin("php");
}

fn php(g: &mut Grammar) {
    g.state("php")
        .mixin("end")
        .mixin("space")
        .mixin("variables")
        .mixin("values")
        .groups(format!(r"(?i)(namespace)(\s+)({NAME})"), &[KeywordNamespace, Text, NameNamespace])
        .on(r"#\[.*\]$", NameAttribute)
        .groups(
            format!(r"(?i)(class|interface|trait|extends|implements)(\s+)({NAME})"),
            &[KeywordDeclaration, Text, NameClass],
        )
        .mixin("names")
        .on(r"[;,(){}\[\]]", Punctuation)
        .mixin("operators")
        .on("[=?]", Operator);
    // States with limited contents end at anything else.
    g.state("limited").mixin("end").mixin("space");
    g.state("otherwise").go("", POP);
    g.state("assigned")
        .to(",", Punctuation, POP)
        .on(r"[\[\]]", Punctuation)
        .to(r"\(", Punctuation, "assigned arguments")
        .mixin("limited")
        .mixin("values")
        .mixin("variables")
        .mixin("names")
        .mixin("operators")
        .mixin("otherwise");
    g.state("assigned arguments").to(r"\)", Punctuation, POP).on(",", Punctuation).mixin("assigned");
}

fn declarations(g: &mut Grammar) {
    g.state("catch").on(r"\(", Punctuation).on(r"\|", Operator).on(NAME, NameClass).mixin("limited").mixin("otherwise");
    g.state("const").on(ID, NameConstant).to("=", Operator, "assigned").mixin("limited").mixin("otherwise");
    g.state("new")
        .to(r"(?i)class\b", KeywordDeclaration, goto("new class"))
        .to(NAME, NameClass, POP)
        .mixin("limited")
        .mixin("otherwise");
    g.state("new class").to(r"\}", Punctuation, POP).on(r"\{", Punctuation).mixin("php");
    g.state("use")
        .on(r"[,}]", Punctuation)
        .on(r"(?i)(?:function|const)\b", Keyword)
        .groups(format!(r"((?:{ID}\\)+)(\{{)"), &[NameNamespace, Punctuation])
        .on(format!("{NAME}(?:_{ID})+"), NameFunction)
        .mixin("limited")
        .mixin("names")
        .mixin("otherwise");
    g.state("visibility")
        .on(r"(?i)(?:readonly|static)\b", Keyword)
        .go(r"(?i)(?=(?:abstract|const|function)\b)", POP)
        .to(format!(r"\??{ID}"), KeywordType, POP)
        .mixin("limited")
        .mixin("otherwise");
}

fn functions(g: &mut Grammar) {
    g.state("function name")
        .on("&", Operator)
        .on(ID, Name)
        .to(r"\(", Punctuation, POP)
        .mixin("limited")
        .mixin("otherwise");
    g.state("parameters")
        .to(r"\)", Punctuation, POP)
        .on(r",|\.{3}", Punctuation)
        .to("=", Operator, "assigned")
        .on(r"(?i)(?:public|protected|private|readonly)\b", Keyword)
        .to(format!(r"\??{ID}"), KeywordType, "assigned")
        .mixin("limited")
        .mixin("variables")
        .mixin("otherwise");
    g.state("result")
        .on(":", Punctuation)
        .to(r"(?i)use\b", Keyword, "function use")
        .to(format!(r"\??{ID}"), KeywordType, "assigned")
        .to(r"\{", Punctuation, goto("body"))
        .mixin("limited")
        .mixin("otherwise");
    g.state("function use")
        .on(r"[,(]", Punctuation)
        .on("&", Operator)
        .to(r"\)", Punctuation, POP)
        .mixin("limited")
        .mixin("variables")
        .mixin("otherwise");
    g.state("body").to(r"\{", Punctuation, Transition::PushTop).to(r"\}", Punctuation, POP).mixin("php");
}
