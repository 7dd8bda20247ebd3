//! VHDL, a hardware description language.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "access after alias all architecture array assert assume assume_guarantee attribute begin block body buffer bus
    case component configuration constant context cover default disconnect downto else elsif end entity exit
    fairness file for force function generate generic group guarded if impure in inertial inout is label library
    linkage literal loop map new next null of on open others out package parameter port postponed procedure process
    property protected pure range record register reject release report return select sequence severity shared
    signal strong subtype then to transport type unaffected units until use variable vmode vprop vunit wait when
    while with",
);
static TYPES: Words = Words::new(
    "bit bit_vector boolean boolean_vector character integer integer_vector natural positive real real_vector
    severity_level signed std_logic std_logic_vector std_ulogic std_ulogic_vector string time time_vector unsigned",
);
static WORD_OPERATORS: Words = Words::new("abs and mod nand nor not or rem rol ror sla sll sra srl xnor xor");

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on("--.*", CommentSingle)
        .on(r"-?\d+", NumInteger)
        .on(r#"(?i)[box]?"[^"]*""#, StrSingle)
        .on("'[^']?'", StrChar)
        .on(r"'[a-zA-Z]\w*", NameAttribute)
        .on("[(),:;]", Punctuation)
        .on(r"(?i)(?:true|false|null)\b", NameBuiltin)
        .words_folded(
            r"[a-zA-Z]\w*",
            &[(&KEYWORDS, Keyword), (&TYPES, KeywordType), (&WORD_OPERATORS, OperatorWord)],
            Name,
        )
        .on(r"\?\?|\?=|\?/=|[#&'*+-./:<=>?@^]", Operator);
}
