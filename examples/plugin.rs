//! A plugin of one's own: a tag, a filter and a generator, added to Hastie from outside.
//!
//! `cargo run --example plugin -- SOURCE DESTINATION` builds a site that can use
//!
//! - the tag `{% year %}`: the year in which the site is built;
//! - the filter `{{ text | shout }}`;
//! - the page `/words.html`, which lists how many words each page has.

use hastie::Site;
use hastie::config::Configuration;
use hastie::diagnostic::Log;
use hastie::failure::Failure;
use hastie::model::Page;
use hastie::plugin::{Generator, Plugin};
use hastie::plugins::Registry;
use hastie::progress::Progress;
use hastie::ruby_plugins::Runtime;
use hastie::world::World;
use hastie_liquid::{Abort, Context, Engine, Error, Hash, Tag, TagParse, Value};
use std::process::ExitCode;
use std::sync::Arc;

#[derive(Debug)]
struct Example;

impl Plugin for Example {
    fn name(&self) -> &'static str {
        "hastie-example"
    }

    fn liquid(&self, engine: &mut Engine) {
        engine.tag("year", |_: &mut TagParse<'_, '_>| -> Result<Box<dyn Tag>, Error> { Ok(Box::new(Year)) });
        engine.filter("shout", 0, shout);
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        vec![Arc::new(Words)]
    }
}

/// `{% year %}`
#[derive(Debug)]
struct Year;

impl Tag for Year {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let time = cx.lookup("site.time")?;
        // The text of a time begins with its year.
        out.extend(time.to_s(cx.host)?.chars().take(4));
        Ok(())
    }
}

/// `{{ text | shout }}`
fn shout(cx: &mut Context<'_>, input: &Value, _arguments: &[Value]) -> Result<Value, Abort> {
    Ok(Value::from(format!("{}!", input.to_s(cx.host)?.to_uppercase())))
}

/// Makes `/words.html`.
struct Words;

impl Generator for Words {
    fn class(&self) -> &'static str {
        "Words"
    }

    fn generate(&self, site: &mut Site, _log: &mut Log) -> Result<(), Failure> {
        let count = |page: &Page| format!("{}: {}\n", page.name, page.content.text().split_whitespace().count());
        let lines: String = site.content.pages.iter().map(count).collect();
        let mut page = Page::without_file(&site.setup.context, "", "words.html");
        page.data.set("layout", Value::Nil);
        page.content = lines.into();
        site.content.pages.push(page);
        Ok(())
    }
}

/// Builds the site in one folder into another.
pub(crate) fn build(source: &str, destination: &str, log: &mut Log) -> Result<(), Failure> {
    let world = World::of_process().map_err(|error| Failure::raised("SystemCallError", error.to_string()))?;
    let mut overrides = Hash::new();
    overrides.set("source", source);
    overrides.set("destination", destination);
    let configuration = Configuration::load(&world, &overrides, log)?;
    let registry = Registry::with(vec![Arc::new(Example)]).with_ruby(Arc::new(Runtime));
    let mut site = Site::new(configuration, &world, &registry, log)?;
    site.process(&Progress::default(), log)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [source, destination] = &arguments[..] else {
        eprintln!("usage: plugin SOURCE DESTINATION");
        return ExitCode::FAILURE;
    };
    let mut log = Log::new();
    let outcome = build(source, destination, &mut log);
    for message in log.messages() {
        eprintln!("{message}");
    }
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}
