//! The commands in the documentation, executed exactly as written. The commands of a page run in sequence in one shell.

use crate::story::{Site, program};
use crate::tree::{copy, files, repository};
use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

/// The Markdown files with commands: the README and all of docs/.
fn sources() -> Vec<(String, String)> {
    let docs = files(&repository().join("docs")).into_iter().filter(|(name, _)| !name.contains("_site/"));
    let markdown = docs.filter(|(name, _)| name.ends_with(".md"));
    let mut found: Vec<(String, String)> =
        markdown.map(|(name, bytes)| (format!("docs/{name}"), String::from_utf8(bytes).unwrap())).collect();
    found.push(("README.md".to_owned(), fs::read_to_string(repository().join("README.md")).unwrap()));
    found
}

/// A block of shell commands on a page.
struct Block {
    line: usize,
    commands: String,
    /// The reason why it is skipped.
    excused: Option<String>,
    /// Whether it needs the sandboxed Ruby, which `HASTIE_RUBY_WASM` provides.
    wants_ruby: bool,
}

/// The sandboxed Ruby module, if available.
fn ruby() -> Option<PathBuf> {
    std::env::var_os("HASTIE_RUBY_WASM").map(PathBuf::from).filter(|file| file.is_file())
}

/// The line before blocks that need the sandboxed Ruby.
const WANTS_RUBY: &str = "<!-- run where the tests have the interpreter -->";

fn blocks(text: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let (mut excuse, mut wants_ruby, mut is_inside) = (None, false, false);
    for (number, line) in text.lines().enumerate() {
        match line.trim_end() {
            "```sh" => {
                let wants_ruby = std::mem::take(&mut wants_ruby);
                found.push(Block { line: number + 1, commands: String::new(), excused: excuse.take(), wants_ruby });
                is_inside = true;
            }
            "```" => is_inside = false,
            WANTS_RUBY => wants_ruby = true,
            line if is_inside => {
                if let Some(block) = found.last_mut() {
                    block.commands.push_str(line);
                    block.commands.push('\n');
                }
            }
            line => {
                let reason = line.strip_prefix("<!-- not run: ").and_then(|line| line.strip_suffix(" -->"));
                excuse = reason.map(str::to_owned).or(excuse.take().filter(|_| line.is_empty()));
            }
        }
    }
    found
}

/// A wrapper for `hastie`: servers stop after they have started, and citation counts come from a file instead of
/// services.
const SHIM: &str = r#"#!/bin/sh
case "$1 $2" in "scholar fetch") exec "$HASTIE_BINARY" "$@" --from file --file "$HOME/counts.json" ;; esac
for word in "$@"; do
    case "$word" in serve | s | server | --watch)
        said=$(mktemp)
        "$HASTIE_BINARY" "$@" --port 0 >"$said" 2>&1 &
        server=$!
        for _ in $(seq 300); do
            grep -q 'Server running' "$said" && break
            kill -0 $server 2>/dev/null || break
            sleep 0.1
        done
        cat "$said"
        kill $server && grep -q 'Server running' "$said"
        exit
    esac
done
exec "$HASTIE_BINARY" "$@"
"#;

/// A fake npm client that provides the sandboxed Ruby.
const NPM: &str = "#!/bin/sh\ncp \"$RUBY_MODULE\" ruby.tgz && echo ruby.tgz\n";

/// A fake cargo, because cargo is already running. It uses the program and the example that were compiled for the tests
/// (if only this suite is built, the example may be missing), and installs nothing. Any other command must be one that CI runs.
const CARGO: &str = r#"#!/bin/sh
case "$*" in
    "run --release -- "*) shift 3; cd "$HOME/hastie" && exec "$HOME/bin/hastie" "$@" ;;
    "run --example plugin -- "*)
        shift 4
        example=${HASTIE_BINARY%/*}/examples/plugin
        [ ! -e "$example" ] || exec "$example" "$@"
        ;;
    "install --locked --path .") ;;
    *) grep -qE "(^|[ ;])cargo $*( |;|\$)" "$HOME/hastie/.ci/run" "$HOME/hastie/tools/docs/build" ;;
esac
"#;

/// Fake publishing programs, which check that the files to be published exist.
const PUBLISHER: &str = "#!/bin/sh\nfor word in \"$@\"; do case $word in _site*) exec test -s \"${word%/}/index.html\" ;; esac; done; exit 1\n";

/// The files that the pages assume: a site, a researcher's files, and a checkout of this repository.
fn surroundings() -> Site {
    let site = Site::empty().file("bin/hastie", SHIM).file("bin/npm", NPM).file("bin/cargo", CARGO);
    let site = site.file("bin/npx", PUBLISHER).file("bin/rsync", PUBLISHER);
    site.run(&["new", "your-site"]).succeeds();
    let counts = fs::read(repository().join("assets/scholar/gs_data.json")).unwrap();
    site.write("counts.json", counts);
    let config = site.folder().join("your-site/_config.yml");
    let settings = fs::read_to_string(&config).unwrap() + "\ncollections:\n  talks:\n    output: true\n";
    fs::write(config, settings).unwrap();
    for (name, text) in [
        (
            "your-site/papers.bib",
            "@article{a, title = {Terns}, author = {Sparrow, Wrenna}, journal = {Gulls}, year = 2025}\n",
        ),
        (
            "your-site/publications.tsv",
            "pub_date\ttitle\tvenue\texcerpt\tcitation\turl_slug\tpaper_url\n2025-01-02\tTerns\tGulls\t\tS. 2025\tterns\t\n",
        ),
        (
            "your-site/talks.tsv",
            "title\ttype\turl_slug\tvenue\tdate\tlocation\ttalk_url\tdescription\nTerns\tTalk\tterns\tGulls\t2025-01-02\tOslo\t\tIt\n",
        ),
        ("your-site/cv.json", "{\"basics\": {\"name\": \"Wrenna Sparrow\"}}\n"),
    ] {
        site.write(name, text);
    }
    // GitHub's default theme.
    site.write("gems/gems/jekyll-theme-primer-0.6.0/_layouts/default.html", "{{ content }}\n");
    for part in ["_data", "_includes", "_layouts", "_pages", "_posts", "_sass", "assets", "docs"] {
        copy(&repository().join(part), &site, &format!("hastie/{part}/"));
    }
    for name in [
        "_config.yml",
        ".ci/run",
        "tools/docs/build",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "COMPATIBILITY.md",
        "CONTRIBUTING.md",
    ] {
        site.write(&format!("hastie/{name}"), fs::read(repository().join(name)).unwrap());
    }
    site
}

/// Runs the blocks of a page in sequence in one shell. The error is the output.
fn run(name: &str, blocks: &[Block]) -> Result<(), String> {
    let site = surroundings();
    let mut script = "set -eu\n".to_owned();
    let ruby = ruby();
    for block in blocks.iter().filter(|block| block.excused.is_none() && (ruby.is_some() || !block.wants_ruby)) {
        script.push_str(&format!("echo '--- {name}:{}'\n{}", block.line, block.commands));
    }
    let mut shell = program("sh");
    let path = format!("{}:{}", site.folder().join("bin").display(), std::env::var("PATH").unwrap_or_default());
    shell
        .args(["-c", &format!("chmod +x bin/*\n{script}")])
        .current_dir(site.folder())
        .envs([("PATH", path.as_str()), ("HASTIE_BINARY", env!("CARGO_BIN_EXE_hastie")), ("HASTIE_OFFLINE", "1")])
        .env("HOME", site.folder())
        .env("RUBY_MODULE", ruby.unwrap_or_default())
        .env("GEM_HOME", site.folder().join("gems"))
        .stdin(Stdio::null());
    let output = shell.output().expect("a shell");
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.success() { Ok(()) } else { Err(format!("{name} does not run:\n{said}")) }
}

/// The number of blocks that may be skipped: the comparisons with other programs, and their suites.
const EXCUSED: usize = 5;

#[test]
fn every_command_in_the_documentation_runs() {
    let (mut excused, mut failed) = (0, Vec::new());
    for (name, text) in sources() {
        let indented = text.lines().find(|line| line.starts_with("    hastie ") || line.starts_with("    cargo "));
        assert!(indented.is_none(), "{name}: commands must be in blocks that begin with ```sh: {indented:?}");
        let blocks = blocks(&text);
        excused += blocks.iter().filter(|block| block.excused.is_some()).count();
        if blocks.iter().any(|block| block.excused.is_none()) {
            failed.extend(run(&name, &blocks).err());
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
    assert!(excused <= EXCUSED, "{excused} blocks are not run");
}
