//! Files that are included: the tag that includes them, where they are found, and their templates.

use super::parameters::Markup;
use crate::locks;
use crate::path;
use crate::render::{SiteView, profile, rendering_of};
use hastie_liquid::{Abort, Context, Error, Hash, Str, Tag, TagParse, Template, TemplateEffects, Value};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, RwLock};

/// `include` and its kin, which differ in where they look for the file.
#[derive(Debug)]
pub(super) struct Include {
    markup: Markup,
    find: Find,
}

/// The file of a name.
pub(super) type Find = fn(cx: &mut Context<'_>, file: &Str) -> Result<Inclusion, Abort>;

impl Include {
    /// Reads the tag.
    ///
    /// # Errors
    /// What the markup's reader refuses.
    pub(super) fn parse(tag: &TagParse<'_, '_>, find: Find) -> Result<Self, Error> {
        Ok(Include { markup: Markup::parse(tag)?, find })
    }
}

impl Tag for Include {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let file = self.markup.file(cx)?;
        self.markup.validate(&file)?;
        let running = profile::begin(rendering_of(cx.host)?);
        let start = out.len();
        let inclusion = (self.find)(cx, &file)?;
        let parameters = self.markup.values(cx)?;
        inclusion.render(cx, parameters, out)?;
        profile::end(rendering_of(cx.host)?, running, &inclusion.path, out.len() - start);
        Ok(())
    }

    fn passes_encoding(&self) -> bool {
        true
    }

    fn effects(&self, effects: &mut TemplateEffects) {
        self.markup.effects(effects);
        effects.partials.push(self.markup.partial());
    }
}

/// Templates of the files in the folders of includes, by the name they are included by.
#[derive(Debug, Default)]
pub(super) struct Inclusions {
    by_name: RwLock<HashMap<Str, Inclusion>>,
}

/// A file to include.
#[derive(Debug, Clone)]
pub(super) struct Inclusion {
    /// The file, absolute.
    pub(super) path: Str,
    template: Result<Template, Error>,
}

/// The file of that name in the folders of includes.
///
/// # Errors
/// Where there is none.
pub(super) fn find(view: &SiteView, file: &Str) -> Result<Inclusion, Abort> {
    let known = &view.tags.inclusions.by_name;
    if let Some(found) = locks::read(known).get(file) {
        return Ok(found.clone());
    }
    let path = locate(view, &view.setup.includes, file)?;
    let inclusion = Inclusion::at(view, path.into())?;
    locks::write(known).insert(file.clone(), inclusion.clone());
    Ok(inclusion)
}

/// The first of the folders that contains the file.
///
/// # Errors
/// Where none has it.
pub(super) fn locate(view: &SiteView, folders: &[String], file: &str) -> Result<String, Abort> {
    let world = &view.setup.world;
    let safe = view.setup.is_set("safe");
    for folder in folders {
        let path = path::join(folder, file);
        let here = |path: &str| world.real_path(Path::new(path)).is_ok_and(|real| real.starts_with(folder));
        if world.is_file(Path::new(&path)) && (!safe || here(&path)) {
            return Ok(path);
        }
    }
    let folders =
        view.setup.inspect(&Value::array(folders.iter().map(|folder| Value::from(folder.as_str())).collect()));
    let reason = if safe {
        " is not a symlink as those are not allowed in safe mode."
    } else {
        ", if it is a symlink, does not point outside your site source."
    };
    let message = format!(
        "Could not locate the included file '{file}' in any of {folders}. Ensure it exists in one of those \
         directories and{reason}"
    );
    Err(Abort::error("IOError", message))
}

impl Inclusion {
    /// The file at this path.
    ///
    /// # Errors
    /// Where it cannot be read or is no text: Ruby fails where it cuts it into tokens.
    pub(super) fn at(view: &SiteView, path: Str) -> Result<Self, Abort> {
        let bytes = view
            .setup
            .world
            .read(Path::new(&*path))
            .map_err(|error| Abort::error("Errno::EACCES", format!("{error} - {path}")))?;
        let invalid = |_| Abort::error("ArgumentError", "invalid byte sequence in UTF-8");
        let source = view.setup.decode(bytes).map_err(invalid)?;
        let template = view.templates.parse(&view.setup, &path, || source.into());
        Ok(Inclusion { path, template })
    }

    /// Renders the file with its parameters.
    ///
    /// # Errors
    /// What it raises; Liquid's own errors then carry its path.
    pub(super) fn render(&self, cx: &mut Context<'_>, parameters: Option<Hash>, out: &mut String) -> Result<(), Abort> {
        cx.stack(|cx| {
            if let Some(parameters) = parameters {
                cx.set("include", Value::hash(parameters))?;
            }
            match &self.template {
                Ok(template) => cx.render_partial(template, out).map_err(|abort| self.placed(abort)),
                Err(error) => Err(self.placed(error.clone().into())),
            }
        })
    }

    /// Every file on the way puts its own path over the inner one's, as in Ruby.
    fn placed(&self, abort: Abort) -> Abort {
        match abort {
            Abort::Error(mut error) if error.is_liquid() => {
                error.template_name = Some(Arc::from(&*self.path));
                error.markup_context.get_or_insert_with(|| "included ".into());
                Abort::Error(error)
            }
            other => other,
        }
    }
}
