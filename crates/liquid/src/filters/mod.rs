//! `Liquid::StandardFilters`: one plain function a filter, one line each in [`register`].
//!
//! Jekyll's own filters, some of which replace these (`where`, `sort`), are not here: they belong to
//! the program around this crate.

mod arithmetic;
mod array;
mod case;
mod concat;
mod date;
mod default;
mod ends;
mod escape;
pub mod input;
mod newlines;
pub mod property;
mod replace;
mod size;
mod slice;
mod sort;
mod split;
mod strip;
mod strip_html;
mod truncate;
pub mod url;
mod r#where;

pub use array::no_method;
pub use split::words;

use crate::engine::Engine;

/// Adds Liquid's standard filters to an engine. The numbers count arguments besides the input.
pub fn register(engine: &mut Engine) {
    engine.filter("abs", 0, arithmetic::abs);
    engine.filter("append", 1, concat::append);
    engine.filter("at_least", 1, arithmetic::at_least);
    engine.filter("at_most", 1, arithmetic::at_most);
    engine.filter("capitalize", 0, case::capitalize);
    engine.filter("ceil", 0, arithmetic::ceil);
    engine.filter("compact", 0..=1, array::compact);
    engine.filter("concat", 1, array::concat);
    engine.filter("date", 1, date::date);
    engine.filter("default", 0..=1, default::default);
    engine.filter("divided_by", 1, arithmetic::divided_by);
    engine.filter("downcase", 0, case::downcase);
    engine.filter("escape", 0, escape::escape);
    engine.filter("escape_once", 0, escape::escape_once);
    engine.filter("first", 0, ends::first);
    engine.filter("floor", 0, arithmetic::floor);
    engine.filter("h", 0, escape::escape);
    engine.filter("join", 0..=1, array::join);
    engine.filter("last", 0, ends::last);
    engine.filter("lstrip", 0, strip::lstrip);
    engine.filter("map", 1, array::map);
    engine.filter("minus", 1, arithmetic::minus);
    engine.filter("modulo", 1, arithmetic::modulo);
    engine.filter("newline_to_br", 0, newlines::newline_to_br);
    engine.filter("plus", 1, arithmetic::plus);
    engine.filter("prepend", 1, concat::prepend);
    engine.filter("remove", 1, replace::remove);
    engine.filter("remove_first", 1, replace::remove_first);
    engine.filter("replace", 1..=2, replace::replace);
    engine.filter("replace_first", 1..=2, replace::replace_first);
    engine.filter("reverse", 0, array::reverse);
    engine.filter("round", 0..=1, arithmetic::round);
    engine.filter("rstrip", 0, strip::rstrip);
    engine.filter("size", 0, size::size);
    engine.filter("slice", 1..=2, slice::slice);
    engine.filter("sort", 0..=1, sort::sort);
    engine.filter("sort_natural", 0..=1, sort::sort_natural);
    engine.filter("split", 1, split::split);
    engine.filter("strip", 0, strip::strip);
    engine.filter("strip_html", 0, strip_html::strip_html);
    engine.filter("strip_newlines", 0, newlines::strip_newlines);
    engine.filter("times", 1, arithmetic::times);
    engine.filter("truncate", 0..=2, truncate::truncate);
    engine.filter("truncatewords", 0..=2, truncate::truncatewords);
    engine.filter("uniq", 0..=1, array::uniq);
    engine.filter("upcase", 0, case::upcase);
    engine.filter("url_decode", 0, url::url_decode);
    engine.filter("url_encode", 0, url::url_encode);
    engine.filter("where", 1..=2, r#where::r#where);
}
