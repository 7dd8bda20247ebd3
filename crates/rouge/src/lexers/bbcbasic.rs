//! BBC BASIC. Words need no whitespace between them, so the longest match counts.

use super::prelude::*;

static FUNCTIONS: Words = Words::new(
    "ABS ACS ADVAL ASC ASN ATN BEAT BEATS BGET# CHR$ COS COUNT DEG DIM EOF# ERL ERR EVAL EXP EXT# FN GET GET$ GET$# HIMEM
    INKEY INKEY$ INSTR INT LEFT$ LEN LN LOG LOMEM MID$ OPENIN OPENOUT OPENUP PAGE POINT POS PTR# RAD REPORT$ RIGHT$ RND
    SGN SIN SQR STR$ STRING$ SUM SUMLEN TAN TEMPO TIME TIME$ TOP USR VAL VPOS",
);
static STATEMENTS: Words = Words::new(
    "BEATS BPUT# CALL CASE CHAIN CLEAR CLG CLOSE# CLS COLOR COLOUR DATA ELSE END ENDCASE ENDIF ENDPROC ENDWHILE ENVELOPE
    FOR GCOL GOSUB GOTO IF INSTALL LET LIBRARY MODE NEXT OF OFF ON ORIGIN OSCI OTHERWISE OVERLAY PLOT PRINT PRINT# PROC
    QUIT READ REPEAT REPORT RETURN SOUND STEP STEREO STOP SWAP SYS THEN TINT TO UNTIL VDU VOICE VOICES WAIT WHEN WHILE
    WIDTH",
);

/// A pattern for any of the words, with longer words first.
fn any(words: &Words) -> String {
    let mut words: Vec<String> = words.iter().map(|word| word.replace('$', r"\$")).collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    words.join("|")
}

pub(crate) fn define(g: &mut Grammar) {
    g.state("expression")
        .on(any(&FUNCTIONS), NameBuiltin)
        .on(r"[-<>!$()*+/=?^|]|AND|DIV|EOR|MOD|NOT|OR", Operator)
        .on("FALSE|TRUE", NameConstant)
        .on(r#""[^"]*""#, Str)
        .on(r"[a-zA-Z_`][\w`]*[$%]?|@%", NameVariable)
        .on(r"[\d.]+", Num)
        .on("%[01]+", NumBin)
        .on(r"&\h+", NumHex);
    // Statements with optional words after them.
    let longer = [
        r"CIRCLE(?: *FILL)?|ELLIPSE(?: *FILL)?|RECTANGE(?: *FILL)?|DRAW(?: *BY)?|FILL(?: *BY)?|MOVE(?: *BY)?",
        r"DEF *(?:FN|PROC)|DIM(?!\()|ERROR(?: *EXT)?|INPUT(?:#| *LINE)?|LINE(?: *INPUT)?|LOCAL(?: *DATA| *ERROR)?",
        r"MOUSE(?: *COLOUR| *OFF| *ON| *RECTANGLE| *STEP| *TO)?|POINT(?: *BY)?(?!\()|RESTORE(?: *DATA| *ERROR)?",
        r"TRACE(?: *CLOSE| *ENDPROC| *OFF| *STEP(?: *FN| *ON| *PROC)?| *TO)?",
    ];
    g.state("root")
        .groups(r"(:+)( *)(\*)(.*)", &[Punctuation, Text, Keyword, Text])
        .groups(r"(\n+ *)(\*)(.*)", &[Text, Keyword, Text])
        .groups(r"(ELSE|OTHERWISE|REPEAT|THEN)( *)(\*)(.*)", &[Keyword, Text, Keyword, Text])
        .on(r"[ \n]+", Text)
        .on(":+", Punctuation)
        .to(r"\[", Keyword, "assembler")
        .on("REM *>.*", CommentSpecial)
        .on("REM.*", Comment)
        .on(format!("{}|{}", any(&STATEMENTS), longer.join("|")), Keyword)
        .mixin("expression")
        .on("[,;'~]|SPC|TAB", Punctuation);
    g.state("assembler")
        .on(" +", Text)
        .to(r"\]", Keyword, POP)
        .on(r"[:\n]", Punctuation)
        .on(r"\.[a-zA-Z_`][\w`]*%? *", NameLabel)
        .on(r"(?:REM|;)[^:\n]*", Comment)
        .to(r"[^ :\n]+", Keyword, "operands");
    g.state("operands")
        .on(" +", Text)
        .to(r"[:\n]", Punctuation, POP)
        .to(r"(?:REM|;)[^:\n]*", Comment, POP)
        .mixin("expression")
        .on(r"[!#,@\[\]^{}]", Punctuation);
}
