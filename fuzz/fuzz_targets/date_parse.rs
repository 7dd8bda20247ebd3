//! Texts read as dates: no panic, and what is read can be written and read again.
#![no_main]

use hastie_liquid::{Time, TimeZone};
use hastie_value::time::{parse, try_strftime};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let now = Time::local(1_768_478_400, 0, &TimeZone::UTC);
    let Some(time) = parse(text, &now, &TimeZone::UTC) else { return };
    let written = try_strftime(&time, "%Y-%m-%d %H:%M:%S.%N %::z");
    let Some(written) = written.filter(|_| (1000..=9999).contains(&time.civil().0)) else { return };
    let again = parse(&written, &now, &TimeZone::UTC);
    assert_eq!(again.map(|again| again.instant()), Some(time.instant()), "{text:?} {written}");
});
