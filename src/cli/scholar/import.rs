//! `hastie scholar import`: imports publications, talks and CVs into a site's files.

use super::{Target, curriculum, not_written};
use crate::diagnostic::Log;
use crate::scholar::{Subject, files};
use hastie_scholar::{
    Import, ImportedFile, bibliography_collection, bibliography_data, bibliography_resume, parse_resume,
    table_collection,
};
use serde_json::{Value, json};
use std::path::Path;

/// Options of `hastie scholar import`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// A .bib file, publications.tsv, talks.tsv, or a JSON Resume
    #[arg(value_name = "FILE")]
    file: String,
    /// The form of entries from a .bib file; by default `data` if the site has _data/publications.yml, otherwise
    /// `collection`
    #[arg(long, value_enum)]
    to: Option<Form>,
    /// Replace existing files
    #[arg(long)]
    force: bool,
    /// Show the changes without writing them
    #[arg(long)]
    dry_run: bool,
}

/// The destination of a bibliography's entries.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A file of the collection `publications` for each entry
    Collection,
    /// The bundled theme's _data/publications.yml
    Data,
    /// The publications of the curriculum, _data/cv.yml
    Cv,
}

/// Imports a file.
pub(super) fn run(args: &Args, target: &Target<'_>, log: &mut Log) -> Result<(), String> {
    let import = read(args, target).map_err(|problem| format!("{}: {problem}", args.file))?;
    for problem in &import.problems {
        log.warn("Import:", format!("{}: {problem}; omitted", args.file));
    }
    let mut tally = Tally::default();
    for file in &import.files {
        place(file, args, target, &mut tally, log)?;
    }
    log.info("Import:", tally.told(args.dry_run, import.problems.len()));
    match tally.left {
        0 => Ok(()),
        1 => Err("1 file that differs is kept".to_owned()),
        left => Err(format!("{left} files that differ are kept")),
    }
}

fn read(args: &Args, target: &Target<'_>) -> Result<Import, String> {
    let bytes = target.world.read_named(&target.world.expand(&args.file)).map_err(|error| error.to_string())?;
    let extension = Path::new(&args.file).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match extension.to_ascii_lowercase().as_str() {
        "bib" | "bibtex" => bibliography(bytes, args.to, target),
        "tsv" => table_collection(&bytes).map_err(|error| error.to_string()),
        "json" => resume(&parse_resume(&bytes).map_err(|error| error.to_string())?, target),
        other => Err(format!("'.{other}' is not .bib, .tsv or .json")),
    }
}

fn bibliography(bytes: Vec<u8>, to: Option<Form>, target: &Target<'_>) -> Result<Import, String> {
    let text = String::from_utf8(bytes).map_err(|_| "it is not in UTF-8".to_owned())?;
    let user = Subject::of_site(&target.configuration, target.world).scholar;
    let has_data = target.world.is_file(&target.source().join("_data/publications.yml"));
    match to.unwrap_or(if has_data { Form::Data } else { Form::Collection }) {
        Form::Collection => bibliography_collection(&text).map_err(|error| error.to_string()),
        Form::Data => bibliography_data(&text, user.as_deref()).map_err(|error| error.to_string()),
        Form::Cv => {
            let (works, problems) = bibliography_resume(&text, user.as_deref()).map_err(|error| error.to_string())?;
            let mut whole = curriculum::read(target)?.unwrap_or_else(|| json!({}));
            if let Some(fields) = whole.as_object_mut() {
                fields.insert("publications".to_owned(), works.into());
            }
            Ok(Import { problems, ..resume(&whole, target)? })
        }
    }
}

fn resume(resume: &Value, target: &Target<'_>) -> Result<Import, String> {
    let path = curriculum::file(target);
    let file = ImportedFile { path: path.to_owned(), text: curriculum::text(resume, path)? };
    Ok(Import { files: vec![file], problems: Vec::new() })
}

/// Counts files by outcome.
#[derive(Default)]
struct Tally {
    written: usize,
    same: usize,
    left: usize,
}

impl Tally {
    fn told(&self, is_trial: bool, left_out: usize) -> String {
        let verb = if is_trial { "would be written" } else { "written" };
        let Tally { written, same, left } = self;
        format!("{written} {verb}, {same} up to date, {left} kept, {left_out} omitted")
    }
}

/// Writes a file unless it exists.
fn place(
    file: &ImportedFile,
    args: &Args,
    target: &Target<'_>,
    tally: &mut Tally,
    log: &mut Log,
) -> Result<(), String> {
    let path = target.source().join(&file.path);
    let old = target.world.read(&path).ok();
    if old.as_deref() == Some(file.text.as_bytes()) {
        tally.same += 1;
        return Ok(());
    }
    if old.is_some() && !args.force {
        tally.left += 1;
        log.warn("Import:", format!("{} exists and differs; --force replaces it", file.path));
        return Ok(());
    }
    let verb = match (args.dry_run, old.is_some()) {
        (true, false) => "would write",
        (true, true) => "would replace",
        (false, false) => "wrote",
        (false, true) => "replaced",
    };
    if !args.dry_run {
        files::replace(&[(path, file.text.clone())], target.world).map_err(|error| not_written(&file.path, &error))?;
    }
    tally.written += 1;
    log.info("Import:", format!("{verb} {}", file.path));
    Ok(())
}
