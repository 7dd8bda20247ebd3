//! Compares the files of two built sites: [`compare`] finds the kind of difference of one file, and where it differs.
//!
//! Pure functions over bytes. `src/cli/compare` reads the files and prints the results.

mod causes;
mod changes;
mod dom;

pub use causes::Cause;
pub use changes::Change;

/// The result of comparing a file of two sites, from `Identical` to files that only one of the sites has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// All bytes of the two files are the same.
    Identical,
    /// All differences have causes that the user ignores.
    Ignored,
    /// The files differ only in their white space.
    Space,
    /// Browsers build the same tree from both pages.
    SameDom,
    /// The files differ in their content, and the user does not ignore all of these differences.
    Different,
    /// Only the old site has the file.
    Missing,
    /// Only the new site has the file.
    Extra,
}

impl Kind {
    /// All kinds, in the order of reports.
    pub const ALL: [Kind; 7] =
        [Kind::Identical, Kind::Ignored, Kind::Space, Kind::SameDom, Kind::Different, Kind::Missing, Kind::Extra];

    /// The name of this kind in reports, such as `same-dom`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Identical => "identical",
            Kind::Ignored => "ignored",
            Kind::Space => "space",
            Kind::SameDom => "same-dom",
            Kind::Different => "different",
            Kind::Missing => "missing",
            Kind::Extra => "extra",
        }
    }
}

/// The differences between two versions of a file, and their kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The result for the whole file, such as `SameDom`.
    pub kind: Kind,
    /// The places that differ. Ignored changes are left out, unless all changes are ignored. Empty for all kinds but
    /// `Ignored` and `Different`.
    pub changes: Vec<Change>,
}

/// Compares two versions of a file. The extension of `path` shows whether the file is a page. The result leaves out
/// changes whose cause is in `ignored`, unless there are no other changes.
pub fn compare(path: &str, old: &[u8], new: &[u8], ignored: &[Cause]) -> Comparison {
    let with = |kind, changes| Comparison { kind, changes };
    if old == new {
        return with(Kind::Identical, Vec::new());
    }
    let (Ok(old_text), Ok(new_text)) = (std::str::from_utf8(old), std::str::from_utf8(new)) else {
        return with(Kind::Different, vec![Change::of_bytes(old, new)]);
    };
    if old_text.split_whitespace().eq(new_text.split_whitespace()) {
        return with(Kind::Space, Vec::new());
    }
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    if ["html", "htm"].contains(&extension.as_str()) && dom::same(old_text, new_text) {
        return with(Kind::SameDom, Vec::new());
    }
    let changes = changes::find(old_text, new_text);
    let is_ignored = |change: &Change| change.cause.is_some_and(|cause| ignored.contains(&cause));
    match !changes.is_empty() && changes.iter().all(is_ignored) {
        true => with(Kind::Ignored, changes),
        false => with(Kind::Different, changes.into_iter().filter(|change| !is_ignored(change)).collect()),
    }
}
