//! The image of a started Ruby in the user's cache: the first start makes it, the others begin with it.

use super::module;
use hastie_ruby::wasm::{Engine, EngineConfig, IdleRuby, Key, key};
use hastie_ruby::{GuestFailure, module as pinned};
use hastie_site::world::{World, write_whole};
use std::path::{Path, PathBuf};

/// The file's name in the cache.
const NAME: &str = "hastie-ruby-3.2.image";

/// The folder in the cache for compiled code.
const COMPILED: &str = "compiled";

/// The variable that asks for the interpreter: `HASTIE_RUBY_ENGINE=interpreter`.
const ENGINE: &str = "HASTIE_RUBY_ENGINE";

/// A started Ruby of the module in a file: from the image of an earlier start, where there is one of this module and
/// this version of the shim, or else from the module.
///
/// # Errors
/// Where the file is not the module that was tested.
pub fn idle(file: &Path, world: &World) -> Result<IdleRuby, GuestFailure> {
    let place = kept(file, world);
    // The output of a build depends on the module, and not on whether there was an image of it.
    let own = world.unobserved();
    let config = engine(world);
    if let Some((image, key)) = &place
        && let Some(ruby) = own.read(image).ok().and_then(|bytes| IdleRuby::restore(&bytes, key, &config))
    {
        return Ok(ruby);
    }
    let broken = |why: String| GuestFailure::NotStarted(format!("{}: {why}", file.display()));
    let bytes = own.read(file).map_err(|error| broken(error.to_string()))?;
    let bytes = pinned::unpack(&bytes).map_err(broken)?;
    if world.variable(module::TRUSTED).is_none() && !pinned::is_tested(&bytes) {
        let text = format!("{} is not the Ruby that was tested; get it with 'hastie ruby install'", file.display());
        return Err(GuestFailure::NotStarted(text));
    }
    let mut ruby = IdleRuby::start(&bytes, &config)?;
    if let Some((image, key)) = &place
        && let Some(bytes) = ruby.image(key)
    {
        // Without it the next build starts as this one did.
        let _ = write_whole(image, &bytes);
    }
    Ok(ruby)
}

/// The engine that runs the module, with its cache.
fn engine(world: &World) -> EngineConfig {
    let is_interpreted = world.variable(ENGINE) == Some("interpreter");
    EngineConfig {
        engine: if is_interpreted { Engine::Interpreter } else { Engine::Fastest },
        cache_dir: module::cache(world).map(|folder| folder.join(COMPILED)),
    }
}

/// The image's file and key, for a module that has to be the tested one. An image is written only after the module's
/// SHA-256 was right: a file of the same name, size and time needs no second look.
fn kept(file: &Path, world: &World) -> Option<(PathBuf, Key)> {
    if world.variable(module::TRUSTED).is_some() {
        return None;
    }
    let stat = world.stat(file).ok()?;
    let (seconds, nanos) = stat.modified;
    let module = format!("{} {} {} {seconds} {nanos}", pinned::SHA256, file.display(), stat.size);
    Some((module::cache(world)?.join(NAME), key(&module)))
}
