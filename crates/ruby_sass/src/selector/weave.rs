//! Weaving: the possible orders of the ancestors when selectors are combined.

use super::order::common_subsequence;
use super::superselector::is_superselector;
use super::{Complex, Compound, Part, SelectorList, Simple};
use std::collections::VecDeque;
use std::rc::Rc;

type Parts = Vec<Part>;

/// All ways to choose one option from each list. The first list varies fastest: `[a, b]` and `[c, d]` give `ac`, `bc`,
/// `ad` and `bd`.
pub(super) fn paths<T: Clone>(choices: &[Vec<T>]) -> Vec<Vec<T>> {
    let mut paths: Vec<Vec<T>> = vec![Vec::new()];
    for choices in choices {
        paths = choices
            .iter()
            .flat_map(|choice| paths.iter().map(|path| [path.as_slice(), std::slice::from_ref(choice)].concat()))
            .collect();
    }
    paths
}

/// The ways to join the selectors in `path` to one selector: `.a .b` and `.c .d` give `.a .b .c .d` and `.c .a .b .d`.
pub(super) fn weave(path: Vec<Parts>) -> Vec<Parts> {
    let mut prefixes: Vec<Parts> = vec![Vec::new()];
    for mut current in path {
        let Some(last) = current.pop() else { continue };
        let mut next = Vec::new();
        for prefix in &prefixes {
            for mut woven in subweave(prefix, &current).unwrap_or_default() {
                woven.push(last.clone());
                next.push(woven);
            }
        }
        prefixes = next;
    }
    prefixes
}

/// All possible orders of the ancestors of two selectors. `None` if there are none, or too many.
fn subweave(one: &[Part], two: &[Part]) -> Option<Vec<Parts>> {
    if one.is_empty() {
        return Some(vec![two.to_vec()]);
    }
    if two.is_empty() {
        return Some(vec![one.to_vec()]);
    }
    let (mut one, mut two) = (VecDeque::from(one.to_vec()), VecDeque::from(two.to_vec()));
    let first = merged_initial(&mut one, &mut two)?;
    let last = merged_final(&mut one, &mut two)?;
    match (has_root(one.front()), has_root(two.front())) {
        (true, true) => {
            let (root, other) = (one.pop_front()?, two.pop_front()?);
            let root = Part::Compound(Rc::new(root.compound()?.unified(other.compound()?)?));
            one.push_front(root.clone());
            two.push_front(root);
        }
        (true, false) => {
            let root = one.pop_front()?;
            two.push_front(root);
        }
        (false, true) => {
            let root = two.pop_front()?;
            one.push_front(root);
        }
        (false, false) => {}
    }
    let (mut one, mut two) = (grouped(one), grouped(two));
    let common = common_subsequence(two.make_contiguous(), one.make_contiguous(), common_group);
    let mut choices: Vec<Vec<Parts>> = vec![vec![first]];
    for shared in common {
        let found = chunks(&mut one, &mut two, |groups| {
            groups.front().is_none_or(|group| parent_superselector(group, &shared))
        });
        choices.push(found);
        choices.push(vec![shared]);
        one.pop_front();
        two.pop_front();
    }
    choices.push(chunks(&mut one, &mut two, VecDeque::is_empty));
    choices.extend(last);
    choices.retain(|choices| !choices.is_empty());
    let count = choices.iter().fold(1usize, |count, choices| count.saturating_mul(choices.len()));
    if count > 100_000 {
        return None;
    }
    let all = paths(&choices).into_iter().map(|path| path.concat());
    Some(all.filter(|path| !has_two_subjects(path)).collect())
}

/// The group that can replace both groups: the one whose elements the other group also matches or, if both must match
/// the same element, their unification. Otherwise `None`.
fn common_group(one: &Parts, two: &Parts) -> Option<Parts> {
    if one == two {
        return Some(one.clone());
    }
    one.first()?.compound()?;
    two.first()?.compound()?;
    if parent_superselector(one, two) {
        return Some(two.clone());
    }
    if parent_superselector(two, one) {
        return Some(one.clone());
    }
    if !must_unify(one, two) {
        return None;
    }
    let unified = Complex::new(one.clone()).unified(&Complex::new(two.clone()))?;
    match &unified.members[..] {
        [only] => Some(only.parts().to_vec()),
        _ => None,
    }
}

/// Removes the leading combinators of both selectors, and returns the longer sequence. `None` if it does not contain
/// the shorter one.
fn merged_initial(one: &mut VecDeque<Part>, two: &mut VecDeque<Part>) -> Option<Parts> {
    let take = |parts: &mut VecDeque<Part>| {
        let mut taken = Vec::new();
        while parts.front().is_some_and(|part| part.compound().is_none()) {
            taken.extend(parts.pop_front());
        }
        taken
    };
    let (mut one, mut two) = (take(one), take(two));
    let mut newline = false;
    if one.first() == Some(&Part::Newline) {
        one.remove(0);
        newline = true;
    }
    if !newline && two.first() == Some(&Part::Newline) {
        two.remove(0);
        newline = true;
    }
    let longer = longer_of(one, two)?;
    let mut merged: Parts = newline.then_some(Part::Newline).into_iter().collect();
    merged.extend(longer);
    Some(merged)
}

/// The longer of two sequences of combinators. `None` if it does not contain the shorter one.
fn longer_of(one: Parts, two: Parts) -> Option<Parts> {
    let common = common_subsequence(&one, &two, |a, b| (a == b).then(|| a.clone()));
    if common != one && common != two {
        return None;
    }
    Some(if one.len() > two.len() { one } else { two })
}

/// Removes and merges the ends of two selectors, as long as one of them ends with a combinator. Each element of the
/// result is a list of alternatives. `None` if the combinators cannot be merged.
fn merged_final(one: &mut VecDeque<Part>, two: &mut VecDeque<Part>) -> Option<VecDeque<Vec<Parts>>> {
    let take = |parts: &mut VecDeque<Part>| {
        let mut taken = Vec::new();
        while parts.back().is_some_and(|part| part.compound().is_none()) {
            taken.extend(parts.pop_back());
        }
        taken.retain(|part| *part != Part::Newline);
        taken
    };
    let mut result: VecDeque<Vec<Parts>> = VecDeque::new();
    loop {
        let (ops, other_ops) = (take(one), take(two));
        if ops.is_empty() && other_ops.is_empty() {
            return Some(result);
        }
        if ops.len() > 1 || other_ops.len() > 1 {
            for part in longer_of(ops, other_ops)? {
                result.push_front(vec![vec![part]]);
            }
            return Some(result);
        }
        let mut put = |compound: &Part, operator: &Part| {
            result.push_front(vec![vec![operator.clone()]]);
            result.push_front(vec![vec![compound.clone()]]);
        };
        match (ops.first(), other_ops.first()) {
            (Some(operator), Some(other)) => {
                let (first, second) = (one.pop_back()?, two.pop_back()?);
                merge_two((one, first, operator), (two, second, other), &mut result)?;
            }
            (Some(operator), None) => {
                if is(operator, ">") && covers(two.back(), one.back()) {
                    two.pop_back();
                }
                put(&one.pop_back()?, operator);
            }
            (None, Some(operator)) => {
                if is(operator, ">") && covers(one.back(), two.back()) {
                    one.pop_back();
                }
                put(&two.pop_back()?, operator);
            }
            (None, None) => return Some(result),
        }
    }
}

fn is(part: &Part, combinator: &str) -> bool {
    matches!(part, Part::Combinator(text) if &**text == combinator)
}

fn covers(one: Option<&Part>, two: Option<&Part>) -> bool {
    match (one, two) {
        (Some(Part::Compound(one)), Some(Part::Compound(two))) => one.is_superselector(two, &[]),
        _ => false,
    }
}

/// Merges the last components of two selectors that both end with a combinator, and adds the alternatives to `result`.
/// `None` if the combinators cannot be merged.
fn merge_two(
    (one, first, operator): (&mut VecDeque<Part>, Part, &Part),
    (two, second, other): (&mut VecDeque<Part>, Part, &Part),
    result: &mut VecDeque<Vec<Parts>>,
) -> Option<()> {
    let mut put = |choices: Vec<Parts>| result.push_front(choices);
    let (left, right) = (first.compound()?, second.compound()?);
    let unify = |a: &Rc<Compound>, b: &Rc<Compound>| a.unified(b).map(|unified| Part::Compound(Rc::new(unified)));
    let beside = |part: &Part| is(part, "~") || is(part, "+");
    if is(operator, "~") && is(other, "~") {
        if left.is_superselector(right, &[]) {
            put(vec![vec![second.clone(), other.clone()]]);
        } else if right.is_superselector(left, &[]) {
            put(vec![vec![first.clone(), operator.clone()]]);
        } else {
            let mut choices = vec![
                vec![first.clone(), operator.clone(), second.clone(), other.clone()],
                vec![second.clone(), other.clone(), first.clone(), operator.clone()],
            ];
            choices.extend(unify(left, right).map(|merged| vec![merged, operator.clone()]));
            put(choices);
        }
    } else if beside(operator) && beside(other) && operator != other {
        let (tilde, plus) = if is(operator, "~") { (&first, &second) } else { (&second, &first) };
        let (sibling, next) = if is(operator, "~") { (operator, other) } else { (other, operator) };
        if tilde.compound()?.is_superselector(plus.compound()?, &[]) {
            put(vec![vec![plus.clone(), next.clone()]]);
        } else {
            let mut choices = vec![vec![tilde.clone(), sibling.clone(), plus.clone(), next.clone()]];
            choices.extend(unify(plus.compound()?, tilde.compound()?).map(|merged| vec![merged, next.clone()]));
            put(choices);
        }
    } else if is(operator, ">") && beside(other) {
        put(vec![vec![second.clone(), other.clone()]]);
        one.push_back(first.clone());
        one.push_back(operator.clone());
    } else if is(other, ">") && beside(operator) {
        put(vec![vec![first.clone(), operator.clone()]]);
        two.push_back(second.clone());
        two.push_back(other.clone());
    } else if operator == other {
        put(vec![vec![unify(left, right)?, operator.clone()]]);
    } else {
        return None;
    }
    Some(())
}

/// Removes the groups before the next common group from both selectors. If both have such groups, returns them in both
/// possible orders. Otherwise returns the groups of one selector.
fn chunks(one: &mut VecDeque<Parts>, two: &mut VecDeque<Parts>, done: impl Fn(&VecDeque<Parts>) -> bool) -> Vec<Parts> {
    let take = |groups: &mut VecDeque<Parts>| {
        let mut taken = Vec::new();
        while !done(groups) {
            match groups.pop_front() {
                Some(group) => taken.extend(group),
                None => break,
            }
        }
        taken
    };
    let (first, second): (Parts, Parts) = (take(one), take(two));
    match (first.is_empty(), second.is_empty()) {
        (true, true) => Vec::new(),
        (true, false) => vec![second],
        (false, true) => vec![first],
        (false, false) => vec![[&first[..], &second].concat(), [&second[..], &first].concat()],
    }
}

/// Divides a selector into groups: `a > b c` becomes `a > b` and `c`. In a group, combinators join the compound
/// selectors.
fn grouped(parts: VecDeque<Part>) -> VecDeque<Parts> {
    let mut groups: VecDeque<Parts> = VecDeque::new();
    let mut open = false;
    for part in parts {
        let combines = part.compound().is_none();
        match groups.back_mut() {
            Some(group) if open || combines => group.push(part),
            _ => groups.push_back(vec![part]),
        }
        open = combines;
    }
    groups
}

/// Whether `one` matches all elements that `two` matches, as the ancestors of the same selector.
fn parent_superselector(one: &[Part], two: &[Part]) -> bool {
    let base = Part::Compound(Rc::new(Compound::new(vec![Simple::Placeholder("<temp>".into())], false)));
    is_superselector(&[one, std::slice::from_ref(&base)].concat(), &[two, std::slice::from_ref(&base)].concat())
}

/// Whether both selectors contain the same id, or both contain `:root`, so that they must match the same element.
fn must_unify(one: &[Part], two: &[Part]) -> bool {
    let unique = |parts: &[Part]| -> Vec<Simple> {
        let members = parts.iter().filter_map(Part::compound).flat_map(|compound| &compound.members);
        members.filter(|simple| simple.is_unique()).cloned().collect()
    };
    let ours = unique(one);
    !ours.is_empty() && unique(two).iter().any(|simple| ours.contains(simple))
}

fn has_root(part: Option<&Part>) -> bool {
    part.and_then(Part::compound).is_some_and(|compound| {
        compound.members.iter().filter_map(Simple::pseudo).any(|pseudo| pseudo.plain_name() == "root")
    })
}

fn has_two_subjects(parts: &[Part]) -> bool {
    parts.iter().filter_map(Part::compound).filter(|compound| compound.subject).count() > 1
}

impl Complex {
    /// The selectors for the elements that both complex selectors match. `None` if the selectors cannot be unified.
    fn unified(&self, other: &Complex) -> Option<SelectorList> {
        let (one, two) = (self.parts(), other.parts());
        let (Some((Part::Compound(base), before)), Some((Part::Compound(theirs), their_before))) =
            (one.split_last(), two.split_last())
        else {
            return None;
        };
        let unified = theirs.unified(base)?;
        let last = [their_before, &[Part::Compound(Rc::new(unified))]].concat();
        let woven = weave(vec![before.to_vec(), last]);
        Some(SelectorList { members: woven.into_iter().map(Complex::new).collect() })
    }
}

impl SelectorList {
    /// Selectors for the elements that both lists match. `None` if no element can match both.
    pub(crate) fn unified(&self, other: &SelectorList) -> Option<SelectorList> {
        let pairs = self.members.iter().flat_map(|one| other.members.iter().map(move |two| (one, two)));
        let members: Vec<Complex> =
            pairs.filter_map(|(one, two)| one.unified(two)).flat_map(|list| list.members).collect();
        (!members.is_empty()).then_some(SelectorList { members })
    }
}
