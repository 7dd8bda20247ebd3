//! Assembly language for the Motorola 68000.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "abcd add adda addi addq addx and andi asl asr bcc bchg bclr bcs beq bfchg bfclr bfests bfextu bfffo bfins
    bfset bftst bge bgt bhi bhs bkpt ble blo bls blt bmi bne bpl bra bse bsr btst bvc bvs callm cas cas2 chk chk2
    clr cmp cmp2 cmpa cmpi cmpm dbcc dbcs dbeq dbf dbge dbgt dbhi dbhs dble dblo dbls dblt dbmi dbne dbpl dbra dbt
    dbvc dbvs divs divsl divu divul eor eori exg ext extb illegal jmp jsr lea link lsl lsr move move16 movea movem
    movep moveq muls mulu nbcd neg negx nop not or ori pack pea rol ror roxl roxr rtd rtm rtr rts sbcd scc scs seq
    sf sge sgt shi shs sle slo sls slt smi sne spl st sub suba subi subq subx svc svs swap tas TODO trap trapcc
    trapv tst unlk unpk",
);
static TYPES: Words = Words::new("dc dcb ds");
static RESERVED: Words = Words::new(
    "__G2 __LK cargs cnop else elseif end endc endf endfunc endm endmain endproc endr equ equenv equr even fail
    fequ.d fequ.l fequ.p fequ.s fequ.w fequ.x fopt format fpu func ifc ifd ifeq ifge ifgt ifle iflt ifnc ifnd ifne
    iif incbin incdir include list listchar llen machine macro main mexit mmu narg nolist offset opt opword output
    page plen proc radix reg rept rsreset rsset section set spc subttl ttl",
);
static REGISTERS: Words = Words::new("a0 a1 a2 a3 a4 a5 a6 a7 a7' ccr d0 d1 d2 d3 d4 d5 d6 d7 pc ssp usp");

pub(crate) fn define(g: &mut Grammar) {
    g.start(|cx| cx.push("line start"));
    g.state("line start").on(r"\s+", Text).go("", POP);
    g.state("root").go("", "statements");
    g.state("statements")
        .to(r"\n+", Text, "line start")
        .to(r"^\*(?:\\.|.)*?$", CommentSingle, "line start")
        .to(r";(?:\\.|.)*?$", CommentSingle, "line start")
        .on(r"\s+", Text)
        .to(r#"""#, Str, "string")
        .on("#", NameDecorator)
        .on(r"^\.?\w+:?", NameLabel)
        .on(r"(?i)\.[bswl]\s", NameDecorator)
        .on(r"(?i)'(?:\\.|\\[0-7]{1,3}|\\x[a-f0-9]{1,2}|[^\\'\n])'", StrChar)
        .on(r"\$\h+", NumHex)
        .on("@[0-8]+", NumOct)
        .on("%[01]+", NumBin)
        .on(r"\d+", NumInteger)
        .on(r"[*~&+=|?:<>/-]", Operator)
        .on(r"\\.", CommentPreproc)
        .on(r"[(),.]|\[[a-zA-Z0-9]*\]", Punctuation)
        .on(r"_+(?!\w)", Name)
        .words_folded(
            r"[a-zA-Z_]\w*",
            &[(&KEYWORDS, Keyword), (&TYPES, KeywordType), (&RESERVED, KeywordReserved), (&REGISTERS, NameBuiltin)],
            NameVariable,
        );
    g.state("string")
        .to(r#"""#, Str, POP)
        .on(r#"\\(?:[\\abfnrtv"']|x\h{2,4}|[0-7]{1,3})"#, StrEscape)
        .on(r#"[^\\"\n]+|\\\n?"#, Str);
}
