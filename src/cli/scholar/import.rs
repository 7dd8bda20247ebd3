//! `hastie scholar import`: imports publications, talks and CVs into a site's files.

use super::{Target, curriculum, not_written};
use crate::diagnostic::{Log, escaped};
use crate::diff;
use crate::scholar::{Subject, files, json};
use hastie_scholar::{
    Import, ImportedFile, bibliography_collection, bibliography_data, bibliography_records, bibliography_resume, keeps,
    merge_curriculum, merge_data, merge_page, merge_resume, normal_title, parse_resume, table_collection,
};
use serde_json::Value;
use std::path::Path;

/// Options of `hastie scholar import`. The extension of `file` selects the format.
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

/// The bundled theme's data file for publications, relative to the source.
const PUBLICATIONS: &str = "_data/publications.yml";

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

/// `hastie scholar import`: adds the publications, talks or CV in a file to the site. Without `--force`, an existing
/// file that differs and cannot be merged is kept, which is an error.
pub(super) fn run(args: &Args, target: &Target<'_>, log: &mut Log) -> Result<(), String> {
    let (import, is_merged) = read(args, target).map_err(|problem| format!("{}: {problem}", args.file))?;
    for problem in &import.problems {
        log.warn("Import:", format!("{}: {problem}; omitted", args.file));
    }
    let mut tally = Tally::default();
    for file in &import.files {
        place(file, is_merged, args, target, &mut tally, log)?;
    }
    log.info("Import:", tally.told(args.dry_run, import.problems.len()));
    match tally.left {
        0 => Ok(()),
        1 => Err("1 file that differs is kept".to_owned()),
        left => Err(format!("{left} files that differ are kept")),
    }
}

/// Reads the file to import. Also returns whether the result is already merged into the existing file.
fn read(args: &Args, target: &Target<'_>) -> Result<(Import, bool), String> {
    let bytes = target.world.read_named(&target.world.expand(&args.file)).map_err(|error| error.to_string())?;
    let extension = Path::new(&args.file).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match extension.to_ascii_lowercase().as_str() {
        "bib" | "bibtex" => bibliography(bytes, args, target),
        "tsv" => Ok((table_collection(&bytes).map_err(|error| error.to_string())?, false)),
        "json" => Ok((resume(&parse_resume(&bytes).map_err(|error| error.to_string())?, target)?, false)),
        other => Err(format!("'.{other}' is not .bib, .tsv or .json")),
    }
}

fn bibliography(bytes: Vec<u8>, args: &Args, target: &Target<'_>) -> Result<(Import, bool), String> {
    let text = String::from_utf8(bytes).map_err(|_| "it is not in UTF-8".to_owned())?;
    let user = Subject::of_site(&target.configuration, target.world).scholar;
    let has_data = target.world.is_file(&target.source().join(PUBLICATIONS));
    match args.to.unwrap_or(if has_data { Form::Data } else { Form::Collection }) {
        Form::Collection => Ok((bibliography_collection(&text).map_err(|error| error.to_string())?, false)),
        Form::Data => {
            let (works, problems) = bibliography_records(&text, user.as_deref()).map_err(|error| error.to_string())?;
            match with_works(&works, target) {
                Some(text) if !args.force => {
                    let files = vec![ImportedFile { path: PUBLICATIONS.to_owned(), text }];
                    Ok((Import { files, problems }, true))
                }
                _ => Ok((bibliography_data(&text, user.as_deref()).map_err(|error| error.to_string())?, false)),
            }
        }
        Form::Cv => {
            let (works, problems) = bibliography_resume(&text, user.as_deref()).map_err(|error| error.to_string())?;
            if let Some(file) = with_publications(&works, target).filter(|_| !args.force) {
                return Ok((Import { files: vec![file], problems }, true));
            }
            let mut whole = curriculum::read(target)?.unwrap_or_else(|| Value::Object(serde_json::Map::new()));
            match whole.as_object_mut().filter(|_| args.force) {
                Some(fields) => {
                    fields.insert("publications".to_owned(), works.into());
                }
                None => merge_resume(&mut whole, works),
            }
            Ok((Import { problems, ..resume(&whole, target)? }, false))
        }
    }
}

/// The text of `_data/publications.yml`, completed with the works that this file lacks. `None` if the file does not
/// exist, or if its form is too different.
fn with_works(works: &[Value], target: &Target<'_>) -> Option<String> {
    let text = String::from_utf8(target.world.read(&target.source().join(PUBLICATIONS)).ok()?).ok()?;
    let present = json::of(&hastie_yaml::load_file(text.as_bytes(), PUBLICATIONS).ok()?);
    let present = present.as_array()?;
    let merged = merge_data(&text, present, works)?;
    // The merge reads only the layout of the text.
    let read = json::of(&hastie_yaml::load_file(merged.as_bytes(), PUBLICATIONS).ok()?);
    keeps(present, read.as_array()?, works).then_some(merged)
}

/// The CV in `_data/cv.yml`, completed with the works that the CV lacks. `None` if this file does not exist, or if its
/// form is too different.
fn with_publications(works: &[Value], target: &Target<'_>) -> Option<ImportedFile> {
    let path = curriculum::file(target);
    let text = String::from_utf8(target.world.read(&target.source().join(path)).ok()?).ok()?;
    if path.ends_with(".json") {
        return None;
    }
    let old = curriculum::read(target).ok()??;
    let merged = merge_curriculum(&text, &old, works)?;
    let new = json::of(&hastie_yaml::load_file(merged.as_bytes(), path).ok()?);
    let list = |resume: &Value| resume.get("publications").and_then(Value::as_array).cloned().unwrap_or_default();
    let others = |resume: &Value| {
        let mut fields = resume.as_object().cloned().unwrap_or_default();
        fields.shift_remove("publications");
        fields
    };
    let is_kept = others(&old) == others(&new) && keeps(&list(&old), &list(&new), works);
    is_kept.then(|| ImportedFile { path: path.to_owned(), text: merged })
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
    /// The paths of new files.
    made: Vec<String>,
}

impl Tally {
    fn told(&self, is_trial: bool, left_out: usize) -> String {
        let verb = if is_trial { "would be written" } else { "written" };
        let Tally { written, same, left, .. } = self;
        format!("{written} {verb}, {same} up to date, {left} kept, {left_out} omitted")
    }
}

/// Writes an imported file to the site. With `--force`, replaces an existing file. Otherwise completes the existing
/// file, or keeps it if the two files cannot be merged. A dry run writes nothing.
fn place(
    file: &ImportedFile,
    is_merged: bool,
    args: &Args,
    target: &Target<'_>,
    tally: &mut Tally,
    log: &mut Log,
) -> Result<(), String> {
    let is_new = !target.world.is_file(&target.source().join(&file.path));
    let twin = is_new.then(|| twin(file, target, &tally.made)).flatten();
    if twin.is_none() && is_new {
        tally.made.push(file.path.clone());
    }
    let file = &ImportedFile { path: twin.unwrap_or_else(|| file.path.clone()), text: file.text.clone() };
    let path = target.source().join(&file.path);
    let old = target.world.read(&path).ok();
    if old.as_deref() == Some(file.text.as_bytes()) {
        tally.same += 1;
        return Ok(());
    }
    let mut text = file.text.clone();
    let present = old.as_deref().and_then(|old| std::str::from_utf8(old).ok());
    if let Some(old) = old.as_deref().filter(|_| !args.force && !is_merged) {
        match present.and_then(|present| merged(file, present, target)) {
            Some(merged) if merged.as_bytes() == old => {
                tally.same += 1;
                return Ok(());
            }
            Some(merged) => text = merged,
            None => {
                tally.left += 1;
                log.warn("Import:", format!("{} exists and cannot be merged; --force replaces it", file.path));
                return Ok(());
            }
        }
    }
    if old.is_some() {
        print!("{}", escaped_lines(&diff::unified(&file.path, present, &text)));
    }
    let verb = match (args.dry_run, old.is_some(), args.force) {
        (true, false, _) => "would write",
        (true, true, true) => "would replace",
        (true, true, false) => "would complete",
        (false, false, _) => "wrote",
        (false, true, true) => "replaced",
        (false, true, false) => "completed",
    };
    if !args.dry_run {
        target.check_inside(&path)?;
        files::replace(&[(path, text)], target.world).map_err(|error| not_written(&file.path, &error))?;
    }
    tally.written += 1;
    log.info("Import:", format!("{verb} {}", file.path));
    Ok(())
}

/// The path of an existing page about the same work, in the same folder but with another name. `None` if there is no
/// such page. Pages that this import has made do not count, because a bibliography may contain works with equal titles.
fn twin(file: &ImportedFile, target: &Target<'_>, made: &[String]) -> Option<String> {
    let (folder, _) = file.path.rsplit_once('/').filter(|_| file.path.ends_with(".md"))?;
    let title = title_of(&file.text).filter(|title| !title.is_empty())?;
    let mut names: Vec<String> =
        target.world.list(&target.source().join(folder)).ok()?.into_iter().map(|entry| entry.name).collect();
    names.sort();
    let paths = names.into_iter().map(|name| format!("{folder}/{name}")).filter(|path| !made.contains(path));
    paths.into_iter().find(|path| {
        let text = target.world.read(&target.source().join(path)).unwrap_or_default();
        title_of(&String::from_utf8_lossy(&text)).as_deref() == Some(title.as_str())
    })
}

/// The letters and digits of the title in front matter. `None` without a title.
fn title_of(text: &str) -> Option<String> {
    Some(normal_title(front_matter(text)?.get("title")?.as_str()?))
}

fn front_matter(text: &str) -> Option<serde_json::Map<String, Value>> {
    let (front, _) = text.strip_prefix("---\n")?.split_once("\n---\n")?;
    json::of(&hastie_yaml::load_file(front.as_bytes(), "").ok()?).as_object().cloned()
}

/// The text of the existing file, completed with what only the imported file contains. `None` if the user has to merge
/// the two files.
fn merged(file: &ImportedFile, present: &str, target: &Target<'_>) -> Option<String> {
    if file.path.ends_with(".md") {
        let old = front_matter(present)?;
        let merged = merge_page(present, &file.text, &old.keys().cloned().collect::<Vec<_>>())?;
        let new = front_matter(&merged)?;
        // Added lines have no effect after front matter in braces.
        let is_read = merged == present || new.len() > old.len();
        return (is_read && old.iter().all(|(key, value)| new.get(key) == Some(value))).then_some(merged);
    }
    if file.path == PUBLICATIONS {
        return None;
    }
    // A file that a program has written has no comments, so that it can be written again.
    let value = curriculum::read(target).ok()??;
    let plain = |text: &str| text.lines().skip_while(|line| line.starts_with('#')).collect::<Vec<_>>().join("\n");
    let is_written = plain(&curriculum::text(&value, &file.path).ok()?) == plain(present);
    let imported = json::of(&hastie_yaml::load_file(file.text.as_bytes(), &file.path).ok()?);
    let keeps = value.as_object()?.iter().all(|(key, value)| key == "publications" || imported.get(key) == Some(value));
    (is_written && keeps).then(|| file.text.clone())
}

fn escaped_lines(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", escaped(line))).collect()
}
