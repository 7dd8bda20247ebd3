//! `hastie yaml`: shows what Jekyll makes of a YAML text, as JSON.
//!
//! What JSON cannot tell apart is tagged: `{"$date": "2020-01-31"}`, `{"$time": "... in UTC", "$offset": seconds}`,
//! `{"$float": "1.0"}`, `{"$int": "..."}` beyond 53 bits, and every hash as `{"$map": [[key, value], ...]}`, since
//! its keys can be anything and their order counts.

use super::{Context, jsonl};
use hastie_liquid::{Date, Time, Value};
use serde_json::{Value as Json, json};
use std::io::Read;
use std::process::ExitCode;

/// Options of `hastie yaml`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// A file; standard input where there is none
    file: Option<String>,
    /// Read one JSON request a line on standard input, and answer one line each
    #[arg(long)]
    jsonl: bool,
}

/// Reads YAML and prints it as JSON.
pub fn run(args: &Args, context: &mut Context) -> ExitCode {
    if args.jsonl {
        return jsonl::serve(|request| {
            let text = request.get("yaml").and_then(Json::as_str).unwrap_or_default();
            match hastie_yaml::load(text.as_bytes(), None) {
                Ok(value) => jsonl::field("value", tagged(&value)),
                Err(error) => jsonl::field("error", error.message),
            }
        });
    }
    let text = match &args.file {
        Some(file) => context.world.read(&context.world.expand(file)),
        None => {
            let mut bytes = Vec::new();
            std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
        }
    };
    let mut log = context.printer.log();
    let name = args.file.as_deref();
    let text = match text {
        Ok(text) => text,
        Err(error) => {
            log.error("Error:", format!("{}: {error}", name.unwrap_or("standard input")));
            return ExitCode::FAILURE;
        }
    };
    match hastie_yaml::load(&text, name) {
        Ok(value) => {
            println!("{:#}", tagged(&value));
            ExitCode::SUCCESS
        }
        Err(error) => {
            log.push(crate::config::yaml_problem("YAML Exception:", &error, name.unwrap_or("<stdin>"), &text));
            ExitCode::FAILURE
        }
    }
}

/// A value in the tagged form.
fn tagged(value: &Value) -> Json {
    match value {
        Value::Nil | Value::Empty | Value::Blank | Value::Drop(_) => Json::Null,
        Value::Bool(truth) => json!(truth),
        Value::Int(number) if number.unsigned_abs() > 1 << 53 => json!({ "$int": number.to_string() }),
        Value::Int(number) => json!(number),
        Value::Big(number) => json!({ "$int": number.to_string() }),
        Value::Float(number) => json!({ "$float": float(*number) }),
        Value::Str(text) => json!(text.as_str()),
        Value::Date(Date { year, month, day }) => json!({ "$date": format!("{year:04}-{month:02}-{day:02}") }),
        Value::Time(time) => json!({ "$time": instant(time), "$offset": time.offset }),
        Value::Range(first, last) => json!(format!("{first}..{last}")),
        Value::Array(items) => items.iter().map(tagged).collect(),
        Value::Hash(hash) => {
            let pairs: Vec<Json> = hash.iter().map(|(key, value)| json!([tagged(key), tagged(value)])).collect();
            json!({ "$map": pairs })
        }
    }
}

/// The instant in UTC: `2020-01-31 10:00:00.000000000`.
fn instant(time: &Time) -> String {
    let (days, of_day) = (time.seconds.div_euclid(86_400), time.seconds.rem_euclid(86_400));
    let (year, month, day) = civil(days);
    let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.{:09}", time.nanos)
}

/// The Gregorian date of a day counted from 1970-01-01.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, of_year - (153 * shifted + 2) / 5 + 1)
}

/// Ruby's `Float#to_s`.
fn float(number: f64) -> String {
    if !number.is_finite() {
        return if number.is_nan() { "NaN".into() } else { format!("{number}").replace("inf", "Infinity") };
    }
    let magnitude = number.abs();
    if magnitude == 0.0 || (1e-4..1e16).contains(&magnitude) {
        return format!("{number:?}");
    }
    let text = format!("{number:e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = if digits.contains('.') { digits.to_owned() } else { format!("{digits}.0") };
    let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |rest| ('-', rest));
    format!("{digits}e{sign}{exponent:0>2}")
}
