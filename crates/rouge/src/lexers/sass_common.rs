//! The rules shared by SCSS and Sass. Each of the two lexers defines its state `root`, and the state `end` for the end
//! of a section.

use super::css;
use super::prelude::*;

const NAME: &str = r"[\w-]+";
static NONE: Words = Words::new("");

pub(super) fn define(g: &mut Grammar) {
    rules(g);
    values(g);
    selectors(g);
    strings(g);
    let properties = css::properties(g);
    g.state("names").mixin("interpolation").words(NAME, &[(properties, NameLabel)], NameAttribute);
    g.state("attribute").mixin("names").groups_to(r"([ \t]*)(:)", &[Text, Punctuation], "value");
}

fn rules(g: &mut Grammar) {
    g.state("rules")
        .to(r"@for\b", Keyword, "for")
        .to("@(?:debug|warn|if|each|while|else|return|media)", Keyword, "value")
        .groups_to(format!(r"(@(?:mixin|function))(\s+)({NAME})"), &[Keyword, Text, NameFunction], "value")
        .to(r"@extend\b", Keyword, "selector")
        .groups_to(format!(r"(@include)(\s+)({NAME})"), &[Keyword, Text, NameDecorator], "value")
        .to(format!("@{NAME}"), Keyword, "selector")
        .to("&", Keyword, "selector")
        .groups_to(format!(r"(\${NAME})([ \t]*)(:)"), &[NameVariable, Text, Punctuation], "value");
    g.state("for").on("from|to|through", OperatorWord).mixin("value");
}

fn values(g: &mut Grammar) {
    let builtins = css::builtins(g);
    // In the newer release, this lexer does not use the list of colors.
    let colors = g.either(&NONE, &css::COLORS);
    g.state("value")
        .mixin("end")
        .on(r"[ \t]+", Text)
        .on(format!(r"\${NAME}"), NameVariable)
        .to(r"url\(", StrOther, "url")
        .on(format!(r"{NAME}(?=\s*\()"), NameFunction)
        .on(format!("%{NAME}"), NameDecorator)
        .on(r"(?:true|false)\b", NameBuiltinPseudo)
        .on(r"(?:and|or|not)\b", OperatorWord)
        .on("(?i)#[a-z0-9]{1,6}", NumHex)
        .on(r"-?\d+(?:%|[a-z]+)?", Num)
        .on(r"-?\d*\.\d+(?:%|[a-z]+)?", NumInteger)
        .mixin("quotes")
        .mixin("interpolation")
        .on(r"[~^*!&%<>|+=@:,./?-]+", Operator)
        .on(r"[\[\]()]+", Punctuation)
        .to(r"/[*]", CommentMultiline, "comment in value")
        .on("//[^\n]*", CommentSingle)
        .words(NAME, &[(builtins, NameBuiltin), (colors, NameConstant)], Name);
    g.state("interpolation").to(r"#\{", StrInterpol, "interpolated");
    g.state("interpolated").to(r"\}", StrInterpol, POP).mixin("value");
    g.state("comment in value")
        .on(r"(?:\\#|#(?=[^\n{])|\*(?=[^\n/])|[^\n#*])+", CommentMultiline)
        .mixin("interpolation")
        .to(r"\*/", CommentMultiline, POP);
}

fn selectors(g: &mut Grammar) {
    g.state("selector")
        .mixin("end")
        .mixin("quotes")
        .mixin("interpolation")
        .on(r"[ \t]+", Text)
        .to(":", NameDecorator, "pseudo class")
        .to(r"\.", NameClass, "class")
        .to("#", NameNamespace, "id")
        .to("%", NameVariable, "placeholder")
        .on(NAME, NameTag)
        .on("&", Keyword)
        .on(r"[~^*!&\[\]()<>|+=@:;,./?-]", Operator);
    let pieces =
        [("pseudo class", NameDecorator), ("class", NameClass), ("id", NameNamespace), ("placeholder", NameVariable)];
    for (state, token) in pieces {
        g.state(state).on(NAME, token).mixin("interpolation").go("", POP);
    }
}

fn strings(g: &mut Grammar) {
    g.state("quotes").to(r#"""#, StrDouble, "double").to("'", StrSingle, "single");
    for (state, end, token) in [("double", '"', StrDouble), ("single", '\'', StrSingle)] {
        g.state(state)
            .to(end.to_string(), token, POP)
            .mixin("interpolation")
            .on(format!(r"(?:\\.|#(?!\{{)|[^\n{end}#])+"), token);
    }
    g.state("url").to(r"\)", StrOther, POP).on(r"(?:\\.|#(?!\{)|[^\n)#])+", StrOther).mixin("interpolation");
}
