//! Style sheets and their source maps.

use crate::story::Site;
use serde_json::Value;

/// A source map is the same as recorded, as decoded JSON.
#[track_caller]
fn same_map(site: &Site, path: &str, recorded: &str) {
    let map: Value = serde_json::from_str(&site.read(path).expect("a source map")).expect("JSON");
    assert_eq!(map, serde_json::from_str::<Value>(recorded).expect("JSON"));
}

#[test]
fn partials_are_found_and_the_map_names_them() {
    let site = Site::new()
        .file("css/main.scss", "---\n---\n@import \"colours\";\n.a {\n  color: $c;\n  &:hover { top: 1px }\n}\n")
        .file("_sass/_colours.scss", "$c: #123456;\n/* kept\n\n   whole */\nb { i { x: y } }\n");
    site.build().succeeds().wrote_just(&["css/main.css", "css/main.css.map"]).wrote("css/main.css", MAIN);
    same_map(&site, "_site/css/main.css.map", MAIN_MAP);
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
fn compressed_sheets_without_maps() {
    let site = Site::new()
        .file("_config.yml", "sass: {style: compressed, sourcemap: never, sass_dir: styles}\ntint: '#aabbcc'\n")
        .file("m.scss", "---\n---\n@import 'b';\n.a { .b { color: {{ site.tint }}; margin: 0 1px } }\n")
        .file("styles/_b.scss", ".b{c:d}\n");
    site.build().succeeds().wrote_just(&["m.css"]).wrote("m.css", ".b{c:d}.a .b{color:#abc;margin:0 1px}");
}

#[test]
fn maps_only_while_developing() {
    let site =
        Site::new().file("_config.yml", "sass: {sourcemap: development}\n").file("m.scss", "---\n---\na { b: c }\n");
    site.build().succeeds().wrote_just(&["m.css"]);
    site.run_with(&["build"], &[("JEKYLL_ENV", "development")]).succeeds().wrote_just(&["m.css", "m.css.map"]);
}

/// In Jekyll a source map is a page from the moment its sheet is converted.
#[test]
fn later_pages_see_the_map_among_the_pages() {
    let page = "---\n---\n{% for p in site.pages %}{{ p.name }} {% endfor %}";
    let site = Site::new().file("a.html", page).file("m.scss", "---\n---\na { b: c }\n").file("z.html", page);
    site.build().succeeds().wrote("a.html", "a.html m.scss z.html ").wrote("z.html", "a.html m.scss z.html m.css.map ");
}

#[test]
fn a_mistake_is_shown_with_its_place() {
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
