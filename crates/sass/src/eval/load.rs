//! `@use` and `@forward`: the loading of modules, each of which is evaluated once.

use super::configuration::{Configuration, ConfiguredValue};
use super::environment::Environment;
use super::module::Module;
use super::table::Table;
use super::{Evaluator, LoadedModule, Member};
use crate::compiler::Parsed;
use crate::css::NodeKind;
use crate::extend::ExtensionStore;
use crate::resolve::Found;
use crate::syntax::{ConfiguredVariable, ForwardRule, UseRule};
use crate::{Error, Result, Span, Symbol};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

impl Evaluator<'_> {
    pub(super) fn use_rule(&mut self, rule: &UseRule) -> Result<()> {
        let configuration = if rule.configuration.is_empty() {
            Configuration::default()
        } else {
            let mut values = Table::default();
            for variable in &rule.configuration {
                let value = self.configured_value(variable)?;
                values.insert(variable.name, value);
            }
            Configuration::new(values, Some(rule.span))
        };
        let asked = Some(configuration.clone());
        self.other_functions |= rule.namespace.is_none() && rule.url.starts_with("sass:");
        self.load_module(&rule.url, Member::Named("@use"), rule.span, asked, false, |evaluator, module, first| {
            if first {
                evaluator.register_comments(&module);
            }
            evaluator.environment.add_module(module, rule.namespace, rule.span)
        })?;
        self.assert_used(&configuration, false)
    }

    fn configured_value(&mut self, variable: &ConfiguredVariable) -> Result<ConfiguredValue> {
        let value = self.expression(&variable.value)?;
        let assigned = self.assigned_span(&variable.value)?;
        let value = self.without_slash(value, assigned);
        Ok(ConfiguredValue { value, configured: Some(variable.span), assigned })
    }

    pub(super) fn forward_rule(&mut self, rule: &ForwardRule) -> Result<()> {
        let outer = self.configuration.clone();
        let adjusted = outer.through_forward(rule);
        if rule.configuration.is_empty() {
            self.configuration = adjusted;
            self.forward(rule, None)?;
            self.configuration = outer;
            return Ok(());
        }
        let new = self.forward_configuration(&adjusted, rule)?;
        self.forward(rule, Some(new.clone()))?;
        // Values that the module used are not reported as unused by the outer configuration.
        let unguarded: Vec<Symbol> =
            rule.configuration.iter().filter(|variable| !variable.guarded).map(|variable| variable.name).collect();
        let left = new.names();
        for name in adjusted.names() {
            if !unguarded.contains(&name) && !left.contains(&name) {
                adjusted.remove(name);
            }
        }
        for name in left {
            if !rule.configuration.iter().any(|variable| variable.name == name) {
                new.remove(name);
            }
        }
        self.assert_used(&new, false)
    }

    fn forward(&mut self, rule: &ForwardRule, configuration: Option<Configuration>) -> Result<()> {
        self.other_functions |= rule.prefix.is_some() || rule.url.starts_with("sass:");
        self.load_module(
            &rule.url,
            Member::Named("@forward"),
            rule.span,
            configuration,
            false,
            |evaluator, module, first| {
                if first {
                    evaluator.register_comments(&module);
                }
                let view = module.forwarded(rule.prefix.as_deref(), &rule.visibility, rule.span);
                evaluator.environment.forward_module(module, view, rule.span)
            },
        )
    }

    fn forward_configuration(&mut self, outer: &Configuration, rule: &ForwardRule) -> Result<Configuration> {
        let mut values = outer.values();
        for variable in &rule.configuration {
            if variable.guarded
                && let Some(old) = outer.remove(variable.name).filter(|old| !old.value.is_null())
            {
                values.insert(variable.name, old);
                continue;
            }
            let value = self.configured_value(variable)?;
            values.insert(variable.name, value);
        }
        let explicit = outer.explicit.is_some() || outer.is_empty();
        Ok(Configuration::new(values, explicit.then_some(rule.span)))
    }

    /// Fails if an explicit configuration (from `with`) contains unused values. `names_in_errors` is true for
    /// `meta.load-css`: the message then contains the name of the variable.
    pub(super) fn assert_used(&self, configuration: &Configuration, names_in_errors: bool) -> Result<()> {
        let Some(rule) = configuration.explicit else { return Ok(()) };
        let Some(name) = configuration.names().into_iter().next() else { return Ok(()) };
        let span = configuration.get(name).and_then(|value| value.configured).unwrap_or(rule);
        let what = if names_in_errors { format!("${name}") } else { "This variable".to_owned() };
        Err(self.error(format!("{what} was not declared with !default in the @used module."), span))
    }

    /// Removes the CSS so far, which consists of comments, and keeps it for the place before the CSS of `module`.
    /// Called at the first rule that loads `module`.
    fn register_comments(&mut self, module: &Module) {
        let children = self.tree.children(self.root);
        if children.is_empty() || !module.has_css() {
            return;
        }
        let comments = children.to_vec();
        match self.module_comments.iter_mut().find(|(other, _)| other == module) {
            Some((_, known)) => known.extend(comments),
            None => self.module_comments.push((module.clone(), comments)),
        }
        self.tree.clear_children(self.root);
        self.end_of_imports = 0;
    }

    /// Loads a module and passes it to `body`. The last argument of `body` is true if a file was loaded for the first
    /// time. For a built-in module, it is always false.
    pub(super) fn load_module(
        &mut self,
        url: &str,
        member: Member,
        span: Span,
        configuration: Option<Configuration>,
        names_in_errors: bool,
        body: impl FnOnce(&mut Self, Module, bool) -> Result<()>,
    ) -> Result<()> {
        if let Some(module) = self.builtin_module(url, span) {
            if let Some(rule) = configuration.as_ref().and_then(|configuration| configuration.explicit) {
                let message = if names_in_errors {
                    format!("Built-in module {url} can't be configured.")
                } else {
                    "Built-in modules can't be configured.".to_owned()
                };
                return Err(self.error(message, rule));
            }
            let result = body(self, module, false);
            return self.at(span, result);
        }
        self.in_frame(member, span, |evaluator| {
            let base =
                if names_in_errors { evaluator.source(span.source).path.clone() } else { evaluator.file.url.clone() };
            let (file, dependency) = evaluator.load_file(url, base.as_deref(), false)?;
            let key = file.url.as_deref().map(Symbol::new);
            if let Some(key) = key {
                evaluator.enter_module(key, span, names_in_errors)?;
            }
            let first = key.is_none_or(|key| !evaluator.modules.contains_key(&key));
            let outer = std::mem::replace(&mut evaluator.in_dependency, dependency);
            let module = evaluator.execute(&file, configuration, Some(span), names_in_errors)?;
            evaluator.in_dependency = outer;
            if let Some(key) = key {
                evaluator.active.remove(&key);
            }
            body(evaluator, module, first).map_err(|mut error| {
                if error.span.is_none() {
                    error.span = Some(span);
                    error.trace = evaluator.trace(None);
                }
                error
            })
        })
    }

    fn builtin_module(&mut self, url: &str, span: Span) -> Option<Module> {
        let name = url.strip_prefix("sass:")?;
        let builtin = crate::functions::module(name)?;
        let known = self.builtin_modules.entry(Symbol::new(name)).or_insert_with(|| Module::builtin(builtin, span));
        Some(known.clone())
    }

    fn enter_module(&mut self, key: Symbol, span: Span, names_in_errors: bool) -> Result<()> {
        if let Some(previous) = self.active.get(&key) {
            let message = if names_in_errors {
                format!("Module loop: {} is already being loaded.", self.compilation.shown(key.as_str()))
            } else {
                "Module loop: this module is already being loaded.".to_owned()
            };
            return Err(self.reload_error(message, *previous));
        }
        self.active.insert(key, Some(span));
        Ok(())
    }

    /// The error for a file that is already being loaded. If `previous` is given, the error also shows that span as the
    /// original load.
    pub(super) fn reload_error(&self, message: impl Into<String>, previous: Option<Span>) -> Box<Error> {
        let mut error = self.frame_error(message);
        if let Some(previous) = previous {
            error.label = Some("new load".to_owned());
            error.secondary.push((previous, "original load".to_owned()));
        }
        error
    }

    /// Loads and parses the file that a URL resolves to. Also returns whether it is a dependency: a file found through
    /// a load path, or loaded by such a file. The option `quiet_deps` silences warnings about dependencies. Fails if no
    /// file matches, if the URL is ambiguous, or if the file cannot be read or is invalid.
    pub(super) fn load_file(&mut self, url: &str, base: Option<&str>, import: bool) -> Result<(Arc<Parsed>, bool)> {
        let found = self.compilation.find(url, base, import).map_err(|message| self.frame_error(message))?;
        let Some(Found { path, through_load_path }) = found else {
            let message = if url.starts_with("package:") {
                "\"package:\" URLs aren't supported on this platform."
            } else {
                "Can't find stylesheet to import."
            };
            return Err(self.frame_error(message));
        };
        let path: Arc<str> = path.into();
        if !self.loaded.contains(&path) {
            self.loaded.push(Arc::clone(&path));
        }
        let file = match self.compilation.parse_file(&path) {
            Ok(file) => file,
            Err(error) if error.span.is_none() => return Err(self.frame_error(error.message)),
            Err(error) => return Err(self.traced(error)),
        };
        Ok((file, self.in_dependency || through_load_path))
    }

    /// Evaluates a file as a module, unless it is already loaded. Fails if the evaluation fails, or if a loaded module
    /// would need another configuration.
    pub(super) fn execute(
        &mut self,
        file: &Arc<Parsed>,
        configuration: Option<Configuration>,
        span: Option<Span>,
        names_in_errors: bool,
    ) -> Result<Module> {
        let key = file.url.as_deref().map(Symbol::new);
        let current = configuration.clone().unwrap_or_else(|| self.configuration.clone());
        if let Some(loaded) = key.and_then(|key| self.modules.get(&key)) {
            return self.loaded_module(loaded, file, &configuration, &current, names_in_errors);
        }
        let module = self.evaluate_module(file, configuration)?;
        if let Some(key) = key {
            self.modules.insert(key, LoadedModule { module: module.clone(), configuration: current, span });
        }
        Ok(module)
    }

    fn loaded_module(
        &self,
        loaded: &LoadedModule,
        file: &Parsed,
        asked: &Option<Configuration>,
        current: &Configuration,
        names_in_errors: bool,
    ) -> Result<Module> {
        let conflicts = !loaded.configuration.same_origin(current)
            && current.explicit.is_some()
            && loaded.module.could_have_been_configured(&current.names());
        if !conflicts {
            return Ok(loaded.module.clone());
        }
        let what = match &file.url {
            Some(url) if names_in_errors => self.compilation.shown(url).to_owned(),
            _ => "This module".to_owned(),
        };
        let already = format!("{what} was already loaded, so it can't be configured using \"with\".");
        let mut error = self.frame_error(already);
        if let Some(span) = loaded.span {
            error.secondary.push((span, "original load".to_owned()));
        }
        if asked.is_none()
            && let Some(span) = current.explicit
        {
            error.secondary.push((span, "configuration".to_owned()));
        }
        if !error.secondary.is_empty() {
            error.label = Some("new load".to_owned());
        }
        Err(error)
    }

    fn evaluate_module(&mut self, file: &Arc<Parsed>, configuration: Option<Configuration>) -> Result<Module> {
        let root = self.add_node(NodeKind::Stylesheet, file.stylesheet.span)?;
        let store = Rc::new(RefCell::new(ExtensionStore::new(self.budget.clone())));
        let environment = std::mem::replace(&mut self.environment, Environment::new());
        let outer_file = std::mem::replace(&mut self.file, Arc::clone(file));
        let outer_root = std::mem::replace(&mut self.root, root);
        let parent = std::mem::replace(&mut self.parent, root);
        let end_of_imports = std::mem::replace(&mut self.end_of_imports, 0);
        let late_imports = std::mem::take(&mut self.late_imports);
        let comments = std::mem::take(&mut self.module_comments);
        let extensions = std::mem::replace(&mut self.extensions, Rc::clone(&store));
        let rule = self.rule.take();
        let media = self.media.take();
        let media_sources = std::mem::replace(&mut self.media_sources, Rc::new([]));
        let declaration_name = self.declaration_name.take();
        let unknown = std::mem::replace(&mut self.in_unknown_at_rule, false);
        let left = std::mem::replace(&mut self.at_root_without_rule, false);
        let keyframes = std::mem::replace(&mut self.in_keyframes, false);
        let outer_configuration = self.configuration.clone();
        if let Some(configuration) = configuration {
            self.configuration = configuration;
        }
        self.stylesheet(&file.stylesheet)?;
        let late = std::mem::replace(&mut self.late_imports, late_imports);
        self.tree.insert_children(root, self.end_of_imports, &late);
        let own = std::mem::replace(&mut self.environment, environment);
        self.file = outer_file;
        self.root = outer_root;
        self.parent = parent;
        self.end_of_imports = end_of_imports;
        let own_comments = std::mem::replace(&mut self.module_comments, comments);
        self.extensions = extensions;
        self.rule = rule;
        self.media = media;
        self.media_sources = media_sources;
        self.declaration_name = declaration_name;
        self.in_unknown_at_rule = unknown;
        self.at_root_without_rule = left;
        self.in_keyframes = keyframes;
        self.configuration = outer_configuration;
        let has_children = !self.tree.children(root).is_empty();
        Ok(Module::file(file.url.clone(), own, (root, has_children), own_comments, store))
    }
}
