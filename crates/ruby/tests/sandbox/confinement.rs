//! Scripts see the site's files and nothing else: no other files, processes or connections.

use crate::program::{printed, run_from, told};
use hastie_ruby::wasm::Limits;

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
