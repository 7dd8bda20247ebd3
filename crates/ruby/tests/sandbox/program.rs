//! A program that runs scripts in the sandbox: its files, its answers, and the module from the environment.

use hastie_ruby::marshal::{Objects, Representation};
use hastie_ruby::wasm::{EngineConfig, FileError, HostFiles, IdleRuby, Kind, Limits, Stat, StoredImage, key};
use hastie_ruby::{CallError, RequestHandler, Session};
use hastie_value::{Abort, Drop, Hash, Value};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

/// Files in memory: one folder that may be read, and two that may be written. A name that ends with a slash belongs to
/// a folder.
pub(crate) struct Folders(pub Arc<Mutex<BTreeMap<String, Vec<u8>>>>);

impl Folders {
    fn has_below(&self, path: &str) -> bool {
        let below = format!("{}/", path.trim_end_matches('/'));
        self.0.lock().expect("the lock").keys().any(|file| file.starts_with(&below))
    }
}

impl HostFiles for Folders {
    fn stat(&self, path: &str) -> Option<Stat> {
        let file = self.0.lock().expect("the lock").get(path).map(|bytes| bytes.len() as u64);
        match file {
            Some(size) => Some(Stat { kind: Kind::File, size, modified: 0 }),
            None if path == "/tmp" || self.has_below(path) => Some(Stat { kind: Kind::Folder, size: 0, modified: 0 }),
            None => None,
        }
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        self.0.lock().expect("the lock").get(path).cloned().ok_or(FileError::Missing)
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Kind)>, FileError> {
        let below = format!("{}/", path.trim_end_matches('/'));
        let files = self.0.lock().expect("the lock");
        let names = files
            .keys()
            .filter_map(|file| file.strip_prefix(&below))
            .filter(|name| !name.is_empty() && !name.contains('/'));
        Ok(names.map(|name| (name.to_string(), Kind::File)).collect())
    }

    fn write(&mut self, path: &str, bytes: &[u8]) -> Result<(), FileError> {
        if !path.starts_with("/site/_site/") && !path.starts_with("/tmp/") {
            return Err(FileError::ReadOnly);
        }
        self.0.lock().expect("the lock").insert(path.to_string(), bytes.to_vec());
        Ok(())
    }

    fn make_folder(&mut self, path: &str) -> Result<(), FileError> {
        self.write(&format!("{path}/"), &[])
    }

    fn remove(&mut self, path: &str, kind: Kind) -> Result<(), FileError> {
        let name = if kind == Kind::Folder { format!("{path}/") } else { path.to_string() };
        self.0.lock().expect("the lock").remove(&name).map(drop).ok_or(FileError::Missing)
    }

    fn rename(&mut self, _from: &str, _to: &str) -> Result<(), FileError> {
        Err(FileError::ReadOnly)
    }

    fn now(&self) -> u64 {
        1_768_478_400_000_000_000
    }
}

/// A program that only records the printed text.
#[derive(Default)]
pub(crate) struct Program(pub String);

impl Objects for Program {
    fn represent(&mut self, _object: &Arc<dyn Drop>, _inside: bool) -> Result<Representation, Abort> {
        Ok(Representation::Value(Value::Nil))
    }

    fn resolve(&mut self, _name: &str) -> Option<Value> {
        None
    }
}

impl RequestHandler for Program {
    fn handle(&mut self, operation: &str, arguments: &[Value]) -> Result<Value, Abort> {
        if let ("echo", [value]) = (operation, arguments) {
            return Ok(value.clone());
        }
        if operation == "work" {
            std::thread::sleep(Duration::from_millis(200));
        }
        if operation == "print" {
            self.0.push_str(arguments.first().and_then(Value::as_str).unwrap_or_default());
        }
        Ok(Value::Nil)
    }
}

/// The module's bytes. `None` if the module is missing.
#[expect(clippy::disallowed_methods, reason = "the module lies where the environment says")]
pub(crate) fn module() -> Option<&'static [u8]> {
    static MODULE: OnceLock<Option<Vec<u8>>> = OnceLock::new();
    let read = || std::env::var_os("HASTIE_RUBY_WASM").and_then(|file| std::fs::read(file).ok());
    MODULE.get_or_init(read).as_deref()
}

/// The engine of the tests: the compiler if it is available, with a cache that persists between runs.
pub(crate) fn config() -> EngineConfig {
    EngineConfig { cache_dir: Some(env!("CARGO_TARGET_TMPDIR").into()), ..EngineConfig::default() }
}

/// The image of the module's Ruby.
pub(crate) fn image() -> Option<&'static [u8]> {
    static IMAGE: OnceLock<Option<Vec<u8>>> = OnceLock::new();
    let started = || IdleRuby::start(module()?, &config()).expect("it starts").image(&key("tests"));
    IMAGE.get_or_init(started).as_deref()
}

/// The Ruby of an image. `None` if the image is damaged, or belongs to another module.
pub(crate) fn restore(image: &[u8], config: &EngineConfig) -> Option<IdleRuby> {
    IdleRuby::restore(StoredImage::open(image, &key("tests"))?, config)
}

/// The printed text of a script, or the reason why it ended. `None` if the module is missing.
pub(crate) fn run(script: &str, limits: Limits) -> Option<Result<String, CallError>> {
    run_from("/site", script, limits)
}

/// The same, with the site in this folder.
pub(crate) fn run_from(folder: &str, script: &str, limits: Limits) -> Option<Result<String, CallError>> {
    let idle = restore(image()?, &config()).expect("it is an image");
    Some(run_in(idle, folder, &[], script, limits))
}

/// The same, in a Ruby that no program uses yet.
pub(crate) fn run_in(
    idle: IdleRuby,
    folder: &str,
    variables: &[(&str, &str)],
    script: &str,
    limits: Limits,
) -> Result<String, CallError> {
    let files: BTreeMap<String, Vec<u8>> =
        [("a.txt", "hello"), ("_plugins/b.rb", "SAID = [__FILE__, __dir__].inspect"), ("_site/old.txt", "old")]
            .map(|(name, text)| (format!("{folder}/{name}"), text.as_bytes().to_vec()))
            .into();
    let outside = Folders(Arc::new(Mutex::new(files)));
    let variables: Vec<_> = variables.iter().map(|(name, value)| ((*name).to_string(), (*value).to_string())).collect();
    let ruby = idle.enter(folder, Box::new(outside), &variables, limits).expect("it begins");
    let session = Session::new(Box::new(ruby));
    let mut program = Program::default();
    begin_site(&session, folder, &mut program);
    let done = session.call("script", vec![script.into(), "script.rb".into()], &mut program);
    done.map(|_| program.0)
}

/// Informs a Ruby about an empty site in this folder.
pub(crate) fn begin_site(session: &Session, folder: &str, program: &mut Program) {
    let config: Hash =
        [("source", folder), ("destination", &format!("{folder}/_site")), ("cache_dir", ".c")].into_iter().collect();
    let mut facts = Hash::new();
    facts.set("log_level", "info");
    facts.set("zone", "UTC");
    facts.set("collections", Value::array(vec!["posts".into()]));
    facts.set("includes", Value::array(vec![format!("{folder}/_includes").into()]));
    session.call("begin_site", vec![Value::hash(config), Value::hash(facts)], program).expect("it begins");
}

pub(crate) fn printed(script: &str) -> Option<String> {
    told(run(script, Limits::default()))
}

pub(crate) fn told(run: Option<Result<String, CallError>>) -> Option<String> {
    run.map(|done| match done {
        Ok(text) => text,
        Err(CallError::Raised(raised)) => {
            format!("{}: {} at {}", raised.class, raised.message, raised.backtrace.join(" "))
        }
        Err(other) => format!("{other:?}"),
    })
}
