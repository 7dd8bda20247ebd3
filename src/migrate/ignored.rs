//! `.gitignore`: the folders that a build writes.

use super::{Change, Plan, Remark, Repository};
use crate::world::World;

const FILE: &str = ".gitignore";

/// The folders that a build writes, and whether a repository may contain one on purpose.
const FOLDERS: [(&str, bool); 2] = [("_site", true), (".jekyll-cache", false)];

/// Plans the lines that `.gitignore` lacks. Does nothing outside of a Git repository.
pub(super) fn plan(repository: &Repository, world: &World, plan: &mut Plan) {
    if !repository.is_git {
        return;
    }
    let old = repository.text(FILE, world);
    if old.is_none() && repository.has(FILE, world) {
        let text = "is not a text file of this repository, so it is not changed. Add `_site/` and `.jekyll-cache/`";
        plan.remarks.push(Remark { path: FILE.to_owned(), line: 0, text: text.to_owned() });
        return;
    }
    let in_site = match repository.site.as_str() {
        "" => None,
        site => repository.text(&format!("{site}/{FILE}"), world),
    };
    let texts = [old.as_deref(), in_site.as_deref()];
    let is_ignored = |folder: &str| texts.iter().flatten().any(|text| text.lines().any(|line| matches(line, folder)));
    let index = world.read(&repository.root.join(".git/index")).unwrap_or_default();
    let below = if repository.site.is_empty() { String::new() } else { format!("{}/", repository.site) };
    let is_tracked = |folder: &str| memchr::memmem::find(&index, format!("{below}{folder}/").as_bytes()).is_some();
    let missing: Vec<String> = FOLDERS
        .iter()
        .filter(|(folder, may_be_tracked)| !(is_ignored(folder) || *may_be_tracked && is_tracked(folder)))
        .map(|(folder, _)| format!("{folder}/\n"))
        .collect();
    if missing.is_empty() {
        return;
    }
    let mut new = old.clone().unwrap_or_default();
    if !new.is_empty() && !new.ends_with('\n') {
        new.push('\n');
    }
    new.push_str(&missing.concat());
    plan.changes.push(Change {
        file: repository.root.join(FILE),
        path: FILE.to_owned(),
        old,
        new,
        purpose: "Keeps the built site and the cache out of the repository.".to_owned(),
    });
}

/// Whether a line of `.gitignore` ignores the name of a folder, in any parent folder.
fn matches(line: &str, folder: &str) -> bool {
    let line = line.trim().trim_end_matches("/**").trim_end_matches("/*").trim_end_matches('/');
    line.rsplit('/').next() == Some(folder) || line.trim_end_matches('*') == folder
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn usual_ways_to_ignore_a_folder_are_known() {
        for line in ["_site", "/_site/", "_site/*", "docs/_site", "**/_site/**", "_site*"] {
            assert!(matches(line, "_site"), "{line}");
        }
        for line in ["# _site", "_sites", "!_site2", ""] {
            assert!(!matches(line, "_site"), "{line}");
        }
    }
}
