//! Objects and packs of git: whatever the bytes are, reading them ends, and makes no more than it was allowed to.
//!
//! The two files are taken in as they are: the engine around them would be a hundred crates more to build.
#![no_main]

#[allow(dead_code, reason = "the plugin uses what this target does not")]
#[path = "../../crates/plugins/src/git/format.rs"]
mod format;
#[allow(dead_code, reason = "the plugin uses what this target does not")]
#[path = "../../crates/plugins/src/git/pack.rs"]
mod pack;

use format::{Commit, Entries, Oid, apply};
use pack::{Index, Packed, read};
use libfuzzer_sys::fuzz_target;
use std::io::Cursor;

const LIMIT: usize = 1 << 16;

fuzz_target!(|data: &[u8]| {
    let _ = Commit::parse(data);
    let _ = Entries(data).count();
    let (first, second) = data.split_at(data.len() / 2);
    if let Some(made) = apply(first, second, LIMIT) {
        assert!(made.len() <= LIMIT);
    }
    if let Some(index) = Index::new(data.to_vec()) {
        for name in data.chunks_exact(20).filter_map(Oid::of) {
            let _ = index.offset(name);
        }
    }
    let mut pack = Cursor::new(data);
    for offset in 0..data.len().min(64) as u64 {
        if let Some(Packed::Whole(_, made)) = read(&mut pack, offset, LIMIT as u64) {
            assert!(made.len() <= LIMIT);
        }
    }
});
