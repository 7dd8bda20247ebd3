//! Sites that were recorded from Ruby Jekyll, one named test each: `cargo test --test recorded NAME` runs those whose
//! names contain NAME.
//!
//! `fixtures` are in the repository (`tests/sites`) and are built on one thread and on many. `reference` cases are kept
//! beside the checkout; where they are absent, a single test of that name shows as ignored.
#![allow(clippy::disallowed_methods, reason = "tests look at files as anybody would")]
#![allow(clippy::unwrap_used, reason = "and panic where something is not there")]

#[allow(dead_code, reason = "the stories use more of it")]
#[path = "../suite/story.rs"]
mod story;
#[allow(dead_code, reason = "the stories use more of it")]
#[path = "../suite/tree.rs"]
mod tree;

mod fixtures;
mod reference;

use libtest_mimic::{Arguments, Trial};

fn main() {
    let mut trials: Vec<Trial> = fixtures::trials();
    trials.extend(reference::trials());
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
