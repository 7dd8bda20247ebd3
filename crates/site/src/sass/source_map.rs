//! Source maps in jekyll-sass-converter's form: sources relative to the folder of the sheet, texts included.

use crate::percent;
use serde_json::json;

/// A source map as the compiler gives it.
pub(super) struct SourceMap {
    /// Absolute paths.
    pub(super) sources: Vec<String>,
    /// The text of each source.
    pub(super) contents: Vec<String>,
    /// The encoded mappings.
    pub(super) mappings: String,
}

impl SourceMap {
    /// The JSON, its sources seen from `base` (an absolute folder), for the CSS file `file`.
    pub(super) fn to_json(&self, base: &str, file: &str) -> String {
        let sources: Vec<String> = self.sources.iter().map(|path| encode(&route(base, path))).collect();
        // In the order in which Ruby writes it.
        json!({
            "version": 3,
            "sourceRoot": "",
            "sources": sources,
            "names": [],
            "mappings": self.mappings,
            "sourcesContent": self.contents,
            "file": file,
        })
        .to_string()
    }
}

/// The way from the folder `base` to the file `path`, both absolute.
fn route(base: &str, path: &str) -> String {
    let folders: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let (name, above) = parts.split_last().unwrap_or((&"", &[]));
    let shared = folders.iter().zip(above).take_while(|(a, b)| a == b).count();
    let mut route = "../".repeat(folders.len() - shared);
    for part in &above[shared..] {
        route.push_str(part);
        route.push('/');
    }
    route.push_str(name);
    route
}

/// `Addressable::URI.encode` of a path: escapes the characters that cannot be in a URI.
pub(super) fn encode(path: &str) -> String {
    percent::encoded(path, |byte| byte.is_ascii_alphanumeric() || b"-._~/:?#[]@!$&'()*+,;=".contains(&byte))
}
