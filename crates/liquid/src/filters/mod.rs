//! Liquid's standard filters. Each is a plain function with one line in `register`. Mirrors
//! `Liquid::StandardFilters`.
//!
//! Jekyll's own filters, some of which replace these (`where`, `sort`), are in the crate hastie-site.

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
pub(crate) mod pieces;
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
pub use escape::escape_html;
pub use pieces::{Pieces, count_words, words};
pub use replace::sub;

use crate::engine::{Engine, ResultEncoding};

/// Registers Liquid's standard filters, each with its allowed number of arguments besides the input.
pub(crate) fn register(engine: &mut Engine) {
    engine.filter("abs", 0, arithmetic::abs);
    engine.text_filter("append", 1, concat::append);
    engine.filter("at_least", 1, arithmetic::at_least);
    engine.filter("at_most", 1, arithmetic::at_most);
    engine.text_filter("capitalize", 0, case::capitalize);
    engine.filter("ceil", 0, arithmetic::ceil);
    engine.filter("compact", 0..=1, array::compact);
    engine.filter("concat", 1, array::concat).in_place(array::concat_in_place);
    engine.text_filter("date", 1, date::date).encoded(ResultEncoding::OfArgument);
    engine.filter("default", 0..=1, default::default);
    engine.filter("divided_by", 1, arithmetic::divided_by);
    engine.text_filter("downcase", 0, case::downcase);
    engine.text_filter("escape", 0, escape::escape);
    engine.text_filter("escape_once", 0, escape::escape_once);
    engine.filter("first", 0, ends::first).fused(ends::first_piece);
    engine.filter("floor", 0, arithmetic::floor);
    engine.text_filter("h", 0, escape::escape);
    engine.text_filter("join", 0..=1, array::join).fused(array::join_pieces).encoded(ResultEncoding::OfItems);
    engine.filter("last", 0, ends::last).fused(ends::last_piece);
    engine.text_filter("lstrip", 0, strip::lstrip);
    engine.filter("map", 1, array::map);
    engine.filter("minus", 1, arithmetic::minus);
    engine.filter("modulo", 1, arithmetic::modulo);
    engine.text_filter("newline_to_br", 0, newlines::newline_to_br);
    engine.filter("plus", 1, arithmetic::plus);
    engine.text_filter("prepend", 1, concat::prepend).encoded(ResultEncoding::OfArgument);
    engine.text_filter("remove", 1, replace::remove);
    engine.text_filter("remove_first", 1, replace::remove_first);
    engine.text_filter("replace", 1..=2, replace::replace);
    engine.text_filter("replace_first", 1..=2, replace::replace_first);
    engine.filter("reverse", 0, array::reverse);
    engine.filter("round", 0..=1, arithmetic::round);
    engine.text_filter("rstrip", 0, strip::rstrip);
    engine.filter("size", 0, size::size).fused(size::count_pieces);
    engine.filter("slice", 1..=2, slice::slice);
    engine.filter("sort", 0..=1, sort::sort);
    engine.filter("sort_natural", 0..=1, sort::sort_natural);
    engine.split_filter("split", 1, split::split);
    engine.text_filter("strip", 0, strip::strip);
    engine.text_filter("strip_html", 0, strip_html::strip_html);
    engine.text_filter("strip_newlines", 0, newlines::strip_newlines);
    engine.filter("times", 1, arithmetic::times);
    engine.text_filter("truncate", 0..=2, truncate::truncate);
    engine.text_filter("truncatewords", 0..=2, truncate::truncatewords);
    engine.filter("uniq", 0..=1, array::uniq);
    engine.text_filter("upcase", 0, case::upcase);
    engine.filter("url_decode", 0, url::url_decode);
    engine.text_filter("url_encode", 0, url::url_encode);
    engine.filter("where", 1..=2, r#where::r#where);
}
