//! The time zone of a site: its `timezone`, otherwise the variable `TZ`, otherwise the zone of the machine.
//!
//! Jekyll sets `TZ` and lets the C library interpret it. As in the C library, an unknown name means UTC with that name.

use crate::world::World;
use hastie_liquid::TimeZone;
use std::path::Path;

/// The time zone from `TZ`, or from the machine if `TZ` is not set. UTC if `TZ` is empty.
pub fn of_process(world: &World) -> TimeZone {
    match world.variable("TZ") {
        Some("") => TimeZone::UTC,
        Some(name) => named(name),
        None => of_machine(world),
    }
}

/// The time zone for a value of `TZ`, such as `Europe/Paris`, `:Europe/Paris`, `EST5EDT` or `UTC+3`. Any other value
/// means UTC. The abbreviation is then the letters at the start of the value, such as `Foo` for `Foo/Bar`. With fewer
/// than three letters, it is `UTC`.
pub fn named(name: &str) -> TimeZone {
    let name = name.strip_prefix(':').unwrap_or(name);
    // Zone names are case-sensitive.
    if let Some(zone) = TimeZone::named(name)
        && zone.name() == Some(name)
    {
        return zone;
    }
    if let Some(zone) = TimeZone::posix(name) {
        return zone;
    }
    let letters: String = name.chars().take_while(char::is_ascii_alphabetic).collect();
    TimeZone::posix(&format!("{letters}0")).unwrap_or(TimeZone::UTC)
}

/// The zone of `/etc/localtime`: by name if it is a link into the zone files, otherwise by its contents.
fn of_machine(world: &World) -> TimeZone {
    let path = Path::new("/etc/localtime");
    if let Ok(real) = world.real_path(path)
        && let Some((_, name)) = real.to_string_lossy().split_once("zoneinfo/")
        && let Some(zone) = TimeZone::named(name)
    {
        return zone;
    }
    world.read(path).ok().and_then(|rules| TimeZone::tzif(&rules)).unwrap_or(TimeZone::UTC)
}
