//! The files with a site's citation data. The previous data is kept unless the new data is at least as good.

use super::files::replace;
use crate::world::World;
use hastie_liquid::Time;
use hastie_scholar::{Loss, Profile, citations_yaml, compare, shields_endpoint, to_python_json};
use hastie_value::time::strftime;
use std::io;
use std::path::{Path, PathBuf};

/// The files with a site's citation data, such as `gs_data.json`.
#[derive(Debug, Clone)]
pub struct Store {
    /// The path of the main file, usually `gs_data.json`. `gs_data_shieldsio.json` is in the same folder.
    pub file: PathBuf,
    /// The path of al-folio's `_data/citations.yml`, if the site uses it.
    pub citations: Option<PathBuf>,
}

/// The outcome of `Store::write`: the written files, or the reason why nothing was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// These files were written or, in a dry run, would be written.
    Files(Vec<PathBuf>),
    /// Nothing has changed, so nothing was written.
    Same,
    /// The new data lacks something, so the previous data was kept.
    Kept(Loss),
}

/// Whether [`Store::write`] may replace good data by worse data, and whether [`Store::write`] writes files at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct WriteOptions {
    /// Whether new data that is worse replaces the old data.
    pub accept_loss: bool,
    /// Whether to write nothing.
    pub dry_run: bool,
}

impl Store {
    /// The data of the previous fetch. `None` without such data, or if the data cannot be read.
    #[must_use]
    pub fn last(&self, world: &World) -> Option<Profile> {
        let bytes = world.read(&self.file).ok()?;
        Profile::from_json(&serde_json::from_slice(&bytes).ok()?).ok()
    }

    /// Stores new data. `now` is the time in seconds and nanoseconds since 1970-01-01 UTC. Data that is worse than
    /// before is only stored if the options accept losses. A dry run writes nothing, but returns the files that it
    /// would write.
    ///
    /// # Errors
    /// Fails if a file cannot be written, and then leaves the old files unchanged. If a file cannot be moved to its
    /// target, earlier files are already replaced.
    pub fn write(
        &self,
        profile: &Profile,
        now: (i64, u32),
        options: WriteOptions,
        world: &World,
    ) -> io::Result<Written> {
        let last = self.last(world);
        let read_back = Profile::from_json(&profile.to_json("")).map_err(io::Error::other)?;
        if let Some(loss) = last.as_ref().and_then(|last| compare(last, profile)).filter(|_| !options.accept_loss) {
            return Ok(Written::Kept(loss));
        }
        let moment = Time::utc(now.0, now.1);
        let updated = strftime(&moment, "%Y-%m-%d %H:%M:%S.%6N");
        let mut files = vec![];
        // A new timestamp alone is not a change. Otherwise, a repository would get a commit each time.
        let shields = self.file.parent().unwrap_or(Path::new(".")).join("gs_data_shieldsio.json");
        if last.as_ref() != Some(&read_back) || !world.is_file(&shields) {
            files.push((self.file.clone(), to_python_json(&profile.to_json(&updated))));
            files.push((shields, to_python_json(&shields_endpoint(profile.cited_by.all))));
        }
        if let Some(path) = &self.citations {
            let yaml = citations_yaml(profile, &strftime(&moment, "%Y-%m-%d"));
            if body(&world.read(path).unwrap_or_default()) != body(yaml.as_bytes()) {
                files.push((path.clone(), yaml));
            }
        }
        if files.is_empty() {
            return Ok(Written::Same);
        }
        if !options.dry_run {
            replace(&files, world)?;
        }
        Ok(Written::Files(files.into_iter().map(|(path, _)| path).collect()))
    }
}

/// The part of `citations.yml` from `papers:` on. The date is before this part, so it does not count in comparisons.
fn body(yaml: &[u8]) -> &[u8] {
    let papers = yaml.windows(7).position(|window| window == b"papers:");
    papers.map_or(yaml, |position| &yaml[position..])
}
