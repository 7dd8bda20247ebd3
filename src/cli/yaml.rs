//! `hastie yaml`: parses YAML like Jekyll and prints the result as JSON.
//!
//! Types that do not exist in JSON are tagged: `{"$date": "2020-01-31"}`, `{"$time": "... in UTC", "$offset":
//! seconds}`, `{"$float": "1.0"}`, and `{"$int": "..."}` beyond 53 bits. Every hash is `{"$map": [[key, value], ...]}`,
//! because its keys can be of any type and their order matters.

use super::{Context, jsonl};
use hastie_liquid::{Date, Time, Value};
use serde_json::{Value as Json, json};
use std::io::Read;
use std::process::ExitCode;

/// Options of `hastie yaml`. `--jsonl` makes `file` ineffective.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The file to read; without it, standard input
    file: Option<String>,
    /// Read one JSON request per line on standard input, and write one response per line
    #[arg(long)]
    jsonl: bool,
}

/// Parses a YAML file or standard input, and prints the value as JSON. With `--jsonl`, answers one request after
/// another.
pub(super) fn run(args: &Args, context: &mut Context) -> ExitCode {
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
        Some(file) => context.world.read_named(&context.world.expand(file)),
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
    // Ruby removes a byte order mark only from files.
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

/// Converts a value to JSON. Values that JSON lacks are tagged, such as `{"$date": "2020-01-31"}`.
fn tagged(value: &Value) -> Json {
    match value {
        Value::Nil | Value::Empty | Value::Blank | Value::Drop(_) => Json::Null,
        Value::Bool(truth) => json!(truth),
        Value::Int(number) if number.unsigned_abs() > 1 << 53 => json!({ "$int": number.to_string() }),
        Value::Int(number) => json!(number),
        Value::Big(number) => json!({ "$int": number.to_string() }),
        Value::Float(number) => json!({ "$float": hastie_value::float_to_s(*number) }),
        Value::Str(text) => json!(text.as_str()),
        Value::Symbol(name) => json!(name.as_str()),
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

/// The time in UTC: `2020-01-31 10:00:00.000000000`.
fn instant(time: &Time) -> String {
    let (days, of_day) = (time.seconds.div_euclid(86_400), time.seconds.rem_euclid(86_400));
    let (year, month, day) = hastie_value::time::civil::civil_from_days(days);
    let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.{:09}", time.nanos)
}
