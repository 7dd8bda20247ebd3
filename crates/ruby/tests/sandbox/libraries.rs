//! Ruby's standard library in the sandbox, and gems that are missing there.

use crate::program::printed;

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
