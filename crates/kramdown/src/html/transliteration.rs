//! Texts in plain ASCII, for the option `transliterated_header_ids`.
//!
//! kramdown takes the tables of the gem stringex, whose origin is the same as that of the crate unidecode:
//! Text::Unidecode. What stringex has otherwise, as far as an id shows it (letters without their case, digits, spaces,
//! dashes), stands here. What it has no table for leaves nothing in an id.

/// Unidecode's table for the characters of the basic plane, one after the other (made by build.rs).
const ASCII: &str = include_str!(concat!(env!("OUT_DIR"), "/ascii.txt"));

/// The end of each character's text in `ASCII`, in four bytes, the lowest first.
const ENDS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/ascii_ends.bin"));

/// The text with each character outside of ASCII replaced by stringex's text for it.
pub(crate) fn transliterate(text: &str) -> String {
    let mut ascii = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            ascii.push(c);
        } else if let Ok(at) = OTHERWISE.binary_search_by_key(&c, |(from, _)| *from) {
            ascii.push_str(OTHERWISE[at].1);
        } else if !is_unknown(c) {
            ascii.push_str(unidecoded(c));
        }
    }
    ascii
}

/// Unidecode's text for a character; nothing beyond the basic plane.
fn unidecoded(c: char) -> &'static str {
    let ends = ENDS.as_chunks::<4>().0;
    let end = |at: usize| ends.get(at).map(|end| u32::from_le_bytes(*end) as usize);
    let at = c as usize;
    let start = at.checked_sub(1).map_or(Some(0), end);
    match (start, end(at)) {
        (Some(start), Some(end)) => ASCII.get(start..end).unwrap_or(""),
        _ => "",
    }
}

/// Whether stringex has nothing for the character, or a mark that no id keeps.
fn is_unknown(c: char) -> bool {
    let after = UNKNOWN.partition_point(|(first, _)| *first <= c);
    after > 0 && c <= UNKNOWN[after - 1].1
}

/// From where to where stringex has nothing, where unidecode has something.
const UNKNOWN: [(char, char); 25] = [
    ('\u{80}', '\u{9f}'),
    ('\u{133}', '\u{133}'),
    ('\u{220}', '\u{221}'),
    ('\u{234}', '\u{24f}'),
    ('\u{2ae}', '\u{2af}'),
    ('\u{2e5}', '\u{2e9}'),
    ('\u{2ef}', '\u{36f}'),
    ('\u{3f4}', '\u{3ff}'),
    ('\u{6ff}', '\u{6ff}'),
    ('\u{800}', '\u{8ff}'),
    ('\u{af1}', '\u{af9}'),
    ('\u{13f5}', '\u{13fd}'),
    ('\u{1e9c}', '\u{1e9f}'),
    ('\u{1efa}', '\u{1eff}'),
    ('\u{200b}', '\u{200b}'),
    ('\u{2122}', '\u{2122}'),
    ('\u{25f4}', '\u{25f7}'),
    ('\u{2900}', '\u{2dff}'),
    ('\u{3009}', '\u{3009}'),
    ('\u{30ff}', '\u{30ff}'),
    ('\u{33ff}', '\u{4cff}'),
    ('\u{a500}', '\u{abff}'),
    ('\u{e000}', '\u{f8ff}'),
    ('\u{fdf0}', '\u{fdfd}'),
    ('\u{10000}', char::MAX),
];

/// The characters for which stringex differs from unidecode.
const OTHERWISE: [(char, &str); 49] = [
    ('ǲ', "D"),
    ('ʰ', "k"),
    ('Ή', "H"),
    ('Ύ', "Y"),
    ('Η', "H"),
    ('Υ', "Y"),
    ('Χ', "X"),
    ('Ϋ', "Y"),
    ('ή', "i"),
    ('η', "i"),
    ('ξ', "ks"),
    ('χ', "x"),
    ('ϒ', "I"),
    ('ϓ', "I"),
    ('ϔ', "I"),
    ('Є', "Ie"),
    ('Е', "Ie"),
    ('г', "gh"),
    ('е', "ie"),
    ('Ӏ', "I"),
    ('༪', "0.5"),
    ('༳', "-0.5"),
    ('–', "--"),
    ('—', "---"),
    ('€', "EU"),
    ('ℂ', "C"),
    ('ℇ', "E"),
    ('ℋ', "H"),
    ('ℌ', "H"),
    ('ℍ', "H"),
    ('ℐ', "I"),
    ('ℑ', "I"),
    ('ℒ', "L"),
    ('ℕ', "N"),
    ('ℙ', "P"),
    ('ℚ', "Q"),
    ('ℛ', "R"),
    ('ℜ', "R"),
    ('ℝ', "R"),
    ('ℤ', "Z"),
    ('ℨ', "Z"),
    ('K', "K"),
    ('ℬ', "B"),
    ('ℭ', "C"),
    ('ℰ', "E"),
    ('ℱ', "F"),
    ('ℳ', "M"),
    ('−', "-"),
    ('一', "[?] "),
];
