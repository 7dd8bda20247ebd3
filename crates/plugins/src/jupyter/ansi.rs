//! Converts terminal colours in the output of programs.

use super::cells::escaped;

const COLOURS: [&str; 8] = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

/// A colour: one of the sixteen named ones, or any other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Colour {
    Named(u32),
    Mixed(u32, u32, u32),
}

/// The style of terminal output, as set by escape sequences.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Look {
    text: Option<Colour>,
    background: Option<Colour>,
    bold: bool,
    underline: bool,
    inverse: bool,
}

impl Look {
    /// Applies the codes of an escape sequence.
    fn take(&mut self, codes: &[u32]) {
        let mut codes = codes.iter().copied();
        while let Some(code) = codes.next() {
            match code {
                0 => *self = Look::default(),
                1 | 5 => self.bold = true,
                4 => self.underline = true,
                7 => self.inverse = true,
                21 | 22 => self.bold = false,
                24 => self.underline = false,
                27 => self.inverse = false,
                30..=37 => self.text = Some(Colour::Named(code - 30)),
                38 | 48 => {
                    // An invalid mixed colour ends the sequence.
                    let Some(colour) = mixed(&mut codes) else { return };
                    *(if code == 38 { &mut self.text } else { &mut self.background }) = Some(colour);
                }
                39 => self.text = None,
                40..=47 => self.background = Some(Colour::Named(code - 40)),
                49 => self.background = None,
                90..=97 => self.text = Some(Colour::Named(code - 82)),
                100..=107 => self.background = Some(Colour::Named(code - 92)),
                _ => {}
            }
        }
    }

    /// The attributes of a span with this style. Empty for plain text.
    fn attributes(&self) -> String {
        let text = match self.text {
            Some(Colour::Named(colour @ 0..8)) if self.bold => Some(Colour::Named(colour + 8)),
            text => text,
        };
        let (text, background) = if self.inverse { (self.background, text) } else { (text, self.background) };
        let (mut classes, mut styles) = (Vec::new(), Vec::new());
        for (colour, part, property) in [(text, "fg", "color"), (background, "bg", "background-color")] {
            match colour {
                Some(Colour::Named(colour)) => {
                    let name = COLOURS.get(colour as usize % 8).unwrap_or(&"black");
                    classes.push(format!("ansi-{name}{}-{part}", if colour >= 8 { "-intense" } else { "" }));
                }
                Some(Colour::Mixed(red, green, blue)) => styles.push(format!("{property}: rgb({red},{green},{blue})")),
                None if self.inverse => classes.push(format!("ansi-default-inverse-{part}")),
                None => {}
            }
        }
        for (is_on, class) in [(self.bold, "ansi-bold"), (self.underline, "ansi-underline")] {
            if is_on {
                classes.push(class.to_owned());
            }
        }
        let attribute = |name: &str, values: Vec<String>, between: &str| {
            if values.is_empty() { String::new() } else { format!(" {name}=\"{}\"", values.join(between)) }
        };
        attribute("class", classes, " ") + &attribute("style", styles, "; ")
    }
}

/// The colour after code 38 or 48: 2 and three components, or 5 and an index. `None` if it is invalid.
fn mixed(codes: &mut impl Iterator<Item = u32>) -> Option<Colour> {
    match codes.next()? {
        2 => {
            let parts = [codes.next()?, codes.next()?, codes.next()?];
            parts.iter().all(|part| *part <= 255).then_some(Colour::Mixed(parts[0], parts[1], parts[2]))
        }
        5 => match codes.next()? {
            number @ 0..16 => Some(Colour::Named(number)),
            number @ 16..232 => {
                let part = |step: u32| if step == 0 { 0 } else { 55 + step * 40 };
                let number = number - 16;
                Some(Colour::Mixed(part(number / 36), part(number % 36 / 6), part(number % 6)))
            }
            number @ 232..256 => {
                let grey = (number - 232) * 10 + 8;
                Some(Colour::Mixed(grey, grey, grey))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Converts the output of a program to HTML. Escapes special characters, and turns coloured, inverse, bold and
/// underlined text into `span` elements. Drops other control sequences, such as `ESC [K`.
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
            let codes: Vec<u32> = codes.split(';').map(|code| code.parse().unwrap_or(0)).collect();
            look.take(&codes);
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
    match look.attributes() {
        plain if plain.is_empty() => out.push_str(&text),
        attributes => out.push_str(&format!("<span{attributes}>{text}</span>")),
    }
}

#[cfg(test)]
mod tests {
    use super::to_html;

    #[test]
    fn colours_become_classes_and_other_sequences_vanish() {
        assert_eq!(to_html("a<b"), "a&lt;b");
        assert_eq!(
            to_html("\x1b[1;31mred\x1b[0m plain"),
            "<span class=\"ansi-red-intense-fg ansi-bold\">red</span> plain"
        );
        assert_eq!(
            to_html("\x1b[94;103mx\x1b[K"),
            "<span class=\"ansi-blue-intense-fg ansi-yellow-intense-bg\">x</span>"
        );
        assert_eq!(
            to_html("\x1b[38;5;208ma\x1b[7;48;2;1;2;3mb\x1b[0;7mc"),
            "<span style=\"color: rgb(255,135,0)\">a</span><span style=\"color: rgb(1,2,3); background-color: rgb(255,135,0)\">b\
             </span><span class=\"ansi-default-inverse-fg ansi-default-inverse-bg\">c</span>"
        );
        assert_eq!(to_html("\x1b[38;9;1ma\x1b[38;5;999mb"), "ab");
        assert_eq!(to_html("\x1b[?25l\x1b[\x1b"), "");
    }
}
