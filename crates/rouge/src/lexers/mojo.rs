//! Mojo: Python with more words.

use super::prelude::*;
use super::python::{self, Dialect};

static KEYWORDS: Words = Words::new("alias case fn in match mut out owned raises read ref self struct trait var with");
static BUILTINS: Words = Words::new("__mlir_attr __mlir_op __mlir_type alwaysinline parameter register_passable");

pub(crate) fn define(g: &mut Grammar) {
    python::define_dialect(g, &Dialect { keywords: &KEYWORDS, builtins: &BUILTINS });
}
