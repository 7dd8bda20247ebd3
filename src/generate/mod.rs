//! Generating: mirrors `Site#generate`: every generator of the site's plugins in its turn.

use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::site::Site;

/// Runs the generators, those of higher priority first.
///
/// # Errors
/// What ends the build.
pub fn generate(site: &mut Site, log: &mut Log) -> Result<(), Failure> {
    for generator in site.setup.plugins.generators() {
        generator.generate(site, log)?;
    }
    Ok(())
}
