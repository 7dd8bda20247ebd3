//! POSIX shells. Rouge's rules are coarse: a word that starts like a command is a builtin anywhere, and a keyword
//! includes the space after it.

use super::prelude::*;

static KEYWORDS: Words =
    Words::new("if fi else while do done for then return function select continue until esac elif in");

static BUILTINS: Words = Words::new(
    "alias bg bind break builtin caller cd command compgen complete declare dirs disown enable eval exec exit export
    false fc fg getopts hash help history jobs let local logout mapfile popd pushd pwd read readonly set shift shopt
    source suspend test time times trap true type typeset ulimit umask unalias unset wait cat tac nl od base32 base64
    fmt pr fold head tail split csplit wc sum cksum b2sum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum sort
    shuf uniq comm ptx tsort cut paste join tr expand unexpand ls dir vdir dircolors cp dd install mv rm shred link ln
    mkdir mkfifo mknod readlink rmdir unlink chown chgrp chmod touch df du stat sync truncate echo printf yes expr tee
    basename dirname pathchk mktemp realpath pwd stty printenv tty id logname whoami groups users who date arch nproc
    uname hostname hostid uptime chcon runcon chroot env nice nohup stdbuf timeout kill sleep factor numfmt seq tar grep
    sudo awk sed gzip gunzip",
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
        .call(r#"(<<-?)(\s*)(['"]?)(\\?)(\w+)(\3)"#, |cx| {
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
    g.state("parentheses").to(r"\(", Operator, Go::PushTop).to(r"\)", Operator, POP).mixin("root");
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
