//! Binding of arguments to the parameters of built-in functions.

use super::{CallContext, change, color, list, map, meta, number, selector, string};
use crate::error::{SassResult, SyntaxError};
use crate::eval::{EvaluatedArguments, Evaluator};
use crate::value::Value;
use hastie_sass_core::symbol::FastMap;
use std::sync::LazyLock;

/// The implementation of a built-in function.
type Run = fn(&mut CallContext<'_, '_>) -> SassResult<Value>;

/// A function that Sass itself defines, such as `lighten()`, with its parameters.
#[derive(Debug)]
pub(crate) struct Builtin {
    name: &'static str,
    run: Run,
    /// The alternative lists of parameter names. A call uses the first list that fits its arguments.
    forms: &'static [&'static [&'static str]],
    /// Whether there is a rest parameter.
    rest: bool,
    /// Whether additional named arguments are allowed.
    keywords: bool,
    /// Whether a call takes the same time however large its first argument and its result are.
    is_constant_time: bool,
}

const fn known(name: &'static str, run: Run, forms: &'static [&'static [&'static str]]) -> Builtin {
    Builtin { name, run, forms, rest: false, keywords: false, is_constant_time: false }
}

const fn constant_time(name: &'static str, run: Run, forms: &'static [&'static [&'static str]]) -> Builtin {
    Builtin { is_constant_time: true, ..known(name, run, forms) }
}

const fn with_rest(name: &'static str, run: Run, forms: &'static [&'static [&'static str]]) -> Builtin {
    Builtin { rest: true, ..known(name, run, forms) }
}

const fn with_keywords(name: &'static str, run: Run, forms: &'static [&'static [&'static str]]) -> Builtin {
    Builtin { keywords: true, ..known(name, run, forms) }
}

const COLOR: &[&[&str]] = &[&["color"]];
const ADJUSTED: &[&[&str]] = &[&["color", "amount"]];
const STRING: &[&[&str]] = &[&["string"]];
const NUMBER: &[&[&str]] = &[&["number"]];
const NAME: &[&[&str]] = &[&["name"]];
const ANY: &[&[&str]] = &[&[]];

#[rustfmt::skip]
static ALL: &[Builtin] = &[
    known("rgb", color::rgb, &[&["red", "green", "blue"], &["red", "green"], &["red"]]),
    with_rest("rgba", color::rgba, &[&["red", "green", "blue", "alpha"], &["red", "green", "blue"], &["color", "alpha"], &["red"]]),
    known("hsl", color::hsl, &[&["hue", "saturation", "lightness"], &["hue", "saturation"], &["hue"]]),
    known("hsla", color::hsla, &[&["hue", "saturation", "lightness", "alpha"], &["hue", "saturation", "lightness"], &["hue", "saturation"], &["hue"]]),
    known("red", color::red, COLOR),
    known("green", color::green, COLOR),
    known("blue", color::blue, COLOR),
    known("hue", color::hue, COLOR),
    known("saturation", color::saturation, COLOR),
    known("lightness", color::lightness, COLOR),
    with_rest("alpha", color::alpha, COLOR),
    known("opacity", color::opacity, COLOR),
    known("opacify", change::opacify, ADJUSTED),
    known("fade_in", change::opacify, ADJUSTED),
    known("transparentize", change::transparentize, ADJUSTED),
    known("fade_out", change::transparentize, ADJUSTED),
    known("lighten", change::lighten, ADJUSTED),
    known("darken", change::darken, ADJUSTED),
    known("saturate", change::saturate, &[&["color", "amount"], &["amount"]]),
    known("desaturate", change::desaturate, ADJUSTED),
    known("adjust_hue", change::adjust_hue, &[&["color", "degrees"]]),
    known("ie_hex_str", color::ie_hex_str, COLOR),
    with_keywords("adjust_color", change::adjust_color, COLOR),
    with_keywords("scale_color", change::scale_color, COLOR),
    with_keywords("change_color", change::change_color, COLOR),
    known("mix", change::mix, &[&["color1", "color2"], &["color1", "color2", "weight"]]),
    known("grayscale", change::grayscale, COLOR),
    known("complement", change::complement, COLOR),
    known("invert", change::invert, &[&["color"], &["color", "weight"]]),
    known("unquote", string::unquote, STRING),
    known("quote", string::quote, STRING),
    known("str_length", string::str_length, STRING),
    known("str_insert", string::str_insert, &[&["string", "insert", "index"]]),
    known("str_index", string::str_index, &[&["string", "substring"]]),
    known("str_slice", string::str_slice, &[&["string", "start_at"], &["string", "start_at", "end_at"]]),
    known("to_upper_case", string::to_upper_case, STRING),
    known("to_lower_case", string::to_lower_case, STRING),
    constant_time("type_of", meta::type_of, &[&["value"]]),
    known("feature_exists", meta::feature_exists, &[&["feature"]]),
    with_keywords("get_function", meta::get_function, NAME),
    known("unit", number::unit, NUMBER),
    known("unitless", number::unitless, NUMBER),
    known("comparable", number::comparable, &[&["number1", "number2"]]),
    known("percentage", number::percentage, NUMBER),
    known("round", number::round, NUMBER),
    known("ceil", number::ceil, NUMBER),
    known("floor", number::floor, NUMBER),
    known("abs", number::abs, NUMBER),
    with_rest("min", number::min, ANY),
    with_rest("max", number::max, ANY),
    constant_time("length", list::length, &[&["list"]]),
    known("set_nth", list::set_nth, &[&["list", "n", "value"]]),
    constant_time("nth", list::nth, &[&["list", "n"]]),
    Builtin { rest: true, ..with_keywords("join", list::join, &[&["list1", "list2"]]) },
    known("append", list::append, &[&["list", "val"], &["list", "val", "separator"]]),
    with_rest("zip", list::zip, ANY),
    known("index", list::index, &[&["list", "value"]]),
    constant_time("list_separator", list::list_separator, &[&["list"]]),
    constant_time("is_bracketed", list::is_bracketed, &[&["list"]]),
    constant_time("map_get", map::map_get, &[&["map", "key"]]),
    known("map_merge", map::map_merge, &[&["map1", "map2"]]),
    with_rest("map_remove", map::map_remove, &[&["map", "key"], &["map"]]),
    known("map_keys", map::map_keys, &[&["map"]]),
    known("map_values", map::map_values, &[&["map"]]),
    constant_time("map_has_key", map::map_has_key, &[&["map", "key"]]),
    constant_time("keywords", map::keywords, &[&["args"]]),
    known("if", meta::choose, &[&["condition", "if_true", "if_false"]]),
    known("unique_id", meta::unique_id, ANY),
    Builtin { rest: true, ..with_keywords("call", meta::call, NAME) },
    with_rest("counter", string::counter, ANY),
    with_rest("counters", string::counters, ANY),
    known("variable_exists", meta::variable_exists, NAME),
    known("global_variable_exists", meta::global_variable_exists, NAME),
    known("function_exists", meta::function_exists, NAME),
    known("mixin_exists", meta::mixin_exists, NAME),
    known("content_exists", meta::content_exists, ANY),
    known("inspect", meta::inspect, &[&["value"]]),
    known("random", number::random, &[&[], &["limit"]]),
    known("selector_parse", selector::selector_parse, &[&["selector"]]),
    with_rest("selector_nest", selector::selector_nest, ANY),
    with_rest("selector_append", selector::selector_append, ANY),
    known("selector_extend", selector::selector_extend, &[&["selector", "extendee", "extender"]]),
    known("selector_replace", selector::selector_replace, &[&["selector", "original", "replacement"]]),
    known("selector_unify", selector::selector_unify, &[&["selector1", "selector2"]]),
    known("simple_selectors", selector::simple_selectors, &[&["selector"]]),
    known("is_superselector", selector::is_superselector, &[&["super", "sub"]]),
];

/// The functions by name, with `-` instead of `_`.
static BY_NAME: LazyLock<FastMap<String, &'static Builtin>> =
    LazyLock::new(|| ALL.iter().map(|known| (known.name.replace('_', "-"), known)).collect());

/// The built-in function with this name. `_` and `-` are equivalent. `None` if there is none.
pub(crate) fn find(name: &str) -> Option<&'static Builtin> {
    if name.contains('_') { BY_NAME.get(&*name.replace('_', "-")).copied() } else { BY_NAME.get(name).copied() }
}

impl Builtin {
    /// The first parameter list that fits these numbers of arguments. If none fits, the first list.
    fn form(&self, positional: usize, keywords: usize) -> &'static [&'static str] {
        let fits = |form: &&&'static [&'static str]| {
            let count = form.len();
            if count >= positional + keywords {
                return count == positional + keywords;
            }
            let by_name = keywords - count.saturating_sub(positional).min(keywords);
            (positional <= count || self.rest) && (by_name == 0 || self.keywords)
        };
        self.forms.iter().find(fits).or(self.forms.first()).copied().unwrap_or_default()
    }

    fn check_count(&self, given: usize) -> SassResult<()> {
        let extra = usize::from(self.keywords && !self.rest);
        let counts = || self.forms.iter().map(|form| form.len() + extra);
        let (least, most) = (counts().min().unwrap_or(0), counts().max().unwrap_or(0));
        let least = if matches!(self.name, "rgba" | "alpha") { 0 } else { least };
        let given = given + extra;
        if given >= least && (given <= most || self.rest) {
            return Ok(());
        }
        Err(SyntaxError::argument(if self.rest {
            format!("wrong number of arguments (given {given}, expected {least}+)")
        } else if least == most {
            format!("wrong number of arguments ({given} for {least})")
        } else {
            format!("wrong number of arguments (given {given}, expected {least}..{most})")
        }))
    }
}

/// Assigns arguments to the parameters of a built-in function, and calls it. Fails if the arguments do not match the
/// parameters.
pub(crate) fn call(known: &Builtin, evaluator: &mut Evaluator<'_>, passed: EvaluatedArguments) -> SassResult<Value> {
    let mut values = passed.positional;
    let mut keywords: Vec<(String, Value)> =
        passed.keywords.into_iter().map(|(name, value)| (name.replace('-', "_"), value)).collect();
    let form = known.form(values.len(), keywords.len());
    if known.keywords
        && !known.rest
        && let Some(value) = values.get(form.len())
    {
        let message = format!("{} is not a keyword argument for `{}'", value.inspect(), known.name);
        return Err(SyntaxError::new(message));
    }
    if !keywords.is_empty() {
        for parameter in form.get(values.len()..).unwrap_or_default() {
            match keywords.iter().position(|(name, _)| name == parameter) {
                Some(index) => values.push(keywords.remove(index).1),
                None => {
                    let message = format!("Function {} requires an argument named ${parameter}", known.name);
                    return Err(SyntaxError::new(message));
                }
            }
        }
        if !known.keywords
            && let Some(first) = keywords.iter().map(|(name, _)| name).min()
        {
            let message = if form.contains(&&**first) {
                format!("Function {} was passed argument ${first} both by position and by name", known.name)
            } else {
                format!("Function {} doesn't have an argument named ${first}", known.name)
            };
            return Err(SyntaxError::new(message));
        }
    }
    known.check_count(values.len())?;
    let read: u64 = values.iter().skip(usize::from(known.is_constant_time)).map(Value::work).sum();
    let result = (known.run)(&mut CallContext { evaluator, values, keywords })?;
    evaluator.count_work(if known.is_constant_time { read } else { read.max(result.work()) })?;
    Ok(result)
}
