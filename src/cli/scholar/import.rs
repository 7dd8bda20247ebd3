//! `hastie scholar import` and `export`: publications, talks and curricula into a site's files, and back.

use crate::cli::{Context, build, failure};
use crate::config::Configuration;
use crate::diagnostic::Log;
use crate::world::World;
use hastie_scholar::{
    Import, ImportedFile, bibliography_collection, bibliography_data, resume_from_yaml_value, resume_to_yaml,
    table_collection,
};
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// Options of `hastie scholar import`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// A .bib file, publications.tsv, talks.tsv, or a JSON Resume
    #[arg(value_name = "FILE")]
    file: String,
    /// Where the entries of a .bib file go; without it, `data` where the site has _data/publications.yml
    #[arg(long, value_enum)]
    to: Option<Target>,
    /// Replace existing files
    #[arg(long)]
    force: bool,
    /// Show the changes without writing them
    #[arg(long)]
    dry_run: bool,
}

/// The destination of a bibliography's entries.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    /// A file of the collection `publications` for each entry
    Collection,
    /// The bundled theme's _data/publications.yml
    Data,
}

/// Options of `hastie scholar export`.
#[derive(clap::Args, Debug)]
pub struct ExportArgs {
    /// The JSON Resume to write; standard output where it is left out
    #[arg(value_name = "FILE")]
    file: Option<String>,
}

/// Imports a file.
pub fn run(args: &Args, context: &mut Context) -> ExitCode {
    let mut log = context.printer.log();
    let configuration = match build::configure(context, &mut log) {
        Ok(configuration) => configuration,
        Err(problem) => return failure::plain_end(&problem, &mut log),
    };
    let import = match read(args, &configuration, &context.world) {
        Ok(import) => import,
        Err(problem) => {
            log.error("Import:", format!("{}: {problem}", args.file));
            return ExitCode::FAILURE;
        }
    };
    for problem in &import.problems {
        log.warn("Import:", format!("{}: {problem}; left out", args.file));
    }
    let mut code = ExitCode::SUCCESS;
    for file in &import.files {
        if let Err(error) = place(file, args, &configuration, &context.world, &mut log) {
            log.error("Import:", format!("{} cannot be written: {error}", file.path));
            code = ExitCode::FAILURE;
        }
    }
    code
}

fn read(args: &Args, configuration: &Configuration, world: &World) -> Result<Import, String> {
    let bytes = world.read(&world.expand(&args.file)).map_err(|error| error.to_string())?;
    let extension = Path::new(&args.file).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let import = match extension.to_ascii_lowercase().as_str() {
        "bib" | "bibtex" => {
            let text = String::from_utf8(bytes).map_err(|_| "it is not in UTF-8".to_owned())?;
            let has_data = world.is_file(&Path::new(&configuration.source).join("_data/publications.yml"));
            match args.to.unwrap_or(if has_data { Target::Data } else { Target::Collection }) {
                Target::Collection => bibliography_collection(&text),
                Target::Data => bibliography_data(&text),
            }
        }
        "tsv" => table_collection(&bytes),
        "json" => resume_to_yaml(&bytes).map(|text| Import {
            files: vec![ImportedFile { path: "_data/cv.yml".to_owned(), text }],
            problems: Vec::new(),
        }),
        other => return Err(format!("'.{other}' is none of .bib, .tsv and .json")),
    };
    import.map_err(|error| error.to_string())
}

/// Writes a file, unless another one is there.
fn place(
    file: &ImportedFile,
    args: &Args,
    configuration: &Configuration,
    world: &World,
    log: &mut Log,
) -> std::io::Result<()> {
    let path = Path::new(&configuration.source).join(&file.path);
    let old = world.read(&path).ok();
    if old.as_deref() == Some(file.text.as_bytes()) {
        log.info("Import:", format!("{} is up to date", file.path));
        return Ok(());
    }
    if old.is_some() && !args.force {
        log.warn("Import:", format!("{} is there and differs; --force replaces it", file.path));
        return Ok(());
    }
    let verb = match (args.dry_run, old.is_some()) {
        (true, false) => "would write",
        (true, true) => "would replace",
        (false, false) => "wrote",
        (false, true) => "replaced",
    };
    if !args.dry_run {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let draft = path.with_extension(format!("{}.part", std::process::id()));
        fs::write(&draft, &file.text).and_then(|()| fs::rename(&draft, &path)).inspect_err(|_| {
            let _ = fs::remove_file(&draft);
        })?;
    }
    log.info("Import:", format!("{verb} {}", file.path));
    Ok(())
}

/// Writes `_data/cv.yml` as a JSON Resume.
pub fn export(args: &ExportArgs, context: &mut Context) -> ExitCode {
    let mut log = context.printer.log();
    let configuration = match build::configure(context, &mut log) {
        Ok(configuration) => configuration,
        Err(problem) => return failure::plain_end(&problem, &mut log),
    };
    let path = Path::new(&configuration.source).join("_data/cv.yml");
    let resume = context.world.read(&path).map_err(|error| error.to_string()).and_then(|bytes| {
        let value = hastie_yaml::load_file(&bytes, "_data/cv.yml").map_err(|error| error.message)?;
        Ok(super::json::of(&value))
    });
    let text = match resume {
        Ok(resume) => resume_from_yaml_value(&resume),
        Err(problem) => {
            log.error("Export:", format!("_data/cv.yml: {problem}"));
            return ExitCode::FAILURE;
        }
    };
    let Some(file) = &args.file else {
        print!("{text}");
        return ExitCode::SUCCESS;
    };
    if let Err(error) = fs::write(context.world.expand(file), text) {
        log.error("Export:", format!("{file} cannot be written: {error}"));
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
