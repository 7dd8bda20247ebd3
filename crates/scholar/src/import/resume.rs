//! JSON Resume, and the `_data/cv.yml` that the bundled theme reads: the same fields, as YAML.

use super::{ImportError, yaml};
use serde_json::Value;

/// A JSON Resume as YAML. Nothing of it is lost, whatever it holds.
///
/// # Errors
/// A text that is no JSON object.
pub fn resume_to_yaml(json: &[u8]) -> Result<String, ImportError> {
    let resume: Value = serde_json::from_slice(json).map_err(|error| ImportError(error.to_string()))?;
    if !resume.is_object() {
        return Err(ImportError("a resume is a JSON object".to_owned()));
    }
    let comment = "# A JSON Resume (jsonresume.org). `hastie scholar export cv` writes it back as JSON.\n";
    Ok(format!("{comment}{}", yaml::document(&resume)))
}

/// A resume that was read from YAML, as the text of a JSON file.
#[must_use]
pub fn resume_from_yaml_value(resume: &Value) -> String {
    format!("{resume:#}\n")
}
