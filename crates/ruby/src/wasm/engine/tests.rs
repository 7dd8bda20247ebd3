//! Tests of both engines with a small module, and of the cache of compiled code.
#![allow(clippy::disallowed_methods, reason = "the tests look into the cache's folder and change it")]

use super::{Engine, EngineConfig, Machine, Trap, instantiate};
use crate::wasm::channel::Channel;
use crate::wasm::host::NoFiles;
use crate::wasm::state::State;
use std::fs;
use std::path::{Path, PathBuf};

/// A module with a page of memory and three functions: `answer` returns 42, `spin` never ends, `fail` traps.
const MODULE: &[u8] = &[
    0, b'a', b's', b'm', 1, 0, 0, 0, // magic number, version
    1, 8, 2, 0x60, 0, 1, 0x7f, 0x60, 0, 0, // types: () -> i32, () -> ()
    3, 4, 3, 0, 1, 1, // functions
    5, 3, 1, 0, 1, // memory
    7, 33, 4, // exports
    6, b'm', b'e', b'm', b'o', b'r', b'y', 2, 0, //
    6, b'a', b'n', b's', b'w', b'e', b'r', 0, 0, //
    4, b's', b'p', b'i', b'n', 0, 1, //
    4, b'f', b'a', b'i', b'l', 0, 2, //
    10, 18, 3, // code
    4, 0, 0x41, 42, 0x0b, // i32.const 42
    7, 0, 0x03, 0x40, 0x0c, 0, 0x0b, 0x0b, // loop, br 0
    3, 0, 0x00, 0x0b, // unreachable
];

const ENGINES: [Engine; 2] = [Engine::Fastest, Engine::Interpreter];

fn config(engine: Engine, cache_dir: Option<&Path>) -> EngineConfig {
    EngineConfig { engine, cache_dir: cache_dir.map(Path::to_path_buf), ..EngineConfig::default() }
}

fn machine(engine: Engine, cache_dir: Option<&Path>) -> Result<Box<dyn Machine>, Trap> {
    let channel = Channel::default();
    channel.lock().fuel = 1_000_000;
    let state = || State::new(Box::new(NoFiles), Vec::new(), channel.clone());
    instantiate(MODULE, 0, state, 1 << 20, &config(engine, cache_dir))
}

fn answer(cache_dir: Option<&Path>) -> Option<i32> {
    machine(Engine::Fastest, cache_dir).and_then(|mut machine| machine.call("answer", &[])).expect("it answers")
}

/// A folder below the system's folder for temporary files. It is removed on drop.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Creates an empty folder for one test.
fn folder(name: &str) -> Folder {
    let folder = std::env::temp_dir().join(format!("hastie-engine-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    Folder(folder)
}

#[test]
fn both_engines_call_functions() {
    for engine in ENGINES {
        let mut machine = machine(engine, None).expect("it starts");
        assert_eq!(machine.call("answer", &[]), Ok(Some(42)), "{engine:?}");
        assert!(machine.call("nothing", &[]).is_err(), "{engine:?}");
        assert_eq!(machine.call("answer", &[]), Ok(Some(42)), "{engine:?}");
    }
}

#[test]
fn both_engines_stop_what_never_ends() {
    for engine in ENGINES {
        let mut machine = machine(engine, None).expect("it starts");
        assert!(matches!(machine.call("spin", &[]), Err(Trap::OutOfFuel)), "{engine:?}");
        assert!(matches!(machine.call("fail", &[]), Err(Trap::Failed(_))), "{engine:?}");
        assert_eq!(machine.call("answer", &[]), Ok(Some(42)), "{engine:?}");
    }
}

#[test]
fn both_engines_limit_memory() {
    for engine in ENGINES {
        let mut machine = machine(engine, None).expect("it starts");
        assert_eq!(machine.memory_mut(0).map(|memory| memory.len()), Some(1 << 16), "{engine:?}");
        assert_eq!(machine.memory_mut(1 << 20).map(|memory| memory.len()), Some(1 << 20), "{engine:?}");
        assert!(machine.memory_mut((1 << 20) + 1).is_none(), "{engine:?}");
        machine.limit_memory(2 << 20);
        assert_eq!(machine.memory_mut(2 << 20).map(|memory| memory.len()), Some(2 << 20), "{engine:?}");
    }
}

#[test]
fn what_is_no_module_starts_in_neither_engine() {
    let state = || State::new(Box::new(NoFiles), Vec::new(), Channel::default());
    for engine in ENGINES {
        let config = config(engine, None);
        assert!(instantiate(b"\0asm\x01\0\0\0\x01", 0, state, 1 << 20, &config).is_err(), "{engine:?}");
        assert!(instantiate(b"nonsense", 0, state, 1 << 20, &config).is_err(), "{engine:?}");
    }
}

#[test]
fn a_cache_that_cannot_be_written_does_not_matter() {
    let folder = folder("no-cache");
    let file = folder.0.join("file");
    fs::write(&file, "not a folder").expect("a file");
    assert_eq!(answer(Some(&file)), Some(42));
    assert_eq!(answer(Some(&file.join("below"))), Some(42));
}

/// The files of compiled code below a folder, without the cache's own statistics.
#[cfg(all(feature = "wasmtime", target_arch = "x86_64"))]
fn compiled_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(compiled_files(&path));
        } else if path.extension().is_none() {
            found.push(path);
        }
    }
    found
}

/// The result of the module's function `answer`, and the messages for the user. `folder` is the cache of compiled code.
#[cfg(all(feature = "wasmtime", target_arch = "x86_64"))]
fn answer_of(module: &[u8], folder: &Path) -> (Option<i32>, Vec<String>) {
    answer_with(module, &config(Engine::Fastest, Some(folder)))
}

#[cfg(all(feature = "wasmtime", target_arch = "x86_64"))]
fn answer_with(module: &[u8], config: &EngineConfig) -> (Option<i32>, Vec<String>) {
    let channel = Channel::default();
    channel.lock().fuel = 1_000_000;
    let state = || State::new(Box::new(NoFiles), Vec::new(), channel.clone());
    let mut machine = instantiate(module, 0, state, 1 << 20, config).expect("it starts");
    (machine.call("answer", &[]).expect("it answers"), config.messages.take())
}

/// The paths of the compiled code and of the record, for a cache that contains a single module.
#[cfg(all(feature = "wasmtime", target_arch = "x86_64"))]
fn files_of(folder: &Path) -> (PathBuf, PathBuf) {
    let code = compiled_files(folder);
    assert_eq!(code.len(), 1, "{code:?}");
    let record = code[0].ancestors().map(|folder| folder.join("record.txt")).find(|record| record.is_file());
    (code[0].clone(), record.expect("a record"))
}

/// Truncated, changed and exchanged files are not run. Compiling the module again restores them.
#[cfg(all(feature = "wasmtime", target_arch = "x86_64"))]
#[test]
fn a_thousand_damaged_caches_are_compiled_again() {
    let folder = folder("damaged-cache");
    let cache = folder.0.join("hastie/compiled");
    assert_eq!(answer_of(MODULE, &cache), (Some(42), Vec::new()));
    assert_eq!(answer_of(MODULE, &cache), (Some(42), Vec::new()));
    let (code, record) = files_of(&cache);
    let intact = [fs::read(&code).expect("the code"), fs::read(&record).expect("the record")];
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |most: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed as usize % most
    };
    for round in 0..1000 {
        let (file, bytes) = if round % 4 == 3 { (&record, &intact[1]) } else { (&code, &intact[0]) };
        let mut damaged = bytes.clone();
        match round % 5 {
            0 => damaged.truncate(random(bytes.len())),
            1 => damaged.push(0),
            _ => damaged[random(bytes.len())] ^= 1 << random(8),
        }
        fs::write(file, &damaged).expect("it can be written");
        let (answer, messages) = answer_of(MODULE, &cache);
        assert_eq!((answer, messages.len()), (Some(42), 1), "{round}: {messages:?}");
        assert!(
            messages[0].ends_with(": the compiled code was changed. The Ruby module is compiled again."),
            "{messages:?}"
        );
        assert_eq!(fs::read(&code).expect("the code"), intact[0], "{round}");
    }
    fs::remove_file(&code).expect("it can be removed");
    let (answer, messages) = answer_of(MODULE, &cache);
    assert_eq!((answer, messages.len()), (Some(42), 1), "{messages:?}");
    assert_eq!(answer_of(MODULE, &cache), (Some(42), Vec::new()));
}

/// Builds use optimized code, but never compile it.
#[cfg(all(feature = "wasmtime", target_arch = "x86_64"))]
#[test]
fn optimized_code_is_used_until_it_is_damaged() {
    let folder = folder("optimized-code");
    let cache = folder.0.join("hastie/compiled");
    let optimizing = EngineConfig { optimizes: true, ..config(Engine::Fastest, Some(&cache)) };
    assert_eq!(answer_with(MODULE, &optimizing), (Some(42), Vec::new()));
    let (code, _) = files_of(&cache);
    let intact = fs::read(&code).expect("the code");
    assert_eq!(answer_of(MODULE, &cache), (Some(42), Vec::new()));
    assert_eq!(compiled_files(&cache), std::slice::from_ref(&code), "nothing else was compiled");
    fs::write(&code, &intact[1..]).expect("it can be written");
    let (answer, messages) = answer_of(MODULE, &cache);
    assert_eq!((answer, messages.len()), (Some(42), 1), "{messages:?}");
    let (quick, _) = files_of(&cache);
    assert_ne!(quick, code, "the module was compiled without optimizations");
    assert_eq!(answer_with(MODULE, &optimizing), (Some(42), Vec::new()));
    assert_eq!(fs::read(&code).expect("the code"), intact);
    assert_eq!(compiled_files(&cache).len(), 2);
}

/// A build finds code that was compiled from another module, in which `answer` returns 43.
#[cfg(all(feature = "wasmtime", target_arch = "x86_64"))]
#[test]
fn the_code_of_another_module_is_not_run() {
    let folder = folder("other-code");
    let (own, others) = (folder.0.join("own/compiled"), folder.0.join("others/compiled"));
    let mut other = MODULE.to_vec();
    let position = MODULE.windows(2).position(|bytes| bytes == [0x41, 42]).expect("the constant");
    other[position + 1] = 43;
    assert_eq!(answer_of(MODULE, &own).0, Some(42));
    assert_eq!(answer_of(&other, &others).0, Some(43));
    let ((code, record), (other_code, other_record)) = (files_of(&own), files_of(&others));
    fs::copy(&other_code, &code).expect("a copy");
    assert_eq!(answer_of(MODULE, &own).0, Some(42));
    fs::copy(&other_code, &code).expect("a copy");
    fs::copy(&other_record, &record).expect("a copy");
    assert_eq!(answer_of(MODULE, &own).0, Some(42));
    // Without a record, the origin of the code is unknown.
    fs::copy(&other_code, &code).expect("a copy");
    fs::remove_file(&record).expect("it is removed");
    assert_eq!(answer_of(MODULE, &own), (Some(42), Vec::new()));
}

#[cfg(all(unix, feature = "wasmtime", target_arch = "x86_64"))]
#[test]
fn code_that_others_can_write_is_compiled_again() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("public-cache");
    let cache = folder.0.join("hastie/compiled");
    let mode = |path: &Path| fs::metadata(path).expect("it exists").permissions().mode() & 0o777;
    assert_eq!(answer_of(MODULE, &cache).0, Some(42));
    let (code, record) = files_of(&cache);
    assert_eq!((mode(&cache), mode(&code), mode(&record)), (0o700, 0o600, 0o600));
    let module = record.parent().expect("a folder");
    for path in [&*code, &*record, module, &*cache, &*folder.0.join("hastie")] {
        let old = mode(path);
        fs::set_permissions(path, fs::Permissions::from_mode(old | 0o020)).expect("the mode is set");
        let (answer, messages) = answer_of(MODULE, &cache);
        assert_eq!((answer, messages.len()), (Some(42), 1), "{}: {messages:?}", path.display());
        assert_eq!(mode(path), old, "{}", path.display());
        assert_eq!(answer_of(MODULE, &cache), (Some(42), Vec::new()), "{}", path.display());
    }
    // A folder behind a link is not used.
    let elsewhere = folder.0.join("elsewhere");
    fs::rename(&cache, &elsewhere).expect("it is moved");
    std::os::unix::fs::symlink(&elsewhere, &cache).expect("a link");
    let before = fs::read(elsewhere.join(record.strip_prefix(&cache).expect("below"))).expect("the record");
    assert_eq!(answer_of(MODULE, &cache).0, Some(42));
    assert_eq!(fs::read(elsewhere.join(record.strip_prefix(&cache).expect("below"))).expect("the record"), before);
}

#[cfg(all(feature = "wasmtime", target_arch = "x86_64"))]
#[test]
fn many_builds_may_fill_the_same_cache_at_once() {
    let folder = folder("shared-cache");
    let cache = folder.0.join("compiled");
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert_eq!(answer(Some(&cache)), Some(42)));
        }
    });
    assert!(compiled_files(&cache).len() <= 1);
    assert_eq!(answer(Some(&cache)), Some(42));
    assert_eq!(compiled_files(&cache).len(), 1);
}
