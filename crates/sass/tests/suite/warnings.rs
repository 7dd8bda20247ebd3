//! Warnings of npm's sass, recorded by `tools/sass_random/record.mjs`.

use crate::Files;
use hastie_sass::{Compiled, Compiler, Glyphs, Options, report_warning};

const SHEET: &str = include_str!("../recorded/warnings.scss");
const CSS: &str = include_str!("../recorded/warnings.css");
const EXPECTED: &str = include_str!("../recorded/warnings.txt");

fn compile(options: &Options) -> (Compiled, String) {
    let compiler = Compiler::new();
    let compiled = compiler.compile(SHEET, options, &Files::default()).expect("a sheet that compiles");
    let reports = compiled.warnings.iter().map(|warning| report_warning(warning, compiler.sources(), Glyphs::Ascii));
    let reports = reports.collect();
    (compiled, reports)
}

#[test]
fn warnings_match_dart_sass() {
    let mut options = Options::default();
    options.url = Some("warnings.scss".into());
    let (compiled, reports) = compile(&options);
    assert_eq!(compiled.css.trim_end(), CSS.trim_end());
    assert_eq!(reports, EXPECTED);
}

#[test]
fn verbose_compilations_report_all_warnings() {
    let mut options = Options::default();
    assert!(compile(&options).1.contains("repetitive deprecation warnings omitted"));
    options.verbose = true;
    let (compiled, reports) = compile(&options);
    assert!(!reports.contains("omitted"));
    assert!(compiled.warnings.len() > EXPECTED.matches("WARNING").count());
}
