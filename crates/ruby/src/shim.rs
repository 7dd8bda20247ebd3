//! The shim: the plugin classes of Jekyll and Liquid, written in Ruby and embedded in the program.

/// The first code that an installed Ruby runs. It reads messages from standard input, each preceded by its length.
pub const BOOT_SYSTEM: &str = include_str!("../shim/boot/system.rb");

/// The first code that the sandboxed Ruby runs. It exchanges messages with the host through Ruby's JavaScript bindings.
pub const BOOT_WASM: &str = include_str!("../shim/boot/wasm.rb");

/// The files that the sandbox loads after [`FILES`]. The first makes methods raise an error if the sandbox lacks what
/// they need, such as processes. The second replaces methods whose results differ on WASI.
pub const SANDBOX: &[(&str, &str)] = &[
    ("hastie/sandbox/confined.rb", include_str!("../shim/sandbox/confined.rb")),
    ("hastie/sandbox/wasi.rb", include_str!("../shim/sandbox/wasi.rb")),
];

/// The file that the sandbox loads on systems with drive letters. It makes Ruby's methods for files accept paths such
/// as `C:/site`.
pub const DRIVES: (&str, &str) = ("hastie/sandbox/drives.rb", include_str!("../shim/sandbox/drives.rb"));

/// The code that loads files from messages, used by the installed and by the sandboxed Ruby.
pub const LOAD: &str = include_str!("../shim/boot/load.rb");

/// The code that serves the program's calls. It never returns.
pub const SERVE: &str = "Hastie::Wire.serve";

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        /// The shim's files in loading order.
        pub const FILES: &[(&str, &str)] = &[$((concat!("hastie/", $name), include_str!(concat!("../shim/", $name)))),*];
    };
}

files!(
    "ruby/stdlib.rb",
    "ruby/sorting.rb",
    "objects/fingerprint.rb",
    "gems/colorator.rb",
    "server/wire.rb",
    "ruby/zone.rb",
    "objects/snapshot.rb",
    "objects/paths.rb",
    "objects/variable_copies.rb",
    "ruby/at_exit.rb",
    "reuse/trace.rb",
    "liquid/base.rb",
    "liquid/expression.rb",
    "liquid/context.rb",
    "liquid/scopes.rb",
    "liquid/environment.rb",
    "liquid/renderings.rb",
    "liquid/template.rb",
    "liquid/tag.rb",
    "liquid/conditions.rb",
    "liquid/own_tags.rb",
    "liquid/drop.rb",
    "objects/site_lists.rb",
    "objects/shared_values.rb",
    "objects/mirror_attributes.rb",
    "objects/mirror.rb",
    "objects/own_static_files.rb",
    "liquid/registers.rb",
    "objects/model.rb",
    "reuse/pure.rb",
    "reuse/collector.rb",
    "reuse/file_results.rb",
    "jekyll/base.rb",
    "replaced/parts.rb",
    "jekyll/utils.rb",
    "jekyll/plugin.rb",
    "jekyll/drop.rb",
    "jekyll/drops.rb",
    "jekyll/payload.rb",
    "liquid/filters.rb",
    "jekyll/property_filters.rb",
    "jekyll/own_properties.rb",
    "liquid/patterns.rb",
    "liquid/parser.rb",
    "jekyll/convertible.rb",
    "jekyll/page.rb",
    "jekyll/static_file.rb",
    "jekyll/document.rb",
    "jekyll/reading.rb",
    "jekyll/excerpt.rb",
    "jekyll/late_excerpts.rb",
    "replaced/item_classes.rb",
    "replaced/page_classes.rb",
    "jekyll/source_map_page.rb",
    "objects/created.rb",
    "jekyll/layout.rb",
    "jekyll/collection.rb",
    "jekyll/readers.rb",
    "jekyll/data_reader.rb",
    "jekyll/configuration.rb",
    "jekyll/entries.rb",
    "jekyll/liquid_renderer.rb",
    "jekyll/site.rb",
    "jekyll/site_changes.rb",
    "jekyll/early_keys.rb",
    "replaced/site_steps.rb",
    "replaced/headers.rb",
    "replaced/rereading.rb",
    "jekyll/folders.rb",
    "replaced/render_steps.rb",
    "jekyll/parts.rb",
    "gems/jekyll_paginate.rb",
    "gems/jekyll_cache_bust.rb",
    "objects/instance_variables.rb",
    "jekyll/tags.rb",
    "jekyll/include.rb",
    "kramdown/element.rb",
    "kramdown/html.rb",
    "kramdown/highlighters.rb",
    "kramdown/lists.rb",
    "kramdown/document.rb",
    "rouge/tokens.rb",
    "rouge/base.rb",
    "rouge/lexers.rb",
    "rouge/native_lexers.rb",
    "rouge/themes.rb",
    "gems/jekyll_last_modified_at.rb",
    "gems/addressable.rb",
    "nokogiri/base.rb",
    "nokogiri/search.rb",
    "nokogiri/node.rb",
    "nokogiri/change.rb",
    "nokogiri/kinds.rb",
    "nokogiri/document.rb",
    "nokogiri/html5.rb",
    "nokogiri/builder.rb",
    "gems/feedjira_elements.rb",
    "gems/feedjira.rb",
    "gems/css_parser.rb",
    "loading/libraries.rb",
    "loading/gems.rb",
    "network/requests.rb",
    "network/net_http.rb",
    "loading/stand_ins.rb",
    "gems/i18n.rb",
    "gems/xml_hash.rb",
    "gems/httparty.rb",
    "gems/faraday.rb",
    "gems/rest_client.rb",
    "gems/minifiers.rb",
    "gems/added_methods.rb",
    "ruby/compiled_templates.rb",
    "loading/requires.rb",
    "ruby/removed.rb",
    "ruby/commands.rb",
    "replaced/verdicts.rb",
    "replaced/liquid_verdicts.rb",
    "replaced/reopening.rb",
    "objects/own_values.rb",
    "replaced/single_methods.rb",
    "replaced/own_to_liquid.rb",
    "objects/given.rb",
    "server/operations.rb",
    "server/objects.rb",
    "liquid/object_filters.rb",
);

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    const VERDICTS: [&str; 2] =
        [include_str!("../shim/replaced/verdicts.rb"), include_str!("../shim/replaced/liquid_verdicts.rb")];
    /// The methods of Ruby Jekyll and Liquid by class, as `tools/record/reopenable` lists them.
    const REOPENABLE: &str = include_str!("../tests/reopenable.tsv");

    /// The verdicts in the two tables by class and method: whether a plugin's replacement of the method is `honoured`,
    /// `refused` or `unaffected`.
    fn verdicts() -> BTreeMap<String, Vec<&'static str>> {
        let table = |file: &'static str| file.split("<<~TABLE.freeze\n").nth(1)?.split("    TABLE\n").next();
        let mut found: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for line in VERDICTS.into_iter().flat_map(|file| table(file).expect("a table").lines()) {
            let mut words = line.split_whitespace();
            let (Some(class), Some(verdict)) = (words.next(), words.next()) else { panic!("{line}") };
            for method in words {
                found.entry(format!("{class}{method}")).or_default().push(verdict);
            }
        }
        found
    }

    #[test]
    fn each_method_of_the_reference_has_one_verdict() {
        let verdicts = verdicts();
        for line in REOPENABLE.lines() {
            let (class, methods) = line.split_once('\t').expect("a class and its methods");
            for method in methods.split(' ') {
                let found = verdicts.get(&format!("{class}{method}")).map_or(&[][..], Vec::as_slice);
                assert!(
                    matches!(found, ["honoured" | "refused" | "unaffected"]),
                    "{class}{method} has the verdicts {found:?}"
                );
            }
        }
    }
}
