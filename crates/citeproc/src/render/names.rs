//! Renders the element `names` of a citation style (CSL): the lists of names in each role, shortened if necessary, with labels and substitutes.

use super::Run;
use super::context::Context;
use super::name_options::Options;
use crate::error::Error;
use crate::item::{Name, Value, name as item_name};
use crate::style::{Element, Names};
use crate::text::squeeze_spaces;

/// A role such as `editor`, with its names.
type Role<'a> = (&'a str, &'a [Name]);

impl<'a> Run<'a> {
    /// Renders the names in an element's variables. If no variable has names and none is suppressed, renders the first
    /// substitute that is not empty.
    pub(super) fn names(&mut self, context: &mut Context<'a>, names: &'a Names) -> Result<String, Error> {
        let rendered = self.names_or_substitute(context, names);
        self.rendered_names = true;
        rendered
    }

    fn names_or_substitute(&mut self, context: &mut Context<'a>, names: &'a Names) -> Result<String, Error> {
        let Some(variables) = &names.variables else { return Ok(String::new()) };
        let mut roles: Vec<Role> = Vec::new();
        let mut suppressed = false;
        for variable in variables {
            let value = context.read(variable);
            if context.is_suppressed(variable) {
                suppressed = true;
            } else if let Some(Value::Names(list)) = value
                && !list.is_empty()
            {
                roles.push((variable, list));
            }
        }
        if !roles.is_empty() {
            return self.roles(names, merge_editing_translators(roles));
        }
        match &names.substitute {
            Some(elements) if !suppressed => {
                let text = self.stand_in(context, names, elements)?;
                Ok(self.unless_as_before(text))
            }
            _ => Ok(String::new()),
        }
    }

    /// Renders each role's names with their label.
    fn roles(&mut self, names: &'a Names, roles: Vec<Role>) -> Result<String, Error> {
        // Substitutes use the formatting of the names they replace.
        let like = match self.substitute {
            Some(outer) if !names.has_children && names.ancestors.contains(&outer.id) => outer,
            _ => names,
        };
        let options = self.options(like);
        if options.counts() {
            let count: usize = roles.iter().map(|(_, l)| options.shown(l.len()).unwrap_or(l.len())).sum();
            return Ok(count.to_string());
        }
        let mut parts = Vec::with_capacity(roles.len());
        for (role, list) in roles {
            let label = match &like.label {
                Some(label) => Some(self.names_label(label, role, list.len())?),
                None => None,
            };
            let text = self.list(list, &options)?;
            let quotes = self.locale.quotes();
            parts.push(match label {
                Some(label) if !text.is_empty() && like.label_first => crate::format::concat(&label, &text, quotes),
                Some(label) if !text.is_empty() => crate::format::concat(&text, &label, quotes),
                _ => text,
            });
        }
        let inherited = self.section.names_delimiter.as_ref().or(self.style.names_delimiter.as_ref());
        let delimiter = like.delimiter.as_ref().or(inherited);
        Ok(self.join(&parts, delimiter.map(String::as_str).unwrap_or_default()))
    }

    /// Renders the first substitute that is not empty. The variables that it reads are not rendered again in the entry.
    fn stand_in(
        &mut self,
        context: &mut Context<'a>,
        names: &'a Names,
        elements: &'a [Element],
    ) -> Result<String, Error> {
        let outer = self.substitute.replace(names);
        let mut found = Ok(String::new());
        for element in elements {
            context.watch();
            found = self.element(context, element);
            let seen = context.unwatch();
            match &found {
                Ok(text) if text.is_empty() => continue,
                Ok(text) => {
                    for key in seen.present() {
                        context.suppress(key);
                    }
                    context.note_as_read(first_word(names), text);
                    break;
                }
                Err(_) => break,
            }
        }
        self.substitute = outer;
        found
    }

    /// The names, or the style's substitute if the previous entry starts with the same names.
    fn unless_as_before(&mut self, text: String) -> String {
        if !self.collects_authors || self.rendered_names {
            return text;
        }
        self.authors.push(text.clone());
        match (&self.section.author_substitute, self.previous) {
            (Some(substitute), Some(previous)) if previous == text => substitute.clone(),
            _ => text,
        }
    }

    /// Renders a list of names, which is shortened with `et al.` if the style demands it.
    fn list(&mut self, names: &[Name], options: &Options<'a>) -> Result<String, Error> {
        let text = match options.shown(names.len()) {
            Some(0) => return Ok(String::new()),
            Some(shown) => self.shortened(names, shown, options)?,
            None => self.full(names, options)?,
        };
        let text = self.unless_as_before(text);
        match options.node {
            Some(node) => self.format(text, &node.formatting),
            None => self.format(text, &crate::style::Formatting::default()),
        }
    }

    fn full(&mut self, names: &[Name], options: &Options<'a>) -> Result<String, Error> {
        let and = match options.and {
            Some("text") => self.locale.term("and"),
            Some("symbol") => Some("&"),
            other => other,
        };
        let mut connector = and.map(|and| format!(" {and} "));
        if options.delimits_last(names.len()) {
            connector = Some(squeeze_spaces(&format!("{}{}", options.delimiter, connector.unwrap_or_default())));
        }
        let connector = connector.as_deref().unwrap_or(options.delimiter);
        let rendered = self.each(names, options)?;
        Ok(match rendered.as_slice() {
            [head @ .., last] if head.len() > 1 => {
                let head = self.join(head, options.delimiter);
                self.join(&[head.as_str(), last], connector)
            }
            few => self.join(few, connector),
        })
    }

    fn shortened(&mut self, names: &[Name], shown: usize, options: &Options<'a>) -> Result<String, Error> {
        let head = self.each(&names[..shown], options)?;
        let head = self.join(&head, options.delimiter);
        if let (true, true, Some(last)) = (options.uses_last(), names.len() - shown > 1, names.last()) {
            let last = self.name(last, options, shown + 1)?;
            return Ok(self.join(&[head, last], &format!("{}… ", options.delimiter)));
        }
        let others = match options.et_al {
            Some(et_al) => {
                let term = self.locale.term(&et_al.term).unwrap_or_default().to_owned();
                self.format(term, &et_al.formatting)?
            }
            None => self.locale.term("et-al").unwrap_or_default().to_owned(),
        };
        let connector = if options.delimits_et_al(shown) { options.delimiter } else { " " };
        Ok(self.join(&[head, others], connector))
    }

    fn each(&mut self, names: &[Name], options: &Options<'a>) -> Result<Vec<String>, Error> {
        names.iter().enumerate().map(|(index, name)| self.name(name, options, index + 1)).collect()
    }
}

/// The variable that counts as read if a substitute was printed. If no variable counted as read, a group around the
/// names would be omitted. As in citeproc-ruby, the variable is the first word of the element's first variable.
fn first_word(names: &Names) -> &str {
    let first = names.variables.as_ref().and_then(|v| v.first()).map(String::as_str).unwrap_or_default();
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let rest = first.trim_start_matches(|c| !word(c));
    rest.split(|c| !word(c)).next().unwrap_or_default()
}

/// Combines editors who are also the translators into a separate role.
fn merge_editing_translators(mut roles: Vec<Role>) -> Vec<Role> {
    let index_of = |roles: &[Role], role: &str| roles.iter().position(|(r, _)| *r == role);
    let (Some(translator), Some(editor)) = (index_of(&roles, "translator"), index_of(&roles, "editor")) else {
        return roles;
    };
    if item_name::same_names(roles[translator].1, roles[editor].1) {
        roles[translator.min(editor)].0 = "editortranslator";
        roles.remove(translator.max(editor));
    }
    roles
}
