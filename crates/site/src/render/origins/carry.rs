//! Carries the marks of a text's origins over to another text that is nearly the same.

use hastie_liquid::marks::{Mark, insert, split};
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// If a text has more tokens than this, it is not compared with the marked text, and gets no marks.
const MAX_TOKENS: usize = 1 << 18;

/// The text `clean` with the marks of `marked`. A mark is left out if the words around it differ. If the texts differ
/// and one of them is very long, all marks are left out.
pub(super) fn carry(marked: &str, clean: &str) -> String {
    let (old, marks) = split(marked);
    if old == clean || marks.is_empty() {
        return insert(clean, &marks);
    }
    let (from, to) = (tokens(&old), tokens(clean));
    if from.len().max(to.len()) > MAX_TOKENS {
        return clean.to_owned();
    }
    let words = |tokens: &[usize], text: &str| -> Vec<String> {
        tokens.windows(2).map(|pair| text[pair[0]..pair[1]].to_owned()).collect()
    };
    let ops = capture_diff_slices(Algorithm::Patience, &words(&from, &old), &words(&to, clean));
    let mut equal = ops.iter().filter_map(|op| match op {
        DiffOp::Equal { old_index, new_index, len } => Some((*old_index, *new_index, *len)),
        _ => None,
    });
    let mut range = equal.next();
    let mut carried = Vec::with_capacity(marks.len());
    for mark in marks {
        while let Some((start, _, length)) = range
            && from[start + length] < mark.offset
        {
            range = equal.next();
        }
        let Some((start, new, length)) = range else { break };
        if from[start] <= mark.offset && mark.offset <= from[start + length] {
            let token = from[start..=start + length].partition_point(|offset| *offset <= mark.offset) - 1;
            let offset = to[new + token] + (mark.offset - from[start + token]);
            carried.push(Mark { offset, ..mark });
        }
    }
    insert(clean, &carried)
}

/// The offsets at which tokens start, and the end of the text. Tokens are words, names of tags with `<` or `</` before
/// them, runs of white space, and single characters.
fn tokens(text: &str) -> Vec<usize> {
    #[derive(PartialEq, Clone, Copy)]
    enum Kind {
        Word,
        Space,
        Other,
        Open,
    }
    let kind = |c: char| match c {
        '<' => Kind::Open,
        c if c.is_alphanumeric() => Kind::Word,
        c if c.is_whitespace() => Kind::Space,
        _ => Kind::Other,
    };
    let mut starts = Vec::with_capacity(text.len() / 4);
    let mut last = Kind::Other;
    for (offset, c) in text.char_indices() {
        let own = kind(c);
        let continues = match (last, own) {
            (Kind::Word, Kind::Word) | (Kind::Space, Kind::Space) => true,
            (Kind::Open, Kind::Word) => true,
            (Kind::Open, Kind::Other) => c == '/',
            _ => false,
        };
        if !continues {
            starts.push(offset);
        }
        last = if continues && last == Kind::Open && c == '/' { Kind::Open } else { own };
    }
    starts.push(text.len());
    starts
}

#[cfg(test)]
mod tests {
    use super::carry;
    use hastie_liquid::marks::{Mark, insert, split};

    fn at(text: &str, words: &[&str]) -> String {
        let offset = |word: &&str| text.find(*word).expect("a word of the text") + 1;
        let marks: Vec<Mark> =
            words.iter().enumerate().map(|(place, word)| Mark { offset: offset(word), place, is_tag: false }).collect();
        insert(text, &marks)
    }

    #[test]
    fn marks_stay_at_their_words_when_the_text_around_them_changes() {
        let old = at("<p>one two</p>\n<p>three</p>", &["one", "two", "three"]);
        let new = "<p class=\"x\">one</p><hr>\n<p>three four</p>";
        assert_eq!(carry(&old, new), {
            let (_, mut marks) = split(&at(new, &["one", "three"]));
            marks[1].place = 2;
            insert(new, &marks)
        });
    }
}
