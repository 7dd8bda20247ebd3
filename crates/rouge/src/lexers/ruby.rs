//! Ruby. The preceding text decides whether `/`, `%` and `?` start a literal. The states therefore distinguish whether
//! a value is allowed (`value`) or a method name was just read (`called`).

use super::prelude::*;
use crate::grammar::StateBuilder;
use crate::token::Token;
use crate::version::Version;
use std::collections::VecDeque;

pub(super) static KEYWORDS: Words = Words::new(
    "alias BEGIN begin break case do else elsif END end ensure for if in next raise redo rescue retry return super
    then undef unless until when while yield",
);
pub(super) static PSEUDO_KEYWORDS: Words = Words::new(
    "__FILE__ __LINE__ alias_method attr catch extend false include loop module_function nil private protected
    public raise throw true",
);
static BUILTINS: Words = Words::new(
    "__id__ __send__ abort ancestors at_exit attr_accessor attr_reader attr_writer autoload binding callcc caller
    catch chomp chop class_eval class_variables clone const_get const_missing const_set constants display dup eval
    exec exit extend fail fork format freeze getc gets global_variables gsub hash id included_modules inspect
    instance_eval instance_method instance_methods instance_variable_get instance_variable_set instance_variables
    lambda load local_variables loop method method_missing methods module_eval name object_id open p print printf
    private_class_method private_instance_methods private_methods proc protected_instance_methods
    protected_methods public_class_method public_instance_methods public_methods putc puts raise rand readline
    readlines require require_relative scan select self send set_trace_func singleton_methods sleep split sprintf
    srand sub syscall system taint test throw to_a to_s trace_var trap untaint untrace_var warn",
);
static BUILTINS_ASKING: Words = Words::new(
    "autoload block_given const_defined eql equal frozen include instance_of is_a iterator kind_of method_defined nil
    private_method_defined protected_method_defined public_method_defined respond_to tainted",
);
static BUILTINS_CHANGING: Words = Words::new("chomp chop exit gsub sub");

/// The pending here-documents: whether the end may be indented, and the word that ends them.
type Heredocs = VecDeque<(bool, String)>;

/// A pattern for the first character of a name after `@`, `$` or `:`. Rouge's pattern accepts lowercase letters and
/// ignores case, so it accepts uppercase letters, too. The excluded letters, such as `À`, are exceptions for which Ruby
/// does not ignore case.
pub(super) const FIRST: &str = r"[\p{Ll}\p{Lu}\p{Lt}_&&[^À-ÖØ-Þİϒ-ϔ]]";

pub(crate) fn define(g: &mut Grammar) {
    // Rouge loads this lexer twice and therefore enters the state twice.
    g.start(|cx| cx.next(["value"; 2]));
    define_states(g);
}

/// Changes the patterns so that names have no letters outside of ASCII.
pub(super) fn with_ascii_names(g: &mut Grammar) {
    g.rewrite_patterns(|pattern| {
        let pattern = pattern.replace(FIRST, "[a-zA-Z_]").replace(r"\p{Word}", r"\w").replace(r"\p{Ll}", "a-z");
        pattern.replace(r"\p{Lu}[\p{L}0-9_]", "[A-Z][a-zA-Z0-9_]").replace(r"\p{Lu}", "A-Z").replace(r"\p{L}", "a-zA-Z")
    });
}

/// Defines the states of Ruby, but does not set the initial state.
pub(super) fn define_states(g: &mut Grammar) {
    space(g);
    root(g);
    symbols_and_strings(g);
    definitions(g);
    heredocs(g);
    places(g);
    g.in_3_30(|g| {
        with_ascii_names(g);
        g.drop_rules("keywords", "not|and|or");
        // Shorter operators come first.
        g.replace_rules("method name", r"\*\*?", |s| {
            let name = r"(?:([a-zA-Z_]\w*)(\.))?([a-zA-Z_]\w*[!?]?|\*\*?|[-+]@?|[/%&|^`~]|\[\]=?|<<?|>>?|<=>?|>=|===?)";
            s.groups_to(name, &[NameClass, Operator, NameFunction], POP);
        });
    });
}

fn space(g: &mut Grammar) {
    g.state("blanks").on(r"[ \t\r]+", Text);
    g.state("space")
        .mixin("blanks")
        .to(r"\n\s*", Text, "value")
        .on("#.*", CommentSingle)
        .on(r"(?m)=begin\b.*?\n=end\b", CommentMultiline);
}

fn root(g: &mut Grammar) {
    g.state("root").mixin("space").to("__END__", CommentPreproc, "data").mixin("numbers").mixin("variables");
    g.state("data").to(r"(?m).+", CommentPreproc, POP);
    g.state("numbers")
        .on(r"0_?[0-7]+(?:_[0-7]+)*", NumOct)
        .on(r"0x\h+(?:_\h+)*", NumHex)
        .on(r"0b[01]+(?:_[01]+)*", NumBin)
        .on(r"\d+(?:_\d+)*(?:\.\d+(?:_\d+)*(?:[eE][-+]?\d+)?|[eE][-+]?\d+)", NumFloat)
        .on(r"\d+(?:_\d+)*", NumInteger);
    g.state("variables")
        .on(format!(r"@@{FIRST}\p{{Word}}*"), NameVariableClass)
        .on(format!(r"@{FIRST}\p{{Word}}*"), NameVariableInstance)
        .on(r#"\$(?:\p{Word}+|[!@&`'+~=/\\,;.<>_*$?:"]|-[0adFiIlpvw])"#, NameVariableGlobal);
    g.append("root").on("::", Operator).mixin("strings").mixin("keywords").mixin("heredoc start").mixin("names");
    g.state("keywords")
        .to(r"defined\?(?=\W|$)", Keyword, "value")
        .to(r"(\w+)(?=\W|$)", Keyword, "value")
        .if_word(&KEYWORDS)
        .to(r"(\w+)\b", KeywordPseudo, "value")
        .if_word(&PSEUDO_KEYWORDS)
        .to(r"(?:not|and|or)\b", OperatorWord, "value")
        .groups(r"(module)(\s+)([\p{L}_][\p{L}0-9_]*(?:::[\p{L}_][\p{L}0-9_]*)*)", &[Keyword, Text, NameNamespace])
        .groups_to(r"(def\b)(\s*)", &[Keyword, Text], "method name")
        .groups_to(r"(class\b)(\s*)", &[Keyword, Text], "class name")
        .to(r"(\w+)\?", NameBuiltin, "value")
        .if_word(&BUILTINS_ASKING)
        .to(r"(\w+)!", NameBuiltin, "value")
        .if_word(&BUILTINS_CHANGING)
        .to(r"const_defined\?\b", NameBuiltin, "called")
        .to(r"(\w+)\b", NameBuiltin, "called")
        .if_word(&BUILTINS);
    g.state("names")
        .to(r"\.{2,3}", Operator, "value")
        .to(r"\p{Lu}[\p{L}0-9_]*", NameConstant, "called")
        .groups_to(
            r"(\.|::)(\s*)([\p{Ll}_]\p{Word}*[!?]?|[*%&^`~+\-/\[<>=,.])",
            &[Punctuation, Text, NameFunction],
            "called",
        )
        .to(r"[\p{L}_]\p{Word}*[?!]", Name, "value")
        .to(r"[\p{L}_]\p{Word}*", Name, "called")
        .to(r"\*\*|<=>|<<?|>>?|>=|<=|=~|={3}|!~|&&?|\|\||\.", Operator, "value")
        .to(r"[-+/*%=<>&!^|~]=?", Operator, "value")
        .to(r"\?", Punctuation, ["ternary", "value"])
        .to(r"[\[({,:\\;/]", Punctuation, "value")
        .on(r"[\])}]", Punctuation);
}

fn symbols_and_strings(g: &mut Grammar) {
    g.state("symbols")
        .on(format!(r":@{{0,2}}{FIRST}\p{{Word}}*[!?]?"), StrSymbol)
        .on(r":(?:\*\*|[-+]@|[/%&|^`~]|\[\]=?|<<|>>|<=?>|<=?|===?)", StrSymbol)
        .on(r"(?m):'(?:\\\\|\\'|[^'])*'", StrSymbol)
        .to(r#":""#, StrSymbol, "quoted symbol");
    g.state("strings")
        .mixin("symbols")
        .to(r"[\p{Ll}_]\p{Word}*?[!?]?:\s+", StrSymbol, "value")
        .on(r"'(?:\\\\|\\'|[^'])*'", StrSingle)
        .to(r#"""#, StrDouble, "quoted string")
        .to("`", StrBacktick, "backticks");
    quoted(g, "quoted symbol", StrSymbol, '"');
    quoted(g, "quoted string", StrDouble, '"');
    quoted(g, "backticks", StrBacktick, '`');
    g.state("interpolation")
        .to(r"#\{", StrInterpol, "interpolated")
        .on(format!(r"#(?:@@?|\$){FIRST}\p{{Word}}*"), StrInterpol);
    g.state("interpolation and escapes")
        .mixin("interpolation")
        .on(r#"\\(?:[\\abefnrstv#"']|x\h{1,2}|[0-7]{1,3}|.)"#, StrEscape);
    g.state("interpolated").to(r"\}", StrInterpol, POP).mixin("root");
    g.state("percent").call(r"%([IQWiqrswx])?([^\p{Word}\s])", |cx| {
        let bare = cx.group(1).is_empty() && cx.version() == Version::V4_6;
        let interpolates = bare || matches!(cx.group(1), "r" | "Q" | "W" | "x" | "I");
        percent(cx, interpolates);
    });
    g.state("regex").mixin("interpolation").on(r"\\[\\/]|[\\#]|[^\\/#]+", StrRegex).to(
        "/",
        StrRegex,
        goto("regex flags"),
    );
    g.state("regex flags").to("[mixounse]*", StrRegex, POP);
}

fn quoted(g: &mut Grammar, state: &'static str, token: Token, end: char) {
    g.state(state).mixin("interpolation and escapes").on(format!(r"[^\\{end}#]+"), token).on(r"[\\#]", token).to(
        end.to_string(),
        token,
        POP,
    );
}

/// Emits the start of a literal such as `%w[..]`, and enters a state that depends on the delimiters. `interpolates` is
/// set if `#{..}` in the literal is code.
pub(super) fn percent(cx: &mut Context<'_, '_>, interpolates: bool) {
    let kind = cx.group(1);
    let open = cx.group(2);
    let close = closing(open);
    let token = if kind == "r" { StrRegex } else { StrOther };
    if kind == "r" {
        cx.push("regex flags");
    }
    cx.token(token);
    cx.push_dynamic("percent body", &format!("{kind}{open}"), |s| percent_body(s, open, close, token, interpolates));
}

/// The closing delimiter for an opening one, such as `)` for `(`. Characters other than brackets close themselves.
pub(super) fn closing(open: &str) -> &str {
    match open {
        "{" => "}",
        "[" => "]",
        "(" => ")",
        "<" => ">",
        same => same,
    }
}

fn percent_body(s: &mut StateBuilder<'_>, open: &str, close: &str, token: Token, interpolates: bool) {
    let (first, last) = (escaped(open), escaped(close));
    let ends = if open == close && open == "#" { String::new() } else { format!("{first}{last}") };
    s.on(format!(r"\\[#{ends}\\]"), StrEscape);
    if open != close {
        s.to(first, token, crate::grammar::Transition::PushTop);
    }
    s.to(last, token, POP);
    if interpolates {
        s.mixin("interpolation and escapes").on("#", token);
    } else {
        s.on(r"[\\#]", token);
    }
    s.on(format!(r"[^#{ends}\\]+"), token);
}

/// Escapes a delimiter for use in a pattern, inside or outside of brackets: `|` becomes `\|`. Letters, digits and
/// characters outside of ASCII stay unchanged.
fn escaped(sign: &str) -> String {
    let plain = sign.chars().all(|c| c.is_alphanumeric() || !c.is_ascii());
    if plain { sign.to_owned() } else { format!(r"\{sign}") }
}

fn definitions(g: &mut Grammar) {
    g.state("method name")
        .on(r"\s+", Text)
        .to(r"\(", Punctuation, "parameters")
        .groups_to(
            r"(?:([\p{L}_]\p{Word}*)(\.))?([\p{L}_]\p{Word}*[!?]?|\*\*?|[-+]@?|[/%&|^`~]|\[\]=?|<=>?|<<?|>>?|>=|===?)",
            &[NameClass, Operator, NameFunction],
            POP,
        )
        .go("", POP);
    g.state("class name")
        .on(r"\s+", Text)
        .on(r"\p{Word}+(?:::\p{Word}+)+", NameClass)
        .to(r"\(", Punctuation, ["parameters", "value"])
        .to("<<", Operator, goto("value"))
        .to(r"[\p{Lu}_]\p{Word}*", NameClass, POP)
        .go("", POP);
    g.state("parameters")
        .groups_to(r"(\))(\.|::)?", &[Punctuation, Operator], POP)
        .to(r"\(", Punctuation, ["parameters", "value"])
        .mixin("root");
    g.state("ternary")
        .groups_to(r"(:)(\s+)", &[Punctuation, Text], goto("value"))
        .to(r":(?![^#\n]*?[:\\])", Punctuation, goto("value"))
        .mixin("root");
}

fn heredocs(g: &mut Grammar) {
    g.state("heredoc start")
        .call(r#"(<<[~-]?)(["'`]?)([\p{L}_]\p{Word}*)(\2)"#, heredoc)
        .call(r#"(<<[-~]?)(["'])()(\2)"#, heredoc);
    g.state("heredocs announced").go(r"(?=\n)", goto("heredocs")).mixin("root");
    g.state("heredocs")
        .mixin("interpolation and escapes")
        .to(r"\n", StrHeredoc, "heredoc line")
        .on(r"[#\\]|[^#\\\n]+", StrHeredoc);
    g.state("heredoc line")
        .call(r"[^#\\\n]*$", |cx| {
            let line = cx.matched();
            let queue = cx.memory::<Heredocs>();
            let ends = queue.front().is_some_and(|(indented, word)| {
                let line = if *indented { line.trim_ascii() } else { line.trim_ascii_end() };
                line == word
            });
            if ends {
                queue.pop_front();
                if queue.is_empty() {
                    cx.pop(1);
                }
            }
            cx.token(if ends { NameConstant } else { StrHeredoc });
            cx.pop(1);
        })
        .go("", POP);
}

fn heredoc(cx: &mut Context<'_, '_>) {
    let (sign, quote, word) = (cx.group(1), cx.group(2), cx.group(3));
    cx.emit(Operator, sign);
    cx.emit(NameConstant, &format!("{quote}{word}{quote}"));
    cx.memory::<Heredocs>().push_back((sign.len() > 2, word.to_owned()));
    if cx.state_name() != "heredocs announced" {
        cx.push("heredocs announced");
    }
}

/// Defines the states that determine which tokens are allowed next.
fn places(g: &mut Grammar) {
    g.state("called").to("[/%]", Operator, goto("value")).go(r"(?=\n)", POP).go("", goto("called, after space"));
    g.state("called, after space")
        .mixin("space")
        .to("[%/]=", Operator, goto("value"))
        .to(r"/(?=\S|\s*/)", StrRegex, goto("regex"))
        .mixin("percent")
        .go(r"(?=\s*/)", POP)
        .to(r"\s+", Text, goto("value"))
        .go("", POP);
    g.state("value")
        .mixin("blanks")
        .to("/", StrRegex, goto("regex"))
        .to(r#"\?(?:\\[MC]-)*(?:\\(?:[\\abefnrstv#"']|x\h{1,2}|[0-7]{1,3})|\S)(?!\p{Word})"#, StrChar, POP)
        .groups_to(r"(\s*)(%[IQWiqrswx]? \S* )", &[Text, StrOther], POP)
        .mixin("percent")
        .go("", POP);
}
