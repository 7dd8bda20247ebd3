//! Any bytes as YAML: a value or an error, never a fault. The parser underneath has unsafe code, so this target is
//! meant to run under AddressSanitizer (`cargo +nightly fuzz run yaml`).
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = hastie_yaml::load(bytes, None);
    // Values that Psych reads are the same after they were written.
    if let Ok(value) = hastie_yaml::psych::safe_load(bytes) {
        let written = hastie_yaml::psych::dump(&value).expect("a text of moderate length");
        assert!(hastie_yaml::psych::safe_load(written.as_bytes()).is_ok(), "{written}");
    }
});
