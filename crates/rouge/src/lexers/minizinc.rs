//! MiniZinc, a language for constraint problems.

use super::prelude::*;

static BUILTINS: Words = Words::new(
    "abort abs acosh array1d array2d array3d array4d array5d array6d array_intersect array_union asin assert atan
    bool2int card ceil concat cos cosh dom dom_array dom_size exp fix floor index_set index_set_1of2
    index_set_1of3 index_set_2of2 index_set_2of3 index_set_3of3 int2float is_fixed join lb lb_array length ln log
    log10 log2 max min pow product round set2array show show_float show_int sin sinh sqrt sum tan tanh trace ub
    ub_array",
);
static KEYWORDS: Words = Words::new(
    "ann annotation any constraint else endif for forall function if include list maximize minimize of op output
    par predicate record satisfy solve test then type var where",
);
static TYPES: Words = Words::new("array bool enum float int set string tuple");
static OPERATORS: Words = Words::new("diff in intersect subset superset symdiff union");

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+|\\\n", TextWhitespace)
        .on("%.*", CommentSingle)
        .on(r"(?m)/(?:\\\n)?\*.*?\*(?:\\\n)?/", CommentMultiline)
        .on(r#""(?:\\\\|\\"|[^"])*""#, Str)
        // The keyword may be the prefix of a longer word.
        .on(r"not|xor|div|mod|!=|\\/|/\\|\.\.|[-<>=+*/\\]", Operator)
        .on(r"[|()\[\]{},:;]", Punctuation)
        .on(r"(?:true|false)\b", KeywordConstant)
        .on(r"\d+(?:\.(?!\.)\d*)?(?:[eE][-+]?\d+)?", Num)
        .words(
            r"[$a-zA-Z_]\w*",
            &[(&KEYWORDS, Keyword), (&TYPES, KeywordType), (&BUILTINS, NameBuiltin), (&OPERATORS, Operator)],
            NameOther,
        );
}
