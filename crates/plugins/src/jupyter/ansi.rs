//! Colours of terminals in what programs print.

use super::cells::escaped;

const COLOURS: [&str; 8] = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

/// The style of text.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Look {
    text: Option<usize>,
    background: Option<usize>,
    bold: bool,
    underline: bool,
}

impl Look {
    /// Takes in one code of a sequence.
    fn take(&mut self, code: u32) {
        let colour = |code: u32, first: u32| usize::try_from(code - first).ok();
        match code {
            0 => *self = Look::default(),
            1 => self.bold = true,
            4 => self.underline = true,
            21 | 22 => self.bold = false,
            24 => self.underline = false,
            30..=37 => self.text = colour(code, 30),
            39 => self.text = None,
            40..=47 => self.background = colour(code, 40),
            49 => self.background = None,
            90..=97 => self.text = colour(code, 90).map(|colour| colour + 8),
            100..=107 => self.background = colour(code, 100).map(|colour| colour + 8),
            _ => {}
        }
    }

    fn classes(&self) -> String {
        let named = |colour: usize, part: &str| {
            let name = COLOURS.get(colour % 8).unwrap_or(&"black");
            format!("ansi-{name}{}-{part}", if colour >= 8 { "-intense" } else { "" })
        };
        let mut classes = Vec::new();
        classes.extend(self.text.map(|colour| named(colour, "fg")));
        classes.extend(self.background.map(|colour| named(colour, "bg")));
        if self.bold {
            classes.push("ansi-bold".to_owned());
        }
        if self.underline {
            classes.push("ansi-underline".to_owned());
        }
        classes.join(" ")
    }
}

/// The text escaped, its colours as classes; other sequences are dropped.
pub(super) fn to_html(text: &str) -> String {
    let mut out = String::new();
    let mut look = Look::default();
    let mut parts = text.split('\x1B');
    push(parts.next().unwrap_or_default(), &look, &mut out);
    for part in parts {
        let Some(sequence) = part.strip_prefix('[') else {
            push(part, &look, &mut out);
            continue;
        };
        let end = sequence.find(|c: char| !(c.is_ascii_digit() || c == ';' || c == '?')).unwrap_or(sequence.len());
        let (codes, rest) = sequence.split_at(end);
        let mut rest = rest.chars();
        if rest.next() == Some('m') {
            codes.split(';').for_each(|code| look.take(code.parse().unwrap_or(0)));
        }
        push(rest.as_str(), &look, &mut out);
    }
    out
}

fn push(text: &str, look: &Look, out: &mut String) {
    if text.is_empty() {
        return;
    }
    let text = escaped(text);
    match look.classes() {
        classes if classes.is_empty() => out.push_str(&text),
        classes => out.push_str(&format!("<span class=\"{classes}\">{text}</span>")),
    }
}

#[cfg(test)]
mod tests {
    use super::to_html;

    #[test]
    fn colours_become_classes_and_other_sequences_vanish() {
        assert_eq!(to_html("a<b"), "a&lt;b");
        assert_eq!(to_html("\x1b[1;31mred\x1b[0m plain"), "<span class=\"ansi-red-fg ansi-bold\">red</span> plain");
        assert_eq!(
            to_html("\x1b[94;103mx\x1b[K"),
            "<span class=\"ansi-blue-intense-fg ansi-yellow-intense-bg\">x</span>"
        );
        assert_eq!(to_html("\x1b[?25l\x1b[\x1b"), "");
    }
}
