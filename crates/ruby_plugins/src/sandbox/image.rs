//! The image of a started Ruby in the user's cache. The first build creates it, and later builds start from it.

use super::module;
use hastie_ruby::wasm::{Engine, EngineConfig, IdleRuby, Key, Messages, StoredImage, key};
use hastie_ruby::{GuestFailure, module as tested, private};
use hastie_site::diagnostic::Log;
use hastie_site::world::{World, write_whole};
use std::path::{Path, PathBuf};

/// The name of the image in the cache.
const NAME: &str = "hastie-ruby-3.2.image";

/// The folder in the cache for compiled code.
const COMPILED: &str = "compiled";

/// The topic of this module's log messages.
const TOPIC: &str = "Ruby:";

/// A started Ruby that no site uses yet. If the cache contains an intact image of the same module and shim, Ruby starts
/// from the image. Otherwise, Ruby starts from the module in `file`, and an image is written for later builds. If the
/// options allow other modules than the tested one, images are neither read nor written.
///
/// # Errors
/// Fails if the file cannot be read, or if Ruby does not start. Also fails if the file is not a tested module, unless
/// the options allow other modules.
pub(crate) fn idle(file: &Path, world: &World, log: &mut Log) -> Result<IdleRuby, GuestFailure> {
    idle_with(file, &engine(world), world, log)
}

/// Same as [`idle`], but compiles optimized code, which takes about half a minute.
///
/// # Errors
/// Same as [`idle`].
pub(crate) fn optimized(file: &Path, world: &World, log: &mut Log) -> Result<IdleRuby, GuestFailure> {
    idle_with(file, &EngineConfig { optimizes: true, ..engine(world) }, world, log)
}

fn idle_with(file: &Path, config: &EngineConfig, world: &World, log: &mut Log) -> Result<IdleRuby, GuestFailure> {
    let ruby = started(file, config, world, log);
    for message in config.messages.take() {
        log.warn(TOPIC, message);
    }
    ruby
}

fn started(file: &Path, config: &EngineConfig, world: &World, log: &mut Log) -> Result<IdleRuby, GuestFailure> {
    let stored = stored_image(file, world);
    // The output of a build depends on the module, not on whether its image exists.
    let own = world.unobserved();
    if let Some((image, key)) = &stored
        && let Some(ruby) = restored(image, key, config, &own, log)
    {
        return Ok(ruby);
    }
    let broken = |why: String| GuestFailure::NotStarted(format!("{}: {why}", file.display()));
    let bytes = own.read(file).map_err(|error| broken(error.to_string()))?;
    let bytes = tested::unpack(&bytes).map_err(broken)?;
    if !world.options().allows_any_ruby_module && !tested::is_tested(&bytes) {
        let text = format!("{} is not the Ruby that was tested; get it with 'hastie ruby install'", file.display());
        return Err(GuestFailure::NotStarted(text));
    }
    let mut ruby = IdleRuby::start(&bytes, config)?;
    if let Some((image, key)) = &stored
        && let Some(bytes) = ruby.image(key)
    {
        // An image that cannot be written only makes the next build start slowly.
        let _ = image.parent().map(private::make_folder);
        let _ = write_whole(image, &bytes).and_then(|()| private::make_file(image));
    }
    Ok(ruby)
}

/// Restores the image if it has the key, is intact, and cannot have been written by other users. `None` otherwise.
fn restored(image: &Path, key: &Key, config: &EngineConfig, own: &World, log: &mut Log) -> Option<IdleRuby> {
    let stored = StoredImage::open(own.open(image).ok()?, key)?;
    let is_private = private::is_file(image)
        && image.parent().is_some_and(|folder| private::make_folder(folder).is_ok_and(|was| was));
    let ruby = if is_private { IdleRuby::restore(stored, config) } else { None };
    if ruby.is_none() {
        let reason = if is_private {
            "the image of the started Ruby was changed"
        } else {
            "others could change the image of the started Ruby"
        };
        log.warn_about(
            &image.to_string_lossy(),
            0,
            TOPIC,
            format!("{}: {reason}. Ruby is started from its module again.", image.display()),
        );
    }
    ruby
}

/// The settings of the engine that runs the module, such as the cache for compiled code.
fn engine(world: &World) -> EngineConfig {
    EngineConfig {
        engine: if world.options().interprets_ruby { Engine::Interpreter } else { Engine::Fastest },
        cache_dir: module::cache(world).map(|folder| folder.join(COMPILED)),
        optimizes: false,
        messages: Messages::default(),
    }
}

/// The image's file, and the key that it must have. The key consists of the module's path, size and time: an image is
/// written only after the module's SHA-256 was verified. `None` if the module need not be the tested one, if it is
/// missing, or without a cache folder.
fn stored_image(file: &Path, world: &World) -> Option<(PathBuf, Key)> {
    if world.options().allows_any_ruby_module {
        return None;
    }
    let stat = world.stat(file).ok()?;
    let (seconds, nanos) = stat.modified;
    let module = format!("{} {} {} {seconds} {nanos}", tested::SHA256, file.display(), stat.size);
    Some((module::cache(world)?.join(NAME), key(&module)))
}
