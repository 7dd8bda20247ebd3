//! Malformed, hostile and very large bibliographies: no panic, and bounded time.

use hastie_bibtex::{Bibliography, ErrorKind, Options, Printing, latex, namae};
use std::fmt::Write;

fn read(text: &str) -> Bibliography {
    Bibliography::parse(text, &Options::default()).expect("a bibliography")
}

fn keys(bibliography: &Bibliography) -> Vec<&str> {
    bibliography.entries().map(|entry| entry.key.as_str()).collect()
}

#[test]
fn an_open_quote_costs_its_entry_alone() {
    let bibliography = read("@misc{a, title = {A}}\n@misc{b,\n  title = \"open\n}\n@misc{c, title = {C}}\n");
    assert_eq!(keys(&bibliography), ["a", "c"]);
    let warning = &bibliography.warnings()[0];
    assert_eq!(warning.key.as_deref(), Some("b"));
    assert_eq!(warning.to_string(), "unbalanced braces on line 4, entry \"b\" is omitted");
}

#[test]
fn round_brackets_cost_their_entry_alone() {
    assert_eq!(keys(&read("@misc(a, title = {A})\n@misc{c, title = {C}}\n")), ["c"]);
}

#[test]
fn a_missing_key_or_comma_ends_the_reading_with_line_and_key() {
    let error = Bibliography::parse("\n@misc{\n title = {A}}", &Options::default()).unwrap_err();
    assert_eq!((error.kind, error.line), (ErrorKind::MissingKey, 3));
    let error = Bibliography::parse("@misc{k,\n a = {1}\n b = {2}}", &Options::default()).unwrap_err();
    assert_eq!((error.line, error.key.as_deref()), (3, Some("k")));
    assert!(error.to_string().starts_with("Failed to parse BibTeX on value \"b\" (NAME)"), "{error}");
}

#[test]
fn keys_that_come_again_are_counted_up() {
    let text = "@misc{same,}\n".repeat(3) + "@misc{a9,}@misc{a9,}";
    assert_eq!(keys(&read(&text)), ["same", "samf", "samg", "a9", "b0"]);
}

#[test]
fn fifty_thousand_entries_of_one_key_are_read() {
    let bibliography = read(&"@misc{k, year = 2001}\n".repeat(50_000));
    assert_eq!(bibliography.entries().count(), 50_000);
}

#[test]
fn references_in_a_circle_end() {
    let bibliography = read("@misc{a, crossref = {b}, title = {A}}@misc{b, crossref = {a}, year = 2001}");
    let entry = bibliography.entry("a").unwrap();
    assert_eq!(bibliography.get(entry, "year").unwrap().to_string(), "2001");
    assert!(bibliography.get(entry, "note").is_none());
    assert!(bibliography.query("@*[note=x]").is_err());
    assert_eq!(bibliography.csl(entry).kind, "misc");
    let itself = read("@misc{a, crossref = {a}, title = {A}}");
    assert_eq!(itself.query("@*[title=A]").unwrap().len(), 1);
}

#[test]
fn braces_nest_ten_thousand_deep() {
    let title = format!("{}x{}", "{".repeat(10_000), "}".repeat(10_000));
    let bibliography = read(&format!("@misc{{a, author = {{{title}}}, title = {{{title}}}}}"));
    let entry = bibliography.entry("a").unwrap();
    assert_eq!(latex::decode(&entry.fields["title"].to_string()), "x");
    assert!(Bibliography::parse(&format!("@misc{{a, title = {}", "{".repeat(10_000)), &Options::default()).is_err());
}

#[test]
fn fields_of_a_hundred_thousand_characters_are_decoded() {
    for unit in ["word \\\"{u} ", "\\", "{", "~", "\\c c ", "a\\o,", "$", "-", "\\'", "and ", "Ab, ", "\\emph{"] {
        let text = unit.repeat(100_000 / unit.len());
        let _ = latex::decode(&text);
        let _ = namae::parse(&text);
        let mut source = String::new();
        write!(source, "@misc{{a, author = \"{}\", title = {{x}}}}", text.replace(['"', '{', '}'], "")).unwrap();
        let bibliography = read(&source);
        let _ = bibliography.entry("a").map(|entry| entry.print(Printing::default(), &[]));
    }
}

#[test]
fn macros_that_double_themselves_stay_small() {
    let mut text = String::from("@string{m0 = \"x\" # \"y\"}\n");
    for index in 1..60 {
        writeln!(text, "@string{{m{index} = m{0} # m{0}}}", index - 1).unwrap();
    }
    text.push_str("@misc{a, title = m59, author = m59}");
    let mut bibliography = read(&text);
    bibliography.replace_strings();
    bibliography.join();
    assert!(bibliography.entry("a").is_some());
}

#[test]
fn patterns_that_explode_are_errors() {
    let bibliography = read(&format!("@misc{{a, title = {{{}!}}}}", "a".repeat(200)));
    assert!(bibliography.query("@*[title~=(((a+)+)+)+\\1$]").is_err());
    assert!(bibliography.query("@*[title~=(]").is_err());
    assert!(bibliography.query("nobody").is_err());
}
