//! Each field of a `.bib` as biblatex keeps it: `fields BIB` prints lines of key, name and value.

use biblatex::{Bibliography, ChunksExt};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("BIB")?;
    let bibliography = Bibliography::parse(&std::fs::read_to_string(file)?).map_err(|error| error.to_string())?;
    for entry in bibliography.iter() {
        for (name, value) in &entry.fields {
            println!("{}\t{name}\t{}", entry.key, value.format_verbatim().replace(['\n', '\t'], " "));
        }
    }
    Ok(())
}
