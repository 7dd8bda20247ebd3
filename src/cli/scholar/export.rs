//! `hastie scholar export`: exports a site's data files as a JSON Resume or a `.bib` file.

use super::{Target, curriculum, put};
use crate::diagnostic::Log;
use crate::scholar::json;
use hastie_liquid::Value as YamlValue;
use hastie_scholar::{bibliography_of_data, resume_to_json};
use serde_json::Value;

/// Options of `hastie scholar export`. The extension `.bib` selects a bibliography, any other a JSON Resume.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The JSON Resume or .bib file to write; without it, the resume goes to standard output
    #[arg(value_name = "FILE")]
    file: Option<String>,
}

impl Args {
    /// Whether the resume goes to standard output.
    pub(super) fn prints(&self) -> bool {
        self.file.is_none()
    }
}

/// `hastie scholar export`: writes the CV as a JSON Resume, or the publications as a `.bib` file. Without a file name,
/// prints the CV.
pub(super) fn run(args: &Args, target: &Target<'_>, log: &mut Log) -> Result<(), String> {
    let is_bib = args.file.as_deref().is_some_and(|file| file.to_ascii_lowercase().ends_with(".bib"));
    let text = if is_bib { bibliography(target, log)? } else { resume(target)? };
    put(&text, args.file.as_deref(), target, log, "Export:")
}

fn resume(target: &Target<'_>) -> Result<String, String> {
    let none = || format!("there is no {}: create one with 'hastie scholar import cv.json'", curriculum::file(target));
    Ok(resume_to_json(&curriculum::read(target)?.ok_or_else(none)?))
}

fn bibliography(target: &Target<'_>, log: &mut Log) -> Result<String, String> {
    let (file, works) = works(target)?;
    let export = bibliography_of_data(&works);
    for problem in export.problems {
        log.warn("Export:", format!("{file}: {problem}; omitted"));
    }
    Ok(export.bib)
}

/// The publications in the bundled theme's data file, or those in the CV.
fn works(target: &Target<'_>) -> Result<(&'static str, Vec<Value>), String> {
    let own = "_data/publications.yml";
    if let Ok(bytes) = target.world.read(&target.source().join(own)) {
        let data = hastie_yaml::load_file(&bytes, own).map_err(|error| format!("{own}: {}", error.message))?;
        return Ok((own, data.as_array().map(<[YamlValue]>::iter).into_iter().flatten().map(json::of).collect()));
    }
    let file = curriculum::file(target);
    match curriculum::read(target)?.as_ref().and_then(|resume| resume.get("publications")) {
        Some(Value::Array(works)) => Ok((file, works.clone())),
        _ => Err(format!("there is no {own}, and no publications in {file}")),
    }
}
