//! Turtle and TriG, notations for RDF.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"@(?:base|prefix)\b|(?i:(?:base|prefix)\b)", KeywordDeclaration)
        .on(r"(?:true|false)\b", KeywordConstant)
        .on(r#"(?m)""".*?"""|'''.*?'''"#, Str)
        .on(r#""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'"#, Str)
        .on("#.*", CommentSingle)
        .on(r"@[^\s,.;]+", NameAttribute)
        .on(r"[-+]?(?:\d+\.\d*|\.?\d+)E[-+]?\d+", NumFloat)
        // Only the first digit after the decimal point.
        .on(r"[-+]?\d*\.\d", NumFloat)
        .on(r"[-+]?\d+", NumInteger)
        .on(r"[.,;(){}\[\]]|\^\^", Punctuation)
        .on("<[^>]*>", NameLabel)
        .on(r"(?:GRAPH|a)\b", Keyword)
        .on(r"\s+", TextWhitespace)
        .on(r#"[^:;<>#@"().\[\]{} ]*:"#, NameNamespace)
        .on(r#"[^:;<>#@"().\[\]{} ]+"#, Name);
}
