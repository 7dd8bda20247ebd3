//! The `hastie` binary: everything it does is in [`hastie`].

use std::process::ExitCode;

fn main() -> ExitCode {
    hastie::cli::run(std::env::args_os())
}
