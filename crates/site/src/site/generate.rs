//! The generate step, which mirrors `Site#generate`: runs the generators of the site's plugins by priority.

use super::Site;
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::world;

/// Runs the generators, highest priority first.
///
/// # Errors
/// Fails if a generator fails.
pub(crate) fn generate(site: &mut Site, log: &mut Log) -> Result<(), Failure> {
    for generator in site.plugins.generators() {
        let began = world::instant();
        let setup = std::sync::Arc::clone(&site.setup);
        let _activity = setup.context.world.begin_activity(|| format!("the generator {}", generator.class()));
        generator.generate(site, log)?;
        site.setup.context.trace(log, "Generating:", || {
            let seconds = hastie_value::float_to_s(began.elapsed().as_secs_f64());
            format!("{} finished in {seconds} seconds.", generator.class())
        });
    }
    Ok(())
}
