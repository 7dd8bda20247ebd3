//! Shell sessions, line by line. Commands are delegated to the lexer of a shell, which keeps its state until there is
//! output. Mirrors `Rouge::Lexers::ConsoleLexer`.

use super::prelude::*;

/// Lexes a whole session of a shell. Options: `prompt`, `comments`, `lang`, `output`, `error`.
pub(crate) fn lex(cx: &mut Context<'_, '_>) {
    let session = Session::new(cx);
    for line in cx.whole().split_inclusive('\n') {
        session.line(cx, line);
    }
}

struct Session {
    /// The texts that end a prompt.
    ends: Vec<String>,
    comments: bool,
    errors: Vec<String>,
    shell: String,
    output: Option<String>,
}

fn list(cx: &Context<'_, '_>, option: &str) -> Vec<String> {
    let text = cx.option(option).unwrap_or_default();
    text.split(',').filter(|item| !item.is_empty()).map(str::to_owned).collect()
}

impl Session {
    fn new(cx: &Context<'_, '_>) -> Session {
        let prompts = list(cx, "prompt");
        let guessed = !prompts.is_empty() && !prompts.iter().any(|end| end == "#");
        let comments = cx.flag("comments").unwrap_or(guessed);
        let ends = match (prompts.is_empty(), comments) {
            (false, _) => prompts,
            (true, true) => ["$", ">", ";"].map(str::to_owned).to_vec(),
            (true, false) => ["$", "#", ">", ";"].map(str::to_owned).to_vec(),
        };
        let shell = cx.option("lang").unwrap_or("shell").to_owned();
        Session { ends, comments, errors: list(cx, "error"), shell, output: cx.option("output").map(str::to_owned) }
    }

    fn line(&self, cx: &mut Context<'_, '_>, line: &str) {
        let bare = line.trim_ascii();
        if is_snip(bare) {
            forget(cx, true);
            cx.emit(Comment, line);
        } else if let Some(length) = self.prompt(line) {
            cx.reset_other("output");
            cx.emit(GenericPrompt, &line[..length]);
            let command = line[length..].trim_ascii_start();
            cx.emit(TextWhitespace, &line[length..line.len() - command.len()]);
            cx.delegate_as("shell", &self.shell, command);
        } else if bare.starts_with('#') {
            forget(cx, true);
            cx.emit(Comment, line);
        } else if self.errors.iter().any(|error| line.starts_with(error.as_str())) {
            forget(cx, true);
            cx.emit(GenericError, line);
        } else {
            forget(cx, false);
            match &self.output {
                Some(output) => cx.delegate_as("output", output, line),
                None => cx.emit(GenericOutput, line),
            }
        }
    }

    /// The length of a line's prompt, including the text that ends it. `None` for a line without a prompt.
    fn prompt(&self, line: &str) -> Option<usize> {
        let found = |end: &String| line.find(end.as_str()).map(|position| (position, end.len()));
        // If two end at the same position, the first one in the list counts.
        let (position, length) = self.ends.iter().filter_map(found).min_by_key(|&(position, _)| position)?;
        let allowed = !self.comments || !line[..position].contains(['<', '#']);
        allowed.then_some(position + length)
    }
}

/// Whether a line marks omitted text: one or more dots, or dots in angle brackets, as in `<...>`.
pub(super) fn is_snip(line: &str) -> bool {
    let dots = line.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).unwrap_or(line);
    !dots.is_empty() && dots.bytes().all(|byte| byte == b'.')
}

/// Resets the lexer of the shell and, if `output` is set, also the lexer of the output.
pub(super) fn forget(cx: &mut Context<'_, '_>, output: bool) {
    cx.reset_other("shell");
    if output {
        cx.reset_other("output");
    }
}
