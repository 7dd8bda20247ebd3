//! Sites recorded from Ruby Jekyll, each as a test of its own. `cargo test --test recorded NAME` runs those whose names
//! contain NAME.
//!
//! The `fixtures` are in the repository (`tests/sites`) and are built on one thread and on several. The `reference`
//! cases are stored next to the checkout. If they are missing, a single test is reported as ignored.
#![allow(clippy::disallowed_methods, reason = "tests look at files as anybody would")]
#![allow(clippy::unwrap_used, reason = "a test may stop at the first problem")]

#[allow(dead_code, reason = "the stories use more of it")]
#[path = "../suite/story.rs"]
mod story;
#[allow(dead_code, reason = "the stories use more of it")]
#[path = "../suite/tree.rs"]
mod tree;

mod engines;
mod fixtures;
mod reference;

use libtest_mimic::{Arguments, Trial};

fn main() {
    let mut trials: Vec<Trial> = fixtures::trials();
    trials.extend(reference::trials());
    trials.extend(engines::trials());
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
