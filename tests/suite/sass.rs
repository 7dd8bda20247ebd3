//! Style sheets and their source maps.

use crate::story::Site;
use serde_json::Value;

/// Checks that a source map is the same as recorded, after decoding the JSON.
#[track_caller]
fn same_map(site: &Site, path: &str, recorded: &str) {
    let map: Value = serde_json::from_str(&site.read(path).expect("a source map")).expect("JSON");
    assert_eq!(map, serde_json::from_str::<Value>(recorded).expect("JSON"));
}

#[test]
fn partials_are_found_and_listed_in_the_map() {
    let site = Site::new()
        .file("css/main.scss", "---\n---\n@import \"colours\";\n.a {\n  color: $c;\n  &:hover { top: 1px }\n}\n")
        .file("_sass/_colours.scss", "$c: #123456;\n/* kept\n\n   whole */\nb { i { x: y } }\n");
    site.build().succeeds().wrote_just(&["css/main.css", "css/main.css.map"]).wrote("css/main.css", MAIN);
    same_map(&site, "_site/css/main.css.map", MAIN_MAP);
}

#[test]
fn deprecations_are_shown_with_verbose() {
    let site = Site::new()
        .file("main.scss", "---\n---\n@import 'a';\n.m { width: 1px }\n")
        .file("_sass/_a.scss", ".a { top: 1px }\n");
    site.build().succeeds().does_not_say("deprecated");
    site.write("main.scss", "---\n---\n@import 'a';\n.m { width: 2px }\n");
    let outcome = site.run(&["build", "--verbose"]).succeeds();
    assert!(outcome.all().contains("Sass @import rules are deprecated"), "{}", outcome.all());
}

/// dart-sass searches for the last brace before a comment, even if it belongs to a nested rule.
#[test]
fn a_comment_after_a_nested_rule_stays_on_the_line_of_a_brace() {
    let site =
        Site::new().file("main.scss", COMMENTED).file("_sass/_p.scss", ".z {\n  .c { color: red } /* Part */\n}\n");
    let site = site.file("ascii.scss", "---\n---\n.a {\n  .c { color: red } /* One */\n}\n");
    let site = site.file("broken.scss", "");
    let ascii = ".a .c {\n  color: red;\n}\n.a { /* One */ }\n\n/*# sourceMappingURL=ascii.css.map */";
    site.build().succeeds().wrote("main.css", COMMENTS).wrote("ascii.css", ascii);
    same_map(&site, "_site/main.css.map", COMMENTS_MAP);
    let site = site.file("broken.scss", "---\n---\n.a {\n  .c { color: red } /* One */ $ }\n");
    let outcome = site.build().fails();
    assert!(outcome.all().contains("2 │   .c { color: red } /* One */ $ }"));
}

/// Icon fonts use the same characters, which a compressed style sheet contains literally.
#[test]
fn icon_font_characters_next_to_a_comment_after_a_nested_rule() {
    let rules = "$icon: \\e3b1;\n.a::before { content: unquote(\"\\\"#{$icon}\\\"\") }\n.b {\n  .c { d: $icon } /* e */\n}\n.f { g: h }\n";
    let site = Site::new().file("m.scss", format!("---\n---\n{rules}"));
    site.build().succeeds().wrote("m.css", ICONS);
    same_map(&site, "_site/m.css.map", ICONS_MAP);
    let site = site.file("_config.yml", "sass: {style: compressed, sourcemap: never}\n");
    let small = "\u{feff}.a::before{content:\"\u{e3b1}\"}.b .c{d:\u{e3b1}}.f{g:h}";
    site.build().succeeds().wrote("m.css", small);
}

#[test]
fn modules_and_the_indented_syntax_have_maps_as_well() {
    let site = Site::new()
        .file("m.scss", "---\n---\n@use \"sizes/all\" as *;\n@use \"sass:math\";\n.a { width: math.div($w, 2) }\n")
        .file("_sass/sizes/_all.scss", "$w: 8px;\n.size { w: $w }\n")
        .file("n.sass", "---\n---\n.a\n  color: red\n  &:hover\n    color: blue\n");
    site.build().succeeds().wrote("m.css", MODULES).wrote("n.css", INDENTED);
    same_map(&site, "_site/m.css.map", MODULES_MAP);
    same_map(&site, "_site/n.css.map", INDENTED_MAP);
}

#[test]
fn compressed_sheets_may_have_no_maps() {
    let site = Site::new()
        .file("_config.yml", "sass: {style: compressed, sourcemap: never, sass_dir: styles}\ntint: '#aabbcc'\n")
        .file("m.scss", "---\n---\n@import 'b';\n.a { .b { color: {{ site.tint }}; margin: 0 1px } }\n")
        .file("styles/_b.scss", ".b{c:d}\n");
    site.build().succeeds().wrote_just(&["m.css"]).wrote("m.css", ".b{c:d}.a .b{color:#abc;margin:0 1px}");
}

#[test]
fn maps_are_written_only_in_development() {
    let site =
        Site::new().file("_config.yml", "sass: {sourcemap: development}\n").file("m.scss", "---\n---\na { b: c }\n");
    site.build().succeeds().wrote_just(&["m.css"]);
    site.run_with(&["build"], &[("JEKYLL_ENV", "development")]).succeeds().wrote_just(&["m.css", "m.css.map"]);
}

/// In Jekyll, a source map becomes a page when its style sheet is converted.
#[test]
fn later_pages_see_the_map_in_site_pages() {
    let page = "---\n---\n{% for p in site.pages %}{{ p.name }} {% endfor %}";
    let site = Site::new().file("a.html", page).file("m.scss", "---\n---\na { b: c }\n").file("z.html", page);
    site.build().succeeds().wrote("a.html", "a.html m.scss z.html ").wrote("z.html", "a.html m.scss z.html m.css.map ");
}

/// The path of the only cache entry, relative to the site's folder.
fn entry(site: &Site) -> std::path::PathBuf {
    let folder = site.folder().join(".jekyll-cache/Hastie/Sass");
    let mut entries: Vec<_> = std::fs::read_dir(folder).expect("a cache").map(|entry| entry.unwrap().path()).collect();
    assert_eq!(entries.len(), 1, "one entry a sheet");
    entries.remove(0)
}

/// Replaces a word in the only cache entry by one of the same length, to show whether output comes from the cache.
fn mark(site: &Site, old: &str, new: &str) {
    let path = entry(site);
    let mut bytes = std::fs::read(&path).unwrap();
    let at = bytes.windows(old.len()).position(|window| window == old.as_bytes()).expect("the word");
    bytes[at..at + old.len()].copy_from_slice(new.as_bytes());
    std::fs::write(&path, bytes).unwrap();
}

fn with_a_partial() -> Site {
    Site::new()
        .file("_config.yml", "sass: {style: compressed, sourcemap: never}\n")
        .file("m.scss", "---\n---\n@use 'a';\n.m { color: a.$c }\n")
        .file("_sass/_a.scss", "$c: red;\n")
}

#[test]
fn an_unchanged_sheet_is_not_recompiled() {
    let site = with_a_partial();
    site.build().succeeds().wrote("m.css", ".m{color:red}");
    mark(&site, "{color:red}", "{color:tan}");
    site.build().succeeds().wrote("m.css", ".m{color:tan}");
    site.run(&["build", "--disable-disk-cache"]).succeeds().wrote("m.css", ".m{color:red}");
}

/// Jekyll 3 has no cache folder, and GitHub Pages enforces `safe`. The cache does not affect their output.
#[test]
fn sheets_of_ruby_sass_are_cached_as_well() {
    let site = Site::new()
        .file("_config.yml", "github_pages: true\ntheme: null\nsass: {style: compressed}\n")
        .file("m.scss", "---\n---\n@import 'a';\n.m { color: $c }\n@warn 'mind';\n")
        .file("_sass/_a.scss", "$c: red;\n");
    site.build().succeeds().wrote("m.css", ".m{color:red}\n");
    mark(&site, "{color:red}", "{color:tan}");
    let outcome = site.build().succeeds().wrote_just(&["m.css"]).wrote("m.css", ".m{color:tan}\n");
    assert!(outcome.all().contains("WARNING: mind"), "{}", outcome.all());
    site.run(&["build", "--disable-disk-cache"]).succeeds().wrote("m.css", ".m{color:red}\n");
    site.write("_sass/_a.scss", "$c: blue;\n");
    site.build().succeeds().wrote("m.css", ".m{color:blue}\n");
    // The result of dart-sass is a separate entry.
    site.run(&["build", "--no-github-pages"]).succeeds();
    site.build().succeeds().wrote("m.css", ".m{color:blue}\n");
}

#[test]
fn a_cached_sheet_has_its_map_and_warnings() {
    let site =
        Site::new().file("m.scss", "---\n---\n@import 'a';\n@warn 'mind';\n").file("_sass/_a.scss", ".a { b: c }\n");
    let warning = "Stylesheet: <site>/m.scss:2: mind";
    site.build().succeeds().says(warning);
    let (css, map) = (site.read("_site/m.css"), site.read("_site/m.css.map"));
    site.build().succeeds().says(warning);
    assert!(css.is_some() && map.is_some());
    assert_eq!((css, map), (site.read("_site/m.css"), site.read("_site/m.css.map")));
}

#[test]
fn a_change_to_any_source_of_a_sheet_recompiles_it() {
    let site = with_a_partial();
    site.build().succeeds().wrote("m.css", ".m{color:red}");
    site.write("_sass/_a.scss", "$c: tan;\n");
    site.build().succeeds().wrote("m.css", ".m{color:tan}");
    site.write("m.scss", "---\n---\n@use 'a';\n.n { color: a.$c }\n");
    site.build().succeeds().wrote("m.css", ".n{color:tan}");
    site.write("_config.yml", "sass: {style: expanded, sourcemap: never}\n");
    site.build().succeeds().wrote("m.css", ".n {\n  color: tan;\n}");
    // A file next to the style sheet takes precedence over one in the load path.
    site.write("_a.scss", "$c: blue;\n");
    site.build().succeeds().wrote("m.css", ".n {\n  color: blue;\n}");
    site.write("_a.sass", "$c: green\n");
    site.build().fails().says("It's not clear which file to import. Found:");
}

#[test]
fn a_damaged_or_unwritable_cache_only_costs_time() {
    let site = with_a_partial();
    site.build().succeeds();
    let path = entry(&site);
    let bytes = std::fs::read(&path).unwrap();
    for length in [0, 7, bytes.len() / 2, bytes.len() - 1] {
        std::fs::write(&path, &bytes[..length]).unwrap();
        site.build().succeeds().wrote("m.css", ".m{color:red}");
        assert_eq!(std::fs::read(&path).unwrap(), bytes, "the entry is whole again");
    }
    std::fs::remove_dir_all(site.folder().join(".jekyll-cache")).unwrap();
    site.write(".jekyll-cache", "a file in the way");
    site.build().succeeds().wrote("m.css", ".m{color:red}");
}

#[test]
fn a_sheet_with_random_numbers_is_never_cached() {
    let site = Site::new().file("m.scss", "---\n---\n@use 'sass:math';\n.m { a: math.random(1000000000) }\n");
    site.build().succeeds();
    let first = site.read("_site/m.css");
    site.build().succeeds();
    assert_ne!(first, site.read("_site/m.css"));
}

#[test]
fn an_error_is_shown_with_its_location() {
    let site = Site::new().file("m.scss", "---\n---\na { b: c }\n.x { color: }\n");
    site.build()
        .fails()
        .says("Conversion error: Jekyll::Converters::Scss encountered an error while converting 'm.scss':")
        .says("│             ^");
    assert!(!site.folder().join("_site").exists());
}

// Recorded from Ruby Jekyll with dart-sass 1.104.1.
const MAIN: &str = r##"/* kept

   whole */
b i {
  x: y;
}

.a {
  color: #123456;
}
.a:hover {
  top: 1px;
}

/*# sourceMappingURL=main.css.map */"##;
const MAIN_MAP: &str = r##"{"version":3,"sourceRoot":"","sources":["../_sass/_colours.scss","main.scss"],"names":[],"mappings":"AACA;;AAAA;AAGI;EAAI;;;ACHR;EACE,ODFE;;ACGF;EAAU","sourcesContent":["$c: #123456;\n/* kept\n\n   whole */\nb { i { x: y } }\n","@import \"colours\";\n.a {\n  color: $c;\n  &:hover { top: 1px }\n}\n"],"file":"main.css"}"##;
const MODULES: &str = r##".size {
  w: 8px;
}

.a {
  width: 4px;
}

/*# sourceMappingURL=m.css.map */"##;
const MODULES_MAP: &str = r##"{"version":3,"sourceRoot":"","sources":["_sass/sizes/_all.scss","m.scss"],"names":[],"mappings":"AACA;EAAQ,GADJ;;;ACEJ;EAAK","sourcesContent":["$w: 8px;\n.size { w: $w }\n","@use \"sizes/all\" as *;\n@use \"sass:math\";\n.a { width: math.div($w, 2) }\n"],"file":"m.css"}"##;
const INDENTED: &str = r##".a {
  color: red;
}
.a:hover {
  color: blue;
}

/*# sourceMappingURL=n.css.map */"##;
const INDENTED_MAP: &str = r##"{"version":3,"sourceRoot":"","sources":["n.sass"],"names":[],"mappings":"AAAA;EACE;;AACA;EACE","sourcesContent":[".a\n  color: red\n  &:hover\n    color: blue\n"],"file":"n.css"}"##;

const COMMENTED: &str = r##"---
---
@import "p";
.a {
  background: #eee;
  .c { color: red } /* One */
  .err { color: blue } /* Two */
  .gh { } /* Three */
  .gd, .x { color: green } /* of two
     lines */
  .ge { } /* after an empty one */
  .gs { } /* and another */
  @media print { .k { a: b } /* in media */ }
}
.p,
.q {
  .r { s: t } /* one */ /* two */
  .u { v: w } /*x*/ color: blue;
  .y { }
  .z { } /* other copy */
}
@mixin m { .b { x: y } /* mixed */ }
.n { @include m; }
.pre {
  content: "/*";
  .k { x: "{" } /* Ünï */ }
.url { /* own */ background: url(http://x/a); .b{c:d} /* u */ }
"##;
const COMMENTS: &str = r##"@charset "UTF-8";
.z .c {
  color: red;
}
.z { /* Part */ }

.a {
  background: #eee;
}
.a .c {
  color: red;
}
.a { /* One */ }
.a .err {
  color: blue;
}
.a { /* Two */ }
.a { /* Three */ }
.a .gd, .a .x {
  color: green;
}
.a { /* of two
lines */ }
.a { /* after an empty one */ }
.a { /* and another */ }
@media print {
  .a .k {
    a: b;
  }
  .a { /* in media */ }
}

.p .r,
.q .r {
  s: t;
}
.p,
.q { /* one */ /* two */
}
.p .u,
.q .u {
  v: w;
}
.p,
.q { /*x*/
  color: blue;
}
.p,
.q { /* other copy */ }

.n .b {
  x: y;
}
.n {
  /* mixed */
}

.pre {
  content: "/*";
}
.pre .k {
  x: "{";
}
.pre { /* Ünï */ }

.url { /* own */
  background: url(http://x/a);
}
.url .b {
  c: d;
}
.url { /* u */ }

/*# sourceMappingURL=main.css.map */"##;
const COMMENTS_MAP: &str = r##"{"version":3,"sourceRoot":"","sources":["_sass/_p.scss","main.scss"],"names":[],"mappings":";AACE;EAAK;;AADP,KACoB;;ACApB;EACE;;AACA;EAAK;;AAFP,KAEoB;AAClB;EAAO;;AAHT,KAGuB;AAHvB,KAIU;AACR;EAAU;;AALZ,KAK2B;AAAA;AAL3B,KAOU;AAPV,KAQU;AACR;EAAe;IAAK;;EATtB,KAS6B;;;AAI3B;AAAA;EAAK;;AAFP;AAAA,KAEc;;AACZ;AAAA;EAAK;;AAHP;AAAA,KAGc;EAAM;;AAHpB;AAAA,KAKS;;AAEE;EAAK;;AAChB;AADuB;;;AAEvB;EACE;;AACA;EAAK;;AAFP,OAEgB;;AAChB;EAAiB;;AAA6B;EAAG;;AAAjD","sourcesContent":[".z {\n  .c { color: red } /* Part */\n}\n","@import \"p\";\n.a {\n  background: #eee;\n  .c { color: red } /* One */\n  .err { color: blue } /* Two */\n  .gh { } /* Three */\n  .gd, .x { color: green } /* of two\n     lines */\n  .ge { } /* after an empty one */\n  .gs { } /* and another */\n  @media print { .k { a: b } /* in media */ }\n}\n.p,\n.q {\n  .r { s: t } /* one */ /* two */\n  .u { v: w } /*x*/ color: blue;\n  .y { }\n  .z { } /* other copy */\n}\n@mixin m { .b { x: y } /* mixed */ }\n.n { @include m; }\n.pre {\n  content: \"/*\";\n  .k { x: \"{\" } /* Ünï */ }\n.url { /* own */ background: url(http://x/a); .b{c:d} /* u */ }\n"],"file":"main.css"}"##;

const ICONS: &str = r##".a::before {
  content: "\e3b1";
}

.b .c {
  d: \e3b1;
}
.b { /* e */ }

.f {
  g: h;
}

/*# sourceMappingURL=m.css.map */"##;
const ICONS_MAP: &str = r##"{"version":3,"sourceRoot":"","sources":["m.scss"],"names":[],"mappings":"AACA;EAAa;;;AAEX;EAAK,GAHA;;AAEP,KACkB;;AAElB;EAAK","sourcesContent":["$icon: \\e3b1;\n.a::before { content: unquote(\"\\\"#{$icon}\\\"\") }\n.b {\n  .c { d: $icon } /* e */\n}\n.f { g: h }\n"],"file":"m.css"}"##;
