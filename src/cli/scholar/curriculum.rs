//! The curriculum vitae of a site: a JSON Resume in `_data/cv.yml`, or in `_data/cv.json` as in newer versions of
//! academicpages.

use super::Target;
use crate::scholar::json;
use hastie_scholar::{parse_resume, resume_to_json, resume_to_yaml};
use serde_json::Value;
use std::io::ErrorKind;

/// The path of the CV relative to the source: the existing file, or the one to create.
pub(super) fn file(target: &Target<'_>) -> &'static str {
    let json = "_data/cv.json";
    if target.world.is_file(&target.source().join(json)) { json } else { "_data/cv.yml" }
}

/// Serializes a resume as JSON if the name `file` ends with `.json`, and otherwise as YAML.
pub(super) fn text(resume: &Value, file: &str) -> Result<String, String> {
    if file.ends_with(".json") {
        return Ok(resume_to_json(resume));
    }
    resume_to_yaml(resume).map_err(|error| error.to_string())
}

/// Reads the site's CV. `None` if the file does not exist. Fails if the file cannot be read, is invalid, or does not
/// contain a hash.
pub(super) fn read(target: &Target<'_>) -> Result<Option<Value>, String> {
    let file = file(target);
    let bytes = match target.world.read(&target.source().join(file)) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("{file}: {error}")),
    };
    let resume = if file.ends_with(".json") {
        parse_resume(&bytes).map_err(|error| format!("{file}: {error}"))?
    } else {
        json::of(&hastie_yaml::load_file(&bytes, file).map_err(|error| format!("{file}: {}", error.message))?)
    };
    let is_resume = resume.is_object();
    is_resume.then_some(Some(resume)).ok_or_else(|| format!("{file} contains a list, but a JSON Resume is an object"))
}
