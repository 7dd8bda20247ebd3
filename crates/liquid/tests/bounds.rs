//! Caps that are always on: a template that reaches one ends with an error that has a line, soon.

use hastie_liquid::{Abort, Caps, Engine, Error, Hash, Host, Limits, ParseOptions, RenderOptions, Template, Value};
use std::any::Any;

struct Program(jiff::tz::TimeZone);

impl Host for Program {
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
    fn now(&mut self) -> (i64, u32) {
        (1_768_478_400, 0)
    }
    fn zone(&self) -> &jiff::tz::TimeZone {
        &self.0
    }
    fn partial(&mut self, name: &str) -> Result<Template, Abort> {
        let source = format!("{{% include '{name}' %}}");
        Ok(Template::parse(&Engine::standard(), source, ParseOptions::named(name))?)
    }
}

/// The error that ends a rendering under small caps.
fn error(source: &str) -> Error {
    let mut engine = Engine::standard();
    engine.set_caps(Caps { output: 10_000, text: 1000, items: 1000, elements: 100, bits: 200, ..Caps::default() });
    end_of(&engine, source)
}

fn end_of(engine: &Engine, source: &str) -> Error {
    let template = match Template::parse(engine, source, ParseOptions::default()) {
        Ok(template) => template,
        Err(error) => return error,
    };
    let options = RenderOptions::raising(Value::hash(Hash::new()));
    match template.render(&mut Program(jiff::tz::TimeZone::UTC), options) {
        Ok(rendered) => panic!("it ended well, with {} bytes", rendered.text.len()),
        Err(Abort::Error(error)) => *error,
        Err(needs) => panic!("{needs}"),
    }
}

#[test]
fn what_grows_beyond_its_cap_is_an_error_with_its_line() {
    let doubled = "{% assign s = 'ab' %}\n".to_string() + &"{% assign s = s | append: s %}".repeat(12);
    let cases = [
        ("\n{% for i in (1..1001) %}{% endfor %}".to_string(), "a range of 1001 items: at most 1000 are allowed"),
        ("\n{% for i in (1..1000) %}0123456789abc{% endfor %}".into(), "the output is larger than 0 MB"),
        (doubled, "a text is larger than 0 MB"),
        (
            "\n{% capture c %}{% for i in (1..1000) %}ab{% endfor %}{% endcapture %}".into(),
            "a text is larger than 0 MB",
        ),
        (format!("\n{{% assign a = '{}' | split: ',' %}}", "x,".repeat(150)), "an array of more than 100 elements"),
        (
            "{% assign n = 9 %}\n".to_string() + &"{% assign n = n | times: n %}".repeat(9),
            "an integer of more than 200 bits",
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(error(&source).to_string(), format!("Liquid error (line 2): {expected}"), "{source}");
    }
}

#[test]
fn what_nests_without_end_fails_as_in_ruby() {
    assert_eq!(error("{% include 'itself' %}").to_string(), "Liquid error (itself line 1): Nesting too deep");
    let ranges = format!("{{{{ {}1{} }}}}", "(".repeat(100_000), "..2)".repeat(100_000));
    assert_eq!(error(&ranges).to_string(), "stack level too deep");
    let brackets = format!("{{{{ {}x{} }}}}", "a[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(error(&brackets).to_string(), "stack level too deep");
}

#[test]
fn liquids_own_limits_speak_rubys_words() {
    let mut engine = Engine::standard();
    engine.set_limits(Limits { render_length: Some(5), ..Limits::default() });
    assert_eq!(end_of(&engine, "0123456789").to_string(), "Liquid error: Memory limits exceeded");
}
