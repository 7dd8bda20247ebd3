//! Any text as a bibliography, a value of LaTeX, names and a query: an answer, never a fault, and the same again.
#![no_main]

use hastie_bibtex::{Bibliography, Latex, Options, Printing, latex, namae};
use libfuzzer_sys::fuzz_target;

fn shown(text: &str, strict: bool) -> Vec<String> {
    let mut options = Options::default();
    options.strict = strict;
    options.include_meta = true;
    let Ok(mut bibliography) = Bibliography::parse(text, &options) else { return Vec::new() };
    bibliography.replace_strings();
    bibliography.join();
    let mut shown: Vec<String> = bibliography
        .entries()
        .map(|entry| {
            let converted = entry.convert(&[&Latex]);
            format!("{}{:?}", entry.print(Printing::default(), &[]), bibliography.csl(&converted))
        })
        .collect();
    shown.extend(bibliography.query(text).into_iter().flatten().map(|entry| entry.key.clone()));
    bibliography.remove_duplicates(&[]);
    shown
}

fuzz_target!(|text: &str| {
    for strict in [true, false] {
        assert_eq!(shown(text, strict), shown(text, strict));
    }
    assert_eq!(latex::decode(text), latex::decode(text));
    assert_eq!(namae::parse(text), namae::parse(text));
});
