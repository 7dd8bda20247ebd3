//! Calls of functions and mixins.

use super::arguments::Evaluated;
use super::callable::UserCallable;
use super::environment::BlockKind;
use super::statement::Flow;
use super::{Callable, Evaluator, Member};
use crate::functions::{Builtin, Overload, Parameter, unknown_names, verify};
use crate::syntax::{Arguments, ContentRule, IncludeRule, Separator};
use crate::value::{ArgumentList, Value};
use crate::{Error, Result, Span, Symbol};
use std::cell::RefCell;
use std::rc::Rc;

impl Evaluator<'_> {
    // Functions.

    pub(super) fn call_function_with(
        &mut self,
        function: &Callable,
        arguments: &Arguments,
        span: Span,
    ) -> Result<Value> {
        match function {
            Callable::PlainCss(name) => self.plain_css_call(name, arguments, span),
            Callable::User(user) if user.takes_directly(arguments) => self.direct_function_call(user, arguments, span),
            _ => {
                if let Callable::Builtin(builtin) = function
                    && let Some(result) = self.direct_builtin_call(builtin, arguments, span)
                {
                    return result;
                }
                let evaluated = self.arguments(arguments)?;
                self.call_function_evaluated(function, evaluated, span)
            }
        }
    }

    pub(super) fn call_function_evaluated(
        &mut self,
        function: &Callable,
        evaluated: Evaluated,
        span: Span,
    ) -> Result<Value> {
        match function {
            Callable::Builtin(builtin) => {
                let value = self.builtin_call(builtin, evaluated, span)?;
                Ok(self.without_slash(value, span))
            }
            Callable::User(user) => {
                let user = Rc::clone(user);
                self.function_call_with(&user, evaluated, span)
            }
            Callable::PlainCss(name) => {
                if !evaluated.named.is_empty() {
                    return Err(self.error("Plain CSS functions don't support keyword arguments.", span));
                }
                let mut text = format!("{name}(");
                for (index, value) in evaluated.positional.iter().enumerate() {
                    if index > 0 {
                        text.push_str(", ");
                    }
                    let written = value.write_css(&mut text, crate::Style::Expanded, true);
                    self.at(span, written).map_err(|error| plain_css_error(error, span))?;
                }
                text.push(')');
                Ok(Value::unquoted(text))
            }
        }
    }

    /// Calls a user-defined function, unless the result is cached.
    fn function_call_with(&mut self, user: &Rc<UserCallable>, evaluated: Evaluated, span: Span) -> Result<Value> {
        let known = if self.can_cache(user) { evaluated.as_table(user) } else { None };
        let call = |evaluator: &mut Self| {
            let result = evaluator.user_call(user, evaluated, span, |evaluator| evaluator.function_body(user))?;
            Ok(result.unwrap_or_default())
        };
        match known {
            Some(arguments) => self.cached_call(user, &RefCell::new(arguments), call),
            None => call(self),
        }
    }

    pub(super) fn function_body(&mut self, user: &UserCallable) -> Flow {
        let declaration = &user.declaration;
        match self.statements(&declaration.block.statements)? {
            Some(value) => Ok(Some(value)),
            None => Err(self.error("Function finished without @return.", declaration.span)),
        }
    }

    /// The call of a plain CSS function, such as `blur`, as unquoted text. Fails for named arguments and for values
    /// that CSS cannot express.
    pub(super) fn plain_css_call(&mut self, name: &str, arguments: &Arguments, span: Span) -> Result<Value> {
        if !arguments.named.is_empty() || arguments.keyword_rest.is_some() {
            return Err(self.error("Plain CSS functions don't support keyword arguments.", span));
        }
        let mut text = format!("{name}(");
        for (index, argument) in arguments.positional.iter().chain(arguments.rest.as_deref()).enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            let value = self.expression(argument)?;
            let written = value.write_css(&mut text, crate::Style::Expanded, true);
            self.at(argument.span, written).map_err(|error| plain_css_error(error, span))?;
        }
        text.push(')');
        let value = Value::unquoted(text);
        self.count_work(value.work(), span)?;
        Ok(value)
    }

    /// Binds arguments to the parameters of a user-defined function or mixin, and runs `body`.
    fn user_call(
        &mut self,
        user: &Rc<UserCallable>,
        evaluated: Evaluated,
        span: Span,
        body: impl FnOnce(&mut Self) -> Flow,
    ) -> Flow {
        let member = Member::of(user);
        let in_dependency = std::mem::replace(&mut self.in_dependency, user.in_dependency);
        let environment = std::mem::replace(&mut self.environment, user.environment.clone());
        let result = self.in_frame(member, span, |evaluator| {
            let _entered = evaluator.environment.enter(BlockKind::Local, true);
            evaluator.bound_call(user, evaluated, span, body)
        });
        self.environment = environment;
        self.in_dependency = in_dependency;
        result
    }

    fn bound_call(
        &mut self,
        user: &UserCallable,
        mut evaluated: Evaluated,
        span: Span,
        body: impl FnOnce(&mut Self) -> Flow,
    ) -> Flow {
        let parameters = &user.declaration.parameters;
        self.check_user_arguments(user, &evaluated, span)?;
        let rest = match parameters.rest {
            Some(_) if evaluated.positional.len() > parameters.list.len() => {
                evaluated.positional.split_off(parameters.list.len())
            }
            _ => Vec::new(),
        };
        let given = evaluated.positional.len();
        let positional = std::mem::take(&mut evaluated.positional);
        let spans = std::mem::take(&mut evaluated.spans);
        for ((parameter, value), span) in parameters.list.iter().zip(positional).zip(spans) {
            self.set_argument(parameter.name, value, span);
        }
        for parameter in parameters.list.iter().skip(given) {
            let (value, span) = match evaluated.take_named(parameter.name) {
                Some(found) => found,
                None => {
                    let Some(default) = &parameter.default else { continue };
                    let value = self.expression(default)?;
                    let span = self.assigned_span(default)?;
                    (self.without_slash(value, span), span)
                }
            };
            self.set_argument(parameter.name, value, span);
        }
        let Some(name) = parameters.rest else { return body(self) };
        let list = rest_list(rest, &evaluated);
        self.at(span, list.tree_size().check().map_err(Into::into))?;
        self.set_argument(name, Value::ArgumentList(Rc::clone(&list)), span);
        let result = body(self)?;
        if evaluated.named.is_empty() || list.were_keywords_accessed() {
            return Ok(result);
        }
        let declaration = self.declaration_span(&user.declaration);
        let message = unknown_names(&evaluated.names());
        Err(self.labeled_error(message, span, "invocation", (declaration, "declaration")))
    }

    fn set_argument(&self, name: Symbol, value: Value, span: Span) {
        self.environment.set_local(name, super::environment::Variable { value, span });
    }

    fn check_user_arguments(&self, user: &UserCallable, evaluated: &Evaluated, span: Span) -> Result<()> {
        let parameters = &user.declaration.parameters;
        let given = evaluated.positional.len();
        // The usual case needs no list of names.
        if evaluated.named.is_empty()
            && (given <= parameters.list.len() || parameters.rest.is_some())
            && parameters.list.iter().skip(given).all(|parameter| parameter.default.is_some())
        {
            return Ok(());
        }
        let originals: Vec<String> =
            parameters.list.iter().map(|p| self.span_text(p.name_span).trim_start_matches('$').to_owned()).collect();
        let described = parameters.list.iter().zip(&originals).map(|(parameter, original)| Parameter {
            name: parameter.name,
            original,
            optional: parameter.default.is_some(),
        });
        verify(described, parameters.rest.is_some(), given, &evaluated.names())
            .map_err(|mismatch| self.mismatch_error(mismatch, span, Some(self.declaration_span(&user.declaration))))
    }

    // Built-in functions and mixins.

    fn builtin_call(&mut self, builtin: &'static Builtin, evaluated: Evaluated, span: Span) -> Result<Value> {
        let outer = self.call_span.replace(span);
        let result = self.builtin_with(builtin, evaluated, span, |evaluator, overload, values| {
            builtin.call(overload, values, evaluator)
        });
        self.call_span = outer;
        result
    }

    /// Binds arguments to the parameters of a built-in function, and passes their values to `body`. Fails if no
    /// signature matches the arguments, or if the rest parameter receives named arguments that `body` does not read.
    pub(super) fn builtin_with<T>(
        &mut self,
        builtin: &'static Builtin,
        mut evaluated: Evaluated,
        span: Span,
        body: impl FnOnce(&mut Self, &Overload, &mut [Value]) -> Result<T>,
    ) -> Result<T> {
        let names = evaluated.names();
        let Some(overload) = builtin.overload_for(evaluated.positional.len(), &names) else {
            return Err(self.error("Undefined function.", span));
        };
        if let Err(mismatch) = overload.verify(evaluated.positional.len(), &names) {
            return Err(self.mismatch_error(mismatch, span, Some(self.builtin_declaration(builtin, overload))));
        }
        let count = overload.parameters.len();
        let rest = match overload.rest {
            Some(_) if evaluated.positional.len() > count => evaluated.positional.split_off(count),
            _ => Vec::new(),
        };
        let mut values = std::mem::take(&mut evaluated.positional);
        values.reserve_exact((count + 1).saturating_sub(values.len()));
        for parameter in overload.parameters.iter().skip(values.len()) {
            let value = match evaluated.take_named(parameter.name) {
                Some((value, _)) => value,
                None => parameter.default.map(|default| default.to_value()).unwrap_or_default(),
            };
            values.push(value);
        }
        let list = overload.rest.map(|_| rest_list(rest, &evaluated));
        if let Some(list) = &list {
            values.push(Value::ArgumentList(Rc::clone(list)));
        }
        let result = body(self, overload, &mut values);
        let result = self.at(span, result)?;
        match list {
            Some(list) if !evaluated.named.is_empty() && !list.were_keywords_accessed() => {
                let declaration = self.builtin_declaration(builtin, overload);
                let message = unknown_names(&evaluated.names());
                Err(self.labeled_error(message, span, "invocation", (declaration, "declaration")))
            }
            _ => Ok(result),
        }
    }

    fn builtin_declaration(&self, builtin: &Builtin, overload: &Overload) -> Span {
        let (url, text, range) = builtin.declaration(overload);
        let source = self.compilation.sources.add(url.map(Into::into), text.into());
        Span { source, start: range.start as u32, end: range.end as u32 }
    }

    // Mixins.

    #[inline(never)]
    pub(super) fn include(&mut self, rule: &IncludeRule) -> Result<()> {
        let found = self.environment.mixin(rule.name, rule.namespace);
        let mixin = self.at(rule.span, found)?;
        if rule.original.starts_with("--")
            && let Some(Callable::User(user)) = &mixin
            && !user.declaration.original.starts_with("--")
        {
            let message = "Sass @mixin names beginning with -- are forbidden for forward-compatibility with plain CSS \
                           mixins.\n\nFor details, see https://sass-lang.com/d/css-function-mixin";
            return Err(self.error(message, rule.name_span));
        }
        let content = rule.content.as_ref().map(|content| self.user_callable(content));
        let Some(mixin) = mixin else { return Err(self.error("Undefined mixin.", rule.span)) };
        self.check_content(&mixin, content.is_some(), &rule.arguments, rule.span_without_content)?;
        let span = rule.span_without_content;
        if let Callable::User(user) = &mixin
            && user.takes_directly(&rule.arguments)
        {
            let run = |evaluator: &mut Self| evaluator.mixin_body(user, content, span);
            self.direct_call(user, &rule.arguments, span, run)?;
            return Ok(());
        }
        let evaluated = self.arguments(&rule.arguments)?;
        self.apply_mixin(&mixin, content, evaluated, span)
    }

    fn mixin_body(&mut self, user: &UserCallable, content: Option<Rc<UserCallable>>, span: Span) -> Flow {
        self.environment.content = content;
        self.environment.in_mixin = true;
        for statement in &user.declaration.block.statements {
            self.statement(statement).map_err(|error| self.lift_user_error(error, span))?;
        }
        Ok(None)
    }

    fn check_content(&mut self, mixin: &Callable, has: bool, arguments: &Arguments, span: Span) -> Result<()> {
        if !has || mixin.accepts_content() {
            return Ok(());
        }
        let evaluated = self.arguments(arguments)?;
        Err(self.content_error(mixin, &evaluated, span))
    }

    /// The error for a content block passed to a mixin that does not accept one.
    pub(super) fn content_error(&self, mixin: &Callable, evaluated: &Evaluated, span: Span) -> Box<Error> {
        let declaration = match mixin {
            Callable::Builtin(builtin) => {
                let overload = builtin.overload_for(evaluated.positional.len(), &evaluated.names());
                overload.map(|overload| self.builtin_declaration(builtin, overload))
            }
            Callable::User(user) => Some(self.declaration_span(&user.declaration)),
            Callable::PlainCss(_) => None,
        };
        let message = "Mixin doesn't accept a content block.";
        match declaration {
            Some(declaration) => self.labeled_error(message, span, "invocation", (declaration, "declaration")),
            None => self.error(message, span),
        }
    }

    pub(super) fn apply_mixin(
        &mut self,
        mixin: &Callable,
        content: Option<Rc<UserCallable>>,
        evaluated: Evaluated,
        span: Span,
    ) -> Result<()> {
        match mixin {
            Callable::Builtin(builtin) => {
                let outer = std::mem::replace(&mut self.environment.content, content);
                let in_mixin = std::mem::replace(&mut self.environment.in_mixin, true);
                let call = self.call_span.replace(span);
                let result = self.builtin_mixin(builtin, evaluated, span);
                self.call_span = call;
                self.environment.content = outer;
                self.environment.in_mixin = in_mixin;
                result
            }
            Callable::User(user) => {
                let user = Rc::clone(user);
                self.user_call(&user, evaluated, span, |evaluator| evaluator.mixin_body(&user, content, span))?;
                Ok(())
            }
            Callable::PlainCss(_) => Err(self.error("Undefined mixin.", span)),
        }
    }

    #[inline(never)]
    pub(super) fn content(&mut self, rule: &ContentRule) -> Result<()> {
        let Some(content) = self.environment.content.clone() else { return Ok(()) };
        let run = |evaluator: &mut Self| evaluator.statements(&content.declaration.block.statements);
        if content.takes_directly(&rule.arguments) {
            self.direct_call(&content, &rule.arguments, rule.span, run)?;
            return Ok(());
        }
        let evaluated = self.arguments(&rule.arguments)?;
        self.user_call(&content, evaluated, rule.span, run)?;
        Ok(())
    }
}

/// The argument list for a rest parameter: `rest`, and the named arguments of the call. The default separator is a
/// comma.
fn rest_list(rest: Vec<Value>, evaluated: &Evaluated) -> Rc<ArgumentList> {
    let keywords = evaluated.named.iter().map(|(name, value, _)| (*name, value.clone())).collect();
    let separator = match evaluated.separator {
        Separator::Undecided => Separator::Comma,
        separator => separator,
    };
    Rc::new(ArgumentList::new(rest, keywords, separator))
}

/// If the argument of a function unknown to Sass is not a CSS value, adds a note to the error: the function was treated
/// as plain CSS. Other errors are unchanged.
fn plain_css_error(mut error: Box<Error>, call: Span) -> Box<Error> {
    if error.message.ends_with("isn't a valid CSS value.") && error.label.is_none() {
        error.label = Some("value".to_owned());
        error.secondary.push((call, "unknown function treated as plain CSS".to_owned()));
    }
    error
}
