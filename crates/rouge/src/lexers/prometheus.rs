//! PromQL, the query language of Prometheus.

use super::prelude::*;

static FUNCTIONS: Words = Words::new(
    "abs absent avg_over_time ceil changes clamp_max clamp_min count_over_time count_scalar day_of_month day_of_week
    days_in_month delta deriv drop_common_labels exp floor histogram_quantile holt_winters hour idelta increase irate
    label_replace ln log10 log2 max_over_time min_over_time month predict_linear quantile_over_time rate resets round
    scalar sort sort_desc sqrt stddev_over_time stdvar_over_time sum_over_time time vector year",
);
static AGGREGATIONS: Words = Words::new("avg bottomk count count_values max min stddev stdvar sum topk");

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .mixin("strings")
        .mixin("space")
        .on(r"-?\d+\.\d+", NumFloat)
        .on(r"-?\d+[dhmswy]?", NumInteger)
        // As in Rouge, a logical operator may be the start of a longer name.
        .on("!=|[-+*/%^=<>]|and|or|unless", Operator)
        .on(r"(\w+)\b", NameFunction)
        .if_word(&AGGREGATIONS)
        .groups_to(r"(ignoring|on)(\()", &[KeywordPseudo, Punctuation], "labels")
        .groups(r"(group_(?:left|right))(\()", &[KeywordType, Punctuation])
        .on(r"(?:bool|offset)\b", Keyword)
        .to(r"(?:by|without)\b", Keyword, "labels")
        .words(r"[\w:]+", &[(&FUNCTIONS, NameBuiltin)], Name)
        .on(r"[()\[\].,]", Punctuation)
        .to(r"\{", Punctuation, "filters");
    g.state("space").on(r"[ \t\r]+|\n\s*", Text).on("#.*", Comment);
    g.state("strings")
        .to(r#"""#, StrDouble, "double string")
        .to("'", StrSingle, "single string")
        .on("`.*`", StrBacktick);
    g.state("double string").on(r#"\\[\\abfnrtv"]"#, StrEscape).on(r#"[^\\"]+"#, StrDouble).to(r#"""#, StrDouble, POP);
    g.state("single string").on(r"\\[\\abfnrtv']", StrEscape).on(r"[^\\']+", StrSingle).to("'", StrSingle, POP);
    g.state("filters")
        .on(r"[ \t\r]+", Text)
        .on(",", Punctuation)
        .on(r"[\w:-]+", NameAttribute)
        .on("!=|!~|=~?", Operator)
        .mixin("strings")
        .to(r"\}", Punctuation, POP);
    g.state("labels").on("[(,]", Punctuation).on(r"[\w:-]+", NameAttribute).mixin("space").to(r"\)", Punctuation, POP);
}
