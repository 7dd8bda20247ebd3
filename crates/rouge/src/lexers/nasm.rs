//! NASM's assembly language, for x86 processors.

use super::prelude::*;

const NAME: &str = r"[a-zA-Z$._?][\w$.?#@~]*";

pub(crate) fn define(g: &mut Grammar) {
    g.state("space").on(r"\n|[ \t]+", Text).on(";.*", CommentSingle);
    g.state("signs")
        .on(r"[,():\[\]]+", Punctuation)
        .on(r"[&|^<>+*/%~-]+", Operator)
        .on(r"\$+", KeywordConstant)
        .on("(?i)seg|wrt|strict", OperatorWord)
        .on("(?i)byte|[dq]?word", KeywordType);
    g.state("root")
        .to(r"^\s*%", CommentPreproc, "directive")
        .mixin("space")
        .mixin("signs")
        .on(format!("{NAME}:"), NameLabel)
        .groups_to(
            format!(r"(?i)({NAME})(\s+)(equ)"),
            &[NameConstant, KeywordDeclaration, KeywordDeclaration],
            "arguments",
        )
        .to("(?:BITS|USE16|USE32|SECTION|SEGMENT|ABSOLUTE|EXTERN|GLOBAL|ORG|ALIGN|STRUC|ENDSTRUC|COMMON|CPU|GROUP|UPPERCASE|IMPORT|EXPORT|LIBRARY|MODULE)", Keyword, "arguments")
        .to("(?i)(?:res|d)[bwdqt]|times", KeywordDeclaration, "arguments")
        .to(NAME, NameFunction, "arguments");
    g.in_3_30(|g| g.drop_rules("root", "signs"));
    g.state("arguments")
        .on(r#""(?:\\\\"|[^"\\n])*"|'(?:\\\\'|[^'\\n])*'|`(?:\\\\`|[^`\\n])*`"#, Str)
        .on(r"(?i)0x\h+|\d+\h*h", NumHex)
        .on("(?i)[0-7]+q", NumOct)
        .on("(?i)[01]+b", NumBin)
        .on(r"(?i)\d+\.e?\d+", NumFloat)
        .on(r"\d+", NumInteger)
        .mixin("signs")
        .on(r"(?i)r\d[0-5]?[bwd]|[a-d][lh]|[er]?[a-d]x|[er]?[sb]p|[er]?[sd]i|[c-gs]s|st[0-7]|mm[0-7]|cr[0-4]|dr[0-367]|tr[3-7]", NameBuiltin)
        .on(NAME, NameVariable)
        .to(r"[\r\n]+", Text, POP)
        .mixin("space");
    g.state("directive").on(r"[^;\n]+", CommentPreproc).to(r";.*?\n", CommentSingle, POP).to(
        r"\n",
        CommentPreproc,
        POP,
    );
}
