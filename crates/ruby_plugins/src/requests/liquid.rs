//! Requests about the variables, filters and tags of the template that is being rendered.

use super::{render_detached, templates};
use crate::bridge::{Bridge, Stage};
use crate::changes::write_back::{self, Holders};
use crate::definitions::render_steps;
use crate::identity;
use crate::objects::names;
use crate::protocol::{LiquidRequest, Operation};
use hastie_liquid::{Abort, Condition, Context, Drop, Hash, Interrupt, Registers, RenderOptions, Value, Variable};
use hastie_site::render::payload::{Payload, SitePayload};
use hastie_site::render::rendering_of;
use std::sync::Arc;

/// Answers a request of Ruby about templates and variables.
///
/// # Errors
/// Fails if the template or expression fails, or if the stage of the build does not allow the request.
pub(crate) fn handle(bridge: &mut Bridge<'_, '_>, request: &LiquidRequest<'_>) -> Result<Value, Abort> {
    match *request {
        LiquidRequest::Lookup { markup } => bridge.with_context(|cx| cx.lookup(markup)?.in_liquid(cx.host)),
        LiquidRequest::LookupIn { environment, scope, markup } => {
            in_own_context(bridge, environment, scope, |cx| cx.lookup(markup)?.in_liquid(cx.host))
        }
        LiquidRequest::Variable { markup } => bridge.with_context(|cx| variable(cx, markup)),
        LiquidRequest::VariableIn { environment, scope, markup } => {
            in_own_context(bridge, environment, scope, |cx| variable(cx, markup))
        }
        LiquidRequest::Condition { markup } => {
            bridge.with_context(|cx| Ok(Value::Bool(condition(markup)?.with_operators_of(cx.engine()).evaluate(cx)?)))
        }
        LiquidRequest::Environment { key } => bridge.with_context(|cx| environment(cx, key)),
        LiquidRequest::EnvironmentKeys => bridge.with_context(environment_keys),
        LiquidRequest::PageKey { key } => bridge.with_context(|cx| page_key(cx, key)),
        LiquidRequest::SetEnvironment { key, value } => set_environment(bridge, key, value),
        LiquidRequest::Register { name } => bridge.with_context(|cx| Ok(register(&cx.registers, name))),
        LiquidRequest::Payload { key } => payload(bridge, key),
        LiquidRequest::Set { name, value } => {
            bridge.with_context(|cx| cx.set(name, value.clone()).map(|()| Value::Nil))
        }
        LiquidRequest::Change { markup, changes } => change(bridge, markup, changes),
        LiquidRequest::ChangeEnvironment { key, changes } => {
            change_value(bridge, changes, |cx| cx.environment_value(key))
        }
        LiquidRequest::ChangePage { set } => change_page(bridge, set),
        LiquidRequest::Stack { block } => stack(bridge, block),
        LiquidRequest::Interrupted => bridge.with_context(|cx| Ok(Value::Bool(cx.interrupted()))),
        LiquidRequest::Interrupt { class } => bridge.with_context(|cx| {
            cx.push_interrupt(interrupt_of(class));
            Ok(Value::Nil)
        }),
        LiquidRequest::PopInterrupt => bridge.with_context(|cx| Ok(cx.pop_interrupt().map_or(Value::Nil, class_of))),
        LiquidRequest::Filter { name, input, arguments } => filter(bridge, name, input, arguments),
        LiquidRequest::RenderItem { item, fields, extras } => render_detached::render(bridge, item, fields, extras),
        LiquidRequest::OriginalStep { text, extras } => render_steps::run_original(bridge, text, extras),
        LiquidRequest::Parse { source, options } => templates::parse(bridge, source, options),
        LiquidRequest::Warnings { template } => templates::warnings(bridge, template),
        LiquidRequest::Render { template, environment, scope, page, raises, owner } => {
            templates::render(bridge, template, (environment, scope), page, (raises, owner))
        }
        LiquidRequest::RenderIn { template } => templates::render_in(bridge, template),
        LiquidRequest::Section { body } => templates::section(bridge, body),
        LiquidRequest::Raw => templates::raw(bridge),
        LiquidRequest::Token => templates::token(bridge),
        LiquidRequest::Native { name, markup } => templates::native(bridge, name, markup),
        LiquidRequest::NativeRender { tag, changed } => templates::render_native(bridge, tag, changed),
        LiquidRequest::Body { body } => templates::render_body(bridge, body),
        LiquidRequest::Nodes { body } => Ok(templates::nodes(bridge, body)),
        LiquidRequest::Root { template } => templates::root(bridge, template),
        LiquidRequest::NodeRender { body, index } => templates::render_node(bridge, body, index),
    }
}

/// The interrupt of a class in Ruby: `Liquid::BreakInterrupt`, or any other class for `continue`.
fn interrupt_of(class: &str) -> Interrupt {
    if class.ends_with("BreakInterrupt") { Interrupt::Break } else { Interrupt::Continue }
}

/// The name of an interrupt's class in Ruby, within `Liquid`.
fn class_of(interrupt: Interrupt) -> Value {
    Value::from(match interrupt {
        Interrupt::Break => "BreakInterrupt",
        Interrupt::Continue => "ContinueInterrupt",
    })
}

fn variable(cx: &mut Context<'_>, markup: &str) -> Result<Value, Abort> {
    let engine = cx.engine().clone();
    Variable::read(&engine, markup)?.evaluate(cx)?.in_liquid(cx.host)
}

fn condition(markup: &str) -> Result<Condition, Abort> {
    let found = Condition::strict(markup).or_else(|_| Condition::lax(markup));
    found.map_err(Abort::from)
}

/// Runs `work` in a new context with the environment and variables of a context that Ruby has created.
fn in_own_context<T>(
    bridge: &mut Bridge<'_, '_>,
    environment: &Value,
    scope: &Value,
    work: impl FnOnce(&mut Context<'_>) -> Result<T, Abort>,
) -> Result<T, Abort> {
    let engine = bridge.engine()?;
    bridge.with_rendering(|rendering| {
        let environment = environment_value(environment);
        let mut cx = Context::new(&engine, rendering, RenderOptions::raising(environment));
        for (name, value) in scope.as_hash().into_iter().flat_map(Hash::iter) {
            if let Some(name) = name.as_str() {
                cx.assign(name, value.clone())?;
            }
        }
        work(&mut cx)
    })
}

/// Converts a value to the environment of a context. A hash or a drop is unchanged, and any other value becomes an
/// empty hash.
pub(super) fn environment_value(environment: &Value) -> Value {
    match environment {
        Value::Hash(_) | Value::Drop(_) => environment.clone(),
        _ => Value::hash(Hash::new()),
    }
}

fn environment(cx: &mut Context<'_>, key: &str) -> Result<Value, Abort> {
    cx.environment_value(key)?.in_liquid(cx.host)
}

/// The keys of the environment, with the counters of `increment` and `decrement`, which Ruby keeps there.
fn environment_keys(cx: &mut Context<'_>) -> Result<Value, Abort> {
    let mut keys: Vec<Value> = match cx.environment().clone() {
        Value::Hash(hash) => hash.keys().cloned().collect(),
        Value::Drop(object) => object.keys(cx.host)?.into_iter().map(Value::Str).collect(),
        _ => Vec::new(),
    };
    for name in cx.counters().keys() {
        if !keys.iter().any(|key| key.as_str() == name.as_str()) {
            keys.push(name.clone());
        }
    }
    Ok(Value::array(keys))
}

/// The register that a tag of Liquid uses. Nil if no such tag was rendered.
fn register(registers: &Registers, name: &str) -> Value {
    let numbers = |hash: &Hash| if hash.is_empty() { Value::Nil } else { Value::hash(hash.clone()) };
    match name {
        "cycle" => numbers(&registers.cycles),
        "for" => numbers(&registers.offsets),
        "ifchanged" => registers.ifchanged.clone().map_or(Value::Nil, Value::Str),
        _ => Value::Nil,
    }
}

/// The value of a key of `page` in the template's environment. nil if the environment has no `page`, or if the page
/// does not have the key.
///
/// # Errors
/// Fails if the value cannot be computed.
pub(crate) fn page_key(cx: &mut Context<'_>, key: &str) -> Result<Value, Abort> {
    let page = environment(cx, "page")?;
    key_of(&page, key, cx)
}

/// The value of a key of a hash or drop. nil for other objects.
fn key_of(object: &Value, key: &str, cx: &mut Context<'_>) -> Result<Value, Abort> {
    let value = match object {
        Value::Hash(hash) => hash.get(key).cloned(),
        Value::Drop(object) => object.get(key, cx.host)?,
        _ => None,
    };
    value.unwrap_or(Value::Nil).in_liquid(cx.host)
}

/// Applies Ruby's changes in place to the value of an expression, such as `page.title`.
fn change(bridge: &mut Bridge<'_, '_>, markup: &str, changes: &[Value]) -> Result<Value, Abort> {
    change_value(bridge, changes, |cx| cx.lookup(markup))
}

/// Applies Ruby's changes in place to the value that `read` returns.
pub(super) fn change_value(
    bridge: &mut Bridge<'_, '_>,
    changes: &[Value],
    read: impl FnOnce(&mut Context<'_>) -> Result<Value, Abort>,
) -> Result<Value, Abort> {
    bridge.ruby.filter_results.forget_traced();
    bridge.with_context(|cx| {
        let old = read(cx)?;
        let view = Arc::clone(&rendering_of(cx.host)?.view);
        write_back::change_in_place(&mut Holders::of_template(&view, cx), &old, changes).map(|_| Value::Nil)
    })
}

/// Sets a key of the payload for the rest of the build.
fn set_environment(bridge: &mut Bridge<'_, '_>, key: &str, value: &Value) -> Result<Value, Abort> {
    bridge.with_context(|cx| {
        let value = identity::with_identity(value);
        if cx.set_environment_value(key, &value) {
            SitePayload::set_in_template(rendering_of(cx.host)?, key, value);
        }
        Ok(Value::Nil)
    })
}

/// Sets keys of the page for this rendering only: Jekyll creates a page's hash anew for each rendering.
fn change_page(bridge: &mut Bridge<'_, '_>, set: &Value) -> Result<Value, Abort> {
    let Some(set) = set.as_hash() else { return Ok(Value::Nil) };
    bridge.with_rendering(|rendering| {
        set.iter().for_each(|(key, value)| rendering.page_variables.set_value(key.clone(), value.clone()));
        Ok(Value::Nil)
    })
}

/// The value of a key of the payload, outside of templates.
fn payload(bridge: &mut Bridge<'_, '_>, key: &str) -> Result<Value, Abort> {
    bridge.with_rendering(|rendering| {
        // After all items, `page` is still the last one.
        let last = rendering.view.slots().len().checked_sub(1).filter(|last| rendering.index > *last);
        let page = match last {
            Some(last) => names::own_page(&rendering.view, last),
            None => rendering.page.clone(),
        };
        let mut payload = Payload::of_item(rendering, page);
        if let Some(state) = &rendering.layout_state {
            payload.layout = state.layout().clone();
            payload.content = state.content().clone();
        }
        payload.get(key, rendering)?.unwrap_or(Value::Nil).in_liquid(rendering)
    })
}

/// `context.stack { ... }`: Ruby runs its block during the request.
fn stack(bridge: &mut Bridge<'_, '_>, block: &Value) -> Result<Value, Abort> {
    let ruby = bridge.ruby;
    bridge.with_context(|cx| {
        cx.stack(|cx| Bridge::new(ruby, Stage::Context(cx)).call(Operation::RunBlock, vec![block.clone()]))
    })
}

/// The result of a built-in filter, even if a plugin has redefined it.
fn filter(bridge: &mut Bridge<'_, '_>, name: &str, input: &Value, arguments: &[Value]) -> Result<Value, Abort> {
    let native = bridge.ruby.native_engine.get().cloned();
    bridge.with_context(|cx| {
        let result = match &native {
            Some(native) => cx.invoke_of(native, name, input, arguments)?,
            None => cx.invoke(name, input, arguments)?,
        };
        result.in_liquid(cx.host)
    })
}

/// The name of the outermost template that is being rendered, or nil. Ruby keeps registers by this name, because
/// includes and their template share registers.
pub(crate) fn template_name(cx: &Context<'_>) -> Value {
    cx.outermost_template().and_then(|template| template.name().cloned()).map_or(Value::Nil, Value::Str)
}
