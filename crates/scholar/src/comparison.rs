//! Compares new data with the previous data to detect losses.

use crate::profile::Profile;
use std::fmt;

/// A sign that new data is incomplete, so that the previous data should be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Loss {
    /// There are fewer works than before.
    Works {
        /// The number of works in the previous data.
        before: usize,
        /// The number of works in the new data.
        now: usize,
    },
    /// The total number of citations fell by more than a tenth.
    Citations {
        /// The number of citations in the previous data.
        before: u64,
        /// The number of citations in the new data.
        now: u64,
    },
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Works { before, now } => write!(f, "there are {now} works instead of {before}"),
            Loss::Citations { before, now } => write!(f, "there are {now} citations instead of {before}"),
        }
    }
}

/// Returns the reason to keep `before` instead of `now`: fewer works, or citations that fell by more than a tenth.
/// `None` if neither applies.
#[must_use]
pub fn compare(before: &Profile, now: &Profile) -> Option<Loss> {
    let (works, works_now) = (before.works.len(), now.works.len());
    if works_now < works {
        return Some(Loss::Works { before: works, now: works_now });
    }
    let (total, total_now) = (before.cited_by.all, now.cited_by.all);
    (u128::from(total_now) * 10 < u128::from(total) * 9).then_some(Loss::Citations { before: total, now: total_now })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Work;

    fn profile(works: usize, citations: u64) -> Profile {
        let mut profile = Profile { works: vec![Work::default(); works], ..Profile::default() };
        profile.cited_by.all = citations;
        profile
    }

    #[test]
    fn fewer_works_or_a_tenth_less_citations_are_a_loss() {
        assert_eq!(compare(&profile(3, 100), &profile(2, 200)), Some(Loss::Works { before: 3, now: 2 }));
        assert_eq!(compare(&profile(3, 100), &profile(3, 89)), Some(Loss::Citations { before: 100, now: 89 }));
        assert_eq!(compare(&profile(3, 100), &profile(3, 90)), None);
        assert_eq!(compare(&profile(0, 0), &profile(0, 0)), None);
    }
}
