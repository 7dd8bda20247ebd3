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
            match hastie_yaml::load_finite(text.as_bytes(), None) {
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
    // Ruby cuts a byte order mark off files only.
    let start = if name.is_some() && text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    match hastie_yaml::load_finite(&text[start..], name) {
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
        Value::Float(number) => json!({ "$float": hastie_liquid::value::float_to_s(*number) }),
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
    let (year, month, day) = hastie_liquid::time::civil::civil_from_days(days);
    let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.{:09}", time.nanos)
}
