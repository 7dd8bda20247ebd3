//! The `hastie` binary. All of its code is in the library crate [`hastie`].

use std::process::ExitCode;

/// A build makes many small, short-lived allocations on every core. mimalloc handles these faster than most system
/// allocators.
#[cfg(not(target_family = "wasm"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    hastie::cli::run(std::env::args_os())
}
