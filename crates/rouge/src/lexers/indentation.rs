//! Mirrors `Rouge::Indentation`: a block goes on as long as its lines are indented deeper than the line that began it.

use super::prelude::*;

/// The block that deeper lines belong to, if there is one, with its first line's indentation.
#[derive(Default)]
pub(super) struct Indentation {
    last: String,
    block: Option<(&'static str, String)>,
}

/// Deeper lines from here on are in this state.
pub(super) fn begin_block(cx: &mut Context<'_, '_>, state: &'static str) {
    let memory = cx.memory::<Indentation>();
    memory.block = Some((state, memory.last.clone()));
}

/// A line's indentation has been matched: goes on with the block, or with `content`.
pub(super) fn begin_line(cx: &mut Context<'_, '_>) {
    cx.token(Text);
    let indent = cx.matched();
    let memory = cx.memory::<Indentation>();
    memory.last = indent.to_owned();
    let deeper = memory.block.as_ref().filter(|(_, base)| indent.starts_with(base.as_str()) && indent != base);
    let next = deeper.map(|(state, _)| *state);
    if next.is_none() {
        memory.block = None;
    }
    cx.push(next.unwrap_or("content"));
}
