//! The border between the program and the sandboxed Ruby: whatever Ruby asks for, nothing outside of the site is read or
//! written.

pub(crate) mod guest;

use guest::{Beside, Choices};

/// Pseudorandom numbers (xorshift), the same in every run.
struct Random(u64);

impl Choices for Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap_or(0) % limit.max(1)
    }
}

#[test]
fn ten_thousand_hostile_requests_lead_nowhere() {
    let mut refused = 0;
    for build in 0..200 {
        // Short conversations may be harmless. Then the site is published.
        let requests = if build % 2 == 0 { 98 } else { 2 };
        let site = Beside::new(&build.to_string());
        let (outcome, outside) = site.build(Random(0x9e37_79b9_7f4a_7c15 ^ ((build + 1) * 77_777)), requests);
        assert_eq!(outside, Vec::<String>::new(), "build {build}");
        assert!(site.is_untouched(), "build {build}");
        if let Err(failure) = outcome {
            refused += usize::from(failure.to_string().contains("outside of the folders that this site may use"));
        }
    }
    assert!(refused >= 100, "only {refused} builds were refused");
}
