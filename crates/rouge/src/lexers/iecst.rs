//! IEC 61131-3 Structured Text, for programmable logic controllers.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "__catch __endtry __finally __try action at begin by case channel configuration const constant continue do
    else elsif end_action end_case end_channel end_configuration end_const end_folder end_for end_function
    end_function_block end_if end_initial_step end_interface end_library end_method end_namespace end_program
    end_property end_repeat end_resource end_step end_struct end_transition end_type end_var end_var_access
    end_var_config end_var_external end_var_global end_var_in_out end_var_input end_var_output end_var_temp
    end_while exit extends folder for from function function_block get goto if implements initial_step interface
    jmp library method namespace non_retain of private program property protected public repeat resource retain
    return set step struct task then to transition type until using var var_access var_config var_external
    var_global var_in_out var_input var_output var_temp while with",
);
static TYPES: Words = Words::new(
    "any array bool byte date date_and_time dint dt dword int lint lreal lword pointer real sint string time
    time_of_day tod udint uint ulint usint word",
);
static LITERALS: Words = Words::new("false null true");
static OPERATORS: Words = Words::new("and eq expt ge gt le lt mod ne not or xor");

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on(r"//.*\n?", CommentSingle)
        .on(r"(?m)\(\*.*?\*\)", CommentMultiline)
        .on(r"(?m)\{.*?\}", CommentSpecial)
        .on("'[^']+'", StrSingle)
        .on(r#""[^"]+""#, StrSymbol)
        .on(r"%[IMQ][BDLWX][\d.]*|%[IQ][\d.]*", NameVariableMagic)
        .on(r"(?i)(?:DT?|T|TOD)#[\d_shmd:]*", LiteralDate)
        .on(r"(?i)(?:16#|0x)[\d_a-f]+\b", NumHex)
        .on("2#[01_]+", NumBin)
        .on(r"(?i)(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?", NumFloat)
        // A leading underscore of a word counts as a number.
        .on(r"\b[\d.,_]+", Num)
        .words_folded(
            r"[A-Za-z_]+\b",
            &[(&KEYWORDS, Keyword), (&TYPES, KeywordType), (&LITERALS, Literal), (&OPERATORS, Operator)],
            Name,
        )
        .on(r"S?R?:?=>?|&&?|\*\*?|<[=>]?|>=?|[#+/:^-]", Operator)
        .on(r"[A-Za-z_]\w*(?=\s*\()", NameFunction)
        .on(r"[A-Za-z_]\w*\b", Name)
        .on(r"[()\[\].,;]", Punctuation);
}
