//! Our samples (`tests/samples/LANGUAGE/`) come out with the tokens that Ruby Rouge was recorded to give them.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test over files of its own")]

use hastie_rouge::{LEXERS, lex};
use std::fs;
use std::path::{Path, PathBuf};

fn listed(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// The recorded tokens, as qualified name and text.
fn recorded(text: &str, tokens: &str) -> Vec<(String, String)> {
    let mut letters = text.chars();
    tokens
        .lines()
        .map(|line| {
            let (name, length) = line.split_once(' ').unwrap();
            (name.to_owned(), letters.by_ref().take(length.parse().unwrap()).collect())
        })
        .collect()
}

#[test]
fn samples_have_the_tokens_that_ruby_gives_them() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
    let mut wrong = Vec::new();
    let mut seen = 0;
    for folder in listed(&home) {
        let language = folder.file_name().unwrap().to_str().unwrap().to_owned();
        for path in listed(&folder).iter().filter(|path| path.extension().is_none_or(|e| e != "tokens")) {
            let text = fs::read_to_string(path).unwrap();
            let tokens_path = format!("{}.tokens", path.display());
            let wanted = recorded(&text, &fs::read_to_string(tokens_path).unwrap());
            let tokens = lex(&language, &text).unwrap();
            let got: Vec<(String, String)> =
                tokens.iter().map(|(token, text)| (token.qualified_name().to_owned(), text.to_owned())).collect();
            seen += 1;
            if let Some(i) = (0..wanted.len().max(got.len())).find(|&i| wanted.get(i) != got.get(i)) {
                wrong.push(format!("{}: Ruby {:?}, here {:?}", path.display(), wanted.get(i), got.get(i)));
            }
        }
    }
    assert!(wrong.is_empty(), "of {seen} samples {} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// Every pattern of every lexer is understood (a state's patterns are compiled, and checked in a test, when the state
/// is entered), and no text is lost on code that fits no language.
#[test]
fn odd_texts_come_out_whole() {
    let texts = ["", "\n", "\u{feff}x", "<?php <% {{ \"'`\\", "((((((((((\n))\n{{{{[[[", "é\r\n\t\0\u{2028}ü 'a"];
    for info in &LEXERS {
        for text in texts {
            let tokens = lex(info.tag, text).unwrap();
            // Escape markers are taken out by Rouge, too; in these others it loses text: a name at the end in Coq, a
            // character of several letters in Crystal. All other languages keep each byte.
            if !["escape", "coq", "crystal"].contains(&info.tag) {
                assert_eq!(tokens.text(), text, "{}", info.tag);
            }
        }
    }
}

/// Rouge 4.6.1 ends with an error (`nil` has no `-`) at such a brace, and a build with it.
#[test]
fn a_closing_brace_in_a_tcl_string_is_part_of_it() {
    let tokens = lex("tcl", "puts \"}\"").unwrap();
    let got: Vec<_> = tokens.iter().map(|(token, text)| (token.qualified_name(), text)).collect();
    assert_eq!(got, [("Text", "puts "), ("Literal.String.Double", "\"}\"")]);
}
