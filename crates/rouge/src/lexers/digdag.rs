//! Digdag workflows: YAML with operator names as keys.

use super::prelude::*;
use super::yaml;

const OPERATORS: &str = "bq(?:_ddl|_extract|_load)?|call|echo|embulk|emr|fail|for_each|gcs_wait|http|if|loop|mail|pg|py|rb|redshift(?:_load|_unload)?|require|s3_wait|sh|td(?:_ddl|_for_each|_load|_partial_delete|_run|_table_export|_wait|_wait_table)?";

pub(crate) fn define(g: &mut Grammar) {
    yaml::define(g);
    g.prepend("keys", |s| {
        s.call(format!(r"((?:{OPERATORS})>|_do|_parallel)(:)(?=\s|$)"), |cx| yaml::key(cx, KeywordReserved));
    });
}
