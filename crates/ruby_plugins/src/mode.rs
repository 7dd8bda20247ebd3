//! The kind of Ruby that runs a site's plugins.

use hastie_site::world::World;

/// The Ruby that runs a site's plugins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// None. Plugins in Ruby are skipped.
    Off,
    /// An installed Ruby, which may do whatever the user may.
    System,
    /// A Ruby in a sandbox.
    #[default]
    Sandbox,
}

impl Mode {
    /// The mode that the command line or the environment selects.
    pub fn of(world: &World) -> Self {
        match world.variable("HASTIE_RUBY") {
            Some("off") => Mode::Off,
            Some("system") => Mode::System,
            _ => Mode::Sandbox,
        }
    }
}
