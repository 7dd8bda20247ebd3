//! C++: C with more words, numbers and strings. A closing brace only leaves a state inside a function.

use super::c::{self, Dialect};
use super::prelude::*;

pub(super) static KEYWORDS: Words = Words::new(
    "alignas alignof asm auto catch char8_t co_await co_return co_yield concept const_cast consteval constexpr
    constinit decltype delete dynamic_cast explicit export final friend import module mutable namespace new
    noexcept operator override private protected public reinterpret_cast requires restrict size_of static_assert
    static_cast this thread_local throw throws try typeid typename using virtual",
);
pub(super) static TYPES: Words = Words::new("bool");
pub(super) static RESERVED: Words = Words::new(
    "__event __interface __multiple_inheritance __single_inheritance __super __uuidof __virtual_inheritance",
);
static CPP: Dialect = Dialect { keywords: &[&KEYWORDS], types: &[&TYPES], reserved: &[&RESERVED], builtins: &[] };

/// Digits, with optional single quotes between them.
const DIGITS: &str = r"\d(?:'?\d)*";

pub(crate) fn define(g: &mut Grammar) {
    define_dialect(g, g.either(&CPP, &CPP_3_30));
}

/// The keywords of C++ in Rouge 3.30, which does not know `import` and `module`.
pub(super) static KEYWORDS_3_30: Words = Words::revised(&KEYWORDS, "import module", "");
static CPP_3_30: Dialect =
    Dialect { keywords: &[&KEYWORDS_3_30], types: &[&TYPES], reserved: &[&RESERVED], builtins: &[] };

pub(super) fn define_dialect(g: &mut Grammar, dialect: &'static Dialect) {
    c::define_dialect(g, dialect);
    g.prepend("root", |s| {
        s.on(r"__(?:offload|blockingoffload|outer)\b", KeywordPseudo);
    });
    g.prepend("statements", |s| {
        s.to(r"(?:class|struct)\b", Keyword, "class name")
            .to(r"template\b", Keyword, "template")
            .on(format!(r"{DIGITS}(?:\.{DIGITS})?(?:y|d|h|min|s|ms|us|ns|i|if|il)\b"), NumOther)
            .on(format!(r"(?i)(?:{DIGITS}\.(?:{DIGITS})?|\.{DIGITS})(?:[ep][-+]?{DIGITS})?[luf]*"), NumFloat)
            .on(format!(r"(?i){DIGITS}[ep][-+]?{DIGITS}[luf]*"), NumFloat)
            .on(format!(r"(?i)0x\h(?:'?\h)*(?:[ep][-+]?{DIGITS})?[lu]*"), NumHex)
            .on(r"0b[01]+(?:'[01]+)*", NumBin)
            .on(r"(?i)0[0-7](?:'?[0-7])*[lu]*", NumOct)
            .on(format!(r"(?i){DIGITS}[lu]*"), NumInteger)
            .on(r"nullptr\b", NameBuiltin)
            .on(r#"(?m)(?:u8|u|U|L)?R"([\w{}\[\]#<>%:;.?*+\-/^&|~!=,"']{,16})\(.*?\)\1""#, Str)
            .on("::|<=>", Operator)
            .on(r"\{", Punctuation)
            .call(r"\}", |cx| {
                cx.token(Punctuation);
                if cx.in_state("function") {
                    cx.pop(1);
                }
            });
    });
    g.in_3_30(|g| {
        g.replace_rules("statements", "[ep]", |s| {
            s.on(format!(r"(?i)(?:{DIGITS}\.(?:{DIGITS})?|\.{DIGITS})(?:e[-+]?{DIGITS}[lu]*)?"), NumFloat)
                .on(format!(r"(?i){DIGITS}e[-+]?{DIGITS}[lu]*"), NumFloat)
                .on(r"(?i)0x\h(?:'?\h)*[lu]*", NumHex);
        });
        g.drop_rules("statements", r"\{");
        g.replace_rules("statements", r"\}", |s| _ = s.on("[{}]", Punctuation));
    });
    g.state("class name")
        .to(r"[a-zA-Z_]\w*", NameClass, POP)
        .mixin("space")
        .on(r"\.{3}", Operator)
        .to(",", Punctuation, POP)
        .go("", POP);
    g.state("template").to("[>;]", Punctuation, POP).to(r"typename\b", Keyword, "class name").mixin("statements");
    g.state("case").to(":(?!:)", Punctuation, POP).mixin("statements");
}
