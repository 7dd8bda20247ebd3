//! Lookup of a language by a tag with options, or by guessing it from the code (editor mode lines, `#!` lines, document
//! types). Mirrors `Rouge::Lexer.lookup_fancy` and the guessers it uses.

use crate::engine::Options;
use crate::pattern::Pattern;
use crate::registry::{self, LEXERS, LexerInfo};
use crate::version::Version;

/// The result of `find_fancy`: one language, none, or several.
#[derive(Debug)]
pub enum Lookup {
    /// A language, and the options from the tag.
    Found(&'static LexerInfo, Options),
    /// There is no such language. Rouge's `find_fancy` returns nil.
    Unknown,
    /// Several languages match the code. Rouge raises an error with [`ambiguous_message`].
    Ambiguous(Vec<&'static LexerInfo>),
}

/// `Lexer.lookup_fancy(tag, code)`. The tag may be `ruby`, `php?start_inline=1` or `guess`, for example. Without a tag,
/// or with `guess`, the language is guessed from the code and from the option `mimetype` of the tag. If no language can
/// be guessed, the result is `plaintext`.
pub fn find_fancy(tag: Option<&str>, code: &str) -> Lookup {
    find_fancy_in(Version::V4_6, tag, code)
}

/// Like [`find_fancy`], with the lexers of a release of Rouge.
pub fn find_fancy_in(version: Version, tag: Option<&str>, code: &str) -> Lookup {
    let (name, options) = match tag {
        Some(tag) => match tag.split_once('?') {
            Some((name, query)) => (Some(name), decode_form(query)),
            None => (Some(tag), Options::new()),
        },
        None => (None, Options::new()),
    };
    match name {
        None | Some("guess") => {
            let mimetype = options.iter().find(|(name, _)| name == "mimetype").and_then(|(_, values)| values.last());
            match guess(version, code, mimetype.map(String::as_str)) {
                mut one if one.len() == 1 => Lookup::Found(one.remove(0), options),
                none if none.is_empty() => match registry::find("plaintext") {
                    Some(info) => Lookup::Found(info, options),
                    None => Lookup::Unknown,
                },
                several => Lookup::Ambiguous(several),
            }
        }
        Some(name) => match registry::find_in(version, name) {
            Some(info) => Lookup::Found(info, options),
            None => Lookup::Unknown,
        },
    }
}

/// The message of Rouge's error for a text that several languages match equally well.
pub fn ambiguous_message(languages: &[&LexerInfo]) -> String {
    let tags: Vec<String> = languages.iter().map(|info| format!("{:?}", info.tag)).collect();
    format!("Ambiguous guess: can't decide between [{}]", tags.join(", "))
}

/// `URI.decode_www_form`, with values grouped by name.
fn decode_form(query: &str) -> Options {
    let mut options = Options::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (name, value) = (decode(name), decode(value));
        match options.iter_mut().find(|(n, _)| *n == name) {
            Some((_, values)) => values.push(value),
            None => options.push((name, vec![value])),
        }
    }
    options
}

fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut position = 0;
    while let Some(&byte) = bytes.get(position) {
        let code = text.get(position + 1..position + 3).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match (byte, code) {
            (b'%', Some(code)) => {
                out.push(code);
                position += 2;
            }
            (b'+', _) => out.push(b' '),
            _ => out.push(byte),
        }
        position += 1;
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// `Lexer.guesses`: the languages that match the code or the MIME type.
fn guess(version: Version, code: &str, mimetype: Option<&str>) -> Vec<&'static LexerInfo> {
    let mut left: Vec<&'static LexerInfo> = LEXERS.iter().filter(|info| version.has_name(info.tag)).collect();
    let all = left.len();
    if let Some(mimetype) = mimetype {
        narrow(&mut left, |info| info.mimetypes.contains(&mimetype));
    }
    let code = code.strip_prefix('\u{feff}').unwrap_or(code).replace("\r\n", "\n");
    if left.len() > 1 {
        let modes = mode_lines(&code);
        narrow(&mut left, |info| modes.iter().any(|mode| info.has_name(mode)));
    }
    if left.len() > 1 {
        let source = Code::new(&code);
        narrow(&mut left, |info| source.looks_like(info.tag));
    }
    if left.len() < all { left } else { Vec::new() }
}

/// Retains the languages that `keep` accepts, or all of them if it accepts none.
fn narrow(left: &mut Vec<&'static LexerInfo>, keep: impl Fn(&LexerInfo) -> bool) {
    let kept: Vec<_> = left.iter().filter(|info| keep(info)).copied().collect();
    if !kept.is_empty() {
        *left = kept;
    }
}

/// The languages named by Emacs and Vim mode lines, in the first and last five lines.
fn mode_lines(code: &str) -> Vec<String> {
    // Like Ruby's `split`, ignores empty lines at the end.
    let lines: Vec<&str> = code.trim_end_matches('\n').split('\n').collect();
    let last = &lines[lines.len().saturating_sub(5)..];
    let space = lines.iter().take(5).chain(last).copied().collect::<Vec<_>>().join("\n");
    const EMACS: &str = r"(?i)-\*-\s*(?:(?!mode)[\w-]+\s*:\s*[\w+-]+\s*;?\s*)*(?:mode\s*:)?\s*([\w+-]+)\s*(?:;\s*(?!mode)[\w-]+\s*:\s*[\w+-]+\s*)*;?\s*-\*-";
    const VIM: &str = r"(?i)(?:vim|vi|ex):\s*(?:ft|filetype|syntax)=(\w+)\s?";
    const VIM_SET: &str = r"(?i)(?:vim|vi|ex):\s*set?.*\s(?:ft|filetype|syntax)=(\w+)\s?.*:";
    let wanted = [("-*-", EMACS), ("=", VIM), ("=", VIM_SET)];
    wanted.iter().filter(|(sign, _)| space.contains(sign)).filter_map(|(_, source)| capture(source, &space)).collect()
}

/// The text of group 1 in the first match. `None` without a match, or if `source` is not a valid pattern.
fn capture(source: &str, text: &str) -> Option<String> {
    let pattern = Pattern::new(source).ok()?;
    let mut scratch = crate::pattern::Scratch::default();
    if !pattern.find(text, 0, &mut scratch) {
        return None;
    }
    scratch.group(1).map(|(start, end)| text[start..end].to_owned())
}

fn matches(source: &str, text: &str) -> bool {
    Pattern::new(source).is_ok_and(|pattern| pattern.is_match(text))
}

/// A text to examine, with its `#!` line and its document type. Mirrors `Rouge::TextAnalyzer`.
struct Code<'t> {
    text: &'t str,
    shebang: Option<&'t str>,
    doctype: Option<String>,
}

impl<'t> Code<'t> {
    fn new(text: &'t str) -> Self {
        let shebang = text.trim_start_matches(|c: char| c == ' ' || ('\t'..='\r').contains(&c)).strip_prefix("#!");
        let shebang = shebang.map(|rest| rest.split('\n').next().unwrap_or_default());
        let doctype = capture(r"(?m)\A\s*(?:<\?.*?\?>\s*)?<!DOCTYPE\s+(.+?)>", text);
        Code { text, shebang, doctype }
    }

    /// Whether the `#!` line contains the interpreter `program`, which is a pattern.
    fn runs(&self, program: &str) -> bool {
        self.shebang.is_some_and(|line| matches(&format!(r"\b(?:{program})(\s|$)"), line))
    }

    fn is_html(&self) -> bool {
        self.doctype.as_ref().is_some_and(|doctype| matches(r"(?i)\bhtml\b", doctype))
    }

    fn declares_xml(&self) -> bool {
        matches(r"\A<\?xml\b", self.text)
    }

    /// Whether the language `tag` recognizes the text as its own, as `detect?` does in Rouge.
    fn looks_like(&self, tag: &str) -> bool {
        let text = self.text;
        let programs = programs(tag);
        if !programs.is_empty() && self.runs(programs) {
            return true;
        }
        match tag {
            "biml" => matches(r"<\s*Biml\b", text),
            "diff" => {
                text.starts_with("Index: ")
                    || matches(r"\Adiff[^\n]*?\ba/[^\n]*\bb/", text)
                    || matches(r"---.*?\n[+][+][+]", text)
                    || matches(r"[+][+][+].*?\n---", text)
            }
            "hack" => {
                text.contains("<?hh") || matches("async function [a-zA-Z]", text) || text.contains("): Awaitable<")
            }
            "html" => self.is_html() || !self.declares_xml() && matches(r"<\s*html\b", text),
            "lasso" => matches(r"\A.*?<\?(lasso(script)?|=)", text),
            "php" => !matches(r"^<\?hh", text) && matches(r"^<\?php", text),
            "postscript" => matches("^%!", text),
            "racket" => matches(r"\A#lang\s*.*(racket|scribble)", text),
            "shell" => text.starts_with("#compdef") || text.starts_with("#autoload"),
            "tex" => matches(r"\A\s*\\(ProvidesClass|ProvidesPackage|documentclass|documentstyle|input|relax)", text),
            "xml" => {
                let html = self.doctype.as_ref().is_some_and(|doctype| doctype.contains("html"));
                !html && (self.declares_xml() || self.doctype.is_some())
            }
            "yaml" => matches(r"\A\s*%YAML", text),
            _ => false,
        }
    }
}

/// The interpreters of a language in `#!` lines, as a pattern. Empty if there are none.
fn programs(tag: &str) -> &str {
    match tag {
        "awk" | "crystal" | "elixir" | "factor" | "haxe" | "io" | "julia" | "lua" | "perl" | "praat" | "ruby"
        | "sed" | "tulip" => tag,
        "coffeescript" => "coffee",
        "gherkin" => "cucumber",
        "groovy" => "groovy|nextflow",
        "haskell" => "runhaskell",
        "javascript" => "node|jsc",
        "livescript" => "lsc",
        "mojo" => r"mojow?(?:[23](?:\.\d+)?)?",
        "moonscript" => "moon",
        "puppet" => "puppet-apply|puppet",
        "python" => r"pythonw?(?:[23](?:\.\d+)?)?",
        "r" => "Rscript",
        "rust" => "rustc",
        "shell" => "(ba|z|k)?sh",
        "tcl" => "tclsh|wish|jimsh",
        "hack" => "hhvm",
        "lasso" => "lasso9",
        "php" => "php",
        _ => "",
    }
}
