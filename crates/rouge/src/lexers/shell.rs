//! POSIX shells. Rouge's rules are coarse: a word that starts like a command is a builtin anywhere, and a keyword
//! includes the space after it.

use super::prelude::*;

static KEYWORDS: Words =
    Words::new("continue do done elif else esac fi for function if in return select then until while");

static BUILTINS: Words = Words::new(
    "alias arch awk b2sum base32 base64 basename bg bind break builtin caller cat cd chcon chgrp chmod chown chroot
    cksum comm command compgen complete cp csplit cut date dd declare df dir dircolors dirname dirs disown du echo
    enable env eval exec exit expand export expr factor false fc fg fmt fold getopts grep groups gunzip gzip hash
    head help history hostid hostname id install jobs join kill let link ln local logname logout ls mapfile md5sum
    mkdir mkfifo mknod mktemp mv nice nl nohup nproc numfmt od paste pathchk popd pr printenv printf ptx pushd pwd
    read readlink readonly realpath rm rmdir runcon sed seq set sha1sum sha224sum sha256sum sha384sum sha512sum
    shift shopt shred shuf sleep sort source split stat stdbuf stty sudo sum suspend sync tac tail tar tee test
    time timeout times touch tr trap true truncate tsort tty type typeset ulimit umask unalias uname unexpand uniq
    unlink unset uptime users vdir wait wc who whoami yes",
);

/// The word that ends the current here-document.
#[derive(Default)]
struct Heredoc(String);

pub(crate) fn define(g: &mut Grammar) {
    g.state("root").mixin("words").mixin("text");
    words(g);
    text(g);
    expansions(g);
    heredocs(g);
    g.state("case").to(r"esac\b", Keyword, POP).on(r"\|", Punctuation).to(r"\)", Punctuation, "branch").mixin("root");
    g.state("branch").to(";;", Punctuation, POP).mixin("root");
}

fn words(g: &mut Grammar) {
    g.state("words")
        .on("#.*", Comment)
        .on(r"(\w+)\s*\b", Keyword)
        .if_word(&KEYWORDS)
        .to(r"case\b", Keyword, "case")
        .on(r"(\w+)\s*\b(?![-.])", NameBuiltin)
        .if_word(&BUILTINS)
        .on(r"\.(?=\s)", NameBuiltin)
        .groups(r"(\w+)(=)", &[NameVariable, Operator])
        .on(r"[\[\]{}()!=>]|&&|\|\||<<<", Operator)
        .call(r#"(<<-?)(\s*)(["']?)(\\?)(\w+)(\3)"#, |cx| {
            cx.groups(&[Operator, Text, StrHeredoc, StrHeredoc, NameConstant, StrHeredoc]);
            cx.memory::<Heredoc>().0 = cx.group(5).to_owned();
            cx.push("heredoc");
        });
}

fn text(g: &mut Grammar) {
    g.state("text")
        .on(r"\s+", Text)
        .on(r"\\.", StrEscape)
        .to(r#"\$?""#, StrDouble, "double")
        .to(r"\$'", StrSingle, "ansi")
        .to("'", StrSingle, "single")
        .on(r"\*", Keyword)
        .on(";", Punctuation)
        .on(r"--?[\w-]+", NameTag)
        .on(r#"[^=*\s{}()$"'`;\\<]+"#, Text)
        .on("<", Text)
        .mixin("expansions");
    g.state("double")
        // `$` before the closing quote is a literal dollar sign.
        .to(r#"(?:\$#?)?""#, StrDouble, POP)
        .mixin("expansions")
        .on(r#"[^"`\\$]+"#, StrDouble);
    g.state("single").on("[^']+", StrSingle).to("'", StrSingle, POP);
    g.state("ansi").on(r"\\.", StrEscape).on(r"[^\\']+", StrSingle).mixin("single");
    g.state("backticks").to("`", StrBacktick, POP).mixin("root");
}

fn expansions(g: &mut Grammar) {
    g.state("expansions")
        .on(r"\\(?:$|.)", StrEscape)
        .to(r"\$\(\(", Keyword, "arithmetic")
        .to(r"\$\(", StrInterpol, "command")
        .to(r"\$\{#?", Keyword, "parameter")
        .to("`", StrBacktick, "backticks")
        .on(r"\$#?(?:\w+|.)", NameVariable);
    g.state("parameter")
        .to(r"\}", Keyword, POP)
        .on(":-", Keyword)
        .on(r"\w+", NameVariable)
        .on(r#"[^}:"`'$]+"#, Punctuation)
        .mixin("root");
    g.state("command").to(r"\)", StrInterpol, POP).to(r"\(", Operator, "parentheses").mixin("root");
    g.state("parentheses").to(r"\(", Operator, Transition::PushTop).to(r"\)", Operator, POP).mixin("root");
    g.state("arithmetic")
        .to(r"\)\)", Keyword, POP)
        .on(r"[-+*/%^|&!]|\|\|", Operator)
        .on(r"\d+(?:#\w+)?", Num)
        .mixin("root");
}

fn heredocs(g: &mut Grammar) {
    g.state("heredoc")
        .to(r"\n", StrHeredoc, "heredoc line")
        .on(r"[^$\n\\]+", StrHeredoc)
        .mixin("expansions")
        .on(r"\$", StrHeredoc);
    g.state("heredoc line")
        .call(r"\s*(\w+)\s*\n", |cx| {
            let word = cx.group(1);
            if cx.memory::<Heredoc>().0 == word {
                cx.token(NameConstant);
                cx.pop(2);
            } else {
                cx.token(StrHeredoc);
            }
        })
        .go("", POP);
}
