//! Installs the sandboxed Ruby, and runs scripts.

use crate::bridge::{Bridge, Stage};
use crate::protocol::Operation;
use crate::reports::call_error;
use crate::sandbox::{image, module};
use crate::start;
use crate::start::facts;
use hastie_liquid::Value;
use hastie_ruby::module as tested;
use hastie_site::config::Configuration;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::world::{World, write_whole};
use std::path::PathBuf;

/// The npm package that contains the module, with its version.
pub const PACKAGE: &str = tested::PACKAGE;

/// Advice for users without the sandboxed Ruby.
pub const MISSING: &str = "the sandboxed Ruby is not installed; 'hastie ruby install' fetches it";

/// Unpacks a module and writes it to the user's cache, with the image from which builds start. Returns the module's
/// file.
///
/// # Errors
/// Fails if the module is not a tested one, if the user has no cache folder, or if the module cannot be written or
/// started.
pub fn install(bytes: &[u8], world: &World) -> Result<PathBuf, Failure> {
    let refused = |text: String| Failure::raised("RuntimeError", text);
    let bytes = tested::unpack(bytes).map_err(refused)?;
    if !tested::is_tested(&bytes) {
        let digest = tested::digest(&bytes);
        let text = format!("this is not the module that was tested: its SHA-256 is {digest}, not {}", tested::SHA256);
        return Err(refused(text));
    }
    let Some(folder) = module::cache(world) else {
        return Err(refused("there is no cache folder: HOME is not set".to_string()));
    };
    let file = folder.join(module::NAMES[0]);
    write_whole(&file, &bytes).map_err(|error| refused(format!("{}: {error}", file.display())))?;
    image::optimized(&file, world, &mut Log::new()).map_err(|failure| refused(failure.to_string()))?;
    Ok(file)
}

/// Runs the Ruby script `file` with the classes that a site's plugins can use, and logs what the script prints.
///
/// # Errors
/// Fails if the script cannot be read, if Ruby is not available, or if the script raises an exception.
pub fn run_script(file: &str, config: &Configuration, world: &World, log: &mut Log) -> Result<(), Failure> {
    let text = world.read(&world.expand(file));
    let text = text.map_err(|error| Failure::raised("Errno::ENOENT", format!("{file}: {error}")))?;
    let found = start::interpreter(world.options().ruby, config, world, log)?;
    let Some(ruby) = found else { return Err(Failure::raised("LoadError", MISSING)) };
    let mut bridge = Bridge::new(&ruby, Stage::Load);
    let facts = Value::hash(facts::of_configuration(config, world));
    let begun = bridge.try_call(Operation::BeginSite, vec![Value::hash(config.values.clone()), facts]);
    let text = String::from_utf8_lossy(&text).into_owned();
    let done = begun.and_then(|_| bridge.try_call(Operation::Script, vec![Value::from(text), Value::from(file)]));
    ruby.console.end_lines();
    ruby.console.flush(log);
    done.map(drop).map_err(|error| call_error::failure(error, &config.source))
}
