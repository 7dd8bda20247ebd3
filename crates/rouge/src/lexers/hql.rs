//! HQL, Hive's SQL.

use super::prelude::*;
use super::sql;

static KEYWORDS: Words = Words::new(include_str!("words/hql_keywords.txt"));
static TYPES: Words = Words::new(
    "ARRAY BIGINT BINARY BOOLEAN CHAR DATE DECIMAL DOUBLE FLOAT INT INTEGER INTERVAL MAP NUMERIC PRECISION
    SMALLINT STRING STRUCT TIMESTAMP TINYINT UNIONTYPE VARCHAR",
);

pub(crate) fn define(g: &mut Grammar) {
    sql::define_dialect(g, &KEYWORDS, &TYPES);
    g.prepend("root", |s| {
        s.to(r#"""#, StrDouble, "double").to(r"\$\{", NameVariable, "variable");
    });
    g.prepend("single", |s| {
        s.to(r"\$\{", NameVariable, "variable").on(r"[^\\'$]+", StrSingle);
    });
    g.prepend("double", |s| {
        s.to(r"\$\{", NameVariable, "variable").to(r#"""#, StrDouble, POP).on(r#"[^\\"$]+"#, StrDouble);
    });
    g.state("variable").to(r"\}", NameVariable, POP).on(r"[^}]+", NameVariable);
}
