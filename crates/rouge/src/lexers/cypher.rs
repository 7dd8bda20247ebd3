//! Cypher, for graph databases.

use super::prelude::*;

static FUNCTIONS: Words = Words::new(
    "ABS ACOS ALLSHORTESTPATHS ASIN ATAN ATAN2 AVG CEIL COALESCE COLLECT COS COT COUNT DATE DEGREES E ENDNODE EXP
    EXTRACT FILTER FLOOR HAVERSIN HEAD ID KEYS LABELS LAST LEFT LENGTH LOG LOG10 LOWER LTRIM MAX MIN NODE NODES
    PERCENTILECONT PERCENTILEDISC PI RADIANS RAND RANGE REDUCE REL RELATIONSHIP RELATIONSHIPS REPLACE REVERSE
    RIGHT ROUND RTRIM SHORTESTPATH SIGN SIN SIZE SPLIT SQRT STARTNODE STDEV STDEVP STR SUBSTRING SUM TAIL TAN
    TIMESTAMP TOFLOAT TOINT TOINTEGER TOSTRING TRIM TYPE UPPER",
);
static PREDICATES: Words = Words::new("ALL AND ANY CONTAINS EXISTS HAS IN NONE NOT OR SINGLE XOR");
static KEYWORDS: Words = Words::new(
    "AS ASC ASCENDING ASSERT BY CALL CASE COMMIT CONSTRAINT CREATE CSV CYPHER DELETE DESC DESCENDING DETACH
    DISTINCT DROP ELSE END ENDS EXPLAIN FALSE FIELDTERMINATOR FOREACH FROM HEADERS IN INDEX IS JOIN LIMIT LOAD
    MATCH MERGE NULL ON OPTIONAL ORDER PERIODIC PROFILE REMOVE RETURN SCAN SET SKIP START STARTS THEN TRUE UNION
    UNIQUE UNWIND USING WHEN WHERE WITH YIELD",
);

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on("//.*", CommentSingle)
        .to(r"/\*", CommentMultiline, "comment")
        .on("[*+<>=&|~%^-]", Operator)
        .on(r"[{}),;\[\]]", StrSymbol)
        .groups(r"(\w+)(:)(\s*)(-?[._\d]+)", &[NameLabel, StrDelimiter, TextWhitespace, Num])
        .call(r"(\w+)(\s*)(\()", |cx| {
            let name = cx.group(1).to_uppercase();
            let token = match name.as_str() {
                name if FUNCTIONS.has(name) => NameFunction,
                name if KEYWORDS.has(name) => Keyword,
                _ => Name,
            };
            cx.groups(&[token, TextWhitespace, StrSymbol]);
        })
        .on(r":\w+", NameClass)
        .groups(r"(\d+)(\.\.)(-?\d+)", &[Num, Operator, Num])
        .on(r"(?i)(?:\d+\.\d*|\.\d+)(?:e[-+]?\d+)?|\d+e[-+]?\d+", NumFloat)
        .on("0[0-7]+", NumOct)
        .on(r"0[xX]\h+", NumHex)
        .on(r"\d+", NumInteger)
        .on(r"[.\w]+:", NameProperty)
        .on(r"\(", StrSymbol)
        .call(r"[.\w$]+", |cx| {
            let word = cx.matched().to_uppercase();
            cx.token(match word.as_str() {
                word if PREDICATES.has(word) => OperatorWord,
                word if KEYWORDS.has(word) => Keyword,
                _ => Name,
            });
        })
        .on(r#""(?:\\\\|\\"|[^"])*""#, StrDouble)
        .on(r"'(?:\\\\|\\'|[^'])*'", StrSingle)
        .on(r"`(?:\\\\|\\`|[^`])*`", StrBacktick);
    g.state("comment")
        .to(r"/\*", CommentMultiline, Transition::PushTop)
        .to(r"\*/", CommentMultiline, POP)
        .on("[^/*]+|[/*]", CommentMultiline);
}
