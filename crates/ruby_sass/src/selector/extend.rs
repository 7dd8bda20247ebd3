//! The extension of selectors by `@extend`.

use super::order::specificity;
use super::superselector::is_superselector;
use super::weave::{paths, weave};
use super::{Complex, Compound, Mode, Part, SelectorList, Simple};
use crate::error::{SassResult, SyntaxError};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

/// The maximum number of steps that the extensions of a style sheet may take.
const BUDGET: usize = 3_000_000;

/// Lists with more selectors are not trimmed.
const TRIMMED: usize = 100;

/// One extender and one target of an `@extend`, and the place of the `@extend`.
#[derive(Debug)]
pub(crate) struct Extension {
    pub(crate) extender: Complex,
    pub(crate) target: Vec<Simple>,
    pub(crate) optional: bool,
    /// The directives around the `@extend`, such as `@media print`.
    pub(crate) directives: Vec<Arc<str>>,
    pub(crate) file: Option<Arc<str>>,
    pub(crate) line: u32,
    /// Whether a selector has contained the target.
    pub(crate) has_matched: Cell<bool>,
}

/// All extensions of a style sheet, and the number of steps that they have taken so far.
#[derive(Debug, Default)]
pub(crate) struct Extensions {
    all: Vec<Extension>,
    spent: Cell<usize>,
}

/// The directives around a rule, and the extensions to apply to its selectors.
struct Context<'a> {
    extensions: &'a Extensions,
    directives: &'a [Arc<str>],
}

type Seen = Vec<Vec<Simple>>;

impl Extensions {
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(crate) fn all(&self) -> &[Extension] {
        &self.all
    }

    /// Adds an extension for each combination of an extender and a target. `create` creates the extension from the two.
    /// Fails if a target is nested, contains `&`, or is only a combinator, or if an extender ends with a combinator.
    pub(crate) fn add(
        &mut self,
        extenders: &SelectorList,
        targets: &SelectorList,
        create: impl Fn(Complex, Vec<Simple>) -> Extension,
    ) -> SassResult<()> {
        for target in &targets.members {
            let refuse =
                |why: &str| Err(SyntaxError::new(format!("Can't extend {}: {why}", target.write(Mode::Whole))));
            let parts = target.parts();
            if parts.len() > 1 {
                return refuse("can't extend nested selectors");
            }
            let Some(Part::Compound(compound)) = parts.first() else { return refuse("invalid selector") };
            if compound.members.iter().any(|simple| matches!(simple, Simple::Parent(_))) {
                return refuse("can't extend parent selectors");
            }
            for extender in &extenders.members {
                if !matches!(extender.parts().last(), Some(Part::Compound(_))) {
                    return Err(SyntaxError::new(format!(
                        "{} can't extend: invalid selector",
                        extender.write(Mode::Whole)
                    )));
                }
                self.all.push(create(extender.clone(), compound.members.clone()));
            }
        }
        Ok(())
    }

    /// Extends the selector list of a rule. `directives` are the directives around the rule, such as `@media print`.
    /// With `replace`, the selectors that an extension extends are removed. Fails if an `@extend` in a directive such
    /// as `@media` applies to a rule outside of it, or if the extensions take too much work.
    pub(crate) fn extended(
        &self,
        list: &SelectorList,
        directives: &[Arc<str>],
        replace: bool,
    ) -> SassResult<SelectorList> {
        Context { extensions: self, directives }.list(list, &Seen::new(), Pass { replace, is_original: true })
    }

    /// The extensions whose target is contained in a compound selector, in order.
    fn of<'a>(&'a self, members: &'a [Simple]) -> impl Iterator<Item = &'a Extension> {
        self.all.iter().filter(|extension| extension.target.iter().all(|simple| members.contains(simple)))
    }

    /// Whether an extension may apply to a list: its target contains a simple selector of the list, or of an argument
    /// such as in `:not(a)`.
    pub(crate) fn concern(&self, list: &SelectorList) -> bool {
        list.members.iter().any(|complex| self.concerns(&complex.parts()))
    }

    /// Whether a selector contains a part of an extension's target, also inside of pseudo-classes such as `:not`.
    fn concerns(&self, parts: &[Part]) -> bool {
        parts.iter().filter_map(Part::compound).flat_map(|compound| &compound.members).any(|simple| {
            simple.selector_pseudo().is_some_and(|pseudo| {
                pseudo.selector.iter().flat_map(|list| &list.members).any(|complex| self.concerns(&complex.parts()))
            }) || self.all.iter().any(|extension| extension.target.contains(simple))
        })
    }
}

/// The options for extending one selector list.
#[derive(Clone, Copy)]
struct Pass {
    /// Whether the selectors that are extended are removed.
    replace: bool,
    /// Whether the selectors come from the style sheet itself and not from another extension.
    is_original: bool,
}

impl Context<'_> {
    fn spend(&self, amount: usize) -> SassResult<()> {
        let spent = self.extensions.spent.get() + amount;
        self.extensions.spent.set(spent);
        if spent > BUDGET {
            Err(SyntaxError::new("These selectors cannot be extended: there are too many."))
        } else {
            Ok(())
        }
    }

    fn list(&self, list: &SelectorList, seen: &Seen, pass: Pass) -> SassResult<SelectorList> {
        let mut members = Vec::with_capacity(list.members.len());
        for complex in &list.members {
            if self.extensions.concerns(&complex.parts()) {
                members.extend(self.complex(complex, seen, pass)?);
            } else {
                members.push(complex.clone());
            }
        }
        Ok(SelectorList { members })
    }

    fn complex(&self, complex: &Complex, seen: &Seen, pass: Pass) -> SassResult<Vec<Complex>> {
        let parts = complex.parts();
        let mut choices: Vec<Vec<Vec<Part>>> = Vec::with_capacity(parts.len());
        for part in parts.iter() {
            let Part::Compound(compound) = part else {
                choices.push(vec![vec![part.clone()]]);
                continue;
            };
            let mut extended = self.compound(compound, pass.replace, seen)?;
            if pass.is_original
                && !complex.is_invisible()
                && let Some(first) = extended.first_mut()
            {
                *first = with_source(first, complex.specificity().1);
            }
            choices.push(extended.iter().map(|complex| complex.parts().to_vec()).collect());
        }
        let count = choices.iter().fold(1usize, |count, choices| count.saturating_mul(choices.len().max(1)));
        self.spend(count.saturating_mul(parts.len()))?;
        let mut woven = Vec::with_capacity(count);
        for path in paths(&choices) {
            let results = weave(path);
            self.spend(results.len())?;
            woven.push(results);
        }
        self.trimmed(woven).map(|all| all.into_iter().map(Complex::new).collect())
    }

    fn compound(&self, compound: &Compound, replace: bool, seen: &Seen) -> SassResult<Vec<Complex>> {
        self.spend(1)?;
        let (members, changed, mut seen_inside) = self.inside_pseudos(compound, replace, seen)?;
        seen_inside.extend(seen.iter().cloned());
        let mut groups: Vec<(Complex, Vec<&Extension>)> = Vec::new();
        for extension in self.extensions.of(&members) {
            match groups.iter_mut().find(|(extender, _)| *extender == extension.extender) {
                Some((_, group)) => group.push(extension),
                None => groups.push((extension.extender.clone(), vec![extension])),
            }
        }
        let mut results: Vec<Complex> = Vec::new();
        let mut found = Vec::new();
        for (extender, group) in groups {
            let targets: Vec<Simple> = group.iter().flat_map(|extension| extension.target.iter().cloned()).collect();
            if let Some(new) = self.unified(compound, &members, &extender, &group, &targets)? {
                found.push((targets, new));
            }
        }
        for (targets, new) in found {
            if seen.contains(&targets) {
                continue;
            }
            let mut seen = seen_inside.clone();
            seen.push(targets);
            if seen.len() > TRIMMED * 2 {
                return Err(SyntaxError::new("These selectors cannot be extended: there are too many."));
            }
            results.extend(self.complex(&new, &seen, Pass { replace: false, is_original: false })?);
        }
        if changed || !replace || results.is_empty() {
            let own = Compound { members, subject: compound.subject, source: compound.source };
            results.insert(0, Complex::new(vec![Part::Compound(Rc::new(own))]));
        }
        let mut distinct: Vec<Complex> = Vec::with_capacity(results.len());
        for complex in results {
            if !distinct.contains(&complex) {
                distinct.push(complex);
            }
        }
        Ok(distinct)
    }

    /// Extends the selectors in the arguments of pseudo-classes. Returns all simple selectors of the result, whether
    /// any of them is new, and the new ones.
    fn inside_pseudos(&self, compound: &Compound, replace: bool, seen: &Seen) -> SassResult<(Vec<Simple>, bool, Seen)> {
        let mut changed = false;
        let mut known = Seen::new();
        let mut members = Vec::with_capacity(compound.members.len());
        for simple in &compound.members {
            let Some((pseudo, list)) =
                simple.selector_pseudo().and_then(|pseudo| Some((pseudo, pseudo.selector.as_ref()?)))
            else {
                members.push(simple.clone());
                continue;
            };
            let is_seen = seen.iter().any(|seen| seen.as_slice() == std::slice::from_ref(simple));
            let mut extended =
                if is_seen { (**list).clone() } else { self.list(list, seen, Pass { replace, is_original: false })? };
            if extended == **list {
                members.push(simple.clone());
                continue;
            }
            extended.members.retain(|complex| !complex.is_invisible());
            if pseudo.plain_name() == "not"
                && list.members.iter().all(|complex| complex.parts().len() < 2)
                && extended.members.iter().any(|complex| complex.parts().len() == 1)
            {
                extended.members.retain(|complex| complex.parts().len() < 2);
            }
            changed = true;
            for new in pseudo.with_selector(&extended) {
                let new = Simple::Pseudo(Rc::new(new));
                known.push(vec![new.clone()]);
                members.push(new);
            }
        }
        Ok((members, changed, known))
    }

    /// Unifies an extender with the rest of the selector that it extends, and records that the extensions in `group`
    /// have an effect. `None` if no element can match both.
    fn unified(
        &self,
        compound: &Compound,
        members: &[Simple],
        extender: &Complex,
        group: &[&Extension],
        targets: &[Simple],
    ) -> SassResult<Option<Complex>> {
        let left: Vec<Simple> = members.iter().filter(|simple| !targets.contains(simple)).cloned().collect();
        group.iter().for_each(|extension| extension.has_matched.set(true));
        let parts = extender.parts();
        let Some((Part::Compound(last), before)) = parts.split_last() else { return Ok(None) };
        let Some(unified) = last.unified(&Compound::new(left, compound.subject)) else { return Ok(None) };
        for extension in group {
            self.check_directives(extension)?;
        }
        let mut new = before.to_vec();
        new.push(Part::Compound(Rc::new(unified)));
        let source = compound.source.max(extender.specificity().1);
        Ok(Some(with_source(&Complex::new(new), source)))
    }

    fn check_directives(&self, extension: &Extension) -> SassResult<()> {
        let mut around = self.directives.iter();
        if extension.directives.iter().all(|directive| around.any(|other| other == directive)) {
            return Ok(());
        }
        let name = extension.directives.last().map_or("", |last| last.split(' ').next().unwrap_or_default());
        let target: Vec<String> = extension.target.iter().map(|simple| simple.write(Mode::Whole)).collect();
        let file = extension.file.as_ref().map(|file| format!(" of {file}")).unwrap_or_default();
        Err(SyntaxError::new(format!(
            "You may not @extend an outer selector from within {name}.\n\
             You may only @extend selectors within the same directive.\n\
             From \"@extend {}\" on line {}{file}.\n",
            target.join(", "),
            extension.line
        )))
    }

    /// Joins groups of selectors to one list. Removes selectors that a selector of another group covers, unless there
    /// are more than `TRIMMED` groups.
    fn trimmed(&self, all: Vec<Vec<Vec<Part>>>) -> SassResult<Vec<Vec<Part>>> {
        if all.len() > TRIMMED {
            return Ok(all.into_iter().flatten().collect());
        }
        let mut result = all.clone();
        for (index, selectors) in all.iter().enumerate() {
            let mut kept = Vec::with_capacity(selectors.len());
            for selector in selectors {
                self.spend(1)?;
                let sources = selector.iter().filter_map(Part::compound).map(|compound| compound.source);
                let source = sources.max().unwrap_or(0);
                let others = result.iter().enumerate().filter(|(other, _)| *other != index);
                let superfluous = others
                    .flat_map(|(_, others)| others)
                    .any(|other| specificity(other).0 >= source && is_superselector(other, selector));
                if !superfluous {
                    kept.push(selector.clone());
                }
            }
            if let Some(slot) = result.get_mut(index) {
                *slot = kept;
            }
        }
        Ok(result.into_iter().flatten().collect())
    }
}

/// A copy of a selector, in which the field `source` of each compound selector is at least `source`.
fn with_source(complex: &Complex, source: u64) -> Complex {
    let parts: Vec<Part> = complex
        .parts()
        .iter()
        .map(|part| match part {
            Part::Compound(compound) => {
                Part::Compound(Rc::new(Compound { source: compound.source.max(source), ..(**compound).clone() }))
            }
            part => part.clone(),
        })
        .collect();
    Complex::new(parts)
}
