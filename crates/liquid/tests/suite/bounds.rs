//! Tests of the hard limits: a template that exceeds one quickly ends with an error that has a line number.

use crate::program::render;
use hastie_liquid::{Engine, Error, HardLimits, Hash, ParseOptions, RenderOptions, Value};

/// The error that ends a rendering with small limits.
fn error(source: &str) -> Error {
    let mut engine = Engine::standard();
    let mut limits = HardLimits::default();
    (limits.output, limits.text, limits.items, limits.elements, limits.bits) = (10_000, 1000, 1000, 100, 200);
    engine.set_hard_limits(limits);
    end_of(&engine, source)
}

fn end_of(engine: &Engine, source: &str) -> Error {
    let options = RenderOptions::raising(Value::hash(Hash::new()));
    match render(engine, source, ParseOptions::default(), options) {
        Ok(text) => panic!("it ended well, with {} bytes", text.len()),
        Err(error) => error,
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

/// The error that ends a rendering with the default hard limits, and its line.
fn default_end(source: &str) -> String {
    end_of(&Engine::standard(), source).to_string()
}

#[test]
fn loops_in_loops_end_at_so_many_steps() {
    let mut engine = Engine::standard();
    let mut limits = HardLimits::default();
    limits.steps = 10_000;
    engine.set_hard_limits(limits);
    let nested = "\n{% for i in (1..1000000) %}{% for j in (1..1000000) %}{% endfor %}{% endfor %}";
    let expected = "Liquid error (line 2): more than 10000 steps in one rendering";
    assert_eq!(end_of(&engine, nested).to_string(), expected);
    let by_filters = "\n{% assign s = 'ab' %}{% for i in (1..1000) %}{% assign t = s | append: '0123456789abcdef' %}\
                      {% assign t = t | upcase | downcase | upcase | downcase | split: '' | sort | reverse %}{% endfor %}";
    assert_eq!(end_of(&engine, by_filters).to_string(), expected);
}

#[test]
fn the_caps_themselves_are_what_the_documentation_says() {
    let ends = [
        ("{% for i in (1..10000001) %}{% endfor %}", "a range of 10000001 items: at most 10000000 are allowed"),
        ("{% for i in (1..10000000) %}0123456789012345678901234567890{% endfor %}", "the output is larger than 128 MB"),
        (
            "{% assign s = 'ab' %}{% for i in (1..100) %}{% assign s = s | append: s %}{% endfor %}",
            "a text is larger than 32 MB",
        ),
        (
            "{% assign s = 'ab' %}{% for i in (1..100) %}{% capture s %}{{ s }}{{ s }}{% endcapture %}{% endfor %}",
            "a text is larger than 32 MB",
        ),
        (
            "{% assign s = 'ab' %}{% for i in (1..15) %}{% assign s = s | append: s %}{% endfor %}{{ s | replace: 'a', s }}",
            "a text is larger than 32 MB",
        ),
        (
            "{% assign a = 'a,b' | split: ',' %}{% for i in (1..100) %}{% assign a = a | concat: a %}{% endfor %}",
            "an array of more than 2000000 elements",
        ),
        (
            "{% assign n = 9 %}{% for i in (1..100) %}{% assign n = n | times: n %}{% endfor %}",
            "an integer of more than 1048576 bits",
        ),
    ];
    for (source, expected) in ends {
        assert_eq!(default_end(&format!("\n{source}")), format!("Liquid error (line 2): {expected}"), "{source}");
    }
}

#[test]
fn a_limit_takes_what_it_needs_of_a_long_range() {
    let source = "{% for i in (1..1600000000) limit:2 offset:1 %}{{ i }} {% endfor %}";
    let options = RenderOptions::raising(Value::hash(Hash::new()));
    assert_eq!(render(&Engine::standard(), source, ParseOptions::default(), options).unwrap(), "2 3 ");
}

#[test]
fn blocks_a_hundred_thousand_deep_are_refused() {
    assert_eq!(default_end(&"{% if true %}".repeat(100_000)), "Liquid error: Nesting too deep");
    let closed = "{% if true %}".repeat(40_000) + &"{% endif %}".repeat(40_000);
    assert_eq!(default_end(&closed), "Liquid error: Nesting too deep");
}

#[test]
fn numbers_of_a_million_digits_are_read_or_refused() {
    let digits = "9".repeat(1_000_000);
    assert_eq!(
        default_end(&format!("{{{{ {digits} }}}}")),
        "Liquid error (line 1): a number of more than 315000 digits"
    );
    let text = format!("{{{{ '{digits}' | plus: 1 }}}}");
    assert_eq!(default_end(&text), "Liquid error (line 1): an integer of more than 1048576 bits");
    let many = "1".repeat(100_000);
    let options = RenderOptions::raising(Value::hash(Hash::new()));
    let sum = render(&Engine::standard(), &format!("{{{{ '{many}' | plus: 1 }}}}"), ParseOptions::default(), options);
    assert_eq!(sum.unwrap(), format!("{}2", &many[1..]));
}
