//! Expected results are recorded from npm's sass 1.104.1.

use hastie_sass::{Compiled, Compiler, NoFiles, Options, SourceMapOptions, Style, source_map_json};

fn compiled(source: &str, style: Style) -> (Compiled, String) {
    let compiler = Compiler::new();
    let mut options = Options::default();
    options.style = style;
    options.source_map = true;
    let compiled = compiler.compile(source, &options, &NoFiles).expect("a sheet that compiles");
    let mappings = compiled.mappings.clone().unwrap_or_default();
    let map = source_map_json(&mappings, SourceMapOptions::default(), compiler.sources(), &|_| "a.scss".to_owned());
    (compiled, map)
}

fn map(mappings: &str) -> String {
    format!("{{\"version\":3,\"sourceRoot\":\"\",\"sources\":[\"a.scss\"],\"names\":[],\"mappings\":\"{mappings}\"}}")
}

#[test]
fn comments_keep_their_lines_and_their_indentation() {
    let source = "a {\n    /* one\n     * two */\n  b: c; /* three */\n}\n/* four */ d {e: f}\n";
    let (expanded, source_map) = compiled(source, Style::Expanded);
    assert_eq!(expanded.css, "a {\n  /* one\n   * two */\n  b: c; /* three */\n}\n\n/* four */\nd {\n  e: f;\n}");
    assert_eq!(source_map, map("AAAA;AACI;AAAA;EAEF;;;AAEF;AAAW;EAAG"));
    assert_eq!(compiled(source, Style::Compressed).0.css, "a{b:c}d{e:f}");
}

#[test]
fn custom_properties_are_reindented() {
    let source = ".a {\n    --b: {\n      c: d;\n    };\n  --e:\n     f;\n}\n";
    let (expanded, source_map) = compiled(source, Style::Expanded);
    assert_eq!(expanded.css, ".a {\n  --b: {\n    c: d;\n  };\n  --e:\n     f;\n}");
    assert_eq!(source_map, map("AAAA;EACI;AAAA;AAAA;EAGF;AAAA"));
    assert_eq!(compiled(source, Style::Compressed).0.css, ".a{--b: { c: d; };--e: f}");
}

#[test]
fn mappings_follow_the_selectors() {
    let (compiled, source_map) = compiled("a > #i {x: y} .z a:focus {@extend a}", Style::Expanded);
    assert_eq!(compiled.css, "a > #i {\n  x: y;\n}");
    assert_eq!(source_map, map("AAAA;EAAQ"));
}
