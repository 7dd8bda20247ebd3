//! Objects that live in Ruby, as templates see them: drops of plugins, and whatever else has keys.

use super::bridge::{Bridge, Stage};
use super::shared::Shared;
use hastie_liquid::{Abort, Drop, Host, Str, Value};
use hastie_site::render::rendering_of;
use std::any::Any;
use std::sync::Arc;

/// An object that Ruby keeps under a number.
#[derive(Debug, Clone)]
pub struct RubyObject {
    pub number: u64,
    pub class: String,
    /// Whether it shows its keys where JSON is made of it: a drop of Jekyll's kind.
    pub has_keys: bool,
}

impl RubyObject {
    fn ask(&self, operation: &str, key: Option<&str>, host: &mut dyn Host) -> Result<Value, Abort> {
        let rendering = rendering_of(host)?;
        let Some(shared) = shared_of(rendering.setup()) else { return Ok(Value::Nil) };
        let mut arguments = vec![super::names::Named::value(format!("ruby:{}", self.number))];
        arguments.extend(key.map(Value::from));
        let mut bridge = Bridge { shared: &shared, stage: Stage::Rendering(rendering) };
        bridge.call(operation, arguments)
    }
}

/// The site's Ruby, if it has any.
pub fn shared_of(setup: &hastie_site::render::Setup) -> Option<Arc<Shared>> {
    setup.plugins.find::<super::RubyPlugin>().map(|plugin| Arc::clone(&plugin.shared))
}

impl Drop for RubyObject {
    fn get(&self, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        self.ask("drop_key", Some(key), host).map(Some)
    }

    fn keys(&self, host: &mut dyn Host) -> Result<Vec<Str>, Abort> {
        if !self.has_keys {
            return Ok(Vec::new());
        }
        let keys = self.ask("object_keys", None, host)?;
        Ok(keys.as_array().unwrap_or_default().iter().filter_map(|key| key.as_str().map(Str::from)).collect())
    }

    fn print(&self, host: &mut dyn Host) -> Result<Str, Abort> {
        match self.ask("object_text", None, host)? {
            Value::Str(text) => Ok(text),
            _ => Ok(self.class.as_str().into()),
        }
    }

    /// A block of code is called once, and is its result from then on.
    fn to_liquid(&self, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        if self.class == "Proc" { self.ask("proc_value", None, host).map(Some) } else { Ok(None) }
    }

    fn iterate(&self, host: &mut dyn Host) -> Result<Option<Vec<Value>>, Abort> {
        Ok(self.ask("object_items", None, host)?.as_array().map(<[Value]>::to_vec))
    }

    fn inspect(&self, host: &mut dyn Host) -> Result<String, Abort> {
        match self.ask("object_inspect", None, host)? {
            Value::Str(text) => Ok(text.to_string()),
            _ => Ok(self.class.clone()),
        }
    }

    fn same(&self, other: &dyn Drop) -> bool {
        other.as_any().downcast_ref::<RubyObject>().is_some_and(|other| other.number == self.number)
    }

    fn identity(&self) -> usize {
        usize::try_from(self.number).unwrap_or(usize::MAX)
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
