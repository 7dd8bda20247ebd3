//! The static files that Ruby creates and changes.

use crate::changes::rows::{data_of, text, writer};
use crate::interpreter::Interpreter;
use crate::objects::names::{self, ObjectName};
use hastie_liquid::{Abort, Hash, Value};
use hastie_site::model::{CollectionInfo, SiteContext, StaticFile};
use hastie_site::path;
use hastie_site::render::SiteView;
use hastie_site::site::Site;
use std::collections::HashMap;
use std::sync::Arc;

/// The parts of a site from which its static files are created.
pub(crate) struct Origin {
    context: Arc<SiteContext>,
    collections: Vec<Arc<CollectionInfo>>,
}

impl Origin {
    /// The parts of a site that is not rendered yet.
    pub(crate) fn of_site(site: &Site) -> Self {
        let collections = site.content.collections.iter().map(|one| Arc::clone(&one.info)).collect();
        Origin { context: Arc::clone(&site.setup.context), collections }
    }

    /// The parts of a site that is being rendered, or was rendered.
    pub(crate) fn of_view(view: &SiteView) -> Self {
        let collections = view.collections().iter().map(|one| Arc::clone(&one.info)).collect();
        Origin { context: Arc::clone(&view.setup().context), collections }
    }
}

/// The static files that Ruby has created or changed, until the site's list is updated.
#[derive(Default)]
pub(crate) struct ChangedFiles {
    /// The created or changed files, by name, such as `file:12`.
    by_name: HashMap<String, Arc<StaticFile>>,
    /// Files of the site, each with its changed copy.
    copies: Vec<(Arc<StaticFile>, Arc<StaticFile>)>,
}

impl ChangedFiles {
    /// Changes or creates the static file with this id. Most attributes of a static file are immutable, so a changed
    /// copy replaces the file.
    ///
    /// # Errors
    /// Fails if a sandboxed Ruby must not read the source file.
    pub(crate) fn change(&mut self, origin: &Origin, id: &str, fields: &Hash, ruby: &Interpreter) -> Result<(), Abort> {
        let address: Option<usize> = id.parse().ok();
        let known = address.and_then(|address| ruby.objects.lock().files.get(&address).cloned());
        let file = Arc::new(file(origin, known.as_deref(), fields, ruby)?);
        if let Some(address) = address {
            ruby.objects.lock().files.insert(address, Arc::clone(&file));
        }
        if let Some(known) = known {
            self.copies.push((known, Arc::clone(&file)));
        }
        self.by_name.insert(format!("file:{id}"), file);
        Ok(())
    }

    /// Updates the site's static files: replaces changed files by their copies. `list` is Ruby's new list, if the list
    /// has changed.
    pub(crate) fn apply(&self, files: &mut Vec<Arc<StaticFile>>, list: Option<&Value>) {
        for file in files.iter_mut() {
            if let Some(copy) = self.copy_of(file) {
                *file = copy;
            }
        }
        if let Some(Value::Array(list)) = list {
            *files = list.iter().filter_map(|file| self.file(file)).collect();
        }
    }

    /// Whether Ruby has created or changed a static file.
    pub(crate) fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    /// The last changed copy of a file. Ruby may report several changes of one file.
    fn copy_of(&self, file: &Arc<StaticFile>) -> Option<Arc<StaticFile>> {
        let mut last = None;
        for (old, new) in &self.copies {
            if Arc::ptr_eq(old, last.unwrap_or(file)) {
                last = Some(new);
            }
        }
        last.cloned()
    }

    /// The static file to which a value refers, with Ruby's changes. `None` if the value refers to no static file.
    pub(crate) fn file(&self, value: &Value) -> Option<Arc<StaticFile>> {
        if let Value::Drop(object) = value
            && let Some(ObjectName(name)) = object.as_any().downcast_ref()
        {
            return self.by_name.get(name).cloned();
        }
        let file = names::static_file(value)?;
        Some(self.copy_of(&file).unwrap_or(file))
    }
}

/// A new static file, or a copy of the `known` one, with the fields that Ruby has set.
fn file(origin: &Origin, known: Option<&StaticFile>, fields: &Hash, ruby: &Interpreter) -> Result<StaticFile, Abort> {
    let context = &origin.context;
    let (base, dir, name, collection) = match known {
        Some(file) => (file.base(), file.dir.as_str(), file.name.as_str(), file.collection.clone()),
        None => (
            text(fields, "base").unwrap_or(&context.source),
            text(fields, "dir").unwrap_or_default(),
            text(fields, "name").unwrap_or_default(),
            text(fields, "collection")
                .and_then(|label| origin.collections.iter().find(|info| info.label == label).cloned()),
        ),
    };
    let custom = text(fields, "path").map(|file| path::text(&ruby.world.expand(file)));
    if let Some(file) = &custom {
        ruby.check_read(file)?;
    } else if known.is_none() {
        ruby.check_read(&StaticFile::path_of(context, base, dir, name, collection.is_some()))?;
    }
    let mut file = StaticFile::new(context, base, dir, name, collection.as_ref());
    if let Some(custom) = custom {
        file.set_path(custom);
    }
    if let Some(shown) = text(fields, "relative_path") {
        file.relative_path = shown.to_string();
    }
    if let Some(data) = data_of(fields) {
        file.data = Arc::new(data).into();
    } else if let Some(known) = known {
        file.data = Arc::clone(&known.data).into();
    }
    if let Some(url) = text(fields, "url") {
        file.set_url(url);
    }
    if let Some(Value::Time(time)) = fields.get("modified_time") {
        file.modified = (**time).clone();
    }
    file.writer = writer(fields).unwrap_or_default();
    file.custom_destination = text(fields, "destination").map(str::to_string);
    Ok(file)
}
