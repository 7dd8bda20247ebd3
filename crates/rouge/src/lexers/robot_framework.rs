//! Robot Framework. The column and the setting before a cell decide whether the cell is a keyword or an argument.

use super::prelude::*;

static WITH_KEYWORDS: Words = Words::new(
    "library resource setup suite-setup suite-teardown task-setup task-teardown task-template teardown template
    test-setup test-teardown test-template variables",
);
static WITH_ARGUMENTS: Words = Words::new(
    "arguments default-tags documentation force-tags metadata return tags task-timeout test-timeout timeout",
);

/// The content of the next cell, if it is known.
#[derive(Clone, Copy, Default)]
enum Cell {
    #[default]
    Unknown,
    Keyword,
    Arguments,
}

#[derive(Default)]
struct Row {
    column: usize,
    next: Cell,
    is_template: bool,
}

/// Text in a cell. Single spaces belong to it.
const ID: &str = r"[^|$@&% \t\n]+(?: (?:\\.|[^|$@&% \t\n])+)*";
/// A single space between the parts of a cell.
const SPACE: &str = " (?![ |])";
const SIGNS: &str = "[$@&%{}]+";
const SETTING: &str = "[A-Za-z]+(?: [A-Za-z]+)?";

pub(crate) fn define(g: &mut Grammar) {
    g.start(|cx| cx.push("text before sections"));
    g.state("text before sections").on("^[^*].*", Text).go("", POP);
    g.state("root").on(r"\s+", TextWhitespace).call(format!(r"^(?:\| )?\*[* ]*({SETTING}).*"), |cx| {
        cx.token(GenericHeading);
        let title = cx.group(1);
        match title.strip_suffix('s').unwrap_or(title).to_ascii_lowercase().as_str() {
            "setting" => cx.push("settings"),
            "test case" | "task" => cx.push("tests"),
            "keyword" => cx.push("keywords"),
            "variable" => cx.push("variables"),
            _ => {}
        }
    });
    sections(g);
    separators(g);
    cells(g);
}

fn cell_after(setting: &str) -> Option<Cell> {
    let setting = setting.to_ascii_lowercase().replace(' ', "-");
    if WITH_KEYWORDS.has(&setting) {
        return Some(Cell::Keyword);
    }
    WITH_ARGUMENTS.has(&setting).then_some(Cell::Arguments)
}

fn sections(g: &mut Grammar) {
    g.state("in section").go(r"(?=(?:\| )?\*)", POP).mixin("separators").call(r"\n", |cx| {
        cx.token(TextWhitespace);
        let row = cx.memory::<Row>();
        row.column = 0;
        row.next = Cell::Unknown;
        cx.push("cell start");
    });
    g.state("settings").mixin("in section").call(format!("({SETTING})(:?)"), |cx| {
        cx.memory::<Row>().next = cell_after(cx.group(1)).unwrap_or_default();
        cx.groups(&[NameBuiltinPseudo, Punctuation]);
    });
    g.state("tests").mixin("in section").on(SIGNS, NameLabel).on(SPACE, NameLabel).call(ID, |cx| {
        cx.memory::<Row>().is_template = false;
        cx.token(NameLabel);
    });
    g.state("keywords")
        .mixin("in section")
        .to(r"[$@&%]\{", NameVariable, "variable")
        .on(SIGNS, NameLabel)
        .on(SPACE, NameLabel)
        .on(ID, NameLabel);
    g.state("variables").mixin("in section").call(r"[$@&%]\{", |cx| {
        cx.token(NameVariable);
        cx.memory::<Row>().next = Cell::Arguments;
        cx.push("variable");
    });
}

fn separators(g: &mut Grammar) {
    g.state("separators")
        .on(r"\| ", TextWhitespace)
        .call(r" +\| +| {2,}|\t+", |cx| {
            cx.token(TextWhitespace);
            let row = cx.memory::<Row>();
            row.column += 1;
            let state = match row.next {
                Cell::Keyword => "keyword",
                Cell::Arguments => "arguments",
                Cell::Unknown if row.is_template || row.column != 1 => "arguments",
                Cell::Unknown => {
                    row.next = Cell::Keyword;
                    "keyword"
                }
            };
            cx.push(state);
            cx.push("cell start");
        })
        .call(r"\.\.\. *", |cx| {
            cx.token(TextWhitespace);
            cx.memory::<Row>().column += 1;
            cx.push("arguments");
        })
        .on(r" ?\|", TextWhitespace);
    g.state("cell start").on("#.*", Comment).go("", POP);
}

/// Expects a keyword in the next cell, too. Does nothing if the expected content of that cell is unknown.
fn keep_keyword(cx: &mut Context<'_, '_>) {
    let next = &mut cx.memory::<Row>().next;
    if !matches!(next, Cell::Unknown) {
        *next = Cell::Keyword;
    }
}

fn cells(g: &mut Grammar) {
    let variable = |cx: &mut Context<'_, '_>| {
        cx.token(NameVariable);
        keep_keyword(cx);
        cx.push("variable");
    };
    g.state("keyword")
        .call(format!(r"(\[)({SETTING})(\])"), |cx| {
            let setting = cx.group(2);
            cx.groups(&[Punctuation, NameBuiltinPseudo, Punctuation]);
            let row = cx.memory::<Row>();
            row.is_template |= setting.eq_ignore_ascii_case("template");
            row.next = cell_after(setting).unwrap_or(row.next);
            cx.pop(1);
        })
        .call(r"[$@&%]\{", variable)
        .call("(?i)for", |cx| {
            cx.token(NameFunction);
            keep_keyword(cx);
        })
        .on(SPACE, NameFunction)
        .on("(?i)(?:and|but|given|then|when) ", NameBuiltin)
        .call(ID, |cx| {
            cx.token(NameFunction);
            cx.memory::<Row>().next = Cell::Unknown;
        })
        .go("", POP);
    g.state("arguments").call(r"[$@&%]\{", variable).on("[$@&%]+", Str).on(SPACE, Str).on(ID, Str).go("", POP);
    g.state("variable")
        .groups_to(r"(\})( )(=)", &[NameVariable, TextWhitespace, Punctuation], POP)
        .to(r"[$@&%]?\{|\[", NameVariable, "variable")
        .to(r"[}\]]", NameVariable, POP)
        .on(r"[^$@&%{}\[\]]+", NameVariable);
}
