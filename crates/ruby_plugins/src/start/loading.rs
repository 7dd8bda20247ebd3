//! Loads a site's plugins: its own files, and gems.

use crate::bridge::{Bridge, Stage};
use crate::definitions::Definitions;
use crate::interpreter::Interpreter;
use crate::protocol::Operation;
use crate::reports::call_error;
use crate::start::facts;
use crate::start::gems;
use hastie_liquid::Value;
use hastie_plugins::local::LocalFile;
use hastie_plugins::ruby::{Sources, Unloadable};
use hastie_site::config::Configuration;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::locks::lock;
use hastie_site::world::{World, instant};

/// Loads files and gems, and reads their definitions. Returns the gems that cannot be loaded.
///
/// # Errors
/// Fails if a file raises an exception, or a gem raises one for another reason than a missing library.
pub(crate) fn load(
    ruby: &Interpreter,
    sources: &Sources<'_>,
    config: &Configuration,
    world: &World,
    log: &mut Log,
) -> Result<Vec<Unloadable>, Failure> {
    ruby.set_zone(&config.zone);
    let mut facts = facts::of_configuration(config, world);
    facts.set("native", Value::array(sources.native.iter().map(|name| name.as_str().into()).collect()));
    let arguments = vec![Value::hash(config.values.clone()), Value::hash(facts)];
    let begun = Bridge::new(ruby, Stage::Load).try_call(Operation::BeginSite, arguments);
    begun.map_err(|error| call_error::failure(error, &config.source))?;
    let mut unloadable = Vec::new();
    for name in sources.early {
        unloadable.extend(load_gem(ruby, name, config, world, log)?);
    }
    load_files(ruby, sources.files, config, log)?;
    for name in sources.late {
        unloadable.extend(load_gem(ruby, name, config, world, log)?);
    }
    read_definitions(ruby, &config.source)?;
    Ok(unloadable)
}

/// Asks Ruby what the loaded plugins define, such as classes, hooks and filters, and stores the answer.
///
/// # Errors
/// Fails if Ruby raises an exception.
pub(crate) fn read_definitions(ruby: &Interpreter, source: &str) -> Result<(), Failure> {
    let defined = Bridge::new(ruby, Stage::Load).try_call(Operation::Definitions, Vec::new());
    let defined = defined.map_err(|error| call_error::failure(error, source))?;
    ruby.define(Definitions::read(&defined));
    Ok(())
}

fn load_gem(
    ruby: &Interpreter,
    name: &str,
    config: &Configuration,
    world: &World,
    log: &mut Log,
) -> Result<Option<Unloadable>, Failure> {
    let since = instant();
    let loaded = Bridge::new(ruby, Stage::Load).try_call(Operation::LoadGem, vec![name.into()]);
    let time = since.elapsed();
    ruby.console.flush(log);
    match loaded {
        Ok(Value::Str(reason)) => Ok(Some(Unloadable { name: name.to_string(), reason: reason.to_string() })),
        Ok(_) => {
            lock(&ruby.loaded).push((gems::definitions(name, config, world), time));
            Ok(None)
        }
        Err(error) => Err(call_error::failure(error, &config.source)),
    }
}

fn load_files(ruby: &Interpreter, files: &[LocalFile], config: &Configuration, log: &mut Log) -> Result<(), Failure> {
    for file in files {
        let since = instant();
        let loaded = Bridge::new(ruby, Stage::Load).try_call(Operation::LoadFile, vec![file.full.as_str().into()]);
        lock(&ruby.loaded).push((file.clone(), since.elapsed()));
        ruby.console.flush(log);
        loaded.map_err(|error| call_error::of_loading(error, &file.full, &config.source, log))?;
    }
    Ok(())
}
