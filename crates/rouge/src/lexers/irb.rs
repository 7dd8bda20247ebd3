//! Sessions of Ruby's `irb` or `pry`, line by line. Mirrors `Rouge::Lexers::IRBLexer`.

use super::console::{forget, is_snip};
use super::prelude::*;
use crate::pattern::{Pattern, Scratch};
use crate::version::Version;
use std::sync::OnceLock;

/// The lexer for sessions of irb, as a function over the whole text.
pub(crate) fn lex(cx: &mut Context<'_, '_>) {
    for text in cx.whole().split_inclusive('\n') {
        line(cx, text);
    }
}

fn line(cx: &mut Context<'_, '_>, line: &str) {
    let bare = line.trim_ascii();
    if is_snip(bare) {
        forget(cx, true);
        cx.emit(Comment, line);
    } else if let Some(length) = prompt(cx.version(), line) {
        cx.reset_other("output");
        cx.emit(GenericPrompt, &line[..length]);
        let command = line[length..].trim_ascii_start();
        cx.emit(TextWhitespace, &line[length..line.len() - command.len()]);
        cx.delegate_as("shell", "ruby", command);
    } else if bare.starts_with('#') {
        forget(cx, true);
        cx.emit(Comment, line);
    } else {
        forget(cx, false);
        cx.delegate_as("output", "irb_output", line);
    }
}

fn prompt(version: Version, line: &str) -> Option<usize> {
    static PROMPTS: [OnceLock<Option<Pattern>>; 2] = [const { OnceLock::new() }; 2];
    let [newer, older] = &PROMPTS;
    let (cell, source) =
        version.either((newer, r#"^.*?(?:(?:irb|pry).*?[>"*]|[>"*]>)"#), (older, r#"^.*?(?:irb|pry).*?[>"*]"#));
    let pattern = cell.get_or_init(|| Pattern::new(source).ok()).as_ref()?;
    let mut scratch = Scratch::default();
    scratch.begin(line);
    pattern.match_start(line, &mut scratch).then(|| scratch.group(0).map(|(_, end)| end))?
}
