//! Liquid's own `where`, which Jekyll replaces.

use super::array::required_property;
use super::input::borrowed;
use super::property::has_properties;
use crate::context::Context;
use crate::value::{Abort, Value};

/// `where`: the items whose property equals the second argument. The first argument names the property. Without a
/// second argument, the property must be truthy. Nil if the first item has no properties. Fails if a later item has
/// none.
pub(crate) fn r#where(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let key = &args[0];
    let items = borrowed(cx, input)?;
    let Some(first) = items.first() else { return Ok(Value::array(Vec::new())) };
    if !has_properties(first) {
        return Ok(Value::Nil);
    }
    let target = args.get(1).filter(|target| !target.is_nil());
    let mut kept = Vec::new();
    for item in items.iter() {
        let found = required_property(cx, item, key)?;
        if target.map_or_else(|| found.truthy(), |target| found.equals(target)) {
            kept.push(item.clone());
        }
    }
    Ok(Value::array(kept))
}
