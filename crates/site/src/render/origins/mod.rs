//! Finds the file and line that each element and each text of a page comes from.
//!
//! A page is rendered once more (`record`), with [`marks`](hastie_liquid::marks) in its output. The marks are carried
//! over to the text that was published (`carry`), and each start tag gets the place that a reader expects (`elements`).
//! Builds do none of this. The site must have been rendered by
//! [`Site::render_for_origins`](crate::site::Site::render_for_origins).

mod carry;
mod elements;
pub(super) mod record;
mod values;

use super::{Item, SiteView, Written, layout_chain};
use crate::read::{data, front_matter};
use hastie_liquid::marks::{Mark, Marks, Place, character, split};
use hastie_liquid::{FixedHost, Str, Value};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use values::ValueOrigins;

/// The line of a source file from which an element or text of a page comes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Origin {
    /// The file. Relative to the source if it is below the source, otherwise absolute.
    pub file: String,
    /// The line in the file, starting at 1.
    pub line: usize,
}

/// A page with the places that its elements and texts come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageOrigins {
    /// The text of the page.
    pub text: String,
    /// The places to which `tags` and `texts` refer by index.
    pub origins: Vec<Origin>,
    /// The offsets of start tags in the text, in order, with the indices of their places in `origins`.
    pub tags: Vec<(usize, usize)>,
    /// The offsets at which text from another place starts, in order, with the index of that place in `origins`.
    pub texts: Vec<(usize, usize)>,
}

impl PageOrigins {
    /// The text of the page with marks: an attribute `data-hastie-at` in each start tag, and a character before each
    /// text. Both refer to an index in [`origins`](Self::origins). The character is U+100000 plus the index.
    pub fn marked(&self) -> String {
        let name_end = |start: usize| {
            let name = self.text[start + 1..].bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
            start + 1 + name.count()
        };
        let tags = self.tags.iter().map(|(start, place)| (name_end(*start), Some(*place), *place));
        let texts = self.texts.iter().map(|(offset, place)| (*offset, None, *place));
        let mut all: Vec<(usize, Option<usize>, usize)> = tags.chain(texts).collect();
        all.sort_by_key(|(offset, ..)| *offset);
        let mut marked = String::with_capacity(self.text.len() * 3 / 2);
        let mut done = 0;
        for (offset, tag, place) in all {
            marked.push_str(&self.text[done..offset]);
            done = offset;
            match tag {
                Some(place) => marked.push_str(&format!(" data-hastie-at=\"{place}\"")),
                None => marked.extend(character(place)),
            }
        }
        marked.push_str(&self.text[done..]);
        marked
    }
}

/// The files from which a page is made. Paths below the source are relative to it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PageSources {
    /// The page's own file. `None` for a page that a plugin made.
    pub own: Option<String>,
    /// The front matter of the page, with the defaults.
    pub front_matter: serde_json::Map<String, serde_json::Value>,
    /// The layouts of the page, innermost first.
    pub layouts: Vec<String>,
    /// The includes that wrote text or HTML tags of the page.
    pub includes: Vec<String>,
    /// The data files whose values the page shows, or which its templates read, for example in conditions.
    pub data: Vec<String>,
}

/// A value of front matter as JSON. Values that JSON lacks, such as dates, and deeply nested values become strings.
fn json(value: &Value, depth: usize) -> serde_json::Value {
    match value {
        Value::Nil => serde_json::Value::Null,
        Value::Bool(truth) => (*truth).into(),
        Value::Int(number) => (*number).into(),
        Value::Float(number) => (*number).into(),
        Value::Str(text) => text.as_str().into(),
        Value::Array(items) if depth < MAX_DEPTH => items.iter().map(|item| json(item, depth + 1)).collect(),
        Value::Hash(hash) if depth < MAX_DEPTH => {
            let pairs =
                hash.iter().map(|(key, value)| (key.as_str().unwrap_or_default().to_owned(), json(value, depth + 1)));
            serde_json::Value::Object(pairs.collect())
        }
        other => other.to_s(&mut FixedHost::default()).map(|text| text.to_string()).unwrap_or_default().into(),
    }
}

/// The maximum depth of nested values in front matter that are shown.
const MAX_DEPTH: usize = 8;

/// Finds the source lines from which the elements and texts of a rendered site's pages come.
#[derive(Debug)]
pub struct Origins {
    view: Arc<SiteView>,
    values: ValueOrigins,
}

impl Origins {
    /// Prepares to find the origins of a site's pages. `view` is the result of
    /// [`Site::render_for_origins`](crate::site::Site::render_for_origins).
    pub fn new(view: Arc<SiteView>) -> Self {
        Origins { values: ValueOrigins::of(&view), view }
    }

    /// The state of the site after the rendering in memory.
    pub fn view(&self) -> &Arc<SiteView> {
        &self.view
    }

    /// The slot of the item that is written to `file`, an absolute path. Of several such items, the last one counts.
    /// `None` if no item is written to `file`.
    pub fn item(&self, file: &str) -> Option<usize> {
        let is_file = |written: &Written<'_>| written.destination(&self.view).is_ok_and(|path| path == file);
        self.view.written().filter(is_file).filter_map(|written| written.index()).last()
    }

    /// The origins of the page in slot `index`. `text` is the published text of the page. `None` if the page cannot be
    /// rendered once more.
    pub fn of_page(&self, index: usize, text: &str) -> Option<PageOrigins> {
        self.marked_page(index, text).map(|(page, _)| page)
    }

    /// The origins of a page, and the marks with which it was rendered.
    fn marked_page(&self, index: usize, text: &str) -> Option<(PageOrigins, Arc<Marks>)> {
        let marks = Arc::new(Marks::of_values(Arc::clone(&self.values.by_address)));
        let marked = record::page(&self.view, index, &marks).ok()?;
        let (_, found) = split(&carry::carry(&marked, text));
        let places = marks.places();
        let mut files = Files { view: &self.view, texts: HashMap::new() };
        let located: Vec<Option<Origin>> = places.iter().map(|place| self.locate(place, &marks, &mut files)).collect();
        let own = files.own(index);
        Some((assemble(text, &found, located, own.as_deref(), &mut files), marks))
    }

    /// The files and the front matter from which the page in slot `index` is made. `text` is the published text of the
    /// page. `None` if no such slot exists, or if the page cannot be rendered once more.
    pub fn sources_of(&self, index: usize, text: &str) -> Option<PageSources> {
        let slot = self.view.slots.get(index)?;
        let item = slot.item();
        let context = &self.view.setup.context;
        let shown = |file: &str| context.below_source(file).to_owned();
        let layouts: Vec<String> =
            layout_chain::chain(&self.view, item).iter().map(|layout| shown(&layout.path)).collect();
        let mut files = Files { view: &self.view, texts: HashMap::new() };
        let own = files.own(index);
        let mut sources = PageSources { own, layouts, ..PageSources::default() };
        let data = match item {
            // Documents are read with their defaults.
            Item::Document(document) => (*document.data).clone(),
            Item::Page(page) => page.data_over_defaults(),
        };
        sources.front_matter =
            data.iter().filter_map(|(key, value)| Some((key.as_str()?.to_owned(), json(value, 0)))).collect();
        let includes: Vec<String> = context.includes.iter().map(|folder| shown(folder)).collect();
        let values = data::files(context).into_iter().map(|(keys, file)| (keys, shown(&file)));
        let values: Vec<(Vec<String>, String)> = values.collect();
        let (page, marks) = self.marked_page(index, text)?;
        for Origin { file, .. } in page.origins {
            let is_include = includes.iter().any(|folder| Path::new(&file).starts_with(folder));
            let list = if is_include { &mut sources.includes } else { &mut sources.data };
            if (is_include || values.iter().any(|(_, value)| *value == file)) && !list.contains(&file) {
                list.push(file);
            }
        }
        let reads = marks.reads();
        for (keys, file) in values {
            if reads.iter().any(|read| reads_data(read, &keys)) && !sources.data.contains(&file) {
                sources.data.push(file);
            }
        }
        Some(sources)
    }

    fn locate(&self, place: &Place, marks: &Marks, files: &mut Files<'_>) -> Option<Origin> {
        match place {
            Place::Template { name, line } => {
                let source = marks.source(name)?;
                files.locate(name, &source, *line as usize)
            }
            Place::Value { origin, line } => self.values.locate(&self.view, *origin, *line as usize),
        }
    }
}

/// Whether the variable `read`, such as `site.data.team.members`, reads a value of the data file that has the keys
/// `keys`.
fn reads_data(read: &[String], keys: &[String]) -> bool {
    match read {
        [site, data, rest @ ..] if site == "site" && data == "data" => {
            !rest.is_empty() && rest.iter().zip(keys).all(|(read, key)| read == key)
        }
        _ => false,
    }
}

/// Lists each origin once, and finds the origins of start tags and texts.
fn assemble(
    text: &str,
    marks: &[Mark],
    located: Vec<Option<Origin>>,
    own: Option<&str>,
    files: &mut Files<'_>,
) -> PageOrigins {
    let mut origins: Vec<Origin> = Vec::new();
    let mut indices: HashMap<Origin, usize> = HashMap::new();
    let mut by_place = Vec::new();
    for origin in located {
        by_place.push(origin.map(|origin| {
            *indices.entry(origin.clone()).or_insert_with(|| {
                origins.push(origin);
                origins.len() - 1
            })
        }));
    }
    let known: Vec<Mark> = marks
        .iter()
        .filter_map(|mark| Some(Mark { place: by_place.get(mark.place).copied().flatten()?, ..*mark }))
        .collect();
    let texts = elements::texts(text, &known);
    let tags = elements::tags(text, &known, &mut |tag, before, after| {
        let file = own?;
        let line =
            files.line_between(file, tag, before.map(|index| &origins[index]), after.map(|index| &origins[index]))?;
        let origin = Origin { file: file.to_owned(), line };
        Some(*indices.entry(origin.clone()).or_insert_with(|| {
            origins.push(origin);
            origins.len() - 1
        }))
    });
    PageOrigins { text: text.to_owned(), origins, tags, texts }
}

/// Reads source files, each only once.
struct Files<'v> {
    view: &'v SiteView,
    texts: HashMap<String, Option<String>>,
}

impl Files<'_> {
    fn text(&mut self, file: &str) -> Option<&str> {
        let context = &self.view.setup.context;
        let read = || context.decode(context.world.read(Path::new(file)).ok()?).ok();
        self.texts.entry(file.to_owned()).or_insert_with(read).as_deref()
    }

    /// The source file of an item, as [`Origin::file`]. `None` if it cannot be read.
    fn own(&mut self, index: usize) -> Option<String> {
        let file = self.file_of(&self.view.slots.get(index)?.item().path());
        self.text(&file)?;
        Some(self.view.setup.context.below_source(&file).to_owned())
    }

    /// The absolute path of a template's file. `name` may be relative to the source.
    fn file_of(&self, name: &str) -> String {
        let name = name.strip_suffix("/#excerpt").unwrap_or(name);
        if Path::new(name).is_absolute() { name.to_owned() } else { self.view.setup.context.in_source(name) }
    }

    /// The place of a line of a template. `line` is counted from 0. `None` if the template's file cannot be read.
    fn locate(&mut self, name: &str, source: &Str, line: usize) -> Option<Origin> {
        let file = self.file_of(name);
        let text = self.text(&file)?;
        let start = match (text.ends_with(&**source), front_matter::split(text)) {
            (true, _) => text.len() - source.len(),
            (false, Some(split)) => text.len() - split.content.len(),
            (false, None) => 0,
        };
        let before = memchr::memchr_iter(b'\n', &text.as_bytes()[..start]).count();
        Some(Origin { file: self.view.setup.context.below_source(&file).to_owned(), line: before + line + 1 })
    }

    /// The line of an element without a mark, such as an image or a rule. Of the lines between the marks around the
    /// element, the first that may have created the element counts.
    fn line_between(
        &mut self,
        file: &str,
        tag: &elements::Unmarked<'_>,
        before: Option<&Origin>,
        after: Option<&Origin>,
    ) -> Option<usize> {
        let within = |origin: &&Origin| origin.file == file;
        let first = before.filter(within).map_or(1, |origin| origin.line);
        let last = after.filter(within).map_or(usize::MAX, |origin| origin.line);
        let full = self.view.setup.context.in_source(file);
        let text = self.text(&full)?;
        let content = front_matter::split(text).map_or(text, |split| split.content);
        let offset = text[..text.len() - content.len()].matches('\n').count();
        let lines = content.lines().enumerate().map(|(index, line)| (index + offset + 1, line));
        let between = lines.filter(|(number, _)| (first..=last).contains(number));
        between.filter(|(_, line)| tag.is_in(line)).map(|(number, _)| number).next()
    }
}
