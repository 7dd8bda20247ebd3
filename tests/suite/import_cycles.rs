//! ARCHITECTURE.md lists the largest import cycles. This test finds the cycles in the imports of the files.

use crate::tree::{repository, rust_files};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A module, by the names from the root of its crate.
type Module = Vec<String>;

/// Cycles with fewer files need no row in the table.
const LARGE: usize = 6;

#[test]
fn the_table_of_import_cycles_is_complete_and_true() {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(repository().join("crates")).unwrap() {
        found.extend(large_cycles(&entry.unwrap().path().join("src")));
    }
    found.extend(large_cycles(&repository().join("src")));
    let page = fs::read_to_string(repository().join("ARCHITECTURE.md")).unwrap();
    let table = page.split("| folder | files | reason |\n|---|---|---|\n").nth(1).expect("the table of cycles");
    let rows = table.lines().take_while(|line| line.starts_with('|'));
    let listed: BTreeSet<(String, usize)> = rows
        .map(|row| {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let count = cells[2].split(',').next().unwrap_or_default();
            (cells[1].trim_matches('`').to_owned(), count.parse().expect("the number of files"))
        })
        .collect();
    assert_eq!(listed, found, "update the table of import cycles in ARCHITECTURE.md (left) to the imports (right)");
}

/// The cycles of a crate with at least `LARGE` files: the folder that contains all files, and their number.
fn large_cycles(source: &Path) -> Vec<(String, usize)> {
    let imports = imports_of_files(source);
    let reachable: BTreeMap<&Module, BTreeSet<&Module>> =
        imports.keys().map(|module| (module, reachable(module, &imports))).collect();
    let mut cycles: BTreeSet<Vec<&Module>> = BTreeSet::new();
    for (module, others) in &reachable {
        cycles.insert(others.iter().filter(|other| reachable[*other].contains(*module)).copied().collect());
    }
    let root = source.strip_prefix(repository()).unwrap().to_string_lossy().replace('\\', "/");
    let large = cycles.into_iter().filter(|cycle| cycle.len() >= LARGE);
    large.map(|cycle| (format!("{root}{}", common_folder(&cycle)), cycle.len())).collect()
}

/// The folder that contains all modules of a cycle, with a slash before each name.
fn common_folder(cycle: &[&Module]) -> String {
    let folders = cycle.iter().map(|module| &module[..module.len().saturating_sub(1)]);
    let common = folders.reduce(|one, other| {
        let length = one.iter().zip(other).take_while(|(one, other)| one == other).count();
        &one[..length]
    });
    common.into_iter().flatten().map(|name| format!("/{name}")).collect()
}

/// The modules that a module imports, directly or indirectly.
fn reachable<'a>(from: &'a Module, imports: &'a BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<&'a Module> {
    let (mut found, mut ahead) = (BTreeSet::new(), vec![from]);
    while let Some(module) = ahead.pop() {
        for next in imports.get(module).into_iter().flatten() {
            if found.insert(next) {
                ahead.push(next);
            }
        }
    }
    found
}

/// The modules of a crate that are files, with those that they import by `crate::`, `super::` or `self::`.
fn imports_of_files(source: &Path) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut texts = BTreeMap::new();
    for file in rust_files(source) {
        let path = file.strip_prefix(source).unwrap().with_extension("");
        let mut module: Module = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        module.pop_if(|name| matches!(name.as_str(), "mod" | "lib" | "main"));
        texts.insert(module, fs::read_to_string(&file).unwrap());
    }
    let of = |module: &Module, text: &str| {
        let paths = imported_paths(text).into_iter().filter_map(|path| absolute(module, &path));
        let files = paths.filter_map(|mut path| {
            while !texts.contains_key(&path) {
                path.pop()?;
            }
            Some(path)
        });
        files.filter(|file| file != module).collect()
    };
    texts.iter().map(|(module, text)| (module.clone(), of(module, text))).collect()
}

/// A path from the root of the crate, or `None` if it is about another crate.
fn absolute(module: &Module, path: &str) -> Option<Module> {
    let mut names = path.split("::").peekable();
    let mut start = module.clone();
    match *names.peek()? {
        "crate" => start.clear(),
        "self" | "super" => {}
        _ => return None,
    }
    for name in names {
        match name {
            "crate" | "self" => {}
            "super" => drop(start.pop()),
            name => start.push(name.to_owned()),
        }
    }
    Some(start)
}

/// The paths in the `use` declarations of a file, except the ones in its tests.
fn imported_paths(text: &str) -> Vec<String> {
    let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut paths = Vec::new();
    for line in code.split_inclusive(';') {
        if let Some((_, path)) = line.rsplit_once("use ") {
            let path = path.trim_end_matches(';').replace(" as ", "::");
            let path: String = path.chars().filter(|c| !c.is_whitespace()).collect();
            expand("", &path, &mut paths);
        }
    }
    paths
}

/// Expands the braces of a `use` declaration.
fn expand(prefix: &str, list: &str, paths: &mut Vec<String>) {
    let mut depth = 0;
    let items = list.split(|c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    for item in items.filter(|item| !item.is_empty()) {
        match item.split_once('{') {
            Some((start, rest)) => expand(&format!("{prefix}{start}"), rest.strip_suffix('}').unwrap_or(rest), paths),
            None => paths.push(format!("{prefix}{item}")),
        }
    }
}
