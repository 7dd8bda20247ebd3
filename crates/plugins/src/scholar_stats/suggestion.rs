//! Suggests the work that an unknown id may refer to.

use hastie_scholar::{Profile, Work, normal_title};

/// The minimum length of a title that can identify a work.
const LEAST: usize = 8;

/// The work that an unknown id probably means: the one whose title ends last in `before`, the text in front of an
/// element. Ignores very short titles. `None` if no title occurs in the text.
pub fn suggestion<'p>(before: &str, profile: &'p Profile) -> Option<&'p Work> {
    let before = normal_title(before);
    let places = profile.works.iter().filter_map(|work| {
        let title = normal_title(&work.title);
        let position = (title.len() >= LEAST).then(|| before.rfind(&title))??;
        Some((position + title.len(), title.len(), work))
    });
    places.max_by_key(|(end, length, _)| (*end, *length)).map(|(_, _, work)| work)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closest_title_in_front_is_suggested() {
        let work = |id: &str, title: &str| Work { id: id.into(), title: title.into(), ..Work::default() };
        let works = vec![work("u:1", "Before the Break"), work("u:2", "Murmur: A Sensor"), work("u:3", "Ice")];
        let profile = Profile { works, ..Profile::default() };
        let id = |before: &str| suggestion(before, &profile).map(|work| work.id.as_str());
        assert_eq!(id("Before the break. Murmur — a Sensor, Listen 2025"), Some("u:2"));
        assert_eq!(id("something about Ice"), None);
    }
}
