//! Calendar arithmetic in the proleptic Gregorian calendar, for any year.

/// The number of days from 1970-01-01 to a date. Month and day may be out of range: month 13 is the next January, day 0
/// the last day of the previous month.
pub fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    // Years start in March here, so that a leap day is the last day of the year.
    let months = month - 3;
    let year = year + months.div_euclid(12);
    let month = months.rem_euclid(12);
    let century = year.div_euclid(400);
    let of_century = year.rem_euclid(400);
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    century * 146_097 + of_century * 365 + of_century / 4 - of_century / 100 + day_of_year - 719_468
}

/// Converts a number of days since 1970-01-01 to the year, the month (from 1) and the day of the month.
pub fn civil_from_days(days: i64) -> (i64, u8, u8) {
    let days = days.saturating_add(719_468);
    let century = days.div_euclid(146_097);
    let of_century = days.rem_euclid(146_097);
    let year = (of_century - of_century / 1_460 + of_century / 36_524 - of_century / 146_096) / 365;
    let day_of_year = of_century - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (year + century * 400 + next_year, month as u8, day as u8)
}

/// The weekday of a day (counted from 1970-01-01), from 0 for Sunday to 6 for Saturday.
pub fn weekday(days: i64) -> u8 {
    (days + 4).rem_euclid(7) as u8
}

/// Whether a year is a leap year of the Gregorian calendar, even before its introduction.
pub fn is_leap(year: i64) -> bool {
    (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
}

/// The number of days in a month. `month` counts from 1 for January, and any number outside of 1 to 12 gives 0.
pub fn month_length(year: i64, month: i64) -> i64 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => 28 + i64::from(is_leap(year)),
        _ => 0,
    }
}
