//! Compiles style sheets as jekyll-sass-converter 3.1 does with dart-sass, including source maps, or as version 1.5.2
//! does with Ruby Sass.
//!
//! [`Sass`] holds the `sass:` options of a site, and [`Sass::convert`] compiles one style sheet to CSS. The compiler is
//! behind the private trait `Compiler`, with a cache in between. It reads files only through `importer::Importer`,
//! which uses the [`World`].

mod cache;
mod dart_sass;
mod importer;
mod listings;
mod ruby_sass;
mod source_map;

use crate::config::{Configuration, cache as cache_folder};
use crate::diagnostic::Message;
use crate::glob;
use crate::path::{self, sanitized};
use crate::reference::SassImplementation;
use crate::world::World;
use cache::Cached;
use dart_sass::DartSass;
use hastie_liquid::Value;
use importer::Importer;
use ruby_sass::RubySass;
use std::path::Path;

/// The syntax of a style sheet: SCSS, or indented Sass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// Files with the extension `.scss`, which have braces and semicolons.
    Scss,
    /// Files with the extension `.sass`, which have indentation instead of braces.
    Indented,
}

/// The option `style`, which decides about line breaks and spaces in the compiled CSS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// `nested`, which indents rules like the Sass source. Only in Ruby Sass.
    Nested,
    Expanded,
    /// `compact`, which writes each rule on one line. Only in Ruby Sass.
    Compact,
    Compressed,
}

/// When to write source maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SourceMaps {
    Never,
    Always,
    /// Only with `JEKYLL_ENV=development`.
    Development,
}

/// The page whose text is a style sheet, by its path and its name.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    /// The page's path relative to the source: `css/main.scss`.
    pub relative_path: &'a str,
    /// The page's name without extension: `main`.
    pub basename: &'a str,
}

/// The result of compiling a style sheet: the CSS, its source map and warnings.
#[derive(Clone, Debug, Default)]
pub struct Converted {
    /// The CSS, including the comment that links to the source map.
    pub css: String,
    /// The source map as JSON, for the page `<basename>.css.map` next to the style sheet.
    pub source_map: Option<String>,
    /// Warnings about the style sheet. Deprecation warnings are debug messages.
    pub messages: Vec<Message>,
}

/// An error in a style sheet, or a deprecation that the site's configuration treats as an error.
#[derive(Clone, Debug)]
pub struct CompileError {
    /// Sass's message, without the prefix "Error:". An error of dart-sass includes an excerpt.
    pub message: String,
    /// The file of the style sheet that contains the error. `None` if unknown.
    pub file: Option<String>,
    /// The line, starting at 1. 0 if unknown.
    pub line: usize,
    /// The column, starting at 1. 0 if unknown.
    pub column: usize,
}

/// A compiler that works like dart-sass or Ruby Sass, or a cache in front of such a compiler.
trait Compiler: std::fmt::Debug + Send + Sync {
    fn compile(&self, request: &Request<'_>) -> Result<Css, CompileError>;
}

/// A style sheet to compile, and the options of this compilation.
struct Request<'a> {
    source: &'a str,
    implementation: SassImplementation,
    syntax: Syntax,
    style: Style,
    /// The absolute path of the style sheet. `None` for text that is not a file.
    path: Option<&'a str>,
    /// The base folder for paths in messages.
    folder: &'a str,
    importer: Importer,
    charset: bool,
    source_map: bool,
    quiet_dependencies: bool,
    verbose: bool,
    fatal: &'a [String],
    silenced: &'a [String],
}

/// The CSS of a style sheet, with its source map and the messages to log.
struct Css {
    css: String,
    /// The source map, if it was requested. Its sources are absolute paths.
    map: Option<source_map::SourceMap>,
    messages: Vec<Message>,
}

/// Compiles the style sheets of a site, as dart-sass or Ruby Sass does.
#[derive(Debug)]
pub struct Sass {
    world: World,
    source: String,
    implementation: SassImplementation,
    style: Style,
    /// Whether to write `@charset` instead of the byte order mark that Ruby Sass wrote.
    writes_charset: bool,
    maps: SourceMaps,
    load_paths: Vec<String>,
    quiet_dependencies: bool,
    verbose: bool,
    fatal: Vec<String>,
    silenced: Vec<String>,
    compiler: Box<dyn Compiler>,
    /// Whether the importer records all files that a compilation reads. The cache needs this record.
    keeps: bool,
}

impl Sass {
    /// Creates the compiler of a site. `theme_sass` is the absolute path of the theme's `_sass` folder, if there is
    /// one.
    pub fn new(world: &World, configuration: &Configuration, theme_sass: Option<&str>) -> Self {
        let options = configuration.settings().sass().cloned().unwrap_or_default();
        let text = |key: &str| options.get(key).and_then(Value::as_str).unwrap_or_default();
        let list = |key: &str| match options.get(key) {
            Some(Value::Str(one)) => vec![one.to_string()],
            Some(Value::Array(many)) => many.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        let maps = match text("sourcemap") {
            "never" => SourceMaps::Never,
            "development" => SourceMaps::Development,
            _ => SourceMaps::Always,
        };
        let development = world.variable("JEKYLL_ENV").is_none_or(|name| name == "development");
        let mut load_paths = list("load_paths");
        let folder = if text("sass_dir").is_empty() { "_sass" } else { text("sass_dir") };
        let own = sanitized(&configuration.source, folder);
        load_paths.push(own.strip_prefix(&format!("{}/", configuration.source)).unwrap_or(&own).to_owned());
        let implementation = configuration.reference.rendering.sass;
        let compiler: Box<dyn Compiler> = match implementation {
            SassImplementation::DartSass => Box::new(DartSass::new(world)),
            SassImplementation::RubySass => Box::new(RubySass::default()),
        };
        Sass {
            world: world.clone(),
            source: configuration.source.clone(),
            implementation,
            style: style_named(text("style").trim_start_matches(':'), implementation),
            writes_charset: options.get("add_charset").is_some_and(Value::truthy),
            maps: match maps {
                _ if !configuration.reference.rendering.sheets_have_source_maps => SourceMaps::Never,
                SourceMaps::Development if !development => SourceMaps::Never,
                maps => maps,
            },
            load_paths: folders(world, configuration, &load_paths, theme_sass),
            quiet_dependencies: options.get("quiet_deps").is_some_and(Value::truthy),
            verbose: options.get("verbose").is_some_and(Value::truthy),
            fatal: list("fatal_deprecations"),
            silenced: list("silence_deprecations"),
            keeps: cache_folder::folder(configuration).is_some(),
            compiler: match cache_folder::folder(configuration) {
                Some(folder) => {
                    let folder = Path::new(&folder).join("Hastie/Sass");
                    Box::new(Cached {
                        compiler,
                        world: world.clone(),
                        folder,
                        source: configuration.source.as_str().into(),
                    })
                }
                None => compiler,
            },
        }
    }

    /// Compiles a style sheet. Without `sheet`, as for the filters `scssify` and `sassify`, the CSS gets no source map
    /// and, from dart-sass, no `@charset`.
    ///
    /// # Errors
    /// Fails on invalid Sass, and in dart-sass on deprecations listed in `fatal_deprecations`. Errors of Ruby Sass
    /// contain no excerpt of the source.
    pub fn convert(&self, source: &str, syntax: Syntax, sheet: Option<Sheet<'_>>) -> Result<Converted, CompileError> {
        let path = sheet.map(|sheet| sanitized(&self.source, sheet.relative_path));
        let wants_map = sheet.is_some() && self.writes_source_maps();
        let folder = self.world.folder().to_string_lossy();
        let compiled = self.compiler.compile(&Request {
            source,
            implementation: self.implementation,
            syntax,
            style: self.style,
            path: path.as_deref(),
            folder: &folder,
            importer: Importer::new(&self.world, self.load_paths.clone(), self.keeps),
            charset: sheet.is_some(),
            source_map: wants_map,
            quiet_dependencies: self.quiet_dependencies,
            verbose: self.verbose,
            fatal: &self.fatal,
            silenced: &self.silenced,
        })?;
        let css = match compiled.css.strip_prefix('\u{feff}') {
            Some(css) if self.implementation == SassImplementation::RubySass => {
                format!("{}{css}", if self.writes_charset { "@charset \"UTF-8\";" } else { "" })
            }
            _ => compiled.css,
        };
        let mut converted = Converted { css, source_map: None, messages: compiled.messages };
        if let (Some(map), Some(sheet), Some(path)) = (compiled.map, sheet, &path) {
            let name = source_map::encode(sheet.basename);
            let base = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            converted.source_map = Some(map.to_json(base, &format!("{name}.css")));
            let gap = if self.style == Style::Compressed { "" } else { "\n\n" };
            converted.css.push_str(&format!("{gap}/*# sourceMappingURL={name}.css.map */"));
        }
        Ok(converted)
    }

    /// Whether to compile style sheets like Ruby Sass.
    pub fn is_ruby_sass(&self) -> bool {
        self.implementation == SassImplementation::RubySass
    }

    /// Whether pages that are style sheets get source maps.
    pub fn writes_source_maps(&self) -> bool {
        self.maps != SourceMaps::Never
    }

    /// The folders that are searched for imported style sheets, in order.
    pub fn load_paths(&self) -> &[String] {
        &self.load_paths
    }
}

/// The output style called `name`. For any other name, `expanded` in dart-sass and `compact` in Ruby Sass.
fn style_named(name: &str, implementation: SassImplementation) -> Style {
    match (name, implementation) {
        ("compressed", _) => Style::Compressed,
        (_, SassImplementation::DartSass) | ("expanded", _) => Style::Expanded,
        ("nested", SassImplementation::RubySass) => Style::Nested,
        (_, SassImplementation::RubySass) => Style::Compact,
    }
}

/// `sass_load_paths`: the folders that match `patterns` below the source, without duplicates, followed by the theme's
/// folder.
fn folders(world: &World, configuration: &Configuration, patterns: &[String], theme: Option<&str>) -> Vec<String> {
    let source = configuration.source.as_str();
    let safe = configuration.settings().safe();
    let mut all: Vec<String> = Vec::new();
    for pattern in patterns {
        let pattern = if safe { sanitized(source, pattern) } else { pattern.clone() };
        let base = if path::is_absolute(&pattern) { "/" } else { source };
        for found in glob::files(world, Path::new(base), &pattern) {
            let path = path::expand(&found, base);
            let path = if safe { sanitized(source, &path) } else { path };
            if !all.contains(&path) {
                all.push(path);
            }
        }
    }
    all.extend(theme.map(str::to_owned));
    all.retain(|path| world.is_folder(Path::new(path)));
    all
}
