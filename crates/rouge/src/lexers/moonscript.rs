//! MoonScript, which compiles to Lua.

use super::lua;
use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("root").on("#!.*", CommentPreproc).go("", "main");
    g.state("main")
        .on("--.*", CommentSingle)
        .on(r"(?m)\[(=*)\[.*?\]\1\]", StrHeredoc)
        .mixin("base")
        .to("'", StrSingle, "single")
        .to(r#"""#, StrDouble, "double");
    g.state("base")
        // The trailing quote is also in Rouge's pattern.
        .on(r"(?:\d*\.\d+|\d+\.\d*)(?:[eE][-+]?\d+)?'", NumFloat)
        .on(r"\d+[eE][-+]?\d+", NumFloat)
        .on(r"0[xX]\h*", NumHex)
        .on(r"\d+", NumInteger)
        .on(r"@\w*", NameVariableInstance)
        .on(r"[A-Z]\w*", NameClass)
        .on(r#""?[^"]+":|\w+:|:\w+"#, StrSymbol)
        .on(r"\s+", TextWhitespace)
        .on(r"[=~!<>]=|\.\.\.?|[-=]>|[=+*/%^<>#!\\-]", Operator)
        .on(r"[\[\]{}().,:;]", Punctuation)
        .on(r"(?:and|or|not)\b", OperatorWord)
        .on(
            r"(?:break|class|continue|do|else|elseif|end|extends|for|if|import|in|repeat|return|switch|super|then|unless|until|using|when|with|while)\b",
            Keyword,
        )
        .on(r"(?:local|export)\b", KeywordDeclaration)
        .on(r"(?:true|false|nil)\b", KeywordConstant)
        .call(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?", lua::name);
    g.state("single").to("'", StrSingle, POP).on("[^']+", StrSingle);
    g.state("double")
        .to(r"#\{", StrInterpol, "interpolated")
        .to(r#"""#, StrDouble, POP)
        .on(r##"#[^{]|[^"#]+"##, StrDouble);
    g.state("interpolated").to(r"\}", StrInterpol, POP).mixin("base");
}
