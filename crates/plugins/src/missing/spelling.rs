//! Suggestions for misspelled names. Mirrors `DidYouMean::SpellChecker`.
//!
//! Ruby searches all files that can be loaded. Hastie searches the names of gems.

/// `SpellChecker#correct` of DidYouMean: the names in `dictionary` that `input` probably means, most similar first.
/// Omits a name that equals `input` in lower case.
pub(super) fn corrections<'a>(input: &str, dictionary: &[&'a str]) -> Vec<&'a str> {
    let input = letters(&input.to_lowercase());
    let likeness = if input.len() > 3 { 0.834 } else { 0.77 };
    let mut alike: Vec<(f64, &str, Vec<char>)> = dictionary
        .iter()
        .filter(|word| word.chars().count() < input.len() * 2)
        .map(|word| (*word, letters(word)))
        .map(|(word, spelled)| (jaro_winkler(&spelled, &input), word, spelled))
        .filter(|(distance, _, spelled)| *distance >= likeness && *spelled != input)
        .collect();
    alike.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mistyped = input.len().div_ceil(4);
    let close: Vec<&str> = alike
        .iter()
        .filter(|(_, _, spelled)| levenshtein(spelled, &input) <= mistyped)
        .map(|(_, word, _)| *word)
        .collect();
    if !close.is_empty() {
        return close;
    }
    let misspelled = |spelled: &[char]| levenshtein(spelled, &input) < spelled.len().min(input.len());
    alike.iter().find(|(_, _, spelled)| misspelled(spelled)).map(|(_, word, _)| *word).into_iter().collect()
}

fn letters(word: &str) -> Vec<char> {
    word.chars().collect()
}

/// The Jaro-Winkler similarity, from 0 to 1. A common prefix increases it.
fn jaro_winkler(a: &[char], b: &[char]) -> f64 {
    let likeness = jaro(a, b);
    if likeness <= 0.7 {
        return likeness;
    }
    let same = a.iter().zip(b).take(4).take_while(|(a, b)| a == b).count();
    likeness + same as f64 * 0.1 * (1.0 - likeness)
}

fn jaro(a: &[char], b: &[char]) -> f64 {
    let (short, long) = if a.len() > b.len() { (b, a) } else { (a, b) };
    let reach = (long.len() / 2).saturating_sub(1);
    let mut taken = vec![false; long.len()];
    let mut matched = Vec::new();
    for (index, letter) in short.iter().enumerate() {
        let window = index.saturating_sub(reach)..(index + reach + 1).min(long.len());
        if let Some(place) = window.into_iter().find(|place| !taken[*place] && long[*place] == *letter) {
            taken[place] = true;
            matched.push(*letter);
        }
    }
    if matched.is_empty() {
        return 0.0;
    }
    let in_long = long.iter().zip(&taken).filter(|(_, taken)| **taken).map(|(letter, _)| *letter);
    let swapped = (matched.iter().zip(in_long).filter(|(a, b)| **a != *b).count() / 2) as f64;
    let count = matched.len() as f64;
    (count / short.len() as f64 + count / long.len() as f64 + (count - swapped) / count) / 3.0
}

/// The number of letters to insert, delete or replace in order to turn `a` into `b`.
fn levenshtein(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (index, letter) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (place, other) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = row[place + 1];
            row[place + 1] = replaced.min(row[place] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::corrections;

    /// The expected words were recorded from Ruby 3.1's checker with this dictionary.
    #[test]
    fn guesses_are_those_of_ruby() {
        let dictionary = [
            "jekyll-archives",
            "jekyll-cache-bust",
            "jekyll-feed",
            "jekyll-gist",
            "jekyll-scholar",
            "jekyll-sitemap",
            "jekyll-socials",
            "jemoji",
        ];
        for (input, guesses) in [
            ("jekyll-scholr", &["jekyll-scholar", "jekyll-socials"][..]),
            ("jekyll-no-such", &["jekyll-cache-bust"]),
            ("jekyl-feed", &["jekyll-feed"]),
            ("jekyll-thing", &["jekyll-gist"]),
            ("jekyll-spaceshi", &["jekyll-archives"]),
            ("jemojii", &["jemoji"]),
            ("foo-bar", &[]),
            ("jekyll-feed", &["jekyll-sitemap"]),
        ] {
            assert_eq!(corrections(input, &dictionary), guesses, "{input}");
        }
    }
}
