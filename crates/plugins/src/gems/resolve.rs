//! Chooses versions of gems that fit together, newest first, with backtracking. Mirrors the result of Bundler's resolver.

use super::server::Release;
use super::version::Requirement;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The maximum number of gems that a site's plugins may need.
const MAX_GEMS: usize = 200;

/// The maximum number of versions to try.
const MAX_STEPS: usize = 20_000;

/// The source from which [`resolve`] chooses: it lists the releases of a gem, with their dependencies.
pub(crate) trait Candidates {
    /// Checks whether a gem need not be chosen, because it is provided or installed. `None` if it must be chosen.
    ///
    /// # Errors
    /// Returns a message if the gem is provided in a version that does not satisfy the requirement.
    fn provided(&self, name: &str, requirement: &Requirement) -> Option<Result<(), String>>;

    /// The releases of a gem, the preferred one first. They need not satisfy any requirement.
    ///
    /// # Errors
    /// Returns a message if there are none.
    fn releases(&mut self, name: &str) -> Result<Rc<[Release]>, Missing>;
}

/// An explanation why no release of a gem can be used: a text for messages, and the kind of cause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Missing {
    /// The reason why no release can be used, worded to follow "because" or a comma in a message.
    pub reason: String,
    /// The kind of reason. For example, callers ignore an optional library if its gem is unknown.
    pub cause: Cause,
}

/// Why a gem has no release to choose: it does not exist, cannot be reached or cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The server says that the gem does not exist.
    Unknown,
    /// The server did not answer, or the build must not contact it.
    Unreachable,
    /// The gem exists, but no release satisfies the requirements, runs in the sandbox, or can be downloaded.
    Unusable,
}

impl Missing {
    /// Explains why a gem cannot be used. `reason` is worded to follow "because" or a comma.
    pub(crate) fn unusable(reason: impl Into<String>) -> Self {
        Missing { reason: reason.into(), cause: Cause::Unusable }
    }
}

/// A gem that another gem or the site itself needs, with a requirement for its version.
#[derive(Debug, Clone)]
pub(crate) struct Dependency {
    /// The name of the required gem.
    pub name: String,
    /// The versions that satisfy the requirement.
    pub requirement: Requirement,
    /// The name and version of the gem that needs `name`. `None` if the site itself needs it.
    pub by: Option<String>,
}

/// Chooses a release of each gem in `dependencies`, and of each gem that these need in turn. Omits gems that are
/// provided.
///
/// # Errors
/// Returns the first conflict if no releases fit together, or the reason why a gem has no releases. Also fails if there
/// are too many gems or releases to try.
pub(crate) fn resolve(
    dependencies: &[Dependency],
    candidates: &mut dyn Candidates,
) -> Result<BTreeMap<String, Release>, Missing> {
    let mut search = Search { candidates, steps: 0, conflict: None };
    let mut chosen = BTreeMap::new();
    match search.choose(dependencies, &mut chosen) {
        Ok(true) => Ok(chosen),
        Ok(false) => Err(Missing::unusable(search.conflict.unwrap_or_default())),
        Err(missing) => Err(missing),
    }
}

struct Search<'c> {
    candidates: &'c mut dyn Candidates,
    steps: usize,
    /// The first conflict that was found. It concerns the newest versions.
    conflict: Option<String>,
}

impl Search<'_> {
    /// Satisfies the dependencies in order. Returns whether this is possible. If it is not, leaves `chosen` unchanged.
    fn choose(&mut self, dependencies: &[Dependency], chosen: &mut BTreeMap<String, Release>) -> Result<bool, Missing> {
        let mut dependencies = dependencies;
        let (dependency, rest) = loop {
            let Some((dependency, rest)) = dependencies.split_first() else { return Ok(true) };
            match self.is_satisfied(dependency, chosen) {
                Some(true) => dependencies = rest,
                Some(false) => return Ok(false),
                None => break (dependency, rest),
            }
        };
        let all = self.candidates.releases(&dependency.name).map_err(|missing| Missing {
            reason: dependency.explained(missing.reason),
            // The gem that needs an unknown one exists.
            cause: if dependency.by.is_some() && missing.cause == Cause::Unknown {
                Cause::Unusable
            } else {
                missing.cause
            },
        })?;
        for release in suitable(&all, &dependency.requirement) {
            self.steps += 1;
            if chosen.len() >= MAX_GEMS || self.steps > MAX_STEPS {
                return Err(Missing::unusable("there are too many gems to choose from"));
            }
            chosen.insert(dependency.name.clone(), release.clone());
            if self.choose(&[rest, &needs(&dependency.name, release)].concat(), chosen)? {
                return Ok(true);
            }
            chosen.remove(&dependency.name);
        }
        Ok(self.conflicts(format!("{dependency}, and no version fits")))
    }

    /// Whether the version that is already chosen or provided satisfies `dependency`. `None` if the gem still has to be
    /// chosen.
    fn is_satisfied(&mut self, dependency: &Dependency, chosen: &BTreeMap<String, Release>) -> Option<bool> {
        if let Some(release) = chosen.get(&dependency.name) {
            let is_fitting = dependency.requirement.accepts(&release.version);
            let other =
                || format!("{dependency}, and another gem needs {} {}", dependency.name, release.version.as_str());
            return Some(is_fitting || self.conflicts(other()));
        }
        match self.candidates.provided(&dependency.name, &dependency.requirement)? {
            Ok(()) => Some(true),
            Err(why) => Some(self.conflicts(dependency.explained(why))),
        }
    }

    fn conflicts(&mut self, text: String) -> bool {
        self.conflict.get_or_insert(text);
        false
    }
}

/// The releases that satisfy a requirement. Prereleases are omitted, unless the requirement names a prerelease, or no
/// other release satisfies it.
fn suitable<'r>(all: &'r [Release], requirement: &Requirement) -> Vec<&'r Release> {
    let mut fitting: Vec<&Release> = all.iter().filter(|release| requirement.accepts(&release.version)).collect();
    if !requirement.names_prerelease() && fitting.iter().any(|release| !release.version.is_prerelease()) {
        fitting.retain(|release| !release.version.is_prerelease());
    }
    fitting
}

fn needs(name: &str, release: &Release) -> Vec<Dependency> {
    let by = format!("{name} {}", release.version.as_str());
    let dependency = |(name, requirement): &(String, Requirement)| Dependency {
        name: name.clone(),
        requirement: requirement.clone(),
        by: Some(by.clone()),
    };
    release.dependencies.iter().map(dependency).collect()
}

impl Dependency {
    /// A message that starts with the two gems if another gem has this dependency, such as `a 1.0 needs b: REASON`. If
    /// the site itself has the dependency, the message is only the reason.
    fn explained(&self, reason: String) -> String {
        match &self.by {
            Some(by) => format!("{by} needs {}: {reason}", self.name),
            None => reason,
        }
    }
}

impl std::fmt::Display for Dependency {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let by = self.by.as_deref().unwrap_or("the site");
        write!(out, "{by} needs {} {}", self.name, self.requirement)
    }
}

#[cfg(test)]
mod tests {
    use super::super::version::Version;
    use super::*;

    /// Gems as lines: `NAME VERSION [NEEDED REQUIREMENT, ...]`, newest first.
    struct Table(&'static [&'static str]);

    impl Candidates for Table {
        fn provided(&self, name: &str, requirement: &Requirement) -> Option<Result<(), String>> {
            let version = Version::parse("4.4.1").filter(|_| name == "jekyll")?;
            Some(if requirement.accepts(&version) { Ok(()) } else { Err("it is 4.4.1".to_owned()) })
        }

        fn releases(&mut self, name: &str) -> Result<Rc<[Release]>, Missing> {
            let release = |line: &&str| {
                let mut parts = line.split(" | ");
                let version = parts.next()?.strip_prefix(name)?.strip_prefix(' ')?;
                let dependencies = parts.filter_map(|part| {
                    let (name, requirement) = part.split_once(' ').unwrap_or((part, ""));
                    Some((name.to_owned(), Requirement::parse(requirement)?))
                });
                Some(Release {
                    version: Version::parse(version)?,
                    sha256: None,
                    dependencies: dependencies.collect(),
                    ruby: Requirement::default(),
                })
            };
            let found: Rc<[Release]> = self.0.iter().filter_map(release).collect();
            let unknown = Missing { reason: format!("no {name}"), cause: Cause::Unknown };
            if found.is_empty() { Err(unknown) } else { Ok(found) }
        }
    }

    fn chosen(gems: &'static [&'static str], dependencies: &[&str]) -> Result<String, Missing> {
        let dependency = |text: &&str| {
            let (name, requirement) = text.split_once(' ').unwrap_or((text, ""));
            let requirement = Requirement::parse(requirement).expect("a requirement");
            Dependency { name: name.to_owned(), requirement, by: None }
        };
        let dependencies: Vec<Dependency> = dependencies.iter().map(dependency).collect();
        let chosen = resolve(&dependencies, &mut Table(gems))?;
        let lines = chosen.iter().map(|(name, release)| format!("{name} {}", release.version.as_str()));
        Ok(lines.collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn the_newest_releases_are_chosen() {
        let gems = &["a 2.0.pre", "a 1.5 | b ~> 1.0", "a 1.0", "b 2.0", "b 1.2", "b 1.1"];
        assert_eq!(chosen(gems, &["a"]).as_deref(), Ok("a 1.5, b 1.2"));
        assert_eq!(chosen(gems, &["a < 1.5"]).as_deref(), Ok("a 1.0"));
        assert_eq!(chosen(gems, &["a >= 2.0.a"]).as_deref(), Ok("a 2.0.pre"));
        assert_eq!(chosen(gems, &["b", "a"]).as_deref(), Ok("a 1.0, b 2.0"));
    }

    #[test]
    fn an_older_release_is_chosen_if_newer_ones_do_not_fit_together() {
        let gems = &["a 2.0 | c >= 2", "a 1.0 | c >= 1", "b 1.0 | c < 2", "c 2.0", "c 1.0"];
        assert_eq!(chosen(gems, &["a", "b"]).as_deref(), Ok("a 1.0, b 1.0, c 1.0"));
        let newest = &["a 2.0 | jekyll >= 5", "a 1.0 | jekyll < 5"];
        assert_eq!(chosen(newest, &["a"]).as_deref(), Ok("a 1.0"));
    }

    #[test]
    fn gems_that_need_each_other_are_chosen_once() {
        assert_eq!(chosen(&["a 1.0 | b", "b 1.0 | a >= 1"], &["b"]).as_deref(), Ok("a 1.0, b 1.0"));
    }

    #[test]
    fn the_reason_names_who_needs_what() {
        let reason = |gems, dependency| chosen(gems, &[dependency]).expect_err("no choice").reason;
        assert_eq!(reason(&["a 1.0 | b > 2", "b 1.0"], "a"), "a 1.0 needs b > 2, and no version fits");
        assert_eq!(reason(&["a 1.0 | jekyll ~> 2.0"], "a"), "a 1.0 needs jekyll: it is 4.4.1");
        assert_eq!(reason(&["a 1.0 | b"], "a"), "a 1.0 needs b: no b");
        assert_eq!(chosen(&[], &["a"]).expect_err("no gem").cause, Cause::Unknown);
        let conflict = reason(&["a 1.0 | c 1 | b", "b 1.0 | c 2", "c 2", "c 1"], "a");
        assert_eq!(conflict, "b 1.0 needs c = 2, and another gem needs c 1");
    }
}
