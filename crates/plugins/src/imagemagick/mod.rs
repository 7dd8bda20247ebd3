//! The gem jekyll-imagemagick 1.4: images in other sizes and formats.
//!
//! Sizes and names are the same as from the gem. The images are created without ImageMagick, so their bytes differ.
//! They are cached, and created again if the original or the options change.

#[cfg_attr(not(feature = "images"), path = "codec_left_out.rs")]
mod codec;
mod convert;
mod options;

use convert::Job;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::model::{SiteContext, StaticFile};
use hastie_site::path;
use hastie_site::plugin::{Generator, Plugin};
use hastie_site::priority;
use hastie_site::site::Site;
use hastie_site::world::{Kind, World};
use options::Options;
use rayon::prelude::*;
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

/// Converts images of the site to other sizes and formats, and adds the results as static files. The setting
/// `imagemagick` names the folders, sizes and formats. Creates images only with `imagemagick.enabled: true`, and if
/// Hastie was compiled with the feature `images`.
#[derive(Debug)]
pub(crate) struct Imagemagick;

impl Plugin for Imagemagick {
    fn name(&self) -> &'static str {
        "jekyll-imagemagick"
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        vec![Arc::new(Resizer)]
    }
}

/// The word before each message of the plugin in the log.
const TOPIC: &str = "Imagemagick:";

/// The folder for images, relative to the cache folder.
const CACHE: &str = "Hastie/imagemagick";

struct Resizer;

impl Generator for Resizer {
    fn class(&self) -> &'static str {
        "JekyllImagemagick::ImageGenerator"
    }

    fn priority(&self) -> i32 {
        priority::LOWEST
    }

    fn generate(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let setup = Arc::clone(&site.setup);
        let Some(options) = Options::of(&setup.context)? else {
            log.info(TOPIC, "Disabled in site.config");
            return Ok(());
        };
        // The selection of plugins has already reported the missing feature.
        if !cfg!(feature = "images") {
            return Ok(());
        }
        if options.formats.is_empty() {
            log.warn_of_setting("imagemagick", TOPIC, "No output formats found!");
        }
        for flag in options.formats.iter().flat_map(|format| &format.ignored) {
            log.warn_of_setting("imagemagick", TOPIC, format!("the flag {flag} is not supported and has no effect"));
        }
        let cache = setup.context.settings().cache_dir();
        let folder = path::join(&path::sanitized(&setup.context.source, cache), CACHE);
        let jobs = jobs(&setup.context, &options, &folder, site);
        let outcomes: Vec<Result<bool, String>> =
            jobs.par_iter().map(|job| job.run(&setup.context.source, &setup.context.world)).collect();
        let mut made = 0;
        for (job, outcome) in jobs.iter().zip(outcomes) {
            match outcome {
                Ok(is_new) => {
                    made += usize::from(is_new);
                    let below = format!("/{}", if job.folder == "." { "" } else { &job.folder });
                    let file = StaticFile::new(&setup.context, &folder, &below, &job.name, None);
                    site.content.static_files.push(Arc::new(file));
                }
                Err(error) => log.error(TOPIC, format!("{} could not be created: {error}", job.shown())),
            }
        }
        log.info(TOPIC, format!("Generated {made} file(s)"));
        Ok(())
    }
}

/// All images to create. Skips an image with the path of a file in the site or of an earlier image.
fn jobs<'o>(setup: &SiteContext, options: &'o Options, cache: &str, site: &Site) -> Vec<Job<'o>> {
    let mut taken: HashSet<String> =
        site.content.static_files.iter().map(|file| file.relative_path.trim_start_matches('/').to_owned()).collect();
    let mut jobs = Vec::new();
    for input in inputs(setup, options) {
        let extension = path::extname(&input).to_owned();
        let stem = path::basename(&input).strip_suffix(&extension).unwrap_or(&input).to_owned();
        let folder = path::dirname(&input).to_owned();
        for format in &options.formats {
            for width in &options.widths {
                let suffix = if *width == 0 { String::new() } else { format!("-{width}") };
                let name = format!("{stem}{suffix}.{}", format.extension);
                if taken.insert(path::join(&folder, &name)) {
                    let source = setup.in_source(&input);
                    jobs.push(Job::new(source, cache, folder.clone(), name, *width, format));
                }
            }
        }
    }
    jobs
}

/// The images below the configured folders, as paths relative to the source.
fn inputs(setup: &SiteContext, options: &Options) -> Vec<String> {
    let mut found = Vec::new();
    for folder in &options.folders {
        let folder = folder.trim_start_matches('/');
        match folder.strip_suffix('/') {
            Some(folder) => collect(&setup.world, &setup.source, folder, usize::MAX, &mut found),
            None if folder.is_empty() => collect(&setup.world, &setup.source, "", usize::MAX, &mut found),
            // The pattern is then `NAME**/*.*`, which Ruby treats like `NAME*/*.*`.
            None => {
                let above = path::dirname(folder);
                let above = if above == "." { "" } else { above };
                let start = path::basename(folder);
                for entry in setup.world.list(Path::new(&setup.in_source(above))).unwrap_or_default() {
                    if entry.kind == Kind::Folder && entry.name.starts_with(start) {
                        let whole =
                            if above.is_empty() { entry.name.to_string() } else { path::join(above, &entry.name) };
                        collect(&setup.world, &setup.source, &whole, 0, &mut found);
                    }
                }
            }
        }
    }
    found.retain(|file| options.inputs.contains(&path::extname(file).to_lowercase()));
    found
}

/// The files in a folder and `depth` levels below it, in Ruby's order. Hidden files are skipped.
fn collect(world: &World, source: &str, below: &str, depth: usize, found: &mut Vec<String>) {
    let mut entries = world.list(&Path::new(source).join(below)).unwrap_or_default().to_vec();
    entries.retain(|entry| !entry.name.starts_with('.'));
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    for entry in &entries {
        let whole = if below.is_empty() { entry.name.to_string() } else { path::join(below, &entry.name) };
        match entry.kind {
            Kind::Folder if depth > 0 => collect(world, source, &whole, depth - 1, found),
            Kind::Folder => {}
            _ => found.push(whole),
        }
    }
}
