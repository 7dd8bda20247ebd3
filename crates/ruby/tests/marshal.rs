//! Values in Ruby's Marshal format. The bytes come from Ruby 3.1's `Marshal.dump`.

use hastie_ruby::marshal::{Objects, Representation, read, write};
use hastie_value::{Abort, Drop, Value};
use std::sync::Arc;

struct Nobody;

impl Objects for Nobody {
    fn represent(&mut self, _object: &Arc<dyn Drop>, _inside: bool) -> Result<Representation, Abort> {
        Ok(Representation::Name("nobody".into()))
    }

    fn resolve(&mut self, name: &str) -> Option<Value> {
        (name == "page:1").then(|| Value::from("the page"))
    }
}

fn shown(bytes: &[u8]) -> String {
    match read(bytes, &mut Nobody) {
        Ok(value) => value.inspect(&mut hastie_value::FixedHost::default()).unwrap_or_default(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn plain_values_are_read_as_ruby_writes_them() {
    // [nil, true, 1, -129, 300, 1.5, "é", :word, {"a" => [1]}]
    let bytes = b"\x04\x08[\x0e0Ti\x06i\xff\x7fi\x02,\x01f\x081.5I\"\x07\xc3\xa9\x06:\x06ET:\x09word{\x06I\"\x06a\x06;\x00T[\x06i\x06";
    assert_eq!(shown(bytes), r#"[nil, true, 1, -129, 300, 1.5, "é", :word, {"a"=>[1]}]"#);
}

#[test]
fn large_integers_and_links_to_what_came_before_are_read() {
    // a = "x"; [2**40, a, a]
    let bytes = b"\x04\x08[\x08l+\x08\x00\x00\x00\x00\x00\x01I\"\x06x\x06:\x06ET@\x07";
    assert_eq!(shown(bytes), r#"[1099511627776, "x", "x"]"#);
}

#[test]
fn an_object_of_the_program_comes_back_by_its_name() {
    assert_eq!(shown(b"\x04\x08u:\x11Jekyll::Page\x0bpage:1"), r#""the page""#);
    assert_eq!(shown(b"\x04\x08u:\x11Jekyll::Page\x0bpage:2"), "no Jekyll::Page of this name");
}

#[test]
fn an_array_that_contains_itself_is_refused() {
    assert_eq!(shown(b"\x04\x08[\x06@\x00"), "an array or hash that contains itself");
}

#[test]
fn broken_messages_are_refused() {
    for bytes in [
        &b""[..],
        b"\x04\x08",
        b"\x04\x08[\x7f",
        b"\x04\x08\"\x02\xff\xff",
        b"\x04\x08@\x09",
        b"\x04\x08;\x09",
        b"\x04\x09i\x06",
    ] {
        assert!(read(bytes, &mut Nobody).is_err(), "{bytes:?}");
    }
    let deep = [&b"\x04\x08"[..], &b"[\x06".repeat(5000)].concat();
    assert_eq!(shown(&deep), "nested too deep");
}

#[test]
fn what_is_written_is_read_again() {
    let hash = [("a", Value::Int(-70_000)), ("b", Value::Float(0.1)), ("c", Value::Bool(false))].into_iter().collect();
    let value = Value::array(vec![
        Value::hash(hash),
        Value::Int(i64::MAX),
        Value::Int(i64::MIN),
        Value::from("long ".repeat(99)),
    ]);
    let bytes = write(&value, &mut Nobody).expect("it can be written");
    let host = &mut hastie_value::FixedHost::default();
    assert_eq!(shown(&bytes), value.inspect(host).expect("it can be shown"));
}
