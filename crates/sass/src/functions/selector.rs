//! `sass:selector`.

use super::{Definition, FunctionContext, Table, define};
use crate::prelude::SpanMap;
use crate::selector::{Budget, Combinators, Complex, Component, Compound, SelectorList, Simple, SimpleKind};
use crate::syntax::Separator;
use crate::value::{List, Value};
use crate::{Deprecation, Error, Result, extend};

pub(super) static TABLE: Table =
    Table { name: "selector", functions: FUNCTIONS, globals: &[], mixins: &[], variables: &[] };

const FUNCTIONS: &[Definition] = &[
    define("is-superselector", &[("$super, $sub", is_superselector)]).and_global(),
    define("simple-selectors", &[("$selector", simple_selectors)]).and_global(),
    define("parse", &[("$selector", parse)]).and_global_as("selector-parse"),
    define("nest", &[("$selectors...", nest)]).and_global_as("selector-nest"),
    define("append", &[("$selectors...", append)]).and_global_as("selector-append"),
    define("extend", &[("$selector, $extendee, $extender", extend_selector)]).and_global_as("selector-extend"),
    define("replace", &[("$selector, $original, $replacement", replace_selector)]).and_global_as("selector-replace"),
    define("unify", &[("$selector1, $selector2", unify)]).and_global_as("selector-unify"),
];

/// The selector that an argument means, with the warnings about it.
fn selector(args: &[Value], index: usize, name: &str, context: &mut dyn FunctionContext) -> Result<SelectorList> {
    let list = parsed(args.get(index).unwrap_or(&Value::Null), Some(name), false, context)?;
    if list.is_bogus() {
        let message = format!(
            "${name}: {list} is not valid CSS.\nThis will be an error in Dart Sass 2.0.0.\n\n\
             More info: https://sass-lang.com/d/bogus-combinators"
        );
        context.deprecate(Deprecation::BogusCombinators, message);
    }
    Ok(list)
}

fn parsed(
    value: &Value,
    name: Option<&str>,
    allow_parent: bool,
    context: &mut dyn FunctionContext,
) -> Result<SelectorList> {
    let parsed = value.assert_selector(name, allow_parent)?;
    for warning in parsed.warnings {
        context.deprecate(Deprecation::AdjacentCompounds, warning.message);
    }
    Ok(parsed.list)
}

fn is_superselector(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let outer = selector(args, 0, "super", context)?;
    let inner = selector(args, 1, "sub", context)?;
    Ok(outer.is_superselector(&inner).into())
}

fn simple_selectors(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let compound = args[0].assert_compound_selector(Some("selector"))?;
    let simples = compound.simples().iter().map(|simple| Value::unquoted(simple.to_string())).collect();
    Ok(List::new(simples, Separator::Comma).into())
}

fn parse(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    Ok(parsed(&args[0], Some("selector"), false, context)?.to_value())
}

fn nest(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let budget = Budget::new();
    let lists = selectors(&args[0], true, context)?;
    let mut nested: Option<SelectorList> = None;
    for list in lists {
        nested = Some(list.nest_within(nested.as_ref(), true, false, &budget).map_err(without_place)?);
    }
    nested.map(|list| list.to_value()).ok_or_else(none_passed)
}

fn append(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let budget = Budget::new();
    let lists = selectors(&args[0], false, context)?;
    let mut appended: Option<SelectorList> = None;
    for child in lists {
        appended = Some(match appended {
            None => child,
            Some(parent) => {
                let components: Result<Vec<Complex>> =
                    child.components().iter().map(|complex| with_parent(complex, &parent)).collect();
                let child = SelectorList::new(components?, child.span());
                child.nest_within(Some(&parent), true, false, &budget).map_err(without_place)?
            }
        });
    }
    appended.map(|list| list.to_value()).ok_or_else(none_passed)
}

fn selectors(value: &Value, allow_parent: bool, context: &mut dyn FunctionContext) -> Result<Vec<SelectorList>> {
    value.as_list().iter().map(|item| parsed(item, None, allow_parent, context)).collect()
}

fn none_passed() -> Box<Error> {
    Error::message("$selectors: At least one selector must be passed.")
}

/// The error at the call, since the places in the arguments are in no source.
fn without_place(error: Box<Error>) -> Box<Error> {
    Error::message(error.message)
}

/// `complex` with `&` before its first compound selector.
fn with_parent(complex: &Complex, parent: &SelectorList) -> Result<Complex> {
    let refused = || Error::message(format!("Can't append {complex} to {parent}."));
    let Some((first, rest)) = complex.components().split_first().filter(|_| complex.leading().is_empty()) else {
        return Err(refused());
    };
    let simples = first.compound.simples();
    let span = complex.span();
    let (suffix, kept) = match simples.split_first().map(|(simple, rest)| (simple.kind(), rest)) {
        Some((SimpleKind::Universal { .. }, _)) => return Err(refused()),
        Some((SimpleKind::Type(name), _)) if name.namespace.is_some() => return Err(refused()),
        Some((SimpleKind::Type(name), rest)) => (Some(name.name.clone()), rest),
        _ => (None, simples),
    };
    let parent = Simple::new(SimpleKind::Parent { suffix }, span);
    let simples = std::iter::once(parent).chain(kept.iter().cloned()).collect();
    let first = Component { compound: Compound::new(simples, span), ..first.clone() };
    let components = std::iter::once(first).chain(rest.iter().cloned()).collect();
    Ok(Complex::new(Combinators::None, components, span, false))
}

fn extend_selector(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let list = selector(args, 0, "selector", context)?;
    let target = selector(args, 1, "extendee", context)?;
    let source = selector(args, 2, "extender", context)?;
    let span = SpanMap::anonymous().span(0, 0);
    Ok(extend::extend(&list, &source, &target, span, &Budget::new())?.to_value())
}

fn replace_selector(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let list = selector(args, 0, "selector", context)?;
    let target = selector(args, 1, "original", context)?;
    let source = selector(args, 2, "replacement", context)?;
    let span = SpanMap::anonymous().span(0, 0);
    Ok(extend::replace(&list, &source, &target, span, &Budget::new())?.to_value())
}

fn unify(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let one = selector(args, 0, "selector1", context)?;
    let other = selector(args, 1, "selector2", context)?;
    Ok(one.unify(&other, &Budget::new())?.map_or(Value::Null, |list| list.to_value()))
}
