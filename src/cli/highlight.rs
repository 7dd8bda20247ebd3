//! `hastie highlight`: source code to HTML with Rouge's classes, one file or a batch of requests.

use super::Context;
use hastie_rouge::{Lexer, Lookup, Tokens, find_fancy, html};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::process::ExitCode;

/// Options of `hastie highlight`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// A file; standard input where there is none
    file: Option<String>,
    /// The language, by a name that Rouge knows; guessed from the text where there is none
    #[arg(short, long)]
    lang: Option<String>,
    /// Read one JSON request a line on standard input, and answer one line each
    #[arg(long)]
    jsonl: bool,
}

/// Answers requests, or highlights one text.
pub fn run(args: &Args, context: &mut Context) -> ExitCode {
    if args.jsonl {
        let mut warned = BTreeSet::new();
        return super::jsonl::serve(|request| answer(request, &mut warned));
    }
    let text = match read(args, context) {
        Ok(text) => text,
        Err(problem) => {
            eprintln!("hastie: {problem}");
            return ExitCode::FAILURE;
        }
    };
    let html = match tokens(args.lang.as_deref(), &text, &mut BTreeSet::new()) {
        Ok((tokens, _)) => html::spans(&tokens),
        Err(problem) => {
            eprintln!("hastie: {problem}");
            return ExitCode::FAILURE;
        }
    };
    // A reader that went away ends the work, and is no error.
    let _ = std::io::stdout().lock().write_all(html.as_bytes());
    ExitCode::SUCCESS
}

fn read(args: &Args, context: &Context) -> Result<String, String> {
    match &args.file {
        Some(file) => {
            let bytes = context.world.read(std::path::Path::new(file)).map_err(|error| format!("{file}: {error}"))?;
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        }
        None => {
            let mut text = String::new();
            std::io::stdin().lock().read_to_string(&mut text).map_err(|error| format!("standard input: {error}"))?;
            Ok(text)
        }
    }
}

/// `{"lang", "input"}` is answered with `html`; with `"tokens": true` also with each token's name and text.
fn answer(request: &Map<String, Value>, warned: &mut BTreeSet<&'static str>) -> Map<String, Value> {
    let text = |name: &str| request.get(name).and_then(Value::as_str);
    let (tokens, tag) = match tokens(text("lang"), text("input").unwrap_or_default(), warned) {
        Ok(found) => found,
        Err(problem) => return super::jsonl::field("error", problem),
    };
    let mut fields = super::jsonl::field("html", html::spans(&tokens));
    fields.insert("tag".into(), tag.into());
    if request.get("tokens").and_then(Value::as_bool) == Some(true) {
        let pairs = tokens.iter().map(|(token, text)| Value::from(vec![token.qualified_name(), text]));
        fields.insert("tokens".into(), pairs.collect());
    }
    fields
}

/// The tokens of a text and the tag of its language; an unknown language is plain text.
fn tokens(
    lang: Option<&str>,
    text: &str,
    warned: &mut BTreeSet<&'static str>,
) -> Result<(Tokens, &'static str), String> {
    let (info, options) = match find_fancy(lang, text) {
        Lookup::Found(info, options) => (info, options),
        Lookup::Unknown => match hastie_rouge::find("plaintext") {
            Some(info) => (info, Vec::new()),
            None => return Err("there is no plain text".into()),
        },
        Lookup::Ambiguous(languages) => return Err(hastie_rouge::ambiguous_message(&languages)),
    };
    if !info.is_supported() && warned.insert(info.tag) {
        eprintln!("hastie: {} is not told apart yet; its code stays plain text", info.title);
    }
    Ok((Lexer::new(info, options).lex(text), info.tag))
}
