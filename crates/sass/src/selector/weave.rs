//! Weaving: the possible orders of the ancestors when selectors are combined.
//!
//! For example, `.a .b` and `.c .d` become `.a .c .b.d` and `.c .a .b.d`. The number of results grows exponentially
//! with the number of ancestors, so it is limited by the [`Budget`].

use super::superselector::is_parent_superselector;
use super::unify::{unify_complex, unify_compound};
use super::{Budget, Combinator, Combinators, Complex, Component, Compound, Pseudo, Simple, SimpleKind};
use crate::Span;
use std::collections::VecDeque;

/// Components that are joined by `>`, `+` or `~`, such as `a > b` in `a > b c`.
type Group = Vec<Component>;

/// All ways to choose one option from each list: `[a, b]` and `[c, d]` give `ac`, `bc`, `ad` and `bd`. Empty if the
/// budget is exhausted.
pub(crate) fn paths<T: Clone>(choices: &[Vec<T>], budget: &Budget) -> Vec<Vec<T>> {
    let mut paths: Vec<Vec<T>> = vec![Vec::new()];
    for choice in choices {
        let count = paths.len().saturating_mul(choice.len());
        if !budget.spend(count.saturating_mul(choices.len())) {
            return Vec::new();
        }
        let mut longer = Vec::with_capacity(count);
        for option in choice {
            for path in &paths {
                let mut path = path.clone();
                path.push(option.clone());
                longer.push(path);
            }
        }
        paths = longer;
    }
    paths
}

/// The selectors that combine the ancestors of all `complexes` and end with the last component of the last complex
/// selector. With `line_break`, each result starts on a new line. Empty if the ancestors cannot be combined. `None` or
/// empty if the budget does not suffice.
pub(crate) fn weave(complexes: &[Complex], span: Span, line_break: bool, budget: &Budget) -> Option<Vec<Complex>> {
    let (first, rest) = complexes.split_first()?;
    if rest.is_empty() {
        if !line_break || first.line_break() {
            return Some(vec![first.clone()]);
        }
        let broken = Complex::new(first.leading().clone(), first.components().to_vec(), first.span(), true);
        return Some(vec![broken]);
    }
    let mut prefixes = vec![first.clone()];
    for complex in rest {
        let length = complex.components().len();
        if !budget.spend(prefixes.len().saturating_mul(length + 1)) {
            return None;
        }
        let Some(last) = complex.components().last().filter(|_| length > 1) else {
            for prefix in &mut prefixes {
                *prefix = prefix.concatenate(complex, span, line_break);
            }
            continue;
        };
        let mut woven = Vec::new();
        for prefix in &prefixes {
            for parents in weave_parents(prefix, complex, span, budget).unwrap_or_default() {
                woven.push(parents.with_component(last.clone(), span, line_break));
            }
        }
        prefixes = woven;
    }
    Some(prefixes)
}

/// The ways to merge the components of `prefix` with the ancestors in `base`. `None` if they cannot be merged.
fn weave_parents(prefix: &Complex, base: &Complex, span: Span, budget: &Budget) -> Option<Vec<Complex>> {
    let leading = merge_leading(prefix.leading(), base.leading())?;
    let mut queue1: VecDeque<Component> = prefix.components().iter().cloned().collect();
    let mut queue2: VecDeque<Component> =
        base.components().split_last().map(|(_, parents)| parents.iter().cloned().collect()).unwrap_or_default();
    let mut trailing = VecDeque::new();
    merge_trailing(&mut queue1, &mut queue2, span, &mut trailing, budget)?;
    unify_roots(&mut queue1, &mut queue2)?;
    let mut groups1 = grouped(queue1);
    let mut groups2 = grouped(queue2);
    let common = common_groups(&groups2, &groups1, span, budget)?;

    let mut choices: Vec<Vec<Group>> = Vec::new();
    for group in common {
        let stop = |groups: &VecDeque<Group>| {
            groups.front().is_none_or(|first| is_parent_superselector(first, &group, budget))
        };
        choices.push(chunks(&mut groups1, &mut groups2, stop));
        choices.push(vec![group.clone()]);
        groups1.pop_front();
        groups2.pop_front();
    }
    choices.push(chunks(&mut groups1, &mut groups2, VecDeque::is_empty));
    choices.extend(trailing);
    choices.retain(|choice| !choice.is_empty());

    let line_break = prefix.line_break() || base.line_break();
    let ways = paths(&choices, budget);
    let way = |path: Vec<Group>| Complex::new(leading.clone(), path.concat(), span, line_break);
    Some(ways.into_iter().map(way).collect())
}

/// Removes groups from both queues until `stop` is true, and returns their possible orders.
fn chunks(
    groups1: &mut VecDeque<Group>,
    groups2: &mut VecDeque<Group>,
    stop: impl Fn(&VecDeque<Group>) -> bool,
) -> Vec<Group> {
    let take = |groups: &mut VecDeque<Group>| {
        let mut chunk = Group::new();
        while !stop(groups) {
            chunk.extend(groups.pop_front().unwrap_or_default());
        }
        chunk
    };
    let chunk1 = take(groups1);
    let chunk2 = take(groups2);
    match (chunk1.is_empty(), chunk2.is_empty()) {
        (true, true) => Vec::new(),
        (true, false) => vec![chunk2],
        (false, true) => vec![chunk1],
        (false, false) => {
            let forward = [chunk1.clone(), chunk2.clone()].concat();
            let backward = [chunk2, chunk1].concat();
            vec![forward, backward]
        }
    }
}

/// If a queue begins with a root selector, such as `:root` or `:host`, makes both queues begin with it. If both do,
/// their root selectors are unified. `None` if these cannot be unified.
fn unify_roots(queue1: &mut VecDeque<Component>, queue2: &mut VecDeque<Component>) -> Option<()> {
    match (take_root(queue1), take_root(queue2)) {
        (Some(root1), Some(root2)) => {
            let root = unify_compound(&root1.compound, &root2.compound)?;
            queue1.push_front(Component { compound: root.clone(), ..root1.clone() });
            queue2.push_front(Component { compound: root, combinators: root2.combinators, span: root1.span });
        }
        (Some(root), None) | (None, Some(root)) => {
            queue1.push_front(root.clone());
            queue2.push_front(root);
        }
        (None, None) => {}
    }
    Some(())
}

fn take_root(queue: &mut VecDeque<Component>) -> Option<Component> {
    let is_root = |pseudo: &Pseudo| {
        pseudo.is_class && matches!(pseudo.normalized_name(), "root" | "scope" | "host" | "host-context")
    };
    let first = queue.front()?;
    if first.compound.simples().iter().filter_map(Simple::as_pseudo).any(is_root) { queue.pop_front() } else { None }
}

fn merge_leading(combinators1: &Combinators, combinators2: &Combinators) -> Option<Combinators> {
    if combinators1.len() > 1 || combinators2.len() > 1 {
        return None;
    }
    if combinators1.is_empty() {
        return Some(combinators2.clone());
    }
    if combinators2.is_empty() || combinators1 == combinators2 { Some(combinators1.clone()) } else { None }
}

/// Removes components with combinators from the ends of both queues, and prepends the possible merges to `result`.
/// `None` if the combinators cannot be merged.
fn merge_trailing(
    queue1: &mut VecDeque<Component>,
    queue2: &mut VecDeque<Component>,
    span: Span,
    result: &mut VecDeque<Vec<Group>>,
    budget: &Budget,
) -> Option<()> {
    loop {
        let combinators =
            |queue: &VecDeque<Component>| queue.back().map(|last| last.combinators.clone()).unwrap_or_default();
        let (combinators1, combinators2) = (combinators(queue1), combinators(queue2));
        if combinators1.is_empty() && combinators2.is_empty() {
            return Some(());
        }
        if combinators1.len() > 1 || combinators2.len() > 1 {
            return None;
        }
        let choice = match (combinators1.first(), combinators2.first()) {
            (Some(Combinator::FollowingSibling), Some(Combinator::FollowingSibling)) => {
                following_siblings(queue1.pop_back()?, queue2.pop_back()?, span, budget)
            }
            (Some(Combinator::FollowingSibling), Some(Combinator::NextSibling)) => {
                mixed_siblings(queue1.pop_back()?, queue2.pop_back()?, span, budget)
            }
            (Some(Combinator::NextSibling), Some(Combinator::FollowingSibling)) => {
                mixed_siblings(queue2.pop_back()?, queue1.pop_back()?, span, budget)
            }
            (Some(Combinator::Child), Some(Combinator::NextSibling | Combinator::FollowingSibling)) => {
                vec![vec![queue2.pop_back()?]]
            }
            (Some(Combinator::NextSibling | Combinator::FollowingSibling), Some(Combinator::Child)) => {
                vec![vec![queue1.pop_back()?]]
            }
            (Some(_), Some(_)) => {
                let compound = unify_compound(&queue1.pop_back()?.compound, &queue2.pop_back()?.compound)?;
                vec![vec![Component { compound, combinators: combinators1, span }]]
            }
            (Some(combinator), None) => vec![vec![beside_descendant(combinator, queue1, queue2, budget)?]],
            (None, Some(combinator)) => vec![vec![beside_descendant(combinator, queue2, queue1, budget)?]],
            (None, None) => return Some(()),
        };
        result.push_front(choice);
    }
}

fn following_siblings(component1: Component, component2: Component, span: Span, budget: &Budget) -> Vec<Group> {
    if component1.compound.is_superselector(&component2.compound, budget) {
        return vec![vec![component2]];
    }
    if component2.compound.is_superselector(&component1.compound, budget) {
        return vec![vec![component1]];
    }
    let unified = unify_compound(&component1.compound, &component2.compound);
    let combinators = component1.combinators.clone();
    let mut choices = vec![vec![component1.clone(), component2.clone()], vec![component2, component1]];
    choices.extend(unified.map(|compound| vec![Component { compound, combinators, span }]));
    choices
}

fn mixed_siblings(following: Component, next: Component, span: Span, budget: &Budget) -> Vec<Group> {
    if following.compound.is_superselector(&next.compound, budget) {
        return vec![vec![next]];
    }
    let unified = unify_compound(&following.compound, &next.compound);
    let combinators = next.combinators.clone();
    let mut choices = vec![vec![following, next]];
    choices.extend(unified.map(|compound| vec![Component { compound, combinators, span }]));
    choices
}

/// Removes the last component of `with_combinator`, and returns it. If `combinator` is `>`, also removes the last of
/// `descendants` if that matches all elements that the returned component matches. `None` if `with_combinator` is
/// empty.
fn beside_descendant(
    combinator: Combinator,
    with_combinator: &mut VecDeque<Component>,
    descendants: &mut VecDeque<Component>,
    budget: &Budget,
) -> Option<Component> {
    let component = with_combinator.pop_back()?;
    let superfluous = combinator == Combinator::Child
        && descendants.back().is_some_and(|last| last.compound.is_superselector(&component.compound, budget));
    if superfluous {
        descendants.pop_back();
    }
    Some(component)
}

fn grouped(queue: VecDeque<Component>) -> VecDeque<Group> {
    let mut groups = VecDeque::new();
    let mut group = Group::new();
    for component in queue {
        let complete = component.combinators.is_empty();
        group.push(component);
        if complete {
            groups.push_back(std::mem::take(&mut group));
        }
    }
    if !group.is_empty() {
        groups.push_back(group);
    }
    groups
}

/// The longest common subsequence of two lists of groups. Groups also count as equal if one of them, or their
/// unification, can replace both. `None` if the budget is exhausted.
fn common_groups(
    groups1: &VecDeque<Group>,
    groups2: &VecDeque<Group>,
    span: Span,
    budget: &Budget,
) -> Option<Vec<Group>> {
    let (rows, columns) = (groups1.len(), groups2.len());
    if !budget.spend(rows.saturating_mul(columns)) {
        return None;
    }
    let mut shared: Vec<Vec<Option<Group>>> = Vec::with_capacity(rows);
    let mut lengths = vec![vec![0_usize; columns + 1]; rows + 1];
    for (i, group1) in groups1.iter().enumerate() {
        let row: Vec<_> = groups2.iter().map(|group2| common_group(group1, group2, span, budget)).collect();
        for (j, found) in row.iter().enumerate() {
            lengths[i + 1][j + 1] =
                if found.is_some() { lengths[i][j] + 1 } else { lengths[i + 1][j].max(lengths[i][j + 1]) };
        }
        shared.push(row);
    }
    let mut result = Vec::new();
    let (mut i, mut j) = (rows, columns);
    while i > 0 && j > 0 {
        if let Some(group) = shared[i - 1][j - 1].take() {
            result.push(group);
            i -= 1;
            j -= 1;
        } else if lengths[i][j - 1] > lengths[i - 1][j] {
            j -= 1;
        } else {
            i -= 1;
        }
    }
    result.reverse();
    Some(result)
}

fn common_group(group1: &Group, group2: &Group, span: Span, budget: &Budget) -> Option<Group> {
    if group1 == group2 {
        return Some(group1.clone());
    }
    if is_parent_superselector(group1, group2, budget) {
        return Some(group2.clone());
    }
    if is_parent_superselector(group2, group1, budget) {
        return Some(group1.clone());
    }
    if !must_unify(group1, group2) {
        return None;
    }
    let complex = |group: &Group| Complex::new(Combinators::None, group.clone(), span, false);
    match unify_complex(&[complex(group1), complex(group2)], span, budget)?.as_slice() {
        [only] => Some(only.components().to_vec()),
        _ => None,
    }
}

/// Whether both groups contain the same id or pseudo-element, and therefore match the same element.
fn must_unify(group1: &Group, group2: &Group) -> bool {
    let unique = |simple: &&Simple| {
        matches!(simple.kind(), SimpleKind::Id(_)) || simple.as_pseudo().is_some_and(Pseudo::is_element)
    };
    let all = |group: &Group| -> Vec<Simple> {
        group.iter().map(|part| &part.compound).flat_map(Compound::simples).filter(unique).cloned().collect()
    };
    let unique1 = all(group1);
    !unique1.is_empty() && all(group2).iter().any(|simple| unique1.contains(simple))
}
