//! Emoji by name, from gemoji's database without its custom emoji.

use std::collections::HashMap;
use std::sync::LazyLock;

/// An emoji: its characters, the first of its names, and the file name of its image.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Emoji {
    /// The first of its names, without colons.
    pub name: &'static str,
    /// The file name of the image without extension: the code points without variation selectors and joiners.
    pub image: String,
    /// The characters of the emoji.
    pub raw: String,
}

/// All emoji, by each of their names. A line of `names.txt` contains the code points of an emoji and its names.
static BY_NAME: LazyLock<HashMap<&'static str, Emoji>> = LazyLock::new(|| {
    let mut table = HashMap::new();
    for line in include_str!("names.txt").lines() {
        let mut words = line.split_ascii_whitespace();
        let (Some(points), Some(first)) = (words.next(), words.clone().next()) else { continue };
        let shown: Vec<&str> = points.split('-').filter(|point| !matches!(*point, "fe0f" | "200d")).collect();
        for name in words {
            let raw = points.split('-').filter_map(|point| char::from_u32(u32::from_str_radix(point, 16).ok()?));
            table.insert(name, Emoji { name: first, image: shown.join("-"), raw: raw.collect() });
        }
    }
    table
});

/// Finds an emoji by any of its names, without colons. `None` for an unknown name.
pub(crate) fn find(name: &str) -> Option<&'static Emoji> {
    BY_NAME.get(name)
}
