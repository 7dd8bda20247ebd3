//! al-folio's tags `google_scholar_citations` and `inspirehep_citations`, whose own Ruby accesses the network during a
//! build. Here the counts come from files of the site: `gs_data.json` for the first tag, and
//! `_data/inspirehep_citations.yml` for the second. As in al-folio, a missing count is "N/A".

use super::Shared;
use crate::local::LocalFile;
use hastie_liquid::{Abort, Context, Engine, Error, Expression, Tag, TagParse, Value};
use std::sync::Arc;

/// The names of al-folio's tags for citation counts.
pub(super) const NAMES: [&str; 2] = ["google_scholar_citations", "inspirehep_citations"];

const NONE: &str = "N/A";

/// Whether a Ruby file defines tags that are in [`NAMES`], and nothing else.
pub(super) fn are_all_of(file: &LocalFile) -> bool {
    let others = [&file.filters, &file.generators, &file.converters, &file.commands, &file.hooks];
    let is_known = |tag: &String| NAMES.contains(&tag.as_str());
    !file.tags.is_empty() && file.tags.iter().all(is_known) && others.iter().all(|names| names.is_empty())
}

pub(super) fn register(engine: &mut Engine, data: &Arc<Shared>) {
    let of_google = Arc::clone(data);
    engine.tag(NAMES[0], move |tag| google(tag, &of_google));
    let of_inspirehep = Arc::clone(data);
    engine.tag(NAMES[1], move |tag| inspirehep(tag, &of_inspirehep));
}

/// The tag `{% google_scholar_citations scholar_id article_id %}`. Both arguments are variables.
#[derive(Debug)]
struct Google {
    scholar: Expression,
    article: Expression,
    data: Arc<Shared>,
}

fn google(tag: &mut TagParse<'_, '_>, data: &Arc<Shared>) -> Result<Box<dyn Tag>, Error> {
    let mut words = tag.markup().split_whitespace();
    let mut expression = || Expression::parse(words.next().unwrap_or_default());
    Ok(Box::new(Google { scholar: expression()?, article: expression()?, data: Arc::clone(data) }))
}

impl Tag for Google {
    fn render(&self, context: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let scholar = self.scholar.evaluate(context)?.to_text(context.host)?.into_owned();
        let article = self.article.evaluate(context)?.to_text(context.host)?.into_owned();
        let id = format!("{scholar}:{article}");
        let data = self.data.get();
        let work = data.profile.as_ref().and_then(|profile| profile.works.iter().find(|work| work.id == id));
        out.push_str(&work.map_or_else(|| NONE.to_owned(), |work| human(work.cited_by)));
        Ok(())
    }
}

/// The tag `{% inspirehep_citations record %}`. The record is a variable.
#[derive(Debug)]
struct InspireHep {
    record: Expression,
    data: Arc<Shared>,
}

fn inspirehep(tag: &mut TagParse<'_, '_>, data: &Arc<Shared>) -> Result<Box<dyn Tag>, Error> {
    let record = Expression::parse(tag.markup().trim())?;
    Ok(Box::new(InspireHep { record, data: Arc::clone(data) }))
}

impl Tag for InspireHep {
    fn render(&self, context: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let record = self.record.evaluate(context)?.to_text(context.host)?.into_owned();
        let counts = &self.data.get().inspirehep;
        let by_number = record.parse().ok().and_then(|number| counts.get_value(&Value::Int(number)));
        match by_number.or_else(|| counts.get(&record)) {
            Some(Value::Int(count)) => out.push_str(&human(u64::try_from(*count).unwrap_or(0))),
            _ => out.push_str(NONE),
        }
        Ok(())
    }
}

/// ActiveSupport's `number_to_human` with al-folio's options: two significant digits, with K, M or B.
fn human(count: u64) -> String {
    let digits = count.max(1).ilog10();
    let scale = 10_u64.pow(digits.saturating_sub(1));
    let rounded = (count / scale + u64::from(count % scale * 2 >= scale && scale > 1)) * scale;
    let (unit, letter) = match rounded {
        0..1_000 => (1, ""),
        1_000..1_000_000 => (1_000, "K"),
        1_000_000..1_000_000_000 => (1_000_000, "M"),
        _ => (1_000_000_000, "B"),
    };
    let (whole, tenth) = (rounded / unit, rounded % unit * 10 / unit);
    if tenth == 0 { format!("{whole}{letter}") } else { format!("{whole}.{tenth}{letter}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_two_significant_digits() {
        let cases = [
            (0, "0"),
            (7, "7"),
            (12, "12"),
            (137, "140"),
            (999, "1K"),
            (1204, "1.2K"),
            (15_300, "15K"),
            (2_522_000, "2.5M"),
        ];
        for (count, text) in cases {
            assert_eq!(human(count), text);
        }
    }
}
