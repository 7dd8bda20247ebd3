//! Tables in HTML: cells that span others, rows with several lines, alignment, attribute lists, and Markdown in cells.

use super::pattern::{patterns, replaced};
use super::table_markup::attribute_lists;
use super::{Handled, Lists, PARSING};
use crate::libxml::{Document, NodeId, Tree};
use fancy_regex::Regex;
use hastie_liquid::Abort;
use hastie_site::failure::Failure;
use hastie_site::render::RenderContext;

patterns! {
    PIPES_AT_END = r"(?m)\|+$";
    BACKSLASH_AT_END = r"(?m)(?<!\\)\\[ \t\r\n\x0B\x0C]*$";
    COLON_AT_START = r"(?m)^[ \t\r\n\x0B\x0C]*:(?!:)";
    ANY_COLON_AT_START = r"(?m)^[ \t\r\n\x0B\x0C]*:";
    COLON_AT_END = r"(?m)(?<!\\):[ \t\r\n\x0B\x0C]*$";
    ANY_COLON_AT_END = r"(?m):[ \t\r\n\x0B\x0C]*$";
    CARETS_AT_START = r"(?m)^[ \t\r\n\x0B\x0C]*\^{2}";
    CODE = r"(<code.*>.*</code>)";
    PIPE = r"(?<!\\)\|";
    EDGES = r"(?m)^[ \t\r\n\x0B\x0C]+|[ \t\r\n\x0B\x0C]+$";
    ALIGNMENT = r"text-align:.+";
    ATTRIBUTE = "([^ \\t\\r\\n\\x0B\\x0C]+)=(”|\"|')(.*?)\\2|([^ \\t\\r\\n\\x0B\\x0C]+)";
}

fn matches(pattern: &Regex, text: &str) -> bool {
    pattern.is_match(text).unwrap_or(false)
}

fn without(text: &str, pattern: &Regex) -> String {
    replaced(text, pattern, |_| String::new())
}

/// Applies the markup in the cells of all tables: spans, alignment, attributes and Markdown. Skips tables inside of
/// `code` and `pre`.
pub(super) fn html(html: &str, lists: &Lists, rendering: &mut RenderContext) -> Result<Handled, Failure> {
    let mut document = Document::parse(html);
    let tree = &mut document.tree;
    let tables: Vec<NodeId> = tree.elements().into_iter().filter(|id| tree.name(*id) == "table").collect();
    let mut is_handled = false;
    for table in tables {
        if tree.is_inside(table, &["code", "pre"]) {
            continue;
        }
        let rows = within(tree, table, &["tr"]);
        shape(tree, &rows, rendering)?;
        for row in rows {
            for cell in within(tree, row, &["th", "td"]) {
                format(tree, cell, rendering)?;
                attributes(tree, cell, lists, rendering)?;
            }
        }
        is_handled = true;
    }
    Ok(Handled::new(document.written(), is_handled))
}

fn within(tree: &Tree, node: NodeId, names: &[&str]) -> Vec<NodeId> {
    tree.elements_in(node).into_iter().filter(|id| names.contains(&tree.name(*id))).collect()
}

/// The state kept while processing the cells of a table.
#[derive(Default)]
struct Shape {
    /// The cells of a row that continues in the next one.
    open_row: Option<Vec<NodeId>>,
    goes_on: bool,
    /// The cell above in each column.
    above: Vec<Option<NodeId>>,
    /// The number of additional columns that the cells of this row span.
    spanned: usize,
    column: usize,
}

fn shape(tree: &mut Tree, rows: &[NodeId], rendering: &mut RenderContext) -> Result<(), Failure> {
    let mut shape = Shape::default();
    for row in rows {
        let cells = within(tree, *row, &["th", "td"]);
        shape.spanned = 0;
        shape.column = 0;
        for cell in &cells {
            let is_last = cells.last() == Some(cell);
            shape.columns(tree, &cells, *cell, is_last);
            if is_last {
                shape.lines(tree, *row, &cells, *cell, rendering)?;
            }
            align(tree, *cell);
            shape.rows(tree, *cell, rendering)?;
        }
    }
    Ok(())
}

impl Shape {
    /// Lets a cell that ends in pipes span one more column for each pipe. At the last cell of a row, removes a cell
    /// from the end of the row for each additional column.
    fn columns(&mut self, tree: &mut Tree, cells: &[NodeId], cell: NodeId, is_last: bool) {
        if is_last && self.spanned > 0 {
            for other in cells.iter().rev().take(self.spanned) {
                if tree.attribute(*other, "colspan").is_some() {
                    return;
                }
                tree.remove(*other);
            }
        }
        let inner = tree.inner_html(cell);
        let found = PIPES_AT_END.find(&inner).ok().flatten();
        let Some(pipes) = found.map(|found| found.as_str().len()) else { return };
        tree.set_inner_html(cell, &without(&inner, &PIPES_AT_END));
        self.spanned += pipes;
        tree.set_attribute(cell, "colspan", &(pipes + 1).to_string());
    }

    /// Joins each cell of a row that ends in a backslash with the cell below, and removes the row below.
    fn lines(
        &mut self,
        tree: &mut Tree,
        row: NodeId,
        cells: &[NodeId],
        cell: NodeId,
        rendering: &mut RenderContext,
    ) -> Result<(), Failure> {
        let text = tree.all_text(cell);
        let goes_on = matches(&BACKSLASH_AT_END, &text);
        if goes_on {
            tree.set_text(cell, &without(&text, &BACKSLASH_AT_END));
            if !self.goes_on {
                self.open_row = Some(cells.to_vec());
                self.goes_on = true;
            }
        }
        if let Some(open) = self.open_row.as_ref().filter(|open| self.goes_on && *open != cells) {
            for (index, upper) in open.iter().enumerate() {
                let Some(lower) = cells.get(index) else {
                    return Err(Failure::raised("NoMethodError", "undefined method `inner_html' for nil:NilClass"));
                };
                let joined = format!("{}\n<br>\n{}", tree.inner_html(*upper), tree.inner_html(*lower));
                rendering.count_text_work(joined.len().saturating_mul(PARSING))?;
                tree.set_inner_html(*upper, &joined);
            }
            tree.remove(row);
        }
        if !goes_on {
            self.goes_on = false;
        }
        Ok(())
    }

    /// Merges a cell that starts with two carets into the cell above, which then spans one more row.
    fn rows(&mut self, tree: &mut Tree, cell: NodeId, rendering: &mut RenderContext) -> Result<(), Failure> {
        let inner = tree.inner_html(cell);
        let above = self.above.get(self.column).copied().flatten();
        if let Some(above) = above.filter(|_| matches(&CARETS_AT_START, &inner)) {
            tree.set_inner_html(cell, &without(&inner, &CARETS_AT_START));
            let joined = format!("{}\n<br>\n{}", tree.inner_html(above), tree.inner_html(cell));
            rendering.count_text_work(joined.len().saturating_mul(PARSING))?;
            tree.set_inner_html(above, &joined);
            let rows = tree.attribute(above, "rowspan").map_or(1, number) + 1;
            tree.set_attribute(above, "rowspan", &rows.to_string());
            tree.remove(cell);
        } else {
            if self.above.len() <= self.column {
                self.above.resize(self.column + 1, None);
            }
            self.above[self.column] = Some(cell);
        }
        // A row cannot have more columns than the page has characters.
        let columns = tree.attribute(cell, "colspan").map_or(0, number).clamp(1, 100_000);
        self.column += usize::try_from(columns).unwrap_or(1);
        Ok(())
    }
}

/// The digits at the start of a text as a number, or 0. A sign is not allowed.
fn number(text: &str) -> i64 {
    let digits = text.trim_start();
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().unwrap_or(0)
}

/// Removes the colons at the start and end of a cell's text, and aligns the cell to these sides.
fn align(tree: &mut Tree, cell: NodeId) {
    let mut sides = (false, false);
    let text = tree.all_text(cell);
    if matches(&COLON_AT_START, &text) {
        tree.set_text(cell, &without(&text, &ANY_COLON_AT_START));
        sides.0 = true;
    }
    let text = tree.all_text(cell);
    if matches(&COLON_AT_END, &text) {
        tree.set_text(cell, &without(&text, &ANY_COLON_AT_END));
        sides.1 = true;
    }
    let align = match sides {
        (false, false) => return,
        (true, false) => "text-align: left",
        (false, true) => "text-align: right",
        (true, true) => "text-align: center",
    };
    let text = tree.all_text(cell).replace("\\:", ":");
    tree.set_text(cell, &text);
    let style = tree.attribute(cell, "style").filter(|style| matches(&ALIGNMENT, style));
    let style = style.map_or_else(|| align.to_owned(), |style| replaced(style, &ALIGNMENT, |_| align.to_owned()));
    tree.set_attribute(cell, "style", &style);
}

/// Renders the content of a cell as Markdown.
fn format(tree: &mut Tree, cell: NodeId, rendering: &mut RenderContext) -> Result<(), Failure> {
    let Some(markdown) = rendering.setup().converters.named("Jekyll::Converters::Markdown").cloned() else {
        return Ok(());
    };
    let mut content = tree.inner_html(cell);
    let mut code = Vec::new();
    let found: Vec<String> = CODE.find_iter(&content).map_while(Result::ok).map(|it| it.as_str().to_owned()).collect();
    for text in found {
        rendering.count_text_work(content.len())?;
        content = content.replacen(&text, &format!("<!JEKYLL@8@{}>", code.len()), 1);
        code.push(text);
    }
    content = replaced(&content, &PIPE, |_| "\\|".to_owned());
    content = without(&content, &EDGES).replace("&lt;", "<").replace("&gt;", ">");
    content = super::exclusion::restore(content, code);
    rendering.count_text_work(content.len().saturating_mul(PARSING))?;
    let html = markdown.convert(&content, rendering).map_err(|abort| match abort {
        Abort::Error(error) => Failure::raised(error.kind, error.message),
        _ => Failure::raised("RuntimeError", "a table needs another document"),
    })?;
    let mut fragment = Tree::fragment(&html);
    let top = fragment.top();
    let is_paragraph = fragment.children(top).first().is_some_and(|first| fragment.node_name(*first) == "p");
    let inner = if is_paragraph {
        let children = fragment.children(top).to_vec();
        children.into_iter().map(|child| fragment.inner_html(child)).collect()
    } else {
        fragment.html()
    };
    tree.set_inner_html(cell, &inner);
    Ok(())
}

/// Converts attribute lists in a cell to attributes.
fn attributes(tree: &mut Tree, cell: NodeId, lists: &Lists, rendering: &mut RenderContext) -> Result<(), Failure> {
    let mut content = tree.inner_html(cell);
    for found in attribute_lists(&content.clone()) {
        if found.name.is_none() {
            set_attributes(tree, cell, &found.list, lists, 0);
        }
        rendering.count_text_work(content.len())?;
        content = content.replacen(&found.whole, "", 1);
    }
    tree.set_inner_html(cell, &content);
    Ok(())
}

/// The maximum length of a chain of lists that reference other lists. In the gem, circular lists never end.
const MAX_DEPTH: usize = 16;

fn set_attributes(tree: &mut Tree, cell: NodeId, list: &str, lists: &Lists, depth: usize) {
    for found in ATTRIBUTE.captures_iter(list).map_while(Result::ok) {
        let group = |number| found.get(number).map(|group| group.as_str());
        let own = |tree: &Tree, key: &str| tree.attribute(cell, key).unwrap_or_default().to_owned();
        if let (Some(key), Some(value)) = (group(1), group(3)) {
            let value = own(tree, key) + value;
            tree.set_attribute(cell, key, &value);
        } else if let Some(single) = group(4) {
            if let Some(id) = single.strip_prefix('#') {
                tree.set_attribute(cell, "id", id);
            } else if let Some(class) = single.strip_prefix('.') {
                let mut classes = own(tree, "class");
                if !classes.is_empty() {
                    classes.push(' ');
                }
                classes.push_str(class);
                tree.set_attribute(cell, "class", &classes);
            } else if let Some(other) = lists.get(single).filter(|_| depth < MAX_DEPTH) {
                set_attributes(tree, cell, other, lists, depth + 1);
            }
        }
    }
}
