//! YAML. The end of a plain or block scalar depends on the indentation, so the lexer keeps a stack of indentations, in
//! spaces. It is not a parser. The text of a value before its first word is a `Name.Variable`.

use super::prelude::*;
use crate::token::Token;

/// The indentations of the collections that contain the current line.
struct Indents {
    open: Vec<usize>,
    next: usize,
    /// The indentation of the current block scalar, if it is known.
    scalar: Option<usize>,
}

impl Default for Indents {
    fn default() -> Self {
        Indents { open: vec![0], next: 0, scalar: None }
    }
}

impl Indents {
    fn current(&self) -> usize {
        self.open.last().copied().unwrap_or(0)
    }

    /// Starts a line with this number of spaces, and closes deeper collections. An indentation between two open ones is
    /// invalid. Returns the number of valid spaces.
    fn line(&mut self, spaces: usize) -> usize {
        self.next = spaces;
        if spaces >= self.current() {
            return spaces;
        }
        while spaces < self.current() && self.open.len() > 1 {
            self.open.pop();
        }
        self.current().min(spaces)
    }

    /// Opens a collection at the indentation of the current indicator or key, if this indentation is deeper than the
    /// current collection's.
    fn open(&mut self) {
        if self.current() < self.next {
            self.open.push(self.next);
        }
    }
}

fn indents<'c>(cx: &'c mut Context<'_, '_>) -> &'c mut Indents {
    cx.memory()
}

pub(crate) fn define(g: &mut Grammar) {
    documents(g);
    lines(g);
    nodes(g);
    flow(g);
    block_scalars(g);
    plain_scalars(g);
    g.in_3_30(|g| {
        g.state("keys").call(r#"([^#,:?\[\]{}"'\n]+)(:)(?=\s|$)"#, |cx| key(cx, NameAttribute));
        g.replace_rules("plain", "true|false|null", |s| _ = s.on("true|false|null", NameConstant));
    });
}

/// Emits a key as `token`, and its colon. The key opens a mapping.
pub(super) fn key(cx: &mut Context<'_, '_>, token: Token) {
    cx.groups(&[token, PunctuationIndicator]);
    indents(cx).open();
}

fn documents(g: &mut Grammar) {
    g.state("comment").on("#.*", CommentSingle);
    g.state("root")
        .mixin("comment")
        .on(r"\n+| +(?=#|$)", Text)
        .call(r"^%(YAML|TAG)\b", |cx| {
            cx.token(NameTag);
            *indents(cx) = Indents::default();
            cx.push(if cx.group(1) == "YAML" { "version" } else { "handle" });
        })
        .call(r"^(?:---|\.\.\.)(?= |$)", |cx| {
            cx.token(NameNamespace);
            *indents(cx) = Indents::default();
            cx.push("line");
        })
        .call(r" *(?!\s|$)", |cx| {
            let spaces = cx.matched();
            let right = indents(cx).line(spaces.len());
            cx.emit(Text, &spaces[..right]);
            cx.emit(Error, &spaces[right..]);
            cx.next(["line", "indentation"]);
        });
    g.state("version").groups_to(r"( +)(\d+\.\d+)", &[Text, Num], goto("end of line"));
    g.state("handle").groups_to(
        r"( +)(![\w-]*!|!)( +)(!?[\w;/?:@&=+$,.!~*'()\[\]%-]+|!)",
        &[Text, KeywordType, Text, KeywordType],
        goto("end of line"),
    );
    g.state("end of line").mixin("comment").on(" +", Text).to(r"\n", Text, POP);
}

fn lines(g: &mut Grammar) {
    g.state("indentation")
        .to(r"\s*?\n", Text, Transition::Pop(2))
        .call(r" +(?=[-:?](?: |$))", |cx| {
            cx.token(Text);
            let width = cx.matched().len();
            indents(cx).next += width;
        })
        .call(r"[-:?](?= |$)", |cx| {
            indents(cx).open();
            indents(cx).next += 1;
            cx.token(PunctuationIndicator);
        })
        .call(" *", |cx| {
            cx.token(Text);
            let width = cx.matched().len();
            indents(cx).next += width;
            cx.pop(1);
        });
    g.state("keys").call(r#"([^#,?\[\]{}"'\n]+)(:)(?=\s|$)"#, |cx| key(cx, NameAttribute));
    g.state("line")
        .to(r" *(?=#|$)", Text, POP)
        .on(" +", Text)
        .mixin("properties")
        .mixin("keys")
        .to(r"[|>][-+]?", PunctuationIndicator, ["block", "block header"])
        .mixin("quoted and flow")
        .go(r#"(?=[^ \t\n\r\f\v?:,\[\]{}#&*!|>'"%@`-]|-|[?:][^ \t\n\r\f\v])"#, "plain");
}

fn nodes(g: &mut Grammar) {
    g.state("properties")
        .on(r"!<[0-9A-Za-z!$%&'()*+,./:;=?@\[\]_~-]+>", KeywordType)
        .on(r"(?:![\w-]+)?![\w;/?:@&=+$,.!~*'()\[\]%-]*", KeywordType)
        .on(r"&[\p{L}\p{Nl}\p{Nd}_-]+", NameLabel)
        .on(r"\*[\p{L}\p{Nl}\p{Nd}_-]+", NameVariable);
    g.state("quoted and flow")
        .to(r"\[", PunctuationIndicator, "sequence")
        .to(r"\{", PunctuationIndicator, "mapping")
        .to("'", StrSingle, "single")
        .to(r#"""#, StrDouble, "double");
    g.state("quoted space").on(r"^ +", Text).on(r" +$|\n+", Text).on(" +", NameVariable);
    g.state("single").mixin("quoted space").on(r"\\'", StrEscape).to("'", Str, POP).on(r"[^\s']+", Str);
    g.state("double")
        .to(r#"""#, Str, POP)
        .mixin("quoted space")
        .on(r#"\\[\t\n 0LNPabefnrtv"\\_]"#, StrEscape)
        .on(r"\\(?:x\h{2}|u\h{4}|U\h{8})", StrEscape)
        .on(r#"[^ \t\n\r\f\v"\\]+"#, Str);
}

fn flow(g: &mut Grammar) {
    g.state("sequence").to(r"\]", PunctuationIndicator, POP).mixin("flow");
    g.state("mapping").to(r"\}", PunctuationIndicator, POP).mixin("flow");
    g.state("flow")
        .on(r"\s+", Text)
        .mixin("comment")
        .on("[?:,]", PunctuationIndicator)
        .mixin("properties")
        .mixin("quoted and flow")
        .go(r#"(?=[^ \t\n\r\f\v?:,\[\]{}#&*!|>'"%@`])"#, "plain in flow");
    g.state("plain in flow")
        .to(r" *(?=[,:?\[\]{}])", Text, POP)
        .to(r" +(?=#)", Text, POP)
        .on(r"^ +", Text)
        .on(r" +$|\n+", Text)
        .on(r" +|[^\s,:?\[\]{}]+", NameVariable);
}

fn block_scalars(g: &mut Grammar) {
    g.state("block header").call(r"(?:([1-9])[-+]?|[-+]?([1-9])?)(?= |$)", |cx| {
        indents(cx).scalar = None;
        cx.goto("end of line");
        let digit = cx.group_if(1).or(cx.group_if(2)).and_then(|digit| digit.parse::<usize>().ok());
        if let Some(more) = digit {
            let scalar = indents(cx).current() + more;
            indents(cx).scalar = Some(scalar);
        }
        cx.token(PunctuationIndicator);
    });
    g.state("block")
        .on(r"\n+", Text)
        .call(r"^ +$", |cx| {
            let spaces = cx.matched();
            let mark = indents(cx).scalar.unwrap_or(spaces.len()).min(spaces.len());
            cx.emit(Text, &spaces[..mark]);
            cx.emit(NameConstant, &spaces[mark..]);
        })
        .call(r"^ *", |cx| {
            cx.token(Text);
            let spaces = cx.matched().len();
            let indents = indents(cx);
            let least = indents.scalar.unwrap_or(indents.current());
            indents.scalar.get_or_insert(spaces);
            if spaces < least {
                indents.line(spaces);
                cx.next(goto("indentation"));
            }
        })
        .on(r"[^\n\r\f\v]+", Str);
}

fn plain_scalars(g: &mut Grammar) {
    g.state("plain")
        .to(r" *(?=:[ \n]|:$)", Text, POP)
        .on(r" *:\S+", Str)
        .to(r" +(?=#)", Text, POP)
        .on(r" +$", Text)
        .to(r"\n+", Text, "plain line")
        .on(" +", Str)
        .on(r"(?:true|false|null)\b", KeywordConstant)
        .to(r"\d+(?:\.\d+)?(?=\r?\n| +#)", Num, POP)
        .on(r"[^\s:]+", Str);
    g.state("plain line").on(r"^ +\n", Text).on(r"\n+", Text).go(r"^(?=---|\.\.\.)", Transition::Pop(3)).call(
        r"^ *",
        |cx| {
            cx.token(Text);
            cx.pop(1);
            let spaces = cx.matched().len();
            if spaces <= indents(cx).current() {
                indents(cx).line(spaces);
                cx.next(goto("indentation"));
            }
        },
    );
}
