//! The batch mode of `liquid`, `kramdown`, `highlight` and `yaml`: reads one JSON request per line from standard input
//! and immediately writes one JSON response per line to standard output.

use serde_json::{Map, Value};
use std::io::{BufRead, Write};
use std::process::ExitCode;

/// Answers the requests on standard input, one on each line. Blank lines are skipped. `answer` receives the request and
/// returns the fields of the response, to which the request's `id` is added. The response to a line that is not a JSON
/// object contains an `error`.
pub(super) fn serve(mut answer: impl FnMut(&Map<String, Value>) -> Map<String, Value>) -> ExitCode {
    let mut out = std::io::stdout().lock();
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) => return ExitCode::SUCCESS,
            Ok(_) if line.iter().all(u8::is_ascii_whitespace) => continue,
            Ok(_) => {}
            Err(error) => {
                eprintln!("hastie: standard input cannot be read: {error}");
                return ExitCode::FAILURE;
            }
        }
        let mut fields = Map::new();
        match serde_json::from_slice(&line) {
            Ok(Value::Object(request)) => {
                if let Some(id) = request.get("id") {
                    fields.insert("id".into(), id.clone());
                }
                fields.extend(answer(&request));
            }
            Ok(_) => error(&mut fields, "a request is a JSON object"),
            Err(problem) => error(&mut fields, &format!("not JSON: {problem}")),
        }
        // A closed pipe is not an error.
        if writeln!(out, "{}", Value::Object(fields)).and_then(|()| out.flush()).is_err() {
            return ExitCode::SUCCESS;
        }
    }
}

/// A response with a single field, such as `error`. Commands may add more fields.
pub(super) fn field(name: &str, value: impl Into<Value>) -> Map<String, Value> {
    Map::from_iter([(name.to_owned(), value.into())])
}

fn error(fields: &mut Map<String, Value>, message: &str) {
    fields.insert("error".into(), message.into());
}
