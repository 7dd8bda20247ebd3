//! Twig: the syntax of Jinja with different words.

use super::jinja::{self, Dialect};
use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "as autoescape block do else embed endautoescape endblock endembed endfilter endfor endif endmacro ends
    endsandbox endset endspaceless extends filter flush for from if import include macro sandbox set spaceless
    starts use with without",
);
static TESTS: Words = Words::new("constant defined divisibleby empty even iterable null odd sameas");
static PSEUDO_KEYWORDS: Words = Words::new("false none true");
static WORD_OPERATORS: Words = Words::new("and b-and b-or b-xor in is not or");
static TWIG: Dialect =
    Dialect { keywords: &KEYWORDS, tests: &TESTS, pseudo: &PSEUDO_KEYWORDS, operators: &WORD_OPERATORS };

pub(crate) fn define(g: &mut Grammar) {
    jinja::define_dialect(g, &TWIG);
}
