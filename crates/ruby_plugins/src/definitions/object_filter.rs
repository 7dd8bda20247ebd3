//! Built-in filters whose input or arguments are objects in Ruby, such as a drop or a `BigDecimal`. Ruby evaluates them,
//! because their results depend on the methods of these objects.

use crate::bridge::{Bridge, Stage};
use crate::interpreter::Interpreter;
use crate::objects::names;
use crate::objects::ruby_object::RubyObject;
use crate::protocol::Operation;
use crate::requests::template_name;
use hastie_liquid::{Abort, Context, Engine, Value};
use hastie_site::render::rendering_of;
use std::sync::Arc;

/// The filters that call other methods of their input than `to_s`. The shim has a method for each (`liquid/object_filters.rb`).
const NAMES: &str = "abs absolute_url array_to_sentence_string at_least at_most ceil cgi_escape compact concat default \
                     divided_by find find_exp first floor group_by group_by_exp join jsonify last map minus modulo \
                     number_of_words plus pop push relative_url reverse round sample shift size slice slugify sort \
                     sort_natural strip_index times to_integer uniq unshift uri_escape where where_exp";

/// Lets Ruby evaluate filters that receive objects in Ruby.
pub(crate) fn intercept(ruby: &Arc<Interpreter>, engine: &mut Engine) {
    for name in NAMES.split_whitespace() {
        let ruby = Arc::clone(ruby);
        let is_active = Arc::clone(&ruby.has_ruby_objects);
        engine.intercept_filter(name, &is_active, move |cx, input, args| {
            if concerns(input, args) || (name == "jsonify" && contains_object(input)) {
                return call(&ruby, name, cx, input, args).map(Some);
            }
            Ok(None)
        });
    }
}

/// Whether the input or an argument is an object in Ruby, or an array that contains one.
fn concerns(input: &Value, args: &[Value]) -> bool {
    std::iter::once(input).chain(args).any(|value| match value {
        Value::Array(items) => items.iter().any(is_ruby_object),
        value => is_ruby_object(value),
    })
}

/// Whether a value is or contains an object in Ruby. Hashes are searched, drops are not.
fn contains_object(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(contains_object),
        Value::Hash(hash) => hash.iter().any(|(_, value)| contains_object(value)),
        value => is_ruby_object(value),
    }
}

fn is_ruby_object(value: &Value) -> bool {
    matches!(value, Value::Drop(object) if object.as_any().is::<RubyObject>())
}

fn call(
    ruby: &Arc<Interpreter>,
    name: &str,
    cx: &mut Context<'_>,
    input: &Value,
    args: &[Value],
) -> Result<Value, Abort> {
    let view = Arc::clone(&rendering_of(cx.host)?.view);
    let serial = Value::Int(cx.serial().cast_signed());
    let mut arguments = vec![name.into(), serial, template_name(cx), names::filter_argument(&view, input)];
    arguments.extend(args.iter().map(|argument| names::filter_argument(&view, argument)));
    Bridge::new(ruby, Stage::Context(cx)).call(Operation::ObjectFilter, arguments)?.in_liquid(cx.host)
}
