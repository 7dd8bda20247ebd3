//! Other programs that make sites, by the files that their sites have at the top.

/// The files, and whose they are. What several programs have, such as `config.toml`, tells nothing.
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

/// A program, and the file that shows that a site is made by it.
pub type Generator = (&'static str, &'static str);

/// The program whose file has this name.
pub(super) fn of_file(name: &str) -> Option<Generator> {
    SIGNS.iter().find(|(file, _)| *file == name).map(|(file, program)| (*program, *file))
}
