//! Parses the XML of a style to the tree that the renderer traverses.

use super::Style;
use super::formatting::{Formatting, SupportedAttributes};
use super::names::NameOptions;
use super::nodes::{
    Block, Condition, DateNode, DatePart, Element, Kind, Label, Layout, Match, NumberForm, Plural, Section, Test,
    TextSource,
};
use crate::error::Error;
use crate::text;
use roxmltree::{Document, Node, ParsingOptions};

/// The maximum nesting of CSL elements in a layout or macro.
const MAX_DEPTH: usize = 128;

/// The maximum nesting of tags in a document.
const MAX_OPEN_TAGS: usize = 160;

/// Parses XML. Fails for documents that are nested too deeply or malformed.
pub(crate) fn document(text: &str) -> Result<Document<'_>, Error> {
    let text = text.trim_start_matches('\u{feff}');
    if opens_too_deep(text) {
        return Err(Error::TooDeep);
    }
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| Error::NotXml(error.to_string()))
}

/// Whether too many tags are open at once. The count may be inexact for tags in comments and the like.
fn opens_too_deep(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut depth: usize = 0;
    for (position, _) in text.match_indices('<') {
        match bytes.get(position + 1) {
            Some(b'/') => depth = depth.saturating_sub(1),
            Some(b'!' | b'?') | None => {}
            Some(_) => {
                let closes_itself = text[position..].find('>').is_some_and(|end| text[..position + end].ends_with('/'));
                depth += usize::from(!closes_itself);
            }
        }
        if depth > MAX_OPEN_TAGS {
            return true;
        }
    }
    false
}

/// The name of an element without its namespace.
pub(super) fn name_of<'a>(node: Node<'a, '_>) -> &'a str {
    node.tag_name().name()
}

/// Parses the XML of a style. Fails if the XML is invalid or nested too deeply, or if its root element is not `style`.
/// Also fails if the style violates a rule that the gem csl checks while parsing.
pub(super) fn style(text: &str) -> Result<Style, Error> {
    let document = document(text)?;
    let root = document.root_element();
    if name_of(root) != "style" {
        return Err(Error::NotAStyle(name_of(root).to_owned()));
    }
    let mut style = Style {
        page_range_format: root.attribute("page-range-format").map(str::to_owned),
        demote_particle: root.attribute("demote-non-dropping-particle").map(str::to_owned),
        names: NameOptions::inheritable(root),
        names_delimiter: root.attribute("names-delimiter").map(str::to_owned),
        ..Style::default()
    };
    let mut reader = Reader::default();
    for child in root.children().filter(Node::is_element) {
        match name_of(child) {
            "info" => info(child, &mut style),
            "locale" | "style-options" => {}
            "macro" => reader.macro_of(child, &mut style)?,
            "citation" => style.citation = Some(reader.section(child)?),
            "bibliography" => style.bibliography = Some(reader.section(child)?),
            other => return Err(Error::Invalid(format!("not allowed to add {other} to style"))),
        }
    }
    Ok(style)
}

fn info(node: Node, style: &mut Style) {
    for child in node.children().filter(Node::is_element) {
        let content = || child.text().map(|t| text::strip(t).to_owned());
        match name_of(child) {
            "id" => style.id = content(),
            "title" => style.title = content(),
            "link" if child.attribute("rel") == Some("independent-parent") && style.parent.is_none() => {
                style.parent = child.attribute("href").map(str::to_owned);
            }
            _ => {}
        }
    }
}

/// Parses the elements of a style. Gives each `names` element an id, and remembers which `names` elements contain the
/// current element.
#[derive(Default)]
pub(super) struct Reader {
    last_id: usize,
    /// The ids of the enclosing `names` elements, outermost first.
    pub(super) enclosing: Vec<usize>,
}

impl Reader {
    pub(super) fn next_id(&mut self) -> usize {
        self.last_id += 1;
        self.last_id
    }

    fn macro_of(&mut self, node: Node, style: &mut Style) -> Result<(), Error> {
        let Some(name) = node.attribute("name") else {
            return Err(Error::Invalid("failed to register macro: name attribute missing".to_owned()));
        };
        if style.macros.contains_key(name) {
            return Err(Error::Invalid(format!("failed to register macro {name}: duplicate name")));
        }
        style.macros.insert(name.to_owned(), self.elements(node, "", 0)?);
        Ok(())
    }

    fn section(&mut self, node: Node) -> Result<Section, Error> {
        let complete = node.attribute("subsequent-author-substitute-rule").is_none_or(|rule| rule == "complete-all");
        let substitute = node.attribute("subsequent-author-substitute").filter(|_| complete);
        let mut section = Section {
            names: NameOptions::inheritable(node),
            names_delimiter: node.attribute("names-delimiter").map(str::to_owned),
            author_substitute: substitute.map(str::to_owned),
            layout: None,
        };
        for child in node.children().filter(Node::is_element) {
            match name_of(child) {
                "sort" => {}
                "layout" if section.layout.is_none() => section.layout = Some(self.layout(child)?),
                other => {
                    return Err(Error::Invalid(format!("not allowed to add {other} to {}", name_of(node))));
                }
            }
        }
        Ok(section)
    }

    fn layout(&mut self, node: Node) -> Result<Layout, Error> {
        let delimiter = node.attribute("delimiter").unwrap_or_default();
        Ok(Layout {
            formatting: Formatting::read(node, SupportedAttributes::FONT),
            prefix: node.attribute("prefix").map(str::to_owned),
            suffix: node.attribute("suffix").map(str::to_owned),
            delimiter: delimiter.to_owned(),
            children: self.elements(node, delimiter, 0)?,
        })
    }

    /// Parses child elements. `delimiter` belongs to the nearest enclosing group or layout, and `depth` is the nesting
    /// of the elements. Fails if elements are nested too deeply, or violate a rule that the gem csl checks while
    /// parsing.
    pub(super) fn elements(&mut self, node: Node, delimiter: &str, depth: usize) -> Result<Vec<Element>, Error> {
        if depth > MAX_DEPTH {
            return Err(Error::TooDeep);
        }
        // A plain loop, because the stack frames of iterator adapters would dominate the stack usage.
        let mut elements = Vec::new();
        for child in node.children() {
            if child.is_element() {
                let kind = self.kind(child, delimiter, depth + 1)?;
                elements
                    .push(Element { formatting: Formatting::read(child, supported_attributes(name_of(child))), kind });
            }
        }
        Ok(elements)
    }

    fn kind(&mut self, node: Node, delimiter: &str, depth: usize) -> Result<Kind, Error> {
        Ok(match name_of(node) {
            "group" => {
                let own = node.attribute("delimiter").unwrap_or_default();
                Kind::Group { children: self.elements(node, own, depth)?, delimiter: own.to_owned() }
            }
            "choose" => Kind::Choose(self.blocks(node, delimiter, depth)?),
            "names" => Kind::Names(Box::new(self.names(node, delimiter, depth)?)),
            _ => leaf(node)?,
        })
    }

    fn blocks(&mut self, node: Node, delimiter: &str, depth: usize) -> Result<Vec<Block>, Error> {
        let mut blocks = Vec::new();
        for child in node.children().filter(Node::is_element) {
            if !matches!(name_of(child), "if" | "else-if" | "else") {
                return Err(Error::Unsupported(name_of(child).to_owned()));
            }
            let matching = matching(child.attribute("match"));
            blocks.push(Block {
                matching,
                conditions: conditions(child, matching),
                children: self.elements(child, delimiter, depth + 1)?,
                delimiter: delimiter.to_owned(),
            });
        }
        Ok(blocks)
    }
}

/// The formatting attributes that an element supports.
fn supported_attributes(name: &str) -> SupportedAttributes {
    match name {
        "text" | "choose" => SupportedAttributes::QUOTES,
        "label" => SupportedAttributes::PERIODS,
        "number" | "date" | "group" => SupportedAttributes::ALL,
        _ => SupportedAttributes::FONT,
    }
}

/// Parses an element without children.
fn leaf(node: Node) -> Result<Kind, Error> {
    Ok(match name_of(node) {
        "text" => Kind::Text(text_source(node)),
        "number" => number(node),
        "label" => Kind::Label(Box::new(label(node))),
        "date" => Kind::Date(Box::new(date(node)?)),
        other => Kind::Unknown(other.to_owned()),
    })
}

fn text_source(node: Node) -> TextSource {
    let own = |name: &str| node.attribute(name).map(str::to_owned);
    let short = node.attribute("form") == Some("short");
    if let Some(name) = own("variable") {
        let base = name
            .find("-short")
            .filter(|position| position + 6 == name.len())
            .map(|position| name[..position].to_owned());
        TextSource::Variable { short: short.then(|| format!("{name}-short")), base, name }
    } else if let Some(name) = own("macro") {
        TextSource::Macro(name)
    } else if let Some(name) = own("term") {
        // Any value of the attribute selects the plural, even `false`.
        TextSource::Term { name, form: own("form"), plural: node.attribute("plural").is_some() }
    } else {
        TextSource::Value(own("value").unwrap_or_default())
    }
}

fn number(node: Node) -> Kind {
    let form = match node.attribute("form") {
        Some("ordinal") => NumberForm::Ordinal,
        Some("long-ordinal") => NumberForm::LongOrdinal,
        Some("roman") => NumberForm::Roman,
        _ => NumberForm::Numeric,
    };
    Kind::Number { variable: node.attribute("variable").map(str::to_owned), form }
}

/// Reads `<cs:label>`. For some variables, the term has another name, such as `page` for `number-of-pages`.
pub(super) fn label(node: Node) -> Label {
    let variable = node.attribute("variable").map(str::to_owned);
    let term = match variable.as_deref().unwrap_or_default() {
        "number-of-pages" => "page",
        "number-of-volumes" => "volume",
        "chapter-number" => "chapter",
        "collection-number" => "collection",
        other => other,
    };
    Label {
        formatting: Formatting::read(node, SupportedAttributes::PERIODS),
        term: term.to_owned(),
        form: node.attribute("form").map(str::to_owned),
        plural: match node.attribute("plural") {
            Some(p) if p.eq_ignore_ascii_case("always") => Plural::Always,
            Some(p) if p.eq_ignore_ascii_case("never") => Plural::Never,
            _ => Plural::Contextual,
        },
        variable,
    }
}

fn date(node: Node) -> Result<DateNode, Error> {
    let mut parts = Vec::new();
    for child in node.children().filter(Node::is_element) {
        if name_of(child) != "date-part" {
            return Err(Error::Invalid(format!("not allowed to add {} to date", name_of(child))));
        }
        parts.push(date_part(child));
    }
    Ok(DateNode {
        variable: node.attribute("variable").map(str::to_owned),
        form: node.attribute("form").map(str::to_owned),
        wanted: node.attribute("date-parts").unwrap_or("year-month-day").split('-').map(str::to_owned).collect(),
        delimiter: node.attribute("delimiter").unwrap_or_default().to_owned(),
        parts,
    })
}

/// Reads the name, form and formatting of a `cs:date-part` element.
pub(crate) fn date_part(node: Node) -> DatePart {
    DatePart {
        formatting: Formatting::read(node, SupportedAttributes::PERIODS),
        name: node.attribute("name").unwrap_or_default().to_owned(),
        form: node.attribute("form").map(str::to_owned),
    }
}

fn matching(value: Option<&str>) -> Match {
    match value {
        Some("any") => Match::Any,
        Some("none") => Match::None,
        _ => Match::All,
    }
}

/// The conditions of a branch, such as `type-any`. `outer` is the branch's attribute `match`. It applies to conditions
/// without the ending `-any`, `-all` or `-none`.
fn conditions(node: Node, outer: Match) -> Vec<Condition> {
    let mut conditions = Vec::new();
    for attribute in node.attributes() {
        let (name, suffix) = match attribute.name().rsplit_once('-') {
            Some((name, suffix @ ("any" | "all" | "none"))) => (name, Some(suffix)),
            _ => (attribute.name(), None),
        };
        let test = match name {
            "disambiguate" | "position" => Test::Never,
            "is-numeric" => Test::IsNumeric,
            "is-uncertain-date" => Test::IsUncertainDate,
            "locator" => Test::Locator,
            "type" => Test::Type,
            "variable" => Test::Variable,
            _ => continue,
        };
        let matching = match suffix {
            Some(suffix) => matching(Some(suffix)),
            // Negating none twice would mean all.
            None if outer == Match::None => Match::Any,
            None => outer,
        };
        let value = |word: &str| match word.strip_prefix("not:") {
            Some(rest) => (rest.to_owned(), true),
            None => (word.to_owned(), false),
        };
        let values = attribute.value().split_ascii_whitespace().map(value).collect();
        conditions.push(Condition { test, matching, values });
    }
    conditions
}
