//! Reads of an object that stays in Ruby. Each key that a template reads, and each output of the object, is a call of
//! Ruby.

use crate::bridge::{Bridge, NOTE, Stage};
use crate::interpreter::Interpreter;
use crate::objects::names::ObjectName;
use crate::objects::ruby_object::RubyObject;
use crate::protocol::Operation;
use hastie_liquid::{Abort, Drop, Host, Str, Value};
use hastie_site::render::{RenderContext, rendering_of};
use hastie_value::sharing::Sharing;
use std::any::Any;
use std::cmp::Ordering;
use std::sync::Arc;

impl RubyObject {
    /// Calls an operation on the object. Returns nil if the site has no Ruby.
    fn call(&self, operation: Operation, key: Option<Value>, host: &mut dyn Host) -> Result<Value, Abort> {
        let rendering = rendering_of(host)?;
        let Some(ruby) = interpreter(rendering) else { return Ok(Value::Nil) };
        self.call_in(&ruby, operation, key, rendering)
    }

    /// The text of the object, without its `to_liquid`.
    fn text(&self, is_in_array: bool, host: &mut dyn Host) -> Result<Str, Abort> {
        match self.call(Operation::ObjectText, Some(is_in_array.into()), host)? {
            Value::Str(text) => Ok(text),
            _ => Ok(self.class.as_str().into()),
        }
    }

    fn call_in(
        &self,
        ruby: &Interpreter,
        operation: Operation,
        key: Option<Value>,
        rendering: &mut RenderContext,
    ) -> Result<Value, Abort> {
        let mut arguments = vec![ObjectName::value(format!("ruby:{}", self.number))];
        arguments.extend(key);
        Bridge::new(ruby, Stage::Rendering(rendering)).call(operation, arguments)
    }

    /// The result of the object's own `to_liquid`, or of a `Proc`. As in Liquid, a `Proc` is called once, and its
    /// result replaces it. `None` for other objects.
    fn converted(&self, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        if !self.converts {
            return Ok(None);
        }
        let rendering = rendering_of(host)?;
        let Some(ruby) = interpreter(rendering) else { return Ok(Some(Value::Nil)) };
        if let Some(known) = ruby.conversions.get(self.number) {
            rendering.note(NOTE);
            return Ok(Some(known));
        }
        let result = self.call_in(&ruby, Operation::ObjectInLiquid, None, rendering)?;
        let [value, lasts] = result.as_array().unwrap_or_default() else { return Ok(Some(Value::Nil)) };
        if lasts.truthy() {
            ruby.conversions.note(self.number, value);
        } else {
            ruby.conversions.forget();
        }
        Ok(Some(value.clone()))
    }
}

/// The value that Ruby has found, as an array of one element. `None` if Ruby has found nothing.
fn found(result: &Value) -> Option<Value> {
    result.as_array()?.first().cloned()
}

/// The interpreter of the site that is being rendered. `None` if the site has no Ruby.
fn interpreter(rendering: &RenderContext) -> Option<Arc<Interpreter>> {
    rendering.setup().plugins.find::<Arc<Interpreter>>().cloned()
}

impl Drop for RubyObject {
    fn get(&self, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        match self.converted(host)? {
            Some(Value::Hash(hash)) => return Ok(hash.get(key).cloned()),
            Some(Value::Drop(object)) => return object.get(key, host),
            Some(_) => return Ok(None),
            None => {}
        }
        Ok(found(&self.call(Operation::ObjectKey, Some(key.into()), host)?))
    }

    fn at(&self, index: i64, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        Ok(found(&self.call(Operation::ObjectKey, Some(Value::Int(index)), host)?))
    }

    fn command(&self, name: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        Ok(found(&self.call(Operation::ObjectCommand, Some(name.into()), host)?))
    }

    fn condition(
        &self,
        left: &Value,
        operator: &str,
        right: &Value,
        host: &mut dyn Host,
    ) -> Result<Option<bool>, Abort> {
        let rendering = rendering_of(host)?;
        let Some(ruby) = interpreter(rendering) else { return Ok(None) };
        let arguments = vec![operator.into(), left.clone(), right.clone()];
        let holds = Bridge::new(&ruby, Stage::Rendering(rendering)).call(Operation::ObjectCondition, arguments)?;
        Ok(Some(holds.truthy()))
    }

    fn keys(&self, host: &mut dyn Host) -> Result<Vec<Str>, Abort> {
        if !self.has_keys {
            return Ok(Vec::new());
        }
        let keys = self.call(Operation::ObjectKeys, None, host)?;
        Ok(keys.as_array().unwrap_or_default().iter().filter_map(|key| key.as_str().map(Str::from)).collect())
    }

    fn print(&self, host: &mut dyn Host) -> Result<Str, Abort> {
        match self.converted(host)? {
            Some(value) => value.to_s(host),
            None => self.text(false, host),
        }
    }

    fn print_in_array(&self, host: &mut dyn Host) -> Result<Str, Abort> {
        self.text(true, host)
    }

    fn to_liquid(&self, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        self.converted(host)
    }

    fn iterate(&self, host: &mut dyn Host) -> Result<Option<Vec<Value>>, Abort> {
        match self.converted(host)? {
            Some(Value::Array(items)) => return Ok(Some(items.to_vec())),
            Some(Value::Hash(hash)) => {
                let pair = |(key, value): (&Value, &Value)| Value::array(vec![key.clone(), value.clone()]);
                return Ok(Some(hash.iter().map(pair).collect()));
            }
            Some(Value::Drop(object)) => return object.iterate(host),
            Some(_) => return Ok(None),
            None => {}
        }
        Ok(self.call(Operation::ObjectItems, None, host)?.as_array().map(<[Value]>::to_vec))
    }

    fn inspect(&self, host: &mut dyn Host) -> Result<String, Abort> {
        match self.converted(host)? {
            Some(value) => value.inspect(host),
            None => self.inspect_in_collection(host),
        }
    }

    fn inspect_in_collection(&self, host: &mut dyn Host) -> Result<String, Abort> {
        match self.call(Operation::ObjectInspect, None, host)? {
            Value::Str(text) => Ok(text.to_string()),
            _ => Ok(self.class.clone()),
        }
    }

    fn compare(&self, other: &Value, host: &mut dyn Host) -> Result<Option<Ordering>, Abort> {
        let rendering = rendering_of(host)?;
        let Some(ruby) = interpreter(rendering) else { return Ok(None) };
        let own = ObjectName::value(format!("ruby:{}", self.number));
        let arguments = vec!["<=>".into(), own, other.clone()];
        let order = Bridge::new(&ruby, Stage::Rendering(rendering)).call(Operation::ObjectCondition, arguments)?;
        Ok(if let Value::Int(order) = order { Some(order.cmp(&0)) } else { None })
    }

    fn same(&self, other: &dyn Drop) -> bool {
        other.as_any().downcast_ref::<RubyObject>().is_some_and(|other| other.number == self.number)
    }

    fn identity(&self) -> usize {
        usize::try_from(self.number).unwrap_or(usize::MAX)
    }

    fn wants_names(&self) -> bool {
        self.has_keys
    }

    fn class(&self) -> &'static str {
        "Liquid::Drop"
    }

    fn is_hash(&self) -> bool {
        self.has_keys
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
