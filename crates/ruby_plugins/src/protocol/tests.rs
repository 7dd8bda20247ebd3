//! The shim and the program agree on the names of messages.

#![allow(clippy::disallowed_methods, reason = "the tests read the shim's source")]

use super::{
    ChangeOperation, ConversionRequest, DocumentsOperation, LiquidRequest, Operation, ReadOperation, Request,
    ScopeRequest, SiteRequest,
};
use hastie_liquid::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The path and the text of each file of the shim, such as `liquid/tag.rb`.
fn shim() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ruby/shim");
    let entries = |folder: &Path| fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let read = |path: PathBuf| {
        let name = path.strip_prefix(&root).expect("a path in the folder").to_string_lossy().replace('\\', "/");
        (name, fs::read_to_string(&path).expect("a Ruby file"))
    };
    entries(&root).flat_map(|folder| entries(&folder)).map(read).collect()
}

/// The first argument of each call of a method, up to its comma or closing parenthesis.
fn first_arguments<'s>(source: &'s str, method: &str) -> Vec<&'s str> {
    let calls = source.split(method).skip(1);
    calls.map(|rest| rest.split([',', ')']).next().unwrap_or_default()).collect()
}

/// The string literals in an expression.
fn literals(expression: &str) -> impl Iterator<Item = &str> {
    expression.split('"').skip(1).step_by(2)
}

#[test]
fn the_shim_sends_exactly_the_known_requests() {
    let mut sent = BTreeSet::new();
    for (file, source) in shim() {
        for argument in ["Hastie.ask(", "Wire.ask("].iter().flat_map(|call| first_arguments(&source, call)) {
            let names: Vec<&str> = literals(argument).collect();
            // `Hastie.ask` itself, and `VariableCopies`, which sends the requests below.
            let is_forwarded = argument == "operation" || argument == "one.operation";
            assert!(!names.is_empty() || is_forwarded, "{file}: the name of a request is not a literal: {argument}");
            sent.extend(names.into_iter().map(str::to_owned));
        }
        for argument in
            ["VariableCopies.set(", "VariableCopies.fetched("].iter().flat_map(|call| first_arguments(&source, call))
        {
            sent.extend(literals(argument).map(str::to_owned));
        }
    }
    let lists = [SiteRequest::NAMES, ConversionRequest::NAMES, LiquidRequest::NAMES, ScopeRequest::NAMES];
    let known: BTreeSet<String> = lists.concat().into_iter().map(str::to_owned).collect();
    assert_eq!(known.len(), lists.concat().len(), "each request is defined once");
    assert_eq!(sent.difference(&known).collect::<Vec<_>>(), Vec::<&String>::new(), "the program knows these");
    assert_eq!(known.difference(&sent).collect::<Vec<_>>(), Vec::<&String>::new(), "the shim sends these");
}

#[test]
fn the_shim_sends_exactly_the_known_operations_on_documents() {
    let lists = [DocumentsOperation::NAMES, ReadOperation::NAMES, ChangeOperation::NAMES];
    let known: BTreeSet<&str> = lists.concat().into_iter().collect();
    assert_eq!(known.len(), lists.concat().len(), "each operation is defined once");
    let mut sources = String::new();
    for (file, source) in shim() {
        let calls = ["Trees.ask(", "Trees.create(", "hastie_ask(", "hastie_relative(", "hastie_set("];
        for argument in calls.iter().flat_map(|call| first_arguments(&source, call)) {
            let unknown: Vec<&str> = literals(argument).filter(|name| !known.contains(name)).collect();
            assert_eq!(unknown, Vec::<&str>::new(), "{file}");
        }
        if file.starts_with("nokogiri/") || file.starts_with("gems/feedjira") {
            sources.push_str(&source);
        }
    }
    let unused: Vec<&str> = known.into_iter().filter(|name| !sources.contains(&format!("\"{name}\""))).collect();
    assert_eq!(unused, Vec::<&str>::new());
}

#[test]
fn the_shim_has_the_token_types_of_rouge() {
    let files = shim();
    let (_, source) = files.iter().find(|(name, _)| name == "rouge/tokens.rb").expect("the file");
    let table = source.split("<<~TABLE.freeze\n").nth(1).and_then(|rest| rest.split("TABLE\n").next());
    let found: Vec<&str> = table.expect("a table").split_whitespace().collect();
    let types = hastie_rouge::Token::ALL.iter();
    let expected: Vec<String> =
        types.map(|token| format!("{}={}", token.qualified_name(), token.short_name())).collect();
    assert_eq!(found, expected);
}

#[test]
fn every_operation_is_a_method_of_the_shim() {
    let shim = shim();
    let servers = shim.iter().filter_map(|(_, source)| source.split("\n  module Server\n").nth(1));
    let modules = servers.map(|rest| rest.split("\n  end\n").next().expect("a module"));
    let methods: BTreeSet<&str> = modules
        .flat_map(str::lines)
        .filter_map(|line| line.strip_prefix("      def "))
        .map(|line| line.split(['(', ' ']).next().unwrap_or_default())
        .collect();
    let missing: Vec<&str> =
        Operation::ALL.iter().map(|operation| operation.name()).filter(|name| !methods.contains(name)).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn missing_and_mistyped_arguments_are_read_as_empty() {
    let arguments = [Value::Int(1), Value::from("key")];
    match Request::decode("defaults", &arguments) {
        Some(Request::Site(SiteRequest::Defaults { path, kind })) => assert_eq!((path, kind), ("", Some("key"))),
        other => panic!("{other:?}"),
    }
    match Request::decode("render", &[Value::from("x")]) {
        Some(Request::Liquid(LiquidRequest::Render { template, scope, raises, .. })) => {
            assert!(template.is_none() && matches!(scope, Value::Nil) && !raises);
        }
        other => panic!("{other:?}"),
    }
    assert!(Request::decode("no_such_request", &arguments).is_none());
}
