//! Formats of `strftime`, over any time: no panic, and nothing longer than the format asks for.
#![no_main]

use hastie_value::time::{strftime_date, try_strftime};
use hastie_liquid::{Date, Time, Zone};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (i64, u32, i32, &str)| {
    let (seconds, nanos, offset, format) = input;
    let offset = offset % 86_400;
    let time = Time { seconds: seconds % (1 << 60), nanos: nanos % 1_000_000_000, offset, zone: Zone::Fixed };
    let _ = try_strftime(&time, format);
    let (year, month, day) = time.civil();
    if let Ok(year) = i32::try_from(year) {
        let _ = strftime_date(Date { year, month, day }, format);
    }
});
