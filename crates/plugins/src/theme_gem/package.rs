//! A gem package (`NAME-VERSION.gem`): an archive that contains another archive with the files, and the specification.

use crate::fetched::archive::{self, Wrapping};
use flate2::read::MultiGzDecoder;
use hastie_liquid::Value;
use std::fmt::Write;
use std::io::Read;
use std::path::Path;
use tar::Archive;

/// The maximum size of a specification in bytes.
const MAX_METADATA_BYTES: u64 = 4 << 20;

/// Unpacks a package's files into a new folder. Returns its specification as a `.gemspec`, as RubyGems stores it.
///
/// # Errors
/// Returns a message if the package is invalid, or if its files lead out of the folder or exceed the limits.
pub fn unpack(bytes: &[u8], name: &str, version: &str, folder: &Path) -> Result<String, String> {
    let broken = |error: std::io::Error| format!("the gem cannot be unpacked: {error}");
    let mut specification = None;
    let mut has_files = false;
    for entry in Archive::new(bytes).entries().map_err(broken)? {
        let mut entry = entry.map_err(broken)?;
        let path = entry.path_bytes().into_owned();
        if !matches!(path.as_slice(), b"metadata.gz" | b"data.tar.gz") {
            continue;
        }
        let mut contents = Vec::new();
        entry.read_to_end(&mut contents).map_err(broken)?;
        if path == b"data.tar.gz" {
            archive::unpack(&contents, folder, Wrapping::Nothing)?;
            has_files = true;
        } else {
            let mut text = String::new();
            let read = MultiGzDecoder::new(contents.as_slice()).take(MAX_METADATA_BYTES).read_to_string(&mut text);
            read.map_err(broken)?;
            specification = Some(gemspec(&text, name, version)?);
        }
    }
    match specification {
        Some(specification) if has_files => Ok(specification),
        _ => Err("the gem is not complete: it contains no files or no specification".to_owned()),
    }
}

/// Converts a package's specification, which consists of Ruby objects in YAML, to Ruby code.
fn gemspec(yaml: &str, name: &str, version: &str) -> Result<String, String> {
    let plain = without_tags(yaml);
    let broken = |why: String| format!("the gem's specification cannot be read: {why}");
    let loaded = hastie_yaml::load(plain.as_bytes(), None).map_err(|error| broken(error.to_string()))?;
    let Value::Hash(spec) = loaded else { return Err(broken("it is not a mapping".to_owned())) };
    let text = |key: &str| spec.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let own = spec.get("version").and_then(Value::as_hash).and_then(|it| it.get("version")).map(shown);
    if text("name") != name || own.as_deref() != Some(version) {
        let other = format!("{} {}", text("name"), own.unwrap_or_default());
        return Err(format!("the gem is another one: {other}, not {name} {version}"));
    }
    let mut out = String::from("Gem::Specification.new do |s|\n");
    for (key, value) in [("name", name.to_owned()), ("version", version.to_owned())] {
        let _ = writeln!(out, "  s.{key} = {}", quoted(&value));
    }
    for key in ["summary", "description"] {
        if !text(key).is_empty() {
            let _ = writeln!(out, "  s.{key} = {}", quoted(&text(key)));
        }
    }
    let authors = spec.get("authors").and_then(Value::as_array).unwrap_or_default();
    let authors: Vec<String> = authors.iter().filter_map(Value::as_str).map(quoted).collect();
    let _ = writeln!(out, "  s.authors = [{}]", authors.join(", "));
    if let Some(Value::Hash(metadata)) = spec.get("metadata") {
        let pairs = metadata.iter().filter_map(|(key, value)| Some((key.as_str()?, value.as_str()?)));
        let pairs: Vec<String> = pairs.map(|(key, value)| format!("{} => {}", quoted(key), quoted(value))).collect();
        if !pairs.is_empty() {
            let _ = writeln!(out, "  s.metadata = {{ {} }}", pairs.join(", "));
        }
    }
    for dependency in spec.get("dependencies").and_then(Value::as_array).unwrap_or_default() {
        let Some(hash) = dependency.as_hash() else { continue };
        let is_runtime = hash.get("type").map(shown).is_none_or(|kind| kind.ends_with("runtime"));
        if let Some(name) = hash.get("name").and_then(Value::as_str).filter(|_| is_runtime) {
            let _ = writeln!(out, "  s.add_runtime_dependency {}", quoted(name));
        }
    }
    out.push_str("end\n");
    Ok(out)
}

/// Removes Ruby class names, which leaves plain data.
fn without_tags(yaml: &str) -> String {
    let mut out = String::with_capacity(yaml.len());
    for line in yaml.lines() {
        match line.find("!ruby/") {
            Some(at) => {
                let rest = &line[at..];
                out.push_str(&line[..at]);
                out.push_str(rest.find(' ').map_or("", |space| &rest[space..]));
            }
            None => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

fn shown(value: &Value) -> String {
    match value {
        Value::Str(text) => text.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Float(number) => hastie_liquid::value::float_to_s(*number),
        _ => String::new(),
    }
}

/// A Ruby string literal on one line.
fn quoted(text: &str) -> String {
    let line: Vec<&str> = text.split_whitespace().collect();
    format!("{:?}", line.join(" "))
}
