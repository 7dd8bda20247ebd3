//! Gherkin in all languages of Cucumber. The keywords are in `words/gherkin_*.txt`, one per line. For steps, the
//! shortest match counts. A step keyword that ends in `~` is followed by whitespace.

use super::prelude::*;
use crate::version::Version;
use std::collections::HashSet;
use std::sync::OnceLock;

static STEPS: &str = include_str!("words/gherkin_steps.txt");
/// The keywords that Rouge 3.30 lacks. `EARLIER_STEPS` has the steps that only Rouge 3.30 has.
static LATER: &str = include_str!("words/gherkin_later.txt");
static EARLIER_STEPS: &str = include_str!("words/gherkin_earlier_steps.txt");

/// The construct that a keyword before a colon starts.
enum Part {
    Feature,
    Element,
    Examples,
}

fn part(keyword: &str) -> Option<Part> {
    static SETS: OnceLock<[HashSet<&str>; 3]> = OnceLock::new();
    let [features, elements, examples] = SETS.get_or_init(|| {
        [
            include_str!("words/gherkin_features.txt").lines().collect(),
            include_str!("words/gherkin_elements.txt").lines().collect(),
            include_str!("words/gherkin_examples.txt").lines().collect(),
        ]
    });
    if elements.contains(keyword) {
        Some(Part::Element)
    } else if features.contains(keyword) {
        Some(Part::Feature)
    } else {
        examples.contains(keyword).then_some(Part::Examples)
    }
}

pub(crate) fn define(g: &mut Grammar) {
    g.state("space").on("#.*", Comment).on(r"[ \r\t]+", Text);
    g.state("root")
        .mixin("space")
        .on(r"\n", Text)
        .on(r#"(?m)""".*?""""#, Str)
        .on(r"@[^\s@]+", NameTag)
        .mixin("table start")
        .mixin("steps");
    g.state("headings").call("(.*?)(:)", |cx| {
        cx.reset_stack();
        let unknown = cx.version() == Version::V3_30 && LATER.lines().any(|line| line == cx.group(1));
        let token = match part(cx.group(1)).filter(|_| !unknown) {
            Some(Part::Element) => {
                cx.push("description");
                KeywordNamespace
            }
            Some(Part::Feature) => {
                cx.push("feature description");
                KeywordDeclaration
            }
            Some(Part::Examples) => {
                cx.push("examples description");
                NameNamespace
            }
            None => Error,
        };
        cx.groups(&[token, Punctuation]);
    });
    let steps = steps_pattern(g.version());
    g.state("steps").mixin("headings").call(steps, |cx| {
        cx.token(NameFunction);
        cx.reset_stack();
        cx.push("step");
    });
    tables(g);
    let line = r".*?(?=[#\n])";
    g.state("description").mixin("space").mixin("steps").on(r"\n", Text).on(line, Text);
    g.state("feature description").mixin("space").mixin("headings").on(r"\n", Text).on(line, Text);
    g.state("examples description").mixin("space").mixin("table start").on(r"\n", Text).on(line, Text);
    g.state("step")
        .mixin("space")
        .on("<.*?>", NameVariable)
        .on(r#"".*?""#, Str)
        .on(r"\S[^\s<]*", Text)
        .to(line, Text, POP);
}

fn tables(g: &mut Grammar) {
    g.state("table start").go(r"(?=\|)", "table head");
    g.state("table head").on(r"[^|\s]+", NameVariable).to(r"\n", Text, goto("table")).mixin("table");
    g.state("table").mixin("space").to(r"\n", Text, "table line").on(r"\|", Punctuation).on(r"[^|\s]+", Name);
    g.state("table line").call(r"(?=\s*[^\s|])", |cx| cx.reset_stack()).go("", POP);
}

/// A pattern for all step keywords.
fn steps_pattern(version: Version) -> String {
    let (without, with) = version.either(("", ""), (LATER, EARLIER_STEPS));
    let escape = |words: &str| {
        words
            .chars()
            .map(|c| if c.is_ascii_punctuation() { format!(r"\{c}") } else { c.to_string() })
            .collect::<String>()
    };
    let choices: Vec<String> = STEPS
        .lines()
        .filter(|line| !without.lines().any(|later| later == *line))
        .chain(with.lines())
        .map(|line| match line.strip_suffix('~') {
            Some(words) => format!("{} ", escape(words)),
            None => format!(r"{}\b", escape(line)),
        })
        .collect();
    choices.join("|")
}
