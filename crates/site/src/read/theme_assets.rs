//! Mirrors `Jekyll::ThemeAssetsReader`: a theme's assets, where the site has none of that path.

use super::{has_yaml_header, pages, tree};
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use crate::model::{StaticFile, path};
use crate::setup::Setup;
use crate::site::Site;
use std::path::Path;
use std::sync::Arc;

/// Adds the theme's assets to the site.
///
/// # Errors
/// As reading pages.
pub fn read(site: &mut Site, log: &mut Log) -> Result<(), Failure> {
    let setup = Arc::clone(&site.setup);
    let Some(theme) = &setup.theme else { return Ok(()) };
    let Some(assets) = &theme.assets else { return Ok(()) };
    for below in tree::below(&setup.world, assets, true) {
        let file = path::join(assets, &below);
        if setup.world.is_folder(Path::new(&file)) {
            continue;
        }
        if setup.world.is_link(Path::new(&file)) {
            log.push(Message::new(Level::Warn, "Theme reader:", format!("Ignored symlinked asset: {file}")));
            continue;
        }
        let relative = file.strip_prefix(&theme.root).unwrap_or(&file).trim_start_matches('/').to_string();
        let (dir, name) = (path::dirname(&relative), path::basename(&relative));
        if has_yaml_header(&setup, &file)? {
            let there = site.pages.iter().any(|page| page.relative_path() == relative);
            match pages::read(&setup, &theme.root, dir, name, log)? {
                Some(page) if !there => site.pages.push(page),
                Some(page) => ignored(&setup, page.relative_path(), log),
                None => {}
            }
        } else {
            let dir = format!("/{dir}");
            let asset = StaticFile::new(&setup, &theme.root, &dir, name, None);
            if !site.static_files.iter().any(|other| other.relative_path == asset.relative_path) {
                site.static_files.push(Arc::new(asset));
            } else {
                ignored(&setup, &asset.relative_path, log);
            }
        }
    }
    Ok(())
}

fn ignored(setup: &Setup, path: &str, log: &mut Log) {
    setup.trace(log, "Theme:", || format!("Ignoring {path} in theme due to existing file with that path in site."));
}
