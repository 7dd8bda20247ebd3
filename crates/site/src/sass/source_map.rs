//! Source maps in the format of jekyll-sass-converter: with sources relative to the style sheet's folder, and their
//! texts included.

use crate::percent;
use serde_json::json;

/// A source map with the absolute paths of its sources. `to_json` makes the paths relative to a folder.
pub(super) struct SourceMap {
    /// The absolute paths of the sources.
    pub(super) sources: Vec<String>,
    /// The text of each source.
    pub(super) contents: Vec<String>,
    /// The value of `mappings` in the JSON: positions in the CSS and in the sources, in Base64 VLQ.
    pub(super) mappings: String,
}

impl SourceMap {
    /// Converts the source map to JSON. Sources are made relative to `base` (an absolute folder), and `file` is the
    /// name of the CSS file.
    pub(super) fn to_json(&self, base: &str, file: &str) -> String {
        let sources: Vec<String> = self.sources.iter().map(|path| encode(&route(base, path))).collect();
        // In Ruby's order of keys.
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

/// The relative path from the folder `base` to the file `path`, both absolute.
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

/// `Addressable::URI.encode` of a path: escapes characters that are not allowed in a URI.
pub(super) fn encode(path: &str) -> String {
    percent::encoded(path, |byte| byte.is_ascii_alphanumeric() || b"-._~/:?#[]@!$&'()*+,;=".contains(&byte))
}
