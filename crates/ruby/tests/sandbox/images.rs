//! Images of a started Ruby: what they contain, and which are rejected.

use crate::program::{config, image, module, restore, run_in};
use hastie_ruby::wasm::{IdleRuby, Limits, key};

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_ruby_from_an_image_is_the_one_that_was_started() {
    let (Some(module), Some(image)) = (module(), image()) else { return };
    let script = "require 'securerandom'; require 'json'
                  puts Dir.pwd, ENV.to_h, Time.now.to_i, Time.local(2026, 7, 1).to_s, rand, SecureRandom.hex, Random.rand(99),
                       $LOADED_FEATURES, Encoding.default_external, [1, 2].each.next, 'a'.hash, :new_symbol, __method__.inspect,
                       ObjectSpace.count_objects[:T_CLASS], GC.count, Fiber.new { 1 }.resume, JSON.parse('[1]'), File.read('a.txt'),
                       Jekyll::Configuration::DEFAULTS";
    let variables = [("TZ", "UTC"), ("JEKYLL_ENV", "production"), ("LANG", "a=b #{1 + 1} \"\\n")];
    let mut started = IdleRuby::start(module, &config()).expect("it starts");
    assert!(started.image(&key("other")).is_some_and(|other| restore(&other, &config()).is_none()));
    let started = run_in(started, "/site", &variables, script, Limits::default()).expect("it runs");
    assert!(started.contains("\"JEKYLL_ENV\"=>\"production\""), "{started}");
    assert!(started.contains(r##""LANG"=>"a=b \#{1 + 1} \"\\n""##), "{started}");
    assert!(started.contains("\"destination\"=>\"/site/_site\""), "{started}");
    for _ in 0..2 {
        let restored = restore(image, &config()).expect("it is an image");
        let restored = run_in(restored, "/site", &variables, script, Limits::default()).expect("it runs");
        assert_eq!(restored, started);
    }
}

/// A damaged image is not used.
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn damaged_images_are_rejected() {
    let Some(image) = image() else { return };
    let changed = |place: usize| {
        let mut bytes = image.to_vec();
        bytes[place] ^= 1;
        bytes
    };
    let longer = [image, &[0]].concat();
    let damaged = [
        &image[..image.len() / 2],
        b"",
        b"nonsense",
        &longer,
        &changed(0),
        &changed(image.len() / 2),
        &changed(image.len() - 1),
    ];
    for image in damaged {
        assert!(restore(image, &config()).is_none(), "{} bytes", image.len());
    }
}

/// An image contains memory and globals, so nothing else in an instance may change.
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_module_s_state_is_its_memory_and_its_globals() {
    use wasmparser::{DataKind, Operator, Parser, Payload};
    let Some(module) = module() else { return };
    for payload in Parser::new(0).parse_all(module) {
        match payload.expect("it is a module") {
            Payload::MemorySection(memories) => assert_eq!(memories.count(), 1),
            Payload::GlobalSection(globals) => {
                for global in globals {
                    assert_eq!(global.expect("a global").ty.content_type, wasmparser::ValType::I32);
                }
            }
            Payload::DataSection(segments) => {
                for segment in segments {
                    let segment = segment.expect("a segment");
                    assert!(matches!(segment.kind, DataKind::Active { .. }) || segment.data.is_empty());
                }
            }
            Payload::CodeSectionEntry(body) => {
                for operator in body.get_operators_reader().expect("operators") {
                    let operator = operator.expect("an operator");
                    let changes = matches!(
                        operator,
                        Operator::TableSet { .. }
                            | Operator::TableGrow { .. }
                            | Operator::TableFill { .. }
                            | Operator::TableCopy { .. }
                            | Operator::TableInit { .. }
                            | Operator::ElemDrop { .. }
                    );
                    assert!(!changes, "{operator:?}");
                }
            }
            _ => {}
        }
    }
}
