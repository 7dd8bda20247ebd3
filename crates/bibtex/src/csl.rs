//! Converts entries to items of the Citation Style Language.

use crate::bibliography::Bibliography;
use crate::entry::{Entry, MONTHS};
use crate::name::Name;
use crate::ruby;
use crate::value::Value;

/// The value of a variable in CSL, the language of citation styles, before citeproc reads it: a text, names or a date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Variable {
    /// A string or number.
    Text(String),
    /// People or organizations, each split into the parts of a name.
    Names(Vec<Name>),
    /// Dates, each with the known parts of year, month and day. Two dates are a range.
    Dates(Vec<Vec<i64>>),
    /// A date given as text.
    Literal(String),
}

/// An entry in the form that citation styles use: its id, and its type and variables with their CSL names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The key of the entry.
    pub id: String,
    /// The CSL type, such as `article-journal`.
    pub kind: String,
    /// The variables. If a name occurs twice, the later value wins.
    pub variables: Vec<(String, Variable)>,
}

impl Bibliography {
    /// Converts an entry and its inherited fields to CSL. `entry` may be a copy whose values were changed by filters.
    pub fn csl(&self, entry: &Entry) -> Item {
        let mut entry = entry.clone();
        entry.parse_names(|_| {});
        entry.parse_month();
        let mut item = Draft::default();
        for (key, value) in &entry.fields {
            item.field(key, value);
        }
        for (key, value) in self.inherited_fields(&entry) {
            item.field(&key, &value);
        }
        item.conference(self, &entry);
        if matches!(entry.kind.as_str(), "techreport" | "report")
            && let Some(number) = entry.fields.get("number")
        {
            item.set("number", Variable::Text(number.to_string()));
        }
        if let Some(date) = issued(&entry) {
            item.set("issued", date);
        }
        item.accessed();
        let genre = match entry.kind.as_str() {
            "mastersthesis" => Some("Master's thesis"),
            "phdthesis" => Some("PhD thesis"),
            _ => None,
        };
        if let Some(genre) = genre
            && !item.has("genre")
        {
            item.set("genre", Variable::Text(genre.to_owned()));
        }
        Item { id: entry.key.clone(), kind: csl_type(&entry.kind).to_owned(), variables: item.variables }
    }
}

#[derive(Default)]
struct Draft {
    variables: Vec<(String, Variable)>,
    /// The names of the variables set so far. Does not include a variable to which `field` gave the name of the BibTeX
    /// field, because the CSL variable already had a value.
    taken: std::collections::HashSet<String>,
}

impl Draft {
    fn has(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// Sets a variable. An existing variable keeps its position.
    fn set(&mut self, name: &str, value: Variable) {
        if self.taken.insert(name.to_owned()) {
            self.variables.push((name.to_owned(), value));
        } else if let Some(slot) = self.variables.iter_mut().find(|(key, _)| key == name) {
            slot.1 = value;
        }
    }

    /// Sets the CSL variable for a field. If the variable already has a value, adds a variable with the field's own
    /// name instead.
    fn field(&mut self, key: &str, value: &Value) {
        if matches!(key, "year" | "month" | "day" | "date") {
            return;
        }
        let variable = match value {
            Value::Names(names) => Variable::Names(names.clone()),
            Value::Tokens(_) => Variable::Text(value.to_string()),
        };
        if let ("howpublished", Variable::Text(text)) = (key, &variable)
            && text.contains("url")
        {
            let url = text.find("url").map(|position| {
                let body = &text[position + 3..];
                let body = body.strip_prefix('{').unwrap_or(body);
                body.split('}').next().unwrap_or_default().to_owned()
            });
            self.set("URL", Variable::Text(url.unwrap_or_default()));
            return;
        }
        let name = csl_name(key);
        if self.has(name) {
            self.variables.push((key.to_owned(), variable));
        } else {
            self.set(name, variable);
        }
    }

    fn conference(&mut self, bibliography: &Bibliography, entry: &Entry) {
        if !matches!(entry.kind.as_str(), "conference" | "proceedings" | "inproceedings") {
            return;
        }
        let text = |name: &str| bibliography.get(entry, name).map(Value::to_string).unwrap_or_default();
        if entry.fields.contains_key("organization") && entry.fields.contains_key("publisher") {
            self.set("authority", Variable::Text(text("organization")));
            self.set("publisher", Variable::Text(text("publisher")));
        }
        if entry.fields.contains_key("address") {
            self.set("event-place", Variable::Text(text("address")));
        }
    }

    fn accessed(&mut self) {
        let Some((_, value)) = self.variables.iter_mut().find(|(key, _)| key == "accessed") else { return };
        if let Variable::Text(text) = value {
            let is_date = text.split('\n').any(|line| {
                !line.is_empty()
                    && line.chars().all(|c| c.is_ascii_digit() || c == '/' || c == '-' || ruby::is_space(c))
            });
            *value = if is_date { Variable::Dates(date_parts(text)) } else { Variable::Literal(text.clone()) };
        }
    }
}

/// The numbers in a date: `2020-05-01/2020` becomes `[[2020, 5, 1], [2020]]`.
fn date_parts(text: &str) -> Vec<Vec<i64>> {
    let clamp = |part: &str| i64::try_from(ruby::to_i(part)).unwrap_or(i64::MAX);
    let pieces = |text: &str, by: char| -> Vec<String> {
        let mut pieces: Vec<String> = text.split(by).map(str::to_owned).collect();
        while pieces.last().is_some_and(String::is_empty) {
            pieces.pop();
        }
        pieces
    };
    pieces(text, '/').iter().map(|date| pieces(date, '-').iter().map(|part| clamp(part)).collect()).collect()
}

/// The value of CSL's variable `issued`: the field `date`, otherwise the fields `year`, `month` and `day`. `None`
/// without `date` and `year`.
fn issued(entry: &Entry) -> Option<Variable> {
    if let Some(date) = entry.fields.get("date") {
        return Some(Variable::Dates(date_parts(&date.to_string())));
    }
    let year = entry.fields.get("year")?.to_string();
    if !ruby::has_line_of_digits(&year) {
        return Some(Variable::Literal(year));
    }
    let clamp = |number: i128| i64::try_from(number).unwrap_or(i64::MAX);
    let mut parts = vec![clamp(ruby::to_i(&year))];
    if let Some(month) = entry.fields.get("month") {
        let month = month.to_string();
        parts.extend(MONTHS.iter().position(|name| *name == month).map(|index| index as i64 + 1));
        parts.extend(entry.fields.get("day").map(|day| clamp(day.to_i())));
    }
    Some(Variable::Dates(vec![parts]))
}

/// The CSL variable for a BibTeX field: `container-title` for `journal`. Unknown names stay unchanged.
fn csl_name(field: &str) -> &str {
    match field {
        "date" | "year" => "issued",
        "isbn" => "ISBN",
        "booktitle" | "journal" | "journaltitle" => "container-title",
        "series" => "collection-title",
        "address" => "publisher-place",
        "pages" => "page",
        "number" => "issue",
        "url" => "URL",
        "doi" => "DOI",
        "pmid" => "PMID",
        "pmcid" => "PMCID",
        "type" => "genre",
        "school" | "institution" | "organization" | "howpublished" => "publisher",
        "urldate" => "accessed",
        other => other,
    }
}

/// The CSL type for a BibTeX type: `article-journal` for `article`.
fn csl_type(kind: &str) -> &str {
    match kind {
        "booklet" => "pamphlet",
        "conference" | "inproceedings" => "paper-conference",
        "inbook" | "incollection" => "chapter",
        "manual" | "proceedings" => "book",
        "mastersthesis" | "phdthesis" => "thesis",
        "techreport" => "report",
        "unpublished" => "manuscript",
        "article" => "article-journal",
        other => other,
    }
}
