//! Crystal: Ruby's grammar with other numbers, words, characters and operators.

use super::prelude::*;
use super::ruby;

static KEYWORDS: Words = Words::new(
    "alias as BEGIN begin break case do else elsif END end ensure for fun if ifdef in lib next of raise redo rescue
    retry return super then type undef unless until when while yield",
);
static PSEUDO_KEYWORDS: Words = Words::new(
    "__FILE__ __LINE__ alias_method attr attr_accessor attr_reader attr_writer catch extend false getter include
    initialize loop module_function new nil private property protected public record struct throw true",
);
static BUILTINS: Words = Words::new(
    "abort ancestors at_exit caller catch chomp chop clone constants display dup eval exec exit extend fail fork format
    freeze getc gets global_variables gsub hash id included_modules inspect instance_eval instance_method
    instance_methods lambda loop method method_missing methods module_eval name object_id open p print printf proc putc
    puts raise rand readline readlines require scan select self send sleep split sprintf srand sub syscall system test
    throw to_a to_s trap warn",
);
static BUILTINS_ASKING: Words = Words::new("eql equal include is_a iterator kind_of nil");
static BUILTINS_CHANGING: Words = Words::new("chomp chop exit gsub sub");

pub(crate) fn define(g: &mut Grammar) {
    g.start(|cx| cx.push("value"));
    ruby::define_states(g);
    numbers(g);
    g.prepend("variables", |s| {
        s.on(r"@\[[^\]]+\]", NameDecorator);
    });
    words(g);
    literals(g);
    definitions(g);
    g.in_3_30(ruby::with_ascii_names);
    g.state("called").to("/", Operator, goto("value")).go(r"(?=\n)", POP).go("", goto("called, after space"));
    g.state("ternary").to(":(?!:)", Punctuation, goto("value")).mixin("root");
}

fn numbers(g: &mut Grammar) {
    g.state("numbers")
        .on("0o[0-7]+(?:_[0-7]+)*", NumOct)
        .on(r"0x\h+(?:_\h+)*", NumHex)
        .on("0b[01]+(?:_[01]+)*", NumBin)
        .on(r"(?i)\d+\.\d+(?:e[+-]?\d+)?(?:_f32)?|\d+e[+-]?\d+|\d+_f32", NumFloat)
        .on(r"\d+(?:_\d+)*(?:_[iu]\d+)?", NumInteger);
}

fn words(g: &mut Grammar) {
    g.state("keywords")
        .to(r"defined\?\b", Keyword, "value")
        .to(r"(\p{Word}+)\b", Keyword, "value")
        .if_word(&KEYWORDS)
        .to(r"(\p{Word}+)\b", KeywordPseudo, "value")
        .if_word(&PSEUDO_KEYWORDS)
        .groups(r"(module)(\s+)([\p{L}_][\p{L}0-9_]*(?:::[\p{L}_][\p{L}0-9_]*)*)", &[Keyword, Text, NameNamespace])
        .groups_to(r"(def|macro\b)(\s*)", &[Keyword, Text], "method name")
        .groups_to(r"(class\b)(\s*)", &[Keyword, Text], "class name")
        .to(r"(\w+)\?", NameBuiltin, "value")
        .if_word(&BUILTINS_ASKING)
        .to(r"(\w+)!", NameBuiltin, "value")
        .if_word(&BUILTINS_CHANGING)
        .to(r"(\p{Word}+)\b", NameBuiltin, "called")
        .if_word(&BUILTINS);
    g.state("names")
        .to(r"\.{2,3}", Operator, "value")
        .to(r"\p{Lu}[\p{L}0-9_]*", NameConstant, "called")
        .groups_to(
            r"(\.|::)(\s*)([\p{Ll}_]\p{Word}*[!?]?|[%&*+-/<=>\[^`~])",
            &[Punctuation, Text, NameFunction],
            "called",
        )
        .to(r"[\p{L}_]\p{Word}*[?!]", Name, "value")
        .to(r"[\p{L}_]\p{Word}*", Name, "called")
        .to(r"\*\*|//|>=|<=|<=>|<<?|>>?|=~|={3}|!~|&&?|\|\||\.", Operator, "value")
        .on(r"\{%|%\}", Punctuation)
        .to("[-+/*%=<>&!^|~]=?", Operator, "value")
        .to(r"\?", Punctuation, ["ternary", "value"])
        .to(r"[\[({,:\\;/]", Punctuation, "value")
        .on(r"[\])}]", Punctuation);
}

fn literals(g: &mut Grammar) {
    g.state("symbols")
        .on(format!(r":@{{0,2}}{}\p{{Word}}*[!?]?", ruby::FIRST), StrSymbol)
        .on(
            r":(?:===|=?~|\[\][=?]?|\*\*=?|//=?|[*+/=^-]=?|&[&*+-]?=?|\|\|?=?|![=~]?|%=?|<=>|<<?=?|>>?=?|\.\.\.?)",
            StrSymbol,
        )
        .on(r"(?m):'(?:\\\\|\\'|[^'])*'", StrSymbol)
        .to(r#":""#, StrSymbol, "quoted symbol");
    g.state("strings")
        .mixin("symbols")
        .to(r"[\p{Ll}_]\p{Word}*?[!?]?:\s+", StrSymbol, "value")
        .to(r#"""#, StrDouble, "quoted string")
        .to("`", StrBacktick, "backticks")
        // Of a character literal with several letters, Rouge emits only the last one.
        .groups(
            r"(')(\\u\h{4}|\\u\{\h{1,6}\}|\\[abefnrtv])?(\\\\|\\'|[^'])*(')",
            &[StrSingle, StrEscape, StrSingle, StrSingle],
        );
    g.state("interpolation and escapes")
        .mixin("interpolation")
        .on(r#"\\(?:[\\abefnrstv#"']|x\h{1,2}|[0-7]{1,3})"#, StrEscape)
        .on(r"\\u(?:\h{4}|\{[^}]+\})|\\.", StrEscape);
    g.state("percent").call(r"%([IQWiqrswx])?([^\p{Word}\s}])", |cx| {
        let interpolates = matches!(cx.group(1), "r" | "Q" | "W" | "x" | "I");
        ruby::percent(cx, interpolates);
    });
}

fn definitions(g: &mut Grammar) {
    g.state("method name")
        .on(r"\s+", Text)
        .to(r"\(", Punctuation, "parameters")
        .groups_to(
            r"(?:([\p{L}_]\p{Word}*)(\.))?([\p{L}_]\p{Word}*[!?]?|\*\*?|[-+]@?|[/%&|^`~]|\[\]=?|<<?|>>?|>=|===?)",
            &[NameClass, Operator, NameFunction],
            POP,
        )
        .go("", POP);
    g.state("class name")
        .on(r"\s+", Text)
        .to(r"\(", Punctuation, ["parameters", "value"])
        .to("<<", Operator, goto("value"))
        .to(r"[\p{Lu}_]\p{Word}*", NameClass, POP)
        .go("", POP);
}
