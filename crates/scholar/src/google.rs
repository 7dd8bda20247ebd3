//! Parses a Google Scholar profile page.
//!
//! Google Scholar has no API, so the page for people is parsed. Its structure is known from the crawlers that have
//! parsed it for years, and it may change at any time. Missing elements count as missing data. A page without a name or
//! without the table of counts is rejected, so that a changed page is never mistaken for a profile without citations.

use crate::json::AnswerError;
use crate::profile::{Counts, Profile, Work};
use scraper::{ElementRef, Html, Selector};
use std::collections::BTreeMap;

/// A page of a profile: the person, with up to a hundred works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GooglePage {
    /// The person, with the works on this page.
    pub profile: Profile,
    /// Whether there are further pages.
    pub has_more: bool,
}

/// Parses a page from `https://scholar.google.com/citations?user=ID&hl=en`.
///
/// # Errors
/// Fails on a captcha, on a page that is not a profile, or if no work can be parsed from the table of works.
pub fn parse_google_page(html: &str, user: &str) -> Result<GooglePage, AnswerError> {
    let page = Page(Html::parse_document(html));
    if page.has("#gs_captcha_ccl, #recaptcha, form#captcha-form") || html.contains("/sorry/index") {
        return Err(AnswerError::Captcha);
    }
    let name = page.text("#gsc_prf_in").filter(|name| !name.is_empty());
    let name = name.ok_or_else(|| AnswerError::missing("no profile with a name is on the page"))?;
    let numbers: Vec<u64> =
        page.all("#gsc_rsb_st td.gsc_rsb_std").filter_map(|cell| number(&inner_text(cell))).collect();
    let rows = page.all("tr.gsc_a_tr").count();
    let works: Vec<Work> = page.all("tr.gsc_a_tr").filter_map(|row| work(row, user)).collect();
    if rows > 0 && works.is_empty() {
        return Err(AnswerError::missing("the rows of works have no titles and ids"));
    }
    let counts = |at: usize| numbers.get(at).map(|all| Counts { all: *all, recent: numbers.get(at + 1).copied() });
    let Some(cited_by) = counts(0) else {
        return Err(AnswerError::missing("the table of citations is not on the page"));
    };
    let email = page.text("#gsc_prf_ivh").unwrap_or_default();
    Ok(GooglePage {
        profile: Profile {
            scholar_id: Some(user.to_owned()),
            source: "AUTHOR_PROFILE_PAGE".to_owned(),
            name,
            affiliation: page.text(".gsc_prf_il").filter(|text| !text.is_empty()),
            interests: page.all("a.gsc_prf_inta").map(inner_text).collect(),
            homepage: page.attribute("#gsc_prf_ivh a", "href"),
            picture: page.attribute("#gsc_prf_pup-img", "src"),
            email_domain: email.split_whitespace().find(|word| word.contains('.')).map(|domain| format!("@{domain}")),
            cited_by,
            h_index: counts(2).unwrap_or_default(),
            i10_index: counts(4).unwrap_or_default(),
            cites_per_year: page.cites_per_year(),
            unknown_ids: Vec::new(),
            works,
        },
        has_more: page.has("button#gsc_bpf_more:not([disabled])"),
    })
}

struct Page(Html);

impl Page {
    fn all<'p>(&'p self, selector: &str) -> impl Iterator<Item = ElementRef<'p>> {
        select(self.0.root_element(), selector)
    }

    fn has(&self, selector: &str) -> bool {
        self.all(selector).next().is_some()
    }

    fn text(&self, selector: &str) -> Option<String> {
        self.all(selector).next().map(inner_text)
    }

    fn attribute(&self, selector: &str, name: &str) -> Option<String> {
        self.all(selector).next().and_then(|element| element.attr(name)).map(str::to_owned)
    }

    /// The chart of citations per year. A year without citations has a label but no bar. A bar's `z-index` counts from
    /// the last label.
    fn cites_per_year(&self) -> BTreeMap<i64, u64> {
        let years: Vec<Option<i64>> = self.all(".gsc_g_t").map(|label| inner_text(label).parse().ok()).collect();
        let mut counts: BTreeMap<i64, u64> = years.iter().flatten().map(|year| (*year, 0)).collect();
        for bar in self.all("a.gsc_g_a") {
            let from_last = bar
                .attr("style")
                .and_then(|style| style.rsplit(':').next())
                .and_then(|index| index.trim().trim_end_matches(';').parse::<usize>().ok());
            let year =
                from_last.and_then(|index| years.len().checked_sub(index)).and_then(|at| years.get(at).copied()?);
            let count = select(bar, ".gsc_g_al").next().and_then(|label| number(&inner_text(label)));
            if let (Some(year), Some(count)) = (year, count) {
                counts.insert(year, count);
            }
        }
        counts
    }
}

fn work(row: ElementRef<'_>, user: &str) -> Option<Work> {
    let title = select(row, "a.gsc_a_at").next()?;
    let link = title.attr("data-href").or_else(|| title.attr("href"))?;
    let id = link.split_once("citation_for_view=")?.1.split('&').next()?;
    let mut gray = select(row, ".gs_gray").map(inner_text);
    let cited = select(row, "a.gsc_a_ac").next();
    Some(Work {
        id: if id.contains(':') { id.to_owned() } else { format!("{user}:{id}") },
        title: inner_text(title),
        year: select(row, "span.gsc_a_h").map(inner_text).find(|year| !year.is_empty()),
        authors: gray.next().filter(|authors| !authors.is_empty()),
        venue: gray.next().filter(|venue| !venue.is_empty()),
        doi: None,
        cited_by: cited.and_then(|cell| number(&inner_text(cell))).unwrap_or(0),
        cited_by_url: cited.and_then(|cell| cell.attr("href")).filter(|url| !url.is_empty()).map(str::to_owned),
    })
}

fn select<'p>(within: ElementRef<'p>, selector: &str) -> impl Iterator<Item = ElementRef<'p>> {
    // All selectors are in this file, and a test parses them.
    let selector = Selector::parse(selector).ok();
    selector.into_iter().flat_map(move |selector| within.select(&selector).collect::<Vec<_>>())
}

/// The text of an element. Each run of white space becomes one space.
fn inner_text(element: ElementRef<'_>) -> String {
    element.text().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn number(text: &str) -> Option<u64> {
    text.replace([',', '.', '\u{a0}', '*'], "").parse().ok()
}
