//! Reads configuration files without interpreting them. Mirrors `Configuration#read_config_files`.

use super::{merge, yaml_location, zone};
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use crate::path;
use crate::reference::Reference;
use crate::world::{NotRegular, Refusal, World};
use hastie_liquid::{ErrorKind, Hash, Time, TimeZone, Value, Zone};
use std::path::Path;

/// The configuration files to read: the default file, or the files that `--config` names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Files {
    /// `_config.yml` (or `.yaml`, or `.toml`) in the source. It may be missing.
    Default(String),
    /// The files named by `--config`. All must exist.
    Named(Vec<String>),
}

/// `Configuration#config_files`: the files named by `--config`, otherwise the default file in the source.
pub fn files(reference: &Reference, world: &World, overrides: &Hash) -> Files {
    let named: Vec<String> = match overrides.get("config") {
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        Some(Value::Str(name)) if !name.is_empty() => vec![name.to_string()],
        _ => Vec::new(),
    };
    if !named.is_empty() {
        return Files::Named(named);
    }
    let source = match overrides.get("source") {
        Some(Value::Str(source)) => source.to_string(),
        _ => world.folder().to_string_lossy().into_owned(),
    };
    let path = |extension: &&str| format!("{}/_config.{extension}", source.trim_end_matches('/'));
    let there = |path: &String| world.exists(&world.expand(path));
    let extensions: &[&str] =
        if reference.configuration.has_older_defaults { &["yml", "yaml"] } else { &["yml", "yaml", "toml"] };
    let found = extensions.iter().map(path).find(there);
    Files::Default(found.unwrap_or_else(|| path(&"yml")))
}

/// Reads one key from the configuration files without logging, for keys that decide how the files themselves are read.
/// `None` if the key is missing, or if the files cannot be read or parsed.
pub fn peek(world: &World, overrides: &Hash, key: &str) -> Option<Value> {
    let reference = &Reference::JEKYLL_4;
    let typed = read_all(reference, world, &files(reference, world, overrides), &mut Log::new()).ok()?;
    typed.get(key).cloned()
}

/// The configuration file and the line of a top-level key, or of an item in the key's list. The last file that sets the
/// key counts, or the first existing file if none does. The line is 0 if the key or item is not found. `None` if there
/// is no configuration file.
pub fn locate(world: &World, overrides: &Hash, key: &str, item: Option<&str>) -> Option<(String, usize)> {
    let (names, folder) = match files(&Reference::JEKYLL_4, world, overrides) {
        Files::Default(name) => (vec![name.clone()], Some(path::dirname(&name).to_owned())),
        Files::Named(names) => (names, None),
    };
    let shown = |name: &String| {
        let below = folder.as_ref().and_then(|folder| name.strip_prefix(folder.as_str()));
        below.map_or(name.as_str(), |name| name.trim_start_matches('/')).to_owned()
    };
    let set = names.iter().rev().find_map(|name| {
        let text = world.read(&world.expand(name)).ok()?;
        Some((shown(name), line_of(&String::from_utf8_lossy(&text), key, item)?))
    });
    set.or_else(|| Some((shown(names.iter().find(|name| world.is_file(&world.expand(name)))?), 0)))
}

/// The line, counted from 1, of a top-level key in YAML or TOML, or of an item in its list. `None` if the key is not
/// found, and 0 if only the item is not found.
fn line_of(text: &str, key: &str, item: Option<&str>) -> Option<usize> {
    let sets = |line: &str| {
        let rest = line.trim_start_matches(['"', '\'']).strip_prefix(key)?;
        let rest = rest.trim_start_matches(['"', '\'']).trim_start();
        Some(rest.starts_with([':', '=']))
    };
    let index = text.lines().position(|line| sets(line) == Some(true))?;
    let Some(item) = item else { return Some(index + 1) };
    let value =
        text.lines().skip(index + 1).take_while(|line| line.is_empty() || line.starts_with([' ', '-', '#', ']', '\t']));
    let named = |line: &str| {
        let line = line.split_once(" #").map_or(line, |(line, _)| line);
        line.trim_matches([' ', '\t', '-', ',', '"', '\'']) == item
    };
    let is_beside_key = || text.lines().nth(index).is_some_and(|line| line.contains(item));
    let alone = value.into_iter().position(named).map(|position| index + 2 + position);
    Some(alone.unwrap_or(if is_beside_key() { index + 1 } else { 0 }))
}

/// Reads all files in order and merges each file over the previous ones.
///
/// Reading ends with a warning at a file that contains no hash, is of an unknown kind, or has YAML on which Ruby raises
/// an `ArgumentError`. The values of the files before it remain. A missing default file counts as empty.
///
/// # Errors
/// Fails if a named file cannot be read, or if the YAML or TOML of a file is invalid. Also fails if a file is a pipe, a
/// socket or a device.
pub fn read_all(reference: &Reference, world: &World, files: &Files, log: &mut Log) -> Result<Hash, Failure> {
    let (names, optional) = match files {
        Files::Default(name) => (std::slice::from_ref(name), true),
        Files::Named(names) => (names.as_slice(), false),
    };
    let mut merged = Hash::new();
    for name in names.iter().filter(|name| !name.is_empty()) {
        let path = world.expand(name);
        let shown = if reference.configuration.shows_paths_as_typed { name.as_str() } else { &path.to_string_lossy() };
        match read(world, &path, shown, optional, log)? {
            Contents::Hash(hash) => merge::deep_merge_into(&mut merged, &hash),
            Contents::Unusable(why) => {
                log.warn_about(shown, 0, "WARNING:", "Error reading configuration. Using defaults (and options).");
                log.warn_about(shown, 0, "Reason:", why);
                break;
            }
        }
    }
    Ok(merged)
}

/// A configuration file that was read: its hash, or the reason to skip it.
enum Contents {
    Hash(Hash),
    /// The file cannot be used, so neither it nor any file after it is merged. Contains the reason.
    Unusable(String),
}

fn read(world: &World, path: &Path, shown: &str, optional: bool, log: &mut Log) -> Result<Contents, Failure> {
    let name = path.to_string_lossy();
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
    // Ruby's patterns are not anchored at the end: `.yml~` and `.tomlx` match as well.
    let toml = extension.starts_with("toml");
    if !toml && !extension.starts_with("yml") && !extension.starts_with("yaml") {
        let why = format!("No parser for '{name}' is available. Use a .y(a)ml or .toml file instead.");
        return Ok(Contents::Unusable(why));
    }
    let bytes = match world.read(path) {
        Ok(bytes) => bytes,
        Err(error) if NotRegular::is(&error) => return Err(Refusal::NotRegular.of(path)),
        Err(_) if optional => {
            log.warn("Configuration file:", "none");
            return Ok(Contents::Hash(Hash::new()));
        }
        Err(_) => {
            let text = format!("The configuration file '{name}' could not be found.");
            log.push(Message::new(Level::Error, "Fatal:", text).about(shown, 0));
            let message = format!("The Configuration file '{name}' could not be found.");
            return Err(Failure::raised("LoadError", message));
        }
    };
    let value = if toml { from_toml(&bytes, &name, &zone::of_process(world))? } else { from_yaml(&bytes, &name)? };
    Ok(match value {
        Ok(Value::Hash(hash)) => {
            log.info("Configuration file:", shown);
            Contents::Hash(hash.as_ref().clone())
        }
        Ok(_) => Contents::Unusable(format!("Configuration file: (INVALID) {name}")),
        Err(why) => Contents::Unusable(why),
    })
}

/// Parses YAML. An empty file is an empty hash. The outer error ends the build. The inner one is the message of an
/// `ArgumentError`, about which Jekyll only warns.
fn from_yaml(bytes: &[u8], name: &str) -> Result<Result<Value, String>, Failure> {
    match hastie_yaml::load_file(bytes, name) {
        Ok(Value::Nil | Value::Bool(false)) => Ok(Ok(Value::hash(Hash::new()))),
        Ok(value) => Ok(Ok(value)),
        Err(error) if error.kind == ErrorKind::Argument => Ok(Err(error.message)),
        Err(error) => {
            let failure = Failure::raised(error.kind.clone(), error.message.clone());
            Err(match yaml_location(&error, name, bytes) {
                Some(location) => failure.at(location),
                None => failure,
            })
        }
    }
}

fn from_toml(bytes: &[u8], name: &str, zone: &TimeZone) -> Result<Result<Value, String>, Failure> {
    let problem = |message: String| Failure::raised("Tomlrb::ParseError", format!("({name}): {message}"));
    let text = std::str::from_utf8(bytes).map_err(|_| problem("invalid UTF-8".into()))?;
    let table: toml::Table = text
        .trim_start_matches('\u{feff}')
        .parse()
        .map_err(|error: toml::de::Error| problem(error.message().to_owned()))?;
    Ok(Ok(toml_value(toml::Value::Table(table), zone)))
}

fn toml_value(value: toml::Value, zone: &TimeZone) -> Value {
    match value {
        toml::Value::String(text) => Value::str(text),
        toml::Value::Integer(number) => Value::Int(number),
        toml::Value::Float(number) => Value::Float(number),
        toml::Value::Boolean(truth) => Value::Bool(truth),
        toml::Value::Datetime(when) => toml_time(&when, zone),
        toml::Value::Array(items) => Value::array(items.into_iter().map(|item| toml_value(item, zone)).collect()),
        toml::Value::Table(table) => {
            let hash: Hash = table.into_iter().map(|(key, value)| (key, toml_value(value, zone))).collect();
            Value::hash(hash)
        }
    }
}

/// Converts a TOML date or time to a Ruby time. Without an offset, the time is local. A time of day without a date
/// becomes a string.
fn toml_time(when: &toml::value::Datetime, zone: &TimeZone) -> Value {
    let Some(date) = &when.date else { return Value::str(when.to_string()) };
    let (year, month, day) = (i64::from(date.year), i64::from(date.month), i64::from(date.day));
    let mut wall = hastie_value::time::civil::days_from_civil(year, month, day) * 86_400;
    let mut nanos = 0;
    if let Some(time) = &when.time {
        wall += i64::from(time.hour) * 3600 + i64::from(time.minute) * 60 + i64::from(time.second.unwrap_or_default());
        nanos = time.nanosecond.unwrap_or_default();
    }
    let offset = match &when.offset {
        None => return Value::time(Time::from_civil(wall, nanos, zone)),
        Some(toml::value::Offset::Z) => 0,
        Some(toml::value::Offset::Custom { minutes }) => i32::from(*minutes) * 60,
    };
    Value::time(Time { seconds: wall - i64::from(offset), nanos, offset, zone: Zone::Fixed })
}
