//! PostScript. Blocks marked `ps` are also lexed as PostScript.
//!
//! A name must be followed by a delimiter, so the last word of a text without a final line break is not a name. All
//! numbers are floats, even without a decimal point.

use super::prelude::*;

static OPERATORS: Words = Words::new(
    "abs add aload arc arcn array atan begin bind ceiling charpath clip closepath concat concatmatrix copy cos
    currentlinewidth currentmatrix currentpoint curveto cvi cvs def defaultmatrix dict dictstackoverflow div dtransform
    dup end exch exec exit exp fill findfont floor get getinterval grestore gsave identmatrix idiv idtransform index
    invertmatrix itransform length lineto ln load log loop matrix mod moveto mul neg newpath pathbbox pathforall pop
    print pstack put quit rand rangecheck rcurveto repeat restore rlineto rmoveto roll rotate round run save scale
    scalefont setdash setfont setgray setlinecap setlinejoin setlinewidth setmatrix setrgbcolor shfill show showpage
    sin sqrt stack stringwidth stroke strokepath sub syntaxerror transform translate truncate typecheck undefined
    undefinedfilename undefinedresult",
);
static FLOW: Words = Words::new("and eq for forall ge gt if ifelse le lt ne not or");
static TRUTH: Words = Words::new("false true");

pub(crate) fn define(g: &mut Grammar) {
    let end = r"(?=[()<>\[\]{}/%\s])";
    let name = format!(r"[^()<>\[\]{{}}/%\s]+{end}");
    let float = r"(?:\d+\.?|\d*\.\d+)(?:[eE]\d+)?";
    g.state("root")
        .on(r"^%!.+?$", CommentPreproc)
        .on(r"%%.*", CommentSpecial)
        .on(r"%.*", CommentSingle)
        .to(r"\(", Str, "string")
        .on(format!("/{name}"), NameVariable)
        .on(r"[\[\]{}<>]", Punctuation)
        .on(name.clone(), NameBuiltin)
        .if_word(&OPERATORS)
        .on(name.clone(), KeywordReserved)
        .if_word(&FLOW)
        .on(name.clone(), KeywordConstant)
        .if_word(&TRUTH)
        .on(format!(r"\d+#[+-]?{float}{end}"), NumOct)
        .on(format!(r"[+-]?{float}{end}"), NumFloat)
        .on(name, NameFunction)
        .on(r"\s+", Text);
    g.state("string").on(r"[^()\\]+", Str).to(r"\\", StrEscape, "escape").to(r"\(", Str, "string").to(r"\)", Str, POP);
    g.state("escape").to(r"[0-8]{3}|[nrtbf\\()]", StrEscape, POP);
}
