//! The themes of `rougify style` and their style sheets. Mirrors `Rouge::CSSTheme`.
//!
//! A theme's file has its colors. The selectors of a rule follow from the tree of token types: a type without a style
//! of its own has the style of its parent.

mod base16;
mod bw;
mod colorful;
mod github;
mod gruvbox;
mod igorpro;
mod magritte;
mod molokai;
mod monokai;
mod monokai_sublime;
mod pastie;
mod thankful_eyes;
mod tulip;

use crate::token::Token;
use std::fmt::Write;

/// A theme: its name, its colors, and the styles of token types.
#[derive(Debug)]
pub struct Theme {
    /// The name, such as `github.dark`.
    pub name: &'static str,
    /// Color names with their colors.
    palette: &'static str,
    /// The styles, one per line, in the order of the style sheet. Each has short classes (`text` for plain text), a
    /// colon, the foreground color (a literal or a name), `on` and the background color, `bold` and `italic`. `plain`
    /// is an empty rule, as in the theme `bw`. If nothing follows the colon, there is no rule.
    styles: &'static str,
}

/// All themes in alphabetical order.
pub fn themes() -> impl Iterator<Item = &'static Theme> {
    let families: [&'static [Theme]; 13] = [
        &base16::THEMES,
        &bw::THEMES,
        &colorful::THEMES,
        &github::THEMES,
        &gruvbox::THEMES,
        &igorpro::THEMES,
        &magritte::THEMES,
        &molokai::THEMES,
        &monokai::THEMES,
        &monokai_sublime::THEMES,
        &pastie::THEMES,
        &thankful_eyes::THEMES,
        &tulip::THEMES,
    ];
    families.into_iter().flatten()
}

/// Finds a theme by Rouge's name for it, such as `github` or `base16.solarized.dark`. `None` for an unknown name.
pub fn find(name: &str) -> Option<&'static Theme> {
    themes().find(|theme| theme.name == name)
}

impl Theme {
    /// The style sheet printed by `rougify style NAME --scope SCOPE`. Rouge's default scope is `.highlight`.
    pub fn css(&self, scope: &str) -> String {
        let styles = self.styles();
        let mut sheet = format!("{scope} table td {{ padding: 5px; }}\n{scope} table pre {{ margin: 0; }}\n");
        for (token, look) in &styles {
            if look.trim().is_empty() {
                continue;
            }
            let declarations = self.declarations(look);
            let mut alike = Vec::new();
            look_alikes(*token, &styles, &mut alike);
            let selectors: Vec<String> = alike.iter().map(|token| selector(*token, scope)).collect();
            // Writing to a string does not fail.
            let _ = writeln!(sheet, "{} {{\n{declarations}}}", selectors.join(", "));
        }
        sheet
    }

    /// The token types with a style of their own, each with its style.
    fn styles(&self) -> Vec<(Token, &'static str)> {
        let lines = self.styles.lines().filter_map(|line| line.split_once(':'));
        lines
            .flat_map(|(classes, look)| {
                classes.split_ascii_whitespace().filter_map(move |class| Some((of_class(class)?, look)))
            })
            .collect()
    }

    fn declarations(&self, look: &str) -> String {
        let mut text = String::new();
        let mut property = "color";
        for word in look.split_ascii_whitespace() {
            let line = match word {
                "on" => {
                    property = "background-color";
                    continue;
                }
                "bold" => "font-weight: bold".to_owned(),
                "italic" => "font-style: italic".to_owned(),
                name => match self.color(name) {
                    Some(color) => format!("{property}: {color}"),
                    None => continue,
                },
            };
            let _ = writeln!(text, "  {line};");
        }
        text
    }

    /// Looks up a color by its name in the palette. `None` for an unknown name: Base16's light schemes have no
    /// background color.
    fn color(&self, name: &str) -> Option<String> {
        if name.starts_with('#') {
            return Some(name.to_owned());
        }
        let mut words = self.palette.split_ascii_whitespace();
        words.find(|word| *word == name)?;
        words.next().map(str::to_owned)
    }
}

/// Adds to `found` a type and its descendants. Skips those with a style of their own, and their descendants.
fn look_alikes(token: Token, styles: &[(Token, &str)], found: &mut Vec<Token>) {
    found.push(token);
    for below in Token::ALL.iter().copied().filter(|below| below.parent() == Some(token)) {
        if styles.iter().all(|(styled, _)| *styled != below) {
            look_alikes(below, styles, found);
        }
    }
}

fn of_class(class: &str) -> Option<Token> {
    match class {
        "text" => Some(Token::Text),
        class => Token::ALL.iter().copied().find(|token| token.short_name() == class),
    }
}

fn selector(token: Token, scope: &str) -> String {
    match token.short_name() {
        "" => scope.to_owned(),
        class => format!("{scope} .{class}"),
    }
}
