//! The border between the program and the sandboxed Ruby: sequences of the shim's requests with hostile arguments. There is
//! no panic, and a recording world sees no path outside of the site.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/suite/border/guest.rs"]
mod guest;

/// The fuzzer's bytes, one for each decision.
struct Bytes(std::vec::IntoIter<u8>);

impl guest::Choices for Bytes {
    fn below(&mut self, limit: usize) -> usize {
        usize::from(self.0.next().unwrap_or(0)) % limit.max(1)
    }
}

fuzz_target!(|data: &[u8]| {
    let site = guest::Beside::new("fuzz");
    let (_, outside) = site.build(Bytes(data.to_vec().into_iter()), data.len() / 8);
    assert_eq!(outside, Vec::<String>::new());
    assert!(site.is_untouched());
});
