//! Generators that are classes in Ruby.

use crate::bridge::{Bridge, Stage};
use crate::definitions::hooks::RubyHooks;
use crate::interpreter::Interpreter;
use crate::objects::known;
use crate::protocol::Operation;
use crate::reports::call_error;
use crate::reports::call_times::Kind;
use hastie_liquid::Value;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::plugin::Generator;
use hastie_site::site::Site;
use std::sync::Arc;

/// A generator that a plugin defines as a subclass of Ruby's `Jekyll::Generator`.
pub(crate) struct RubyGenerator {
    /// The interpreter that runs the generator.
    pub ruby: Arc<Interpreter>,
    /// The position of the class in Ruby's list of generators. Calls refer to the class by this number.
    pub index: usize,
    /// The name of the Ruby class, with its modules.
    pub class: String,
    /// The number of the class's `priority`, as in `Jekyll::Plugin::PRIORITIES`.
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
        let source = site.setup.context.source.clone();
        let has_native = site.plugins.generators().len() > self.ruby.defined().generators.len();
        let mut bridge = Bridge::new(&self.ruby, Stage::Site(site));
        let index = Value::Int(i64::try_from(self.index).unwrap_or(0));
        // A native generator may have changed the site.
        let ready = if has_native { known::call_stale(&mut bridge) } else { Ok(()) };
        let run = || known::call_for_changes(&mut bridge, Operation::Generate, vec![index]);
        let done = ready.and_then(|()| self.ruby.times.of(Kind::Generator, &self.class, run));
        self.ruby.console.flush(log);
        done.map_err(|error| call_error::failure(error, &source))
    }
}

/// Computes the URLs of pages and documents with redirects before jekyll-redirect-from reads them, if a plugin has replaced
/// methods for URLs. It has the same priority, and the generators of the site's own Ruby precede both.
pub(crate) struct RedirectUrls {
    /// The interpreter that calls the replaced methods.
    pub ruby: Arc<Interpreter>,
}

impl Generator for RedirectUrls {
    fn class(&self) -> &'static str {
        "Jekyll::Site"
    }

    fn generate(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let source = site.setup.context.source.clone();
        let mut bridge = Bridge::new(&self.ruby, Stage::Site(site));
        let done = known::call_stale(&mut bridge)
            .and_then(|()| known::call_for_changes(&mut bridge, Operation::RedirectUrls, Vec::new()));
        self.ruby.console.flush(log);
        done.map_err(|error| call_error::failure(error, &source))
    }
}

/// Runs after all generators: the rest of a plugin's `Site#generate`, and the start of the plugin's `Site#render`.
pub(crate) struct StepsAfterGenerators {
    /// The hooks that run the steps.
    pub hooks: RubyHooks,
}

impl Generator for StepsAfterGenerators {
    fn class(&self) -> &'static str {
        "Jekyll::Site"
    }

    fn priority(&self) -> i32 {
        i32::MIN
    }

    fn generate(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        self.hooks.generated(site, log)
    }
}
