//! Data files.

use crate::story::Site;

const ALL: &str = "---\n---\n{{ site.data | jsonify }}";

#[test]
fn folders_take_precedence_over_files_and_formats_are_ordered() {
    let site = Site::new()
        .file("i.html", ALL)
        .file("_data/s.yml", "own: 2\n")
        .file("_data/s/a.yaml", "k: 1\n")
        .file("_data/s/t/b.json", "[1, {\"x\": null}]")
        .file("_data/z.yaml", "first\n")
        .file("_data/z.yml", "second\n")
        .file("_data/.hidden.yml", "h: 1\n")
        .file("_data/not data.txt", "n")
        .file("_data/two words.yml", "w: 1\n")
        .file("_data/empty.yml", "");
    site.build().succeeds().wrote(
        "i.html",
        "{\"z\":\"second\",\"empty\":false,\"s\":{\"a\":{\"k\":1},\"t\":{\"b\":[1,{\"x\":null}]}},\"two_words\":{\"w\":1}}",
    );
}

#[test]
fn tables_are_parsed_as_in_ruby() {
    let cases = [
        ("a,b\n1,2\n", r#"[{"a":"1","b":"2"}]"#),
        ("a,b\r\n\"x\r\ny\",2\r\n", r#"[{"a":"x\r\ny","b":"2"}]"#),
        ("a,b\n\n1,2\n", r#"[{"a":null,"b":null},{"a":"1","b":"2"}]"#),
        ("a,b\n1\n", r#"[{"a":"1","b":null}]"#),
        ("a,b\n1,2,3\n", r#"[{"a":"1","b":"2","":"3"}]"#),
        ("a,a\n1,2\n", r#"[{"a":"1"}]"#),
        ("a,b\n\"x\"\"y\",\"\"\n", r#"[{"a":"x\"y","b":""}]"#),
        ("a,b", "[]"),
        ("", "[]"),
        ("\u{feff}a,b\n1,2\n", "[{\"\u{feff}a\":\"1\",\"b\":\"2\"}]"),
    ];
    for (table, expected) in cases {
        let site = Site::new().file("i.html", "---\n---\n{{ site.data.t | jsonify }}").file("_data/t.csv", table);
        site.build().succeeds().wrote("i.html", expected);
    }
}

#[test]
fn tables_may_have_converters_and_no_header() {
    let site = Site::new()
        .file("_config.yml", "csv_reader: {csv_converters: [numeric], headers: true}\ntsv_reader: {headers: false}\n")
        .file("i.html", ALL)
        .file("_data/c.csv", "a,b,c\n1,2.5,x1\n")
        .file("_data/t.tsv", "a\tb\n1\t2\n");
    site.build().succeeds().wrote("i.html", r#"{"c":[{"a":1,"b":2.5,"c":"x1"}],"t":[["a","b"],["1","2"]]}"#);
}
