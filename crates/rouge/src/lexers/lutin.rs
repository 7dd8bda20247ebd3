//! Lutin, a language for nondeterministic programs that is related to Lustre.

use super::lustre::{self, Dialect};
use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "assert catch do erun exception exist extern false in include let node raise ref returns run strong system trap true
    try type weak",
);
static OPERATORS: Words = Words::new("and div else if mod nor not or pre then xor");
static TYPES: Words = Words::new("bool fby int loop real trace");

pub(crate) fn define(g: &mut Grammar) {
    lustre::define_dialect(g, &Dialect { keywords: &KEYWORDS, operators: &OPERATORS, types: &TYPES });
}
