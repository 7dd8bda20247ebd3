//! `hastie highlight`: highlights source code as HTML with Rouge's classes, for one file or for a batch of requests.
//! Also prints style sheets like `rougify style`.

use super::Context;
use hastie_rouge::{Lexer, Lookup, Tokens, find_fancy, html, theme};
use serde_json::{Map, Value};
use std::io::{Read, Write};
use std::process::ExitCode;

/// Options of `hastie highlight`. `--css` cannot be combined with a file, `--lang` or `--jsonl`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The file to read; without it, standard input
    file: Option<String>,
    /// The language, by a name that Rouge knows; without it, the language is guessed
    #[arg(short, long)]
    lang: Option<String>,
    /// Read one JSON request per line on standard input, and write one response per line
    #[arg(long)]
    jsonl: bool,
    /// Print the style sheet of a theme, such as github, monokai or base16.solarized.dark
    #[arg(long, value_name = "THEME", conflicts_with_all = ["file", "lang", "jsonl"])]
    css: Option<String>,
    /// The selector that prefixes the rules of the style sheet
    #[arg(long, value_name = "SELECTOR", default_value = ".highlight", requires = "css")]
    scope: String,
}

/// Highlights a file or standard input, or prints a style sheet. With `--jsonl`, answers one request after another.
pub(super) fn run(args: &Args, context: &mut Context) -> ExitCode {
    if args.jsonl {
        return super::jsonl::serve(answer);
    }
    if let Some(theme) = &args.css {
        return print(style_sheet(theme, &args.scope));
    }
    print(highlight(args, context))
}

fn print(text: Result<String, String>) -> ExitCode {
    match text {
        Ok(text) => {
            // A closed pipe is not an error.
            let _ = std::io::stdout().lock().write_all(text.as_bytes());
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("hastie: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn highlight(args: &Args, context: &Context) -> Result<String, String> {
    let text = read(args, context)?;
    let (tokens, _) = tokens(args.lang.as_deref(), &text)?;
    Ok(html::spans(&tokens))
}

fn style_sheet(name: &str, scope: &str) -> Result<String, String> {
    match theme::find(name) {
        Some(theme) => Ok(theme.css(scope)),
        None => {
            let names: Vec<&str> = theme::themes().map(|theme| theme.name).collect();
            Err(format!("the theme {name:?} does not exist; the themes are {}", names.join(", ")))
        }
    }
}

fn read(args: &Args, context: &Context) -> Result<String, String> {
    match &args.file {
        Some(file) => {
            let bytes =
                context.world.read_named(std::path::Path::new(file)).map_err(|error| format!("{file}: {error}"))?;
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        }
        None => {
            let mut text = String::new();
            std::io::stdin().lock().read_to_string(&mut text).map_err(|error| format!("standard input: {error}"))?;
            Ok(text)
        }
    }
}

/// Answers a request `{"lang", "input"}` with `html` and the `tag` of the language. With `"tokens": true`, also returns
/// the name and text of each token.
fn answer(request: &Map<String, Value>) -> Map<String, Value> {
    let text = |name: &str| request.get(name).and_then(Value::as_str);
    let (tokens, tag) = match tokens(text("lang"), text("input").unwrap_or_default()) {
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

/// The tokens of a text and the tag of its language. An unknown language is treated as plain text.
fn tokens(lang: Option<&str>, text: &str) -> Result<(Tokens, &'static str), String> {
    let (info, options) = match find_fancy(lang, text) {
        Lookup::Found(info, options) => (info, options),
        Lookup::Unknown => match hastie_rouge::find("plaintext") {
            Some(info) => (info, Vec::new()),
            None => return Err("there is no plain text".into()),
        },
        Lookup::Ambiguous(languages) => return Err(hastie_rouge::ambiguous_message(&languages)),
    };
    Ok((Lexer::new(info, options).lex(text), info.tag))
}
