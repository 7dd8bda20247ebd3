//! The documentation: it builds without warnings, its links are valid, and its descriptions of options and messages
//! match the program.

use crate::story::Site;
use crate::tree::{files, repository};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The documentation built as a site, with further arguments.
fn built_with(arguments: &[&str]) -> BTreeMap<String, Vec<u8>> {
    let site = Site::empty();
    let mut command = site.command(&["build", "--disable-disk-cache", "--strict", "-d"]);
    command.arg(site.folder().join("built")).args(arguments).current_dir(repository().join("docs"));
    let told = site.outcome(command).succeeds();
    assert_eq!(told.err, "", "the documentation builds without a warning");
    files(&site.folder().join("built"))
}

/// The documentation built as a site, shared by all tests.
fn built() -> &'static BTreeMap<String, Vec<u8>> {
    static BUILT: std::sync::OnceLock<BTreeMap<String, Vec<u8>>> = std::sync::OnceLock::new();
    BUILT.get_or_init(|| built_with(&[]))
}

fn html(files: &BTreeMap<String, Vec<u8>>) -> impl Iterator<Item = (&str, String)> {
    let pages = files.iter().filter(|(name, _)| name.ends_with(".html"));
    pages.map(|(name, bytes)| (name.as_str(), String::from_utf8(bytes.clone()).expect("a page in UTF-8")))
}

fn pages() -> impl Iterator<Item = (&'static str, String)> {
    html(built())
}

#[test]
fn the_site_contains_only_the_documentation() {
    let above = |name: &String| name.split('/').next().unwrap_or_default().to_owned();
    let top: BTreeSet<String> = built().keys().filter(|name| name.contains('/')).map(above).collect();
    let sources = files(&repository().join("docs"));
    for name in &top {
        let is_page = sources.contains_key(&format!("{name}.md"));
        let is_beside =
            ["architecture", "changelog", "compatibility", "contributing", "security"].contains(&name.as_str());
        assert!(
            is_page || is_beside || ["assets", "docs", "plugins"].contains(&name.as_str()),
            "{name} is in the site"
        );
    }
    let stray: Vec<&String> = built().keys().filter(|name| !name.contains('/')).collect();
    assert_eq!(stray, ["index.html", "search.json"]);
}

/// A page without code, in which attributes are examples.
fn without_code(page: &str) -> String {
    let mut pieces = page.split("<code");
    let first = pieces.next().unwrap_or_default().to_owned();
    first + &pieces.filter_map(|piece| piece.split_once("</code>")).map(|(_, rest)| rest).collect::<String>()
}

/// The values of an attribute on a page.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let opening = format!(" {attribute}=\"");
    page.split(opening.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// A path with `.` and `..` resolved.
fn resolved(base: &str, address: &str) -> String {
    let mut parts: Vec<&str> = if address.starts_with('/') { Vec::new() } else { base.split('/').collect() };
    for part in address.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.join("/")
}

#[test]
fn every_link_is_valid() {
    let pages: BTreeMap<&str, String> = pages().map(|(name, page)| (name, without_code(&page))).collect();
    let mut broken = Vec::new();
    for (name, page) in &pages {
        let base = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        for address in values(page, "href").into_iter().chain(values(page, "src")) {
            if address.contains("://") || address.starts_with("data:") {
                continue;
            }
            let (path, fragment) = address.split_once('#').unwrap_or((address, ""));
            let file = if path.is_empty() { (*name).to_owned() } else { resolved(base, path) };
            let index = if file.is_empty() { "index.html".to_owned() } else { format!("{file}/index.html") };
            let target = [file.as_str(), index.as_str()].into_iter().find(|file| built().contains_key(*file));
            let has_fragment = |target: &str| {
                fragment.is_empty() || pages.get(target).is_some_and(|page| values(page, "id").contains(&fragment))
            };
            if !target.is_some_and(has_fragment) {
                broken.push(format!("{name}: {address}"));
            }
        }
    }
    assert!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
}

/// A table is shown as text if no empty line precedes it.
#[test]
fn every_table_is_a_table() {
    let mut literal = Vec::new();
    for (name, page) in pages() {
        let prose: String =
            page.split("<pre").map(|piece| piece.split_once("</pre>").map_or(piece, |(_, rest)| rest)).collect();
        let rows =
            prose.lines().filter(|line| line.starts_with('|') || line.starts_with("<p>|") || line.contains("|—"));
        literal.extend(rows.map(|line| format!("{name}: {line}")));
    }
    assert!(literal.is_empty(), "rows of tables as text:\n{}", literal.join("\n"));
}

/// The API documentation is generated by cargo. `tools/docs/build` adds it, with a configuration that shows the links to it.
#[test]
fn links_to_crates_name_existing_crates() {
    let crates: BTreeSet<String> = fs::read_dir(repository().join("crates"))
        .unwrap()
        .map(|entry| format!("hastie_{}", entry.unwrap().file_name().into_string().unwrap()))
        .collect();
    let published = built_with(&["--config", "_config.yml,_api.yml"]);
    let index = html(&published).find(|(name, _)| *name == "library/index.html").unwrap().1;
    let named: Vec<String> = values(&index, "href")
        .into_iter()
        .filter_map(|address| address.strip_prefix("/api/")?.split('/').next().map(str::to_owned))
        .collect();
    assert!(named.len() >= 5, "the navigation links the crates' pages");
    for name in named.iter().filter(|name| *name != "hastie") {
        assert!(crates.contains(name), "{name}");
    }
}

#[test]
fn every_page_is_in_the_navigation_and_in_the_search_index() {
    let index = String::from_utf8(built()["search.json"].clone()).unwrap();
    let index: Vec<serde_json::Value> = serde_json::from_str(&index).unwrap();
    let front = pages().find(|(name, _)| *name == "index.html").unwrap().1;
    let linked = values(&front, "href");
    for (name, _) in pages() {
        let address = format!("/{}", name.trim_end_matches("index.html"));
        assert!(linked.contains(&address.as_str()), "{address} is not in the navigation");
        let is_found = index.iter().any(|entry| entry["u"] == address.as_str());
        assert!(is_found, "{address} is not in the index");
    }
    assert!(index.iter().any(|entry| entry["u"] == "/scholar/#sources" && entry["h"] == "Sources"));
    let escaped = |entry: &&serde_json::Value| entry["t"].as_str().is_some_and(|text| text.contains("&lt;"));
    assert_eq!(index.iter().find(escaped), None, "a text that is read as HTML's source");
}

/// The rows of a table of arguments and options, from the help of a command.
fn options_of(help: &str) -> Vec<(String, String)> {
    let (mut rows, mut is_general) = (Vec::<(String, String)>::new(), false);
    for line in help.lines() {
        is_general |= line.starts_with("Options of every command:");
        let indent = line.len() - line.trim_start().len();
        let text = line.trim();
        if is_general || text.is_empty() || indent == 0 {
            continue;
        }
        // A line with an option starts with it. More deeply indented lines are its description.
        if (text.starts_with('-') && indent <= 6) || (text.starts_with(['<', '[']) && indent == 2) {
            let (name, says) = text.split_once("  ").unwrap_or((text, ""));
            rows.push((name.to_owned(), says.trim().to_owned()));
        } else if let Some((_, says)) = rows.last_mut().filter(|_| indent >= 10) {
            says.push_str(if says.is_empty() { "" } else { " " });
            says.push_str(text);
        }
    }
    rows
}

/// The header of an options table.
const HEAD: &str = "| option | effect |\n";

fn table(rows: &[(String, String)]) -> String {
    let row = |(name, says): &(String, String)| {
        format!("| `{}` | {} |\n", name.replace('|', "\\|"), says.replace('|', "\\|").replace('<', "&lt;"))
    };
    format!("{HEAD}|---|---|\n{}", rows.iter().map(row).collect::<String>())
}

fn help(path: &[String]) -> String {
    Site::empty().run(&path.iter().map(String::as_str).chain(["--help"]).collect::<Vec<_>>()).succeeds().out
}

/// The commands in a help text, with their descriptions.
fn commands_of(help: &str) -> Vec<(String, String)> {
    let list = help.split("\nCommands:\n").nth(1).unwrap_or_default();
    let lines = list.lines().take_while(|line| line.starts_with("  "));
    lines
        .filter_map(|line| line.trim().split_once("  "))
        .map(|(name, says)| (name.to_owned(), says.trim().to_owned()))
        .collect()
}

/// All commands and subcommands, with description and help.
fn all_commands() -> Vec<(Vec<String>, String, String)> {
    let mut found = Vec::new();
    let mut ahead: Vec<(Vec<String>, String)> =
        commands_of(&help(&[])).into_iter().map(|(name, says)| (vec![name], says)).rev().collect();
    while let Some((path, says)) = ahead.pop() {
        let text = help(&path);
        for (name, says) in commands_of(&text).into_iter().rev() {
            ahead.push(([path.as_slice(), &[name]].concat(), says));
        }
        found.push((path, says, text));
    }
    found
}

/// `docs/commands.md` has a section for each command, with the options from the program's help. `HASTIE_WRITE_DOCS=1`
/// rewrites the tables.
#[test]
fn every_command_and_option_is_documented() {
    let file = repository().join("docs/commands.md");
    let mut page = fs::read_to_string(&file).unwrap();
    let general = help(&[]);
    let general = general.split("Options of every command:").nth(1).unwrap().to_owned();
    let mut sections = vec![("Options of every command".to_owned(), String::new(), format!("Options:\n{general}"))];
    for (path, says, text) in all_commands() {
        sections.push((format!("hastie {}", path.join(" ")), says, text));
    }
    for (heading, says, text) in sections {
        let says = says.split(" [alias").next().unwrap_or_default().to_owned();
        let wanted = table(&options_of(&text));
        let start =
            page.find(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no section '## {heading}': {says}"));
        let end = page[start + 4..].find("\n## ").map_or(page.len(), |at| start + 4 + at);
        let section = page[start..end].to_owned();
        let old = section.find(HEAD).map(|at| {
            let rest = &section[at..];
            rest.lines().take_while(|line| line.starts_with('|')).map(|line| format!("{line}\n")).collect::<String>()
        });
        if old.as_deref() == Some(wanted.as_str()) || old.is_none() && options_of(&text).is_empty() {
            continue;
        }
        assert!(
            std::env::var_os("HASTIE_WRITE_DOCS").is_some(),
            "{heading}: docs/commands.md wants this table:\n{wanted}"
        );
        let new = match &old {
            Some(old) => section.replacen(old.as_str(), &wanted, 1),
            None => format!("{}\n\n{wanted}", section.trim_end()),
        };
        page.replace_range(start..end, &new);
    }
    if std::env::var_os("HASTIE_WRITE_DOCS").is_some() {
        fs::write(&file, page).unwrap();
    }
}

/// The messages in `docs/troubleshooting.md`, split at their variable parts.
fn messages(page: &str) -> impl Iterator<Item = (&str, Vec<&str>)> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` |"));
    rows.map(|(message, _)| (message, message.split('…').map(str::trim).filter(|piece| piece.len() >= 4).collect()))
}

#[test]
fn every_explained_message_exists_in_the_program() {
    let mut source = String::new();
    for folder in ["src", "crates"] {
        for (name, bytes) in files(&repository().join(folder)) {
            if name.ends_with(".rs") || name.ends_with(".rb") {
                source.push_str(&String::from_utf8_lossy(&bytes));
            }
        }
    }
    // Joins string literals that span several lines.
    let mut joined = String::with_capacity(source.len());
    for line in source.lines() {
        match line.strip_suffix('\\') {
            Some(line) if !joined.ends_with('\n') && !joined.is_empty() => joined.push_str(line.trim_start()),
            Some(line) => joined.push_str(line),
            None => {
                joined.push_str(if joined.ends_with('\n') { line } else { line.trim_start() });
                joined.push('\n');
            }
        }
    }
    let joined = joined.replace("\\\"", "\"");
    let page = fs::read_to_string(repository().join("docs/troubleshooting.md")).unwrap();
    let mut wrong = Vec::new();
    for (message, pieces) in messages(&page) {
        let page_text = |piece: &str| piece.replace("\\|", "|").replace("&lt;", "<");
        if pieces.is_empty() || !pieces.iter().all(|piece| joined.contains(&page_text(piece))) {
            wrong.push(message);
        }
    }
    assert!(wrong.is_empty(), "nothing says:\n{}", wrong.join("\n"));
    assert!(messages(&page).count() > 80, "too few messages are explained");
}

#[test]
fn every_plugin_has_a_page_and_a_line_in_the_list() {
    let registry = fs::read_to_string(repository().join("crates/plugins/src/lib.rs")).unwrap();
    let list = fs::read_to_string(repository().join("docs/plugins/README.md")).unwrap();
    let names = registry.split("const REGISTRY").nth(1).unwrap().split("];").next().unwrap();
    for name in names.split("(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(Path::new(&repository().join(format!("docs/plugins/{name}.md"))).is_file(), "no page on {name}");
        assert!(list.contains(&format!("({name}.md)")), "{name} is not in docs/plugins/README.md");
    }
}

/// The first paragraphs of a folder's documentation: of its crate's README, or of its module.
fn head_of(folder: &str) -> String {
    let crate_folder = folder.strip_suffix("/src").or_else(|| folder.strip_suffix("/shim"));
    let file = match crate_folder {
        Some(of_crate) => format!("{of_crate}/README.md"),
        None => format!("{folder}/mod.rs"),
    };
    let text = fs::read_to_string(repository().join(&file)).unwrap_or_else(|_| panic!("{file} does not exist"));
    text.lines().take(12).collect::<Vec<_>>().join("\n").to_lowercase()
}

#[test]
fn the_notice_names_every_plugin_and_the_parts_that_follow_a_reference_say_so() {
    let notice = fs::read_to_string(repository().join("NOTICE")).unwrap();
    let registry = fs::read_to_string(repository().join("crates/plugins/src/lib.rs")).unwrap();
    let names = registry.split("const REGISTRY").nth(1).unwrap().split("];").next().unwrap();
    for name in names.split("(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(notice.contains(name), "NOTICE does not name {name}");
    }
    let parts = notice.split("Parts that follow a reference closely\n").nth(1).unwrap();
    let parts = parts.lines().filter(|line| line.starts_with("crates/") || line.starts_with("src/"));
    let parts: Vec<(&str, &str)> = parts.filter_map(|line| line.split_once("  ")).collect();
    assert!(parts.len() > 15, "{parts:?}");
    for (folder, description) in parts {
        let mut words = description.split([' ', ',', '\'', ':']).filter(|word| !word.is_empty() && *word != "the");
        let reference = words.next().unwrap().to_lowercase();
        assert!(head_of(folder).contains(&reference), "the head of {folder} does not name {reference}");
    }
}

#[test]
fn every_file_in_the_architecture_exists() {
    let page = fs::read_to_string(repository().join("ARCHITECTURE.md")).unwrap();
    let names = page.split('`').skip(1).step_by(2).filter(|name| name.contains('/') || name.ends_with(".rs"));
    let names = names.filter(|name| !name.contains([' ', ':', '*', '(']) && !name.starts_with(['.', '_', '/']));
    let roots = [
        "",
        "crates/site/src",
        "crates/plugins/src",
        "crates/ruby/shim",
        "crates/ruby_plugins/src",
        "crates/site/src/render",
        "crates/site/src/render/tags",
        "src",
        "src/scholar",
        "src/serve",
    ];
    let exists = |name: &str| roots.iter().any(|root| repository().join(root).join(name).exists());
    let missing: Vec<&str> = names.filter(|name| !exists(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
