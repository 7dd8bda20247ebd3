//! Converts simple HTML tables to native tables.

use super::native::{Native, convert_children, is_phrasing, keep_unconverted, take_alignment};
use crate::element::{Align, Element, Extra, Kind};
use crate::version::Version;

pub(super) fn table<'a>(el: &mut Element<'a>, native: Native<'a>) {
    if !is_simple(el, native.version) {
        return keep_unconverted(el, native);
    }
    el.children.retain(|child| child.kind != Kind::Text);
    convert_children(el, native, "table");
    el.kind = Kind::Table;
    el.value = "";
    el.ial = None;
    let mut alignment = Vec::new();
    read_alignment(el, &mut alignment);
    el.extra = Extra::Table { alignment: native.arena.alloc_slice_copy(&alignment) };
    el.children.retain(|child| child.kind != Kind::Html);
    if el.children.first().is_some_and(|first| first.kind == Kind::Tr) {
        let mut body = Element::new(native.arena, Kind::Tbody, el.line);
        body.children = el.take_children();
        el.children.push(body);
    }
}

fn read_alignment(el: &mut Element<'_>, alignment: &mut Vec<Align>) {
    for child in &mut el.children {
        if child.kind == Kind::Tr {
            *alignment = child.children.iter_mut().map(take_alignment).collect();
        } else {
            read_alignment(child, alignment);
        }
    }
}

fn is_cell(el: &Element<'_>) -> bool {
    el.kind == Kind::Html && (el.value == "td" || el.value == "th")
}

fn is_named(el: &Element<'_>, name: &str) -> bool {
    el.kind == Kind::Html && el.value == name
}

/// Whether a table is simple: only text in the cells, rows of equal length and alignment, and no row with both kinds of
/// cells.
fn is_simple(table: &Element<'_>, version: Version) -> bool {
    let mut rows = Vec::new();
    gather(table, &mut rows);
    let shape = |row: &Element<'_>| -> Option<Vec<String>> {
        row.children.iter().filter(|cell| is_cell(cell)).map(alignment).collect()
    };
    let Some(first) = rows.first().and_then(|row| shape(row)) else { return false };
    if (first.is_empty() && !version.native_tables_without_cells)
        || rows.iter().any(|row| shape(row).as_ref() != Some(&first))
        || !cells_are_phrasing(table)
    {
        return false;
    }
    let rows_of = |part: &Element<'_>, cell: &str| {
        part.children.iter().all(|row| {
            (row.kind == Kind::Text || is_named(row, "tr"))
                && row.children.iter().all(|child| child.kind == Kind::Text || is_named(child, cell))
        })
    };
    rows_of(table, "td")
        || (table.children.iter().all(|part| {
            part.kind == Kind::Text
                || (is_named(part, "thead") && rows_of(part, "th"))
                || ((is_named(part, "tfoot") || is_named(part, "tbody")) && rows_of(part, "td"))
        }) && table.children.iter().any(|part| is_named(part, "tbody")))
}

fn gather<'e, 'a>(el: &'e Element<'a>, rows: &mut Vec<&'e Element<'a>>) {
    for child in &el.children {
        if is_named(child, "tr") {
            rows.push(child);
        } else {
            gather(child, rows);
        }
    }
}

fn cells_are_phrasing(el: &Element<'_>) -> bool {
    el.children.iter().all(|child| if is_cell(child) { is_phrasing(child) } else { cells_are_phrasing(child) })
}

/// A cell's alignment, such as `left`. Empty without one. `None` for an alignment that native tables do not support.
fn alignment(cell: &Element<'_>) -> Option<String> {
    let style = cell.attr.get("style").unwrap_or("");
    let Some((_, rest)) = style.split_once("text-align:") else { return Some(String::new()) };
    let word = rest.trim_start();
    let names = ["center", "left", "right", "justify", "inherit"];
    match names.into_iter().find(|name| word.starts_with(name) && word.len() < rest.len()) {
        Some("justify" | "inherit") => None,
        found => Some(found.unwrap_or("").to_owned()),
    }
}
