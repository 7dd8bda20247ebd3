//! Steps of renderings that plugins have replaced: methods of `Renderer`.

use crate::bridge::{Bridge, Stage};
use crate::interpreter::Interpreter;
use crate::objects::names::ObjectName;
use crate::protocol::Operation;
use crate::reports::call_times::Kind;
use hastie_liquid::{Abort, Hash, Value};
use hastie_site::render::RenderContext;
use hastie_site::render::steps::{OriginalStep, RenderStep, StepCall, StepResult};

/// The method of `Jekyll::Renderer` that performs a step, such as `render_liquid`.
pub(crate) fn method(step: RenderStep) -> &'static str {
    match step {
        RenderStep::Run => "run",
        RenderStep::Document => "render_document",
        RenderStep::Liquid => "render_liquid",
        RenderStep::Convert => "convert",
        RenderStep::Layouts => "place_in_layouts",
    }
}

/// Runs a plugin's method that replaces a step. If the method calls the original, the program runs the step.
///
/// # Errors
/// Returns the error of the plugin's method or of the original step.
pub(crate) fn run(
    ruby: &Interpreter,
    call: StepCall<'_>,
    rendering: &mut RenderContext,
    original: &mut OriginalStep<'_>,
) -> Result<StepResult, Abort> {
    let slot = &rendering.view.slots()[call.item.index];
    let item = match ObjectName::text_of_item(slot.item()) {
        name if call.item.is_excerpt => name.replacen("doc:", "excerpt:", 1),
        name => name,
    };
    let method = method(call.step);
    let page = rendering.page.clone();
    let arguments = vec![method.into(), ObjectName::value(item), call.text.into(), call.path.into(), page];
    let mut bridge = Bridge::new(ruby, Stage::Rendering(rendering));
    bridge.original = Some(original);
    let result = ruby.times.of(Kind::Hook, method, || bridge.call(Operation::RenderStep, arguments))?;
    let [output, content, changed] = result.as_array().unwrap_or_default() else { return Ok(StepResult::default()) };
    bridge.apply(changed)?;
    Ok(StepResult {
        output: output.as_str().unwrap_or_default().to_string(),
        content: content.as_str().map(hastie_liquid::Str::from),
    })
}

/// Runs the original of the step that Ruby is running. `text` is the input of the step, and `extras` are variables for
/// templates. Returns the text and content after the step.
///
/// # Errors
/// Fails if there is no such step, if the original was called before, or if the original fails.
pub(crate) fn run_original(bridge: &mut Bridge<'_, '_>, text: &str, extras: &Value) -> Result<Value, Abort> {
    let (Some(original), Stage::Rendering(rendering)) = (bridge.original.take(), &mut bridge.stage) else {
        let text =
            "a method of Renderer calls the method that it replaces more than once, or outside of its own rendering";
        return Err(Abort::error("NotImplementedError", text));
    };
    let nothing = Hash::new();
    let result = original(rendering, text.to_string(), extras.as_hash().unwrap_or(&nothing))?;
    let content = result.content.map_or(Value::Nil, Value::Str);
    Ok(Value::array(vec![result.output.into(), content]))
}
