//! Requests about the scopes of the template that is being rendered.

use super::liquid::change_value;
use crate::bridge::{Bridge, Stage};
use crate::protocol::ScopeRequest;
use hastie_liquid::{Abort, Value};

/// Answers a request of Ruby about scopes.
///
/// # Errors
/// Fails if a scope cannot be opened or changed.
pub(crate) fn handle(bridge: &mut Bridge<'_, '_>, request: &ScopeRequest<'_>) -> Result<Value, Abort> {
    match *request {
        ScopeRequest::Count => {
            bridge.with_context(|cx| Ok(Value::Int(i64::try_from(cx.scope_count()).unwrap_or(i64::MAX))))
        }
        ScopeRequest::All { depth } => {
            bridge.with_context(|cx| Ok(cx.scope(index(depth)).map_or(Value::Nil, Value::hash)))
        }
        ScopeRequest::Variable { depth, name } => bridge.with_context(|cx| {
            let Some(value) = cx.scope_variable(index(depth), name) else { return Ok(Value::Nil) };
            Ok(Value::array(vec![value.in_liquid(cx.host)?]))
        }),
        ScopeRequest::Set { depth, name, value } => {
            bridge.with_context(|cx| cx.set_in_scope(index(depth), name, value.clone()).map(|()| Value::Nil))
        }
        ScopeRequest::Change { place: [Value::Int(depth), Value::Str(name)], changes } => {
            change_value(bridge, changes, |cx| Ok(cx.scope_variable(index(*depth), name).unwrap_or(Value::Nil)))
        }
        ScopeRequest::Change { .. } => Ok(Value::Nil),
        ScopeRequest::Delete { depth, name } => {
            bridge.with_context(|cx| Ok(cx.remove_from_scope(index(depth), name).unwrap_or(Value::Nil)))
        }
        ScopeRequest::Push { variables } => bridge.with_context(|cx| match variables.as_hash() {
            Some(variables) => cx.push_scope(variables).map(|()| Value::Nil),
            None => Ok(Value::Nil),
        }),
        ScopeRequest::Pop => bridge.with_context(|cx| Ok(Value::Bool(cx.pop_scope()))),
        ScopeRequest::EnterStack { variables } => match &mut bridge.stage {
            Stage::Context(cx) => cx.enter_stack(variables.as_hash()).map(|()| Value::Bool(true)),
            _ => Ok(Value::Bool(false)),
        },
        ScopeRequest::LeaveStack => bridge.with_context(|cx| {
            cx.leave_stack();
            Ok(Value::Nil)
        }),
        ScopeRequest::Find { name } => bridge.with_context(|cx| cx.find_variable(name)?.in_liquid(cx.host)),
    }
}

fn index(depth: i64) -> usize {
    usize::try_from(depth).unwrap_or(usize::MAX)
}
