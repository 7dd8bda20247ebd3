//! BPF programs in the format of kernel tools.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    // A jump, its offset in hexadecimal and decimal, and the label.
    let jump = r"(gotol?)(\s*)([+-]0x\w+)?([+-]\d+)?(\s*)(<?\w+>?)";
    let jumped = [Keyword, TextWhitespace, NumHex, NumInteger, TextWhitespace, NameLabel];
    let condition = r"(if)(\s+)([rw]\d+)(\s*)([s!<=>]+)(\s*)";
    let conditional = |operand| {
        let mut tokens =
            vec![Keyword, TextWhitespace, Name, TextWhitespace, Operator, TextWhitespace, operand, TextWhitespace];
        tokens.extend(jumped);
        tokens
    };
    g.state("root")
        .groups(r"(\d+)(:)(\s+)(\(\h{2}\)|(?:\h{2} ){8})?", &[GenericLineno, Punctuation, TextWhitespace, Generic])
        .groups(r"(?i)(call)(\s+)(\d+)", &[Keyword, TextWhitespace, NumInteger])
        .groups(r"(?i)(call)(\s+)(\w+)(?:(#)(\d+))?", &[Keyword, TextWhitespace, NameBuiltin, Punctuation, NumInteger])
        .groups(format!("(?i){jump}"), &jumped)
        .groups(format!(r"(?i){condition}(0x\h+|-?\d+)(\s*){jump}"), &conditional(Num))
        .groups(format!(r"(?i){condition}([rw]\d+)(\s*){jump}"), &conditional(Name))
        .groups_to(
            r"(?i)(\*)(\s*)(\()([us](?:8|16|32|64)|ll)(\s*)(\*)(\))",
            &[Operator, TextWhitespace, Punctuation, KeywordType, TextWhitespace, Operator, Punctuation],
            "address",
        )
        .on(r"(?i)[+-/*&|><^s]{0,3}=", Operator)
        .groups(r"(?i)([-+]?)([rw]\d+)", &[Punctuation, Name])
        .to("//", CommentSingle, "line comment")
        .to(r"/\*", CommentMultiline, "comment")
        .on("(?i)(?:be|le|bswap)(?:16|32|64)|exit|lock|map", Keyword)
        .groups(r"(?i)(-?0x\h+|-?\d+)(\s*)(ll)?", &[Num, TextWhitespace, KeywordType])
        .groups(r"(?i)(\w+)(\s*)(ll)", &[Name, TextWhitespace, KeywordType])
        .groups(r"(\w+)(\s*)(:)", &[NameLabel, TextWhitespace, Punctuation])
        .on("(?m).", Text);
    g.in_3_30(|g| {
        let jump = r"(goto)(\s*)(\+\d+)?(\s*)(<?\w+>?)";
        let jumped = [Keyword, TextWhitespace, NumInteger, TextWhitespace, NameLabel];
        let conditional = |operand| {
            let mut tokens = conditional(operand)[..8].to_vec();
            tokens.extend(jumped);
            tokens
        };
        g.replace_rules("root", "(gotol?)", |s| {
            s.groups(format!("(?i){jump}"), &jumped)
                .groups(format!(r"(?i){condition}(0x\h+|-?\d+)(\s*){jump}"), &conditional(Num))
                .groups(format!(r"(?i){condition}([rw]\d+)(\s*){jump}"), &conditional(Name));
        });
        let pointer = [Operator, TextWhitespace, Punctuation, KeywordType, TextWhitespace, Operator, Punctuation];
        g.replace_rules("root", "[us](?:", |s| {
            s.groups_to(r"(?i)(\*)(\s*)(\()(u(?:8|16|32|64)|ll)(\s*)(\*)(\))", &pointer, "address");
        });
        let called = [Keyword, TextWhitespace, NameBuiltin, Punctuation, NumInteger];
        g.replace_rules("root", r"(call)(\s+)(\w+)", |s| _ = s.groups(r"(?i)(call)(\s+)(\w+)(#)(\d+)", &called));
        g.replace_rules("root", "bswap", |s| _ = s.on("(?i)be(?:16|32|64)|exit|lock|map", Keyword));
        let number = [Num, TextWhitespace, KeywordType];
        g.replace_rules("root", "(-?0x", |s| _ = s.groups(r"(?i)(0x\h+|-?\d+)(\s*)(ll)?", &number));
    });
    g.state("address")
        .groups_to(
            r"(?i)(\()([rw]\d+)(\s*)([+-])(\s*)(\d+)(\))",
            &[Punctuation, Name, TextWhitespace, Operator, TextWhitespace, NumInteger, Punctuation],
            POP,
        )
        .groups_to(r"(\w+)(\[)(\d+)(\])", &[Name, Punctuation, NumInteger, Punctuation], POP)
        .groups_to(r"(?i)(\w+)(\[)([rw]\d+)(\])", &[Name, Punctuation, Name, Punctuation], POP);
    g.state("line comment").to(r"\n", CommentSingle, POP).on(".+", CommentSingle);
    g.state("comment").to(r"\*/", CommentMultiline, POP).on("[^*/]+|[*/]", CommentMultiline);
}
