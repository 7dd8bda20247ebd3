//! The operating system's console: colour support, and detached servers.

#[cfg(not(target_family = "wasm"))]
use std::process::Command;

/// Whether the console supports coloured output. On Windows, this function enables escape sequences, which old consoles
/// do not support.
#[cfg(windows)]
pub(super) fn shows_colours() -> bool {
    anstyle_query::windows::enable_ansi_colors().unwrap_or(true)
}

/// Always true. Consoles of other systems than Windows show colours without preparation.
#[cfg(not(windows))]
pub(super) fn shows_colours() -> bool {
    true
}

/// Prepares a command to run in its own process group, so that Ctrl-C in the terminal does not end it.
#[cfg(unix)]
pub(super) fn leave_alone(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

/// Prepares a command to run without a console window and in its own process group, so that Ctrl-C does not end it.
#[cfg(windows)]
pub(super) fn leave_alone(command: &mut Command) {
    const DETACHED_PROCESS: u32 = 0x8;
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    std::os::windows::process::CommandExt::creation_flags(command, DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP);
}

/// The name with which the program was started, for commands in messages. After `cargo run`, this is a path. `hastie`
/// if the name contains white space or is unknown.
pub(super) fn program() -> String {
    let typed = std::env::args_os().next().map(|name| name.to_string_lossy().into_owned());
    typed.filter(|name| !name.is_empty() && !name.contains(char::is_whitespace)).unwrap_or_else(|| "hastie".to_owned())
}

/// The shell command that ends a process, such as `kill 42`. Uses `taskkill` on Windows.
#[cfg(not(target_family = "wasm"))]
pub(super) fn ending(process: u32) -> String {
    if cfg!(windows) { format!("taskkill /F /PID {process}") } else { format!("kill {process}") }
}
