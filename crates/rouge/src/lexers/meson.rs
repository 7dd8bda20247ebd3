//! Build files of the build system Meson.

use super::prelude::*;

static KEYWORDS: Words = Words::new("break continue elif else endforeach endif false foreach if true");
static VARIABLES: Words = Words::new("build_machine host_machine meson target_machine");
static FUNCTIONS: Words = Words::new(
    "add_global_arguments add_global_link_arguments add_languages add_project_arguments add_project_link_arguments
    add_test_setup alias_target assert benchmark both_libraries build_target configuration_data configure_file
    custom_target declare_dependency dependency disabler environment error executable files find_library
    find_program generator get_option get_variable gettext import include_directories install_data install_headers
    install_man install_subdir is_disabler is_variable jar join_paths library message option project run_command
    run_target set_variable shared_library shared_module static_library subdir subdir_done subproject summary test
    vcs_tag warning",
);

/// The open strings: whether each is a format string, and its quotes.
type Open = Vec<(bool, String)>;

pub(crate) fn define(g: &mut Grammar) {
    let id = "[[:alpha:]_][[:alnum:]_]*";
    g.state("root")
        .on(r"\n+|[^\S\n]+", Text)
        .on(r"#.*\n?", CommentSingle)
        .on(r"[\[\]{}:(),;.]", Punctuation)
        .on(r"\\\n?", Text)
        .on(r"(?:in|and|or|not)\b", OperatorWord)
        .on(r"[-+/*%=<>]=?|!=", Operator)
        .call("([fF]?)('''|')", |cx| {
            cx.groups(&[StrAffix, Str]);
            let opened = (!cx.group(1).is_empty(), cx.group(2).to_owned());
            cx.memory::<Open>().push(opened);
            cx.push("string");
        })
        .words(format!(r"{id}\b\s*(?=\()"), &[(&FUNCTIONS, NameBuiltin)], Name)
        .words(format!(r"{id}(?!\s*?:)"), &[(&VARIABLES, NameBuiltin), (&KEYWORDS, Keyword)], Name)
        .on(id, Name)
        .on("0[bB](?:_?[01])+", NumBin)
        .on("0[oO](?:_?[0-7])+", NumOct)
        .on(r"0[xX](?:_?\h)+", NumHex)
        .on("[1-9](?:_?[0-9])*|0(?:_?0)*", NumInteger);
    g.state("string")
        .on(r"[^'\\@]+", Str)
        .call("'''|'", |cx| {
            cx.token(Str);
            let quotes = cx.matched();
            if cx.memory::<Open>().last().is_some_and(|(_, open)| open == quotes) {
                cx.memory::<Open>().pop();
                cx.pop(1);
            }
        })
        .go(r"(?=\\)", "escape")
        .call("@", |cx| {
            if cx.memory::<Open>().last().is_some_and(|(formatted, _)| *formatted) {
                cx.token(StrInterpol);
                cx.push("interpolated");
            } else {
                cx.token(Str);
            }
        });
    g.state("escape")
        .to(r"\\(?:[\\abfnrtv']|N\{[a-zA-Z][a-zA-Z ]+[a-zA-Z]\}|u\h{4}|U\h{8}|x\h{2}|[0-7]{1,3})", StrEscape, POP)
        .to(r"\\.", Str, POP);
    g.state("interpolated").call("[^@]+", |cx| cx.recurse(cx.matched())).to("@", StrInterpol, POP);
}
