//! Checks the nesting of statements: once after parsing, and once after evaluation.

use super::{AtRootQuery, Node, NodeKind};
use crate::error::{Locate, SassResult, SyntaxError};
use crate::tree::{Kind, Statement};
use std::sync::Arc;

/// The class of a statement or node, which determines where it is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Root,
    Rule,
    Keyframe,
    Declaration,
    Directive,
    AtRoot,
    Import,
    CssImport,
    Charset,
    Extend,
    MixinDefinition,
    Include,
    Content,
    Function,
    Return,
    Control,
    Comment,
    /// A variable or a message, which is allowed everywhere.
    Free,
}

/// A statement of the source, or an evaluated node, whose nesting is checked.
trait Nested {
    fn class(&self) -> Class;
    fn children(&self) -> impl Iterator<Item = &Self>;
    fn place(&self) -> (usize, u32);
    fn has_children(&self) -> bool;
    fn hint(&self) -> Option<&str>;
    fn at_root(&self) -> Option<&AtRootQuery>;
    fn is_excluded(&self, query: &AtRootQuery) -> bool;
}

struct Checker<'a, T> {
    /// Returns the path of a file by number.
    path: &'a dyn Fn(usize) -> Option<Arc<str>>,
    /// The ancestors from the outermost. `None` is the style sheet.
    around: Vec<Option<&'a T>>,
    /// The ancestor that counts as the parent of the checked item. `None` for the style sheet.
    parent: Option<&'a T>,
    in_mixin: bool,
}

/// Fails if a statement of a parsed file is nested in a statement that does not allow it. The error names the file
/// `path`.
pub(crate) fn check_parsed(statements: &[Statement], path: Option<&Arc<str>>) -> SassResult<()> {
    check(statements, &|_| path.cloned())
}

/// Fails if an evaluated node is nested in a node that does not allow it, by the rules of [`check_parsed`]. `files` has
/// the paths for errors, by file number.
pub(crate) fn check_evaluated(nodes: &[Node], files: &[Option<Arc<str>>]) -> SassResult<()> {
    check(nodes, &|file| files.get(file).cloned().flatten())
}

fn check<T: Nested>(all: &[T], path: &dyn Fn(usize) -> Option<Arc<str>>) -> SassResult<()> {
    let mut checker = Checker { path, around: vec![None], parent: None, in_mixin: false };
    all.iter().try_for_each(|item| checker.check(item))
}

fn class_of<T: Nested>(item: Option<&T>) -> Class {
    item.map_or(Class::Root, Nested::class)
}

/// Whether children of an item are treated as children of its parent.
fn is_transparent<T: Nested>(item: Option<&T>, around: Option<&T>) -> bool {
    let bubbles = match class_of(item) {
        Class::Control | Class::Import => return true,
        Class::AtRoot => true,
        Class::Directive | Class::CssImport => item.is_some_and(Nested::has_children),
        _ => false,
    };
    bubbles && !matches!(class_of(around), Class::Root | Class::AtRoot)
}

impl<'a, T: Nested> Checker<'a, T> {
    fn check(&mut self, item: &'a T) -> SassResult<()> {
        let (file, line) = item.place();
        let file = (self.path)(file);
        let refused = match self.refusal(item) {
            Some(message) => Err(SyntaxError::new(message)),
            None => self.check_children(item),
        };
        refused.located(file.as_ref(), line)
    }

    fn check_children(&mut self, item: &'a T) -> SassResult<()> {
        let mut children = item.children().peekable();
        if children.peek().is_none() {
            return Ok(());
        }
        let (parent, in_mixin) = (self.parent, self.in_mixin);
        self.in_mixin |= item.class() == Class::MixinDefinition;
        let result = if let Some(query) = item.at_root() {
            let left = self.around.iter().copied().filter(|around| !around.is_some_and(|item| item.is_excluded(query)));
            let left: Vec<Option<&T>> = left.collect();
            let outer = |index: usize| index.checked_sub(1).and_then(|index| left.get(index).copied().flatten());
            let found = left.iter().enumerate().rev().find(|(index, item)| !is_transparent(**item, outer(*index)));
            self.parent = found.and_then(|(_, item)| *item);
            let around = std::mem::replace(&mut self.around, left);
            let result = children.try_for_each(|child| self.check(child));
            self.around = around;
            result
        } else {
            if !is_transparent(Some(item), parent) {
                self.parent = Some(item);
            }
            self.around.push(Some(item));
            let result = children.try_for_each(|child| self.check(child));
            self.around.pop();
            result
        };
        (self.parent, self.in_mixin) = (parent, in_mixin);
        result
    }

    /// The error for an item that is not allowed at its position. `None` if it is allowed.
    fn refusal(&self, item: &T) -> Option<String> {
        let (parent, class) = (class_of(self.parent), item.class());
        if parent == Class::Function && !matches!(class, Class::Free | Class::Comment | Class::Return | Class::Control)
        {
            return Some("Functions can only contain variable declarations and control directives.".into());
        }
        if parent == Class::Declaration
            && !matches!(class, Class::Control | Class::Declaration | Class::Include | Class::Comment)
        {
            return Some("Illegal nesting: Only properties may be nested beneath properties.".into());
        }
        let defines = |what: &str| format!("{what} may not be defined within control directives or other mixins.");
        match class {
            Class::Content if !self.in_mixin => Some("@content may only be used within a mixin.".into()),
            Class::Charset if parent != Class::Root => {
                Some("@charset may only be used at the root of a document.".into())
            }
            Class::Extend if !matches!(parent, Class::Rule | Class::MixinDefinition | Class::Include) => {
                Some("Extend directives may only be used within rules.".into())
            }
            Class::Import if self.is_in_control() => {
                Some("Import directives may not be used within control directives or mixins.".into())
            }
            Class::Import if parent != Class::Root && item.hint().is_some_and(|name| name.ends_with(".css")) => {
                Some("CSS import directives may only be used at the root of a document.".into())
            }
            Class::MixinDefinition if self.is_in_control() => Some(defines("Mixins")),
            Class::Function if self.is_in_control() => Some(defines("Functions")),
            Class::Return if parent != Class::Function => Some("@return may only be used within a function.".into()),
            Class::Declaration
                if matches!(
                    parent,
                    Class::Root | Class::AtRoot | Class::Function | Class::Charset | Class::Extend | Class::Content
                ) =>
            {
                let message =
                    "Properties are only allowed within rules, directives, mixin includes, or other properties.";
                Some(format!("{message}{}", item.hint().unwrap_or_default()))
            }
            _ => None,
        }
    }

    fn is_in_control(&self) -> bool {
        self.around
            .iter()
            .any(|item| matches!(class_of(*item), Class::Control | Class::MixinDefinition | Class::Include))
    }
}

impl Nested for Statement {
    fn class(&self) -> Class {
        match &self.kind {
            Kind::Rule(_) => Class::Rule,
            Kind::Declaration(_) => Class::Declaration,
            Kind::Directive(_) | Kind::Media(_) | Kind::Supports(..) => Class::Directive,
            Kind::AtRoot(_) => Class::AtRoot,
            Kind::CssImport { .. } => Class::CssImport,
            Kind::Import(_) => Class::Import,
            Kind::Charset => Class::Charset,
            Kind::Extend { .. } => Class::Extend,
            Kind::Mixin { .. } => Class::MixinDefinition,
            Kind::Include { .. } => Class::Include,
            Kind::Content => Class::Content,
            Kind::Function { .. } => Class::Function,
            Kind::Return(_) => Class::Return,
            Kind::For { .. } | Kind::Each { .. } | Kind::While(_) | Kind::If(..) => Class::Control,
            Kind::Comment(..) => Class::Comment,
            Kind::Debug(_) | Kind::Warn(_) | Kind::Error(_) | Kind::Variable { .. } => Class::Free,
        }
    }

    fn children(&self) -> impl Iterator<Item = &Statement> {
        let otherwise = match &self.kind {
            Kind::If(_, Some(otherwise)) => Some(&**otherwise),
            _ => None,
        };
        self.children.iter().chain(otherwise)
    }

    fn place(&self) -> (usize, u32) {
        (self.file, self.line)
    }

    fn has_children(&self) -> bool {
        self.has_children
    }

    fn hint(&self) -> Option<&str> {
        match &self.kind {
            Kind::Import(name) => Some(name),
            Kind::Declaration(declaration) => declaration.hint.as_deref(),
            _ => None,
        }
    }

    fn at_root(&self) -> Option<&AtRootQuery> {
        None
    }

    fn is_excluded(&self, _query: &AtRootQuery) -> bool {
        false
    }
}

impl Nested for Node {
    fn class(&self) -> Class {
        match &self.kind {
            NodeKind::Rule(_) => Class::Rule,
            NodeKind::Keyframe(_) => Class::Keyframe,
            NodeKind::Declaration(_) => Class::Declaration,
            NodeKind::Directive(_) | NodeKind::Media(_) | NodeKind::Supports(..) => Class::Directive,
            NodeKind::Import(_) => Class::CssImport,
            NodeKind::AtRoot(_) => Class::AtRoot,
            NodeKind::Extend(..) => Class::Extend,
            NodeKind::Charset => Class::Charset,
            NodeKind::Comment(..) => Class::Comment,
            NodeKind::Bubble => Class::Free,
        }
    }

    fn children(&self) -> impl Iterator<Item = &Node> {
        self.children.iter()
    }

    fn place(&self) -> (usize, u32) {
        (self.file, self.line)
    }

    fn has_children(&self) -> bool {
        self.has_children
    }

    fn hint(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Declaration(declaration) => declaration.hint.as_deref(),
            _ => None,
        }
    }

    fn at_root(&self) -> Option<&AtRootQuery> {
        match &self.kind {
            NodeKind::AtRoot(query) => Some(query),
            _ => None,
        }
    }

    fn is_excluded(&self, query: &AtRootQuery) -> bool {
        query.excludes_node(&self.kind)
    }
}
