//! Calls during which Ruby learns the pages and documents of the site. Ruby's copies stay valid until Hastie changes
//! the originals.

use crate::bridge::{Bridge, Stage};
use crate::objects::fields;
use crate::protocol::Operation;
use hastie_liquid::Value;
use hastie_ruby::CallError;

/// Calls an operation that returns Ruby's changes to the site, and applies them. If the site is not being rendered yet,
/// records that Ruby knows all pages and documents as they are now.
///
/// # Errors
/// Same as [`Bridge::call_for_changes`].
pub(crate) fn call_for_changes(
    bridge: &mut Bridge<'_, '_>,
    operation: Operation,
    arguments: Vec<Value>,
) -> Result<(), CallError> {
    bridge.call_for_changes(operation, arguments)?;
    if let Stage::Site(site) = &bridge.stage {
        bridge.ruby.states.note(fields::of_all(site));
    }
    Ok(())
}

/// Tells Ruby which pages and documents have changed since [`call_for_changes`] last recorded them. All other data of
/// the site counts as changed. From rendering on, or if none were recorded, all pages and documents count as changed.
///
/// # Errors
/// Same as [`Bridge::try_call`].
pub(crate) fn call_stale(bridge: &mut Bridge<'_, '_>) -> Result<(), CallError> {
    let changed = match &bridge.stage {
        Stage::Site(site) => bridge.ruby.states.changed(fields::of_all(site)),
        _ => Value::Nil,
    };
    bridge.try_call(Operation::Stale, vec![changed]).map(drop)
}
