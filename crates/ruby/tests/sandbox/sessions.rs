//! Scripts on both engines, from several threads, and messages of all sizes.

use crate::program::{Folders, Program, begin_site, config, image, printed, restore, run, run_in};
use hastie_ruby::Session;
use hastie_ruby::wasm::{Engine, EngineConfig, Limits};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// A Ruby from the same image, on the compiler and on the interpreter.
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn both_engines_run_a_script_alike() {
    let Some(image) = image() else { return };
    let script = "require 'json'; require 'digest'; require 'securerandom'
                  words = 5_000.times.map { |i| (i * 7919 % 1009).to_s(36) }
                  puts words.tally.sort.first(9).inspect, Digest::SHA256.hexdigest(words.join), JSON.generate(words.each_slice(7).first),
                       words.sum { |word| Math.sqrt(word.size) }, 3.7 % 1.1, 2**200, -7 / 2, 1e300 * 10, SecureRandom.hex, Time.now.to_f,
                       words.map(&:to_sym).uniq.size, 'Ünïcode'.unicode_normalize(:nfd).bytes.sum, [3.14, -0.0, 1e-7].inspect
                  begin; Integer('x'); rescue ArgumentError => e; puts e.full_message(highlight: false); end";
    let engines = [config(), EngineConfig { engine: Engine::Interpreter, ..config() }];
    let printed = engines.map(|config| {
        let idle = restore(image, &config).expect("it is an image");
        run_in(idle, "/site", &[], script, Limits::default()).expect("it runs")
    });
    assert!(printed[0].lines().count() > 12, "{}", printed[0]);
    assert_eq!(printed[0], printed[1]);
}

/// Compiled code is kept for the next start.
#[cfg(all(feature = "wasmtime", target_arch = "x86_64"))]
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
#[expect(clippy::disallowed_methods, reason = "the test looks into the cache's folder")]
fn compiled_code_is_kept_where_it_may_be() {
    if image().is_none() {
        return;
    }
    let folder = config().cache_dir.expect("a folder");
    let modules = folder.read_dir().into_iter().flatten().flatten();
    assert!(modules.into_iter().any(|module| module.path().join("record.txt").exists()), "{}", folder.display());
}

/// A waiting guest may be dropped, or continued by another thread.
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_guest_goes_from_thread_to_thread() {
    let Some(image) = image() else { return };
    let idle = restore(image, &config()).expect("it is an image");
    let files = BTreeMap::from([("/site/a.txt".to_string(), Vec::new())]);
    let outside = Folders(Arc::new(Mutex::new(files)));
    let ruby = idle.enter("/site", Box::new(outside), &[], Limits::default()).expect("it begins");
    let session = Session::new(Box::new(ruby));
    begin_site(&session, "/site", &mut Program::default());
    let said: Vec<String> = std::thread::scope(|scope| {
        let threads = (0..4).map(|number| {
            let session = &session;
            scope.spawn(move || {
                let mut program = Program::default();
                let code = format!("puts Hastie.ask('echo', {number}) + 1");
                session.call("script", vec![code.into(), "script.rb".into()], &mut program).expect("it runs");
                program.0
            })
        });
        let threads: Vec<_> = threads.collect();
        threads.into_iter().map(|thread| thread.join().expect("it ends")).collect()
    });
    assert_eq!(said.concat(), "1\n2\n3\n4\n");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_script_that_leaves_ends_itself_alone() {
    for code in ["exit!", "Kernel.exit!(3)", "Process.exit!(1)", "Hastie::Pipe::OUTSIDE.eval('')"] {
        if let Some(done) = run(code, Limits::default()) {
            assert!(done.is_err(), "{code}: {done:?}");
        }
    }
    for message in [
        "'nonsense!'",
        "[0xffffffff].pack('N') + 'x'",
        "'x' * (1 << 20)",
        "'x' * (300 << 20)",
        "Marshal.dump([7, 'x'])",
        "Marshal.dump([1])",
        "(a = []; 5000.times { a = [a] }; Marshal.dump(a)) rescue exit!",
    ] {
        let code = format!("Hastie::Pipe::OUTSIDE.eval(({message})).to_s");
        if let Some(done) = run(&code, Limits::default()) {
            assert!(done.is_err(), "{code}: {done:?}");
        }
    }
}

/// Each message arrives whole, and the guest's memory does not grow with their number.
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn many_messages_of_all_sizes_go_to_and_fro() {
    let code = "sizes = [0, 1, 65_535, 65_536, 70_000, 3, 1_000_000, 12, 2_000_000]
                400.times { |i| size = sizes[i % sizes.size]; got = Hastie.ask('echo', 'e' * size); raise size.to_s if got.size != size }
                puts 'all'";
    expect!(code, "all\n");
}
