//! Combines the CSS of a module and the CSS of all modules that it uses to one style sheet.

use super::Evaluator;
use super::module::Module;
use crate::css::{NodeId, NodeKind};
use crate::extend::{Extension, ExtensionStore};
use crate::{Error, FastMap, FastSet, Result};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// The modules collected so far, and their nodes in output order.
#[derive(Default)]
struct Collected {
    imports: Vec<NodeId>,
    css: Vec<NodeId>,
    /// The modules, each before the modules that it uses.
    sorted: VecDeque<Module>,
    seen: FastSet<usize>,
}

impl Evaluator<'_> {
    /// Combines the style sheets of a module and of the modules that it uses. With `copy`, copies their nodes, so that
    /// they can be combined again. Does not copy if none of the used modules has CSS. Fails if no selector matches an
    /// `@extend` without `!optional`, or if an extension is invalid.
    pub(super) fn combine(&mut self, module: &Module, copy: bool) -> Result<NodeId> {
        let nodes = self.combine_nodes(module, copy)?;
        let span = module.as_file().map_or(self.file.stylesheet.span, |file| self.tree.span(file.css));
        let root = self.add_node(NodeKind::Stylesheet, span)?;
        self.tree.insert_children(root, 0, &nodes);
        Ok(root)
    }

    /// The nodes of the combined style sheet. With `copy`, they are copies of the modules' nodes and selectors. Does
    /// not copy if none of the used modules has CSS. Fails for the same reasons as `combine`.
    pub(super) fn combine_nodes(&mut self, module: &Module, copy: bool) -> Result<Vec<NodeId>> {
        let Some(file) = module.as_file() else { return Ok(Vec::new()) };
        let alone = !file.environment.modules.all.borrow().iter().any(Module::has_css);
        if alone {
            let mut store = file.extensions.borrow_mut();
            let selectors = store.simple_selectors();
            let unsatisfied = store.extensions_where_target(|target| !selectors.contains(target));
            if let Some(extension) = unsatisfied.first() {
                return Err(self.unsatisfied(extension));
            }
            return Ok(self.tree.children(file.css).to_vec());
        }
        let mut collected = Collected::default();
        self.collect(module, copy, &mut collected);
        if file.has_extensions {
            self.extend_modules(collected.sorted.make_contiguous())?;
        }
        collected.imports.append(&mut collected.css);
        Ok(collected.imports)
    }

    fn unsatisfied(&self, extension: &Extension) -> Box<Error> {
        let message = format!(
            "The target selector was not found.\nUse \"@extend {} !optional\" to avoid this error.",
            extension.target()
        );
        self.error(message, extension.span())
    }

    fn collect(&mut self, module: &Module, copy: bool, collected: &mut Collected) {
        if !collected.seen.insert(module.id()) {
            return;
        }
        let Some(file) = module.as_file() else { return };
        let upstream = file.environment.modules.all.borrow().clone();
        for used in upstream {
            if !used.has_css() {
                continue;
            }
            if let Some((_, comments)) = file.comments.iter().find(|(other, _)| other.id() == used.id()) {
                let target = if collected.css.is_empty() { &mut collected.imports } else { &mut collected.css };
                target.extend(comments);
            }
            self.collect(&used, copy, collected);
        }
        let module = if copy && file.has_css { self.copy_module(module) } else { module.clone() };
        let Some(file) = module.as_file() else { return };
        let children = self.tree.children(file.css);
        let index = self.index_after_imports(children);
        collected.imports.extend_from_slice(children.get(..index).unwrap_or_default());
        collected.css.extend_from_slice(children.get(index..).unwrap_or_default());
        collected.sorted.push_front(module);
    }

    fn copy_module(&mut self, module: &Module) -> Module {
        let Some(file) = module.as_file() else { return module.clone() };
        let (store, cells) = file.extensions.borrow_mut().copy();
        let css = self.tree.deep_copy(file.css, &cells);
        module.with_css(css, store)
    }

    /// The number of leading nodes that are imports, or comments before imports.
    fn index_after_imports(&self, nodes: &[NodeId]) -> usize {
        let mut after = 0;
        for (index, node) in nodes.iter().enumerate() {
            match self.tree.kind(*node) {
                NodeKind::Import { .. } => after = index + 1,
                NodeKind::Comment { .. } => {}
                _ => break,
            }
        }
        after
    }

    /// Applies the extensions of each module to the modules it uses.
    fn extend_modules(&mut self, modules: &[Module]) -> Result<()> {
        let mut downstream: FastMap<usize, Vec<Rc<RefCell<ExtensionStore>>>> = FastMap::default();
        let mut unsatisfied: Vec<Extension> = Vec::new();
        for module in modules {
            let Some(file) = module.as_file() else { continue };
            let mut store = file.extensions.borrow_mut();
            let originals = store.simple_selectors();
            unsatisfied.extend(store.extensions_where_target(|target| !originals.contains(target)));
            if let Some(others) = self.module_key(module).and_then(|key| downstream.get(&key)) {
                let borrowed: Vec<_> = others.iter().map(|other| other.borrow()).collect();
                let others: Vec<&ExtensionStore> = borrowed.iter().map(|other| &**other).collect();
                let added = store.add_extensions(&others, self.compilation.sources);
                added.map_err(|error| self.traced(error))?;
            }
            if store.is_empty() {
                continue;
            }
            for used in file.environment.modules.all.borrow().iter() {
                if let Some(key) = self.module_key(used) {
                    downstream.entry(key).or_default().push(Rc::clone(&file.extensions));
                }
            }
            let satisfied = store.extensions_where_target(|target| originals.contains(target));
            unsatisfied.retain(|extension| !satisfied.iter().any(|other| other.same(extension)));
        }
        match unsatisfied.first() {
            Some(extension) => Err(self.unsatisfied(extension)),
            None => Ok(()),
        }
    }

    /// A key that identifies the file of a module. Copies of the module have the same key, and so has the module as
    /// seen through `@forward`. `None` for a built-in module.
    fn module_key(&self, module: &Module) -> Option<usize> {
        module.as_file().map(|file| Rc::as_ptr(&file.environment.modules) as usize)
    }
}
