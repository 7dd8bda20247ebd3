//! Lets the native code of a plugin read values and call filters like a template.

use hastie_liquid::{Abort, Context, Engine, Host, RenderOptions, Str, Value};
use hastie_site::render::RenderContext;
use hastie_site::render::payload::Payload;
use std::sync::Arc;

/// Evaluates variables and filters for a plugin, outside of any template.
pub(crate) struct Evaluation<'a> {
    cx: Context<'a>,
}

impl<'a> Evaluation<'a> {
    /// Creates a context with the site's `engine`. The variables, such as `site` and `page`, come from `rendering`.
    pub(crate) fn new(engine: &Engine, rendering: &'a mut RenderContext) -> Self {
        let page = rendering.registered_page();
        Evaluation { cx: Context::new(engine, rendering, RenderOptions::raising(Value::drop(Payload::new(page)))) }
    }

    /// The value of a key: `object.key`. nil if there is no such key, or if the object is neither a hash nor a drop.
    ///
    /// # Errors
    /// Fails if a drop fails.
    pub(crate) fn get(&mut self, object: &Value, key: &str) -> Result<Value, Abort> {
        self::key(object, key, self.cx.host)
    }

    /// The value at a path of keys: `object.a.b`. nil if a key is missing.
    ///
    /// # Errors
    /// Fails if a drop fails.
    pub(crate) fn dig(&mut self, object: &Value, keys: &[&str]) -> Result<Value, Abort> {
        keys.iter().try_fold(object.clone(), |value, key| self.get(&value, key))
    }

    /// A variable of the payload: `site`, `page`, `jekyll`.
    ///
    /// # Errors
    /// `Liquid::UndefinedVariable` with strict variables. Fails if a drop fails.
    pub(crate) fn variable(&mut self, name: &str) -> Result<Value, Abort> {
        self.cx.find_variable(name)
    }

    /// The result of `input | filter: args` in a template. An unknown filter returns the input, unless filters
    /// are strict.
    ///
    /// # Errors
    /// Fails if the filter fails.
    pub(crate) fn filter(&mut self, input: &Value, filter: &str, args: &[Value]) -> Result<Value, Abort> {
        self.cx.invoke(filter, input, args)
    }

    /// `input | first | second | ...` for filters without arguments, as text.
    ///
    /// # Errors
    /// Fails if a filter fails.
    pub(crate) fn text(&mut self, input: &Value, filters: &[&str]) -> Result<Str, Abort> {
        let value = filters.iter().try_fold(input.clone(), |value, filter| self.filter(&value, filter, &[]))?;
        value.to_s(self.cx.host)
    }

    /// `{{ value }}`: the elements of an array one after another, anything else as text.
    ///
    /// # Errors
    /// Fails if a drop fails.
    pub(crate) fn printed(&mut self, value: &Value) -> Result<Str, Abort> {
        match value {
            Value::Array(_) => self.filter(value, "join", &["".into()])?.to_s(self.cx.host),
            _ => value.to_s(self.cx.host),
        }
    }

    /// Ruby's error for a call of `method` on `receiver`, which lacks this method.
    pub(crate) fn no_method(&mut self, method: &str, receiver: &Value) -> Abort {
        hastie_liquid::filters::no_method(&mut self.cx, method, receiver)
    }

    /// The result of `input | default: other` in a template: `other` if the input is nil, false or empty.
    ///
    /// # Errors
    /// Fails if a drop fails.
    pub(crate) fn or(&mut self, input: Value, other: Value) -> Result<Value, Abort> {
        self.filter(&input, "default", &[other])
    }

    /// The elements of an array. Empty for other values.
    pub(crate) fn items(value: &Value) -> Arc<Vec<Value>> {
        match value {
            Value::Array(items) => Arc::clone(items),
            _ => Arc::default(),
        }
    }
}

/// `object.key`. nil if there is no such key, and for every array and text, even for `size`.
///
/// # Errors
/// Fails if a drop fails.
pub(crate) fn key(object: &Value, key: &str, host: &mut dyn Host) -> Result<Value, Abort> {
    Ok(match object {
        Value::Hash(hash) => hash.get(key).cloned().unwrap_or(Value::Nil),
        Value::Drop(object) => object.get(key, host)?.unwrap_or(Value::Nil).in_liquid(host)?,
        _ => Value::Nil,
    })
}
