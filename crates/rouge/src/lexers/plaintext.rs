//! Plain text: a single token, whose type is the option `token`. Mirrors `Rouge::Lexers::PlainText`.

use super::prelude::*;
use crate::token::Token;

/// The lexer without rules: the whole text is one token. Its type is the option `token`, or `Text` by default.
pub(crate) fn lex(cx: &mut Context<'_, '_>) {
    let token = cx.option("token").and_then(Token::of_name).unwrap_or(Text);
    cx.emit(token, cx.whole());
}
