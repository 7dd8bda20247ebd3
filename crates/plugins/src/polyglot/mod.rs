//! The gem jekyll-polyglot 1.13: builds the site once for each language. Each language except the default one gets its
//! own folder.

mod coordinate;
mod headers;
mod languages;
mod links;
mod redirects;
mod static_href;
mod translations;

use hastie_liquid::{Engine, Hash, Value};
use hastie_site::config::Configuration;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::model::SiteContext;
use hastie_site::plugin::{Hooks, Pass, Plugin};
use hastie_site::render::Rendered;
use hastie_site::site::Site;
use hastie_site::world::World;
use languages::Languages;
use std::sync::Arc;

/// Processes the site once for each language, and registers the tags `i18n_headers` and `static_href`.
#[derive(Debug)]
pub(crate) struct Polyglot;

impl Plugin for Polyglot {
    fn name(&self) -> &'static str {
        "jekyll-polyglot"
    }

    fn configure(&self, config: &mut Configuration, _world: &World, _log: &mut Log) -> Result<(), Failure> {
        let languages = Languages::of(&config.values);
        let mut keep = config.settings().keep_files().as_array().unwrap_or_default().to_vec();
        keep.extend(languages.all.iter().filter(|lang| **lang != languages.default).map(|lang| lang.as_str().into()));
        config.values.set("keep_files", Value::array(keep));
        config.values.set("default_lang", languages.default.as_str());
        config.values.set("languages", texts(&languages.all));
        config.values.set("active_lang", languages.default.as_str());
        Ok(())
    }

    fn passes(&self, setup: &SiteContext) -> Result<Vec<Pass>, Failure> {
        let languages = Languages::of(&setup.config.values);
        let exclude = links::excluded(setup);
        let pass = |lang: &String| {
            let mut values = Hash::new();
            values.set("active_lang", lang.as_str());
            for name in &languages.variables {
                values.set(name.as_str(), lang.as_str());
            }
            if *lang == languages.default {
                return Pass { values, ..Pass::default() };
            }
            Pass { folder: lang.clone(), exclude: exclude.clone(), values }
        };
        Ok(languages.valid().iter().map(pass).collect())
    }

    fn liquid(&self, engine: &mut Engine) {
        for name in ["I18n_Headers", "i18n_headers"] {
            engine.tag(name, headers::parse);
        }
        for name in ["Static_Href", "static_href"] {
            engine.block(name, static_href::parse);
        }
    }

    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        vec![Arc::new(Coordinator)]
    }
}

/// The hooks of a pass: they select the pages in its language, and change links and redirects.
struct Coordinator;

impl Hooks for Coordinator {
    fn post_read(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let languages = Languages::of(&site.setup.context.config.values);
        site.content.data = languages.data(&site.content.data);
        coordinate::coordinate(site, &languages, log)?;
        if !languages.is_default() {
            let exclude = links::excluded(&site.setup.context);
            let goes = |path: &str| exclude.iter().any(|e| path.trim_start_matches('/').starts_with(e.as_str()));
            site.content.static_files.retain(|file| !goes(&file.relative_path));
        }
        Ok(())
    }

    fn post_write(&self, rendered: &Arc<Rendered>, _log: &mut Log) -> Result<(), Failure> {
        redirects::write(&rendered.setup().context)
    }

    fn post_render(&self, rendered: &mut Rendered, _log: &mut Log) -> Result<(), Failure> {
        let languages = Languages::of(&rendered.setup().context.config.values);
        let links = links::Links::new(&rendered.setup().context, &languages);
        for slot in rendered.slots_mut().iter_mut() {
            if let Some(output) = slot.output_mut()
                && let Some(changed) = links.localized(output)
            {
                *output = changed.into();
            }
        }
        Ok(())
    }
}

/// Converts a list of strings to an array for templates.
fn texts(items: &[String]) -> Value {
    Value::array(items.iter().map(|item| Value::from(item.as_str())).collect())
}
