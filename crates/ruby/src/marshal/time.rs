//! Converts times and dates from and to the forms in which Ruby's Marshal and the shim represent them.

use hastie_value::time::civil::{civil_from_days, days_from_civil};
use hastie_value::{Date, Time, Value, Zone};

/// A time as a text for `Hastie::Moment` in the shim, such as `1700000000 0 3600 local`: seconds since 1970,
/// nanoseconds, UTC offset in seconds, and kind of zone.
pub(super) fn written(time: &Time) -> String {
    let zone = match &time.zone {
        Zone::Utc => "utc",
        Zone::Local(_) => "local",
        Zone::Fixed => "fixed",
        Zone::DateTime => "datetime",
    };
    format!("{} {} {} {zone}", time.seconds, time.nanos, time.offset)
}

/// The time in the eight bytes of Ruby's `Time#_dump`. Ruby stores `offset`, and the nanoseconds below a microsecond,
/// beside the bytes. `None` if the bytes have another format.
pub(super) fn of_dump(bytes: &[u8], offset: Option<i64>, nanos_below_micro: u32) -> Option<Value> {
    let (first, second) = (bytes.first_chunk::<4>()?, bytes.get(4..8)?.first_chunk::<4>()?);
    let (first, second) = (u32::from_le_bytes(*first), u32::from_le_bytes(*second));
    if first >> 31 == 0 {
        return None;
    }
    let is_utc = first >> 30 & 1 == 1;
    let year = i64::from(first >> 14 & 0xffff) + 1900;
    let (month, day, hour) = (first >> 10 & 0xf, first >> 5 & 0x1f, first & 0x1f);
    let (minute, second_of, micros) = (second >> 26 & 0x3f, second >> 20 & 0x3f, second & 0xf_ffff);
    let days = days_from_civil(year, i64::from(month) + 1, i64::from(day));
    let seconds = days * 86_400 + i64::from(hour) * 3600 + i64::from(minute) * 60 + i64::from(second_of);
    let nanos = (micros * 1000 + nanos_below_micro.min(999)).min(999_999_999);
    Some(Value::time(at(seconds, nanos, if is_utc { None } else { Some(offset.unwrap_or(0)) })))
}

/// The time that is `seconds` and `nanos` after the start of 1970, at a UTC offset in seconds. Without an `offset`, the
/// time is in UTC.
pub(super) fn at(seconds: i64, nanos: u32, offset: Option<i64>) -> Time {
    let mut time = Time::utc(seconds, nanos);
    if let Some(offset) = offset {
        time.offset = i32::try_from(offset).unwrap_or(0).clamp(-86_399, 86_399);
        time.zone = Zone::Fixed;
    }
    time
}

/// A date or time from the array of `Date#marshal_dump` or `DateTime#marshal_dump`. The array's elements from index 1
/// are the Julian day, the second of the day, the nanoseconds, and the offset. `None` if the array has another form, or
/// if the day is out of range.
pub(super) fn of_date(parts: &[Value], has_time: bool) -> Option<Value> {
    let number = |index: usize| match parts.get(index) {
        Some(Value::Int(number)) => Some(*number),
        _ => None,
    };
    let days = number(1)?.checked_sub(2_440_588)?;
    if !(-1_000_000_000..1_000_000_000).contains(&days) {
        return None;
    }
    if !has_time {
        return date_of(days).map(Value::Date);
    }
    let seconds = days * 86_400 + number(2)?.clamp(0, 86_400);
    let nanos = u32::try_from(number(3).unwrap_or(0).clamp(0, 999_999_999)).unwrap_or(0);
    let time = at(seconds, nanos, Some(number(4).unwrap_or(0)));
    Some(Value::time(Time { zone: Zone::DateTime, ..time }))
}

fn date_of(days: i64) -> Option<Date> {
    let (year, month, day) = civil_from_days(days);
    Some(Date { year: i32::try_from(year).ok()?, month, day })
}
