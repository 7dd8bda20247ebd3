//! Scripts of the build system CMake.

use super::prelude::*;
use crate::token::Token;

static COMMANDS: Words = Words::new(
    "add_compile_definitions add_compile_options add_custom_command add_custom_target add_definitions
    add_dependencies add_executable add_library add_link_options add_subdirectory add_test aux_source_directory
    break build_command build_name cmake_host_system_information cmake_language cmake_minimum_required
    cmake_parse_arguments cmake_policy configure_file create_test_sourcelist define_property else elseif
    enable_language enable_testing endforeach endfunction endif endmacro endwhile exec_program execute_process
    export export_library_dependencies file find_file find_library find_package find_path find_program fltk_wrap_ui
    foreach function get_cmake_property get_directory_property get_filename_component get_property
    get_source_file_property get_target_property get_test_property if include include_directories
    include_external_msproject include_guard include_regular_expression install install_files install_programs
    install_targets link_directories link_libraries list load_cache load_command macro make_directory
    mark_as_advanced math message option output_required_files project qt_wrap_cpp qt_wrap_ui remove
    remove_definitions return separate_arguments set set_directory_properties set_property
    set_source_files_properties set_target_properties set_tests_properties site_name source_group string
    subdir_depends subdirs target_compile_definitions target_compile_features target_compile_options
    target_include_directories target_link_directories target_link_libraries target_link_options
    target_precompile_headers target_sources try_compile try_run unset use_mangled_mesa utility_source
    variable_requires variable_watch while write_file",
);

/// The length of the opening bracket of the current bracket argument or comment.
#[derive(Default)]
struct Bracket(usize);

pub(crate) fn define(g: &mut Grammar) {
    g.state("variable start").to(r"\$\{", StrInterpol, "variable");
    g.state("root")
        .mixin("variable start")
        .on(r"[ \t]+", Text)
        .on("[()]", Punctuation)
        .call(r"#\[=*\[", |cx| open(cx, CommentMultiline, "comment"))
        .call(r"\[=*\[", |cx| open(cx, StrDouble, "bracket"))
        .on(r#"\\""#, Text)
        .to(r#"""#, StrDouble, "quoted")
        .call(r"([A-Za-z_]\w*)([ \t]*)(\()", |cx| {
            let name = if COMMANDS.has(cx.group(1)) { NameBuiltin } else { NameFunction };
            cx.groups(&[name, Text, Punctuation]);
        })
        .on("#.*", CommentSingle)
        .on(r"\r\n?|\n|.", Text);
    closing(g, "bracket", StrDouble);
    closing(g, "comment", CommentMultiline);
    g.append("bracket").mixin("variable start").on(r"[^\]$]+|[\]$]", StrDouble);
    g.append("comment").on(r"[^\]]+|\]", CommentMultiline);
    g.state("variable").mixin("variable start").to(r"\}", StrInterpol, POP).on(r"\r\n?|\n|.", NameVariable);
    g.state("quoted")
        .mixin("variable start")
        .to(r#"""#, StrDouble, "root")
        .on(r#"\\[()#" \\$@^trn;]"#, StrEscape)
        .on(r"\r\n?|\n|.", StrDouble);
}

fn open(cx: &mut Context<'_, '_>, token: Token, state: &'static str) {
    cx.token(token);
    cx.memory::<Bracket>().0 = cx.matched().trim_start_matches('#').len();
    cx.goto(state);
}

fn closing(g: &mut Grammar, state: &'static str, token: Token) {
    g.state(state).call(r"\]=*\]", move |cx| {
        cx.token(token);
        if cx.memory::<Bracket>().0 == cx.matched().len() {
            cx.goto("root");
        }
    });
}
