//! Groovy, and the rules shared with Gradle.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "as assert break case catch continue default do else finally for goto if in instanceof new return switch this
    throw try while",
);
static DECLARATIONS: Words = Words::new(
    "abstract const extends final implements native private protected public static strictfp super synchronized throws
    transient volatile",
);
static TYPES: Words = Words::new("boolean byte char def double float int long short var void");
static DECLARATIONS_3_30: Words = Words::revised(&DECLARATIONS, "", "enum");
static TYPES_3_30: Words = Words::revised(&TYPES, "var", "");
static CONSTANTS: Words = Words::new("false null true");
static NONE: Words = Words::new("");

pub(crate) fn define(g: &mut Grammar) {
    define_dialect(g, &NONE, &NONE);
}

/// Defines the states of Groovy. `keywords` and `types` are the words that Gradle adds, and empty for Groovy.
pub(super) fn define_dialect(g: &mut Grammar, keywords: &'static Words, types: &'static Words) {
    let declarations = g.either(&DECLARATIONS, &DECLARATIONS_3_30);
    let own_types = g.either(&TYPES, &TYPES_3_30);
    let classes = g.either(r"(?:class|interface|trait|enum|record)\b", r"(?:class|interface|trait)\b");
    g.state("root")
        .call(r"^(\s*(?:\w[\w.\[\]]*\s+)+?)(\w+)(\s*)(\()", |cx| {
            let [before, name, space, open] = [1, 2, 3, 4].map(|i| cx.group(i));
            cx.recurse_on_own_stack(before);
            cx.emit(NameFunction, name);
            cx.emit(Text, space);
            cx.emit(Operator, open);
        })
        .on(r"[^\S\n]+", Text)
        .on("//.*", CommentSingle)
        .on(r"(?m)/[*].*?[*]/", CommentMultiline)
        .on(r"@\w[\w.]*", NameDecorator)
        .to(classes, KeywordDeclaration, "class")
        .to(r"(?:package|import)\b", KeywordNamespace, "import")
        .mixin("strings")
        .groups(r"(\.)([a-zA-Z_]\w*)", &[Operator, NameAttribute])
        .on(r"[a-zA-Z_]\w*:", NameLabel)
        .words(
            r"[a-zA-Z_$]\w*",
            &[
                (&KEYWORDS, Keyword),
                (keywords, Keyword),
                (declarations, KeywordDeclaration),
                (own_types, KeywordType),
                (types, KeywordType),
                (&CONSTANTS, KeywordConstant),
            ],
            Name,
        )
        .on(r"[~^*!%&\[\](){}<>|+=:;,./?-]", Operator)
        .on(r"\d+\.\d+(?:[Ee]\d+)?[df]?", NumFloat)
        .on("0x[0-9a-f]+", NumHex)
        .on(r"\d+L?", NumInteger)
        .on(r"\n", Text);
    g.state("strings")
        .on(r#"(?m)""".*?""""#, StrDouble)
        .on(r"(?m)'''.*?'''", StrSingle)
        .on(r#""(?:\\.|\\\n|.)*?""#, StrDouble)
        .on(r"'(?:\\.|\\\n|.)*?'", StrSingle)
        .on(r"(?m)\$/(?:\$.|.)*?/\$", Str)
        .on(r"/(?:\\.|\\\n|.)*?/", Str);
    g.state("class").on(r"\s+", Text).to(r"\w+", NameClass, POP);
    g.state("import").on(r"\s+", Text).to(r"[\w.]+\*?", NameNamespace, POP);
}
