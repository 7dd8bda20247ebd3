//! Limits for all templates of one build together.
//!
//! Liquid's own limits apply to one rendering. A site of a few hundred bytes can have a hundred pages that all reach
//! Liquid's limits. The limits of a build grow with the number of pages and with the size of their sources, so large
//! sites do not reach them.

use hastie_liquid::{Abort, ErrorKind};
use std::sync::atomic::{AtomicU64, Ordering};

/// The steps that every build may take, and the additional steps for each page or document and for each pair of them.
/// Themes look for related posts among all posts, on each page.
const STEPS: (u64, u64, u64) = (600_000_000, 1_000_000, 5_000);

/// The bytes of contents and outputs that every build may keep, the additional bytes for each page or document, and for
/// each byte of their sources.
const BYTES: (u64, u64, u64) = (208 << 20, 512 << 10, 4);

/// The steps and bytes that the templates of one build may use. All passes of the build share them.
#[derive(Debug)]
pub struct Budget {
    steps: Account,
    bytes: Account,
}

#[derive(Debug)]
struct Account {
    allowed: AtomicU64,
    spent: AtomicU64,
}

impl Default for Budget {
    fn default() -> Self {
        let account = |allowed| Account { allowed: AtomicU64::new(allowed), spent: AtomicU64::new(0) };
        Budget { steps: account(STEPS.0), bytes: account(BYTES.0) }
    }
}

impl Budget {
    /// Raises the limits for a pass that renders `items` pages and documents. `source` is the size of their sources in
    /// bytes.
    pub(super) fn allow(&self, items: usize, source: usize) {
        let (items, source) = (items as u64, source as u64);
        self.steps.allow(items.saturating_mul(STEPS.1.saturating_add(items.saturating_mul(STEPS.2))));
        self.bytes.allow(items.saturating_mul(BYTES.1).saturating_add(source.saturating_mul(BYTES.2)));
    }

    /// Checks whether the build can still take `steps` more steps. These steps are counted later, when it is clear that
    /// the rendering does not start again.
    ///
    /// # Errors
    /// Same as [`Budget::spend_steps`].
    pub(super) fn check_steps(&self, steps: u64) -> Result<(), Abort> {
        self.steps.check(steps).map_err(too_many_steps)
    }

    /// Counts the steps of a finished phase or excerpt. Steps of a suspended rendering are not counted, so the sum is
    /// the same for any number of threads.
    ///
    /// # Errors
    /// Fails if the build has taken more steps than allowed. The error names no page, because all pages count.
    pub(super) fn spend_steps(&self, steps: u64) -> Result<(), Abort> {
        self.steps.spend(steps).map_err(too_many_steps)
    }

    /// Counts the bytes of a finished content or output.
    ///
    /// # Errors
    /// Fails if the build has made more bytes than allowed.
    pub(super) fn spend_bytes(&self, bytes: usize) -> Result<(), Abort> {
        self.bytes.spend(bytes as u64).map_err(|allowed| exceeded(format!("more than {} MB of text", allowed >> 20)))
    }
}

impl Account {
    fn allow(&self, amount: u64) {
        self.allowed.fetch_add(amount, Ordering::Relaxed);
    }

    /// Checks whether `amount` more steps or bytes are allowed. Otherwise, fails with the total number that is allowed.
    fn check(&self, amount: u64) -> Result<(), u64> {
        let allowed = self.allowed.load(Ordering::Relaxed);
        let spent = self.spent.load(Ordering::Relaxed).saturating_add(amount);
        if spent <= allowed { Ok(()) } else { Err(allowed) }
    }

    /// Counts `amount` more steps or bytes. If the sum exceeds the allowed number, fails with this number.
    fn spend(&self, amount: u64) -> Result<(), u64> {
        let spent = self.spent.fetch_add(amount, Ordering::Relaxed).saturating_add(amount);
        let allowed = self.allowed.load(Ordering::Relaxed);
        if spent <= allowed { Ok(()) } else { Err(allowed) }
    }
}

fn too_many_steps(allowed: u64) -> Abort {
    exceeded(format!("more than {allowed} steps"))
}

fn exceeded(amount: String) -> Abort {
    Abort::error(ErrorKind::LiquidMemory, format!("the templates of this site make {amount}"))
}

#[cfg(test)]
mod tests {
    use super::{BYTES, Budget, STEPS};

    #[test]
    fn what_is_allowed_grows_with_the_pages() {
        let (small, large) = (Budget::default(), Budget::default());
        large.allow(1_000, 0);
        for budget in [&small, &large] {
            assert!(budget.spend_steps(STEPS.0).is_ok());
        }
        let said = small.spend_steps(1).expect_err("too much").to_string();
        assert!(said.contains("the templates of this site make more than 600000000 steps"), "{said}");
        assert!(large.spend_steps(1_000 * (STEPS.1 + 1_000 * STEPS.2)).is_ok());
        assert!(large.spend_steps(1).is_err());
    }

    #[test]
    fn steps_that_are_only_checked_are_not_counted() {
        let budget = Budget::default();
        for _ in 0..3 {
            assert!(budget.check_steps(STEPS.0).is_ok());
        }
        assert!(budget.check_steps(STEPS.0 + 1).is_err());
        assert!(budget.spend_steps(STEPS.0).is_ok());
        assert!(budget.check_steps(1).is_err());
    }

    #[test]
    fn kept_text_is_measured_by_the_pages_and_their_sources() {
        let budget = Budget::default();
        budget.allow(10, 1_000_000);
        let allowed = BYTES.0 + 10 * BYTES.1 + 1_000_000 * BYTES.2;
        assert!(budget.spend_bytes(usize::try_from(allowed).expect("a size")).is_ok());
        assert!(budget.spend_bytes(1).is_err());
    }
}
