//! Smarty, a PHP template language. The surrounding text is HTML or in the language of the option `parent`.

use super::prelude::*;

const NAME: &str = r"[a-zA-Z_]\w*";

static BUILTINS: Words = Words::new(
    "append assign block break call capitalize capture cat config_load continue count_characters count_paragraphs
    count_sentences count_words counter cycle date_format debug default else elseif escape eval extends fetch for
    foreach foreachelse from_charset function html_checkboxes html_image html_options html_radios html_select_date
    html_select_time html_table if include include_php indent insert ldelim literal lower mailto math nl2br
    nocache php rdelim regex_replace replace section sectionelse setfilter spacify string_format strip strip_tags
    textformat to_charset truncate unescape upper while wordwrap",
);

pub(crate) fn define(g: &mut Grammar) {
    let parent = |cx: &mut Context<'_, '_>| cx.delegate_parent("html", cx.matched());
    g.state("root")
        .call(r"\{\s+", parent)
        .on(r"(?m)\{\*.*?\*\}", Comment)
        .to(r"\{/?(?![\s*])", Keyword, "tag")
        .call(r#"(?m).+?(?=\{[/a-zA-Z0-9$#*"'])"#, parent)
        .call("(?m).+", parent);
    g.state("tag")
        .to(r"\{/?(?![\s*])", Keyword, "tag")
        .to(r"\}", Keyword, POP)
        .on(r"\s+", Text)
        .on(r"[!%&()*+,./:;<=>?@\[\]^|~-]", Operator)
        .on(format!("#{NAME}#"), NameVariable)
        .on(format!(r"\${NAME}(?:\.\w+)*"), NameVariable)
        .on(r"(?:true|false|null)\b", KeywordConstant)
        // As in Rouge, the exponent requires both letters.
        .on(r"[0-9](?:\.[0-9]*)?(?:eE[+-][0-9])?[flFLdD]?|0[xX][0-9a-fA-F]+[Ll]?", Num)
        .on(r#""(?:\\.|.)*?""#, StrDouble)
        .on(r"'(?:\\.|.)*?'", StrSingle)
        .words(NAME, &[(&BUILTINS, NameBuiltin)], NameAttribute);
}
