//! Interruptions in a program for WebAssembly, which receives no signals.

/// The exit code of an interrupted process, which this program never is.
pub(super) const INTERRUPTED: i32 = 130;

/// Does nothing, because there are no signals.
pub(super) fn watch(_: i32) {}
