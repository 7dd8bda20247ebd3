//! Arm assembly, in the syntax of Arm's own assembler.

use super::prelude::*;

static DIRECTIVES: Words = Words::new(
    "! # % & * = [ ] ^ ALIAS ALIGN AOF AOUT AREA ARM ASSERT ATTR CN CODE16 CODE32 COMMON CP DATA DCB DCD DCDO DCDU
    DCFD DCFDU DCFH DCFHU DCFS DCFSU DCI DCI.N DCI.W DCQ DCQU DCW DCWU DN ELIF ELSE END ENDFUNC ENDIF ENDP ENTRY
    EQU EXPORT EXPORTAS EXTERN FIELD FILL FN FRAME FUNCTION GBLA GBLL GBLS GLOBAL IF IMPORT INFO KEEP LCLA LCLL
    LCLS LEADR LEAF LTORG MACRO MAP MEND MEXIT NOFP OPT ORG PRESERVE8 PROC QN RELOC REQUIRE REQUIRE8 RLIST RN ROUT
    SETA SETL SETS SN SPACE STRONG SUBT THUMB THUMBX TTL WEND WHILE |",
);
static CONDITIONS: Words = Words::new(
    "AL al ASR asr CC cc CS cs EQ eq GE ge GT gt HI hi HS hs LE le LO lo LS ls LSL lsl LSR lsr LT lt MI mi NE ne PL
    pl ROR ror RRX rrx VC vc VS vs",
);
const BUILTINS: &str = "ARCHITECTURE|AREANAME|ARMASM_VERSION|CODESIZE|COMMANDLINE|CONFIG|CPU|ENDIAN|FALSE|FPIC|FPU|INPUTFILE|INTER|LINENUM|LINENUMUP|LINENUMUPPER|OBJASM_VERSION|OPT|PC|PCSTOREOFFSET|REENTRANT|ROPI|RWPI|TRUE|VAR";
const OPERATORS: &str = "AND|BASE|CC|CC_ENCODING|CHR|DEF|EOR|FATTR|FEXEC|FLOAD|FSIZE|INDEX|LAND|LEFT|LEN|LEOR|LNOT|LOR|LOWERCASE|MOD|NOT|OR|RCONST|REVERSE_CC|RIGHT|ROL|ROR|SHL|SHR|STR|TARGET_(?:ARCH|FEATURE)_[0-9A-Z_]+|TARGET_FPU_[A-Z_]|TARGET_PROFILE_[ARM]|UAL|UPPERCASE";
/// A substituted variable, or a macro's argument.
const VARIABLE: &str = r"\$[a-zA-Z]\w*\.?";
const SYMBOL: &str = r"[a-zA-Z_]\w*|\|[^|\n]+\|";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\n", Text)
        .groups(
            r"^([ \t]*)(#[ \t]*(?:(?:define|e(?:lif|lse|ndif|rror)|if(?:def|ndef)?|include|line|pragma|undef|warning)(?:[ \t].*)?)?)(\n)",
            &[Text, CommentPreproc, Text],
        )
        .to(r"[ \t]+", Text, "command")
        .on(";.*", Comment)
        .on(r"\$[a-zA-Z_]\w*\.?", NameNamespace)
        .on(r"\w+|\|[^|\n]+\|", NameLabel);
    g.state("command")
        .to(r"\n", Text, POP)
        .to(r"[ \t]+", Text, goto("operands"))
        .to(";.*", Comment, POP)
        .to(r"(?:BIN|GET|INCBIN|INCLUDE|LNK)\b", Keyword, goto("file"))
        .on(r"([A-Z][A-Z0-9]*(?:\.[NW])?|[\[\]|!#*=%&^])(?=[; \t\n])", Keyword)
        .if_word(&DIRECTIVES)
        // Rouge has no list of instructions. They are either all uppercase or all lowercase.
        .on(r"(?:[A-Z][0-9A-Z]*|[a-z][0-9a-z]*)(?:\.[NWnw])?(?:\.[DFIPSUdfipsu]?(?:8|16|32|64)?){,3}\b", NameBuiltin)
        .on(SYMBOL, NameFunction)
        .on(VARIABLE, NameNamespace);
    operands(g);
    quoted(g);
}

fn operands(g: &mut Grammar) {
    let digits = |more: &str| {
        let bases = (2..=9).map(|base| format!("{base}_[{more}0-{}]+|", base - 1));
        bases.collect::<String>()
    };
    g.state("operands")
        .to(r"\n", Text, POP)
        .on(r"[ \t]+", Text)
        .to(";.*", Comment, POP)
        .on(r"(\w+)\b", NameBuiltin)
        .if_word(&CONDITIONS)
        .on(SYMBOL, NameVariable)
        .on(r"(?i)%[bf]?[at]?\d+(?:[a-z_]\w*)?", NameLabel)
        .on(r"(?i)(?:&|0x)\h+(?!p)", NumHex)
        .on(r"(?i)(?:&|0x)[.\h]+(?:p[-+]?\d+)?|0f_\h{8}|0d_\h{16}", NumFloat)
        .on(format!(r"(?i)(?:{}\d+)(?!e)", digits("")), NumInteger)
        .on(format!(r"(?i)(?:{}[.\d]+)(?:e[-+]?\d+)?", digits(".")), NumFloat)
        .on(r"[:@](?=[\t ]*(?:128|16|256|32|64|8)[^\d])", Operator)
        .on(format!(r"[.@]|\{{(?:{BUILTINS})\}}"), NameConstant)
        .on(format!(r"[-!#%&()*+,/<=>?^{{|}}\[\]]|:(?:{OPERATORS}):"), Operator)
        .on(VARIABLE, NameNamespace)
        .to("'", StrChar, goto("single"))
        .to(r#"""#, StrDouble, goto("double"));
}

fn quoted(g: &mut Grammar) {
    for (state, quote, token) in [("single", '\'', StrChar), ("double", '"', StrDouble)] {
        g.state(state)
            .to(r"\n", Text, POP)
            .on(r"\$\$", token)
            .on(VARIABLE, NameNamespace)
            .to(quote.to_string(), token, goto("operands"))
            .on(format!(r"[^${quote}\n]+"), token);
    }
    g.state("file").to(r"\n", Text, POP).on(r"\$\$", StrOther).on(VARIABLE, NameNamespace).on(r"[^$\n]+", StrOther);
}
