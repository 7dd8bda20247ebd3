//! Twig: the syntax of Jinja with different words.

use super::jinja::{self, Dialect};
use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "as do extends flush from import include use else starts ends with without autoescape endautoescape block
    endblock embed endembed filter endfilter for endfor if endif macro endmacro sandbox endsandbox set endset
    spaceless endspaceless",
);
static TESTS: Words = Words::new("constant defined divisibleby empty even iterable null odd sameas");
static PSEUDO_KEYWORDS: Words = Words::new("true false none");
static WORD_OPERATORS: Words = Words::new("b-and b-or b-xor is in and or not");
static TWIG: Dialect =
    Dialect { keywords: &KEYWORDS, tests: &TESTS, pseudo: &PSEUDO_KEYWORDS, operators: &WORD_OPERATORS };

pub(crate) fn define(g: &mut Grammar) {
    jinja::define_dialect(g, &TWIG);
}
