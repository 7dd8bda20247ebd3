//! Reads JSON requests (`lang`, `input`) from standard input, one per line, and writes responses (`id`, `html`, `tokens`).
//! It builds faster than the whole program, which helps when working on lexers. `--rouge-3.30` uses that release.

use serde_json::{Value, json};
use std::io::{BufRead, Write};

fn main() {
    let older = std::env::args().any(|argument| argument == "--rouge-3.30");
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let Ok(request) = serde_json::from_str::<Value>(&line) else { continue };
        let text = |name: &str| request[name].as_str().unwrap_or_default();
        let version = if older { hastie_rouge::Version::V3_30 } else { hastie_rouge::Version::V4_6 };
        let answer = match hastie_rouge::lex_in(version, text("lang"), text("input")) {
            Some(tokens) => {
                let pairs: Vec<_> = tokens.iter().map(|(token, text)| json!([token.qualified_name(), text])).collect();
                json!({ "id": request["id"], "html": hastie_rouge::html::spans(&tokens), "tokens": pairs })
            }
            None => json!({ "id": request["id"], "error": "no such language" }),
        };
        if writeln!(out, "{answer}").is_err() {
            return;
        }
    }
}
