//! The methods of `Jekyll::Renderer`, which plugins in Ruby may replace.

use super::RenderContext;
use hastie_liquid::{Abort, Hash, Str};

/// A method of `Jekyll::Renderer` that plugins in Ruby may replace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RenderStep {
    /// `run`: the whole rendering of an item, without the `:post_render` hooks.
    Run,
    /// `render_document`: the part of `run` after the `:pre_render` hooks, which contains the steps below.
    Document,
    /// `render_liquid`, of the item itself and of each of its layouts.
    Liquid,
    /// `convert`: runs the converters for an extension.
    Convert,
    /// `place_in_layouts`: applies the layouts.
    Layouts,
}

/// The item in whose rendering a step of Jekyll's `Renderer` runs: a page or document, or its excerpt.
#[derive(Debug, Clone, Copy)]
pub struct StepItem {
    /// The index of the page or document in site order.
    pub index: usize,
    /// Whether the item's excerpt is rendered instead of the item.
    pub is_excerpt: bool,
}

/// A call of one step of Jekyll's `Renderer`. A plugin in Ruby may have replaced this step.
#[derive(Debug)]
pub struct StepCall<'c> {
    /// The method of `Renderer` that is called.
    pub step: RenderStep,
    /// The page, document or excerpt whose renderer is called.
    pub item: StepItem,
    /// The input of the step: the item's source, its unconverted or converted content, or a template.
    pub text: String,
    /// The path of the template, for [`RenderStep::Liquid`].
    pub path: &'c str,
}

/// The text that a step returns, and the item's content at the end of the step.
#[derive(Debug, Default)]
pub struct StepResult {
    /// The text that the method returns.
    pub output: String,
    /// The converted content of the item afterwards, if the step has changed it.
    pub content: Option<Str>,
}

/// The original implementation of a step, for replacements that call it. The arguments are the rendering, the text, and
/// the variables that the replacement has set for templates.
pub type OriginalStep<'o> = dyn FnMut(&mut RenderContext, String, &Hash) -> Result<StepResult, Abort> + 'o;

/// Runs a step, or its replacement, which may call the original once.
///
/// # Errors
/// Fails if the replacement or the original fails.
pub(super) fn run(
    rendering: &mut RenderContext,
    call: StepCall<'_>,
    original: &mut OriginalStep<'_>,
) -> Result<StepResult, Abort> {
    let plugins = std::sync::Arc::clone(&rendering.setup().plugins);
    if plugins.replaces(call.step) {
        plugins.replacement(call, rendering, original)
    } else {
        original(rendering, call.text, &Hash::new())
    }
}
