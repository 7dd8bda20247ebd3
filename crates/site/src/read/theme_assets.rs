//! Reads a theme's assets that the site does not override. Mirrors `Jekyll::ThemeAssetsReader`.

use super::{has_yaml_header, pages, tree};
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use crate::model::{Content, SiteContext, StaticFile};
use crate::path;
use std::path::Path;
use std::sync::Arc;

/// Adds the theme's assets to the site. Skips symbolic links, and files that the site already has.
///
/// # Errors
/// Fails if an asset cannot be read, or for the reasons of [`pages::read`].
pub fn read(context: &Arc<SiteContext>, content: &mut Content, log: &mut Log) -> Result<(), Failure> {
    let Some(theme) = &context.theme else { return Ok(()) };
    let Some(assets) = &theme.assets else { return Ok(()) };
    for below in tree::below(&context.world, assets, true) {
        let file = path::join(assets, &below);
        if context.world.is_folder(Path::new(&file)) {
            continue;
        }
        if context.world.is_link(Path::new(&file)) {
            let text = format!("Ignored symlinked asset: {file}");
            log.push(Message::new(Level::Warn, "Theme reader:", text).about(context.below_source(&file), 0));
            continue;
        }
        let relative = file.strip_prefix(&theme.root).unwrap_or(&file).trim_start_matches('/').to_string();
        let (dir, name) = (path::dirname(&relative), path::basename(&relative));
        if has_yaml_header(context, &file)? {
            let there = content.pages.iter().any(|page| page.relative_path() == relative);
            match pages::read(context, &theme.root, dir, name, log)? {
                Some(page) if !there => content.pages.push(page),
                Some(page) => ignored(context, page.relative_path(), log),
                None => {}
            }
        } else {
            let dir = format!("/{dir}");
            let asset = StaticFile::new(context, &theme.root, &dir, name, None);
            if !content.static_files.iter().any(|other| other.relative_path == asset.relative_path) {
                content.static_files.push(Arc::new(asset));
            } else {
                ignored(context, &asset.relative_path, log);
            }
        }
    }
    Ok(())
}

fn ignored(context: &SiteContext, path: &str, log: &mut Log) {
    context.trace(log, "Theme:", || format!("Ignoring {path} in theme due to existing file with that path in site."));
}
