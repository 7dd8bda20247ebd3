//! `Rouge::Lexers::PlainText`: one token. Its type is the option `token`.

use super::prelude::*;
use crate::token::Token;

/// The whole text.
pub(crate) fn lex(cx: &mut Context<'_, '_>) {
    let token = cx.option("token").and_then(Token::of_name).unwrap_or(Text);
    cx.emit(token, cx.whole());
}
