//! The variable `theme`. Mirrors `Jekyll::Drops::ThemeDrop`.

use super::super::context::rendering_of;
use super::{content_methods, inherited};
use crate::render::filters::json;
use hastie_liquid::{Abort, Drop, Host, Str, Value};
use hastie_value::sharing::Stability;
use std::any::Any;

/// The variable `theme`, through which templates read the theme's gemspec. All keys are nil if the site has no theme.
#[derive(Debug, Clone, Copy)]
pub struct ThemeDrop;

/// The names of the Ruby class's methods, in Ruby's order.
const METHODS: [&str; 6] = ["root", "metadata", "dependencies", "version", "authors", "description"];

impl Drop for ThemeDrop {
    fn get(&self, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        let setup = rendering_of(host)?.setup().clone();
        let Some(theme) = &setup.context.theme else { return Ok(None) };
        let value = match key {
            // Jekyll reveals the theme's path in development only.
            "root" if setup.context.world.variable("JEKYLL_ENV") == Some("development") => {
                Value::from(theme.root.as_str())
            }
            "root" => Value::from(""),
            "version" => Value::from(theme.version.as_str()),
            "authors" => Value::from(theme.authors.as_str()),
            "description" => Value::from(theme.description.as_str()),
            "metadata" => Value::hash(theme.metadata.clone()),
            // In the format of `Gem::Dependency#to_s`.
            "dependencies" => Value::array(
                theme
                    .dependencies
                    .iter()
                    .map(|gem| Value::from(format!("{} ({})", gem.name, gem.requirement)))
                    .collect(),
            ),
            "content_methods" => content_methods(&METHODS),
            _ => return inherited(self, key, host),
        };
        Ok(Some(value))
    }

    fn keys(&self, _host: &mut dyn Host) -> Result<Vec<Str>, Abort> {
        Ok(METHODS.iter().map(|key| Str::from(*key)).collect())
    }

    fn inspect(&self, host: &mut dyn Host) -> Result<String, Abort> {
        json::pretty_drop(self, host)
    }

    fn identity(&self) -> usize {
        0
    }

    fn same(&self, other: &dyn Drop) -> bool {
        other.as_any().is::<ThemeDrop>()
    }

    fn stability(&self, _host: &mut dyn Host) -> Stability {
        Stability::Common(0)
    }

    fn wants_names(&self) -> bool {
        true
    }

    fn class(&self) -> &'static str {
        "Jekyll::Drops::ThemeDrop"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
