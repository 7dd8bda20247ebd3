//! Properties that other crates rely on: the size of a value, and texts of numbers and times as Ruby prints them.

use hastie_value::time::civil::{civil_from_days, days_from_civil, weekday};
use hastie_value::time::try_strftime;
use hastie_value::{Time, Value, float_to_s};

#[test]
fn a_value_stays_small() {
    assert_eq!(size_of::<Value>(), 24);
}

#[test]
fn floats_print_as_ruby_prints_them() {
    for (number, text) in [
        (1.0, "1.0"),
        (-0.0, "-0.0"),
        (1e14, "100000000000000.0"),
        (1e15, "1.0e+15"),
        (123456789012345.6, "123456789012345.6"),
        (12345678901234567.0, "1.2345678901234568e+16"),
        (0.0001, "0.0001"),
        (0.00001, "1.0e-05"),
        (0.00012, "0.00012"),
        (1e100, "1.0e+100"),
        (1.5e-7, "1.5e-07"),
        (3.3333333333333335, "3.3333333333333335"),
        // A fraction is printed beyond 10^15, too.
        (1320940314386935.5, "1320940314386935.5"),
        // Of two shortest numbers at the same distance, Ruby takes the even one.
        (793030723.0 + 97.0 / 256.0, "793030723.3789062"),
        (-114690553.0 - 81.0 / 512.0, "-114690553.15820312"),
    ] {
        assert_eq!(float_to_s(number), text);
    }
}

#[test]
fn days_and_dates_convert_both_ways() {
    for (days, date) in [(0, (1970, 1, 1)), (19_782, (2024, 2, 29)), (-1, (1969, 12, 31)), (-719_529, (-1, 12, 31))] {
        assert_eq!(civil_from_days(days), date);
        assert_eq!(days_from_civil(date.0, i64::from(date.1), i64::from(date.2)), days);
    }
    assert_eq!(days_from_civil(2023, 2, 30), days_from_civil(2023, 3, 2));
    assert_eq!(weekday(0), 4);
}

#[test]
fn widths_may_be_large_and_not_absurd() {
    let time = Time::utc(0, 0);
    assert_eq!(try_strftime(&time, "%77777d").map(|text| text.len()), Some(77_777));
    assert_eq!(try_strftime(&time, "%077777z").map(|text| text.len()), Some(77_777));
    assert_eq!(try_strftime(&time, "%99999999d"), None);
}
