//! ABAP, SAP's language for business applications.

use super::prelude::*;

static KEYWORDS: Words = Words::new(include_str!("words/abap_keywords.txt"));
static BUILTINS: Words = Words::new(
    "acos apply asin assign atan attribute bit-set boolc boolx call call-method cast ceil cfunc char_off charlen
    class_constructor clear cluster cmax cmin cnt communication_failure concat_lines_of cond cond-var condense
    constructor contains contains_any_not_of contains_any_of copy cos cosh count count_any_not_of count_any_of
    create cursor data dbmaxlen dbtab deserialize destructor distance empty error_message escape exp extensible
    find find_any_not_of find_any_of find_end floor frac from_mixed group hashed header idx include index insert
    ipow itab key lax line_exists line_index lines log log10 loop loop_key match matches me mesh_path namespace
    nmax nmin node numeric numofchar object parameter primary_key read ref repeat replace rescale resource_failure
    reverse root round segment sender serialize shift_left shift_right sign simple sin sinh skip sorted space sqrt
    standard strlen substring substring_after substring_before substring_from substring_to sum switch switch-var
    system_failure table table_line tan tanh template text to_lower to_mixed to_upper transform translate trunc
    type value variable write xsdbool xsequence xstrlen",
);
static TYPES: Words =
    Words::new("b c clike csequence d decfloat decfloat16 decfloat34 f i int8 n p s string t x xstring");
static NEW_KEYWORDS: Words = Words::new("DATA FIELD-SYMBOL");

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on(r#"".*"#, CommentSingle)
        .on(r"^\*.*", CommentMultiline)
        .on(r"\d+", NumInteger)
        .to("['`]", StrSingle, "string")
        .on(r"[\[\](){}.,:|]", Punctuation)
        .call(r"(->|=>)?([A-Za-z][\w-]*)(\()", |cx| {
            let name = cx.group(2);
            let token = match cx.group_if(1) {
                None if NEW_KEYWORDS.has(&name.to_uppercase()) => Keyword,
                None if BUILTINS.has(&name.to_lowercase()) => NameBuiltin,
                _ => Name,
            };
            cx.groups(&[Operator, token, Punctuation]);
        })
        .call(r"\w+", |cx| {
            let word = cx.matched();
            cx.token(match word {
                word if KEYWORDS.has(&word.to_uppercase()) => Keyword,
                word if TYPES.has(&word.to_lowercase()) => KeywordType,
                _ => Name,
            });
        })
        .on("->|=>|[*+%/~=&?<>!#@^-]+", Operator);
    g.state("string").on(r"\\.|''|``", StrEscape).to("['`]", StrSingle, POP).on(r"[^\\'`]+", StrSingle);
}
