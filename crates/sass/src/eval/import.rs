//! `@import` of Sass files and of plain CSS.

use super::configuration::{Configuration, ConfiguredValue};
use super::module::Module;
use super::table::Table;
use super::{Evaluator, Member};
use crate::compiler::Parsed;
use crate::css::{NodeId, NodeKind};
use crate::extend::ExtensionStore;
use crate::syntax::Interpolation;
use crate::{Result, Span, Symbol};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

impl Evaluator<'_> {
    pub(super) fn dynamic_import(&mut self, url: &str, span: Span) -> Result<()> {
        self.in_frame(Member::Named("@import"), span, |evaluator| {
            let base = evaluator.file.url.clone();
            let (file, dependency) = evaluator.load_file(url, base.as_deref(), true)?;
            let key = file.url.as_deref().map(Symbol::new);
            if let Some(key) = key {
                if let Some(previous) = evaluator.active.get(&key) {
                    return Err(evaluator.reload_error("This file is already being loaded.", *previous));
                }
                evaluator.active.insert(key, Some(span));
            }
            if file.loads_modules {
                evaluator.import_with_modules(&file, dependency, span)?;
            } else {
                let outer_file = std::mem::replace(&mut evaluator.file, Arc::clone(&file));
                let outer = std::mem::replace(&mut evaluator.in_dependency, dependency);
                evaluator.stylesheet(&file.stylesheet)?;
                evaluator.file = outer_file;
                evaluator.in_dependency = outer;
            }
            if let Some(key) = key {
                evaluator.active.remove(&key);
            }
            Ok(())
        })
    }

    /// Imports a file that loads modules. The importing file sees only those members of the modules that the imported
    /// file forwards. The CSS of the modules precedes the CSS of the imported file.
    fn import_with_modules(&mut self, file: &Arc<Parsed>, dependency: bool, span: Span) -> Result<()> {
        let own_root = file.loads_files;
        let inner = self.environment.for_import();
        let environment = std::mem::replace(&mut self.environment, inner);
        let outer_file = std::mem::replace(&mut self.file, Arc::clone(file));
        let in_dependency = std::mem::replace(&mut self.in_dependency, dependency);
        let configuration = self.configuration.clone();
        let (root, parent, end_of_imports) = (self.root, self.parent, self.end_of_imports);
        let late_imports = if own_root { std::mem::take(&mut self.late_imports) } else { Vec::new() };
        let comments = std::mem::take(&mut self.module_comments);
        if own_root {
            self.root = self.add_node(NodeKind::Stylesheet, file.stylesheet.span)?;
            self.parent = self.root;
            self.end_of_imports = 0;
        }
        if file.forwards {
            self.configuration = self.implicit_configuration();
        }
        self.stylesheet(&file.stylesheet)?;
        let inner = std::mem::replace(&mut self.environment, environment);
        self.file = outer_file;
        self.in_dependency = in_dependency;
        self.configuration = configuration;
        self.module_comments = comments;
        let mut children = Vec::new();
        if own_root {
            let late = std::mem::replace(&mut self.late_imports, late_imports);
            self.tree.insert_children(self.root, self.end_of_imports, &late);
            children = self.tree.children(self.root).to_vec();
            (self.root, self.parent, self.end_of_imports) = (root, parent, end_of_imports);
        }
        self.environment.import_forwards(&inner.modules);
        self.effects.note_definition();
        if !own_root {
            return Ok(());
        }
        let empty = self.add_node(NodeKind::Stylesheet, span)?;
        let store = Rc::new(RefCell::new(ExtensionStore::new(self.budget.clone())));
        let module = Module::file(None, inner, (empty, false), Vec::new(), store);
        if module.has_css() {
            let nodes = self.combine_nodes(&module, module.has_extensions())?;
            self.replay_all(&nodes)?;
        }
        for child in children {
            self.adopt(child)?;
        }
        Ok(())
    }

    /// A configuration of all variables, for the modules that an imported file forwards.
    fn implicit_configuration(&self) -> Configuration {
        let mut values = Table::default();
        let add_module = |values: &mut Table<ConfiguredValue>, module: &Module| {
            for name in module.variable_names() {
                if let Some(variable) = module.variable(name) {
                    let value = ConfiguredValue { value: variable.value, configured: None, assigned: variable.span };
                    values.insert(name, value);
                }
            }
        };
        let mut scopes = Vec::new();
        let mut scope = Some(Rc::clone(&self.environment.scope));
        while let Some(inner) = scope {
            scope = inner.parent.clone();
            scopes.push(inner);
        }
        for scope in scopes.iter().rev() {
            if scope.parent.is_none() {
                for (module, _) in self.environment.modules.imported.borrow().iter() {
                    add_module(&mut values, module);
                }
            }
            for module in scope.imported.borrow().iter() {
                add_module(&mut values, module);
            }
            for (name, variable) in scope.variables.borrow().iter() {
                let value =
                    ConfiguredValue { value: variable.value.clone(), configured: None, assigned: variable.span };
                values.insert(name, value);
            }
        }
        Configuration::new(values, None)
    }

    /// Moves a node of an imported style sheet to the position of the import.
    fn adopt(&mut self, node: NodeId) -> Result<()> {
        let is_style = |kind: &NodeKind| matches!(kind, NodeKind::Style { .. });
        match self.tree.kind(node).clone() {
            NodeKind::AtRule { childless, .. } => self.append(node, is_style, !childless),
            NodeKind::Import { .. } => self.add_import(node),
            NodeKind::Style { .. } | NodeKind::Supports { .. } => self.append(node, is_style, true),
            NodeKind::Media { queries } => {
                let merged = match &self.media {
                    Some(outer) => super::rule::merge_queries(outer, &queries).is_some(),
                    None => true,
                };
                self.append(node, |kind| is_style(kind) || (merged && matches!(kind, NodeKind::Media { .. })), true);
            }
            _ => self.append(node, |_| false, false),
        }
        Ok(())
    }

    // Plain CSS imports.

    pub(super) fn static_import(
        &mut self,
        url: &Interpolation,
        modifiers: Option<&Interpolation>,
        span: Span,
    ) -> Result<()> {
        let url = self.css_text(url)?;
        let modifiers = modifiers.map(|modifiers| self.css_text(modifiers)).transpose()?;
        let node = self.add_node(NodeKind::Import { url, modifiers }, span)?;
        if self.parent != self.root {
            self.copy_parent_after_sibling();
        }
        self.add_import(node);
        Ok(())
    }

    /// Adds the node of an `@import` that remains in the CSS. At the root of the style sheet, such nodes are placed
    /// before all rules.
    pub(super) fn add_import(&mut self, node: NodeId) {
        if self.parent != self.root {
            self.tree.append(self.parent, node);
        } else if self.end_of_imports == self.tree.children(self.root).len() {
            self.tree.append(self.root, node);
            self.end_of_imports += 1;
        } else {
            self.late_imports.push(node);
        }
    }
}
