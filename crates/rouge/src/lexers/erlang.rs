//! Erlang, a language for concurrent systems.

use super::prelude::*;

static KEYWORDS: Words = Words::new("after begin case catch cond end fun if let of query receive try when");
static BUILTINS: Words = Words::new(
    "abs append_element apply atom_to_list binary_to_list binary_to_term bit_size bitstring_to_list bump_reductions
    byte_size cancel_timer check_process_code delete_module demonitor disconnect_node display element erase exit
    float float_to_list fun_info fun_to_list function_exported garbage_collect get get_keys group_leader hash hd
    integer_to_list iolist_size iolist_to_binary is_atom is_binary is_bitstring is_boolean is_builtin is_float
    is_function is_integer is_list is_number is_pid is_port is_process_alive is_record is_reference is_tuple
    length link list_to_atom list_to_binary list_to_bitstring list_to_existing_atom list_to_float list_to_integer
    list_to_pid list_to_tuple load_module localtime_to_universaltime make_tuple md5 md5_final md5_update memory
    module_loaded monitor monitor_node node nodes open_port phash phash2 pid_to_list port_call port_close
    port_command port_connect port_control port_info port_to_list process_display process_flag process_info
    purge_module put read_timer ref_to_list register resume_process round send send_after send_nosuspend
    set_cookie setelement size spawn spawn_link spawn_monitor spawn_opt split_binary start_timer statistics
    suspend_process system_flag system_info system_monitor system_profile term_to_binary tl trace trace_delivered
    trace_info trace_pattern trunc tuple_size tuple_to_list universaltime_to_localtime unlink unregister whereis",
);
static WORD_OPERATORS: Words = Words::new("and andalso band bnot bor bsl bsr bxor div not or orelse rem xor");

const ATOM: &str = r"(?:[a-z]\w*|'[^\n']*[^\\]')";
const MACRO: &str = r"(?:[A-Z_]\w*|[a-z]\w*|'[^\n']*[^\\]')";
const ESCAPE: &str = r#"\\(?:[bdefnrstv'"\\/]|[0-7]{1,3}|\^[a-zA-Z])"#;

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on(r"%.*\n", Comment)
        .on(r"(\w+)\b", Keyword)
        .if_word(&KEYWORDS)
        .on(r"(\w+)\b", NameBuiltin)
        .if_word(&BUILTINS)
        .on(r"(\w+)\b", OperatorWord)
        .if_word(&WORD_OPERATORS)
        .to("^-", Punctuation, "directive")
        .on(r"\+\+?|--?|\*|/=|/|=:=|=/=|=<|==?|<-|<(?!<)|>=|>(?!>)|!|\?", Operator)
        .on("<<|>>", Operator)
        .to(r#"""#, Str, "string")
        .groups(format!("({ATOM})(:)"), &[NameNamespace, Punctuation])
        .groups(format!(r"({ATOM})(\s*)(\()"), &[NameFunction, Text, Punctuation])
        .on("(?:[12][0-9]|3[0-6]|[2-9])#[0-9a-zA-Z]+", NumInteger)
        .on(r"\d+", NumInteger)
        .on(r#"[\]\[:_@".{}()|;,]"#, Punctuation)
        .on(r"[A-Z_]\w*", NameVariable)
        .on(ATOM, Name)
        .on(format!(r"\$(?:{ESCAPE}|\\[ %]|[^\\])"), StrChar)
        .on(format!(r"#{ATOM}(?::?\.{ATOM})?"), NameLabel);
    g.state("string")
        .on(ESCAPE, StrEscape)
        .to(r#"""#, Str, POP)
        .on("~[0-9*.]*[BPWXbcdefginpswx#+~]", StrInterpol)
        .on(r#"[^"\\~]+|~"#, Str);
    g.state("directive")
        .groups_to(format!(r"(define)(\s*)(\()({MACRO})"), &[NameEntity, Text, Punctuation, NameConstant], POP)
        .groups_to(format!(r"(record)(\s*)(\()({MACRO})"), &[NameEntity, Text, Punctuation, NameLabel], POP)
        .to(ATOM, NameEntity, POP);
}
