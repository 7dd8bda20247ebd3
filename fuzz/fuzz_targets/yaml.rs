//! Any bytes as YAML: a value or an error, never a fault. The parser underneath has unsafe code, so this target is
//! meant to run under AddressSanitizer (`cargo +nightly fuzz run yaml`).
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = hastie_yaml::load(bytes, None);
});
