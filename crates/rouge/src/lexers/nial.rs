//! Nial, an array language. Case does not matter.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "begin case do else elseif end endcase endfor endif endrepeat endwhile for from gets if is op repeat then tr until
    while with",
);
static TRANSFORMERS: Words = Words::new(
    "accumulate across bycols bykey byrows converse down each eachall eachboth eachleft eachright filter fold fork
    grade inner iterate leaf no_tr outer partition rank recur reduce reducecols reducerows sort team timeit twig",
);
static FUNCTIONS: Words = Words::new(
    "abs allbools allchars allin allints allnumeric allreals and append appendfile apply arccos arcsin arctan assign
    atomic atversion axes blend break breakin breaklist bye callstack cart catenate ceiling char charrep check_socket
    choose clearprofile clearws close cols content continue copyright cos cosh count cull cut cutall deepplace
    deepupdate deparse depth descan diagram display div diverse divide drop dropright edit empty equal erase
    eraserecord eval except execute exit exp expression exprs external falsehood fault filelength filepath filestatus
    filetally find findall first flip floor fromraw front fuse gage getcommandline getdef getenv getfile getname
    getsyms gradeup grid gt gte hitch host in innerproduct inv inverse ip isboolean ischar isfault isinteger isphrase
    isreal isstring istruthvalue laminate last libpath library like link list ln load loaddefs log lower lt lte match
    mate max maxlength min minus mix mod mold nialroot no_expr no_op nonlocal not notin numeric open operation
    operators opp opposite or pack pair parse pass paste phrase pick picture place placeall plus positions post power
    prod product profile profiletable profiletree putfile quiet_fault quotient raise random reach read readarray
    readchar readfield readfile readrecord readscreen recip reciprocal reshape rest restart return_status reverse
    rotate rows save scan second see seed seek seeprimcalls seeusercalls separator set setdeftrace setformat
    setinterrupts setlogname setmessages setprofile setprompt settrigger setwidth shape simple sin single sinh sketch
    sleep socket_accept socket_bind socket_close socket_connect socket_getline socket_listen socket_peek socket_read
    socket_receive socket_send socket_write solitary solve sortup split sqrt status string sublist sum symbols system
    take takeright tally tan tanh tell third time times timestamp tolower tonumber toplevel toraw toupper transformer
    transpose trs truth type unequal up update updateall vacate valence value variable vars version void watch
    watchlist write writearray writechars writefield writefile writerecord writescreen",
);
static CONSTANTS: Words = Words::new("false null pi true");

pub(crate) fn define(g: &mut Grammar) {
    let phrase = r"[^\s()\[\]{}#,;]*";
    g.state("root")
        .to("'", StrSingle, "string")
        .on(r"\b[lo]+\b", NumBin)
        .on(r"-?\d+(?:(?:\.\d*)?[eE][-+]?\d|\.)\d*", NumFloat)
        .on(r"-?\d+", NumInteger)
        .on("`.", StrChar)
        .on(format!(r#""{phrase}"#), StrSymbol)
        .on(format!(r"\?{phrase}"), GenericError)
        .on("%[^;]+;", CommentMultiline)
        // A comment ends at the first blank line.
        .on(r"(?m)^#[^\n].*?\n\n", CommentMultiline)
        .on(r":=|[{}\[\](),:;]", Punctuation)
        .on("~=|[-.!#+*=></|@]", Operator)
        .words_folded(
            r"\b[_A-Za-z]\w*\b",
            &[
                (&KEYWORDS, Keyword),
                (&FUNCTIONS, KeywordPseudo),
                (&TRANSFORMERS, NameBuiltin),
                (&CONSTANTS, KeywordConstant),
            ],
            NameVariable,
        )
        .on(r"\s+", Text);
    g.state("string").on("''", StrEscape).on("[^']+", StrSingle).to("'", StrSingle, POP);
}
