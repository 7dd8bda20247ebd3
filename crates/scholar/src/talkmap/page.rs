//! Writes the page with the map and the list of talks.

use super::Talk;
use crate::html::escape;
use std::fmt::Write;

/// The coast lines: an SVG path in degrees, starting at 180 W and 90 N.
const LAND: &str = include_str!("../../data/land.txt");

/// The element in the head of each page that `talk_map` creates. It distinguishes these pages from others.
pub const TALK_MAP_MARK: &str = "<meta name=\"generator\" content=\"hastie scholar talkmap\">";

/// Creates a page with the map and the list of all talks. Talks with nearly the same coordinates share a dot, whose
/// size depends on their number. A talk without a place is only in the list.
#[must_use]
pub fn talk_map(title: &str, talks: &[Talk]) -> String {
    let title = escape(title);
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{TALK_MAP_MARK}\n<title>{title}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <main>\n<h1>{title}</h1>\n<svg viewBox=\"0 8 360 142\" role=\"img\" aria-label=\"{title}\">\n\
         <path class=\"land\" d=\"{}\"/>\n",
        LAND.trim_end()
    );
    for (x, y, talks) in dots(talks) {
        let radius = (1.6 + (talks.len() as f64).sqrt() * 0.7).min(6.0);
        let mut names: Vec<&str> = talks.iter().map(|talk| talk.title.as_str()).collect();
        names.dedup();
        let label = escape(&format!("{}: {}", talks[0].location, names.join("; ")));
        // Writing to a string cannot fail.
        let _ = writeln!(html, "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.1}\"><title>{label}</title></circle>");
    }
    html.push_str("</svg>\n<ul>\n");
    for talk in talks {
        let (url, title) = (escape(&talk.url), escape(&talk.title));
        let (location, date) = (escape(&talk.location), escape(&talk.date));
        let _ = writeln!(html, "<li><a href=\"{url}\">{title}</a>, {location} <time>{date}</time></li>");
    }
    html.push_str(
        "</ul>\n<footer>Coast lines: Natural Earth, public domain. Places: GeoNames, CC BY 4.0.</footer>\n</main>\n</body>\n</html>\n",
    );
    html
}

const STYLE: &str = "body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#222;background:#fff}main{max-width:70rem;margin:0 auto;\
padding:1rem}svg{width:100%;background:#eaf2f8}.land{fill:#c8cfc4}circle{fill:#b3261e;fill-opacity:.8;stroke:#fff;stroke-width:.4}\
time,footer{color:#595959}@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}svg{background:#1d2730}\
.land{fill:#47504a}circle{fill:#f28b82}a{color:#8ab4f8}time,footer{color:#a8a8a8}}";

/// The dots of the map, in the order of each dot's first talk: x and y on the map, and the talks.
fn dots(talks: &[Talk]) -> Vec<(f64, f64, Vec<&Talk>)> {
    let mut dots: Vec<(f64, f64, Vec<&Talk>)> = Vec::new();
    for talk in talks {
        let Some(place) = talk.place else { continue };
        let (x, y) = (place.longitude + 180.0, 90.0 - place.latitude);
        match dots.iter_mut().find(|(other_x, other_y, _)| (x - other_x).abs() < 0.05 && (y - other_y).abs() < 0.05) {
            Some((_, _, talks)) => talks.push(talk),
            None => dots.push((x, y, vec![talk])),
        }
    }
    dots
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::talkmap::Place;

    #[test]
    fn talks_of_one_place_share_a_dot_and_titles_are_escaped() {
        let talk = |title: &str, longitude| Talk {
            title: title.into(),
            location: "Somewhere".into(),
            date: "2026-01-15".into(),
            url: "/talks/a/".into(),
            place: Place::new(10.0, longitude),
        };
        let nowhere = Talk { place: None, ..talk("Nowhere", 0.0) };
        let html = talk_map("Talks & more", &[talk("<One>", 20.0), talk("Two", 20.01), talk("Three", -70.0), nowhere]);
        assert_eq!(html.matches("<circle").count(), 2);
        assert_eq!(html.matches("<li>").count(), 4);
        assert!(html.contains("<title>Talks &amp; more</title>") && html.contains("&lt;One&gt;"));
        assert!(!html.contains("<script"));
    }
}
