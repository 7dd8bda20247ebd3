//! Shared by the include tags: parsing the tag, finding the file, and rendering its template.

use super::parameters::Markup;
use crate::locks;
use crate::path;
use crate::render::{SiteView, profile, rendering_of};
use hastie_liquid::{Abort, Context, Error, Hash, Str, Tag, TagParse, Template, TemplateEffects, Value};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, RwLock};

/// The Liquid tag `include` or `include_relative`. The two tags differ in the folders that they search.
#[derive(Debug)]
pub(super) struct Include {
    markup: Markup,
    find: Find,
    /// Whether a name leads to the same file in all documents, so that results can be reused.
    is_reusable: bool,
}

/// Locates the file that an include names, and parses it.
pub(super) type Find = fn(cx: &mut Context<'_>, file: &Str) -> Result<Inclusion, Abort>;

impl Include {
    /// Parses the markup. `find` locates the file, and `is_reusable` is whether `find` locates the same file in all
    /// documents.
    ///
    /// # Errors
    /// Fails if the markup is invalid.
    pub(super) fn parse(tag: &TagParse<'_, '_>, find: Find, is_reusable: bool) -> Result<Self, Error> {
        Ok(Include { markup: Markup::parse(tag)?, find, is_reusable })
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

    fn is_reusable(&self) -> bool {
        self.is_reusable
    }

    fn effects(&self, effects: &mut TemplateEffects) {
        self.markup.effects(effects);
        effects.partials.push(self.markup.partial());
    }
}

/// The parsed files of the include folders, by the name in the tag, such as `head.html`.
#[derive(Debug, Default)]
pub(super) struct Inclusions {
    by_name: RwLock<HashMap<Str, Inclusion>>,
}

/// The parsed template of a file to include, with its path.
#[derive(Debug, Clone)]
pub(super) struct Inclusion {
    /// The absolute path of the file to include.
    pub(super) path: Str,
    template: Result<Template, Error>,
}

/// Finds the file with this name in the include folders, and parses it. Results are cached by name.
///
/// # Errors
/// Fails if no include folder contains the file, or if the file cannot be read or is not UTF-8.
pub(super) fn find(view: &SiteView, file: &Str) -> Result<Inclusion, Abort> {
    let known = &view.tags.inclusions.by_name;
    if let Some(found) = locks::read(known).get(file) {
        return Ok(found.clone());
    }
    let path = locate(view, &view.setup.context.includes, file)?;
    let inclusion = Inclusion::at(view, path.into())?;
    locks::write(known).insert(file.clone(), inclusion.clone());
    Ok(inclusion)
}

/// The path of the file in the first folder that contains it. In safe mode, a symbolic link that leads out of the
/// folder does not count.
///
/// # Errors
/// Fails if there is no such file.
pub(super) fn locate(view: &SiteView, folders: &[String], file: &str) -> Result<String, Abort> {
    let world = &view.setup.context.world;
    let safe = view.setup.context.settings().safe();
    for folder in folders {
        let path = path::join(folder, file);
        let here = |path: &str| world.real_path(Path::new(path)).is_ok_and(|real| real.starts_with(folder));
        if world.is_file(Path::new(&path)) && (!safe || here(&path)) {
            return Ok(path);
        }
    }
    let folders =
        view.setup.context.inspect(&Value::array(folders.iter().map(|folder| Value::from(folder.as_str())).collect()));
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
    /// Reads and parses the file at an absolute path.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is not valid UTF-8. Ruby fails on invalid UTF-8 when it splits the text into
    /// tokens.
    pub(super) fn at(view: &SiteView, path: Str) -> Result<Self, Abort> {
        let bytes = view
            .setup
            .context
            .world
            .read(Path::new(&*path))
            .map_err(|error| Abort::error("Errno::EACCES", format!("{error} - {path}")))?;
        let invalid = |_| Abort::error("ArgumentError", "invalid byte sequence in UTF-8");
        let source = view.setup.context.decode(bytes).map_err(invalid)?;
        let template = view.templates.parse(&view.setup, &path, || source.into());
        Ok(Inclusion { path, template })
    }

    /// Renders the included file. `parameters` becomes the variable `include`. With `None`, the file sees the `include`
    /// of the surrounding file.
    ///
    /// # Errors
    /// Fails if the file has a syntax error, or if its rendering fails. Liquid errors then carry the path of the file.
    pub(super) fn render(&self, cx: &mut Context<'_>, parameters: Option<Hash>, out: &mut String) -> Result<(), Abort> {
        cx.stack(|cx| {
            if let Some(parameters) = parameters {
                cx.set("include", Value::hash(parameters))?;
            }
            match &self.template {
                Ok(template) => cx.render_partial(template, out).map_err(|abort| self.with_path(abort)),
                Err(error) => Err(self.with_path(error.clone().into())),
            }
        })
    }

    /// Sets the path of an error. Each outer file replaces the path of the inner one, as in Ruby.
    fn with_path(&self, abort: Abort) -> Abort {
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
