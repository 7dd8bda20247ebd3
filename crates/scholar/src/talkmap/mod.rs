//! A static map of the places of talks: an HTML page with an SVG, without scripts.
//!
//! Coast lines are from Natural Earth (public domain), the gazetteer is from GeoNames (CC BY 4.0).

mod gazetteer;
mod page;

pub use gazetteer::find_place;
pub use page::{TALK_MAP_MARK, talk_map};

/// The coordinates of the place of a talk, in degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// Degrees north of the equator.
    pub latitude: f64,
    /// Degrees east of Greenwich.
    pub longitude: f64,
}

impl Place {
    /// A place with these coordinates in degrees. `None` unless the latitude is between -90 and 90, and the longitude
    /// between -180 and 180.
    #[must_use]
    pub fn new(latitude: f64, longitude: f64) -> Option<Self> {
        let is_on_globe = latitude.abs() <= 90.0 && longitude.abs() <= 180.0;
        is_on_globe.then_some(Place { latitude, longitude })
    }
}

/// A talk on the map of talks. If its place is not known, it is only in the list below the map.
#[derive(Debug, Clone, PartialEq)]
pub struct Talk {
    /// The title in the front matter.
    pub title: String,
    /// The location as in the front matter.
    pub location: String,
    /// The date, as printed in the list.
    pub date: String,
    /// The URL of the talk's page.
    pub url: String,
    /// The place, if known. A talk without one is in the list, but not on the map.
    pub place: Option<Place>,
}
