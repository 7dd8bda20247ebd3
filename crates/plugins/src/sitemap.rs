//! The gem jekyll-sitemap 1.4: `sitemap.xml` with documents, HTML pages and static HTML and PDF files, and a
//! `robots.txt` that refers to it.

use super::evaluation::Evaluation;
use hastie_liquid::{Abort, Str, Value};
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::model::Page;
use hastie_site::plugin::{Generator, Plugin, priority};
use hastie_site::render::RenderContext;
use hastie_site::render::drops::StaticFileDrop;
use hastie_site::render::producer::Producer;
use hastie_site::site::Site;
use std::sync::Arc;

/// Generates `sitemap.xml` and `robots.txt`, in a generator with the lowest priority. Omits a file that the site
/// already has.
#[derive(Debug)]
pub(crate) struct Sitemap;

impl Plugin for Sitemap {
    fn name(&self) -> &'static str {
        "jekyll-sitemap"
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        vec![Arc::new(SitemapGenerator)]
    }
}

struct SitemapGenerator;

impl Generator for SitemapGenerator {
    fn class(&self) -> &'static str {
        "Jekyll::JekyllSitemap"
    }

    fn priority(&self) -> i32 {
        priority::LOWEST
    }

    fn generate(&self, site: &mut Site, _log: &mut Log) -> Result<(), Failure> {
        let has_robots = has_url(site, "/robots.txt");
        if !has_url(site, "/sitemap.xml") {
            let mut page = Page::without_file(&site.setup.context, "", "sitemap.xml");
            let listed = |ext: &str| matches!(ext, ".htm" | ".html" | ".xhtml" | ".pdf");
            let files = site.content.static_files.iter().filter(|file| listed(file.extname()));
            let files = files.map(|file| Value::drop(StaticFileDrop(Arc::clone(file)))).collect::<Vec<_>>();
            page.data.set("layout", Value::Nil);
            page.data.set("static_files", files);
            page.data.set("xsl", has_url(site, "/sitemap.xsl"));
            site.add_produced(page, Arc::new(SitemapXml));
        }
        if !has_robots {
            let mut page = Page::without_file(&site.setup.context, "", "robots.txt");
            page.data.set("layout", Value::Nil);
            page.content = "Sitemap: {{ \"sitemap.xml\" | absolute_url }}\n".into();
            site.content.pages.push(page);
        }
        Ok(())
    }
}

fn has_url(site: &Site, url: &str) -> bool {
    site.content.pages.iter().any(|page| page.url().is_ok_and(|own| *own == *url))
        || site.content.static_files.iter().any(|file| file.url() == url)
}

/// Writes the content of `sitemap.xml` when the page is rendered.
#[derive(Debug)]
struct SitemapXml;

impl Producer for SitemapXml {
    fn produce(&self, _page: &Page, rendering: &mut RenderContext) -> Result<Str, Abort> {
        let engine = rendering.setup().engine.clone();
        let mut evaluation = Evaluation::new(&engine, rendering);
        let (site, page) = (evaluation.variable("site")?, evaluation.variable("page")?);
        let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        if evaluation.get(&page, "xsl")?.truthy() {
            let href = evaluation.text(&Value::from("/sitemap.xsl"), &["absolute_url"])?;
            xml.push_str(&format!("<?xml-stylesheet type=\"text/xsl\" href=\"{href}\"?>\n"));
        }
        xml.push_str(
            "<urlset xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
             xsi:schemaLocation=\"http://www.sitemaps.org/schemas/sitemap/0.9 \
             http://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd\" \
             xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
        );
        for collection in Evaluation::items(&evaluation.get(&site, "collections")?).iter() {
            if matches!(evaluation.get(collection, "output")?, Value::Bool(false)) {
                continue;
            }
            for document in Evaluation::items(&evaluation.get(collection, "docs")?).iter() {
                if matches!(evaluation.get(document, "sitemap")?, Value::Bool(false)) {
                    continue;
                }
                // In Jekyll 3, reading the URL can set the date.
                evaluation.get(document, "url")?;
                let changed = evaluation.get(document, "last_modified_at")?;
                let date = evaluation.get(document, "date")?;
                let changed = evaluation.or(changed, date)?;
                entry(&mut evaluation, document, "url", Some(changed).filter(Value::truthy), &mut xml)?;
            }
        }
        for page in Evaluation::items(&evaluation.get(&site, "html_pages")?).iter() {
            if evaluation.get(page, "url")?.as_str() != Some("/404.html") {
                let changed = Some(evaluation.get(page, "last_modified_at")?).filter(Value::truthy);
                entry(&mut evaluation, page, "url", changed, &mut xml)?;
            }
        }
        for file in Evaluation::items(&evaluation.get(&page, "static_files")?).iter() {
            if evaluation.get(file, "name")?.as_str() != Some("404.html") {
                let changed = Some(evaluation.get(file, "modified_time")?);
                entry(&mut evaluation, file, "path", changed, &mut xml)?;
            }
        }
        xml.push_str("</urlset>\n");
        Ok(xml.into())
    }
}

/// Writes a `<url>` unless the item has `sitemap: false`.
fn entry(
    evaluation: &mut Evaluation<'_>,
    thing: &Value,
    key: &str,
    changed: Option<Value>,
    xml: &mut String,
) -> Result<(), Abort> {
    if matches!(evaluation.get(thing, "sitemap")?, Value::Bool(false)) {
        return Ok(());
    }
    let url = evaluation.get(thing, key)?;
    let url = evaluation.filter(&url, "replace", &[Value::from("/index.html"), Value::from("/")])?;
    let url = evaluation.text(&url, &["absolute_url", "xml_escape"])?;
    xml.push_str(&format!("<url>\n<loc>{url}</loc>\n"));
    if let Some(changed) = changed {
        let changed = evaluation.text(&changed, &["date_to_xmlschema"])?;
        xml.push_str(&format!("<lastmod>{changed}</lastmod>\n"));
    }
    xml.push_str("</url>\n");
    Ok(())
}
