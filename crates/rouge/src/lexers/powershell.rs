//! PowerShell, a shell and scripting language by Microsoft.

use super::prelude::*;

static ATTRIBUTES: Words =
    Words::new("ConfirmImpact DefaultParameterSetName HelpURI PositionalBinding SupportsPaging SupportsShouldProcess");
static KEYWORDS: Words = Words::new(
    "assembly base begin break catch class command configuration continue data define do dynamicparam else elseif
    end enum exit filter finally for foreach from function hidden if in inlinescript interface module namespace
    parallel param private process public return sequence static switch throw trap try type until using var while
    workflow",
);
static OPERATORS: Words = Words::new(
    "-and -as -band -bor -bxor -ccontains -ceq -cge -cgt -cle -clike -clt -cmatch -cne -cnotcontains -cnotlike
    -cnotmatch -contains -creplace -csplit -eq -ge -gt -icontains -ieq -ige -igt -ile -ilike -ilt -imatch -ine
    -inotcontains -inotlike -inotmatch -ireplace -is -isnot -isplit -join -le -like -lt -match -ne -not
    -notcontains -notlike -notmatch -or -replace -shl -shr -split -xor",
);
const HELP: &str = "synopsis|description|parameter|example|inputs|outputs|notes|link|component|role|functionality|forwardhelptargetname|forwardhelpcategory|remotehelprunspace|externalhelp";
/// Automatic variables without the dollar sign. They are also recognized as a prefix of longer names.
const AUTOMATIC: &str = r"\$|\?|\^|_|args|ConsoleFileName|Error|Event|EventArgs|EventSubscriber|ExecutionContext|false|foreach|HOME|Host|input|IsCoreCLR|IsLinux|IsMacOS|IsWindows|LastExitCode|Matches|MyInvocation|NestedPromptLevel|null|PID|PROFILE|PSBoundParameters|PSCmdlet|PSCommandPath|PSCulture|PSDebugContext|PSHOME|PSItem|PSScriptRoot|PSSenderInfo|PSUICulture|PSVersionTable|PWD|REPORTERRORSHOWEXCEPTIONCLASS|REPORTERRORSHOWINNEREXCEPTION|REPORTERRORSHOWSOURCE|REPORTERRORSHOWSTACKTRACE|SENDER|ShellId|StackTrace|switch|this|true";

pub(crate) fn define(g: &mut Grammar) {
    comments(g);
    root(g);
    strings(g);
    groups(g);
    g.in_3_30(|g| {
        g.replace_rules("parameters", r"\)", |_| {});
        g.insert_rules("parameters", "[|=]", |s| _ = s.to(r"[;(){}\]]", Punctuation, POP));
        g.drop_rules("root", "`$");
    });
    g.state("variable")
        .on(format!(r"\$(?:{AUTOMATIC})"), NameBuiltinPseudo)
        .groups(r"(\$)(?:(\w+)(:))?(\w+|\{(?:[^`]|`.)+?\})", &[NameVariable, NameNamespace, Punctuation, NameVariable]);
}

fn comments(g: &mut Grammar) {
    g.state("comments").on(r"\s+", TextWhitespace).on("#.*", Comment).to("<#", CommentMultiline, "comment");
    g.state("comment")
        .on(format!(r"(?i)\.(?:{HELP})"), CommentSpecial)
        .to("#>", CommentMultiline, POP)
        .on("[^#.]+|[#.]+", CommentMultiline);
}

fn root(g: &mut Grammar) {
    g.state("root")
        .mixin("comments")
        .on(r"\.\.(?=\.?\d)", Operator)
        .on(r"(-\w+)\b", Operator)
        .if_word_folded(&OPERATORS)
        .on(r"[-+*/%]=\b", Operator)
        .groups_to(r"(?i)(class)(\s+)(\w+)", &[KeywordReserved, TextWhitespace, NameClass], "class")
        .groups(
            r"(?i)(function)(\s+)(?:(\w+)(:))?(\w[-\w]+)",
            &[KeywordReserved, TextWhitespace, NameNamespace, Punctuation, NameFunction],
        )
        .on(r"(\w+)\b(?![-.])", KeywordReserved)
        .if_word_folded(&KEYWORDS)
        .on(r"-{1,2}\w+", NameTag)
        .groups_to(r"(\.)?([-\w]+)(\[)", &[Operator, Name, Punctuation], "bracket")
        .groups_to(r"([/\\~a-zA-Z][-.:/\\~\w]*)(\n)?", &[Name, TextWhitespace], "parameters")
        .call(r"(\.)([\w-]+)(?:(\()|(\n))?", |cx| {
            cx.groups(&[Operator, NameFunction, Punctuation, TextWhitespace]);
            if cx.group_if(3).is_some() {
                cx.push("parameters");
            }
        })
        .to(r"\?", NameFunction, "parameters")
        .mixin("expression")
        .mixin("variable")
        .on(r"[-+*/%=!.&|]", Operator)
        .on("[{}(),:;]", Punctuation)
        .on("`$", StrEscape);
    g.state("class")
        .to(r"\{", Punctuation, POP)
        .on(r"\s+", TextWhitespace)
        .on(r"\w+", NameClass)
        .on("[:,]", Punctuation);
    g.state("parameters")
        .on("(?m)`.", StrEscape)
        .call(r"\)", |cx| {
            cx.token(Punctuation);
            if cx.in_state("interpolated") {
                cx.pop(2);
            }
        })
        .to(r"\s*?\n", TextWhitespace, POP)
        .to(r"[;(){}\]]", Punctuation, POP)
        .to("[|=]", Operator, POP)
        .on(r"[/\\~\w][-.:/\\~\w]*|\w[-\w]+", NameOther)
        .mixin("root");
}

fn strings(g: &mut Grammar) {
    g.state("interpolated").to(r"\)", StrInterpol, POP).mixin("root");
    g.state("double")
        .to(r#"(?:\$#?)?""#, StrDouble, POP)
        .to(r"\$\(", StrInterpol, "interpolated")
        .on("`(?:$|.)", StrEscape)
        .on(r#"[^"`$]+"#, StrDouble)
        .mixin("variable");
    g.state("single").to("'", StrSingle, POP).on("[^']+", StrSingle);
    g.state("heredoc")
        .to(r#"(?:\$#?)?"@"#, StrHeredoc, POP)
        .to(r"\$\(", StrInterpol, "interpolated")
        .on("`(?:$|.)", StrEscape)
        .on(r#"[^"`$]+|"+"#, StrHeredoc)
        .mixin("variable");
}

fn groups(g: &mut Grammar) {
    g.state("expression")
        .mixin("comments")
        .to(r#"""#, StrDouble, "double")
        .to("'", StrSingle, "single")
        .to(r#"@""#, StrHeredoc, "heredoc")
        .on("(?m)@'.*?'@", StrHeredoc)
        .on(r"\d*\.\d+", NumFloat)
        .on(r"\d+", NumInteger)
        .to(r"@\{", Punctuation, "table")
        .to(r"@\(", Punctuation, "array")
        .to(r"\{", Punctuation, "brace")
        .to(r"\[", Punctuation, "bracket");
    g.state("table")
        .to(r"\}", Punctuation, POP)
        .on("=", Operator)
        .on("[,;]", Punctuation)
        .mixin("expression")
        .on(r"\w+", NameOther)
        .mixin("variable");
    g.state("array")
        .on(r"\s+", TextWhitespace)
        .to(r"\)", Punctuation, POP)
        .on("[,;]", Punctuation)
        .mixin("expression")
        .mixin("variable");
    g.state("brace").to(r"\}", Punctuation, POP).mixin("root");
    g.state("bracket")
        .to(r"\]", Punctuation, POP)
        .on(r"[A-Za-z]\w+\.", Name)
        .words(r"[A-Za-z]\w+", &[(&ATTRIBUTES, NameBuiltinPseudo)], Name)
        .mixin("root");
}
