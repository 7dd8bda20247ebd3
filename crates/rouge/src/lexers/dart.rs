//! Dart, the language of the framework Flutter.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "as assert await break case catch continue default do else finally for if in is new rethrow return super switch
    this throw try when while with yield",
);
static DECLARATIONS: Words = Words::new(
    "abstract async base const covariant dynamic extends external factory final get implements interface late
    native on operator required sealed set static sync typedef var",
);
static TYPES: Words = Words::new(
    "bool Comparable double Dynamic enum Function int List Map Never Null num Object Pattern Record Set String Symbol
    Type Uri void",
);

static KEYWORDS_3_30: Words = Words::revised(&KEYWORDS, "when", "");
static DECLARATIONS_3_30: Words = Words::revised(&DECLARATIONS, "base interface sealed", "");
static TYPES_3_30: Words = Words::revised(&TYPES, "Record", "");

pub(crate) fn define(g: &mut Grammar) {
    let keywords = g.either(&KEYWORDS, &KEYWORDS_3_30);
    let declarations = g.either(&DECLARATIONS, &DECLARATIONS_3_30);
    let types = g.either(&TYPES, &TYPES_3_30);
    let classes = g.either(r"(?:class|mixin)\b", r"(?:class|interface|mixin)\b");
    g.state("root")
        .call(r"^(\s*(?:[a-zA-Z_][\w.\[\]]*\s+)+?)([a-zA-Z_]\w*)(\s*)(\()", |cx| {
            let [types, name, space, open] = [1, 2, 3, 4].map(|i| cx.group(i));
            cx.recurse(types);
            cx.emit(NameFunction, name);
            cx.emit(Text, space);
            cx.emit(Punctuation, open);
        })
        .on(r"\s+", Text)
        .on("//.*", CommentSingle)
        .on(r"(?m)/\*.*?\*/", CommentMultiline)
        .to(r#"""#, Str, "double")
        .to("'", Str, "single")
        .on(r#"r"[^"]*"|r'[^']*'"#, StrOther)
        .on(r"#(?:[a-zA-Z_]\w*)*", StrSymbol)
        .on(r"@[a-zA-Z_]\w*", NameDecorator)
        .mixin("words")
        .groups(r"(\.)([a-zA-Z_]\w*)", &[Operator, NameAttribute])
        .on(r"[a-zA-Z_]\w*:", NameLabel)
        .on(r"\$?[a-zA-Z_]\w*", Name)
        .on(r"[~^*!%&|+=:/?-]", Operator)
        .on(r"[\[\](){}<>.,;]", Punctuation)
        .on(r"\d*\.\d+(?:[eE]-?\d+)?", NumFloat)
        .on(r"0x\h+", NumHex)
        .on(r"\d+L?", NumInteger);
    g.state("words")
        .on(r"(\w+)\b", Keyword)
        .if_word(keywords)
        .on(r"(\w+)\b", KeywordDeclaration)
        .if_word(declarations)
        .on(r"(\w+)\b", KeywordType)
        .if_word(types)
        .on(r"(?:true|false|null)\b", KeywordConstant)
        .to(classes, KeywordDeclaration, "class")
        .to(r"(?:import|deferred|export|library|part\s*of|part|source)\b", KeywordNamespace, "import");
    g.state("class").on(r"\s+", Text).to(r"[a-zA-Z_]\w*", NameClass, POP);
    g.state("import").to(";", Operator, POP).on(r"(?:show|hide)\b", KeywordDeclaration).mixin("root");
    g.state("double").to(r#"""#, Str, POP).on(r#"[^\\$"]+"#, Str).mixin("in strings");
    g.state("single").to("'", Str, POP).on(r"[^\\$']+", Str).mixin("in strings");
    g.state("in strings").on(r"\$[a-zA-Z_]\w*|\$\{[^}]+\}", StrInterpol).on(r#"\\[nrt"'\\]"#, StrEscape);
}
