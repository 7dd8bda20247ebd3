//! Objective-C++: C++ with the additions of Objective-C.

use super::c::Dialect;
use super::prelude::*;
use super::{cpp, objective_c};

static OBJECTIVE_CPP: Dialect = Dialect {
    keywords: &[&cpp::KEYWORDS],
    types: &[&cpp::TYPES],
    reserved: &[&cpp::RESERVED],
    builtins: &[&objective_c::BUILTINS],
};
static OBJECTIVE_CPP_3_30: Dialect = Dialect { keywords: &[&cpp::KEYWORDS_3_30], ..OBJECTIVE_CPP };

pub(crate) fn define(g: &mut Grammar) {
    cpp::define_dialect(g, g.either(&OBJECTIVE_CPP, &OBJECTIVE_CPP_3_30));
    objective_c::extend(g);
    g.prepend("statements", |s| {
        s.groups(r"(\.)(class)", &[Operator, NameBuiltinPseudo])
            .groups(r"(@selector)(\()(class)(\))", &[Keyword, Punctuation, NameBuiltinPseudo, Punctuation]);
    });
}
