//! Kotlin, a language for the Java virtual machine and Android.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "abstract annotation as break by catch class companion const constructor continue crossinline do dynamic else enum
    external false final finally for fun get if import in infix inline inner interface internal is lateinit noinline
    null object open operator out override package private protected public reified return sealed set super suspend
    tailrec this throw true try typealias typeof val var vararg when where while yield",
);

const CLASS: &str = r"(?:`?\p{Lu}[-\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{Nl}\p{Nd}\p{Pc}\p{Cf}\p{Mn}\p{Mc}]*`?)";
/// The pattern of a name. Excludes letters without case (`Lo`, such as Hangul and Han).
const NAME: &str =
    r"(?:`?[_\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{Nl}][-\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{Nl}\p{Nd}\p{Pc}\p{Cf}\p{Mn}\p{Mc}]*`?)";
const DIGITS: &str = "(?:[0-9][0-9_]*[0-9]|[0-9])";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .groups(r"(companion)(\s+)(object)\b", &[Keyword, Text, Keyword])
        .groups_to(r"(class|data\s+class|interface|object)(\s+)", &[KeywordDeclaration, Text], "class")
        .groups_to(r"(fun)(\s+)", &[Keyword, Text], "function")
        .groups_to(r"(package|import)(\s+)", &[Keyword, Text], "package")
        .groups_to(r"(val|var)(\s+)(\()", &[KeywordDeclaration, Text, Punctuation], "parts")
        .groups_to(r"(val|var)(\s+)", &[KeywordDeclaration, Text], "property")
        .groups(format!(r"(return|continue|break|this|super)(@{NAME})?\b"), &[Keyword, NameDecorator])
        .on(r"(\w+)\b", Keyword)
        .if_word(&KEYWORDS)
        .on(r"^\s*\[.*?\]", NameAttribute)
        .on(r"[^\S\n]+|\\\n", Text)
        .on("//.*", CommentSingle)
        .on("/[*].*[*]/", CommentMultiline)
        .to("/[*].*", CommentMultiline, "comment")
        .on(r"\n", Text)
        .groups("(::)(class)", &[Operator, Keyword])
        .on(r"::|!!|\?[:.]|\.\.", Operator)
        .mixin("numbers")
        .on(r"[~!%^&*()+=|\[\]:;,.<>/?{}-]", Punctuation)
        .on(r#"@"(?:""|[^"])*""#, Str)
        .on(r#"(?m)""".*?""""#, Str)
        .on(r#"(?m)"(?:\\\\|\\"|[^"\n])*["\n]"#, Str)
        .on(r"'\\.'|'[^\\]'", StrChar)
        .on(format!("@{CLASS}"), NameDecorator)
        .groups_to(format!("({CLASS})(<)"), &[NameClass, Punctuation], "type parameters")
        .on(CLASS, NameClass)
        .on(format!(r"{NAME}(?=\s*[({{])"), NameFunction)
        .on(format!("{NAME}@"), NameDecorator)
        .on(NAME, Name);
    let exponent = format!("[eE][-+]?{DIGITS}");
    g.state("numbers")
        .on(format!(r"(?:(?:{DIGITS})?\.{DIGITS}(?:{exponent})?|{DIGITS}{exponent})[fF]?|{DIGITS}[fF]"), NumFloat)
        .on("0[bB](?:[01][01_]*[01]|[01])[uU]?L?", NumBin)
        .on(r"0[xX](?:\h[\h_]*\h|\h)[uU]?L?", NumHex)
        .on("(?:[1-9][0-9_]*[0-9]|[0-9])[uU]?L?", NumInteger);
    names(g);
    g.state("comment")
        .to("/[*]", CommentMultiline, "comment")
        .to("[*]/", CommentMultiline, POP)
        .on("[^/*]+|[/*]", CommentMultiline);
}

fn names(g: &mut Grammar) {
    g.state("package").to(r"\S+", NameNamespace, POP);
    g.state("class").to(CLASS, NameClass, POP);
    g.state("function")
        .to("<", Punctuation, "type parameters")
        .on(r"\s+", Text)
        .groups(format!(r"({CLASS})(\.)"), &[NameClass, Punctuation])
        .to(NAME, NameFunction, POP);
    g.state("type parameters")
        .on(CLASS, NameClass)
        .to("<", Punctuation, "type parameters")
        .on("reified|out|in", Keyword)
        .on("[,:.?]", Punctuation)
        .on(r"\s+", Text)
        .to(">", Punctuation, POP);
    g.state("property").to("<", Punctuation, "type parameters").on(r"\s+", Text).to(NAME, NameProperty, POP);
    g.state("parts").on(",", Punctuation).to(r"\)", Punctuation, POP).on(r"\s+", Text).on(NAME, NameProperty);
}
