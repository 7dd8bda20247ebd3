//! `sass:selector`, such as `selector.nest()` and `selector.extend()`.

use super::{Definition, FunctionContext, Table, define};
use crate::report::{Glyphs, report};
use crate::scanner::SpanMap;
use crate::selector::{
    Combinators, Complex, Component, Compound, Nesting, SelectorList, SelectorOptions, Simple, SimpleKind,
    parse_compound, parse_list,
};
use crate::syntax::Separator;
use crate::value::{List, Value, argument_error};
use crate::{Deprecation, Error, Result, Span};

pub(super) static TABLE: Table =
    Table { name: "selector", functions: FUNCTIONS, globals: &[], mixins: &[], variables: &[] };

const FUNCTIONS: &[Definition] = &[
    define("is-superselector", &[("$super, $sub", is_superselector)]).and_global(),
    define("simple-selectors", &[("$selector", simple_selectors)]).and_global(),
    define("parse", &[("$selector", parse)]).and_global_as("selector-parse"),
    define("nest", &[("$selectors...", nest)]).and_global_as("selector-nest"),
    define("append", &[("$selectors...", append)]).and_global_as("selector-append"),
    define("extend", &[("$selector, $extendee, $extender", extend)]).and_global_as("selector-extend"),
    define("replace", &[("$selector, $original, $replacement", replace)]).and_global_as("selector-replace"),
    define("unify", &[("$selector1, $selector2", unify)]).and_global_as("selector-unify"),
];

/// The text of a selector value: a string, a list of strings, or a list of lists of strings. `None` for other values.
fn selector_text(value: &Value) -> Option<String> {
    if let Value::String(string) = value {
        return Some(string.text.to_string());
    }
    if !matches!(value, Value::List(_) | Value::ArgumentList(_)) || value.list_len() == 0 {
        return None;
    }
    let separator = value.separator();
    let parts: Option<Vec<String>> = value
        .as_list()
        .iter()
        .map(|part| match (separator, part) {
            (Separator::Slash, _) => None,
            (_, Value::String(text)) => Some(text.text.to_string()),
            (Separator::Comma, part) if part.separator() == Separator::Space => selector_text(part),
            _ => None,
        })
        .collect();
    Some(parts?.join(if separator == Separator::Comma { ", " } else { " " }))
}

fn text_argument(value: &Value, name: Option<&str>) -> Result<String> {
    selector_text(value).ok_or_else(|| {
        let text = format!(
            "{} is not a valid selector: it must be a string,\na list of strings, or a list of lists of strings.",
            value.inspect()
        );
        argument_error(text, name)
    })
}

/// An error about the argument `name`, whose message contains the whole report of a parse error.
fn nested_error(error: &Error, name: Option<&str>, context: &dyn FunctionContext) -> Box<Error> {
    let shown = report(error, context.sources(), Glyphs::Unicode);
    argument_error(shown.strip_prefix("Error: ").unwrap_or(&shown).to_owned(), name)
}

/// Parses a selector value. `allow_parent` is whether the selector may contain `&`.
fn selector_argument(
    value: &Value,
    name: Option<&str>,
    allow_parent: bool,
    context: &mut dyn FunctionContext,
) -> Result<SelectorList> {
    let text = text_argument(value, name)?;
    let options = SelectorOptions { allow_parent, plain_css: false };
    let map = SpanMap::anonymous(&text, context.sources());
    let parsed = parse_list(&text, &map, options, context.sources());
    let parsed = parsed.map_err(|error| nested_error(&error, name, context))?;
    for warning in parsed.warnings {
        context.deprecate(Deprecation::AdjacentCompounds, warning.message);
    }
    Ok(parsed.list)
}

/// Parses a selector argument, with a warning if it is not valid CSS.
fn valid_argument(value: &Value, name: &str, context: &mut dyn FunctionContext) -> Result<SelectorList> {
    let list = selector_argument(value, Some(name), false, context)?;
    if list.is_bogus() {
        let text = format!(
            "${name}: {list} is not valid CSS.\nThis will be an error in Dart Sass 2.0.0.\n\nMore info: \
             https://sass-lang.com/d/bogus-combinators"
        );
        context.deprecate(Deprecation::BogusCombinators, text);
    }
    Ok(list)
}

impl SelectorList {
    /// The selector as Sass functions return it: a comma-separated list of space-separated lists of strings.
    #[must_use]
    pub(crate) fn to_value(&self) -> Value {
        List::new(self.components().iter().map(complex_value).collect(), Separator::Comma).into()
    }
}

fn complex_value(complex: &Complex) -> Value {
    let signs = |combinators: &Combinators| -> Vec<Value> {
        combinators.as_slice().iter().map(|one| Value::unquoted(one.sign().to_string())).collect()
    };
    let mut parts = signs(complex.leading());
    for component in complex.components() {
        parts.push(Value::unquoted(component.compound.to_string()));
        parts.append(&mut signs(&component.combinators));
    }
    List::new(parts, Separator::Space).into()
}

fn is_superselector(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let first = valid_argument(&args[0], "super", context)?;
    let second = valid_argument(&args[1], "sub", context)?;
    let budget = context.budget();
    let answer = first.is_superselector(&second, &budget);
    budget.check()?;
    Ok(answer.into())
}

fn simple_selectors(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let name = Some("selector");
    let text = text_argument(&args[0], name)?;
    let options = SelectorOptions { allow_parent: false, plain_css: false };
    let map = SpanMap::anonymous(&text, context.sources());
    let compound = parse_compound(&text, &map, options, context.sources());
    let compound = compound.map_err(|error| nested_error(&error, name, context))?;
    let items = compound.simples().iter().map(|simple| Value::unquoted(simple.to_string())).collect();
    Ok(List::new(items, Separator::Comma).into())
}

fn parse(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    Ok(selector_argument(&args[0], Some("selector"), false, context)?.to_value())
}

fn none_passed() -> Box<Error> {
    Error::message("$selectors: At least one selector must be passed.")
}

/// Parses the selectors of a rest parameter.
fn selector_arguments(
    args: &[Value],
    allow_parent: bool,
    context: &mut dyn FunctionContext,
) -> Result<Vec<SelectorList>> {
    let values = args.first().map(Value::as_list).unwrap_or_default();
    values.iter().map(|value| selector_argument(value, None, allow_parent, context)).collect()
}

fn nest(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let mut nested: Option<SelectorList> = None;
    for child in selector_arguments(args, true, context)? {
        nested = Some(child.nest_within(nested.as_ref(), Nesting::SASS, &context.budget())?);
    }
    nested.map(|list| list.to_value()).ok_or_else(none_passed)
}

fn append(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let mut selectors = selector_arguments(args, false, context)?.into_iter();
    let (span, budget) = (context.span(), context.budget());
    let mut parent = selectors.next().ok_or_else(none_passed)?;
    for child in selectors {
        let complexes = child
            .components()
            .iter()
            .map(|complex| {
                let joined = with_parent(complex, span);
                joined.ok_or_else(|| Error::message(format!("Can't append {complex} to {parent}.")))
            })
            .collect::<Result<Vec<_>>>()?;
        parent = SelectorList::new(complexes, span).nest_within(Some(&parent), Nesting::SASS, &budget)?;
    }
    Ok(parent.to_value())
}

/// Adds `&` in front of a selector, without a combinator. `None` if `&` cannot precede it, as before `*` or `> a`.
fn with_parent(complex: &Complex, span: Span) -> Option<Complex> {
    if !complex.leading().is_empty() {
        return None;
    }
    let [first, rest @ ..] = complex.components() else { return None };
    let (suffix, simples) = match first.compound.simples() {
        [simple, rest @ ..] => match simple.kind() {
            SimpleKind::Universal { .. } => return None,
            SimpleKind::Type(name) if name.namespace.is_some() => return None,
            SimpleKind::Type(name) => (Some(name.name.clone()), rest),
            _ => (None, first.compound.simples()),
        },
        [] => (None, [].as_slice()),
    };
    let parent = Simple::new(SimpleKind::Parent { suffix }, span);
    let compound = Compound::new(std::iter::once(parent).chain(simples.iter().cloned()).collect(), span);
    let first = Component { compound, ..first.clone() };
    let components = std::iter::once(first).chain(rest.iter().cloned()).collect();
    Some(Complex::new(Combinators::default(), components, span, false))
}

fn extend(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let selector = valid_argument(&args[0], "selector", context)?;
    let target = valid_argument(&args[1], "extendee", context)?;
    let source = valid_argument(&args[2], "extender", context)?;
    let extended = crate::extend::extend(&selector, &source, &target, context.span(), &context.budget())?;
    Ok(extended.to_value())
}

fn replace(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let selector = valid_argument(&args[0], "selector", context)?;
    let target = valid_argument(&args[1], "original", context)?;
    let source = valid_argument(&args[2], "replacement", context)?;
    let replaced = crate::extend::replace(&selector, &source, &target, context.span(), &context.budget())?;
    Ok(replaced.to_value())
}

fn unify(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let first = valid_argument(&args[0], "selector1", context)?;
    let second = valid_argument(&args[1], "selector2", context)?;
    Ok(first.unify(&second, &context.budget())?.map_or(Value::Null, |list| list.to_value()))
}
