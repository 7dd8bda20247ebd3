//! Questions about kramdown: documents, their trees, and code in them.

use super::answers::plainly;
use super::bridge::Bridge;
use hastie_liquid::{Abort, Value};
use hastie_site::render::convert::{Kramdown, Processor, highlighted};

/// `Kramdown::Document.new(source, options).to_html`
pub fn html(bridge: &mut Bridge<'_, '_, '_, '_>, source: &str, options: &Value) -> Result<Value, Abort> {
    let processor = Kramdown::alone(options);
    bridge
        .with_rendering(|rendering| plainly(rendering, |rendering| processor.convert(source, rendering)))
        .map(Value::from)
}

/// The tree of the same document.
pub fn tree(source: &str, options: &Value) -> Result<Value, Abort> {
    Kramdown::alone(options).tree(source)
}

/// Code that a highlighter writes: its HTML and the language that it counts as, or nothing. `how` has the highlighter's name,
/// whether the code is a block, and the highlighter's options.
pub fn code(
    bridge: &mut Bridge<'_, '_, '_, '_>,
    code: &str,
    lang: &Value,
    name: &str,
    how: &Value,
) -> Result<Value, Abort> {
    let Some([is_block, options]) = how.as_array() else { return Ok(Value::Nil) };
    let setup = bridge.setup()?;
    let found = highlighted(code, lang.as_str(), is_block.truthy(), name, options, &setup.unsupported);
    Ok(found.map_or(Value::Nil, |(html, lang)| Value::array(vec![html.into(), lang.map_or(Value::Nil, Value::from)])))
}
