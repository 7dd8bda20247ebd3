//! Finds templates that may pass `site.tags` or `site.categories` to a filter, tag or variable.
//!
//! Loops, conditions and some filters of Liquid only read these hashes. Any other use may pass them to a filter in
//! Ruby. A use of `site` itself counts, too.

use std::collections::HashSet;

/// Filters of Liquid and Jekyll that only read `site.tags` or `site.categories`, and never return the hash itself.
const READING_FILTERS: [&str; 6] = ["sort", "size", "first", "last", "jsonify", "inspect"];

/// Liquid's tags that test values, and do not pass them to a filter, tag or variable.
const CONDITIONS: [&str; 5] = ["if", "unless", "elsif", "case", "when"];

/// Whether a template may pass `site.tags` or `site.categories` to a filter, tag or variable. `plugins` are filters of
/// plugins, which may replace Liquid's own. `include_relative` counts as such a use, because the files that it includes
/// are not searched.
pub(crate) fn passes_groups(text: &str, plugins: &HashSet<String>) -> bool {
    let outputs = text.split("{{").skip(1).map(|rest| (None, until(rest, "}}")));
    let tags = text.split("{%").skip(1).map(|rest| {
        let markup = until(rest, "%}");
        (Some(markup.split(|c: char| !is_name(c)).next().unwrap_or_default()), markup)
    });
    outputs.chain(tags).any(|(tag, markup)| tag == Some("include_relative") || passes(tag, markup, plugins))
}

/// The markup before `end`, without white space and hyphens around it.
fn until<'t>(rest: &'t str, end: &str) -> &'t str {
    let markup = rest.split(end).next().unwrap_or_default();
    markup.trim_start_matches('-').trim_end_matches('-').trim()
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}

/// Whether the markup of an output (without `tag`) or of a tag may pass on `site.tags` or `site.categories`.
fn passes(tag: Option<&str>, markup: &str, plugins: &HashSet<String>) -> bool {
    if tag.is_some_and(|tag| CONDITIONS.contains(&tag)) {
        return false;
    }
    let is_loop = matches!(tag, Some("for" | "tablerow"));
    let starts = markup.match_indices("site").filter(|(at, _)| starts_name(&markup[..*at]));
    let mut uses = starts.filter_map(|(at, name)| Some((&markup[..at], group(&markup[at + name.len()..])?)));
    uses.any(|(before, after)| {
        let is_iterated = is_loop && before.trim_end().ends_with(" in");
        let is_printed = tag.is_none() && before.is_empty() && after.is_empty();
        !is_iterated && !is_printed && !is_read(after, plugins)
    })
}

/// Whether a variable's name can start after `before`. A quoted string counts as a name if it starts there.
fn starts_name(before: &str) -> bool {
    let is_in_text = |quote: char| before.matches(quote).count() % 2 == 1 && !before.ends_with(quote);
    !before.ends_with(|c: char| is_name(c) || c == '.' || c == '/') && !is_in_text('"') && !is_in_text('\'')
}

/// The markup after `site.tags`, `site.categories`, `site[KEY]` with an unknown key, or `site` itself. `None` if
/// `after`, the markup after `site`, begins with another key or continues the name.
fn group(after: &str) -> Option<&str> {
    let of_key = |rest: &'_ str| -> Option<usize> {
        let end = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
        matches!(&rest[..end], "tags" | "categories").then_some(end)
    };
    if let Some(key) = after.strip_prefix('.') {
        return of_key(key).map(|end| key[end..].trim_start());
    }
    if let Some(key) = after.strip_prefix('[') {
        let end = key.find(']').map_or(key.len(), |end| end + 1);
        let name = key.trim_start().strip_prefix(['"', '\'']);
        return name.is_none_or(|name| of_key(name).is_some()).then(|| key[end..].trim_start());
    }
    (!after.starts_with(|c: char| is_name(c) || c == '/')).then(|| after.trim_start())
}

/// Whether `after`, the markup after a hash, reads a key of the hash, or passes the hash to a filter that only reads
/// it.
fn is_read(after: &str, plugins: &HashSet<String>) -> bool {
    if after.starts_with(['.', '[']) {
        return true;
    }
    let Some(filter) = after.strip_prefix('|') else { return false };
    let filter = filter.trim_start().split(|c: char| !is_name(c)).next().unwrap_or_default();
    READING_FILTERS.contains(&filter) && !plugins.contains(filter)
}

#[cfg(test)]
mod tests {
    use super::passes_groups;

    #[test]
    fn templates_that_pass_all_tags_on_are_found() {
        let plugins = ["last".to_string()].into();
        for text in [
            "a {{ site.tags | count }}",
            "{{site.categories|count}}",
            "{{ 'a' | count: site.tags }}",
            "{%- assign all = site.tags -%}",
            "{% include list.html of=site.categories %}",
            "{{ site['tags'] | count }}",
            "{{ site[kind] | count }}",
            "{% assign all = site %}",
            "{{ 'site.tags' | read: 'a' }}",
            "{{ site.tags | last }}",
            "{% for tag in tags %}{% own site.tags %}{% endfor %}",
            "{% include_relative list.html %}",
        ] {
            assert!(passes_groups(text, &plugins), "{text}");
        }
    }

    #[test]
    fn templates_that_only_read_tags_are_not_found() {
        let plugins = ["last".to_string()].into();
        for text in [
            "site.tags {% raw %}",
            "{% for tag in site.tags %}{{ tag[0] | count }}{% endfor %}",
            "{{ site.tags.news | count }} {{ site.tags[page.tag] | count }} {{ site.tags }}",
            "{% assign all = site.tags | sort | count %}",
            "{% if site.tags.size > 0 %}{% endif %}",
            "{{ site.title | count: site.tags_url, site.data.tags }}",
            "{{ 'my site' | count }} {% include site/tags.html site_tags=page.tags %}",
            "{{ page.site | count }} {{ website | count }} {{ site['title'] | count }}",
        ] {
            assert!(!passes_groups(text, &plugins), "{text}");
        }
    }
}
