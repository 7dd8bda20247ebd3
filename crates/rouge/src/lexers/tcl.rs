//! Tcl. Each kind of bracket has a state for the command in it and a state for the command's parameters. A closing
//! brace ends everything that is open within the braces.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "after apply array break catch continue else elseif error eval expr for foreach global if namespace proc rename
    return set switch then trace unset update uplevel upvar variable vwait while",
);
static BUILTINS: Words = Words::new(
    "append bgerror binary cd chan clock close concat dde dict encoding eof exec exit fblocked fconfigure fcopy file
    fileevent flush format gets glob history http incr info interp join lappend lassign lindex linsert list llength
    load loadTk lrange lrepeat lreplace lreverse lsearch lset lsort mathfunc mathop memory msgcat open package pid
    pkg::create pkg_mkIndex platform platform::shell puts pwd re_syntax read refchan regexp registry regsub scan
    seek socket source split string subst tell time tm unknown unload",
);

/// The characters that can be part of a word.
const INSIDE: &str = r"[^)\]};\n\r\t\v]";

/// The number of open braces in strings.
#[derive(Default)]
struct Braces(i32);

pub(crate) fn define(g: &mut Grammar) {
    words(g);
    strings(g);
    command(g, "root", "parameters");
    let kinds = [
        ("braces", "in braces", "in braces, parameters", r"\}"),
        ("parentheses", "in parentheses", "in parentheses, parameters", r"\)"),
        ("brackets", "in brackets", "in brackets, parameters", r"\]"),
    ];
    for (state, inner, parameters, close) in kinds {
        command(g, inner, parameters);
        g.state(state).to(close, Punctuation, POP).mixin(inner);
        // Other closing brackets are text in braces, and errors elsewhere.
        let other = if state == "braces" { Text } else { Error };
        g.state(parameters).to(close, Punctuation, Transition::Pop(2)).on(r"[)\]}]", other).mixin("parameters");
    }
    g.state("parameters")
        .to(";", Punctuation, POP)
        .to(r"\n", Text, POP)
        .on("else|elseif|then", Keyword)
        .mixin("word")
        .on(r"\s+", Text)
        .on(format!("{INSIDE}+"), Text);
    g.in_3_30(|g| {
        for state in ["root", "in braces", "in parentheses", "in brackets"] {
            g.replace_rules(state, "#", |_| {});
            g.insert_rules(state, "(?=[)", |s| _ = s.on(r"#[^)\]};\n]+", CommentSingle));
        }
    });
    g.state("comment").to(r".*[^\\]\n", Comment, POP).on(r".*\\\n", Comment);
}

fn command(g: &mut Grammar, state: &'static str, parameters: &'static str) {
    g.state(state)
        .to("#", Comment, "comment")
        .mixin("word")
        .go(r"(?=[)\]};\n\r\t\v])", parameters)
        .words(format!("{INSIDE}+"), &[(&KEYWORDS, Keyword), (&BUILTINS, NameBuiltin)], Text)
        .on(r"\s+", Text);
}

fn words(g: &mut Grammar) {
    g.state("word")
        .on(r"\{\*\}", Keyword)
        .call(r"\}", |cx| {
            if cx.in_state("braces") {
                leave_braces(cx);
            } else {
                cx.token(Error);
            }
        })
        .mixin("substitutions")
        .to(r"\{", Punctuation, "braces")
        .to(r"\(", Punctuation, "parentheses")
        .to(r#"""#, StrDouble, "string")
        .on(format!(r#"{INSIDE}+?(?=[(\[{{"\\])"#), Text);
    g.state("substitutions")
        .to(r"\[", Punctuation, "brackets")
        .on(r"(?m)\$[a-z0-9.:-]+|\$\{.*?\}", NameVariable)
        .on(r"\$", Text)
        .on(r"(?m)\\(?:[0-7]{3}|[xX]\h{2}|[uU]\h{4}|.)", StrEscape);
}

/// Emits a closing brace, and leaves all states up to the state of the innermost open braces.
fn leave_braces(cx: &mut Context<'_, '_>) {
    while cx.state_name() != "braces" {
        cx.pop(1);
    }
    cx.pop(1);
    cx.token(Punctuation);
}

fn strings(g: &mut Grammar) {
    g.state("string")
        .to(r#"""#, StrDouble, POP)
        .mixin("substitutions")
        .on(r#"[^\\\[$"{}]+"#, StrDouble)
        .call(r"\{", |cx| {
            cx.memory::<Braces>().0 += 1;
            cx.token(StrDouble);
        })
        .call(r"\}", |cx| {
            if cx.in_state("braces") && cx.memory::<Braces>().0 == 0 {
                leave_braces(cx);
            } else {
                cx.memory::<Braces>().0 -= 1;
                cx.token(StrDouble);
            }
        });
}
