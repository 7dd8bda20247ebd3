//! Ends a build or a server properly if the user presses Ctrl-C or the system asks the process to end.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::process::exit;
use tokio::runtime::Builder;

/// The exit code of a process that SIGINT has ended, as shells report it.
pub(super) const INTERRUPTED: i32 = 128 + 2;

/// The exit code of a process that SIGTERM has ended, as shells report it.
#[cfg(unix)]
const TERMINATED: i32 = 128 + 15;

/// Starts a thread that waits for Ctrl-C or SIGTERM. Then it removes the staging folders and ends the process, after
/// Ctrl-C with the exit code `interrupted`. If a site is being published, that is finished first. A second signal ends
/// the process at once.
pub(super) fn watch(interrupted: i32) {
    // Without this thread, the signal itself ends the process, and the next build removes the staging folder.
    let _ = std::thread::Builder::new().stack_size(256 << 10).spawn(move || {
        let runtime = Builder::new_current_thread().enable_io().build()?;
        runtime.block_on(end(interrupted))
    });
}

/// Ends the process after a signal. Fails if the system cannot report signals.
async fn end(interrupted: i32) -> io::Result<Infallible> {
    let code = signal(interrupted)?.await;
    let again = signal(interrupted)?;
    std::thread::spawn(move || {
        crate::write::abandon();
        exit(code)
    });
    exit(again.await)
}

/// Waits for a signal to end the process. Returns the exit code for it.
#[cfg(unix)]
fn signal(interrupted: i32) -> io::Result<impl Future<Output = i32>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interruption = signal(SignalKind::interrupt())?;
    let mut termination = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interruption.recv() => interrupted,
            _ = termination.recv() => TERMINATED,
        }
    })
}

/// Waits for Ctrl-C. Returns the exit code for it.
#[cfg(windows)]
fn signal(interrupted: i32) -> io::Result<impl Future<Output = i32>> {
    let mut interruption = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interruption.recv().await;
        interrupted
    })
}
