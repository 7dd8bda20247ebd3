//! Attempts to leave the sandbox, and the features that it offers to scripts. The tests need the module
//! (`HASTIE_RUBY_WASM`).

use hastie_ruby::marshal::{Objects, Representation};
use hastie_ruby::wasm::{
    Engine, EngineConfig, FileError, HostFiles, IdleRuby, Kind, Limits, Stat, StoredImage, TimeLimit, key,
};
use hastie_ruby::{CallError, GuestFailure, RequestHandler, Session};
use hastie_value::{Abort, Drop, Hash, Value};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

/// Files in memory: one folder that may be read, and two that may be written. A name that ends with a slash belongs to
/// a folder.
struct Folders(Arc<Mutex<BTreeMap<String, Vec<u8>>>>);

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
struct Program(String);

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
fn module() -> Option<&'static [u8]> {
    static MODULE: OnceLock<Option<Vec<u8>>> = OnceLock::new();
    let read = || std::env::var_os("HASTIE_RUBY_WASM").and_then(|file| std::fs::read(file).ok());
    MODULE.get_or_init(read).as_deref()
}

/// The engine of the tests: the compiler if it is available, with a cache that persists between runs.
fn config() -> EngineConfig {
    EngineConfig { cache_dir: Some(env!("CARGO_TARGET_TMPDIR").into()), ..EngineConfig::default() }
}

/// The image of the module's Ruby.
fn image() -> Option<&'static [u8]> {
    static IMAGE: OnceLock<Option<Vec<u8>>> = OnceLock::new();
    let started = || IdleRuby::start(module()?, &config()).expect("it starts").image(&key("tests"));
    IMAGE.get_or_init(started).as_deref()
}

/// The Ruby of an image. `None` if the image is damaged, or belongs to another module.
fn restore(image: &[u8], config: &EngineConfig) -> Option<IdleRuby> {
    IdleRuby::restore(StoredImage::open(image, &key("tests"))?, config)
}

/// The printed text of a script, or the reason why it ended. `None` if the module is missing.
fn run(script: &str, limits: Limits) -> Option<Result<String, CallError>> {
    run_from("/site", script, limits)
}

/// The same, with the site in this folder.
fn run_from(folder: &str, script: &str, limits: Limits) -> Option<Result<String, CallError>> {
    let idle = restore(image()?, &config()).expect("it is an image");
    Some(run_in(idle, folder, &[], script, limits))
}

/// The same, in a Ruby that no program uses yet.
fn run_in(
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
fn begin_site(session: &Session, folder: &str, program: &mut Program) {
    let config: Hash =
        [("source", folder), ("destination", &format!("{folder}/_site")), ("cache_dir", ".c")].into_iter().collect();
    let mut facts = Hash::new();
    facts.set("log_level", "info");
    facts.set("zone", "UTC");
    facts.set("collections", Value::array(vec!["posts".into()]));
    facts.set("includes", Value::array(vec![format!("{folder}/_includes").into()]));
    session.call("begin_site", vec![Value::hash(config), Value::hash(facts)], program).expect("it begins");
}

fn printed(script: &str) -> Option<String> {
    told(run(script, Limits::default()))
}

fn told(run: Option<Result<String, CallError>>) -> Option<String> {
    run.map(|done| match done {
        Ok(text) => text,
        Err(CallError::Raised(raised)) => {
            format!("{}: {} at {}", raised.class, raised.message, raised.backtrace.join(" "))
        }
        Err(other) => format!("{other:?}"),
    })
}

macro_rules! expect {
    ($script:expr, $wanted:expr) => {
        match printed($script) {
            Some(text) => assert_eq!(text, $wanted),
            None => eprintln!("skipped: HASTIE_RUBY_WASM is not set"),
        }
    };
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn paths_may_begin_with_a_drive() {
    let script = "puts File.read('C:/site/a.txt'), File.read('a.txt'), File.exist?('D:/site/a.txt'), Dir.pwd
        puts File.expand_path('a.txt'), File.expand_path('../a', 'C:/site/sub'), File.absolute_path?('C:/site')
        puts Dir.children('C:/site').sort.inspect, Dir.glob('*.txt').inspect, Dir.glob('C:/site/*.txt').inspect
        require 'C:/site/_plugins/b.rb'; puts SAID
        puts Jekyll.sanitized_path('C:/site', 'C:/site/x'), Jekyll.sanitized_path('C:/site', '../x')
        Dir.chdir('C:/site/_plugins') { puts File.expand_path('b.rb'), require_relative('b') }";
    match told(run_from("C:/site", script, Limits::default())) {
        Some(text) => assert_eq!(
            text.lines().collect::<Vec<_>>().join(" "),
            "hello hello false C:/site C:/site/a.txt C:/site/a true [\"a.txt\"] [\"a.txt\"] [\"C:/site/a.txt\"] \
             [\"/C:/site/_plugins/b.rb\", \"C:/site/_plugins\"] C:/site/x C:/site/x C:/site/_plugins/b.rb false"
        ),
        None => eprintln!("skipped: HASTIE_RUBY_WASM is not set"),
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_site_below_usr_is_visible_beside_the_standard_library() {
    let script = "require 'csv'; puts File.read('a.txt'), Dir.children('/usr/src/app').inspect, Dir.pwd
        require_relative '/usr/src/app/_plugins/b'; puts SAID
        puts File.exist?('/usr/local/lib/ruby/3.2.0/csv.rb'), File.exist?('/usr/src/app/../../../etc/passwd')";
    match told(run_from("/usr/src/app", script, Limits::default())) {
        Some(text) => assert_eq!(
            text.lines().collect::<Vec<_>>().join(" "),
            "hello [\"a.txt\"] /usr/src/app [\"/usr/src/app/_plugins/b.rb\", \"/usr/src/app/_plugins\"] true false"
        ),
        None => eprintln!("skipped: HASTIE_RUBY_WASM is not set"),
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_script_reads_the_source_and_writes_the_destination() {
    expect!(
        "puts File.read('/site/a.txt'), File.read('a.txt').upcase, Dir.children('/site').inspect",
        "hello\nHELLO\n[\"a.txt\"]\n"
    );
    expect!("File.write('/site/_site/new.txt', 'n'); puts File.read('/site/_site/new.txt')", "n\n");
    expect!(
        "require 'json'; require 'yaml'; require 'time'; puts JSON.generate([1]), [1].to_yaml, Time.parse('2026-01-02').year",
        "[1]\n---\n- 1\n2026\n"
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn nothing_outside_is_there() {
    let paths = ["/etc/passwd", "../../etc/passwd", "/proc/self/environ", "/site/../etc/passwd"];
    let read =
        paths.map(|path| format!("begin; File.read({path:?}); rescue SystemCallError => e; puts e.class; end\n"));
    expect!(&read.concat(), "Errno::ENOENT\n".repeat(paths.len()));
    expect!("begin; File.write('/site/a.txt', 'x'); rescue SystemCallError => e; puts e.class; end", "Errno::EROFS\n");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn there_are_no_processes_and_no_network() {
    let commands = [
        "system('ls')",
        "`ls`",
        "spawn('ls')",
        "fork { }",
        "exec('ls')",
        "IO.popen('ls')",
        "Process.kill(9, 1)",
        "require 'open3'; Open3.capture2('ls')",
        "loop { fork }",
    ];
    expect!(&attempts(&commands, "NotImplementedError"), "refused\n".repeat(commands.len()));
    let connections = [
        "require 'socket'; TCPSocket.new('127.0.0.1', 80)",
        "UDPSocket.new",
        "TCPServer.open(8080)",
        "Socket.tcp('x', 1)",
        "require 'net/http'; Net::HTTP.get(URI('http://127.0.0.1/'))",
    ];
    expect!(&attempts(&connections, "SocketError, IOError"), "refused\n".repeat(connections.len()));
}

/// A script that prints for each of these pieces of code whether one of these errors refuses it.
fn attempts(code: &[&str], errors: &str) -> String {
    let attempt = |code: &&str| format!("begin; {code}; puts 'done'; rescue {errors}; puts 'refused'; end\n");
    code.iter().map(attempt).collect()
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_standard_library_is_there() {
    let all: String = STANDARD.iter().map(|name| format!("require {name:?}; puts 'loaded'\n")).collect();
    expect!(&all, "loaded\n".repeat(STANDARD.len()));
    expect!(
        "require 'csv'; puts CSV.parse(\"a,b\\n1,2\\n\", headers: true).map(&:to_h).inspect",
        "[{\"a\"=>\"1\", \"b\"=>\"2\"}]\n"
    );
    expect!("e = [1, 2].each; puts e.next, e.next", "1\n2\n");
    expect!("require 'tmpdir'; Dir.mktmpdir { |d| File.write(\"#{d}/x\", 'y'); puts File.read(\"#{d}/x\") }", "y\n");
}

/// The libraries that plugins require most often. Each loads what it needs itself.
const STANDARD: [&str; 22] = [
    "csv",
    "set",
    "date",
    "time",
    "json",
    "yaml",
    "erb",
    "cgi",
    "digest",
    "uri",
    "pathname",
    "fileutils",
    "securerandom",
    "open3",
    "net/http",
    "open-uri",
    "bigdecimal",
    "rexml/document",
    "tempfile",
    "logger",
    "zlib",
    "openssl",
];

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_gem_that_is_not_there_is_told_where_it_is_used() {
    expect!(
        "require 'pygments'; begin; Pygments.highlight('x'); rescue NotImplementedError => e; puts e.message; end",
        "Pygments.highlight (the gem of Pygments) is not there in Hastie's Ruby\n"
    );
    expect!(
        "begin; require 'zzqx-nothing'; rescue LoadError => e; puts e.message; end",
        "cannot load such file -- zzqx-nothing\n"
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn time_and_memory_end() {
    let mut limits = Limits::default();
    limits.fuel = 300_000_000;
    if let Some(done) = run("loop {}", limits.clone()) {
        assert!(matches!(done, Err(CallError::Guest(GuestFailure::FuelLimit(_)))), "{done:?}");
    }
    let mut limits = Limits::default();
    limits.memory = 256 << 20;
    for code in ["a = 'x' * (1 << 30)", "a = []; loop { a << 'x' * (10 << 20) }", "a = 'x' * 10_000_000_000"] {
        if let Some(done) = run(code, limits.clone()) {
            assert!(done.is_err(), "{code}: {done:?}");
        }
    }
    if let Some(done) = run("def again = [1].each { again }; again", limits.clone()) {
        assert!(done.is_err(), "{done:?}");
    }
    expect!("t = 1000.times.map { |i| Thread.new { i } }; puts t.sum(&:value)", "499500\n");
}

/// The time limit of these tests.
#[expect(clippy::disallowed_methods, reason = "the program passes its clock to the sandbox")]
fn a_second() -> Limits {
    let mut limits = Limits::default();
    let call = Duration::from_secs(1);
    limits.time = Some(TimeLimit { clock: std::time::Instant::now, call, calls: Duration::MAX, end: None });
    limits
}

/// Many short calls reach the limit of all calls, and so does the program's work for them.
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn all_calls_together_have_a_limit() {
    for code in ["loop {}", "100.times { Hastie.ask('work', 1) }"] {
        let mut limits = a_second();
        limits.time = limits.time.map(|time| TimeLimit { call: Duration::MAX, calls: Duration::from_secs(1), ..time });
        match run(code, limits) {
            Some(Err(CallError::Guest(GuestFailure::TotalTimeLimit(most)))) => assert_eq!(most, Duration::from_secs(1)),
            Some(other) => panic!("{code}: {other:?}"),
            None => return,
        }
    }
}

/// Fuel does not measure time: a backtracking pattern uses little of it. Requests do not restart the time.
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_call_ends_when_its_time_is_over() {
    for code in
        ["loop {}", "('a' * 40) =~ /(b?)(a|a|a?)*\\1[^a]/", "loop { Hastie.ask('echo', 1) }", "sleep", "Queue.new.pop"]
    {
        match run(code, a_second()) {
            Some(Err(CallError::Guest(GuestFailure::TimeLimit(most)))) => assert_eq!(most, Duration::from_secs(1)),
            // Waiting for a thread that nothing can wake is an error at once.
            Some(Err(CallError::Raised(raised))) => assert_eq!(raised.class, "fatal", "{code}"),
            Some(other) => panic!("{code}: {other:?}"),
            None => return,
        }
    }
}

/// A sleeping guest continues at once, and its clock has advanced.
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn sleeping_takes_no_time() {
    let code = "before = Time.now; puts sleep(100_000); sleep 0.5; puts((Time.now - before).floor)";
    if let Some(printed) = told(run(code, a_second())) {
        assert_eq!(printed, "100000\n100000\n");
    }
}

/// In Ruby's own methods, in recursive C code, and in code that a template or a pattern runs.
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn recursion_ends_as_an_error() {
    let rescued = |code: &str| format!("begin; {code}; rescue SystemStackError, ArgumentError => e; puts e.class; end");
    for code in [
        "def again(n); again(n + 1); end; again(0)",
        "def again; [1].each { again }; end; again",
        "def again; [1].map { [2].each_with_index { again } }; end; again",
        "h = Hash.new { |all, key| all[key + 1] }; h[0]",
        "again = proc { again.call }; again.call",
        "class Deep; def to_s; \"#{self.class.new}\"; end; end; Deep.new.to_s",
        "class Same; def ==(other); self == other; end; end; Same.new == 1",
        "a = []; 200_000.times { a = [a] }; a.flatten.size; a.hash; a.inspect.size; Marshal.dump(a); raise ArgumentError",
    ] {
        // A stack overflow is an error in Ruby, or ends the guest. The program continues in both cases.
        match run(&rescued(code), Limits::default()) {
            Some(Ok(said)) => assert!(said == "SystemStackError\n" || said == "ArgumentError\n", "{code}: {said}"),
            Some(Err(ended)) => {
                assert!(matches!(ended, CallError::Guest(GuestFailure::StackOverflow)), "{code}: {ended:?}")
            }
            None => return,
        }
    }
}

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

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_ruby_from_an_image_is_the_one_that_was_started() {
    let (Some(module), Some(image)) = (module(), image()) else { return };
    let script = "require 'securerandom'; require 'json'
                  puts Dir.pwd, ENV.to_h, Time.now.to_i, Time.local(2026, 7, 1).to_s, rand, SecureRandom.hex, Random.rand(99),
                       $LOADED_FEATURES, Encoding.default_external, [1, 2].each.next, 'a'.hash, :new_symbol, __method__.inspect,
                       ObjectSpace.count_objects[:T_CLASS], GC.count, Fiber.new { 1 }.resume, JSON.parse('[1]'), File.read('a.txt'),
                       Jekyll::Configuration::DEFAULTS";
    let variables = [("TZ", "UTC"), ("JEKYLL_ENV", "production"), ("LANG", "a=b #{1 + 1} \"\\n")];
    let mut started = IdleRuby::start(module, &config()).expect("it starts");
    assert!(started.image(&key("other")).is_some_and(|other| restore(&other, &config()).is_none()));
    let started = run_in(started, "/site", &variables, script, Limits::default()).expect("it runs");
    assert!(started.contains("\"JEKYLL_ENV\"=>\"production\""), "{started}");
    assert!(started.contains(r##""LANG"=>"a=b \#{1 + 1} \"\\n""##), "{started}");
    assert!(started.contains("\"destination\"=>\"/site/_site\""), "{started}");
    for _ in 0..2 {
        let restored = restore(image, &config()).expect("it is an image");
        let restored = run_in(restored, "/site", &variables, script, Limits::default()).expect("it runs");
        assert_eq!(restored, started);
    }
}

/// A damaged image is not used.
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn damaged_images_are_rejected() {
    let Some(image) = image() else { return };
    let changed = |place: usize| {
        let mut bytes = image.to_vec();
        bytes[place] ^= 1;
        bytes
    };
    let longer = [image, &[0]].concat();
    let damaged = [
        &image[..image.len() / 2],
        b"",
        b"nonsense",
        &longer,
        &changed(0),
        &changed(image.len() / 2),
        &changed(image.len() - 1),
    ];
    for image in damaged {
        assert!(restore(image, &config()).is_none(), "{} bytes", image.len());
    }
}

/// An image contains memory and globals, so nothing else in an instance may change.
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_module_s_state_is_its_memory_and_its_globals() {
    use wasmparser::{DataKind, Operator, Parser, Payload};
    let Some(module) = module() else { return };
    for payload in Parser::new(0).parse_all(module) {
        match payload.expect("it is a module") {
            Payload::MemorySection(memories) => assert_eq!(memories.count(), 1),
            Payload::GlobalSection(globals) => {
                for global in globals {
                    assert_eq!(global.expect("a global").ty.content_type, wasmparser::ValType::I32);
                }
            }
            Payload::DataSection(segments) => {
                for segment in segments {
                    let segment = segment.expect("a segment");
                    assert!(matches!(segment.kind, DataKind::Active { .. }) || segment.data.is_empty());
                }
            }
            Payload::CodeSectionEntry(body) => {
                for operator in body.get_operators_reader().expect("operators") {
                    let operator = operator.expect("an operator");
                    let changes = matches!(
                        operator,
                        Operator::TableSet { .. }
                            | Operator::TableGrow { .. }
                            | Operator::TableFill { .. }
                            | Operator::TableCopy { .. }
                            | Operator::TableInit { .. }
                            | Operator::ElemDrop { .. }
                    );
                    assert!(!changes, "{operator:?}");
                }
            }
            _ => {}
        }
    }
}
