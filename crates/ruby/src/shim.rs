//! The shim: the plugin classes of Jekyll and Liquid, written in Ruby and embedded in the program.

/// The first code that an installed Ruby runs. It reads messages from standard input, each preceded by its length.
pub const BOOT_SYSTEM: &str = include_str!("../shim/boot_system.rb");

/// The first code that the sandboxed Ruby runs. It exchanges messages with the host through Ruby's JavaScript bindings.
pub const BOOT_WASM: &str = include_str!("../shim/boot_wasm.rb");

/// The files that the sandbox loads after [`FILES`]. The first makes methods raise an error if the sandbox lacks what
/// they need, such as processes. The second replaces methods whose results differ on WASI.
pub const SANDBOX: &[(&str, &str)] =
    &[("hastie/confined.rb", include_str!("../shim/confined.rb")), ("hastie/wasi.rb", include_str!("../shim/wasi.rb"))];

/// The file that the sandbox loads on systems with drive letters. It makes Ruby's methods for files accept paths such
/// as `C:/site`.
pub const DRIVES: (&str, &str) = ("hastie/drives.rb", include_str!("../shim/drives.rb"));

/// The code that loads files from messages, used by the installed and by the sandboxed Ruby.
pub const LOAD: &str = include_str!("../shim/load.rb");

/// The code that serves the program's calls. It never returns.
pub const SERVE: &str = "Hastie::Wire.serve";

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        /// The shim's files in loading order.
        pub const FILES: &[(&str, &str)] = &[$((concat!("hastie/", $name), include_str!(concat!("../shim/", $name)))),*];
    };
}

files!(
    "stdlib.rb",
    "sorting.rb",
    "fingerprint.rb",
    "colors.rb",
    "wire.rb",
    "zone.rb",
    "snapshot.rb",
    "paths.rb",
    "kept.rb",
    "leaving.rb",
    "trace.rb",
    "liquid_base.rb",
    "liquid_expression.rb",
    "liquid_context.rb",
    "liquid_scopes.rb",
    "liquid_environment.rb",
    "renderings.rb",
    "liquid_template.rb",
    "liquid_tag.rb",
    "liquid_conditions.rb",
    "liquid_own_tags.rb",
    "liquid_drop.rb",
    "site_lists.rb",
    "shared_values.rb",
    "mirror.rb",
    "own_static_files.rb",
    "registers.rb",
    "model.rb",
    "pure.rb",
    "collector.rb",
    "jekyll_base.rb",
    "parts.rb",
    "jekyll_utils.rb",
    "jekyll_plugin.rb",
    "jekyll_drops.rb",
    "jekyll_payload.rb",
    "liquid_filters.rb",
    "property_filters.rb",
    "own_properties.rb",
    "liquid_patterns.rb",
    "liquid_parser.rb",
    "jekyll_convertible.rb",
    "jekyll_page.rb",
    "jekyll_static_file.rb",
    "jekyll_document.rb",
    "jekyll_reading.rb",
    "jekyll_excerpt.rb",
    "late_excerpts.rb",
    "item_classes.rb",
    "page_classes.rb",
    "source_map_page.rb",
    "created.rb",
    "jekyll_layout.rb",
    "jekyll_collection.rb",
    "jekyll_readers.rb",
    "jekyll_data_reader.rb",
    "jekyll_configuration.rb",
    "jekyll_entries.rb",
    "jekyll_site.rb",
    "early_keys.rb",
    "site_steps.rb",
    "headers.rb",
    "rereading.rb",
    "jekyll_folders.rb",
    "render_steps.rb",
    "jekyll_parts.rb",
    "jekyll_paginate.rb",
    "jekyll_cache_bust.rb",
    "instance_variables.rb",
    "jekyll_tags.rb",
    "jekyll_include.rb",
    "kramdown_element.rb",
    "kramdown_html.rb",
    "kramdown_lists.rb",
    "kramdown.rb",
    "rouge_tokens.rb",
    "rouge.rb",
    "rouge_lexers.rb",
    "rouge_themes.rb",
    "last_modified.rb",
    "addressable.rb",
    "nokogiri.rb",
    "nokogiri_search.rb",
    "nokogiri_node.rb",
    "nokogiri_change.rb",
    "nokogiri_kinds.rb",
    "nokogiri_document.rb",
    "nokogiri_html5.rb",
    "nokogiri_builder.rb",
    "feedjira_elements.rb",
    "feedjira.rb",
    "css_parser.rb",
    "libraries.rb",
    "gems.rb",
    "network.rb",
    "net_http.rb",
    "stand_ins.rb",
    "i18n.rb",
    "xml_hash.rb",
    "httparty.rb",
    "faraday.rb",
    "rest_client.rb",
    "minifiers.rb",
    "compiled_templates.rb",
    "requires.rb",
    "removed.rb",
    "commands.rb",
    "verdicts.rb",
    "reopening.rb",
    "own_values.rb",
    "single_methods.rb",
    "own_to_liquid.rb",
    "given.rb",
    "server.rb",
    "server_objects.rb",
    "object_filters.rb",
);

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    const VERDICTS: &str = include_str!("../shim/verdicts.rb");
    /// The methods of Ruby Jekyll and Liquid by class, as `tools/record/reopenable` lists them.
    const REOPENABLE: &str = include_str!("../tests/reopenable.tsv");

    /// The verdicts in `verdicts.rb` by class and method: whether a plugin's replacement of the method is `honoured`,
    /// `refused` or `unaffected`.
    fn verdicts() -> BTreeMap<String, Vec<&'static str>> {
        let table = VERDICTS.split("<<~TABLE.freeze\n").nth(1).and_then(|rest| rest.split("    TABLE\n").next());
        let mut found: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for line in table.expect("a table").lines() {
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
