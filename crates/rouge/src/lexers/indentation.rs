//! Blocks that continue as long as lines are indented deeper than their first line. Mirrors `Rouge::Indentation`.

use super::prelude::*;

/// The indentation of the current line. Within a block, also the block's state and the indentation of the line that
/// started the block.
#[derive(Default)]
pub(super) struct Indentation {
    last: String,
    block: Option<(&'static str, String)>,
}

/// Starts a block. The following lines are in `state` while they are indented more deeply than the current line.
pub(super) fn begin_block(cx: &mut Context<'_, '_>, state: &'static str) {
    let memory = cx.memory::<Indentation>();
    memory.block = Some((state, memory.last.clone()));
}

/// Called when the indentation of a line was matched. Continues with the block if the line is indented more deeply than
/// the line that started the block. Otherwise ends the block, and enters `content`.
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
