//! Putting the sandboxed Ruby where it is found, and running a script in it.

use super::bridge::{Bridge, Stage};
use super::call_error;
use super::confinement::Confinement;
use super::facts;
use super::image;
use super::module;
use super::network::Network;
use super::shared::Shared;
use super::start::{Mode, guest};
use hastie_liquid::Value;
use hastie_ruby::{Session, module as pinned};
use hastie_site::config::Configuration;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::world::{World, write_whole};
use std::path::PathBuf;
use std::sync::Arc;

/// The npm package that holds the module, with its version.
pub const PACKAGE: &str = pinned::PACKAGE;

/// Unpacks the module, looks whether it is the one that was tested, and puts it into the user's cache, with the image
/// from which the first build starts.
///
/// # Errors
/// Where it is another, or cannot be written.
pub fn install(bytes: &[u8], world: &World) -> Result<PathBuf, Failure> {
    let refused = |text: String| Failure::raised("RuntimeError", text);
    let bytes = pinned::unpack(bytes).map_err(refused)?;
    if !pinned::is_tested(&bytes) {
        let digest = pinned::digest(&bytes);
        let text = format!("this is not the module that was tested: its SHA-256 is {digest}, not {}", pinned::SHA256);
        return Err(refused(text));
    }
    let Some(folder) = module::cache(world) else {
        return Err(refused("there is no cache folder: HOME is not set".to_string()));
    };
    let file = folder.join(module::NAMES[0]);
    write_whole(&file, &bytes).map_err(|error| refused(format!("{}: {error}", file.display())))?;
    image::idle(&file, world, &mut Log::new()).map_err(|gone| refused(gone.to_string()))?;
    Ok(file)
}

/// Runs a script as a site's plugin would be, and passes on what it prints.
///
/// # Errors
/// Where there is no Ruby, and what the script raises.
pub fn run_script(file: &str, config: &Configuration, world: &World, log: &mut Log) -> Result<(), Failure> {
    let text = world.read(&world.expand(file));
    let text = text.map_err(|error| Failure::raised("Errno::ENOENT", format!("{file}: {error}")))?;
    let mode = Mode::of(world);
    let confinement = (mode == Mode::Sandbox).then(|| Confinement::of(config, world)).transpose()?;
    let folders = confinement.as_ref().map(|confinement| (confinement, Arc::default()));
    let found = guest(mode, config, world, folders, log);
    let found = found.map_err(|gone| Failure::raised("LoadError", gone.to_string()))?;
    let Some(found) = found else { return Err(Failure::raised("LoadError", MISSING)) };
    let shared = Shared::new(Session::new(found), world, Network::new(config, world), None, confinement);
    let mut bridge = Bridge { shared: &shared, stage: Stage::Load };
    let facts = Value::hash(facts::of_configuration(config, world));
    let begun = bridge.try_call("begin_site", vec![Value::hash(config.values.clone()), facts]);
    let text = String::from_utf8_lossy(&text).into_owned();
    let done = begun.and_then(|_| bridge.try_call("script", vec![Value::from(text), Value::from(file)]));
    shared.end_line();
    shared.tell(log);
    done.map(drop).map_err(|error| call_error::failure(error, &config.source))
}

/// The advice where there is no Ruby.
pub const MISSING: &str = "the sandboxed Ruby is not installed; 'hastie ruby install' fetches it";
