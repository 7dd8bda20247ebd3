//! The system's console: its colours, and servers that outlive it.

use std::process::Command;

/// Whether escape sequences colour text. Consoles of Windows have to be asked to read them, and old ones do not.
#[cfg(windows)]
pub(super) fn shows_colours() -> bool {
    anstyle_query::windows::enable_ansi_colors().unwrap_or(true)
}

/// Whether escape sequences colour text.
#[cfg(not(windows))]
pub(super) fn shows_colours() -> bool {
    true
}

/// Makes a command outlive the terminal it is started from.
#[cfg(unix)]
pub(super) fn leave_alone(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

/// Makes a command outlive the console it is started from.
#[cfg(windows)]
pub(super) fn leave_alone(command: &mut Command) {
    const DETACHED_PROCESS: u32 = 0x8;
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    std::os::windows::process::CommandExt::creation_flags(command, DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP);
}

/// The command that ends a process.
pub(super) fn ending(process: u32) -> String {
    if cfg!(windows) { format!("taskkill /F /PID {process}") } else { format!("kill {process}") }
}
