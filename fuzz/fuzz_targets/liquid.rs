//! Any template over any texts: text or an error, never a fault, and the same again from the same start. The loose
//! reading takes whatever the strict one takes, and reads it alike.
#![no_main]

use hastie_liquid::{Engine, ErrorMode, HardLimits, Hash, Host, ParseOptions, RenderOptions, Template, TimeZone, Value};
use libfuzzer_sys::fuzz_target;
use std::any::Any;
use std::sync::LazyLock;

struct Program;

impl Host for Program {
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
    fn now(&mut self) -> (i64, u32) {
        (1_768_478_400, 0)
    }
    fn zone(&self) -> &TimeZone {
        static UTC: LazyLock<TimeZone> = LazyLock::new(|| TimeZone::UTC);
        &UTC
    }
}

/// Small caps, so that a long loop is soon over.
static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
    let mut engine = Engine::standard();
    let mut limits = HardLimits::default();
    (limits.output, limits.text, limits.items, limits.elements) = (1 << 16, 1 << 14, 1000, 1000);
    engine.set_hard_limits(limits);
    engine
});

fuzz_target!(|input: (&str, &str, i64, f64)| {
    let (source, text, integer, float) = input;
    let outcome = |mode| {
        let mut options = ParseOptions::named("fuzz");
        options.mode = Some(mode);
        let template = Template::parse(&ENGINE, source, options).map_err(|error| error.to_string())?;
        let data: Hash = [
            ("text", Value::from(text)),
            ("integer", Value::Int(integer)),
            ("float", Value::Float(float)),
            ("list", Value::array(vec![Value::from(text), Value::Int(integer), Value::Nil])),
            ("hash", Value::hash([("a", Value::from(text)), ("b", Value::Float(float))].into_iter().collect())),
        ]
        .into_iter()
        .collect();
        let rendered = template.render(&mut Program, RenderOptions::new(Value::hash(data)));
        rendered.map(|rendered| rendered.text).map_err(|abort| abort.to_string())
    };
    let warned = outcome(ErrorMode::Warn);
    assert_eq!(warned, outcome(ErrorMode::Warn), "twice the same");
    if let Ok(strict) = outcome(ErrorMode::Strict) {
        assert_eq!(warned, Ok(strict), "what is well formed needs no loose reading");
    }
});
