//! Generating: mirrors `Site#generate`: the generators of the site's plugins, by priority.

use super::Site;
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::world;

/// Runs the generators, those of higher priority first.
///
/// # Errors
/// What ends the build.
pub fn generate(site: &mut Site, log: &mut Log) -> Result<(), Failure> {
    for generator in site.plugins.generators() {
        let began = world::instant();
        generator.generate(site, log)?;
        site.setup.trace(log, "Generating:", || {
            let seconds = hastie_liquid::value::float_to_s(began.elapsed().as_secs_f64());
            format!("{} finished in {seconds} seconds.", generator.class())
        });
    }
    Ok(())
}
