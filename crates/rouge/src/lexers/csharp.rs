//! C#, Microsoft's language for .NET.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "abstract add alias and as ascending async await base break by case catch checked const continue default
    delegate descending do else enum equals event explicit extern false finally fixed for foreach from get global
    goto group if implicit in init interface internal into is join let lock nameof new notnull null on operator
    orderby out override params partial private protected public readonly ref remove return sealed set sizeof
    stackalloc static switch this throw true try typeof unchecked unmanaged unsafe value virtual void volatile
    when where while with yield",
);
static TYPES: Words = Words::new(
    "bool byte char decimal double dynamic float int long nint nuint object sbyte short string uint ulong ushort var",
);
static KEYWORDS_3_30: Words = Words::revised(&KEYWORDS, "and init notnull on or unmanaged when with", "on select");
static TYPES_3_30: Words = Words::revised(&TYPES, "nint nuint", "");
/// The pattern of a name. Excludes letters without case (`Lo`, such as Han and Hangul).
const ID: &str =
    r"(?:@?[_\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{Nl}][\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{Nl}\p{Nd}\p{Pc}\p{Cf}\p{Mn}\p{Mc}]*)";
const DIRECTIVES: &str = "if|endif|else|elif|define|undef|line|error|warning|region|endregion|pragma|nullable";

pub(crate) fn define(g: &mut Grammar) {
    g.state("space").on(r"\s+", Text).on("//.*", CommentSingle).on(r"(?m)/[*].*?[*]/", CommentMultiline);
    let keywords = g.either(&KEYWORDS, &KEYWORDS_3_30);
    let types = g.either(&TYPES, &TYPES_3_30);
    g.state("root")
        .mixin("space")
        .to(r#"[$]\s*""#, Str, "interpolated")
        .to(r#"[$]@\s*""#, Str, "verbatim interpolated")
        .on(format!(r"<\[\s*(?:{ID}:)?|\]>"), Keyword)
        .on(r"[!%&()*+,./:;<=>?\[\]^{|}~-]", Punctuation)
        .on(r#"@"(?:""|[^"])*""#, Str)
        .on(r#""(?:\\.|.)*?["\n]"#, Str)
        .on(r"'(?:\\.|.)'", StrChar)
        .on("(?i)0b[_01]+[lu]?", Num)
        .on(r"(?i)0x[_\h]+[lu]?", Num)
        .on(r"(?i)\d(?:[_\d]*\d)?(?:\.\d(?:[_\d]*\d)?)?(?:e[-+]?\d(?:[_\d]*\d)?)?[fldum]?", Num)
        .to(r"(?:class|interface|record|struct)\b", Keyword, "class")
        .to(r"(?:namespace|using)\b", Keyword, "namespace")
        .on(format!(r"^#[ \t]*(?:{DIRECTIVES})\b.*?\n"), CommentPreproc)
        .on(r"(\w+)\b", Keyword)
        .if_word(keywords)
        .on(r"(\w+)\b", KeywordType)
        .if_word(types)
        .on(format!(r"{ID}(?=\s*[(])"), NameFunction)
        .on(ID, Name);
    g.state("interpolated").on(r"\\.", Str).to(r"\{", Punctuation, "braces").to(r#""|\n"#, Str, POP).on(".", Str);
    g.state("verbatim interpolated")
        .on(r#""""#, Str)
        .to(r"\{", Punctuation, "braces")
        .to(r#"""#, Str, POP)
        .on(".", Str);
    g.state("braces").to(r"\{", Punctuation, "braces").to(r"\}", Punctuation, POP).mixin("root");
    g.state("class").mixin("space").to(ID, NameClass, POP);
    g.state("namespace").mixin("space").go(r"(?=\()", POP).to(format!(r"(?:{ID}|\.)+"), NameNamespace, POP);
    g.in_3_30(|g| {
        g.rewrite_patterns(|pattern| pattern.replace(ID, r"(?:@?[_a-zA-Z]\w*)"));
        g.drop_rules("root", "0b[_01]");
        g.replace_rules("root", "0x[_", |s| _ = s.on(r"(?i)0x\h+[lu]?", Num));
        g.replace_rules("root", "[fldum]", |s| _ = s.on(r"(?i)\d(?:\.\d*)?(?:e[-+]\d+)?[fldu]?", Num));
        g.replace_rules("root", "record", |s| _ = s.to(r"(?:class|struct|interface)\b", Keyword, "class"));
        g.replace_rules("root", "nullable", |s| {
            let directives = DIRECTIVES.trim_end_matches("|nullable");
            s.on(format!(r"^#[ \t]*(?:{directives})\b.*?\n"), CommentPreproc);
        });
    });
}
