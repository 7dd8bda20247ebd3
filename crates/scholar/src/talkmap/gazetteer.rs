//! A small embedded gazetteer: cities with at least 100,000 people, capitals, and towns with conferences.

use super::Place;
use crate::matching::normal_title;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Finds a location such as `Berkeley CA, USA`: the first of its cities that is in one of its countries or states. If
/// the location names no country or state, the first city counts. If no city fits, the result is the capital of the
/// country, or `None` if no capital is known.
#[must_use]
pub fn find_place(location: &str) -> Option<Place> {
    let gazetteer = &*GAZETTEER;
    let parts: Vec<&str> =
        location.split([',', ';', '(', ')', '/']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let regions: Vec<&str> = parts.iter().flat_map(|part| gazetteer.regions(part)).collect();
    let cities =
        parts.iter().flat_map(|part| names(part)).filter_map(|name| gazetteer.cities.get(&normal_title(&name)));
    let mut found: Option<&City> = None;
    for city in cities.flatten() {
        let fits = regions.iter().any(|region| city.region.starts_with(region));
        if fits {
            return Some(city.place);
        }
        found = found.or(Some(city));
    }
    match found {
        // If the location names another country, the city is a different one with the same name.
        Some(city) if regions.is_empty() => Some(city.place),
        _ => regions.iter().find_map(|region| gazetteer.capital(region)),
    }
}

struct City {
    region: &'static str,
    place: Place,
}

struct Gazetteer {
    /// The cities by name, most populous first.
    cities: HashMap<String, Vec<City>>,
    /// The code and capital of each country, by each of its names and codes.
    countries: HashMap<String, (&'static str, &'static str)>,
}

static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(|| {
    let mut cities: HashMap<String, Vec<City>> = HashMap::new();
    for line in include_str!("../../data/places.tsv").lines() {
        let mut cells = line.split('\t');
        let (Some(name), Some(region), Some(north), Some(east)) =
            (cells.next(), cells.next(), cells.next(), cells.next())
        else {
            continue;
        };
        let place = north.parse().ok().zip(east.parse().ok()).and_then(|(north, east)| Place::new(north, east));
        let Some(place) = place else { continue };
        cities.entry(normal_title(name)).or_default().push(City { region, place });
        // GeoNames lists "New York" as "New York City".
        if let Some(short) = name.strip_suffix(" City") {
            cities.entry(normal_title(short)).or_default().push(City { region, place });
        }
    }
    let mut countries = HashMap::new();
    for line in include_str!("../../data/countries.tsv").lines() {
        let mut cells = line.split('\t');
        let (Some(code), Some(name), Some(iso3), Some(capital)) =
            (cells.next(), cells.next(), cells.next(), cells.next())
        else {
            continue;
        };
        for key in [code, name, iso3] {
            countries.insert(normal_title(key), (code, capital));
        }
    }
    for (name, code) in OTHER_NAMES {
        if let Some(country) = countries.get(&normal_title(code)).copied() {
            countries.insert(normal_title(name), country);
        }
    }
    Gazetteer { cities, countries }
});

/// Common country names that `countries.tsv` lacks, with the codes of the countries.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("UK", "GB"),
    ("England", "GB"),
    ("Scotland", "GB"),
    ("Wales", "GB"),
    ("Northern Ireland", "GB"),
    ("USA", "US"),
    ("U.S.A.", "US"),
    ("United States of America", "US"),
    ("The Netherlands", "NL"),
    ("Holland", "NL"),
    ("Czech Republic", "CZ"),
    ("Korea", "KR"),
    ("Republic of Korea", "KR"),
    ("P.R. China", "CN"),
    ("Deutschland", "DE"),
];

/// The states of the USA by code and name.
const STATES: &[(&str, &str)] = &[
    ("AL", "Alabama"),
    ("AK", "Alaska"),
    ("AZ", "Arizona"),
    ("AR", "Arkansas"),
    ("CA", "California"),
    ("CO", "Colorado"),
    ("CT", "Connecticut"),
    ("DE", "Delaware"),
    ("DC", "District of Columbia"),
    ("FL", "Florida"),
    ("GA", "Georgia"),
    ("HI", "Hawaii"),
    ("ID", "Idaho"),
    ("IL", "Illinois"),
    ("IN", "Indiana"),
    ("IA", "Iowa"),
    ("KS", "Kansas"),
    ("KY", "Kentucky"),
    ("LA", "Louisiana"),
    ("ME", "Maine"),
    ("MD", "Maryland"),
    ("MA", "Massachusetts"),
    ("MI", "Michigan"),
    ("MN", "Minnesota"),
    ("MS", "Mississippi"),
    ("MO", "Missouri"),
    ("MT", "Montana"),
    ("NE", "Nebraska"),
    ("NV", "Nevada"),
    ("NH", "New Hampshire"),
    ("NJ", "New Jersey"),
    ("NM", "New Mexico"),
    ("NY", "New York"),
    ("NC", "North Carolina"),
    ("ND", "North Dakota"),
    ("OH", "Ohio"),
    ("OK", "Oklahoma"),
    ("OR", "Oregon"),
    ("PA", "Pennsylvania"),
    ("RI", "Rhode Island"),
    ("SC", "South Carolina"),
    ("SD", "South Dakota"),
    ("TN", "Tennessee"),
    ("TX", "Texas"),
    ("UT", "Utah"),
    ("VT", "Vermont"),
    ("VA", "Virginia"),
    ("WA", "Washington"),
    ("WV", "West Virginia"),
    ("WI", "Wisconsin"),
    ("WY", "Wyoming"),
];

impl Gazetteer {
    /// The codes of the countries and states that a part of a location can refer to, smaller regions first.
    fn regions(&self, part: &str) -> Vec<&'static str> {
        let last = part.split_whitespace().last().unwrap_or_default();
        let is_code = last.len() == 2 && last.chars().all(|c| c.is_ascii_uppercase());
        let state =
            STATES.iter().find(|(code, name)| (is_code && *code == last) || normal_title(name) == normal_title(part));
        let state = state.and_then(|(code, _)| STATE_CODES.iter().find(|region| region.ends_with(code)).copied());
        let country = self.countries.get(&normal_title(part));
        let country =
            country.or_else(|| (last.len() > 3 || is_code).then(|| self.countries.get(&normal_title(last)))?);
        state.into_iter().chain(country.map(|(code, _)| *code)).collect()
    }

    fn capital(&self, region: &str) -> Option<Place> {
        let (code, capital) = self.countries.get(&normal_title(region))?;
        let cities = self.cities.get(&normal_title(capital))?;
        cities.iter().find(|city| city.region.starts_with(code)).map(|city| city.place)
    }
}

/// The states of the USA, as the region codes in `places.tsv`.
const STATE_CODES: &[&str] = &[
    "US-AL", "US-AK", "US-AZ", "US-AR", "US-CA", "US-CO", "US-CT", "US-DE", "US-DC", "US-FL", "US-GA", "US-HI",
    "US-ID", "US-IL", "US-IN", "US-IA", "US-KS", "US-KY", "US-LA", "US-ME", "US-MD", "US-MA", "US-MI", "US-MN",
    "US-MS", "US-MO", "US-MT", "US-NE", "US-NV", "US-NH", "US-NJ", "US-NM", "US-NY", "US-NC", "US-ND", "US-OH",
    "US-OK", "US-OR", "US-PA", "US-RI", "US-SC", "US-SD", "US-TN", "US-TX", "US-UT", "US-VT", "US-VA", "US-WA",
    "US-WV", "US-WI", "US-WY",
];

/// The names that a part of a location can contain: the whole part, or the part without its last word (`Berkeley CA`).
/// Also the text after `of`, `at`, `in` and `UC` (`University of Tokyo`) or after a hyphen (`UC-Berkeley`).
fn names(part: &str) -> Vec<String> {
    let words: Vec<&str> = part.split_whitespace().collect();
    let mut names = vec![part.to_owned()];
    if let Some((_, front)) = words.split_last().filter(|(_, front)| !front.is_empty()) {
        names.push(front.join(" "));
    }
    for (index, word) in words.iter().enumerate() {
        if matches!(*word, "of" | "at" | "in" | "UC") {
            names.push(words[index + 1..].join(" "));
        }
        if let Some((_, rest)) = word.split_once('-') {
            names.push(rest.to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(location: &str, latitude: f64, longitude: f64) {
        let place = find_place(location).unwrap_or_else(|| panic!("{location} is not found"));
        let is_near = (place.latitude - latitude).abs() < 0.6 && (place.longitude - longitude).abs() < 0.6;
        assert!(is_near, "{location} is at {place:?}");
    }

    #[test]
    fn locations_are_found_as_people_write_them() {
        near("San Francisco, California", 37.8, -122.4);
        near("Berkeley CA, USA", 37.9, -122.3);
        near("London, UK", 51.5, -0.1);
        near("London, Ontario, Canada", 43.0, -81.2);
        near("Singapore", 1.3, 103.8);
        near("University of Tokyo, Japan", 35.7, 139.7);
        near("Zürich", 47.4, 8.5);
        near("Cambridge, MA", 42.4, -71.1);
        near("Cambridge, UK", 52.2, 0.1);
        near("New York", 40.7, -74.0);
        near("Iceland", 64.1, -21.9);
    }

    #[test]
    fn what_is_not_known_is_not_guessed() {
        for location in ["", "Online", "Room 4", "Atlantis", "the moon"] {
            assert_eq!(find_place(location), None, "{location}");
        }
    }
}
