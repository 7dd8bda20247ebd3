//! Ruby's access to Liquid: variables, filters, templates, and the bodies of blocks.

use super::bridge::{Bridge, Stage};
use super::shared::KeptBody;
use super::{identity, mutated, names};
use hastie_liquid::{
    Abort, Body, Condition, Context, Drop, ErrorMode, Hash, Interrupt, ParseOptions, Part, RenderOptions, Span, Str,
    Template, Value, Variable,
};
use hastie_site::render::OwnedItem;
use hastie_site::render::payload::Payload;
use std::sync::Arc;

/// The answer to a question about Liquid.
pub fn answer(bridge: &mut Bridge<'_, '_, '_, '_>, operation: &str, arguments: &[Value]) -> Result<Value, Abort> {
    let at = |place: usize| arguments.get(place).unwrap_or(&Value::Nil);
    let text = |place: usize| at(place).as_str().unwrap_or_default();
    match operation {
        "lookup" => bridge.with_context(|cx| cx.lookup(text(1))?.in_liquid(cx.host)),
        "lookup_in" => in_own(bridge, at(0), at(1), |cx| cx.lookup(text(2))?.in_liquid(cx.host)),
        "variable" => bridge.with_context(|cx| variable(cx, text(1))),
        "variable_in" => in_own(bridge, at(0), at(1), |cx| variable(cx, text(2))),
        "condition" => bridge.with_context(|cx| Ok(Value::Bool(condition(text(1))?.evaluate(cx)?))),
        "environment" => bridge.with_context(|cx| environment(cx, text(1))),
        "page_key" => bridge.with_context(|cx| page_key(cx, text(1))),
        "set_environment" => set_environment(bridge, text(1), at(2)),
        "payload" => payload(bridge, text(0)),
        "assign" => bridge.with_context(|cx| cx.assign(text(1), at(2).clone()).map(|()| Value::Nil)),
        "set" => bridge.with_context(|cx| cx.set(text(1), at(2).clone()).map(|()| Value::Nil)),
        "change" => change(bridge, text(1), at(2)),
        "change_page" => change_page(bridge, at(1), at(2)),
        "stack" => stack(bridge, at(1)),
        "interrupted" => bridge.with_context(|cx| Ok(Value::Bool(cx.interrupted()))),
        "interrupt" => bridge.with_context(|cx| {
            let is_break = text(1).ends_with("BreakInterrupt");
            cx.push_interrupt(if is_break { Interrupt::Break } else { Interrupt::Continue });
            Ok(Value::Nil)
        }),
        "filter" => filter(bridge, text(1), at(2), at(3).as_array().unwrap_or_default()),
        "parse" => parse(bridge, text(0), at(1)),
        "render" => render(bridge, at(0), (at(1), at(2)), at(3), at(4).truthy()),
        "render_in" => render_in(bridge, at(1)),
        "section" => section(bridge, at(0)),
        "raw" => match &mut bridge.stage {
            Stage::Parse(parsing) => parsing.tag.raw_body().map(Value::from).map_err(Abort::from),
            _ => Err(not_parsing()),
        },
        "native" => native(bridge, text(0), text(1)),
        "native_render" => native_render(bridge, at(1)),
        "body" => body(bridge, at(1)),
        "nodes" => Ok(nodes(bridge, at(0))),
        "render_item" => super::alone::render(bridge, at(0), at(1)),
        _ => Err(Abort::error("NotImplementedError", format!("{operation} is not known"))),
    }
}

fn not_parsing() -> Abort {
    Abort::error("RuntimeError", "no tag is being read")
}

fn variable(cx: &mut Context<'_>, markup: &str) -> Result<Value, Abort> {
    let engine = cx.engine().clone();
    Variable::read(&engine, markup)?.evaluate(cx)?.in_liquid(cx.host)
}

fn condition(markup: &str) -> Result<Condition, Abort> {
    let found = Condition::strict(markup).or_else(|_| Condition::lax(markup));
    found.map_err(Abort::from)
}

/// A context that Ruby has made, with its own variables.
fn in_own<T>(
    bridge: &mut Bridge<'_, '_, '_, '_>,
    environment: &Value,
    scope: &Value,
    work: impl FnOnce(&mut Context<'_>) -> Result<T, Abort>,
) -> Result<T, Abort> {
    let engine = bridge.engine()?;
    bridge.with_rendering(|rendering| {
        let environment = settled(environment);
        let mut cx = Context::new(&engine, rendering, RenderOptions::raising(environment));
        for (name, value) in scope.as_hash().into_iter().flat_map(Hash::iter) {
            if let Some(name) = name.as_str() {
                cx.assign(name, value.clone())?;
            }
        }
        work(&mut cx)
    })
}

/// The data of a context: a hash, or a drop.
fn settled(environment: &Value) -> Value {
    match environment {
        Value::Hash(_) | Value::Drop(_) => environment.clone(),
        _ => Value::hash(Hash::new()),
    }
}

fn environment(cx: &mut Context<'_>, key: &str) -> Result<Value, Abort> {
    let value = match cx.environment().clone() {
        Value::Hash(hash) => hash.get(key).cloned(),
        Value::Drop(object) => object.get(key, cx.host)?,
        _ => None,
    };
    value.unwrap_or(Value::Nil).in_liquid(cx.host)
}

/// A key of the page.
///
/// # Errors
/// Those of making it.
pub fn page_key(cx: &mut Context<'_>, key: &str) -> Result<Value, Abort> {
    let page = environment(cx, "page")?;
    let value = match &page {
        Value::Hash(hash) => hash.get(key).cloned(),
        Value::Drop(object) => object.get(key, cx.host)?,
        _ => None,
    };
    value.unwrap_or(Value::Nil).in_liquid(cx.host)
}

/// A list or hash that Ruby has changed in place: the variable's, in whichever scope, or else the payload's.
fn change(bridge: &mut Bridge<'_, '_, '_, '_>, name: &str, value: &Value) -> Result<Value, Abort> {
    let is_known = bridge.with_context(|cx| {
        let old = cx.lookup(name)?;
        let new = identity::given(value);
        let is_known = cx.change(name, new.clone());
        // Others may hold the same object.
        if is_known && !matches!(old, Value::Drop(_)) {
            mutated::spread(cx, &old, &new)?;
        }
        Ok(is_known)
    })?;
    if is_known { Ok(Value::Nil) } else { set_environment(bridge, name, value) }
}

/// A key that stays in the payload for the rest of the build.
fn set_environment(bridge: &mut Bridge<'_, '_, '_, '_>, key: &str, value: &Value) -> Result<Value, Abort> {
    bridge.with_rendering(|rendering| {
        let mut payload = (*rendering.view.payload).clone();
        payload.set(key, value.clone());
        rendering.view.payload.replace(payload);
        Ok(Value::Nil)
    })
}

/// A page's hash is made anew for each rendering: what is set in it lasts as long. What was changed in place is front matter's
/// own object.
fn change_page(bridge: &mut Bridge<'_, '_, '_, '_>, set: &Value, in_place: &Value) -> Result<Value, Abort> {
    let Some(set) = set.as_hash() else { return Ok(Value::Nil) };
    let in_place = in_place.as_array().unwrap_or_default();
    bridge.with_rendering(|rendering| {
        set.iter().for_each(|(key, value)| rendering.page_variables.set_value(key.clone(), value.clone()));
        let Some(OwnedItem::Page(page)) = rendering.view.slots.get(rendering.index).map(|slot| &slot.owned) else {
            return Ok(Value::Nil);
        };
        let shared = in_place.iter().filter_map(Value::as_str).filter(|key| page.data.contains_key(key));
        let shared: Vec<_> = shared.filter_map(|key| Some((key, set.get(key)?.clone()))).collect();
        if !shared.is_empty() {
            let mut data = (*page.data).clone();
            shared.into_iter().for_each(|(key, value)| data.set(key, value));
            page.data.replace(data);
        }
        Ok(Value::Nil)
    })
}

/// A key of the payload, outside of templates.
fn payload(bridge: &mut Bridge<'_, '_, '_, '_>, key: &str) -> Result<Value, Abort> {
    bridge.with_rendering(|rendering| {
        // After all documents it is the last one's page.
        let last = rendering.view.slots.len().checked_sub(1).filter(|last| rendering.index > *last);
        let page = match last {
            Some(last) => names::own(&rendering.view, last),
            None => rendering.page.clone(),
        };
        let payload = Payload::new(page);
        payload.get(key, rendering)?.unwrap_or(Value::Nil).in_liquid(rendering)
    })
}

/// `context.stack { ... }`: the block is Ruby's.
fn stack(bridge: &mut Bridge<'_, '_, '_, '_>, work: &Value) -> Result<Value, Abort> {
    let shared = bridge.shared;
    bridge
        .with_context(|cx| cx.stack(|cx| Bridge { shared, stage: Stage::Context(cx) }.call("work", vec![work.clone()])))
}

/// One of the program's own filters.
fn filter(bridge: &mut Bridge<'_, '_, '_, '_>, name: &str, input: &Value, arguments: &[Value]) -> Result<Value, Abort> {
    let native = bridge.shared.native.get().cloned();
    bridge.with_context(|cx| {
        let result = match &native {
            Some(native) => cx.invoke_of(native, name, input, arguments)?,
            None => cx.invoke(name, input, arguments)?,
        };
        result.in_liquid(cx.host)
    })
}

fn parse(bridge: &mut Bridge<'_, '_, '_, '_>, source: &str, options: &Value) -> Result<Value, Abort> {
    let option = |name: &str| options.as_hash().and_then(|options| options.get(name));
    let mode = match option("error_mode").and_then(Value::as_str) {
        Some("strict") => Some(ErrorMode::Strict),
        Some("lax") => Some(ErrorMode::Lax),
        _ => None,
    };
    let key: Str = source.into();
    if let (None, Some(number)) = (mode, bridge.shared.held().by_source.get(&key)) {
        return Ok(Value::Int(number.cast_signed()));
    }
    let engine = bridge.engine()?;
    let mut options = ParseOptions::default();
    options.mode = mode;
    options.line_numbers = option("line_numbers").is_some_and(Value::truthy);
    let template = Template::parse(&engine, key.clone(), options)?;
    let mut held = bridge.shared.held();
    held.templates.push(template);
    let number = held.templates.len() as u64 - 1;
    if mode.is_none() {
        held.by_source.insert(key, number);
    }
    Ok(Value::Int(number.cast_signed()))
}

fn template(bridge: &Bridge<'_, '_, '_, '_>, number: &Value) -> Result<Template, Abort> {
    let found = match number {
        Value::Int(number) => usize::try_from(*number).ok(),
        _ => None,
    };
    let held = bridge.shared.held();
    found
        .and_then(|number| held.templates.get(number).cloned())
        .ok_or_else(|| Abort::error("RuntimeError", "no such template"))
}

/// A template with variables of its own.
fn render(
    bridge: &mut Bridge<'_, '_, '_, '_>,
    number: &Value,
    (environment, scope): (&Value, &Value),
    page: &Value,
    raises: bool,
) -> Result<Value, Abort> {
    let template = template(bridge, number)?;
    let mut environment = settled(environment);
    if let (Value::Hash(hash), Some(scope)) = (&environment, scope.as_hash()) {
        let mut all = (**hash).clone();
        scope.iter().for_each(|(key, value)| all.set_value(key.clone(), value.clone()));
        environment = Value::hash(all);
    }
    if let (Value::Drop(object), Some(scope)) = (&environment, scope.as_hash())
        && let Some(payload) = object.as_any().downcast_ref::<Payload>()
    {
        environment = Value::drop(Payload { extras: scope.clone(), ..payload.clone() });
    }
    bridge.with_rendering(|rendering| {
        let outer = match page {
            Value::Nil => None,
            page => Some(std::mem::replace(&mut rendering.page, page.clone())),
        };
        let mut options = RenderOptions::new(environment);
        options.raise = raises;
        let rendered = template.render(rendering, options);
        if let Some(outer) = outer {
            rendering.page = outer;
        }
        let rendered = rendered?;
        let problems = rendered.errors.iter().map(|error| {
            Value::array(vec![Value::from(error.kind.class().to_string()), Value::from(error.message.as_str())])
        });
        Ok(Value::array(vec![Value::from(rendered.text), Value::array(problems.collect())]))
    })
}

/// A template in the context of the one being rendered.
fn render_in(bridge: &mut Bridge<'_, '_, '_, '_>, number: &Value) -> Result<Value, Abort> {
    let template = template(bridge, number)?;
    bridge.with_context(|cx| {
        let mut out = String::new();
        cx.render_partial(&template, &mut out)?;
        Ok(Value::from(out))
    })
}

/// Reads a block's contents up to a tag that the block may know: the body's number, the tag and its markup, and whether
/// the body is blank.
fn section(bridge: &mut Bridge<'_, '_, '_, '_>, number: &Value) -> Result<Value, Abort> {
    let fresh = bridge.shared.number();
    let Stage::Parse(parsing) = &mut bridge.stage else { return Err(not_parsing()) };
    let number = match number {
        Value::Int(number) => number.cast_unsigned(),
        _ => fresh,
    };
    let mut body = parsing.bodies.remove(&number).unwrap_or_default();
    let end = parsing.tag.section(&mut body);
    let is_blank = body.blank();
    parsing.bodies.insert(number, body);
    let (tag, markup) = match end? {
        Some((tag, markup)) => (Value::from(tag), Value::from(markup)),
        None => (Value::Nil, Value::Nil),
    };
    Ok(Value::array(vec![Value::Int(number.cast_signed()), tag, markup, Value::Bool(is_blank)]))
}

/// Reads a tag of the program's that a plugin inherits from.
fn native(bridge: &mut Bridge<'_, '_, '_, '_>, name: &str, markup: &str) -> Result<Value, Abort> {
    let number = bridge.shared.number();
    let native = bridge.shared.native.get().cloned();
    let (Stage::Parse(parsing), Some(native)) = (&mut bridge.stage, native) else { return Err(not_parsing()) };
    let tag: Arc<dyn hastie_liquid::Tag> = Arc::from(parsing.tag.read_as(&native, name, markup)?);
    let is_blank = tag.blank();
    parsing.natives.push(number);
    bridge.shared.held().natives.insert(number, tag);
    Ok(Value::array(vec![Value::Int(number.cast_signed()), Value::Bool(is_blank)]))
}

fn native_render(bridge: &mut Bridge<'_, '_, '_, '_>, number: &Value) -> Result<Value, Abort> {
    let Value::Int(number) = number else { return Err(not_parsing()) };
    let tag = bridge.shared.held().natives.get(&number.cast_unsigned()).cloned().ok_or_else(not_parsing)?;
    bridge.with_context(|cx| {
        let mut out = String::new();
        tag.render(cx, &mut out)?;
        Ok(Value::from(out))
    })
}

fn body(bridge: &mut Bridge<'_, '_, '_, '_>, number: &Value) -> Result<Value, Abort> {
    let Value::Int(number) = number else { return Ok(Value::from("")) };
    let kept = bridge.shared.held().bodies.get(&number.cast_unsigned()).cloned();
    let Some(kept) = kept else { return Ok(Value::from("")) };
    bridge.with_context(|cx| {
        let mut out = String::new();
        kept.body.render(cx, &mut out)?;
        Ok(Value::from(out))
    })
}

fn nodes(bridge: &Bridge<'_, '_, '_, '_>, number: &Value) -> Value {
    let Value::Int(number) = number else { return Value::array(Vec::new()) };
    match bridge.shared.held().bodies.get(&number.cast_unsigned()) {
        Some(kept) => kept.nodes.clone(),
        None => Value::array(Vec::new()),
    }
}

/// Keeps the bodies of a tag that was read, with what `nodelist` shows of them.
pub fn keep_bodies(bridge: &mut Bridge<'_, '_, '_, '_>) -> Vec<u64> {
    let shared = bridge.shared;
    let Stage::Parse(parsing) = &mut bridge.stage else { return Vec::new() };
    let source = parsing.tag.source();
    let mut numbers = Vec::new();
    for (number, body) in parsing.bodies.drain() {
        let nodes = outline(&body, source);
        shared.held().bodies.insert(number, Arc::new(KeptBody { body, nodes }));
        numbers.push(number);
    }
    numbers.sort_unstable();
    numbers
}

fn outline(body: &Body, source: &str) -> Value {
    let row = |kind: &str, text: Value, name: Value| Value::array(vec![kind.into(), text, name]);
    let inside = |span: Span| {
        let token = source.get(span.start as usize..span.end as usize).unwrap_or_default();
        let token = token.get(2..token.len().saturating_sub(2)).unwrap_or_default();
        token.strip_prefix('-').unwrap_or(token).strip_suffix('-').unwrap_or(token).to_string()
    };
    let rows = body.parts().map(|part| match part {
        Part::Text(text) => row("text", text.into(), Value::Nil),
        Part::Variable(span) => row("variable", inside(span).into(), Value::Nil),
        Part::Tag(_, Some(number)) => row("ruby", number.to_string().into(), Value::Nil),
        Part::Tag(span, None) => {
            let token = inside(span);
            let token = token.trim_start();
            let end = token.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(token.len());
            let (name, markup) = token.split_at(end);
            row("tag", markup.trim_start().into(), name.into())
        }
    });
    Value::array(rows.collect())
}

/// The name of the template being rendered, for its registers, which includes share.
pub fn template_name(cx: &Context<'_>) -> Value {
    cx.outermost_template().and_then(|template| template.name().cloned()).map_or(Value::Nil, Value::Str)
}
