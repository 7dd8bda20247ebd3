//! No text makes a lexer panic or lose a byte. The fuzz target `highlight` checks the same with many more texts.

use hastie_rouge::{LEXERS, Version, lex, lex_in};

/// The building blocks of the texts: delimiters of many languages, and non-ASCII characters.
const PIECES: &str = "( ) [ ] { } < > </ /> <% %> <%= -%> <?php ?> <?hh <# #> {{ }} {% %} ${ #{ @{ \\( \\) << >> <<A A <<~B \
    /* */ (* *) {- -} // # -- ; % ! /** *** ### --- ... === ``` ~~~ \" ' ` \"\"\" ''' \\ \\n \\\" \\u0041 \\x4 $ $a @ @a & &amp; | \
    ^ ~ : :: := = == => -> <- ? , . .. + - * / 0 1.5e3 0x1F 1_000 'a' \"b\" a b ab Foo BAR _x if else end do def class \
    function begin let case of in for while return import module package include type struct é 世 \u{2028} «";
const SPACES: [&str; 8] = ["", "", " ", " ", "\n", "\n  ", "\t", "\n\n"];

/// Reproducible pseudorandom numbers (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

#[test]
fn no_text_is_lost_for_random_texts() {
    let pieces: Vec<&str> = PIECES.split(' ').filter(|piece| !piece.is_empty()).collect();
    let mut numbers = Numbers(88_172_645_463_325_252);
    let known = |version: Version| LEXERS.iter().filter(move |info| version.has_name(info.tag));
    let both =
        [Version::V4_6, Version::V3_30].into_iter().flat_map(|version| known(version).map(move |info| (version, info)));
    for (version, info) in both {
        for _ in 0..30 {
            let mut text = String::new();
            for _ in 0..numbers.below(80) {
                text.push_str(pieces[numbers.below(pieces.len())]);
                text.push_str(SPACES[numbers.below(SPACES.len())]);
            }
            let tokens = lex_in(version, info.tag, &text).unwrap();
            // Rouge drops or repeats text in these.
            if !matches!(info.tag, "escape" | "svelte" | "coq" | "crystal" | "sed") {
                assert_eq!(tokens.text(), text, "{}", info.tag);
            }
        }
    }
}

/// Texts that would take a naive lexer quadratic time or worse: a hundred thousand characters, each of which could
/// start something that never ends. They take one second together, or hours if this fails.
#[test]
fn unterminated_constructs_take_linear_time() {
    let cases = [
        ("yaml", "*"),
        ("html", "&a"),
        ("css", "/* a\n"),
        ("ruby", "=begin\n"),
        ("conf", "a\""),
        ("properties", "# "),
        ("c", "// f(x) "),
        ("javascript", "${"),
        ("openedge", "{a"),
        ("lasso", "\\\""),
        ("stan", "a "),
        ("ghc-cmm", "/*a"),
        ("nial", "#a\n"),
    ];
    for (tag, piece) in cases {
        let text = piece.repeat(100_000 / piece.len());
        assert_eq!(lex(tag, &text).unwrap().text(), text, "{tag}");
    }
}
