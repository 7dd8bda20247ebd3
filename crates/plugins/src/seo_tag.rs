//! The gem jekyll-seo-tag 2.9, or 2.8 for GitHub Pages: `{% seo %}`, a page's metadata for search engines and social
//! media.
//!
//! The gem renders a template with a drop. Here, the lines of the template are written one after the other, and
//! [`facts`] computes the values.

mod facts;
mod json_ld;
mod message;

use super::evaluation::Evaluation;
use facts::Facts;
use hastie_liquid::{Abort, Context, Engine, Str, Tag, Value};
use hastie_site::Reference;
use hastie_site::plugin::Plugin;
use hastie_site::render::rendering_of;

/// Registers the tag `seo`, which writes a page's metadata for search engines and social media.
#[derive(Debug)]
pub(crate) struct SeoTag;

impl Plugin for SeoTag {
    fn name(&self) -> &'static str {
        "jekyll-seo-tag"
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    fn liquid(&self, engine: &mut Engine) {
        engine.tag("seo", |tag| Ok(Box::new(Seo::new(tag.markup()))));
    }
}

/// The tag `{% seo %}`. The option `title=false` omits the title. `canonical=false` omits the canonical URL, except in
/// version 2.8.0.
#[derive(Debug)]
struct Seo {
    with_title: bool,
    with_canonical: bool,
}

impl Seo {
    fn new(markup: &str) -> Self {
        let markup = markup.to_lowercase();
        Seo { with_title: !markup.contains("title=false"), with_canonical: !markup.contains("canonical=false") }
    }
}

impl Tag for Seo {
    fn is_repeatable(&self) -> bool {
        true
    }

    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let paginator = cx.find_variable("paginator")?;
        let engine = cx.engine().clone();
        let rendering = rendering_of(cx.host)?;
        let reference = rendering.setup().context.reference();
        let is_older = reference.plugins.seo_tag_2_8;
        let mut evaluation = Evaluation::new(&engine, rendering);
        let facts = Facts::of(&mut evaluation, &paginator, is_older)?;
        Lines { out, evaluation: &mut evaluation, facts: &facts, is_older, reference }.write(self)
    }
}

/// Writes the HTML of `{% seo %}`, line by line.
struct Lines<'l, 'a> {
    out: &'l mut String,
    evaluation: &'l mut Evaluation<'a>,
    facts: &'l Facts,
    /// Whether to reproduce version 2.8.0.
    is_older: bool,
    reference: &'static Reference,
}

impl Lines<'_, '_> {
    fn write(&mut self, tag: &Seo) -> Result<(), Abort> {
        let version = if self.is_older { "2.8.0" } else { "2.9.0" };
        self.line(&format!("<!-- Begin Jekyll SEO tag v{version} -->"));
        if tag.with_title
            && let Some(title) = &self.facts.title
        {
            self.line(&format!("<title>{title}</title>"));
        }
        self.line(&format!("<meta name=\"generator\" content=\"Jekyll v{}\" />", self.reference.jekyll_version));
        self.who_and_what(tag)?;
        self.image()?;
        self.dates()?;
        self.neighbours()?;
        self.cards()?;
        self.facebook()?;
        self.verifications()?;
        let json = json_ld::of(self.evaluation, self.facts)?;
        let json = self.evaluation.text(&json, &["jsonify"])?;
        self.line("<script type=\"application/ld+json\">");
        self.out.push_str(&json);
        self.line("</script>");
        self.line("<!-- End Jekyll SEO tag -->");
        Ok(())
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Writes the line `<meta KIND="NAME" content="VALUE" />`.
    fn meta(&mut self, kind: &str, name: &str, value: &str) {
        self.line(&format!("<meta {kind}=\"{name}\" content=\"{value}\" />"));
    }

    /// Like [`Lines::meta`], but writes nothing for nil and false.
    fn meta_if(&mut self, kind: &str, name: &str, value: &Value) -> Result<(), Abort> {
        if value.truthy() {
            self.meta_of(kind, name, value)?;
        }
        Ok(())
    }

    /// Like [`Lines::meta`], but converts the value as `{{ value }}` prints it.
    fn meta_of(&mut self, kind: &str, name: &str, value: &Value) -> Result<(), Abort> {
        let text = self.evaluation.printed(value)?;
        self.meta(kind, name, &text);
        Ok(())
    }

    fn who_and_what(&mut self, tag: &Seo) -> Result<(), Abort> {
        let facts = self.facts;
        if let Some(title) = &facts.page_title {
            self.meta("property", "og:title", title);
        }
        self.meta_if("name", "author", &facts.author_name)?;
        self.meta("property", "og:locale", &facts.locale);
        if let Some(description) = &facts.description {
            self.meta("name", "description", description);
            let name = if self.is_older { "" } else { "name=\"twitter:description\" " };
            self.line(&format!("<meta {name}property=\"og:description\" content=\"{description}\" />"));
        }
        if self.evaluation.dig(&facts.site, &["url"])?.truthy() {
            let url = self.evaluation.printed(&facts.canonical_url)?;
            if tag.with_canonical || self.is_older {
                self.line(&format!("<link rel=\"canonical\" href=\"{url}\" />"));
            }
            self.meta("property", "og:url", &url);
        }
        if let Some(title) = &facts.site_title {
            self.meta("property", "og:site_name", title);
        }
        Ok(())
    }

    fn image(&mut self) -> Result<(), Abort> {
        let Some(image) = &self.facts.image else { return Ok(()) };
        self.meta_of("property", "og:image", &image.path)?;
        for key in ["height", "width", "alt"] {
            let value = self.evaluation.get(&image.data, key)?;
            self.meta_if("property", &format!("og:image:{key}"), &value)?;
        }
        Ok(())
    }

    fn dates(&mut self) -> Result<(), Abort> {
        let facts = self.facts;
        let published =
            if self.is_older { self.evaluation.get(&facts.page, "date")? } else { facts.date_published.clone() };
        if !published.truthy() {
            self.meta("property", "og:type", "website");
            return Ok(());
        }
        self.meta("property", "og:type", "article");
        let date = self.evaluation.text(&published, &["date_to_xmlschema"])?;
        self.meta("property", "article:published_time", &date);
        if facts.date_modified.truthy() && !self.is_older {
            let date = self.evaluation.text(&facts.date_modified, &["date_to_xmlschema"])?;
            self.meta("property", "article:modified_time", &date);
        }
        Ok(())
    }

    /// Writes the links to the previous and next page of a pagination.
    fn neighbours(&mut self) -> Result<(), Abort> {
        let paginator = &self.facts.paginator;
        for (rel, page, path) in
            [("prev", "previous_page", "previous_page_path"), ("next", "next_page", "next_page_path")]
        {
            if self.evaluation.get(paginator, page)?.truthy() {
                let path = self.evaluation.get(paginator, path)?;
                let url = self.evaluation.text(&path, &["absolute_url"])?;
                self.line(&format!("<link rel=\"{rel}\" href=\"{url}\" />"));
            }
        }
        Ok(())
    }

    fn cards(&mut self) -> Result<(), Abort> {
        let facts = self.facts;
        match &facts.image {
            Some(image) => {
                let own = self.evaluation.dig(&facts.page, &["twitter", "card"])?;
                let common = self.evaluation.dig(&facts.site, &["twitter", "card"])?;
                let card = self.evaluation.or(own, common)?;
                let card = self.evaluation.or(card, "summary_large_image".into())?;
                self.meta_of("name", "twitter:card", &card)?;
                self.meta_of(self.kind_of_card(), "twitter:image", &image.path)?;
                let alt = self.evaluation.get(&image.data, "alt")?;
                self.meta_if("name", "twitter:image:alt", &alt)?;
            }
            None => self.meta("name", "twitter:card", "summary"),
        }
        if let Some(title) = &facts.page_title {
            self.meta(self.kind_of_card(), "twitter:title", title);
        }
        let twitter = self.evaluation.get(&facts.site, "twitter")?;
        if twitter.truthy() {
            let user = self.evaluation.get(&twitter, "username")?;
            let user = self.without_at(&user)?;
            self.meta("name", "twitter:site", &format!("@{user}"));
            if let Some(author) = &facts.author_twitter {
                let author = self.without_at(&author.as_str().into())?;
                self.meta("name", "twitter:creator", &format!("@{author}"));
            }
        }
        Ok(())
    }

    /// The attribute that names a property of a Twitter card: `name`, but `property` in version 2.8.0.
    fn kind_of_card(&self) -> &'static str {
        if self.is_older { "property" } else { "name" }
    }

    fn without_at(&mut self, name: &Value) -> Result<Str, Abort> {
        let name = self.evaluation.filter(name, "remove", &["@".into()])?;
        self.evaluation.text(&name, &[])
    }

    fn facebook(&mut self) -> Result<(), Abort> {
        let facebook = self.evaluation.get(&self.facts.site, "facebook")?;
        for (key, name) in [("admins", "fb:admins"), ("publisher", "article:publisher"), ("app_id", "fb:app_id")] {
            let value = self.evaluation.get(&facebook, key)?;
            self.meta_if("property", name, &value)?;
        }
        Ok(())
    }

    fn verifications(&mut self) -> Result<(), Abort> {
        let site = &self.facts.site;
        let all = self.evaluation.get(site, "webmaster_verifications")?;
        if !all.truthy() {
            let google = self.evaluation.get(site, "google_site_verification")?;
            return self.meta_if("name", "google-site-verification", &google);
        }
        for (key, name) in [
            ("google", "google-site-verification"),
            ("bing", "msvalidate.01"),
            ("alexa", "alexaVerifyID"),
            ("yandex", "yandex-verification"),
            ("baidu", "baidu-site-verification"),
            ("facebook", "facebook-domain-verification"),
        ] {
            let value = self.evaluation.get(&all, key)?;
            self.meta_if("name", name, &value)?;
        }
        Ok(())
    }
}
