//! Perl. Matching and substitution allow many delimiters.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "BEGIN case CHECK continue do else elsif END for foreach if INIT last my new next our print redo reset return
    then unless until use while",
);
static BUILTINS: Words = Words::new(
    "abs accept alarm atan2 bind binmode bless caller chdir chmod chomp chop chown chr chroot close closedir connect
    continue cos crypt dbmclose dbmopen defined delete die dump each endgrent endhostent endnetent endprotoent endpwent
    endservent eof eval exec exists exit exp fcntl fileno flock fork format formline getc getgrent getgrgid getgrnam
    gethostbyaddr gethostbyname gethostent getlogin getnetbyaddr getnetbyname getnetent getpeername getpgrp getppid
    getpriority getprotobyname getprotobynumber getprotoent getpwent getpwnam getpwuid getservbyname getservbyport
    getservent getsockname getsockopt glob gmtime goto grep hex import index int ioctl join keys kill last lc lcfirst
    length link listen local localtime log lstat map mkdir msgctl msgget msgrcv msgsnd my next no oct open opendir ord
    our pack package pipe pop pos printf prototype push quotemeta rand read readdir readline readlink readpipe recv redo
    ref rename require reverse rewinddir rindex rmdir scalar seek seekdir select semctl semget semop send setgrent
    sethostent setnetent setpgrp setpriority setprotoent setpwent setservent setsockopt shift shmctl shmget shmread
    shmwrite shutdown sin sleep socket socketpair sort splice split sprintf sqrt srand stat study substr symlink syscall
    sysopen sysread sysseek system syswrite tell telldir tie tied time times tr truncate uc ucfirst umask undef unlink
    unpack unshift untie utime values vec wait waitpid wantarray warn write",
);

pub(crate) fn define(g: &mut Grammar) {
    patterns(g);
    root(g);
    names(g);
    strings(g);
}

/// Defines the states for matching and substitution, which allow many delimiters.
fn patterns(g: &mut Grammar) {
    g.state("second part").to(
        r"(?m)/(?:\\[\\/]|[^/])*/[egimosx]*|!(?:\\[\\!]|[^!])*![egimosx]*|\\(?:\\\\|[^\\])*\\[egimosx]*",
        StrRegex,
        POP,
    );
    for (open, close) in
        [(r"\{", r"\}"), ("<", ">"), (r"\[", r"\]"), (r"\(", r"\)"), ("@", "@"), ("%", "%"), (r"\$", r"\$")]
    {
        g.append("second part").to(format!(r"{open}(?:\\[\\{close}]|[^{close}])*{close}[egimosx]*"), StrRegex, POP);
    }
    g.state("patterns");
    for (open, close) in [(r"\{", r"\}"), ("<", ">"), (r"\[", r"\]"), (r"\(", r"\)")] {
        g.append("patterns").to(
            format!(r"(?:s|tr|y){open}(?:\\\\|\\{close}|[^{close}])*{close}\s*"),
            StrRegex,
            "second part",
        );
    }
    let part = |n: u32| format!(r"(?:\\\\|\\\{n}|.)*?\{n}");
    g.append("patterns")
        .on(
            format!(
                r"(?m)(?:s|tr|y)(?:\s*([^\w\s]){}{}|\s+(\w){}{})[msixpodualngcr]*",
                part(1),
                part(1),
                part(2),
                part(2)
            ),
            StrRegex,
        )
        .on(r"m?/(?:\\\\|\\/|[^/\n])*/[msixpodualngc]*", StrRegex)
        .to(r"m(?=[/!\\{<\[(@%$])", StrRegex, "second part")
        .on(format!(r"(?m)m(?:\s*([^\w\s]){}|\s+(\w){})[msixpodualngc]*", part(1), part(2)), StrRegex);
}

fn root(g: &mut Grammar) {
    g.state("root")
        .on("#.*", CommentSingle)
        .on(r"(?m)^=[a-zA-Z0-9]+\s+.*?\n=cut", CommentMultiline)
        .on(r"(\w+)\b", Keyword)
        .if_word(&KEYWORDS)
        .groups_to(r"(format)(\s+)(\w+)(\s*)(=)(\s*\n)", &[Keyword, Text, Name, Text, Punctuation, Text], "format")
        .on(r"(?:and|cmp|eq|ge|gt|le|lt|ne|not|or)\b", OperatorWord)
        .mixin("patterns")
        .on(r"\s+", Text)
        .go(r"(?=[a-zA-Z_]\w*(?:\s*#.*\n)*\s*=>)", "hash key")
        .on(r"(\w+)\b", NameBuiltin)
        .if_word(&BUILTINS)
        .on(r"(?:__(?:DIE|WARN)__|DATA|STD(?:IN|OUT|ERR))\b", NameBuiltinPseudo)
        .on(r#"(?m)<<(['"]?)([a-zA-Z_]\w*)\1;?\n.*?\n\2\n"#, Str)
        .to(r"__(?:END|DATA)__\b", CommentPreproc, "data")
        .on(r"\$\^[ADEFHILMOPSTWX]", NameVariableGlobal)
        .on(r#"\$[\\"'\[\]&`+*.,;=%~?@$!<>(^|/_-](?!\w)"#, NameVariableGlobal)
        .to(r"[$@%&*][$@%&*#_]*(?=[a-zA-Z{\[;])", NameVariable, "variable")
        .on(r"[-+/*%=<>&^|!\\~]=?", Operator)
        .mixin("numbers")
        .mixin("quotes")
        .to(r"package\s+", Keyword, "package")
        .to(r"sub\s+", Keyword, "function")
        .on(r"\[\]|::|\.{1,3}", Operator)
        .on(r"[()\[\]:;,<>/?{}]", Punctuation)
        .go(r"(?=\w)", "name");
    g.state("numbers")
        .on("0_?[0-7]+(?:_[0-7]+)*", NumOct)
        .on(r"0x\h+(?:_\h+)*", NumHex)
        .on("0b[01]+(?:_[01]+)*", NumBin)
        .on(r"(?i)(?:[\d_]*\.\d+(?:_\d*)*)(?:e[-+]?\d+)?", NumFloat)
        .on(r"(?i)\d[\d_]*e[-+]?\d[\d_]*", NumFloat)
        .on(r"\d+(?:_\d+)*", NumInteger);
    g.state("format").to(r"\.\n", StrInterpol, POP).on(r".*?\n", StrInterpol);
    g.state("hash key").on("#.*", CommentSingle).on(r"\w+", Str).on(r"\s+", Text).to("=>", Operator, POP);
    g.state("data").to("(?m).+", CommentPreproc, POP);
}

fn names(g: &mut Grammar) {
    g.state("any name").on(r"\w+::", NameNamespace).to(r"[\w:]+", NameVariable, POP);
    g.state("variable").on(r"\s+", Text).to(r"[{\[),;]", Punctuation, POP).mixin("any name");
    g.state("name").mixin("any name").go(r"(?=\W)", POP);
    g.state("package").to(r"[a-zA-Z_]\w*", NameNamespace, POP);
    g.state("function")
        .on(r"[a-zA-Z_]\w*[!?]?", NameFunction)
        .on(r"\s+", Text)
        .groups(r"(\([$@%]*\))(\s*)", &[Punctuation, Text])
        .to(r".*?\{|;", Punctuation, POP);
}

fn strings(g: &mut Grammar) {
    g.state("quotes")
        .to("'", Punctuation, "single")
        .to(r#"""#, Punctuation, "double")
        .to("`", Punctuation, "backticks")
        .on(r"<[^\s>]+>", StrRegex);
    for (state, open, close) in
        [("curly", r"\{", r"\}"), ("round", r"\(", r"\)"), ("square", r"\[", r"\]"), ("angle", "<", ">")]
    {
        g.append("quotes").to(format!("q[qwrx]?{open}"), StrOther, state);
        g.state(state)
            .on(format!(r"\\[{open}{close}\\]|\\"), StrOther)
            .to(open, StrOther, Transition::PushTop)
            .to(close, StrOther, POP)
            .on(format!(r"[^{open}{close}\\]+"), StrOther);
    }
    g.append("quotes").on(r"(?m)q[qwrx]?(\W).*?\1", StrOther);
    g.state("single")
        .on(r"\\[\\']", StrEscape)
        .on(r"[^\\']+", StrSingle)
        .to("'", Punctuation, POP)
        .on(r"\\", StrSingle);
    g.state("interpolation").to(r"[$@]\{", StrInterpol, "interpolated").on(r"[$@][a-zA-Z_]\w*", StrInterpol);
    g.state("interpolated").to(r"\}", StrInterpol, POP).on(r"\s+", Text).on(r"[a-zA-Z_]\w*", StrInterpol);
    g.state("double")
        .mixin("interpolation")
        .on(r#"\\(?:[\\tnrabefluLUE"$@]|0\d{2}|o\{\d+\}|x\h{2}|x\{\h+\}|c.|N\{[^}]+\})"#, StrEscape)
        .on(r#"[^\\"$@]+|[^\\"]"#, StrDouble)
        .to(r#"""#, Punctuation, POP)
        .on(r"\\", StrEscape);
    g.state("backticks").mixin("interpolation").on(r"\\[\\tnr`]", StrEscape).on(r"[^\\`$@]+|[^\\`]", StrBacktick).to(
        "`",
        Punctuation,
        POP,
    );
}
