//! Gems whose locked version is not the one that Hastie reproduces.

use crate::plugins::gemfile;
use crate::reference::Reference;
use crate::world::World;

/// A gem whose version in `Gemfile.lock` is not the version that Hastie reproduces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The name of the gem, such as `kramdown`.
    pub gem: &'static str,
    /// The version of the gem in `Gemfile.lock`.
    pub locked: String,
    /// The version of the gem that Hastie reproduces.
    pub reproduced: &'static str,
}

/// The engines, each with its version for Jekyll 4 and its version for GitHub Pages.
const ENGINES: [(&str, &str, &str); 3] =
    [("kramdown", "2.5.1", "2.4.0"), ("liquid", "4.0.4", "4.0.4"), ("rouge", "4.6.1", "3.30.0")];

/// The gems among Jekyll, kramdown, Liquid and Rouge whose locked version differs from the version that Hastie
/// reproduces.
pub fn differences(reference: &Reference, world: &World) -> Vec<Difference> {
    let is_github = reference.configuration.has_imposed_settings;
    let engines = ENGINES.iter().map(|(gem, of_4, of_github)| (*gem, if is_github { *of_github } else { *of_4 }));
    std::iter::once(("jekyll", reference.jekyll_version))
        .chain(engines)
        .filter_map(|(gem, reproduced)| {
            let locked = gemfile::locked_version(world, gem)?;
            (locked != reproduced).then_some(Difference { gem, locked, reproduced })
        })
        .collect()
}
