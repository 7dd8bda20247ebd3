//! `--timeout`: ends the process if a build takes too long. The old destination stays as it was.

use super::log::Printer;
use crate::world::{Timeout, World, instant};
use std::sync::Arc;
use std::time::Duration;

/// The time after the limit in which a build may still stop by itself. A plugin in the sandbox stops with an error that
/// names the plugin's file and line.
const GRACE: Duration = Duration::from_secs(1);

/// Starts a thread that ends the process one second after the time limit, if the build has not stopped by itself. The
/// thread does nothing if the site is already being published. Without a time limit, no thread is started.
pub(super) fn watch(world: &World, printer: &Printer) {
    let Some(timeout) = world.timeout().cloned() else { return };
    let mut log = printer.log();
    let printer = printer.clone();
    let watcher = std::thread::Builder::new().spawn(move || {
        std::thread::sleep(timeout.end().saturating_duration_since(instant()) + GRACE);
        if timeout.stop() {
            let mut log = printer.log();
            log.error("Timeout:", message(&timeout));
            printer.finish();
            crate::write::abandon();
            std::process::exit(1);
        }
    });
    if watcher.is_err() {
        log.warn("Timeout:", "this system cannot stop a build, so '--timeout' has no effect");
    }
}

fn message(timeout: &Arc<Timeout>) -> String {
    let seconds = timeout.most().as_secs();
    let activities = timeout.activities();
    let during = if activities.is_empty() { String::new() } else { format!(" during {}", activities.join(", ")) };
    format!("the build took longer than {seconds} seconds and was stopped{during}. The destination is unchanged.")
}
