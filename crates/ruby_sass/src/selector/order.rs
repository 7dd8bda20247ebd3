//! Specificity, and the longest common subsequence for weaving.

use super::{Complex, Compound, Part, Simple};

/// The specificity of a class selector, such as `.a`.
const CLASS: u64 = 1000;

/// The minimum and maximum specificity of a selector: an id counts 1,000,000, a class 1000, and an element 1.
pub(crate) type Specificity = (u64, u64);

impl Simple {
    fn specificity(&self) -> Specificity {
        match self {
            Simple::Parent(_) | Simple::Universal(_) => (0, 0),
            Simple::Element(..) => (1, 1),
            Simple::Id(_) => (CLASS * CLASS, CLASS * CLASS),
            Simple::Class(_) | Simple::Placeholder(_) | Simple::Attribute(_) => (CLASS, CLASS),
            Simple::Pseudo(pseudo) => match &pseudo.selector {
                _ if pseudo.is_element() => (1, 1),
                None => (CLASS, CLASS),
                Some(list) => {
                    let inner = list.members.iter().map(|complex| specificity(&complex.parts()));
                    inner.fold((0, 0), |(least, greatest), (min, max)| {
                        let least = if pseudo.plain_name() == "not" { least.max(min) } else { least.min(min) };
                        (least, greatest.max(max))
                    })
                }
            },
        }
    }
}

impl Compound {
    pub(crate) fn specificity(&self) -> Specificity {
        self.members.iter().map(Simple::specificity).fold((0, 0), |(a, b), (min, max)| (a + min, b + max))
    }
}

impl Complex {
    pub(crate) fn specificity(&self) -> Specificity {
        specificity(&self.parts())
    }
}

/// The minimum and maximum specificity of a selector. They differ only for pseudo-classes with selectors as arguments.
pub(crate) fn specificity(parts: &[Part]) -> Specificity {
    parts.iter().fold((0, 0), |(a, b), part| match part {
        Part::Compound(compound) => {
            let (min, max) = compound.specificity();
            (a + min, b + max)
        }
        _ => (a, b),
    })
}

/// The longest common subsequence of two lists. If two elements are equal, `same` returns the element for the result,
/// and otherwise `None`.
pub(crate) fn common_subsequence<A, T: Clone>(one: &[A], two: &[A], same: impl Fn(&A, &A) -> Option<T>) -> Vec<T> {
    let columns = two.len();
    let matches: Vec<Option<T>> = one.iter().flat_map(|a| two.iter().map(|b| same(a, b)).collect::<Vec<_>>()).collect();
    let width = columns + 1;
    let mut lengths = vec![0usize; (one.len() + 1) * width];
    let length = |lengths: &[usize], i: usize, j: usize| lengths.get(i * width + j).copied().unwrap_or(0);
    let found = |i: usize, j: usize| matches.get((i - 1) * columns + (j - 1)).and_then(Option::as_ref);
    for i in 1..=one.len() {
        for j in 1..=columns {
            let best = match found(i, j) {
                Some(_) => length(&lengths, i - 1, j - 1) + 1,
                None => length(&lengths, i, j - 1).max(length(&lengths, i - 1, j)),
            };
            if let Some(slot) = lengths.get_mut(i * width + j) {
                *slot = best;
            }
        }
    }
    let (mut i, mut j) = (one.len(), columns);
    let mut common = Vec::new();
    while i > 0 && j > 0 {
        if let Some(value) = found(i, j) {
            common.push(value.clone());
            (i, j) = (i - 1, j - 1);
        } else if length(&lengths, i, j - 1) > length(&lengths, i - 1, j) {
            j -= 1;
        } else {
            i -= 1;
        }
    }
    common.reverse();
    common
}
