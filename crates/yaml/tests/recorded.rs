//! Compares the crate with SafeYAML. `recorded.jsonl` has the cases.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first problem")]

mod cases;

use cases::differences;
use hastie_yaml::{load, load_finite};

#[test]
fn texts_load_as_in_ruby() {
    let wrong = differences(include_str!("recorded.jsonl"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Ruby's hash is circular. Some themes contain this, and only use the first level.
#[test]
fn a_hash_merged_with_what_is_around_it_holds_itself_once() {
    let yaml = "zh: &zh\n  page: Ye\n  zh-CN:\n    <<: *zh\n  zh-TW:\n    <<: *zh\n    page: Yeh\n";
    let value = load(yaml.as_bytes(), None).unwrap();
    let look = |path: &[&str]| {
        let found = path.iter().try_fold(value.clone(), |value, key| value.as_hash()?.get(key).cloned());
        found.and_then(|value| value.as_str().map(str::to_string))
    };
    assert_eq!(look(&["zh", "zh-CN", "page"]), Some("Ye".to_string()));
    assert_eq!(look(&["zh", "zh-CN", "zh-CN", "page"]), Some("Ye".to_string()));
    assert_eq!(look(&["zh", "zh-TW", "zh-CN", "page"]), Some("Ye".to_string()));
    assert_eq!(look(&["zh", "zh-TW", "page"]), Some("Yeh".to_string()));
    assert!(load_finite(yaml.as_bytes(), None).unwrap_err().message.contains("contains itself"));
}

#[test]
fn errors_tell_file_line_and_column() {
    let error = load(b"a: 1\nb: [c", Some("/site/_config.yml")).unwrap_err();
    assert_eq!((error.kind.class(), error.line, error.column), ("Psych::SyntaxError", 2, 4));
    assert!(error.message.starts_with("(/site/_config.yml): did not find expected"), "{error}");
}

#[test]
fn bytes_that_are_no_text_are_an_error() {
    let error = load(b"a: \xff", None).unwrap_err();
    assert_eq!(error.message, "(<unknown>): invalid leading UTF-8 octet at line 1 column 1");
}

/// An intentional difference: Ruby's stack overflows.
#[test]
fn values_that_lie_too_deep_are_errors() {
    for text in ["[".repeat(100_000), "{a: ".repeat(100_000)] {
        assert_eq!(load(text.as_bytes(), None).unwrap_err().kind.class(), "SystemStackError");
    }
    for text in ["a: &a\n  b: *a", "&a [*a]"] {
        assert_eq!(load_finite(text.as_bytes(), None).unwrap_err().kind.class(), "SystemStackError");
        assert!(load(text.as_bytes(), None).is_ok());
    }
    let chain: String = (0..5_000).map(|index| format!("- &a{} [*a{index}]\n", index + 1)).collect();
    assert_eq!(load(chain.as_bytes(), None).unwrap_err().kind.class(), "SystemStackError");
    assert!(load("[".repeat(200).as_bytes(), None).is_err_and(|error| error.kind.class() == "Psych::SyntaxError"));
}

/// Aliases are shared, so nine levels of nine aliases do not create nine to the ninth values. Visiting all of them
/// would take very long, so a document with too many is refused.
#[test]
fn a_billion_laughs_cost_nothing() {
    let laughs = |levels: usize| {
        let mut text = String::from("a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n");
        for level in 1..levels {
            let items = vec![format!("*a{}", level - 1); 9].join(", ");
            text.push_str(&format!("a{level}: &a{level} [{items}]\n"));
        }
        text
    };
    assert!(load(laughs(5).as_bytes(), None).is_ok());
    let error = load(laughs(40).as_bytes(), None).unwrap_err();
    assert_eq!(error.kind.class(), "NoMemoryError");
    assert_eq!(error.message, "the values of YAML aliases, repeated for each alias, are too large");
}

/// Each alias to a text is a text of its own.
#[test]
fn aliases_to_a_long_text_have_a_limit() {
    let text = |aliases: usize| format!("a: &a '{}'\nb: [{}]\n", "x".repeat(100_000), vec!["*a"; aliases].join(","));
    assert!(load(text(100).as_bytes(), None).is_ok());
    assert_eq!(load(text(10_000).as_bytes(), None).unwrap_err().kind.class(), "NoMemoryError");
}

/// Random texts of YAML's characters give a value or an error.
#[test]
fn no_text_is_a_fault() {
    const PARTS: [&str; 32] = [
        "- ",
        ": ",
        "? ",
        "[",
        "]",
        "{",
        "}",
        ",",
        "&a ",
        "*a",
        "!x ",
        "!!binary ",
        "|",
        ">",
        "\n",
        "\n  ",
        "\t",
        "\"",
        "'",
        "#",
        "%",
        "@",
        "<<: ",
        "---\n",
        "...\n",
        "~",
        "2020-01-01",
        "1_0",
        ".5",
        "\\",
        "\u{e9}",
        "\u{1}",
    ];
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..12 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            text.push_str(PARTS[(seed % 32) as usize]);
        }
        let _ = load(text.as_bytes(), None);
    }
}
