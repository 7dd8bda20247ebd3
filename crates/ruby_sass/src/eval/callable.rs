//! Calls of mixins and functions: binding arguments to parameters.

use super::result_cache::CachedResults;
use super::{Environment, Evaluator};
use crate::MessageKind;
use crate::error::{SassResult, SyntaxError};
use crate::script::{Arguments, Parameters};
use crate::tree::Statement;
use crate::value::{Keywords, List, Separator, Value};
use hastie_sass_core::symbol::Symbol;
use smallvec::SmallVec;
use std::rc::Rc;
use std::sync::Arc;

/// A mixin or function that a style sheet defines, with the scope around its definition.
#[derive(Debug)]
pub(crate) struct Callable {
    pub(crate) name: Arc<str>,
    pub(crate) parameters: Arc<Parameters>,
    pub(crate) environment: Rc<Environment>,
    pub(crate) body: Arc<Vec<Statement>>,
    pub(crate) is_mixin: bool,
    pub(crate) takes_content: bool,
    /// Earlier results of the function. Unused for mixins.
    pub(super) cached_results: CachedResults,
}

/// The positional arguments of a call. Most calls have few.
pub(crate) type Positional = SmallVec<[Value; 3]>;

/// The values that a call passes to a function or mixin: positional values first, then keywords. The values of a list
/// argument (`$list...`) are among the positional ones.
#[derive(Clone, Debug)]
pub(crate) struct EvaluatedArguments {
    pub(crate) positional: Positional,
    /// The number of arguments that come from a list (`$args...`).
    from_list: usize,
    pub(crate) keywords: Vec<(Arc<str>, Value)>,
    separator: Separator,
}

fn same_name(one: &str, two: &str) -> bool {
    Symbol::normalized(one) == Symbol::normalized(two)
}

fn set_keyword(keywords: &mut Vec<(Arc<str>, Value)>, name: Arc<str>, value: Value) {
    match keywords.iter_mut().find(|(known, _)| same_name(known, &name)) {
        Some(slot) => *slot = (name, value),
        None => keywords.push((name, value)),
    }
}

impl EvaluatedArguments {
    /// Whether all arguments are positional values, and none of them comes from a list (`$args...`).
    pub(super) fn is_plain(&self) -> bool {
        self.keywords.is_empty() && self.from_list == 0
    }

    /// Creates arguments that a call passes one by one. None of them comes from a list (`$args...`).
    pub(crate) fn values(positional: Positional, keywords: Vec<(Arc<str>, Value)>) -> EvaluatedArguments {
        EvaluatedArguments { positional, from_list: 0, keywords, separator: Separator::Comma }
    }
}

/// The pairs of a map as named arguments. Empty for any other value. Fails if a key is not a string.
fn keywords_of(map: &Value) -> SassResult<Vec<(Arc<str>, Value)>> {
    let Value::Map(pairs) = map else { return Ok(Vec::new()) };
    let mut keywords = Vec::with_capacity(pairs.len());
    for (key, value) in pairs.pairs() {
        let Value::Text(name) = key else {
            let (key, map) = (key.inspect(), map.inspect());
            let message =
                format!("Variable keyword argument map must have string keys.\n{key} is not a string in {map}.");
            return Err(SyntaxError::new(message));
        };
        keywords.push((Arc::clone(&name.value), value.clone()));
    }
    Ok(keywords)
}

impl Evaluator<'_> {
    /// Evaluates the arguments of a call, and expands the list or map in `$args...`.
    pub(super) fn passed(&mut self, arguments: &Arguments) -> SassResult<EvaluatedArguments> {
        let mut passed = EvaluatedArguments::values(Positional::with_capacity(arguments.positional.len()), Vec::new());
        for argument in &arguments.positional {
            passed.positional.push(self.evaluate(argument)?);
        }
        let mut named = Vec::with_capacity(arguments.keywords.len());
        for (variable, value) in &arguments.keywords {
            named.push((Arc::clone(&variable.name), self.evaluate(value)?));
        }
        if let Some(splat) = &arguments.splat {
            let splat = self.evaluate(splat)?;
            self.count_work(splat.len() as u64)?;
            passed.separator = splat.separator().unwrap_or(Separator::Comma);
            match &splat {
                Value::Map(_) => passed.keywords = keywords_of(&splat)?,
                Value::List(list) => {
                    if let Some(keywords) = &list.keywords {
                        keywords.accessed.set(true);
                        passed.keywords = keywords.pairs.clone();
                    }
                    passed.from_list = list.items.len();
                    passed.positional.extend(list.items.iter().cloned());
                }
                other => {
                    passed.from_list = 1;
                    passed.positional.push(other.clone());
                }
            }
        }
        for (name, value) in named {
            set_keyword(&mut passed.keywords, name, value);
        }
        if let Some(splat) = &arguments.keyword_splat {
            let map = self.evaluate(splat)?;
            if !matches!(map, Value::Map(_)) {
                return Err(SyntaxError::new(format!(
                    "Variable keyword arguments must be a map (was {}).",
                    map.inspect()
                )));
            }
            for (name, value) in keywords_of(&map)? {
                set_keyword(&mut passed.keywords, name, value);
            }
        }
        Ok(passed)
    }

    /// Binds arguments to the parameters of a mixin or function, and calls `work` with the new scope. Fails if
    /// arguments are missing or superfluous, but superfluous elements of a list (`$args...`) only cause a warning.
    /// Named arguments without a parameter are allowed if `work` reads the keywords of the rest parameter.
    pub(super) fn call<T>(
        &mut self,
        callable: &Callable,
        passed: EvaluatedArguments,
        work: impl FnOnce(&mut Self, Rc<Environment>) -> SassResult<T>,
    ) -> SassResult<T> {
        let unknown = unknown_keywords(callable, &passed);
        if let Err(fault) = &unknown
            && callable.parameters.rest.is_none()
        {
            return Err(fault.clone());
        }
        let environment = Environment::within(&callable.environment);
        let bound = self.bind(callable, passed, &environment);
        let rest = bound.as_ref().ok().cloned().flatten();
        let result = bound.and_then(|_| work(self, environment));
        match unknown {
            Err(fault) if !rest.is_some_and(|keywords| keywords.accessed.get()) => Err(fault),
            _ => result,
        }
    }

    /// Sets the parameters as variables of `environment`. Named arguments without a parameter become the keywords of
    /// the rest parameter, and are also returned. `None` if there is no rest parameter.
    fn bind(
        &mut self,
        callable: &Callable,
        mut passed: EvaluatedArguments,
        environment: &Rc<Environment>,
    ) -> SassResult<Option<Rc<Keywords>>> {
        let parameters = &callable.parameters;
        let count = parameters.all.len();
        if passed.positional.len() > count && parameters.rest.is_none() {
            let given = passed.positional.len();
            let plural = if count == 1 { "" } else { "s" };
            let were = if given == 1 { "was" } else { "were" };
            let what = described(callable, true);
            let message = format!("{what} takes {count} argument{plural} but {given} {were} passed.");
            if given - passed.from_list.min(given) > count || passed.from_list == 0 {
                return Err(SyntaxError::new(message));
            }
            let stack = self.stack().lines().map(|line| format!("        {line}\n")).collect::<String>();
            let message = format!("WARNING: {message}\n{stack}This will be an error in future versions of Sass.");
            self.report(MessageKind::Warning, message)?;
        }
        let rest: Vec<Value> = passed.positional.get(count..).unwrap_or_default().to_vec();
        let mut positional = passed.positional.into_iter();
        for (variable, default) in &parameters.all {
            let by_name = passed.keywords.iter().position(|(name, _)| Symbol::normalized(name) == variable.key);
            let value = match (positional.next(), by_name) {
                (Some(_), Some(_)) => {
                    let what = described(callable, true);
                    let name = &variable.name;
                    let message = format!("{what} was passed argument ${name} both by position and by name.");
                    return Err(SyntaxError::new(message));
                }
                (Some(value), None) => value,
                (None, Some(index)) => passed.keywords.remove(index).1,
                (None, None) => match default {
                    Some(default) => {
                        let inner = Rc::clone(environment);
                        self.within(inner, |evaluator| evaluator.evaluate(default))?
                    }
                    None => {
                        let what = described(callable, true);
                        return Err(SyntaxError::new(format!("{what} is missing argument ${}.", variable.name)));
                    }
                },
            };
            environment.set_local(variable.key, value.computed());
        }
        let Some(variable) = &parameters.rest else { return Ok(None) };
        let keywords = Rc::new(Keywords { pairs: passed.keywords, ..Keywords::default() });
        let mut list = List::new(rest, Some(passed.separator));
        list.keywords = Some(Rc::clone(&keywords));
        environment.set_local(variable.key, Value::List(Rc::new(list)));
        Ok(Some(keywords))
    }
}

fn described(callable: &Callable, at_start: bool) -> String {
    let kind = match (callable.is_mixin, at_start) {
        (true, true) => "Mixin",
        (true, false) => "mixin",
        (false, true) => "Function",
        (false, false) => "function",
    };
    format!("{kind} {}", callable.name)
}

/// Fails if there are named arguments without a parameter.
fn unknown_keywords(callable: &Callable, passed: &EvaluatedArguments) -> SassResult<()> {
    let unknown: Vec<&Arc<str>> = passed
        .keywords
        .iter()
        .map(|(name, _)| name)
        .filter(|name| !callable.parameters.has(Symbol::normalized(name)))
        .collect();
    if unknown.is_empty() {
        return Ok(());
    }
    if let Some(rest) = callable.parameters.rest_name()
        && unknown.iter().any(|name| same_name(name, rest))
    {
        let what = described(callable, false);
        return Err(SyntaxError::new(format!("Argument ${rest} of {what} cannot be used as a named argument.")));
    }
    let kind = if unknown.len() > 1 { "the following arguments:" } else { "an argument named" };
    let names: Vec<String> = unknown.iter().map(|name| format!("${}", name.replace('-', "_"))).collect();
    Err(SyntaxError::new(format!("{} doesn't have {kind} {}.", described(callable, true), names.join(", "))))
}
