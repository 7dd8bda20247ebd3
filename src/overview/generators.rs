//! Detects other site generators by the configuration files at the top level.

/// File names and their generators. Names used by several generators, such as `config.toml`, are not listed.
const SIGNS: &[(&str, &str)] = &[
    (".eleventy.js", "Eleventy"),
    (".vuepress", "VuePress"),
    ("_quarto.yml", "Quarto"),
    ("astro.config.mjs", "Astro"),
    ("astro.config.ts", "Astro"),
    ("book.toml", "mdBook"),
    ("docusaurus.config.js", "Docusaurus"),
    ("docusaurus.config.ts", "Docusaurus"),
    ("eleventy.config.cjs", "Eleventy"),
    ("eleventy.config.js", "Eleventy"),
    ("eleventy.config.mjs", "Eleventy"),
    ("gatsby-config.js", "Gatsby"),
    ("gatsby-config.ts", "Gatsby"),
    ("hugo.json", "Hugo"),
    ("hugo.toml", "Hugo"),
    ("hugo.yaml", "Hugo"),
    ("mkdocs.yml", "MkDocs"),
    ("next.config.js", "Next.js"),
    ("next.config.mjs", "Next.js"),
    ("pelicanconf.py", "Pelican"),
];

/// The name of a site generator, and the configuration file that identifies it.
pub type Generator = (&'static str, &'static str);

/// The program whose configuration file has this name. `None` if no known program has a file with this name.
pub(super) fn of_file(name: &str) -> Option<Generator> {
    SIGNS.iter().find(|(file, _)| *file == name).map(|(file, program)| (*program, *file))
}
