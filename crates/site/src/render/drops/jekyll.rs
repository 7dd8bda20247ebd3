//! The variable `jekyll` with `version` and `environment`. Mirrors `Jekyll::Drops::JekyllDrop`.

use super::super::context::rendering_of;
use hastie_liquid::{Abort, Drop, Host, Str, Value};
use hastie_value::sharing::Stability;
use std::any::Any;

/// The variable `jekyll`, with the keys `version` and `environment`.
#[derive(Debug, Clone, Copy)]
pub struct JekyllDrop;

impl Drop for JekyllDrop {
    fn get(&self, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        if let Some(value) = super::value_of_plugin(self, key, host)? {
            return Ok(Some(value));
        }
        Ok(match key {
            "version" => Some(Value::from(rendering_of(host)?.setup().context.reference().jekyll_version)),
            "environment" => Some(Value::from(
                rendering_of(host)?.setup().context.world.variable("JEKYLL_ENV").unwrap_or("development"),
            )),
            "to_h" => Some(Value::hash(super::to_hash(self, host)?)),
            _ => None,
        })
    }

    fn keys(&self, _host: &mut dyn Host) -> Result<Vec<Str>, Abort> {
        Ok(vec!["version".into(), "environment".into()])
    }

    fn identity(&self) -> usize {
        0
    }

    fn same(&self, other: &dyn Drop) -> bool {
        other.as_any().is::<JekyllDrop>()
    }

    fn stability(&self, _host: &mut dyn Host) -> Stability {
        Stability::Common(0)
    }

    fn class(&self) -> &'static str {
        "Jekyll::Drops::JekyllDrop"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
