//! The files of a site that hold citation data, and the promise that the last good ones stay.
//!
//! New files are written beside the old ones under names of their own, read back, and then renamed. Whatever goes wrong
//! before, the old files are untouched; two runs at once leave the files of one of them.

use crate::world::World;
use hastie_liquid::Time;
use hastie_liquid::time::strftime;
use hastie_scholar::{Loss, Profile, citations_yaml, compare, shields_endpoint, to_python_json};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The files of a site's citation data.
#[derive(Debug, Clone)]
pub struct Store {
    /// The folder of `gs_data.json` and `gs_data_shieldsio.json`.
    pub folder: PathBuf,
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
        let bytes = world.read(&self.folder.join("gs_data.json")).ok()?;
        Profile::from_json(&serde_json::from_slice(&bytes).ok()?).ok()
    }

    /// Writes new numbers. `now` is in seconds since 1970-01-01 UTC. Data that is worse than the last is only taken with
    /// `accept_loss`; with `is_trial` nothing is written.
    ///
    /// # Errors
    /// A file that cannot be written; the old ones are then as they were.
    pub fn write(
        &self,
        profile: &Profile,
        now: (i64, u32),
        accept_loss: bool,
        is_trial: bool,
        world: &World,
    ) -> io::Result<Written> {
        let last = self.last(world);
        if let Some(loss) = last.as_ref().and_then(|last| compare(last, profile)).filter(|_| !accept_loss) {
            return Ok(Written::Kept(loss));
        }
        let moment = Time::utc(now.0, now.1);
        let updated = strftime(&moment, "%Y-%m-%d %H:%M:%S.%6N");
        let mut files = vec![];
        // The moment alone is no news: a repository would get a commit for it.
        if last.as_ref() != Some(profile) || !world.is_file(&self.folder.join("gs_data_shieldsio.json")) {
            files.push((self.folder.join("gs_data.json"), to_python_json(&profile.to_json(&updated))));
            let endpoint = to_python_json(&shields_endpoint(profile.cited_by.all));
            files.push((self.folder.join("gs_data_shieldsio.json"), endpoint));
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

/// Puts all files in place, or none.
fn replace(files: &[(PathBuf, String)], world: &World) -> io::Result<()> {
    let mut drafts = Drafts(Vec::new());
    for (path, text) in files {
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let draft = folder.join(format!(".{name}.{}.part", std::process::id()));
        drafts.0.push(draft.clone());
        fs::write(&draft, text)?;
        if world.read(&draft)? != text.as_bytes() {
            return Err(io::Error::other(format!("{} was not written whole", draft.display())));
        }
    }
    for (draft, (path, _)) in drafts.0.iter().zip(files) {
        fs::rename(draft, path)?;
    }
    Ok(())
}

/// Files that are on their way; what is left of them goes when all is done.
struct Drafts(Vec<PathBuf>);

impl std::ops::Drop for Drafts {
    fn drop(&mut self) {
        for draft in &self.0 {
            // Those that were renamed are not there any more.
            let _ = fs::remove_file(draft);
        }
    }
}
