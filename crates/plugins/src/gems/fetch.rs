//! Fetches the gems that a site needs, and their dependencies.
//!
//! The lock file pins each gem with the checksum of its package. If all gems of a build are pinned and in the cache, no
//! server is contacted. Otherwise, the versions come from the lock file or from `Gemfile.lock`, or they are the newest
//! ones that fit together.

use super::needed::{Needed, Source};
use super::package::Package;
use super::provided;
use super::resolve::{Candidates, Cause, Dependency, Missing, resolve};
use super::server::{Release, Server};
use super::store::{Refused, Store};
use super::version::{Requirement, Version};
use crate::fetched::lock::{self, Lock, Pin, PinKind};
use crate::fetched::tree::hex;
use crate::gemfile::{self, Origin};
use crate::is_built_in;
use hastie_site::config::{Configuration, FetchedGems};
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::path;
use hastie_site::read::theme;
use hastie_site::world::{RequestError, World};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::rc::Rc;

/// The version of the sandboxed Ruby.
const RUBY: &str = "3.2.0";

const TOPIC: &str = "Gem:";

/// Fetches gems, pins them, and returns their folders. An offline build only uses gems in the cache. A gem that cannot
/// be used is returned with the reason.
///
/// A library that a Ruby file requires may be optional. So the library's gem is omitted if the server does not know it,
/// or if an offline build lacks it.
///
/// # Errors
/// Fails if a package is damaged or malicious, or has another checksum than the lock file or the server names.
/// Also fails if the lock file is invalid.
pub(crate) fn fetch(
    needed: &[Needed],
    config: &Configuration,
    world: &World,
    log: &mut Log,
) -> Result<FetchedGems, Failure> {
    let mut fetched = FetchedGems::default();
    if needed.is_empty() {
        return Ok(fetched);
    }
    let lock = Lock::read(&config.source, world)?;
    let mut gems = Gems::new(&lock, config, world);
    let mut solution = gems.solve(needed);
    if !solution.unavailable.is_empty() && !world.is_offline() {
        gems.server = Some(Server::new(world));
        gems.releases.clear();
        // Whether a package can be used is known only after its download. If not, the other gems are chosen without it.
        loop {
            solution = gems.solve(needed);
            if gems.store_all(&solution.chosen, log)? {
                break;
            }
        }
        gems.pin(&solution.chosen, log);
    }
    for (name, release) in &solution.chosen {
        let folder = gems.folder(name, release).map(|folder| path::dirname(&folder).to_owned());
        fetched.folders.extend(folder);
    }
    for (needed, missing) in solution.unavailable {
        if let Source::File(file) = &needed.by {
            // A library may be optional, and not every library is a gem.
            if missing.cause == Cause::Unknown || world.is_offline() {
                continue;
            }
            let text = format!("{}, which {file} requires, cannot be used: {}", needed.gem, missing.reason);
            log.warn_about(file, 0, TOPIC, text);
        }
        fetched.unavailable.push((needed.gem, missing.reason));
    }
    Ok(fetched)
}

/// The gems that a site needs, and the cached gems that a build uses.
#[derive(Debug, Default)]
pub struct Status {
    /// The gems that the site names, each with its version if a build can use it without a download.
    pub needed: Vec<(Needed, Option<String>)>,
    /// The name and version of each cached gem that a build uses, also if only another gem needs it.
    pub cached: Vec<(String, String)>,
}

/// Checks which gems of a site are in the cache and pinned. Downloads nothing. Fails if the lock file is invalid.
pub(crate) fn status(needed: Vec<Needed>, config: &Configuration, world: &World) -> Result<Status, Failure> {
    let lock = Lock::read(&config.source, world)?;
    let chosen = Gems::new(&lock, config, world).solve(&needed).chosen;
    let version = |gem: &str| chosen.get(gem).map(|release| release.version.as_str().to_owned());
    let needed = needed.into_iter().map(|one| (version(&one.gem), one)).map(|(version, one)| (one, version)).collect();
    let cached = chosen.keys().filter_map(|name| Some((name.clone(), version(name)?))).collect();
    Ok(Status { needed, cached })
}

/// The releases that were chosen, and the gems that are not available.
#[derive(Debug, Default)]
struct Solution {
    chosen: BTreeMap<String, Release>,
    unavailable: Vec<(Needed, Missing)>,
}

/// The gems that can be chosen, in the cache and on a server.
struct Gems<'a> {
    config: &'a Configuration,
    world: &'a World,
    lock: &'a Lock,
    store: Store<'a>,
    /// The server, if the network may be used.
    server: Option<Server<'a>>,
    /// The reason why a request did not reach the server. After such a failure, the server is not contacted again.
    unreachable: Option<Missing>,
    releases: HashMap<String, Result<Rc<[Release]>, Missing>>,
}

impl<'a> Gems<'a> {
    fn new(lock: &'a Lock, config: &'a Configuration, world: &'a World) -> Self {
        Gems {
            config,
            world,
            lock,
            store: Store::new("gems", config, world),
            server: None,
            unreachable: None,
            releases: HashMap::new(),
        }
    }

    /// Chooses releases for as many of the needed gems as possible, in their order.
    fn solve(&mut self, needed: &[Needed]) -> Solution {
        let mut solution = Solution::default();
        let mut dependencies = Vec::new();
        for one in needed {
            let requirements = gemfile::requirements(self.world, &one.gem).join(", ");
            let requirement = Requirement::parse(&requirements).unwrap_or_default();
            dependencies.push(Dependency { name: one.gem.clone(), requirement, by: None });
            match resolve(&dependencies, self) {
                Ok(chosen) => solution.chosen = chosen,
                Err(missing) => {
                    dependencies.pop();
                    solution.unavailable.push((one.clone(), missing));
                }
            }
        }
        solution
    }

    /// The pin of a plugin's gem in the lock file. `None` if the gem is not pinned.
    fn pinned(&self, name: &str) -> Option<&'a Pin> {
        self.lock.of(PinKind::Gem).find(|pin| pin.gem() == Some(name))
    }

    /// The pinned release of a gem, if it is in the cache.
    fn cached(&self, name: &str) -> Option<Release> {
        let pin = self.pinned(name)?;
        let folder = self.store.find(&pin.sha256, name, &pin.reference)?;
        let dependencies = theme::open(self.world, name, &folder).dependencies.into_iter();
        let dependencies = dependencies.map(|one| Some((one.name, Requirement::parse(&one.requirement)?)));
        Some(Release {
            version: Version::parse(&pin.reference)?,
            sha256: Some(pin.sha256.clone()),
            dependencies: dependencies.collect::<Option<_>>()?,
            ruby: Requirement::default(),
        })
    }

    /// The checksum that a release's package must have, and its origin: the lock file or the server's index. `None` if
    /// neither contains it.
    fn sum(&self, name: &str, release: &Release) -> Option<(String, &'static str)> {
        let pinned = self.pinned(name).filter(|pin| pin.reference == release.version.as_str());
        let pinned = pinned.map(|pin| (pin.sha256.clone(), lock::FILE));
        pinned.or_else(|| release.sha256.clone().map(|sum| (sum, "the index of the server")))
    }

    /// The folder of a release, if it is in the cache.
    fn folder(&self, name: &str, release: &Release) -> Option<String> {
        let (sha256, _) = self.sum(name, release)?;
        self.store.find(&sha256, name, release.version.as_str())
    }

    /// The releases on the server and in the cache, in the order in which they are preferred.
    fn all(&mut self, name: &str) -> Result<Vec<Release>, Missing> {
        if gemfile::origin(self.world, name) == Some(Origin::Elsewhere) {
            return Err(Missing::unusable("the Gemfile takes it from a repository or a folder"));
        }
        let cached = self.cached(name);
        let locked = gemfile::locked_version(self.world, name);
        // Another platform's package has the same version.
        let locked = locked.as_deref().and_then(|version| version.split('-').next());
        let is_fixed = cached.as_ref().is_some_and(|one| locked.is_none_or(|version| version == one.version.as_str()));
        let published = self.published(name);
        let mut all = if is_fixed { published.unwrap_or_default() } else { published? };
        if let Some(cached) = cached {
            all.retain(|release| release.version.compare(&cached.version).is_ne());
            all.push(cached);
        }
        if let Some(version) = locked {
            all.retain(|release| release.version.as_str() == version);
            if all.is_empty() {
                return Err(Missing::unusable(format!("{name} {version}, which Gemfile.lock names, was not found")));
            }
        }
        let pinned = self.pinned(name).map(|pin| pin.reference.as_str());
        let is_pinned = |release: &Release| Some(release.version.as_str()) == pinned;
        all.sort_by(|a, b| is_pinned(b).cmp(&is_pinned(a)).then_with(|| b.version.compare(&a.version)));
        Ok(all)
    }

    /// The releases on the server that run with the sandboxed Ruby.
    fn published(&mut self, name: &str) -> Result<Vec<Release>, Missing> {
        if !super::is_name(name) {
            return Err(Missing::unusable(format!("{name:?} is not the name of a gem")));
        }
        let offline = || Missing { reason: RequestError::Forbidden.to_string(), cause: Cause::Unreachable };
        let server = self.server.as_ref().ok_or_else(offline)?;
        if let Some(missing) = &self.unreachable {
            return Err(missing.clone());
        }
        let mut all = server.releases(name).inspect_err(|missing| {
            self.unreachable = Some(missing.clone()).filter(|missing| missing.cause == Cause::Unreachable);
        })?;
        if all.is_empty() {
            return Err(Missing::unusable(native(name)));
        }
        if let Some(ruby) = Version::parse(RUBY) {
            all.retain(|release| release.ruby.accepts(&ruby));
        }
        match all.is_empty() {
            true => Err(Missing::unusable(format!("no version of {name} is for Ruby 3.2"))),
            false => Ok(all),
        }
    }

    /// Downloads the releases that are not in the cache. Returns whether all of them can be used.
    fn store_all(&mut self, chosen: &BTreeMap<String, Release>, log: &mut Log) -> Result<bool, Failure> {
        for (name, release) in chosen {
            if self.folder(name, release).is_some() {
                continue;
            }
            let Some(server) = &self.server else { return Ok(true) };
            match self.download(server, name, release) {
                Ok(()) => {
                    let text = format!("{name} {} fetched from {}", release.version.as_str(), server.address);
                    log.info(TOPIC, text);
                }
                Err(Unusable::Rejected(why)) => return Err(rejected(name, &why)),
                Err(Unusable::Unavailable(why)) => {
                    self.releases.insert(name.clone(), Err(Missing::unusable(why)));
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Downloads a package, verifies it, and unpacks it into the cache.
    fn download(&self, server: &Server<'_>, name: &str, release: &Release) -> Result<(), Unusable> {
        let version = release.version.as_str();
        let bytes = server.package(name, version).map_err(|missing| Unusable::Unavailable(missing.reason))?;
        let sha256 = hex(&Sha256::digest(&bytes));
        let Some((sum, whose)) = self.sum(name, release) else {
            return Err(Unusable::Unavailable(format!("the server's index has no checksum of {name} {version}")));
        };
        if sum != sha256 {
            let advice = if whose == lock::FILE { ". Remove the entry from the lock if you trust it" } else { "" };
            let why = format!("the checksum of {version} is {sha256}, but {whose} says {sum}{advice}");
            return Err(Unusable::Rejected(why));
        }
        let package = Package::open(&bytes).map_err(Unusable::Rejected)?;
        if !package.specification.is_pure_ruby() {
            return Err(Unusable::Unavailable(native(&format!("{name} {version}"))));
        }
        if !Version::parse(RUBY).is_some_and(|ruby| package.specification.ruby.accepts(&ruby)) {
            return Err(Unusable::Unavailable(format!("{name} {version} is not for Ruby 3.2")));
        }
        self.store.keep(&package, &sha256, name, version).map(drop).map_err(|refused| match refused {
            Refused::Package(why) => Unusable::Rejected(why),
            Refused::Unwritable(why) => Unusable::Unavailable(why),
        })
    }

    /// Pins the releases that are not pinned yet.
    fn pin(&self, chosen: &BTreeMap<String, Release>, log: &mut Log) {
        let Some(server) = &self.server else { return };
        let is_pinned = |name: &str, release: &Release| {
            self.pinned(name).is_some_and(|pin| pin.reference == release.version.as_str())
        };
        let pins: Vec<Pin> = chosen
            .iter()
            .filter(|(name, release)| !is_pinned(name, release))
            .filter_map(|(name, release)| {
                Some(Pin {
                    kind: PinKind::Gem,
                    source: format!("{}/gems/{name}", server.address),
                    reference: release.version.as_str().to_owned(),
                    commit: None,
                    sha256: release.sha256.clone()?,
                })
            })
            .collect();
        if pins.is_empty() {
            return;
        }
        let names: Vec<String> =
            pins.iter().map(|pin| format!("{} {}", pin.gem().unwrap_or_default(), pin.reference)).collect();
        log.info(TOPIC, format!("{} pinned in {}", names.join(", "), lock::FILE));
        let file = path::join(&self.config.source, lock::FILE);
        if let Err(error) = self.lock.clone().write(&self.config.source, pins) {
            log.warn_about(lock::FILE, 0, TOPIC, format!("{file} cannot be written: {error}"));
        }
    }
}

impl Candidates for Gems<'_> {
    fn provided(&self, name: &str, requirement: &Requirement) -> Option<Result<(), String>> {
        if let Some(found) = provided::check(name, requirement, self.config.reference) {
            return Some(found);
        }
        let installed = || {
            let folder = theme::gem(self.config, self.world, name)?;
            let version = Version::parse(path::basename(&folder).strip_prefix(name)?.strip_prefix('-')?)?;
            let has_library = self.world.is_folder(Path::new(&path::join(&folder, "lib")));
            (has_library && requirement.accepts(&version)).then_some(Ok(()))
        };
        if is_built_in(name) { Some(Ok(())) } else { installed() }
    }

    fn releases(&mut self, name: &str) -> Result<Rc<[Release]>, Missing> {
        if let Some(known) = self.releases.get(name) {
            return known.clone();
        }
        let found = self.all(name).map(Rc::from);
        self.releases.insert(name.to_owned(), found.clone());
        found
    }
}

/// The message for a gem with native code: why it cannot be used, and what to do about it.
fn native(gem: &str) -> String {
    format!(
        "{gem} contains native code, which the sandbox cannot run. Install it and the site's other gems with Ruby, and \
         build with --ruby=system"
    )
}

/// The reason why a package cannot be used.
enum Unusable {
    /// There is no package, or none that the sandbox can run. Contains the reason.
    Unavailable(String),
    /// The package does not match its checksum, is invalid, or contains another gem. Contains the reason.
    Rejected(String),
}

/// The error for a package that is not the expected one, or that is malicious.
fn rejected(name: &str, why: &str) -> Failure {
    let message = format!("the gem {name} was rejected: {why}");
    Failure::raised("Jekyll::Errors::MissingDependencyException", message)
}
