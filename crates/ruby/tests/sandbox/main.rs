//! Attempts to leave the sandbox, and the features that it offers to scripts. The tests need the module
//! (`HASTIE_RUBY_WASM`).

macro_rules! expect {
    ($script:expr, $wanted:expr) => {
        match printed($script) {
            Some(text) => assert_eq!(text, $wanted),
            None => eprintln!("skipped: HASTIE_RUBY_WASM is not set"),
        }
    };
}

mod confinement;
mod images;
mod libraries;
mod limits;
mod program;
mod sessions;
