//! The `hastie` binary: everything it does is in [`hastie`].

use std::process::ExitCode;

/// A build is a flood of small, short-lived allocations on every core, which the system's allocator is slow at.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    hastie::cli::run(std::env::args_os())
}
