//! Starts a Ruby: an installed one, or one in the sandbox.

pub(crate) mod facts;
pub(crate) mod gems;
pub(crate) mod install;
pub(crate) mod loading;
pub(crate) mod runtime;

use crate::interpreter::Interpreter;
use crate::network::Network;
use crate::sandbox::confinement::Confinement;
use crate::sandbox::guest_files::GuestFiles;
use crate::sandbox::{image, module};
use hastie_ruby::wasm::{Limits, TimeLimit, is_hidden};
use hastie_ruby::{Guest, GuestFailure, Session, SystemRuby};
use hastie_site::config::Configuration;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::path;
use hastie_site::world::{RubyMode, World, instant, working_instant};
use hastie_site::write::overlay::Overlay;
use std::sync::Arc;
use std::time::Duration;

/// The maximum duration of one call of the sandboxed Ruby, without the time that its requests take. See
/// [`working_instant`].
const MAX_CALL: Duration = Duration::from_secs(40);

/// The maximum time of all calls in one build, including the program's work on Ruby's requests, but not the time that
/// servers take. Each page and document adds [`TIME_OF_ITEM`].
const MAX_CALLS: Duration = Duration::from_secs(40);

/// The time that each page and document adds to the time limit [`MAX_CALLS`].
pub(crate) const TIME_OF_ITEM: Duration = Duration::from_millis(50);

/// The environment variables that the sandboxed Ruby sees.
const VARIABLES: [&str; 5] = ["JEKYLL_ENV", "JEKYLL_LOG_LEVEL", "LANG", "TZ", "SOURCE_DATE_EPOCH"];

/// Starts an interpreter for a site. `None` if Ruby is disabled, or if the sandboxed Ruby is not installed.
///
/// # Errors
/// Fails if Ruby cannot be started, or if the configuration names folders that the site may not use.
pub(crate) fn interpreter(
    mode: RubyMode,
    config: &Configuration,
    world: &World,
    log: &mut Log,
) -> Result<Option<Interpreter>, Failure> {
    let confinement = (mode == RubyMode::Sandbox).then(|| Confinement::of(config, world)).transpose()?;
    let overlay = (mode == RubyMode::Sandbox).then(Arc::<Overlay>::default);
    let guest = match (mode, &confinement, &overlay) {
        (RubyMode::System, ..) => system(config, world).map(Some),
        (RubyMode::Sandbox, Some(confinement), Some(overlay)) => {
            sandbox(config, world, confinement, Arc::clone(overlay), log)
        }
        _ => Ok(None),
    };
    let Some(guest) = guest.map_err(|failure| Failure::raised("LoadError", failure.to_string()))? else {
        return Ok(None);
    };
    let network = Network::new(config, world);
    Ok(Some(Interpreter::new(Session::new(guest), world, network, overlay, confinement)))
}

/// An interpreter with another guest instead of the sandboxed Ruby, and with the same confinement.
///
/// # Errors
/// Fails if the configuration names folders that the site may not use.
pub(crate) fn with_guest(guest: Box<dyn Guest>, config: &Configuration, world: &World) -> Result<Interpreter, Failure> {
    let confinement = Confinement::of(config, world)?;
    let network = Network::new(config, world);
    let overlay = Arc::<Overlay>::default();
    Ok(Interpreter::new(Session::new(guest), world, network, Some(overlay), Some(confinement)))
}

fn system(config: &Configuration, world: &World) -> Result<Box<dyn Guest>, GuestFailure> {
    let zone = config.settings().timezone().or_else(|| world.variable("TZ")).unwrap_or("UTC");
    let program = world.options().ruby_program.as_deref().unwrap_or("ruby");
    Ok(Box::new(SystemRuby::start(program, world.folder(), zone)?))
}

fn sandbox(
    config: &Configuration,
    world: &World,
    confinement: &Confinement,
    overlay: Arc<Overlay>,
    log: &mut Log,
) -> Result<Option<Box<dyn Guest>>, GuestFailure> {
    let Some(file) = module::find(world) else { return Ok(None) };
    let folder = path::text(world.folder());
    if let Some(hidden) = [config.source.as_str(), &folder].into_iter().find(|folder| is_hidden(folder)) {
        let text = format!(
            "the sandboxed Ruby cannot see {hidden}, because it has files of its own below /usr. Build the site in a \
             folder elsewhere, such as /usr/src"
        );
        return Err(GuestFailure::NotStarted(text));
    }
    let ruby = image::idle(&file, world, log)?;
    let files = GuestFiles::new(confinement.guest(), &config.source, &config.destination, overlay);
    let variables = VARIABLES.iter().filter_map(|name| Some(((*name).to_string(), world.variable(name)?.to_string())));
    let environment: Vec<(String, String)> = variables.collect();
    let ruby = ruby.enter(&folder, Box::new(files), &environment, limits(world))?;
    Ok(Some(Box::new(ruby)))
}

/// The limits of the sandboxed Ruby. If the build has a deadline, single calls are not limited, so that users can allow
/// a slow plugin more time.
fn limits(world: &World) -> Limits {
    let end = world.timeout().map(|timeout| timeout.end());
    let mut limits = Limits::default();
    limits.time = Some(match end {
        Some(_) => TimeLimit { clock: instant, call: Duration::MAX, calls: Duration::MAX, end },
        None => TimeLimit { clock: working_instant, call: MAX_CALL, calls: MAX_CALLS, end },
    });
    limits
}
