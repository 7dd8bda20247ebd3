//! The report about a migration, as Markdown for a pull request.

use super::{Difference, Plan};
use crate::diagnostic::{Level, Message};
use crate::diff;
use std::fmt::Write;

/// Topics of messages that only Hastie prints. Under these topics, it reports what a build lacks.
const OWN_TOPICS: [&str; 9] =
    ["Gem:", "Libraries:", "Network:", "Plugin:", "Remote Theme:", "Ruby:", "Scholar:", "Theme:", "Twitter:"];

/// The result of building the site, for the report: facts, messages and the reason for a failure.
#[derive(Debug)]
pub struct Build {
    /// The facts about the site, such as its theme: labels with values.
    pub facts: Vec<(&'static str, String)>,
    /// The reason why the build failed. `None` if it succeeded.
    pub failure: Option<String>,
    /// All messages that the build logged, in order.
    pub messages: Vec<Message>,
}

/// The parts of the report that `hastie migrate` prints as text for a pull request.
#[derive(Debug)]
pub struct Report<'r> {
    /// The build on which the report is based.
    pub build: &'r Build,
    /// The gems whose locked version is not the one that Hastie reproduces.
    pub versions: &'r [Difference],
    /// Outdated settings, one sentence each.
    pub settings: &'r [String],
    /// The files to write, and remarks about other files.
    pub plan: &'r Plan,
    /// Whether the changes are written.
    pub is_applied: bool,
    /// The last section: sentences about what a person may want to check.
    pub checks: Vec<String>,
}

impl Report<'_> {
    /// The text of the report in Markdown, for a pull request.
    pub fn markdown(&self) -> String {
        let mut text = "# Building this site with Hastie\n".to_owned();
        self.same(&mut text);
        self.different(&mut text);
        self.changes(&mut text);
        self.by_hand(&mut text);
        if !self.checks.is_empty() {
            text.push_str("\n## How to check\n\n");
            items(&mut text, &self.checks);
        }
        text
    }

    fn same(&self, text: &mut String) {
        match &self.build.failure {
            Some(failure) => {
                let _ =
                    write!(text, "\nHastie does not build this site yet:\n\n```text\n{}\n```\n\n", failure.trim_end());
            }
            None => text.push_str("\nHastie builds this site. This report describes the build.\n\n"),
        }
        items(text, &self.build.facts.iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>());
    }

    fn different(&self, text: &mut String) {
        let mut found: Vec<String> = self
            .versions
            .iter()
            .map(|Difference { gem, locked, reproduced }| {
                format!("`Gemfile.lock` has {gem} {locked}. Hastie writes the same bytes as {gem} {reproduced}.")
            })
            .collect();
        let (own, others): (Vec<_>, Vec<_>) = warnings(&self.build.messages)
            .partition::<Vec<&Message>, _>(|message| OWN_TOPICS.contains(&message.topic.trim()));
        found.extend(own.into_iter().map(line));
        found.dedup();
        text.push_str("\n## What differs\n\n");
        match found.is_empty() {
            true => text.push_str("Nothing that the build reports.\n"),
            false => items(text, &found),
        }
        let mut others: Vec<String> = others.into_iter().map(line).chain(self.settings.iter().cloned()).collect();
        others.dedup();
        if !others.is_empty() {
            text.push_str("\n## Other warnings\n\n");
            items(text, &others);
        }
    }

    fn changes(&self, text: &mut String) {
        let state = if self.is_applied { "written" } else { "not written; `hastie migrate --apply` writes them" };
        match self.plan.changes.as_slice() {
            [] => text.push_str("\n## Changes\n\nNone.\n"),
            changes => {
                let _ = writeln!(text, "\n## Changes ({state})");
                for change in changes {
                    let shown = diff::unified(&change.path, change.old.as_deref(), &change.new);
                    let fence = fence(&shown);
                    let _ =
                        write!(text, "\n### `{}`\n\n{}\n\n{fence}diff\n{shown}{fence}\n", change.path, change.purpose);
                }
            }
        }
    }

    fn by_hand(&self, text: &mut String) {
        if self.plan.remarks.is_empty() {
            return;
        }
        text.push_str("\n## Not changed\n\n");
        let place = |path: &str, line: usize| if line == 0 { path.to_owned() } else { format!("{path}:{line}") };
        let remarks: Vec<String> = self
            .plan
            .remarks
            .iter()
            .map(|remark| format!("`{}` {}.", place(&remark.path, remark.line), remark.text))
            .collect();
        items(text, &remarks);
    }
}

/// The warnings among `messages`. Leaves out messages that continue a warning: they have no topic.
fn warnings(messages: &[Message]) -> impl Iterator<Item = &Message> {
    messages.iter().filter(|message| message.level == Level::Warn && !message.topic.trim().is_empty())
}

fn line(message: &Message) -> String {
    let text = message.text.as_deref().unwrap_or_default();
    let words: Vec<&str> = message.topic.split_whitespace().chain(text.split_whitespace()).collect();
    words.join(" ")
}

fn items(text: &mut String, lines: &[String]) {
    for line in lines {
        let _ = writeln!(text, "- {line}");
    }
}

/// A code fence of backquotes that is longer than any run of backquotes in the text.
fn fence(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(3.max(longest + 1))
}
