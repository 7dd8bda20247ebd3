//! Makefiles: variables, rules and their recipes.

use super::prelude::*;

const FUNCTIONS: &str = "abspath|addprefix|addsuffix|and|basename|call|dir|error|eval|file|filter|filter-out|findstring|firstword|flavor|foreach|if|join|lastword|notdir|or|origin|patsubst|realpath|shell|sort|strip|subst|suffix|value|warning|wildcard|word|wordlist|words";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on(r"#.*?\n", Comment)
        .groups(r"([s-]?include)((?:[\t ]+[^\t\n #]+)+)", &[Keyword, StrOther])
        .groups(r"((?:ifn?def|ifn?eq|unexport)\b)([\t ]+)([^\n#]+)", &[Keyword, Text, NameVariable])
        .groups(
            r"(else\b)([\t ]+)((?:ifn?def|ifn?eq)\b)([\t ]+)([^\n#]+)",
            &[Keyword, Text, Keyword, Text, NameVariable],
        )
        .on(r"(?:else|endef|endfor|endif)[\t ]*(?=[\n#])", Keyword)
        .groups_to(r"(export)([\t ]+)(?=[\w${}()\t -]+\n)", &[Keyword, Text], "export")
        .on(r"export[\t ]+", Keyword)
        .groups_to(
            r"(override\b)*([\t ]*)([\w$().{}-]+)([\t ]*)([!+:?]?=)",
            &[NameBuiltin, Text, NameVariable, Text, Operator],
            "line",
        )
        .on(r#""(?:\\\\|\\.|[^"\\])*""#, StrDouble)
        .on(r"'(?:\\\\|\\.|[^'\\])*'", StrSingle)
        .groups_to(r"([^\n:]+)(:+)([ \t]*)", &[NameLabel, Operator, Text], "prerequisites")
        .groups(r"(override\b)*([\t ])*(define)([\t ]+)([^\n#]+)", &[NameBuiltin, Text, Keyword, Text, NameVariable])
        .groups_to(
            format!(r"(\$[({{])([\t ]*)({FUNCTIONS})([\t ]+)"),
            &[NameFunction, Text, NameBuiltin, Text],
            "arguments",
        );
    g.state("export").on(r"[\w${}()-]", NameVariable).to(r"\n", Text, POP).on(r"[\t ]+", Text);
    rules(g);
    recipes(g);
    g.in_3_30(as_in_3_30);
}

/// Removes the rules for `define`, `override` and nested macros, which Rouge 3.30 does not have.
fn as_in_3_30(g: &mut Grammar) {
    g.replace_rules("root", "unexport", |s| {
        _ = s.groups(r"(ifn?def|ifn?eq)([\t ]+)([^\n#]+)", &[Keyword, Text, NameVariable]);
    });
    g.drop_rules("root", r"(else\b)");
    g.replace_rules("root", "endef", |s| _ = s.on(r"(?:else|endif)[\t ]*(?=[#\n])", Keyword));
    g.drop_rules("root", "(define)");
    g.drop_rules("root", FUNCTIONS);
    let assigned = [NameVariable, Text, Operator];
    g.replace_rules("root", "override", |s| {
        _ = s.groups_to(r"([\w$().{}-]+)([\t ]*)([!+:?]?=)", &assigned, "line");
    });
    let stop = r"\$\(|\$\{|\(|\)|\}|\\|$";
    g.state("shell")
        .on(r"(?i)\$[({][\t ]*\w[\w:=%.]*[\t ]*[)}]", NameVariable)
        .groups_to(
            format!(r"(\$[({{])([\t ]*)({FUNCTIONS})([\t ]+)"),
            &[NameFunction, Text, NameBuiltin, Text],
            "arguments",
        )
        .call(r"(?m)\\.", shell)
        .call(format!("(?m).+?(?={stop})"), shell)
        .call(stop, shell);
    g.replace_rules("arguments", "[)}]", |s| _ = s.to("[)}]", NameFunction, POP));
}

fn rules(g: &mut Grammar) {
    g.state("prerequisites")
        .on(r"[^,\\\n#]+", NameFunction)
        .on(",", Punctuation)
        // Rouge's comment is only the number sign.
        .on("#", Comment)
        .on(r"\\(?:\n|.)", Text)
        .to(r"\n", Text, goto("recipe"));
    g.state("recipe")
        .groups(r"(ifn?def|ifn?eq)([\t ]+)([^\n#]+)(#.*)?(\n)", &[Keyword, Text, NameVariable, Comment, Text])
        .groups(r"(else|endif)([\t ]*)(#.*)?(\n)", &[Keyword, Text, Comment, Text])
        .groups_to(r"(\t[\t ]*)([@-]?)", &[Text, Punctuation], "line")
        .call("", |cx| {
            cx.reset_other("shell");
            cx.pop(1);
        });
}

fn recipes(g: &mut Grammar) {
    let stop = r"\$?\$\(|\$?\$\{|\(|\)|\}|\\|$";
    g.state("shell")
        .to(r"\${1,2}[({]", Punctuation, "macro")
        .call(r"(?m)\\.", shell)
        .call(format!("(?m).+?(?={stop})"), shell)
        .call(stop, shell);
    g.state("macro").to("[)}]", Punctuation, POP).to(r"\n", Text, POP).mixin("shell");
    g.state("arguments")
        .call("[({]", |cx| {
            shell(cx);
            cx.push_top();
        })
        .to("[)}]", Punctuation, POP)
        .mixin("shell");
    g.state("line").to(r"\n", Text, POP).mixin("shell");
}

fn shell(cx: &mut Context<'_, '_>) {
    cx.delegate("shell", cx.matched());
}
