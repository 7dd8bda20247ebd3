//! The zone of local times: the site's `timezone`, or else the process's `TZ`, or else the machine's.
//!
//! Jekyll sets `TZ` and lets the C library find the zone. An unknown name is UTC under that name, as there.

use crate::world::World;
use jiff::tz::TimeZone;
use std::path::Path;

/// The zone that `TZ` and the machine give.
pub fn of_process(world: &World) -> TimeZone {
    match world.variable("TZ") {
        Some("") => TimeZone::UTC,
        Some(name) => named(name),
        None => of_machine(world),
    }
}

/// A zone by the name that `TZ` would take: "Europe/Paris", ":Europe/Paris", "EST5EDT", "UTC+3".
pub fn named(name: &str) -> TimeZone {
    let name = name.strip_prefix(':').unwrap_or(name);
    // The zone files' names know upper and lower case.
    if let Ok(zone) = TimeZone::get(name)
        && zone.iana_name() == Some(name)
    {
        return zone;
    }
    if let Ok(zone) = TimeZone::posix(name) {
        return zone;
    }
    let letters: String = name.chars().take_while(char::is_ascii_alphabetic).collect();
    TimeZone::posix(&format!("{letters}0")).unwrap_or(TimeZone::UTC)
}

/// The zone of `/etc/localtime`: by name where it is a link into the zone files, else by its rules.
fn of_machine(world: &World) -> TimeZone {
    let path = Path::new("/etc/localtime");
    if let Ok(real) = world.real_path(path)
        && let Some((_, name)) = real.to_string_lossy().split_once("zoneinfo/")
        && let Ok(zone) = TimeZone::get(name)
    {
        return zone;
    }
    world.read(path).ok().and_then(|rules| TimeZone::tzif("Local", &rules).ok()).unwrap_or(TimeZone::UTC)
}
