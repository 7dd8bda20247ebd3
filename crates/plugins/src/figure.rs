//! The gem jekyll-figure 0.2: the block `figure` and the tag `figref`.

use super::option;
use hastie_liquid::{
    Abort, Body, Context, Engine, Error, Hash, ParseOptions, Tag, TagParse, Template, TemplateEffects, Value,
};
use hastie_site::pattern::Pattern;
use hastie_site::plugin::Plugin;
use hastie_site::render::rendering_of;
use hastie_value::text::is_ruby_space;

/// Registers the block `figure` for a figure with a caption, and the tag `figref` for a reference to a figure.
#[derive(Debug)]
pub(crate) struct Figure;

impl Plugin for Figure {
    fn name(&self) -> &'static str {
        "jekyll-figure"
    }

    fn liquid(&self, engine: &mut Engine) {
        engine.block("figure", |tag: &mut TagParse<'_, '_>| -> Result<Box<dyn Tag>, Error> {
            let markup = tag.markup().to_owned();
            Ok(Box::new(Block { markup, body: tag.body()? }))
        });
        engine.tag("figref", |tag: &mut TagParse<'_, '_>| -> Result<Box<dyn Tag>, Error> {
            Ok(Box::new(Reference { label: without_space(tag.markup()) }))
        });
    }
}

/// Paragraph tags, and all other tags that start with a p.
static PARAGRAPHS: Pattern = Pattern::new(r"</?p[^>]*>");

/// An attribute in a tag's markup, such as `label:lake`, as Liquid defines it.
static ATTRIBUTES: Pattern = Pattern::new(
    r#"([A-Za-z0-9_]+)[ \t\r\n\x0B\x0C]*:[ \t\r\n\x0B\x0C]*("[^"]*"|'[^']*'|(?:[^ \t\r\n\x0B\x0C,|'"]|"[^"]*"|'[^']*')+)"#,
);

/// The variable that stores the numbers of a page's labels. No template can use this name.
const LABELS: &str = "labels of figures on this page";

fn without_space(text: &str) -> String {
    text.chars().filter(|c| !is_ruby_space(*c)).collect()
}

fn without_paragraphs(html: &str) -> String {
    PARAGRAPHS.replace_all(html, "").into_owned()
}

/// Removes a quote at the start and a quote at the end. As in the gem, `None` if the text has neither.
fn unquoted(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('"').unwrap_or(text);
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    (inner.len() < text.len()).then_some(inner)
}

#[derive(Debug)]
struct Block {
    markup: String,
    body: Body,
}

impl Tag for Block {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let template = Template::parse(cx.engine(), self.markup.as_str(), ParseOptions::default())?;
        let mut markup = String::new();
        cx.render_partial(&template, &mut markup)?;
        let find = |key: &str| {
            let all = ATTRIBUTES.captures_iter(&markup);
            all.filter(|found| &found[1] == key).last().map(|found| found[2].to_owned())
        };
        let label = find("label")
            .filter(|label| !label.is_empty())
            .map(|label| without_space_if_captioned(&label, find("caption").is_some()));
        let caption = match find("caption") {
            None => String::new(),
            Some(caption) => {
                let Some(text) = unquoted(&caption) else {
                    return Err(Abort::error("NoMethodError", "undefined method `encoding' for nil:NilClass"));
                };
                let html = markdown(cx, text.to_owned())?;
                let html = without_paragraphs(&html);
                let html = html.strip_suffix('\n').unwrap_or(&html);
                let number = match &label {
                    Some(label) => numbered(cx, label)?,
                    None => String::new(),
                };
                format!("  <figcaption>{number}{html}</figcaption>\n")
            }
        };
        let class =
            find("class").map_or(String::new(), |class| format!(" class=\"{}\"", unquoted(&class).unwrap_or("")));
        let id = label.map_or(String::new(), |label| {
            let label = label.replace("A\"", "");
            format!(" id=\"{}\"", label.strip_suffix('"').unwrap_or(&label))
        });
        let mut content = String::new();
        self.body.render(cx, &mut content)?;
        let mut main = markdown(cx, content)?;
        if option::is_off(&rendering_of(cx.host)?.setup().context, "jekyll-figure", "paragraphs")? {
            main = without_paragraphs(&main);
        }
        out.push_str(&format!("<figure{class}{id}>{main}{caption}</figure>"));
        Ok(())
    }

    fn is_block(&self) -> bool {
        true
    }

    fn effects(&self, effects: &mut TemplateEffects) {
        self.body.effects(effects);
    }
}

/// The label, without white space if `captioned`. The gem removes white space only from the labels of numbered
/// captions.
fn without_space_if_captioned(label: &str, captioned: bool) -> String {
    if captioned { without_space(label) } else { label.to_owned() }
}

fn markdown(cx: &mut Context<'_>, text: String) -> Result<String, Abort> {
    Ok(cx.invoke("markdownify", &Value::from(text), &[])?.to_s(cx.host)?.to_string())
}

/// The start of a caption: the word for a figure and the number of a label on this page, such as `Figure 2:` in `<em>`.
fn numbered(cx: &mut Context<'_>, label: &str) -> Result<String, Abort> {
    let mut labels = match cx.find_variable(LABELS)? {
        Value::Hash(labels) => (*labels).clone(),
        _ => Hash::new(),
    };
    let number = match labels.get(label) {
        Some(Value::Int(number)) => *number,
        _ => {
            let number = i64::try_from(labels.len()).unwrap_or(0) + 1;
            labels.set(label, number);
            cx.assign(LABELS, Value::hash(labels))?;
            number
        }
    };
    Ok(format!("<em>{} {number}:</em> ", word(cx)?))
}

/// The word for a figure: the page's field `figure`, or a word in the page's language.
fn word(cx: &mut Context<'_>) -> Result<String, Abort> {
    let own = cx.lookup("page.figure")?;
    if !own.is_nil() {
        return Ok(own.to_s(cx.host)?.to_string());
    }
    let lang = cx.lookup("page.lang")?.to_s(cx.host)?;
    Ok(match &*lang {
        "de" => "Abbildung",
        "sv" => "Figur",
        _ => "Figure",
    }
    .to_owned())
}

#[derive(Debug)]
struct Reference {
    label: String,
}

impl Tag for Reference {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let Value::Hash(labels) = cx.find_variable(LABELS)? else {
            return Err(Abort::error("NoMethodError", "undefined method `[]' for nil:NilClass"));
        };
        let number = match labels.get(&self.label) {
            Some(number) => number.to_s(cx.host)?.to_string(),
            None => String::new(),
        };
        out.push_str(&format!("<a href=\"#{}\">{} {number}</a>", self.label, word(cx)?.to_lowercase()));
        Ok(())
    }
}
