//! Applies plugins' transforms to output files before they are written.

use super::plugin::{OutputFile, OutputTransform};
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::SiteContext;
use crate::write::new_file::{Contents, NewFile};
use rayon::prelude::*;
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

/// Passes each file to the transforms that accept it. Files are processed in parallel, but messages are logged in the
/// order of the files.
///
/// # Errors
/// Fails if a transform fails or a static file cannot be read.
pub(super) fn apply(
    transforms: &[Arc<dyn OutputTransform>],
    context: &SiteContext,
    files: &mut [NewFile<'_>],
    log: &mut Log,
) -> Result<(), Failure> {
    if transforms.is_empty() {
        return Ok(());
    }
    let logs: Vec<Log> =
        files.par_iter_mut().map(|file| changed(transforms, context, file)).collect::<Result<_, Failure>>()?;
    for messages in logs {
        log.append(messages);
    }
    Ok(())
}

fn changed(
    transforms: &[Arc<dyn OutputTransform>],
    context: &SiteContext,
    file: &mut NewFile<'_>,
) -> Result<Log, Failure> {
    let mut log = Log::new();
    let destination = file.destination.clone();
    let name = destination.strip_prefix(context.destination.as_str()).unwrap_or(&destination).trim_start_matches('/');
    let static_file = match &file.contents {
        Contents::Copy(source) => Some(Arc::clone(source)),
        _ => None,
    };
    let shown = OutputFile { name, static_file: static_file.as_deref() };
    for transform in transforms.iter().filter(|transform| transform.wants(&shown, context)) {
        let contents = match &file.contents {
            Contents::Text(text) => Cow::Borrowed(text.as_ref()),
            // Outputs are not written early if they are transformed.
            Contents::Early(_) => continue,
            Contents::Copy(source) => {
                let bytes = context.world.read(Path::new(&source.path));
                Cow::Owned(bytes.map_err(|error| Failure::unreadable("rb_sysopen", &source.path, &error))?)
            }
        };
        if let Some(bytes) = transform.transform(&shown, &contents, context, &mut log)? {
            file.contents = Contents::Text(Cow::Owned(bytes));
        }
    }
    Ok(log)
}
