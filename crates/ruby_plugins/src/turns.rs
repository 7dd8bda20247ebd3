//! The order of documents in a site with Ruby: those that reach Ruby are rendered in site order, each alone, and the
//! others in parallel.
//!
//! A filter's templates tell that they use it. Tags may look at the whole site while they are read, hooks run for all
//! documents, and so on: where there is more than filters, the site is rendered one document after another.

use super::bridge::{Bridge, Stage};
use super::shared::Shared;
use hastie_liquid::Value;
use hastie_site::locks::lock;
use hastie_site::path;
use hastie_site::read::tree;
use hastie_site::render::SiteView;
use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::Ordering;

/// Points of hooks that run while a document is rendered.
const WHILE_RENDERED: [&str; 3] = ["pre_render", "post_convert", "post_render"];

/// Whether all documents are rendered one after another.
pub fn renders_in_order(shared: &Shared, view: &SiteView) -> bool {
    let defined = shared.defined();
    let is_hooked = defined
        .hooks
        .iter()
        .any(|(owner, point)| !matches!(owner.as_str(), "site" | "clean") && WHILE_RENDERED.contains(&point.as_str()));
    is_hooked
        || !defined.converters.is_empty()
        || !defined.processors.is_empty()
        || defined.writes_trees
        || !defined.operators.is_empty()
        || defined.drops.values().any(|keys| !keys.is_empty())
        || !lock(&shared.output_writers).is_empty()
        || shared.gave_objects.load(Ordering::Acquire)
        || uses_tags(&defined.tags.iter().map(|(name, _)| name.as_str()).collect(), view)
}

/// Whether documents with a filter are rendered alone: all but those that are functions of their arguments.
pub fn calls_in_order(shared: &Shared, filter: &str) -> bool {
    let functions = shared.pure.get_or_init(|| {
        let found = Bridge { shared, stage: Stage::Load }.try_call("functions", Vec::new());
        let names = found.unwrap_or(Value::Nil);
        names.as_array().unwrap_or_default().iter().filter_map(|name| name.as_str().map(str::to_string)).collect()
    });
    !functions.contains(filter)
}

/// Whether a source, layout or include has one of these tags, as far as its text tells. What is included from beside a
/// document is not looked for: it counts as if it had one.
fn uses_tags(names: &HashSet<&str>, view: &SiteView) -> bool {
    if names.is_empty() {
        return false;
    }
    let has = |source: &str| has_tag(names, source);
    if view.slots.iter().any(|slot| has(&slot.item().source()))
        || view.layouts.values().any(|layout| has(&layout.content))
    {
        return true;
    }
    let world = &view.setup.world;
    view.setup.includes.iter().any(|folder| {
        let files = tree::below(world, folder, true);
        files.iter().any(|file| {
            world.read(Path::new(&path::join(folder, file))).is_ok_and(|bytes| has(&String::from_utf8_lossy(&bytes)))
        })
    })
}

fn has_tag(names: &HashSet<&str>, source: &str) -> bool {
    source.split("{%").skip(1).any(|rest| {
        let rest = rest.strip_prefix('-').unwrap_or(rest).trim_start();
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        names.contains(&rest[..end]) || &rest[..end] == "include_relative"
    })
}

#[cfg(test)]
mod tests {
    use super::has_tag;

    #[test]
    fn tags_are_found_by_their_names() {
        let names = ["box"].into();
        for (source, found) in [
            ("a {% box %}", true),
            ("{%-box x -%}", true),
            ("{% boxes %} {{ box }} box", false),
            ("{% include_relative box.html %}", true),
            ("{% include box.html %} {%", false),
        ] {
            assert_eq!(has_tag(&names, source), found, "{source}");
        }
    }
}
