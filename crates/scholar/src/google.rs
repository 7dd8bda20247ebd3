//! Parses a Google Scholar profile page.
//!
//! Google Scholar has no API, so the page for people is parsed. Its structure is known from the crawlers that have
//! parsed it for years, and it may change at any time. Missing elements count as missing data. A page without a name or
//! without the table of counts is rejected, so that a changed page is never mistaken for a profile without citations.

use crate::html::{Document, Element};
use crate::json::AnswerError;
use crate::profile::{Counts, Profile, Work};
use std::collections::BTreeMap;

/// A page of a profile: the person, with up to a hundred works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GooglePage {
    /// The person, with the works on this page.
    pub profile: Profile,
    /// Whether the profile has more works after this page.
    pub has_more: bool,
}

/// Parses a page from `https://scholar.google.com/citations?user=ID&hl=en`. `user` is the `ID`.
///
/// # Errors
/// Fails on a captcha, and on a page that is not a profile with a table of citations. Also fails if the table of works
/// has rows, and none of them can be parsed.
pub fn parse_google_page(html: &str, user: &str) -> Result<GooglePage, AnswerError> {
    let page = Document::parse(html);
    let captcha = ["gs_captcha_ccl", "recaptcha", "captcha-form"].iter().any(|id| page.with_id(id).is_some());
    if captcha || html.contains("/sorry/index") {
        return Err(AnswerError::Captcha);
    }
    let name = page.with_id("gsc_prf_in").map(Element::text).filter(|name| !name.is_empty());
    let name = name.ok_or_else(|| AnswerError::missing("no profile with a name is on the page"))?;
    let numbers: Vec<u64> = page
        .with_id("gsc_rsb_st")
        .into_iter()
        .flat_map(|table| table.with_class("td", "gsc_rsb_std"))
        .filter_map(|cell| number(&cell.text()))
        .collect();
    let rows = page.with_class("tr", "gsc_a_tr").count();
    let works: Vec<Work> = page.with_class("tr", "gsc_a_tr").filter_map(|row| work(row, user)).collect();
    if rows > 0 && works.is_empty() {
        return Err(AnswerError::missing("the rows of works contain no titles and ids"));
    }
    let counts =
        |index: usize| numbers.get(index).map(|all| Counts { all: *all, recent: numbers.get(index + 1).copied() });
    let Some(cited_by) = counts(0) else {
        return Err(AnswerError::missing("the table of citations is not on the page"));
    };
    let contact = page.with_id("gsc_prf_ivh");
    let email = contact.map(Element::text).unwrap_or_default();
    Ok(GooglePage {
        profile: Profile {
            scholar_id: Some(user.to_owned()),
            source: "AUTHOR_PROFILE_PAGE".to_owned(),
            name,
            affiliation: page.with_class("", "gsc_prf_il").next().map(Element::text).filter(|text| !text.is_empty()),
            interests: page.with_class("a", "gsc_prf_inta").map(Element::text).collect(),
            homepage: attribute(contact.and_then(|contact| contact.first("a")), "href"),
            picture: attribute(page.with_id("gsc_prf_pup-img"), "src"),
            email_domain: email.split_whitespace().find(|word| word.contains('.')).map(|domain| format!("@{domain}")),
            cited_by,
            h_index: counts(2).unwrap_or_default(),
            i10_index: counts(4).unwrap_or_default(),
            cites_per_year: cites_per_year(&page),
            unknown_ids: Vec::new(),
            works,
        },
        has_more: page.with_id("gsc_bpf_more").is_some_and(|button| button.attribute("disabled").is_none()),
    })
}

fn attribute(element: Option<Element<'_>>, name: &str) -> Option<String> {
    element.and_then(|element| element.attribute(name)).map(str::to_owned)
}

/// The citations per year, from the chart on the page. In the chart, a year without citations has a label but no bar. A
/// bar's `z-index` counts from the last label.
fn cites_per_year(page: &Document) -> BTreeMap<i64, u64> {
    let years: Vec<Option<i64>> = page.with_class("", "gsc_g_t").map(|label| label.text().parse().ok()).collect();
    let mut counts: BTreeMap<i64, u64> = years.iter().flatten().map(|year| (*year, 0)).collect();
    for bar in page.with_class("a", "gsc_g_a") {
        let from_last = bar
            .attribute("style")
            .and_then(|style| style.rsplit(':').next())
            .and_then(|index| index.trim().trim_end_matches(';').parse::<usize>().ok());
        let year = from_last
            .and_then(|index| years.len().checked_sub(index))
            .and_then(|position| years.get(position).copied()?);
        let count = bar.with_class("", "gsc_g_al").next().and_then(|label| number(&label.text()));
        if let (Some(year), Some(count)) = (year, count) {
            counts.insert(year, count);
        }
    }
    counts
}

fn work(row: Element<'_>, user: &str) -> Option<Work> {
    let title = row.with_class("a", "gsc_a_at").next()?;
    let link = title.attribute("data-href").or_else(|| title.attribute("href"))?;
    let id = link.split_once("citation_for_view=")?.1.split('&').next()?;
    let mut gray = row.with_class("", "gs_gray").map(Element::text);
    let cited = row.with_class("a", "gsc_a_ac").next();
    Some(Work {
        id: if id.contains(':') { id.to_owned() } else { format!("{user}:{id}") },
        title: title.text(),
        year: row.with_class("span", "gsc_a_h").map(Element::text).find(|year| !year.is_empty()),
        authors: gray.next().filter(|authors| !authors.is_empty()),
        venue: gray.next().filter(|venue| !venue.is_empty()),
        doi: None,
        cited_by: cited.and_then(|cell| number(&cell.text())).unwrap_or(0),
        cited_by_url: cited.and_then(|cell| cell.attribute("href")).filter(|url| !url.is_empty()).map(str::to_owned),
    })
}

fn number(text: &str) -> Option<u64> {
    text.replace([',', '.', '\u{a0}', '*'], "").parse().ok()
}
