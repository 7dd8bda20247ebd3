//! `hastie man [DIR]`: writes manual pages, generated from the definitions of commands and options. Jekyll has no such
//! command, so help does not list it.

use super::Context;
use clap_mangen::Man;
use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Options of `hastie man`. A missing folder is created.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The folder for one page per command; without it, only the page of the program is printed
    #[arg(value_name = "DIR")]
    folder: Option<String>,
}

/// Writes the manual pages of the program and all commands to the folder in `args`. Without a folder, prints the page
/// of the program.
pub(super) fn run(args: &Args, mut program: clap::Command, context: &mut Context) -> ExitCode {
    program.build();
    let folder = args.folder.as_deref().map(|folder| context.world.expand(folder));
    let done = match &folder {
        Some(folder) => fs::create_dir_all(folder).and_then(|()| write_all(&program, program.get_name(), folder)),
        None => page(&program).map(|page| context.printer.write(&String::from_utf8_lossy(&page))),
    };
    let Err(error) = done else { return ExitCode::SUCCESS };
    let place = folder.map(|folder| format!("{}: ", folder.display())).unwrap_or_default();
    context.printer.log().error("Error:", format!("{place}the manual cannot be written: {error}"));
    ExitCode::FAILURE
}

/// Writes the pages of a command and of its subcommands, such as `hastie-theme-show.1` for `hastie theme show`.
fn write_all(command: &clap::Command, name: &str, folder: &Path) -> io::Result<()> {
    fs::write(folder.join(format!("{name}.1")), page(command)?)?;
    for inner in command.get_subcommands().filter(|inner| !inner.is_hide_set() && inner.get_name() != "help") {
        write_all(inner, &format!("{name}-{}", inner.get_name()), folder)?;
    }
    Ok(())
}

fn page(command: &clap::Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone()).manual("Hastie").render(&mut page)?;
    Ok(page)
}
