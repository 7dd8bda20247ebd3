//! Prints each entry of a `.bib` as hayagriva lists it: `hayagriva-entries BIB STYLES_FOLDER LOCALE STYLE...` prints
//! lines of style, key and HTML. Entries that cannot be read are counted on standard error.

use hayagriva::citationberg::{IndependentStyle, Locale, LocaleFile};
use hayagriva::{BibliographyDriver, BibliographyRequest, BufWriteFormat, CitationItem, CitationRequest, Entry, io};
use std::error::Error;
use std::fs;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [bib, styles, locale, names @ ..] = arguments.as_slice() else {
        return Err("BIB STYLES_FOLDER LOCALE STYLE...".into());
    };
    let locales: [Locale; 1] = [LocaleFile::from_xml(&fs::read_to_string(locale)?)?.into()];
    let entries = entries(&fs::read_to_string(bib)?);
    for name in names {
        let style = IndependentStyle::from_xml(&fs::read_to_string(format!("{styles}/{name}.csl"))?)?;
        for entry in &entries {
            let html = listed(entry, &style, &locales).unwrap_or_default();
            println!("{name}\t{}\t{}", entry.key(), html.replace(['\n', '\t'], " "));
        }
    }
    Ok(())
}

/// The entries that can be read. Each one is read by itself, so that a refused entry does not affect the others.
fn entries(bib: &str) -> Vec<Entry> {
    let starts: Vec<usize> = bib.match_indices("\n@").map(|(at, _)| at + 1).collect();
    let ends = starts.iter().skip(1).copied().chain([bib.len()]);
    let parts = std::iter::once(&bib[..starts.first().copied().unwrap_or(bib.len())])
        .chain(starts.iter().zip(ends).map(|(start, end)| &bib[*start..end]));
    let mut found = Vec::new();
    let mut refused = 0;
    for part in parts.filter(|part| part.trim_start().starts_with('@')) {
        match io::from_biblatex_str(part) {
            Ok(library) => found.extend(library.iter().cloned()),
            Err(_) => refused += 1,
        }
    }
    eprintln!("{} entries, {refused} refused", found.len());
    found
}

/// An entry as a bibliography in the style shows it. `None` if the style has no bibliography.
fn listed(entry: &Entry, style: &IndependentStyle, locales: &[Locale]) -> Option<String> {
    let mut driver = BibliographyDriver::new();
    driver.citation(CitationRequest::from_items(vec![CitationItem::with_entry(entry)], style, locales));
    let request = BibliographyRequest { style, locale: None, locale_files: locales };
    let bibliography = driver.finish(request).bibliography?;
    let item = bibliography.items.first()?;
    let mut html = String::new();
    if let Some(first) = &item.first_field {
        first.write_buf(&mut html, BufWriteFormat::Html).ok()?;
    }
    item.content.write_buf(&mut html, BufWriteFormat::Html).ok()?;
    Some(html)
}
