//! al-folio's tags `google_scholar_citations` and `inspirehep_citations`, whose own Ruby asks the network during a build.
//! Here the numbers come from the site's files: the first tag's from `gs_data.json`, the second's from
//! `_data/inspirehep_citations.yml`. A number that is not there is "N/A", as in al-folio.

use hastie_liquid::{Abort, Context, Engine, Error, Expression, Tag, TagParse, Value};
use hastie_scholar::Profile;
use hastie_site::render::rendering_of;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

const NONE: &str = "N/A";

pub(super) fn register(engine: &mut Engine, profile: &Arc<Mutex<Option<Arc<Profile>>>>) {
    let profile = Arc::clone(profile);
    engine.tag("google_scholar_citations", move |tag| google(tag, &profile));
    engine.tag("inspirehep_citations", inspirehep);
}

/// `{% google_scholar_citations scholar_id article_id %}`; both are variables.
#[derive(Debug)]
struct Google {
    scholar: Expression,
    article: Expression,
    profile: Arc<Mutex<Option<Arc<Profile>>>>,
}

fn google(tag: &mut TagParse<'_, '_>, profile: &Arc<Mutex<Option<Arc<Profile>>>>) -> Result<Box<dyn Tag>, Error> {
    let mut words = tag.markup().split_whitespace();
    let mut expression = || Expression::parse(words.next().unwrap_or_default());
    Ok(Box::new(Google { scholar: expression()?, article: expression()?, profile: Arc::clone(profile) }))
}

impl Tag for Google {
    fn render(&self, context: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let scholar = self.scholar.evaluate(context)?.to_text(context.host)?.into_owned();
        let article = self.article.evaluate(context)?.to_text(context.host)?.into_owned();
        let id = format!("{scholar}:{article}");
        let profile = self.profile.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let work = profile.as_ref().and_then(|profile| profile.works.iter().find(|work| work.id == id));
        out.push_str(&work.map_or_else(|| NONE.to_owned(), |work| human(work.cited_by)));
        Ok(())
    }
}

/// `{% inspirehep_citations record %}`; the record is a variable.
#[derive(Debug)]
struct InspireHep(Expression);

fn inspirehep(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    Ok(Box::new(InspireHep(Expression::parse(tag.markup().trim())?)))
}

impl Tag for InspireHep {
    fn render(&self, context: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let record = self.0.evaluate(context)?.to_text(context.host)?.into_owned();
        let setup = Arc::clone(rendering_of(context.host)?.setup());
        let path = Path::new(&setup.source).join("_data/inspirehep_citations.yml");
        let bytes = setup.world.read(&path).unwrap_or_default();
        let data = hastie_yaml::load_file(&bytes, &path.to_string_lossy()).unwrap_or(Value::Nil);
        let count = data.as_hash().and_then(|counts| {
            let by_number = record.parse().ok().and_then(|number| counts.get_value(&Value::Int(number)));
            by_number.or_else(|| counts.get(&record)).cloned()
        });
        match count {
            Some(Value::Int(count)) => out.push_str(&human(u64::try_from(count).unwrap_or(0))),
            _ => out.push_str(NONE),
        }
        Ok(())
    }
}

/// ActiveSupport's `number_to_human` as al-folio calls it: two significant digits, with K, M or B.
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
