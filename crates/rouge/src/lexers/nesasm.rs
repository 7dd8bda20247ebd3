//! NESASM, an assembler for the 6502. A call of `LOW` or `HIGH` is a name with parentheses, because Rouge tries names
//! first.

use super::prelude::*;

static INSTRUCTIONS: Words = Words::new(
    "adc and asl bcc bcs beq bit bmi bne bpl brk bvc bvs clc cld cli clv cmp cpx cpy dec dex dey eor inc inx iny jmp
    jsr lda ldx ldy lsr nop ora pha php pla plp rol ror rti rts sbc sec sed sei sta stx sty tax tay tsx txa txs tya",
);
static TYPES: Words = Words::new("byte db dw word");
static DIRECTIVES: Words = Words::new(
    "bank bss code data defchr ds else endif endm endp endprocgroup fail func if ifdef ifndef incbin incchr include
    ineschr inesmap inesmir inesprg macro org proc procgroup rs rsset zp",
);

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on(";.*", CommentSingle)
        .on(r"[(),.\[\]]", Punctuation)
        .on("#?%[01]+", NumBin)
        .on(r"#?\$\h+", NumHex)
        .on(r"#?\d+", Num)
        .on("[-~&*+=|?:<>/]", Operator)
        .words_folded(
            r"#?\w+:?",
            &[(&INSTRUCTIONS, Keyword), (&TYPES, KeywordType), (&DIRECTIVES, KeywordReserved)],
            NameFunction,
        )
        .on(r"#\(", Punctuation)
        .to(r#"""#, Str, "string")
        .on(r"'\w'", StrChar)
        // The parameters of macros and functions.
        .on(r"\\\??[\d@#]", NameBuiltin);
    g.state("string").to(r#"""#, Str, POP).on(r#"\\"?"#, StrEscape).on(r#"[^"\\]+"#, Str);
}
