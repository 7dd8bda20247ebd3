//! Decides which items of a site with Ruby can be rendered in parallel.
//!
//! Filters and tags are known from the parsed templates. Items that use a tag in Ruby, or a filter that may change
//! something, are rendered alone and in site order. All other items are rendered in parallel. If a filter only reads,
//! the order does not matter to it, because it waits until the contents that it reads are rendered. If plugins define
//! hooks for items, converters or other parts of renderings, all items are rendered one after another. Parallel
//! rendering parses the templates first. So all items are also rendered one after another if it matters when a tag is
//! parsed.
//!
//! Reading a missing key of `site.tags` or `site.categories` adds it in Jekyll. So filters that read keys of a hash are
//! called in site order if templates pass them one of these hashes.

pub(crate) mod group_uses;

use crate::bridge::{Bridge, Stage};
use crate::definitions::Unordered;
use crate::interpreter::Interpreter;
use crate::protocol::Operation;
use hastie_liquid::Value;
use hastie_site::locks::lock;
use hastie_site::path;
use hastie_site::read::tree;
use hastie_site::render::{OwnedItem, SiteView};
use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::Ordering;

/// The events of hooks that run while an item is rendered.
const RENDERING_EVENTS: [&str; 3] = ["pre_render", "post_convert", "post_render"];

/// Whether all items must be rendered one after another, for example because a plugin has a hook for `pre_render`.
pub(crate) fn renders_in_order(ruby: &Interpreter, view: &SiteView) -> bool {
    note_groups(ruby, view);
    let defined = ruby.defined();
    let is_hooked = defined.hooks.iter().any(|(owner, event)| {
        !matches!(owner.as_str(), "site" | "clean") && RENDERING_EVENTS.contains(&event.as_str())
    });
    is_hooked
        || !defined.converters.is_empty()
        || !defined.processors.is_empty()
        || defined.writes_trees
        || !defined.render_steps.is_empty()
        || !defined.operators.is_empty()
        || defined.drops.values().any(|keys| !keys.is_empty())
        || !lock(&ruby.output_writers).is_empty()
        || view.slots().iter().any(|slot| matches!(&slot.owned, OwnedItem::Page(page) if page.added.is_some()))
        || ruby.has_ruby_objects.load(Ordering::Acquire)
        || uses_tags(&ordered_tags(ruby), view)
}

/// Determines whether templates may pass `site.tags` or `site.categories` to filters that read their keys.
fn note_groups(ruby: &Interpreter, view: &SiteView) {
    let indexing = &unordered(ruby).indexing;
    let passes = !indexing.is_empty() && any_text(view, &|text| group_uses::passes_groups(text, indexing));
    ruby.passes_groups.store(passes, Ordering::Release);
}

/// The tags for which it matters when they are parsed.
fn ordered_tags(ruby: &Interpreter) -> HashSet<String> {
    let unordered = unordered(ruby);
    let tags = ruby.defined().tags.iter().map(|(name, _)| name.clone()).collect::<HashSet<_>>();
    tags.into_iter().filter(|name| !unordered.tags.contains(name)).collect()
}

fn unordered(ruby: &Interpreter) -> &Unordered {
    ruby.unordered.get_or_init(|| {
        let found = Bridge::new(ruby, Stage::Load).try_call(Operation::Unordered, Vec::new());
        let found = found.unwrap_or(Value::Nil);
        let names = |index: usize| {
            let names = found.as_array().and_then(|lists| lists.get(index)?.as_array()).unwrap_or_default();
            names.iter().filter_map(|name| name.as_str().map(str::to_string)).collect()
        };
        Unordered { filters: names(0), tags: names(1), indexing: names(2) }
    })
}

/// The name under which the use of a tag is recorded among the effects of a template. No filter has such a name.
pub(crate) fn recorded_tag(name: &str) -> String {
    format!("% {name}")
}

/// Whether results of templates may be reused. They may not if filters can change objects in place, or if looking up a
/// key of a drop can call Ruby. Hastie records all other calls into Ruby, and does not reuse results that depend on
/// them.
pub(crate) fn reuses_results(ruby: &Interpreter) -> bool {
    let has_keys = |(class, keys): (&String, &Vec<String>)| class != "UrlDrop" && !keys.is_empty();
    !ruby.defined().drops.iter().any(has_keys) && !Bridge::new(ruby, Stage::Load).filters_mutate().unwrap_or(true)
}

/// Whether items that use a plugin's filter or tag must be rendered alone. False only for filters that change nothing.
/// A filter that may read a key of `site.tags` or `site.categories` counts as changing, because reading can add the
/// key. `recorded` is the name of a filter, or a result of [`recorded_tag`].
pub(crate) fn calls_in_order(ruby: &Interpreter, recorded: &str) -> bool {
    let unordered = unordered(ruby);
    let reads_groups = ruby.passes_groups.load(Ordering::Acquire) && unordered.indexing.contains(recorded);
    reads_groups || !unordered.filters.contains(recorded)
}

/// Whether the text of an item, layout or include contains one of the tags `names`. True for any text with
/// `include_relative`, because the files that it includes are not searched.
fn uses_tags(names: &HashSet<String>, view: &SiteView) -> bool {
    !names.is_empty() && any_text(view, &|source| has_tag(names, source))
}

/// Whether `has` is true for the text of an item, layout or include.
fn any_text(view: &SiteView, has: &dyn Fn(&str) -> bool) -> bool {
    if view.slots().iter().any(|slot| has(&slot.item().source()))
        || view.layouts().values().any(|layout| has(&layout.content))
    {
        return true;
    }
    let world = &view.setup().context.world;
    view.setup().context.includes.iter().any(|folder| {
        let files = tree::below(world, folder, true);
        files.iter().any(|file| {
            world.read(Path::new(&path::join(folder, file))).is_ok_and(|bytes| has(&String::from_utf8_lossy(&bytes)))
        })
    })
}

fn has_tag(names: &HashSet<String>, source: &str) -> bool {
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
    fn tags_are_recognized_by_their_names() {
        let names = ["box".to_string()].into();
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
