//! The shim: the plugin classes of Jekyll and Liquid, written in Ruby and embedded in the program.

/// The first code of a Ruby process: it reads messages from standard input, each after its length.
pub const BOOT_SYSTEM: &str = include_str!("../shim/boot_system.rb");

/// The first code of a sandboxed Ruby.
pub const BOOT_WASM: &str = include_str!("../shim/boot_wasm.rb");

/// The file that only the sandbox loads.
pub const CONFINED: (&str, &str) = ("hastie/confined.rb", include_str!("../shim/confined.rb"));

/// The file that the sandbox loads on systems whose paths begin with drives.
pub const DRIVES: (&str, &str) = ("hastie/drives.rb", include_str!("../shim/drives.rb"));

/// The code that loads files from messages, in both.
pub const LOAD: &str = include_str!("../shim/load.rb");

/// The code that serves the program's calls. It never returns.
pub const SERVE: &str = "Hastie::Wire.serve";

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        /// The shim's files in the order in which they are loaded.
        pub const FILES: &[(&str, &str)] = &[$((concat!("hastie/", $name), include_str!(concat!("../shim/", $name)))),*];
    };
}

files!(
    "stdlib.rb",
    "sorting.rb",
    "colors.rb",
    "wire.rb",
    "zone.rb",
    "kept.rb",
    "trace.rb",
    "liquid_base.rb",
    "liquid_expression.rb",
    "liquid_context.rb",
    "liquid_template.rb",
    "liquid_tag.rb",
    "liquid_drop.rb",
    "model.rb",
    "pure.rb",
    "jekyll_base.rb",
    "jekyll_utils.rb",
    "jekyll_plugin.rb",
    "jekyll_drops.rb",
    "liquid_filters.rb",
    "jekyll_convertible.rb",
    "jekyll_page.rb",
    "jekyll_static_file.rb",
    "jekyll_document.rb",
    "jekyll_layout.rb",
    "jekyll_readers.rb",
    "jekyll_site.rb",
    "jekyll_parts.rb",
    "jekyll_tags.rb",
    "jekyll_include.rb",
    "kramdown_element.rb",
    "kramdown_html.rb",
    "kramdown_lists.rb",
    "kramdown.rb",
    "last_modified.rb",
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
    "stand_ins.rb",
    "requires.rb",
    "fixed.rb",
    "server.rb",
);
