//! Generators that are classes in Ruby.

use super::bridge::{Bridge, Stage};
use super::call_error;
use super::shared::Shared;
use super::times::Kind;
use hastie_liquid::Value;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::plugin::Generator;
use hastie_site::site::Site;
use std::sync::Arc;

/// A generator's class, by its place among them.
pub struct RubyGenerator {
    pub shared: Arc<Shared>,
    pub place: usize,
    pub class: String,
    pub priority: i32,
}

impl Generator for RubyGenerator {
    fn class(&self) -> &str {
        &self.class
    }

    fn priority(&self) -> i32 {
        self.priority
    }

    fn generate(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let source = site.setup.source.clone();
        let is_mixed = site.plugins.generators().len() > self.shared.defined().generators.len();
        let mut bridge = Bridge { shared: &self.shared, stage: Stage::Site(site) };
        let place = Value::Int(i64::try_from(self.place).unwrap_or(0));
        let ready = if is_mixed { bridge.try_call("stale", Vec::new()).map(drop) } else { Ok(()) };
        let times = &self.shared.times;
        let run = || bridge.call_for_changes("generate", vec![place]);
        let done = ready.and_then(|()| times.of(Kind::Generator, &self.class, run));
        self.shared.tell(log);
        done.map_err(|error| call_error::failure(error, &source))
    }
}
