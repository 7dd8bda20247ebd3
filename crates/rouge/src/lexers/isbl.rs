//! ISBL, the language of DIRECTUM.

use super::prelude::*;

static CONSTANTS: Words = Words::new(include_str!("words/isbl_constants.txt"));
static INTERFACES: Words = Words::new(include_str!("words/isbl_interfaces.txt"));
static GLOBALS: Words = Words::new(
    "altstate application calltype componenttokens controlstate createdjobs creatednotices dialogresult dialogs
    edocuments edocumentversionsource folders globalids inputvalue job jobs lookupreference lookuprequisitenames
    lookupsearch object parentcomponent processes references reportname reports requisite result scripts searches
    selectedattachments selecteditems selectmode sender serverevents servicefactory shiftstate subtask
    systemdialogs tasks wizard wizards work вызовспособ имяотчета реквзнач",
);
static KEYWORDS: Words = Words::new(
    "and else endexcept endfinally endforeach endif endwhile except exitfor finally foreach if in not or try while
    в все если и или иначе конецвсе конецесли конецпока не пока",
);

pub(crate) fn define(g: &mut Grammar) {
    let word = "[a-zA-Zа-яёА-ЯЁ_0-9]+";
    g.state("space").on(r"\s+", Text).on("//.*", CommentSingle).on(r"(?m)/\*.*?\*/", CommentMultiline);
    g.state("root")
        .mixin("space")
        .to(":", Punctuation, "type")
        .to(r"\.", Punctuation, "member")
        .on(r"[\[\]();]", Punctuation)
        .on("[&*+=<>/-]", Operator)
        .on("[a-zA-Zа-яёА-ЯЁ_][a-zA-Zа-яёА-ЯЁ_0-9]*(?=\\()", NameFunction)
        .words_folded(
            "[a-zA-Zа-яёА-ЯЁ_!][a-zA-Zа-яёА-ЯЁ_0-9]*",
            &[(&KEYWORDS, Keyword), (&CONSTANTS, NameBuiltin), (&GLOBALS, NameVariableGlobal)],
            NameVariable,
        )
        .on(r"\d+(?:\.\d+)?\b", Num)
        .on(r#"(?m)".*?""#, StrDouble)
        .on(r"(?m)'.*?'", StrSingle);
    g.state("member").mixin("space").call(word, |cx| {
        let constant = CONSTANTS.has(&cx.matched().to_lowercase());
        let in_type = cx.in_state("type");
        cx.token(if constant {
            NameBuiltin
        } else if in_type {
            KeywordType
        } else {
            Name
        });
        cx.pop(1);
    });
    g.state("type")
        .mixin("space")
        .call(word, |cx| {
            let known = INTERFACES.has(&cx.matched().to_lowercase());
            cx.token(if known { KeywordType } else { Name });
            cx.pop(1);
        })
        .to(r"\.", Punctuation, "member")
        .go("", POP);
}
