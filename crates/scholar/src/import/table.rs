//! Imports academicpages' tables `publications.tsv` and `talks.tsv`.

use super::{FrontMatter, Import, ImportError, html_escaped, is_day, no_liquid, slug};
use std::collections::HashMap;
use std::fmt::Write;

/// The collection files for a table. The columns determine its type: publications have `pub_date`, and talks have
/// `talk_url` or `location`. Invalid rows are omitted.
///
/// # Errors
/// Fails if the header cannot be parsed, or if its columns match neither type.
pub fn table_collection(tsv: &[u8]) -> Result<Import, ImportError> {
    let mut reader = csv::ReaderBuilder::new().delimiter(b'\t').flexible(true).from_reader(tsv);
    let headers = reader.headers().map_err(|error| ImportError(error.to_string()))?.clone();
    let columns: Vec<String> =
        headers.iter().map(|name| name.trim().trim_start_matches('\u{feff}').to_owned()).collect();
    let has = |name: &str| columns.iter().any(|column| column == name);
    let make: fn(&Row, &mut Import) -> Result<(), String> = if has("pub_date") {
        publication
    } else if has("talk_url") || has("location") {
        talk
    } else {
        let known = "publications have a column 'pub_date', talks 'talk_url' or 'location'";
        return Err(ImportError(format!("the columns are {}; {known}", columns.join(", "))));
    };
    let mut import = Import::default();
    for (record, number) in reader.records().zip(2..) {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                import.problems.push(format!("line {number}: {error}"));
                continue;
            }
        };
        let cells = columns.iter().cloned().zip(record.iter().map(|cell| cell.trim().to_owned()));
        let row = Row { cells: cells.collect() };
        if let Err(problem) = make(&row, &mut import) {
            import.problems.push(format!("line {number}: {problem}"));
        }
    }
    Ok(import)
}

struct Row {
    cells: HashMap<String, String>,
}

impl Row {
    fn get(&self, column: &str) -> Option<&str> {
        self.cells.get(column).map(String::as_str).filter(|cell| !cell.is_empty())
    }

    fn need(&self, column: &str) -> Result<&str, String> {
        self.get(column).ok_or_else(|| format!("'{column}' is empty"))
    }

    fn day(&self, column: &str) -> Result<&str, String> {
        let day = self.need(column)?;
        if is_day(day) { Ok(day) } else { Err(format!("'{column}' is {day}, and should be like 2026-01-31")) }
    }

    /// The file name `DATE-SLUG`, with the slug from the column `url_slug` or from the title. Fails if the slug is
    /// empty.
    fn name(&self, day: &str) -> Result<String, String> {
        let slug = slug(self.get("url_slug").unwrap_or(self.need("title")?));
        if slug.is_empty() { Err("'url_slug' has no plain letter".to_owned()) } else { Ok(format!("{day}-{slug}")) }
    }
}

fn publication(row: &Row, import: &mut Import) -> Result<(), String> {
    let day = row.day("pub_date")?;
    let title = row.need("title")?;
    import.add("_publications", &row.name(day)?, |name| {
        let mut front = FrontMatter::new();
        front
            .text("title", title)
            .word("collection", "publications")
            .word("permalink", &format!("/publication/{name}"));
        for (key, column) in [("category", "category"), ("excerpt", "excerpt")] {
            if let Some(value) = row.get(column) {
                front.html(key, value);
            }
        }
        front.word("date", day);
        for (key, column) in [
            ("venue", "venue"),
            ("slidesurl", "slides_url"),
            ("paperurl", "paper_url"),
            ("bibtexurl", "bibtex_url"),
            ("citation", "citation"),
        ] {
            if let Some(value) = row.get(column) {
                front.html(key, value);
            }
        }
        let mut text = front.end();
        // Writing to a string cannot fail.
        if let Some(url) = row.get("paper_url") {
            let _ = write!(text, "\n<a href='{}'>Download paper here</a>\n", html_escaped(url));
        }
        if let Some(excerpt) = row.get("excerpt") {
            let _ = write!(text, "\n{}\n", no_liquid(&html_escaped(excerpt)));
        }
        if let Some(citation) = row.get("citation") {
            let _ = write!(text, "\nRecommended citation: {}\n", no_liquid(citation));
        }
        text
    });
    Ok(())
}

fn talk(row: &Row, import: &mut Import) -> Result<(), String> {
    let day = row.day("date")?;
    let title = row.need("title")?;
    import.add("_talks", &row.name(day)?, |name| {
        let mut front = FrontMatter::new();
        front.text("title", title).word("collection", "talks").text("type", row.get("type").unwrap_or("Talk"));
        front.word("permalink", &format!("/talks/{name}"));
        if let Some(venue) = row.get("venue") {
            front.text("venue", venue);
        }
        front.word("date", day);
        if let Some(location) = row.get("location") {
            front.text("location", location);
        }
        let mut text = front.end();
        if let Some(url) = row.get("talk_url") {
            let _ = write!(text, "\n[More information here]({url})\n");
        }
        if let Some(description) = row.get("description") {
            let _ = write!(text, "\n{}\n", no_liquid(&html_escaped(description)));
        }
        text
    });
    Ok(())
}
