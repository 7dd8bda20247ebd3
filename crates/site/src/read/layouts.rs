//! Reads the layouts of the site, and the layouts of its theme that the site does not override. Mirrors
//! `Jekyll::LayoutReader`.

use super::entry_filter::EntryFilter;
use super::{pages, tree};
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::{Layout, SiteContext, layout};
use crate::path;
use indexmap::IndexMap;
use std::path::Path;
use std::sync::Arc;

/// All layouts by name. A layout of the site replaces a layout of the theme with the same name. If the site has both
/// `post.html` and `post.md`, the layout `post` is `post.md`, which Jekyll reads last. If the theme has both, the
/// layout `post` is `post.html`, which Jekyll reads first.
///
/// # Errors
/// Fails if front matter is not a hash or a permalink is empty. With `strict_front_matter`, also fails if a file cannot
/// be read or parsed.
pub fn read(context: &Arc<SiteContext>, log: &mut Log) -> Result<IndexMap<String, Arc<Layout>>, Failure> {
    let mut layouts = IndexMap::new();
    let own = context.in_source(&context.text(context.settings().layouts_dir()));
    for file in files_in(context, &own, log) {
        let layout = read_one(context, &own, &file, log)?;
        layouts.insert(layout.name.clone(), Arc::new(layout));
    }
    if let Some(folder) = context.theme.as_ref().and_then(|theme| theme.layouts.clone()) {
        for file in files_in(context, &folder, log) {
            if !layouts.contains_key(layout::name_of(&file)) {
                let layout = read_one(context, &folder, &file, log)?;
                layouts.insert(layout.name.clone(), Arc::new(layout));
            }
        }
    }
    Ok(layouts)
}

/// The files in a folder of layouts: Ruby's `Dir["**/*.*"]` without excluded files.
fn files_in(context: &Arc<SiteContext>, folder: &str, log: &mut Log) -> Vec<String> {
    if !context.world.exists(Path::new(folder)) {
        return Vec::new();
    }
    let named = tree::below(&context.world, folder, false).into_iter();
    let dotted = named.filter(|file| path::basename(file).contains('.')).collect();
    EntryFilter::new(&context.entry_patterns, "").with_folder(folder).filter(dotted, log)
}

fn read_one(context: &Arc<SiteContext>, folder: &str, file: &str, log: &mut Log) -> Result<Layout, Failure> {
    let full = path::join(folder, file);
    let theme = context.theme.as_ref().filter(|theme| theme.layouts.as_deref() == Some(folder));
    let base = theme.map_or(&context.source, |theme| &theme.root);
    let relative = full.strip_prefix(base).unwrap_or(&full);
    context.trace(log, "Reading:", || relative.to_string());
    let read = pages::read_yaml(context, &full, log)?;
    Ok(Layout {
        name: layout::name_of(file).to_string(),
        relative_path: relative.to_string(),
        path: full.clone(),
        data: read.data.into(),
        content: read.content,
        invalid: read.invalid,
    })
}
