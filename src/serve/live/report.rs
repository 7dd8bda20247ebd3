//! The data of the error overlay (`client/overlay.js`): the problems of a build, as an open page shows them.

use crate::diagnostic::{Diagnostic, Level, Log};
use crate::failure::Failure;
use crate::world::World;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The number of lines of the source shown before and after the line with the problem.
const AROUND: usize = 3;

/// The problems of a build as pages show them: at most 20 unreadable pages, or the failure of the build.
#[derive(Clone, Debug)]
pub struct Report {
    /// The list of problems, as the JSON that the page shows.
    pub(super) json: String,
    /// All files that the list names, in order. The page requests to open one of them by its index.
    pub(super) places: Vec<Place>,
}

/// A position in a file that an editor can open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::serve) struct Place {
    pub file: PathBuf,
    /// The line of the position, starting at 1.
    pub line: usize,
    /// The column of the position, starting at 1.
    pub column: usize,
}

/// The maximum number of problems shown at once.
const MOST: usize = 20;

impl Report {
    /// The report on a build that failed. If `failure` has no location, uses the last location of an error in `log`.
    pub fn of_failure(failure: &Failure, log: &Log, source: &str, world: &World) -> Self {
        let mut writer = Writer { world, source: Path::new(source), places: Vec::new() };
        let logged = || {
            let errors = log.messages().iter().rev().filter(|message| message.level == Level::Error);
            errors.filter_map(|message| message.detail.as_deref()).next()
        };
        let location = failure.location.as_deref().or_else(logged);
        let message = if location.is_some() { without_line(&failure.message) } else { failure.message.clone() };
        let problem = writer.problem(&message, location);
        Report::new("The site could not be built", vec![problem], writer.places)
    }

    /// The report on a build that wrote the site, although some pages could not be read. `None` if all pages could be
    /// read.
    pub fn of_log(log: &Log, source: &str, world: &World) -> Option<Self> {
        let mut writer = Writer { world, source: Path::new(source), places: Vec::new() };
        let broken = log.messages().iter().filter(|message| message.breaks_page).take(MOST);
        let problems: Vec<Value> = broken
            .map(|message| writer.problem(message.text.as_deref().unwrap_or(&message.topic), message.detail.as_deref()))
            .collect();
        let title = match problems.len() {
            0 => return None,
            1 => "A page could not be read",
            _ => "Pages could not be read",
        };
        Some(Report::new(title, problems, writer.places))
    }

    fn new(title: &str, problems: Vec<Value>, places: Vec<Place>) -> Self {
        Report { json: json!({ "title": title, "problems": problems }).to_string(), places }
    }
}

/// A message without Liquid's line number, which does not count the lines of the front matter.
fn without_line(message: &str) -> String {
    let parts = message.split_once(" (line ").and_then(|(kind, rest)| {
        let (number, rest) = rest.split_once(')')?;
        (kind.starts_with("Liquid") && number.bytes().all(|byte| byte.is_ascii_digit())).then_some((kind, rest))
    });
    parts.map_or_else(|| message.to_owned(), |(kind, rest)| format!("{kind}{rest}"))
}

struct Writer<'a> {
    world: &'a World,
    source: &'a Path,
    places: Vec<Place>,
}

impl Writer<'_> {
    fn problem(&mut self, message: &str, location: Option<&Diagnostic>) -> Value {
        let Some(location) = location else { return json!({ "message": message.trim() }) };
        let place = self.place(&location.file, location.line, location.column);
        let chain: Vec<Value> = location
            .chain
            .iter()
            .map(|frame| json!({ "relation": frame.relation, "place": self.place(&frame.file, frame.line, 0) }))
            .collect();
        json!({
            "message": message.trim(),
            "place": place,
            "lines": self.lines(location),
            "line": location.line,
            "caret": location.excerpt.as_ref().map_or(0, |excerpt| excerpt.caret),
            "chain": chain,
            "hint": location.hint,
        })
    }

    /// Adds a place to the list of places. Returns its index and the text that the page shows, or null without a file.
    fn place(&mut self, file: &str, line: usize, column: usize) -> Value {
        if file.is_empty() {
            return Value::Null;
        }
        let index = self.places.len();
        self.places.push(Place { file: self.source.join(file), line: line.max(1), column: column.max(1) });
        let shown = match (line, column) {
            (0, _) => file.to_owned(),
            (line, 0) => format!("{file}:{line}"),
            (line, column) => format!("{file}:{line}:{column}"),
        };
        json!({ "index": index, "shown": shown })
    }

    /// The line with the problem and those around it, as pairs of number and text. The text of the line with the
    /// problem comes from the build, because the file may have changed since then.
    fn lines(&self, location: &Diagnostic) -> Vec<Value> {
        let Some(excerpt) = &location.excerpt else { return Vec::new() };
        let source = self.world.read(&self.source.join(&location.file)).unwrap_or_default();
        let source = String::from_utf8_lossy(&source);
        let first = excerpt.line.saturating_sub(AROUND).max(1);
        let around = source.lines().enumerate().skip(first - 1).take(excerpt.line + AROUND + 1 - first);
        let mut lines: Vec<(usize, String)> =
            around.map(|(index, line)| (index + 1, line.chars().take(LONGEST).collect())).collect();
        match lines.iter_mut().find(|(number, _)| *number == excerpt.line) {
            Some(line) => line.1.clone_from(&excerpt.text),
            None => lines.push((excerpt.line, excerpt.text.clone())),
        }
        lines.into_iter().map(|(number, text)| json!([number, text])).collect()
    }
}

/// The maximum number of characters shown of a line.
const LONGEST: usize = 200;
