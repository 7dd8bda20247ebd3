//! Requests about templates that Ruby parses, and about the contents of blocks.

use super::liquid::environment_value;
use crate::bridge::{Bridge, Parsing, Stage};
use crate::definitions::filter;
use crate::interpreter::Interpreter;
use crate::objects::table::{ParsedBody, RubyTagNumber, TemplateOptions};
use hastie_liquid::{
    Abort, Arity, Body, Context, Engine, Error, ErrorMode, Expression, ParseOptions, Part, RenderOptions, Span, Str,
    Tag, Template, Value,
};
use hastie_site::render::payload::Payload;
use std::sync::{Arc, Weak};

/// Parses a template and returns its number. Templates with the same source and the same options are parsed once. A
/// template with the error mode `strict` or `lax` in `options` is always parsed.
pub(crate) fn parse(bridge: &mut Bridge<'_, '_>, source: &str, options: &Value) -> Result<Value, Abort> {
    let option = |name: &str| options.as_hash().and_then(|options| options.get(name));
    let mode = match option("error_mode").and_then(Value::as_str) {
        Some("strict") => Some(ErrorMode::Strict),
        Some("lax") => Some(ErrorMode::Lax),
        _ => None,
    };
    let is_set = |name: &str| option(name).is_some_and(Value::truthy);
    let filters = option("filters").and_then(Value::as_array).unwrap_or_default();
    let own = TemplateOptions {
        line_numbers: is_set("line_numbers"),
        strict_variables: is_set("strict_variables"),
        strict_filters: is_set("strict_filters"),
        filters: filters.iter().filter_map(|name| name.as_str().map(Str::from)).collect(),
    };
    let key = (Str::from(source), own);
    if let (None, Some(number)) = (mode, bridge.ruby.objects.lock().templates_by_source.get(&key)) {
        return Ok(Value::Int(number.cast_signed()));
    }
    let engine = engine_with(bridge, &key.1)?;
    let mut options = ParseOptions::default();
    options.mode = mode;
    options.line_numbers = key.1.line_numbers;
    let template = Template::parse(&engine, key.0.clone(), options)?;
    let mut objects = bridge.ruby.objects.lock();
    objects.templates.push(template);
    let number = objects.templates.len() as u64 - 1;
    if mode.is_none() {
        objects.templates_by_source.insert(key, number);
    }
    Ok(Value::Int(number.cast_signed()))
}

/// The site's engine with the options of one template.
fn engine_with(bridge: &Bridge<'_, '_>, own: &TemplateOptions) -> Result<Engine, Abort> {
    let mut engine = bridge.engine()?;
    if own.strict_variables {
        engine.set_strict_variables(true);
    }
    if own.strict_filters {
        engine.set_strict_filters(true);
    }
    for name in &own.filters {
        let Some(ruby) = bridge.ruby.this.get().and_then(Weak::upgrade) else { continue };
        let call_name = format!("{OWN_FILTER}{name}");
        let call =
            move |cx: &mut Context<'_>, input: &Value, args: &[Value]| filter::call(&ruby, &call_name, cx, input, args);
        engine.filter(name, Arity::at_least(0), call).recorded_as(name);
    }
    Ok(engine)
}

/// The beginning of the names by which Ruby knows the filters of a single template.
const OWN_FILTER: &str = "own:";

/// The warnings of the parser about a template, as rows of class and message.
///
/// # Errors
/// Fails if no template has the number.
pub(crate) fn warnings(bridge: &Bridge<'_, '_>, number: Option<i64>) -> Result<Value, Abort> {
    Ok(error_rows(template(bridge, number)?.warnings()))
}

fn error_rows(errors: &[Error]) -> Value {
    let rows = errors.iter().map(|error| {
        let context = error.markup_context.as_ref().map_or(Value::Nil, |context| Value::from(&**context));
        let line = error.line.map_or(Value::Nil, |line| Value::Int(i64::from(line)));
        Value::array(vec![
            Value::from(error.kind.class().to_string()),
            Value::from(error.message.as_str()),
            line,
            context,
        ])
    });
    Value::array(rows.collect())
}

fn template(bridge: &Bridge<'_, '_>, number: Option<i64>) -> Result<Template, Abort> {
    let index = number.and_then(|number| usize::try_from(number).ok());
    let objects = bridge.ruby.objects.lock();
    index
        .and_then(|index| objects.templates.get(index).cloned())
        .ok_or_else(|| Abort::error("RuntimeError", "no such template"))
}

/// Renders a template with an environment and variables. Returns the text, the errors in it, and the assigned
/// variables and counters. `page` replaces the rendering's page unless it is nil. With `raises`, the first error ends the
/// rendering, as with `render!`. `owner` is the number of the object that keeps the registers.
pub(crate) fn render(
    bridge: &mut Bridge<'_, '_>,
    number: Option<i64>,
    (environment, scope): (&Value, &Value),
    page: &Value,
    (raises, owner): (bool, Option<u64>),
) -> Result<Value, Abort> {
    let template = template(bridge, number)?;
    let registers = owner.and_then(|owner| bridge.ruby.objects.lock().template_registers.remove(&owner));
    let mut environment = environment_value(environment);
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
    let ruby = bridge.ruby;
    bridge.with_rendering(|rendering| {
        let outer = match page {
            Value::Nil => None,
            page => Some((std::mem::replace(&mut rendering.page, page.clone()), rendering.page_hash.take())),
        };
        let mut options = RenderOptions::new(environment);
        options.raise = raises;
        options.state.registers = registers.unwrap_or_default();
        let rendered = template.render(rendering, options);
        if let Some((page, hash)) = outer {
            rendering.page = page;
            rendering.page_hash = hash;
        }
        let rendered = rendered?;
        if let Some(owner) = owner
            && !rendered.state.registers.is_empty()
        {
            ruby.objects.lock().template_registers.insert(owner, rendered.state.registers);
        }
        let (text, errors) = (Value::from(rendered.text), error_rows(&rendered.errors));
        let (assigned, counters) = (Value::hash(rendered.state.assigned), Value::hash(rendered.state.counters));
        Ok(Value::array(vec![text, errors, assigned, counters]))
    })
}

/// Renders the template `number` with the variables and registers of the template that is being rendered. Outside of
/// templates, uses new variables and registers.
pub(crate) fn render_in(bridge: &mut Bridge<'_, '_>, number: Option<i64>) -> Result<Value, Abort> {
    let template = template(bridge, number)?;
    bridge.with_context(|cx| {
        let mut out = String::new();
        cx.render_partial(&template, &mut out)?;
        Ok(Value::from(out))
    })
}

fn not_parsing() -> Abort {
    Abort::error("RuntimeError", "no tag is being read")
}

/// Parses the content of a block up to its end, or up to a tag that is not registered, such as `else`. Returns the
/// number of the content, the tag with its markup (nil at the end), and whether the content is blank.
///
/// With a `number`, continues the content that has this number.
pub(crate) fn section(bridge: &mut Bridge<'_, '_>, number: Option<u64>) -> Result<Value, Abort> {
    let new = bridge.ruby.objects.next_number();
    let Stage::Parse(parsing) = &mut bridge.stage else { return Err(not_parsing()) };
    let number = number.unwrap_or(new);
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

/// The text of a block up to its end, without parsing it. Fails if no tag is being parsed, or if the end is missing.
pub(crate) fn raw(bridge: &mut Bridge<'_, '_>) -> Result<Value, Abort> {
    match &mut bridge.stage {
        Stage::Parse(parsing) => parsing.tag.raw_body().map(Value::from).map_err(Abort::from),
        _ => Err(not_parsing()),
    }
}

/// Takes the next token of the template, such as `{% endif %}`. nil at the end.
pub(crate) fn token(bridge: &mut Bridge<'_, '_>) -> Result<Value, Abort> {
    match &mut bridge.stage {
        Stage::Parse(parsing) => Ok(parsing.tag.token().map_or(Value::Nil, Value::from)),
        _ => Err(not_parsing()),
    }
}

/// A built-in tag without content that a plugin has parsed outside of its template.
#[derive(Debug)]
struct LoneTag(Template);

impl Tag for LoneTag {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        self.0.root().render(cx, out)
    }
}

impl LoneTag {
    fn parse(native: &Engine, name: &str, markup: &str) -> Result<Self, Abort> {
        let options = ParseOptions::default().without_line_numbers();
        Template::parse(native, format!("{{% {name} {markup} %}}"), options).map(LoneTag).map_err(Abort::from)
    }
}

/// Parses the current tag by the rules of the built-in tag `name`, from whose class the plugin's class inherits. Outside
/// of parsing, parses a tag without content.
/// Returns the number of the parsed tag, and whether it is blank (`Tag::blank`).
pub(crate) fn native(bridge: &mut Bridge<'_, '_>, name: &str, markup: &str) -> Result<Value, Abort> {
    let number = bridge.ruby.objects.next_number();
    let native = bridge.ruby.native_engine.get().cloned();
    let Some(native) = native else { return Err(not_parsing()) };
    let tag: Arc<dyn Tag> = match &mut bridge.stage {
        Stage::Parse(parsing) => {
            parsing.native_tags.push(number);
            Arc::from(parsing.tag.read_as(&native, name, markup)?)
        }
        _ => Arc::new(LoneTag::parse(&native, name, markup)?),
    };
    let is_blank = tag.blank();
    bridge.ruby.objects.lock().native_tags.insert(number, tag);
    Ok(Value::array(vec![Value::Int(number.cast_signed()), Value::Bool(is_blank)]))
}

/// Renders the built-in tag with this number, for a class in Ruby that inherits from the class of this tag. `changed` has
/// the variables that the class has set.
pub(crate) fn render_native(
    bridge: &mut Bridge<'_, '_>,
    number: Option<u64>,
    changed: &[Value],
) -> Result<Value, Abort> {
    let tag = number.and_then(|number| bridge.ruby.objects.lock().native_tags.get(&number).cloned());
    let tag = tag.ok_or_else(not_parsing)?;
    let parameters = changed.iter().filter_map(parameter).collect::<Result<Vec<_>, _>>()?;
    bridge.with_context(|cx| {
        let mut out = String::new();
        if parameters.is_empty() {
            tag.render(cx, &mut out)?;
        } else if !tag.render_changed(&parameters, cx, &mut out)? {
            let names: Vec<String> = parameters.iter().map(|(name, _)| format!("@{name}")).collect();
            let message = format!("setting {} of this tag to such a value is not supported", names.join(", "));
            return Err(Abort::error("NotImplementedError", message));
        }
        Ok(Value::from(out))
    })
}

/// A variable of a tag from a row of Ruby: its name, and its value or an array with the markup of an expression.
fn parameter(row: &Value) -> Option<Result<(&str, Expression), Error>> {
    let [Value::Str(name), value] = row.as_array()? else { return None };
    let expression = match value.as_array() {
        Some([Value::Str(markup)]) => Expression::parse(markup),
        Some([value]) => Ok(Expression::literal(value.clone())),
        _ => Ok(Expression::literal(value.clone())),
    };
    Some(expression.map(|expression| (name.as_str(), expression)))
}

/// Renders the content of the block with this number, and returns the text. Empty if no block has the number.
pub(crate) fn render_body(bridge: &mut Bridge<'_, '_>, number: Option<u64>) -> Result<Value, Abort> {
    let parsed = number.and_then(|number| bridge.ruby.objects.lock().bodies.get(&number).cloned());
    let Some(parsed) = parsed else { return Ok(Value::from("")) };
    bridge.with_context(|cx| {
        let mut out = String::new();
        parsed.body.render(cx, &mut out)?;
        Ok(Value::from(out))
    })
}

/// The nodes in the block with this number, for Ruby's `nodelist`. Empty if no block has the number.
pub(crate) fn nodes(bridge: &Bridge<'_, '_>, number: Option<u64>) -> Value {
    let objects = bridge.ruby.objects.lock();
    let parsed = number.and_then(|number| objects.bodies.get(&number));
    parsed.map_or_else(|| Value::array(Vec::new()), |parsed| parsed.nodes.clone())
}

/// The nodes of a template, for Ruby's `root.nodelist`.
///
/// # Errors
/// Fails if no template has the number.
pub(crate) fn root(bridge: &Bridge<'_, '_>, number: Option<i64>) -> Result<Value, Abort> {
    let template = template(bridge, number)?;
    Ok(node_rows(template.root(), template.source().as_str()))
}

/// Renders the built-in tag that is node `index` of the block with this number, and returns the text. Empty if no block
/// has the number, and for `break` and `continue`, which only take effect if the block itself renders them.
///
/// # Errors
/// Fails if the tag fails.
pub(crate) fn render_node(
    bridge: &mut Bridge<'_, '_>,
    number: Option<u64>,
    index: Option<u64>,
) -> Result<Value, Abort> {
    let parsed = number.and_then(|number| bridge.ruby.objects.lock().bodies.get(&number).cloned());
    let index = index.and_then(|index| usize::try_from(index).ok());
    let (Some(parsed), Some(index)) = (parsed, index) else { return Ok(Value::from("")) };
    let Some(Part::Tag(_, Some(tag))) = parsed.body.parts().nth(index) else {
        return Ok(Value::from(""));
    };
    bridge.with_context(|cx| {
        let mut out = String::new();
        tag.render(cx, &mut out)?;
        Ok(Value::from(out))
    })
}

/// Adds the contents of a parsed tag to the object table. Returns their numbers.
#[expect(clippy::iter_over_hash_type, reason = "the numbers are sorted")]
pub(crate) fn keep_bodies(ruby: &Interpreter, parsing: &mut Parsing<'_, '_>) -> Vec<u64> {
    let source = parsing.tag.source();
    let mut numbers = Vec::new();
    for (number, body) in parsing.bodies.drain() {
        let nodes = node_rows(&body, source);
        ruby.objects.lock().bodies.insert(number, Arc::new(ParsedBody { body, nodes }));
        numbers.push(number);
    }
    numbers.sort_unstable();
    numbers
}

/// The nodes of a template or block, each as a row of kind, text and name.
fn node_rows(body: &Body, source: &str) -> Value {
    let row = |kind: &str, text: Value, name: Value| Value::array(vec![kind.into(), text, name]);
    let inside = |span: Span| {
        let token = source.get(span.start as usize..span.end as usize).unwrap_or_default();
        let token = token.get(2..token.len().saturating_sub(2)).unwrap_or_default();
        token.strip_prefix('-').unwrap_or(token).strip_suffix('-').unwrap_or(token).to_string()
    };
    let rows = body.parts().map(|part| match part {
        Part::Text(text) => row("text", text.into(), Value::Nil),
        Part::Variable(span) => row("variable", inside(span).into(), Value::Nil),
        Part::Tag(span, tag) => match tag.and_then(|tag| tag.as_any()?.downcast_ref()) {
            Some(RubyTagNumber(number)) => row("ruby", number.to_string().into(), Value::Nil),
            None => {
                let is_silent = tag.is_some_and(|tag| tag.is_block() && tag.blank());
                let token = inside(span);
                let token = token.trim_start();
                let end = token.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(token.len());
                let (name, markup) = token.split_at(end);
                Value::array(vec!["tag".into(), markup.trim_start().into(), name.into(), Value::Bool(is_silent)])
            }
        },
    });
    Value::array(rows.collect())
}
