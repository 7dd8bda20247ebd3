//! Reports on plugins to the user: failures, output and log messages, and times.

pub(crate) mod call_error;
pub(crate) mod call_times;
pub(crate) mod console;
