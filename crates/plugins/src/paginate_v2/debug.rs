//! The output of `debug`: a pagination's options, and the number of documents after each filter. Ruby prints these
//! lines with `puts`, bypassing the logger.

use super::{get, is_set};
use hastie_liquid::{Hash, Value};
use hastie_site::diagnostic::{Log, Message};
use hastie_site::model::{Page, SiteContext};

fn log_line(log: &mut Log, line: &str) {
    log.push(Message::bare(format!("        Pagination: {line}")));
}

/// Prints the pagination's options for a page. Does nothing unless these options contain `debug: true`.
pub(crate) fn options(context: &SiteContext, options: &Hash, page: &Page, log: &mut Log) {
    if !is_set(options, "debug") {
        return;
    }
    let line = |label: &str, value: String| format!("{:<20}{value}", format!("  {label}: "));
    let option = |label: &str, key: &str| line(label, context.text(get(options, key)));
    let filter = |label: &str, key: &str| match get(options, key) {
        Value::Nil => line(label, "[Not set]".to_owned()),
        Value::Str(all) if key == "category" && &**all == "posts" => line(label, "[Not set]".to_owned()),
        value => line(label, context.text(value)),
    };
    let lines = [
        "----------------------------".to_owned(),
        format!("Page: {}", context.text(&page.path())),
        " Active configuration".to_owned(),
        option("Enabled", "enabled"),
        option("Items per page", "per_page"),
        option("Permalink", "permalink"),
        option("Title", "title"),
        option("Limit", "limit"),
        option("Sort by", "sort_field"),
        option("Sort reverse", "sort_reverse"),
        " Active Filters".to_owned(),
        option("Collection", "collection"),
        option("Offset", "offset"),
        filter("Category", "category"),
        filter("Tag", "tag"),
        filter("Locale", "locale"),
    ];
    lines.iter().for_each(|line| log_line(log, line));
}

/// Prints how many documents there are before and after filtering by `name`, such as `Tag`, with `debug: true`.
pub(crate) fn filter(options: &Hash, name: &str, before: usize, after: usize, log: &mut Log) {
    if is_set(options, "debug") {
        log_line(log, &format!(" Filtering by: {name:<9} {before:>3} => {after}"));
    }
}

/// Prints that the dates of documents are read, if the options contain `debug: true`.
pub(crate) fn dates(options: &Hash, log: &mut Log) {
    if is_set(options, "debug") {
        log_line(log, "Rolling through the date fields for all documents");
    }
}
