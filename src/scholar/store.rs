//! The files of a site that hold citation data, and the promise that the last good ones stay.

use super::files::replace;
use crate::world::World;
use hastie_liquid::Time;
use hastie_liquid::time::strftime;
use hastie_scholar::{Loss, Profile, citations_yaml, compare, shields_endpoint, to_python_json};
use std::io;
use std::path::{Path, PathBuf};

/// The files of a site's citation data.
#[derive(Debug, Clone)]
pub struct Store {
    /// `gs_data.json`, whatever it is called. `gs_data_shieldsio.json` lies beside it.
    pub file: PathBuf,
    /// al-folio's `_data/citations.yml`, if the site wants one.
    pub citations: Option<PathBuf>,
}

/// The outcome of storing new numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// These files are new.
    Files(Vec<PathBuf>),
    /// All numbers are the same, so nothing was written.
    Same,
    /// Something was lost, so the last good data stays.
    Kept(Loss),
}

impl Store {
    /// The last good data, if there is any.
    #[must_use]
    pub fn last(&self, world: &World) -> Option<Profile> {
        let bytes = world.read(&self.file).ok()?;
        Profile::from_json(&serde_json::from_slice(&bytes).ok()?).ok()
    }

    /// Writes new numbers. `now` is in seconds since 1970-01-01 UTC. Data that is worse than the last is only taken
    /// with `accept_loss`; with `is_trial` nothing is written.
    ///
    /// # Errors
    /// Fails if a file cannot be written. The old files are then unchanged.
    pub fn write(
        &self,
        profile: &Profile,
        now: (i64, u32),
        accept_loss: bool,
        is_trial: bool,
        world: &World,
    ) -> io::Result<Written> {
        let last = self.last(world);
        let read_back = Profile::from_json(&profile.to_json("")).map_err(io::Error::other)?;
        if let Some(loss) = last.as_ref().and_then(|last| compare(last, profile)).filter(|_| !accept_loss) {
            return Ok(Written::Kept(loss));
        }
        let moment = Time::utc(now.0, now.1);
        let updated = strftime(&moment, "%Y-%m-%d %H:%M:%S.%6N");
        let mut files = vec![];
        // The moment alone is no news: a repository would get a commit for it.
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
        if !is_trial {
            replace(&files, world)?;
        }
        Ok(Written::Files(files.into_iter().map(|(path, _)| path).collect()))
    }
}

/// `citations.yml` without its day.
fn body(yaml: &[u8]) -> &[u8] {
    let papers = yaml.windows(7).position(|window| window == b"papers:");
    papers.map_or(yaml, |at| &yaml[at..])
}
