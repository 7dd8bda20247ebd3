//! Converts between JSON Resume and the bundled theme's `_data/cv.yml`, which has the same fields as YAML.

use super::{ImportError, yaml};
use serde_json::Value;

/// Parses the JSON of a resume in the format of JSON Resume. Neither missing nor unknown fields are errors.
///
/// # Errors
/// Fails if the text is not a JSON object.
pub fn parse_resume(json: &[u8]) -> Result<Value, ImportError> {
    let resume: Value = serde_json::from_slice(json).map_err(|error| ImportError(error.to_string()))?;
    if resume.is_object() { Ok(resume) } else { Err(ImportError("a resume is a JSON object".to_owned())) }
}

/// Converts a resume to YAML without loss.
///
/// # Errors
/// Fails on a key `<<`, which Ruby's YAML always treats as a merge key.
pub fn resume_to_yaml(resume: &Value) -> Result<String, ImportError> {
    if has_merge_key(resume) {
        return Err(ImportError("it has a key '<<', which YAML in Jekyll cannot hold".to_owned()));
    }
    let comment = "# A JSON Resume (jsonresume.org). `hastie scholar export cv.json` writes it back as JSON.\n";
    Ok(format!("{comment}{}", yaml::document(resume)))
}

fn has_merge_key(value: &Value) -> bool {
    match value {
        Value::Object(map) => map.iter().any(|(key, value)| key == "<<" || has_merge_key(value)),
        Value::Array(items) => items.iter().any(has_merge_key),
        _ => false,
    }
}

/// The text of a resume's JSON file: indented, with a line break at the end.
#[must_use]
pub fn resume_to_json(resume: &Value) -> String {
    format!("{resume:#}\n")
}
