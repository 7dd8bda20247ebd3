//! The `hastie` binary: everything it does is in [`hastie`].

fn main() {}
