//! Warnings as npm's sass tells them. `tools/sass_random/record.mjs` records them.

use crate::Files;
use hastie_sass::{Compiled, Compiler, Glyphs, Options, report_warning};

const SHEET: &str = include_str!("../recorded/warnings.scss");
const CSS: &str = include_str!("../recorded/warnings.css");
const TOLD: &str = include_str!("../recorded/warnings.txt");

fn compile(options: &Options) -> (Compiled, String) {
    let compiler = Compiler::new();
    let compiled = compiler.compile(SHEET, options, &Files::default()).expect("a sheet that compiles");
    let told = compiled.warnings.iter().map(|warning| report_warning(warning, compiler.sources(), Glyphs::Ascii));
    let told = told.collect();
    (compiled, told)
}

#[test]
fn warnings_read_as_those_of_dart_sass() {
    let mut options = Options::default();
    options.url = Some("warnings.scss".into());
    let (compiled, told) = compile(&options);
    assert_eq!(compiled.css.trim_end(), CSS.trim_end());
    assert_eq!(told, TOLD);
}

#[test]
fn verbose_compilations_omit_no_warning() {
    let mut options = Options::default();
    assert!(compile(&options).1.contains("repetitive deprecation warnings omitted"));
    options.verbose = true;
    let (compiled, told) = compile(&options);
    assert!(!told.contains("omitted"));
    assert!(compiled.warnings.len() > TOLD.matches("WARNING").count());
}
