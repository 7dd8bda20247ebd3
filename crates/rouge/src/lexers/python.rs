//! Python. Any name followed by parentheses is a function or, if it starts with an uppercase letter, a class.

use super::prelude::*;
use crate::token::Token;
use crate::version::Version;

static KEYWORDS: Words = Words::new(
    "as assert async await break continue del elif else except exec finally for from global if import lambda
    nonlocal pass print raise return try while with yield",
);
static BUILTINS: Words = Words::new(
    "__import__ abs aiter all anext any apply ascii basestring bin bool breakpoint buffer bytearray bytes callable
    chr classmethod cmp coerce compile complex delattr dict dir divmod enumerate eval exec execfile exit file
    filter float format frozenset getattr globals hasattr hash help hex id input int intern isinstance issubclass
    iter len list locals long map max memoryview min next object oct open ord pow print property range raw_input
    reduce reload repr reversed round set setattr slice sorted staticmethod str sum super tuple type unichr
    unicode vars xrange zip",
);
static EXCEPTIONS: Words = Words::new(
    "ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError
    BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError
    ConnectionResetError DeprecationWarning EncodingWarning EnvironmentError EOFError Exception ExceptionGroup
    FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit ImportError ImportWarning
    IndentationError IndexError InterruptedError IOError IsADirectoryError KeyboardInterrupt KeyError LookupError
    MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplemented NotImplementedError OSError
    OverflowError OverflowWarning PendingDeprecationWarning PermissionError ProcessLookupError
    PythonFinalizationError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning
    StandardError StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError
    TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError
    UnicodeTranslateError UnicodeWarning UserWarning ValueError VMSError Warning WindowsError ZeroDivisionError",
);
static BUILTINS_3_30: Words = Words::revised(&BUILTINS, "aiter anext breakpoint exec help print", "");
static EXCEPTIONS_3_30: Words = Words::revised(
    &EXCEPTIONS,
    "BaseExceptionGroup EncodingWarning ExceptionGroup PermissionError PythonFinalizationError",
    "",
);
static CONSTANTS_3_30: Words = Words::revised(&CONSTANTS, "", "self");
static CONSTANTS: Words = Words::new("Ellipsis False None NotImplemented True");

/// The keywords and builtins that a dialect adds to Python's.
pub(super) struct Dialect {
    pub keywords: &'static Words,
    pub builtins: &'static Words,
}

static NONE: Words = Words::new("");

#[derive(Default)]
pub(super) struct Memory {
    /// The open strings: the prefix in lower case, and the quotes.
    open: Vec<(String, String)>,
    /// The indentation of a definition block in Cython, in bytes. `None` outside of such blocks.
    pub indentation: Option<usize>,
}

const NAME: &str = "[[:alpha:]_][[:alnum:]_]*";
const DOTTED: &str = "[[:alpha:]._][[:alnum:]._]*";
const DIGITS: &str = "[0-9](?:_?[0-9])*";

pub(crate) fn define(g: &mut Grammar) {
    define_dialect(g, &Dialect { keywords: &NONE, builtins: &NONE });
}

pub(super) fn define_dialect(g: &mut Grammar, dialect: &Dialect) {
    root(g);
    names(g, dialect);
    numbers(g);
    strings(g);
    g.in_3_30(as_in_3_30);
}

/// Removes the rules for calls, decorators, doctests and `match`, which Rouge 3.30 does not have.
fn as_in_3_30(g: &mut Grammar) {
    g.drop_rules("root", r"\.\.\.");
    g.drop_rules("root", "@[[:alpha:]");
    let module = [KeywordNamespace, Text, NameNamespace, Text, KeywordNamespace];
    g.replace_rules("names", "(from)", |s| {
        _ = s.groups(format!(r"(from)((?:\\?\s)+)({DOTTED})((?:\\?\s)+)(import)"), &module);
    });
    g.replace_rules("names", "(import)(", |s| _ = s.groups(format!(r"(import)(\s+)({DOTTED})"), &module[..3]));
    g.drop_rules("names", r"\([^)]*\)");
    g.drop_rules("names", "match|case");
    g.drop_rules("string", ">>>");
}

fn root(g: &mut Grammar) {
    g.state("root")
        .on(r"\n+", Text)
        .groups(r#"(?im)^(:)(\s*)([ru]{,2}""".*?""")"#, &[Punctuation, Text, StrDoc])
        .on(r"\.\.\.\B$", NameBuiltinPseudo)
        .on(r"[^\S\n]+", Text)
        .on(r"#.*\n?", CommentSingle)
        .on(r"[\[\]{}:(),;.]", Punctuation)
        .on(r"\\\n?", Text)
        .on(format!("@{DOTTED}"), NameDecorator)
        .on(r"(?:in|is|and|or|not)\b", OperatorWord)
        .on(r"(?:<<|>>|//|\*\*)=?|[-~+/*%=<>&^|@]=?|!=", Operator)
        .mixin("names")
        .mixin("numbers");
}

/// The sets of keywords, exceptions, builtins and constants, with the token of each set.
pub(super) fn words_of(version: Version, dialect: &Dialect) -> [(&'static Words, Token); 6] {
    [
        (&KEYWORDS, Keyword),
        (dialect.keywords, Keyword),
        (version.either(&EXCEPTIONS, &EXCEPTIONS_3_30), NameBuiltin),
        (version.either(&BUILTINS, &BUILTINS_3_30), NameBuiltin),
        (dialect.builtins, NameBuiltin),
        (version.either(&CONSTANTS, &CONSTANTS_3_30), NameBuiltinPseudo),
    ]
}

fn names(g: &mut Grammar, dialect: &Dialect) {
    let words = words_of(g.version(), dialect);
    let quotes = g.either(StrHeredoc, Str);
    g.state("names")
        .groups(
            format!(r"(from)((?:\\?\s)+)({DOTTED})((?:\\?\s)+)(import)"),
            &[KeywordNamespace, Text, Name, Text, KeywordNamespace],
        )
        .groups(format!(r"(import)(\s+)({DOTTED})"), &[KeywordNamespace, Text, Name])
        .groups_to(r"(def)((?:\\?\s)+)", &[Keyword, Text], "function name")
        .groups_to(r"(class)((?:\\?\s)+)", &[Keyword, Text], "class name")
        .on(r"[a-z_]\w*[ \t]*(?=\([^)]*\))", NameFunction)
        .on(r"[A-Z_]\w*[ \t]*(?=\([^)]*\))", NameClass)
        .on("`.*?`", StrBacktick)
        .call(r#"(?i)([rfbu]{0,2})('''|"""|['"])"#, move |cx| {
            cx.groups(&[StrAffix, quotes]);
            let opened = (cx.group(1).to_lowercase(), cx.group(2).to_owned());
            cx.memory::<Memory>().open.push(opened);
            cx.push("string");
        })
        .to(soft_keyword(), Keyword, "after soft keyword")
        .words(NAME, &words, Name);
    g.state("function name").to(NAME, NameFunction, POP);
    g.state("class name").to(NAME, NameClass, POP);
    g.state("after soft keyword").groups(r"(\s+)([^\n_]*)(_\b)", &[TextWhitespace, Text, Keyword]).go("", POP);
}

/// The pattern of the keywords `match` and `case`. An operator or a keyword must not follow them.
fn soft_keyword() -> String {
    let keywords: Vec<&str> = KEYWORDS.iter().collect();
    format!(r"(?:match|case)\b(?![ \t]*(?:[:,;=^&|@~)\]}}]|(?:{})\b))", keywords.join("|"))
}

fn numbers(g: &mut Grammar) {
    g.state("numbers")
        .on(format!(r"(?:(?:{DIGITS})?\.{DIGITS}|{DIGITS}\.)(?:[eE][-+]?{DIGITS})?[jJ]?"), NumFloat)
        .on(format!(r"{DIGITS}[eE][-+]?{DIGITS}[jJ]?|{DIGITS}[jJ]"), NumFloat)
        .on(r"0[bB](?:_?[01])+", NumBin)
        .on(r"0[oO](?:_?[0-7])+", NumOct)
        .on(r"0[xX](?:_?\h)+", NumHex)
        .on(r"\d+L", NumIntegerLong)
        .on(r"[1-9](?:_?\d)*|0(?:_?0)*", NumInteger);
}

fn strings(g: &mut Grammar) {
    let quotes = g.either(StrHeredoc, Str);
    g.state("string")
        .to(r"^\s*(?:>>>|\.\.\.)\B", GenericPrompt, "doctest")
        // One line at a time, so that doctest prompts are found.
        .on(r#"[^'"\\{\n]+\n?|\n"#, Str)
        .on(r"\{\{", Str)
        .call(r#"'''|"""|['"]"#, move |cx| {
            cx.token(quotes);
            let quotes = cx.matched();
            if cx.memory::<Memory>().open.last().is_some_and(|(_, open)| open == quotes) {
                cx.memory::<Memory>().open.pop();
                cx.pop(1);
            }
        })
        .go(r"(?=\\)", "escape")
        .call(r"\{", |cx| {
            if prefixed(cx, 'f') {
                cx.token(StrInterpol);
                cx.push("interpolated");
            } else {
                cx.token(Str);
            }
        });
    g.state("escape")
        .call(
            r#"\\(?:[\\abfnrtv"'\n]|newline|N\{[a-zA-Z][a-zA-Z ]+[a-zA-Z]\}|u\h{4}|U\h{8}|x\h{2}|[0-7]{1,3})"#,
            |cx| {
                let raw = prefixed(cx, 'r');
                cx.token(if raw { Str } else { StrEscape });
                cx.pop(1);
            },
        )
        .to(r"\\.", Str, POP);
    g.state("doctest")
        .to(r"\n\n", Text, POP)
        .call(r#"'''|"{3}"#, |cx| {
            cx.token(StrHeredoc);
            if cx.in_state("string") {
                cx.pop(2);
            }
        })
        .mixin("root");
    g.state("interpolated")
        .call("[^{}!:]+", |cx| cx.recurse(cx.matched()))
        .on("![asr]|:", StrInterpol)
        .to(r"\{", StrInterpol, "interpolated")
        .to(r"\}", StrInterpol, POP);
}

/// Whether the innermost open string has the letter `prefix` in front of its quotes.
fn prefixed(cx: &mut Context<'_, '_>, prefix: char) -> bool {
    cx.memory::<Memory>().open.last().is_some_and(|(open, _)| open.contains(prefix))
}
